"""`./play` as a person types it: it answers quickly, and signals reach the server."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests import processes
from tests.repo.sources import ROOT
from tools import bootstrap

SECOND_START_S = 5.0  # of processor time from the command to the end, once .venv is there

pytestmark = pytest.mark.skipif(not bootstrap.fits("play"), reason=".venv was not made by ./play or ./test")


def start(data: Path) -> tuple["subprocess.Popen[bytes]", int]:
    """Start a server on a free port: its process and its port, once it answers."""
    command = [str(ROOT / "play"), "--no-browser", "--port", "0", "--data", str(data)]
    process = processes.start(command, cwd=data.parent, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    with processes.starting(process):
        return process, answering(process, data / "server.json")


def answering(process: "subprocess.Popen[bytes]", status: Path) -> int:
    """The port of a server, once it answers."""
    eventually(lambda: status.exists() or process.poll() is not None)
    assert process.poll() is None, f"./play ended with {process.returncode}"
    told = json.loads(status.read_text(encoding="utf-8"))
    assert told["pid"] == process.pid, "the server is another process than the one that was started"
    with urlopen(f"http://127.0.0.1:{told['port']}/healthz", timeout=60) as answer:
        assert json.load(answer) == {"status": "ok"}
    return int(told["port"])


def eventually(met: Callable[[], bool]) -> None:
    """Wait until a condition is met, a minute at most."""
    limit = time.monotonic() + 60
    while not met():
        assert time.monotonic() < limit, "nothing happened for a minute"
        time.sleep(0.02)


def stop(process: "subprocess.Popen[bytes]") -> float:
    """End a server as a service manager does; the processor time that it took, and no other child of this process."""
    process.send_signal(signal.SIGTERM)
    _, status, spent = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return spent.ru_utime + spent.ru_stime


def test_it_answers_soon_serves_the_page_and_ends_in_order(tmp_path: Path) -> None:
    process, port = start(tmp_path / "data")
    with urlopen(f"http://127.0.0.1:{port}/", timeout=60) as page:
        assert b"<html" in page.read()
    assert stop(process) <= SECOND_START_S
    assert (tmp_path / "data" / "bussolotto.sqlite").exists() and not (tmp_path / "data" / "server.json").exists()
