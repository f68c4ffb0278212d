"""Servers under measurement: started on one core of their own, watched through /proc. Linux only."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests import processes

SERVER_CORE, CROWD_CORE = 0, 1
OPEN_FILES = 20_000
PATIENCE_S = 60
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
SERVE = """
import os, resource, sys
from pathlib import Path
sys.modules["scipy"] = None  # OpenSpiel brings it for comparisons, and Numba loads what it finds; a server has none
from bussolotto.server import serve
from bussolotto.server.limits import Limits
resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))
site = {{name: os.environ.get("BUSSOLOTTO_" + name.upper()) for name in ("database", "bus", "tables")}}
# Nobody looks at what happens here.
serve(port=0, data=Path(sys.argv[1]), pauses=False, limits=Limits({limits}), **site)
"""
UNLIMITED = "10**6, 10**6, 10**6, 10**6, 10**6, 10**9, 10**9, 10**6, 100"  # the crowd comes from one address


class Hosted:
    """A server process: how much processor time and memory it has taken."""

    def __init__(self, command: Sequence[str], status: Path) -> None:
        """Start it pinned to its core, and wait until `status`, a file of JSON, holds its own pid and port."""
        with pinned(SERVER_CORE):
            self.process = processes.start([sys.executable, *command], stdout=subprocess.DEVNULL)
        self.pid = self.process.pid
        self.port = self._port(status)

    def _port(self, status: Path) -> int:
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline and self.process.poll() is None:
            told = json.loads(status.read_text()) if status.exists() else {}
            if told.get("pid") == self.pid:
                return int(told["port"])
            time.sleep(0.02)
        self.kill()
        raise RuntimeError("the server did not start")

    def settle(self) -> None:
        """Wait until it has nothing left to do: rules compiled, tables written."""
        before = -1.0
        while processor_s(self.pid) - before > 0.02:
            before = processor_s(self.pid)
            time.sleep(0.5)

    def stop(self) -> None:
        """As Ctrl-C does; everything is written afterwards. Nothing if it is gone already."""
        self.process.terminate()
        self.process.wait(PATIENCE_S)

    def kill(self) -> None:
        """As a power cut does."""
        self.process.kill()
        self.process.wait(PATIENCE_S)


@contextmanager
def bussolotto_server(folder: Path, limits: str = UNLIMITED) -> Iterator[Hosted]:
    """The real server on a folder; `limits` are the arguments of `Limits`."""
    hosted = Hosted(["-c", SERVE.format(files=OPEN_FILES, limits=limits), str(folder)], folder / "server.json")
    try:
        yield hosted
    finally:
        hosted.stop()


@contextmanager
def echo_server(folder: Path) -> Iterator[Hosted]:
    """The same stack, echoing."""
    hosted = Hosted(["-m", "bench.echo", str(folder / "echo.json")], folder / "echo.json")
    try:
        yield hosted
    finally:
        hosted.stop()


@contextmanager
def pinned(core: int) -> Iterator[None]:
    """Processes started meanwhile run on this core only, if there are several."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {sorted(cores)[core % len(cores)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def processor_s(pid: int) -> float:
    """Seconds of processor time a process has taken, its threads and the system on its behalf included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND


def clock_of(pid: int) -> int:
    """The clock of `time.clock_gettime` that tells a process's processor time exactly."""
    return (~pid << 3) | 2  # CPUCLOCK_SCHED of the whole process


def resident_mb(pid: int) -> float:
    """Memory that a process holds, in megabytes (1e6 bytes)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
