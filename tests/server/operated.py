"""A server as an operator runs it: started by its command, with metrics and a log, replaced by the next one."""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from tests import processes
from tests.server.people import PATIENCE_S, Person, get

COMMAND = (sys.executable, "-m", "bussolotto", "serve", "--no-browser", "--port", "0", "--metrics", "0")


class Operated:
    """A server on a folder, whichever process it is by now. What it writes to stderr goes to a file."""

    def __init__(self, folder: Path, *options: str, environment: dict[str, str] | None = None) -> None:
        self.folder = folder / "data"
        self._log = folder / "stderr"
        with self._log.open("w") as stderr:
            self.process = processes.start(
                [*COMMAND, "--data", str(self.folder), *options],
                stdout=stderr,
                stderr=stderr,
                env={**os.environ, "LANG": "en", **(environment or {})},
            )
        self.pid = 0
        with processes.starting(self.process):
            self.wait_for_process()
        self.address = f"http://127.0.0.1:{self.status['port']}"

    @property
    def status(self) -> dict[str, Any]:
        """What the running process says of itself; nothing between two of them."""
        try:
            told: dict[str, Any] = json.loads((self.folder / "server.json").read_text())
        except FileNotFoundError:
            return {}
        return told

    @property
    def log(self) -> str:
        """Everything written to stderr so far."""
        return self._log.read_text()

    @property
    def events(self) -> list[dict[str, Any]]:
        """The lines of a log in JSON."""
        return [json.loads(line) for line in self.log.splitlines() if line.startswith("{")]

    def wait_for_process(self) -> None:
        """Until another process serves than the one known."""
        deadline = time.monotonic() + PATIENCE_S
        while self.status.get("pid", self.pid) == self.pid:
            assert time.monotonic() < deadline, self.log
            time.sleep(0.01)
        self.pid = self.status["pid"]

    def wait_for_line(self, words: str) -> None:
        """Until this is in the log."""
        deadline = time.monotonic() + PATIENCE_S
        while words not in self.log:
            assert time.monotonic() < deadline, self.log
            time.sleep(0.01)

    def replace(self) -> None:
        """Let the next process take over."""
        os.kill(self.pid, signal.SIGHUP)
        self.wait_for_process()

    def stop(self) -> None:
        """Until the process is gone. One that took over is not our child: init waits for it."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        with processes.starting(self.process):
            self.process.wait(PATIENCE_S)
        deadline = time.monotonic() + PATIENCE_S
        while _is_alive(self.pid):
            assert time.monotonic() < deadline, self.log
            time.sleep(0.01)

    def person(self, name: str = "") -> Person:
        return Person(self, name)  # type: ignore[arg-type]  # all that a person asks of a server is its address

    def metrics(self) -> dict[str, float]:
        """All samples, by name and labels."""
        text = get(f"http://127.0.0.1:{self.status['metrics']}/metrics").text
        return {
            sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }


@contextmanager
def operated(folder: Path, *options: str, environment: dict[str, str] | None = None) -> Iterator[Operated]:
    """Such a server; it is gone afterwards, and must have had nothing to complain of."""
    server = Operated(folder, *options, environment=environment)
    try:
        yield server
    finally:
        server.stop()
    assert "Traceback" not in server.log, server.log


def _is_alive(pid: int) -> bool:
    """One that nobody waits for stays in the list of processes, in state Z."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
