"""Solving games ahead: where hints would be exact if only the game were solved here, it is, once, in the background.

The work is done by `bussolotto solve` in a process of its own with the lowest priority, which stores the solution in
the cache folder. Until then the game's best player gives the hints.
"""

import os
import subprocess
import sys
from contextlib import suppress
from threading import Lock
from types import TracebackType
from typing import Any, Protocol, Self

from bussolotto.core.contract import Game
from bussolotto.solve.advice import adviser

LOWEST = 19  # priority, as `nice` counts
PROGRAM = """if True:  # its input ends when the server does, however that ends
    import os, runpy, signal, sys, threading
    def end_with_server():
        os.read(0, 1)
        os.kill(os.getpid(), signal.SIGTERM)
    threading.Thread(target=end_with_server, daemon=True).start()
    runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""


class Process(Protocol):
    """A program that runs in the background, as subprocess.Popen has it."""

    @property
    def returncode(self) -> Any:
        """Its exit status; None while it runs."""

    def poll(self) -> int | None:
        """The same, after a look."""

    def terminate(self) -> None:
        """End it."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None, /
    ) -> object: ...


class Solving:
    """The one solution that is being computed. What was begun once is not begun again before the next start."""

    def __init__(self, allowed: bool) -> None:
        self._allowed = allowed
        self._begun: set[tuple[str, ...]] = set()
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()  # advice is given in threads

    def begin(self, game: Game, view: Any) -> None:
        """Begin to solve what makes hints at this table exact, unless it is known, begun, or another one is."""
        if not self._allowed:
            return
        wanted = tuple(adviser(game).solvable(view))
        with self._lock:
            busy = self._process is not None and self._process.poll() is None
            if wanted and wanted not in self._begun and not busy:
                self._begun.add(wanted)
                self._process = solve(wanted)

    def stop(self) -> None:
        """End the process. What it has computed so far is stored, and continued the next time."""
        if self._process is not None:
            with self._process as process:
                process.terminate()


def solve(wanted: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """Start `bussolotto solve` with these arguments, as `start_behind` does."""
    return start_behind("bussolotto", "solve", *wanted)


def start_behind(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a program as `start_program` does, and let it have only what nobody else wants of a processor.

    At the lowest priority alone a program may keep its processor for some milliseconds when another one wakes up. Where
    others want all of every processor already, that would leave it nothing, and the lowest priority has to do.
    """
    process = start_program(module, *arguments)
    if hasattr(os, "SCHED_IDLE") and os.getloadavg()[0] < (os.cpu_count() or 1):  # on Linux
        with suppress(OSError):  # it may have ended, and some containers forbid it
            os.sched_setscheduler(process.pid, os.SCHED_IDLE, os.sched_param(0))
    return process


def start_program(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Run a module as a program in a process of its own, at the lowest priority. It ends with this process."""
    command = [sys.executable, "-c", PROGRAM, module, *arguments]
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere)  # noqa: S603  # words of a game
    if hasattr(os, "setpriority"):  # not on Windows
        os.setpriority(os.PRIO_PROCESS, process.pid, LOWEST)
    return process
