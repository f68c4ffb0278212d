"""A sensible player of Abquetschen: builds rows, keeps places open for its own dice and closes those of the others.

When a build begins it considers some dozens of ways to build the whole roll. They are found by the same search that
decides what is legal, each time with other cells left out. The one that leads to the best position is then built die by
die.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import log
from random import Random
from typing import Any

from bussolotto.core import pyramid
from bussolotto.core.contract import Game
from bussolotto.games.abquetschen import builds
from bussolotto.games.abquetschen import game as rules

THOUGHTS = 64  # builds that are compared
LEFT_OUT = 0.25  # of the cells, in each of them
IN_A_ROW = 0.3  # of the builds that follow a row,
OFF_THE_ROW = 0.6  # which leave out this many of the other cells
STANDING = builds.FULL | builds.LAID
ABOVE: list[list[int]] = pyramid.ABOVE.tolist()  # lists, for speed
BELOW: list[list[int]] = pyramid.BELOW.tolist()
ROWS = [[frozenset(pyramid.row(cell, axis)) for axis in range(pyramid.SIDES)] for cell in range(pyramid.COUNT)]
CENTRE = (8 / 3, 8 / 3, 8 / 3)  # of the base

# The value of a position for the seat that has just built. Found by many matches of the bot against itself.
WON = 100.0  # a match won, against one lost
EXTRA = 3.0  # one more die that can be built at once
READY = 1.0  # e times as many places where a die can stand at once, on an own die
ROOM = 3.0  # e times as many places above own dice, ready or not
BEHIND = 0.3  # how much the places of others count for a seat that does not lead: blocked, they end it too soon


class Sensible:
    """One seat of a match; it keeps to its plan until the build is done."""

    def __init__(self, game: Game) -> None:
        self._plan: frozenset[int] = frozenset()

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Do nothing: everything that matters is visible in the view."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The next die of the best build found, and the time a person would need."""
        if view.phase == rules.OPENING:
            return min(legal, key=lambda code: from_centre(code - rules.OPEN)), rng.randint(1500, 2500)
        if view.phase == rules.CHOOSING:
            return max(legal), rng.randint(700, 1200)
        if not self._plan.intersection(legal) or view.laid == 0:
            self._plan = max(self._thoughts(view, legal, rng), key=lambda plan: self._worth(view, plan))
            return min(self._plan.intersection(legal)), rng.randint(1500, 3000)
        return min(self._plan.intersection(legal)), rng.randint(400, 800)

    def _thoughts(self, view: Any, legal: Sequence[int], rng: Random) -> Iterator[frozenset[int]]:
        """Possible whole builds from here; there is always a first one."""
        kind = rules.kind_of_build(view)
        known = [seen & ~builds.MAY for seen in view.mark]
        for thought in range(THOUGHTS):
            cell = rng.choice(legal)
            mark = self._narrowed(known, cell, rng) if thought else known.copy()
            mark[cell] = known[cell]
            group = builds.possible(mark, kind, cell, view.roll, view.laid, view.guarded)
            if group:
                yield frozenset(cells_of(group))

    def _narrowed(self, known: Sequence[int], cell: int, rng: Random) -> list[int]:
        """The marks with some cells removed, at random or mostly next to a row through this cell."""
        row: frozenset[int] = frozenset()
        left_out = LEFT_OUT
        if rng.random() < IN_A_ROW:
            row = rng.choice(ROWS[cell])
            left_out = OFF_THE_ROW
        return [
            seen | builds.OUT if not seen & STANDING and other not in row and rng.random() < left_out else seen
            for other, seen in enumerate(known)
        ]

    def _worth(self, view: Any, plan: frozenset[int]) -> float:
        """The value of the position after this build for the seat that builds it."""
        seat = view.turn
        owner = list(view.owner)
        for cell in plan:
            owner[cell] = seat + 1
        ready, room = places(owner, view.seats)
        after = (seat + 1) % view.seats
        if room[after] == 0 and view.reserve[after] < view.stock:
            return self._end(view, len(plan) - view.laid)
        worth: list[float] = [READY * log(1 + ready[one]) + ROOM * log(1 + room[one]) for one in range(view.seats)]
        others = (sum(worth) - worth[seat]) / (view.seats - 1)
        leads = view.reserve[seat] - len(plan) + view.laid <= min(view.reserve[: view.seats])
        extra = max(0, min(longest_row(plan) - view.in_row + 1, rules.MOST_EXTRAS))
        return float(worth[seat] - others * (1.0 if leads else BEHIND) + EXTRA * extra)

    def _end(self, view: Any, placed: int) -> float:
        """The match ends because the next seat is blocked: is this seat's reserve the smallest?"""
        own = view.reserve[view.turn] - placed
        rest = min(view.reserve[seat] for seat in range(view.seats) if seat != view.turn)
        return WON if own < rest else -WON if own > rest else 0.0


def from_centre(cell: int) -> float:
    """The distance of a cell from the middle, squared."""
    return sum((at - middle) ** 2 for at, middle in zip(pyramid.CELLS[cell], CENTRE, strict=True))


def cells_of(group: int) -> Iterator[int]:
    """The cells of a group as packed by `builds`."""
    while group:
        yield (group & 255) - 1
        group >>= 8


def longest_row(plan: Iterable[int]) -> int:
    """The longest straight row in a build."""
    mark = [0] * (pyramid.GROUND + 1)
    for cell in plan:
        mark[cell] = builds.LAID
    return int(builds.longest_row(mark))


def places(owner: Sequence[int], seats: int) -> tuple[list[int], list[int]]:
    """The empty cells above the dice of each seat: those where a die can stand at once, and all of them."""
    above: dict[int, set[int]] = {}
    for cell, holder in enumerate(owner):
        if holder:
            for over in ABOVE[cell]:
                if over != pyramid.OUTSIDE and owner[over] == 0:
                    above.setdefault(over, set()).add(holder - 1)
    ready, room = [0] * seats, [0] * seats
    for cell, holders in above.items():
        stands = all(owner[below] for below in BELOW[cell])
        for seat in holders:
            room[seat] += 1
            ready[seat] += stands
    return ready, room


PLAYERS = {"sensible": Sensible}
