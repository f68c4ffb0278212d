"""Solving games ahead: where hints would be exact if only the game were solved here, it is, once, in the background.

The work is done by `bussolotto solve` in a process of its own with the lowest priority, which stores the solution in
the cache folder. Until then the game's best player gives the hints.
"""

import os
import subprocess
import sys
from threading import Lock
from typing import Any

from bussolotto.core.contract import Game

LOWEST = 19  # priority, as `nice` counts


class Solving:
    """The one solution that is being computed. What was begun once is not begun again before the next start."""

    def __init__(self, allowed: bool) -> None:
        self._allowed = allowed
        self._begun: set[tuple[str, ...]] = set()
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()  # advice is given in threads

    def begin(self, game: Game, view: Any) -> None:
        """Begin to solve what makes hints at this table exact, unless it is known, begun, or another one is."""
        solvable = getattr(game.part("advice"), "solvable", None)
        if not self._allowed or solvable is None:
            return
        wanted = tuple(solvable(view))
        with self._lock:
            busy = self._process is not None and self._process.poll() is None
            if wanted and wanted not in self._begun and not busy:
                self._begun.add(wanted)
                self._process = solve(wanted)

    def stop(self) -> None:
        """End the process. What it has computed so far is stored, and continued the next time."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()


def solve(wanted: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """Start `bussolotto solve` with these arguments, at the lowest priority."""
    command = [sys.executable, "-m", "bussolotto", "solve", *wanted]
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere)  # noqa: S603  # words of a game
    if hasattr(os, "setpriority"):  # not on Windows
        os.setpriority(os.PRIO_PROCESS, process.pid, LOWEST)
    return process
