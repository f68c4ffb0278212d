"""A real server in a process of its own, that a test can kill and start again."""

import json
import os
import time
import urllib.request
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import forked, processes
from tests.moving import TimeOf
from tests.ports import reserve_port

PROGRAM = """
import json
import sys
from pathlib import Path
from bussolotto.server.app.run import serve
from tests.interpreting import interpret, measure_on_demand
from tests.luck import bring
from tests.moving import obey
interpret()
measure_on_demand()
bring(Path(sys.argv[6]))
exec(sys.argv[4])
serve(clock=obey, port=int(sys.argv[1]), data=Path(sys.argv[2]), bot_pace=float(sys.argv[3]), **json.loads(sys.argv[5]))
"""
PATIENCE_S = 30.0


@cache
def _common_folder() -> "TemporaryDirectory[str]":
    return TemporaryDirectory()


def running_test() -> Path:
    """The file that names the test that is running, from which the dice of servers follow (`tests.luck`)."""
    return Path(_common_folder().name, "test")


class LiveServer:
    """The server of one folder. It keeps its port when it is started again; `before` is run before it starts.

    `more` is what `serve` is told besides, such as `private_hooks`. A test moves its `time`. Pages have a part in the
    dice where a test is about that or people's usual ways (`page_nonces`): elsewhere what falls stays the same.
    """

    def __init__(self, folder: Path, bot_pace: float = 0.02, before: str = "", **more: object) -> None:
        self._folder = folder
        self._bot_pace = bot_pace
        self._before = before
        self._more = {"page_nonces": False} | more
        self._port = reserve_port()
        self._process: forked.Process | None = None

    @property
    def folder(self) -> Path:
        """Where its data are."""
        return self._folder

    @property
    def address(self) -> str:
        """Where it answers, without a slash at the end."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        arguments = [str(self._port), str(self._folder), str(self._bot_pace), self._before, json.dumps(self._more)]
        arguments.append(str(running_test()))
        (self._folder / "server.json").unlink(missing_ok=True)
        with (self._folder / "server.log").open("ab") as log:
            self._process = forked.start(PROGRAM, arguments, os.environ, log)
        self.time = TimeOf(self._process)
        deadline = time.monotonic() + PATIENCE_S
        with processes.starting(self._process):
            while not self._answers():
                assert self._process.poll() is None and time.monotonic() < deadline, self.log()
                time.sleep(0.05)

    def change(self, before: str) -> None:
        """From the next start on this is run before it."""
        self._before = before

    def kill(self) -> None:
        """As if somebody had pulled the plug."""
        assert self._process is not None
        processes.kill(self._process)

    def stop(self) -> None:
        """Ask it to end, and wait."""
        if self._process is not None and self._process.poll() is None:
            processes.end(self._process)

    def log(self) -> str:
        """What it has said."""
        return (self._folder / "server.log").read_text(encoding="utf-8")

    def _answers(self) -> bool:
        try:
            self._port = int(json.loads((self._folder / "server.json").read_text(encoding="utf-8"))["port"])
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=1) as answer:
                return bool(answer.status == 200)
        except (OSError, ValueError):
            return False
