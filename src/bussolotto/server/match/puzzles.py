"""The puzzles of a server: those that come with its games, and those that `bussolotto puzzles` has put in its folder.

They are read when they are first asked for, and again on the next day. All of it takes milliseconds or more, so it is
to be called in a thread.
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Lock

from bussolotto.core.errors import Refusal, refuse
from bussolotto.games import game as module_of
from bussolotto.games import names
from bussolotto.play.match import Match
from bussolotto.review import puzzles as kept
from bussolotto.review.puzzles import Puzzle

FOLDER = "puzzles"  # in the data folder
MATCHES = 64  # positions that are not played up to again
DAY_S = 24 * 3600

log = logging.getLogger(__name__)


class Puzzles:
    """All puzzles, in an order that says nothing of games or matches: that of their names, which are digests."""

    def __init__(self, folder: Path, now_s: Callable[[], float]) -> None:
        """`folder`: of the server's data; `now_s`: seconds since 1970."""
        self._folder = folder / FOLDER
        self._now_s = now_s
        self._read_on = -1
        self._by_name: Mapping[str, Puzzle] = {}
        self._order: Sequence[str] = ()
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._lock = Lock()

    def today(self) -> tuple[Puzzle, date]:
        """The puzzle of the day, the same for everybody until midnight UTC, and the day. Raises NotFound."""
        day = self._day()
        with self._lock:
            self._read(day)
            for later in range(len(self._order)):
                puzzle = self._by_name[self._order[(day + later) % len(self._order)]]
                if self._is_sound(puzzle):
                    return puzzle, datetime.fromtimestamp(day * DAY_S, UTC).date()
        raise refuse("not-found", what="puzzle", name="today")

    def find(self, name: str) -> Puzzle:
        """A puzzle by its name. Raises NotFound."""
        with self._lock:
            self._read(self._day())
            puzzle = self._by_name.get(name)
            if puzzle is None or not self._is_sound(puzzle):
                raise refuse("not-found", what="puzzle", name=name)
        return puzzle

    def after(self, name: str, solved: AbstractSet[str] = frozenset()) -> str:
        """The name of the puzzle that comes after this one, solved ones last; of the first after the last."""
        with self._lock:
            self._read(self._day())
            start = bisect_right(self._order, name)
            following = sorted(
                [*self._order[start:], *self._order[:start]], key=lambda other: other == name or other in solved
            )
            return next((other for other in following if self._is_sound(self._by_name[other])), name)

    def match(self, puzzle: Puzzle) -> Match:
        """A copy of the match up to the decision."""
        with self._lock:
            return self._match(puzzle).copy()

    def _day(self) -> int:
        return int(self._now_s() // DAY_S)

    def _read(self, day: int) -> None:
        if day == self._read_on:
            return
        looked = [one for game in names() for one in kept.shipped(module_of(game))]
        for file in sorted(self._folder.glob("*.jsonl")) if self._folder.is_dir() else ():
            try:
                looked += kept.decode(file.read_bytes())
            except (Refusal, OSError) as problem:
                log.warning("the puzzles in %s are left out: %s", file, problem)
        self._by_name = {puzzle.name: puzzle for puzzle in kept.puzzles_of(looked)}
        self._order = sorted(self._by_name)
        self._matches.clear()
        self._read_on = day

    def _is_sound(self, puzzle: Puzzle) -> bool:
        """Can it be shown? One that a file describes wrongly is passed over."""
        try:
            self._match(puzzle)
        except (Refusal, IndexError, OverflowError) as problem:
            log.warning("the puzzle %s is left out: %s", puzzle.name, problem)
            return False
        return True

    def _match(self, puzzle: Puzzle) -> Match:
        if puzzle.name not in self._matches:
            self._matches[puzzle.name] = puzzle.match()
            while len(self._matches) > MATCHES:
                self._matches.popitem(last=False)
        self._matches.move_to_end(puzzle.name)
        return self._matches[puzzle.name]
