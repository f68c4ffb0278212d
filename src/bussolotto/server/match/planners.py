"""Bots that search, and hints: few at a time and behind all others, so that no table is slowed, however many there are.

Each has `MOVE_MS` for a move, and less where others wait. The search of a game is compiled when the first such bot
sits down, or a table with hints is opened, in a process of its own at the lowest priority. Until then another player of
the game stands in.

With a bus, workers are asked first (`work.offers`), and for the whole time: these threads have what no worker does.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar, cast

from bussolotto import players
from bussolotto.core.contract import Game
from bussolotto.games import told
from bussolotto.players.planning import Looking, Planner
from bussolotto.players.player import Player
from bussolotto.server.match.solving import Solving, start_program
from bussolotto.solve.planning import Measuring, for_hints

if TYPE_CHECKING:
    from bussolotto.search import Found  # brings the compiler
    from bussolotto.server.work.offers import Offers

AT_ONCE = max(1, (os.cpu_count() or 1) // 2)  # bots that search at the same time
MOVE_MS = 400  # for the search of one move,
LEAST_MS = 20  # and at least so much, where many wait
WHOLE_MS = 900  # of a search that was offered to workers and is then done here
OFFERED = 32  # bots that wait for workers at the same time
PROGRAM = "bussolotto.solve.planning"
HARDEST = players.LEVELS[-1]  # plays without a mistake where the game is solved

Result = TypeVar("Result")


class Planners:
    """The threads in which the searching bots of one server think, and the searches that are compiled."""

    def __init__(
        self,
        start: Callable[..., subprocess.Popen[bytes]] = start_program,
        at_once: int = AT_ONCE,
        offers: Offers | None = None,
        solving: Solving | None = None,
    ) -> None:
        """`start` runs a module as a program. `offers`: asks workers. `solving`: begins what makes hard bots exact."""
        self.threads = ThreadPoolExecutor(at_once, "planning", initializer=_lower_priority)
        # where bots are followed that search: they may wait there, for workers or for the threads above
        self.bots = ThreadPoolExecutor(OFFERED, "offering", initializer=_lower_priority) if offers else self.threads
        self._offers = offers
        self._solving = solving
        self._start = start
        self._compiling: dict[str, subprocess.Popen[bytes]] = {}  # by name of rules
        self._lock = Lock()
        self._counting = Lock()  # its own: to start a process takes long
        self._waiting = 0
        self._stopped = False

    def brief(self, player: Player, game: Game) -> None:
        """Tell a player that has just been made how long it may search; others need not be told."""
        if isinstance(player, Planner):
            self.is_compiled(game)  # begins now, not with its first move
            player.allowed_ms = partial(self.allowed_ms, game)
            if self._offers is not None:
                player.searched = partial(self._offer, self._offers)

    def solve_for(self, name: str, game: Game, view: Any) -> None:
        """Begin to solve what lets this player, who has just sat down, play without a mistake."""
        if self._solving is not None and name == HARDEST:
            self._solving.begin(game, view)

    @contextmanager
    def queued(self) -> Iterator[None]:
        """Count the bots of one match, or a hint, that wait for their moves or search for them."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        with self._counting:
            self._waiting += more

    def search(self, game: Game, look: Callable[[float], Result]) -> Result | None:
        """Search in these threads for at most so many milliseconds, and wait for it, as only other threads may.

        None until it is compiled, and when the server stops.
        """
        with self.queued():
            if self._stopped or not self.is_compiled(game):
                return None
            with suppress(CancelledError):
                if self._offers is not None and isinstance(look, Measuring):
                    return cast(Result, self._offer(self._offers, look, MOVE_MS))
                return self.threads.submit(lambda: look(self.allowed_ms(game))).result()
        return None

    def _offer(self, offers: Offers, look: Looking | Measuring, milliseconds: float | None) -> Found:
        """Let a worker search. If none does, search in these threads for what is left of the time."""
        begun_s = monotonic()
        found = offers.search(look, MOVE_MS)
        if found is None:
            left_ms = max(LEAST_MS, WHOLE_MS - 1000 * (monotonic() - begun_s))
            found = self.threads.submit(lambda: look(min(self.allowed_ms(look.game), left_ms))).result()
        return found

    def allowed_ms(self, game: Game) -> float:
        """How long a search may take now: 0 until it is compiled."""
        return max(LEAST_MS, MOVE_MS * AT_ONCE / max(AT_ONCE, self._waiting)) if self.is_compiled(game) else 0

    def prepare_hints(self, game: Game) -> None:
        """Begin to compile what hints of this game need; it is not waited for."""
        self.threads.submit(lambda: for_hints(game) and self.is_compiled(game))

    def is_compiled(self, game: Game) -> bool:
        """Is the search of this game in the cache? If nobody has asked before, begin to compile it, one at a time."""
        with self._lock:
            begun, name = self._compiling, game.rules_name
            if name not in begun and all(process.poll() is not None for process in begun.values()):
                begun[name] = self._start(PROGRAM, told(game))
            return name in begun and begun[name].poll() == 0

    def stop(self) -> None:
        """Release the threads, and end what is being compiled."""
        self._stopped = True
        for pool in {self.threads, self.bots}:
            pool.shutdown(wait=False, cancel_futures=True)
        for process in self._compiling.values():
            with process:
                process.terminate()


def _lower_priority() -> None:
    """Let other threads that wake run before this one, and before those that it starts; only on Linux.

    It is not nicer than the event loop: a thread that holds the interpreter's lock and gets no processor would hold up
    everybody. (On a busy machine the loop was late by up to 2.8 s at nice 15, by 0.5 s so.)
    """
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
