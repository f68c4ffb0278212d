"""A sensible player of Raffzahn: looks at its own side only, finds its dice in time, and stops when it finds no more.

Of the pile it knows the free dice that show the number to its own side: what it is allowed to take. It does not know
what the others see; so as the roller it says Stop when it has found nothing for a while, whether something is left or
not. It never grabs after a Stop.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bussolotto.core import pyramid
from bussolotto.games.raffzahn import game as rules
from bussolotto.players.searching import Search, Searching, levels

FIND_MS = 1100  # a die on the own side of the pyramid
DEPTH_MS = 150  # more for each step that it lies further back
PATIENCE_MS = 3500  # the roller says Stop when nothing turns up
LEAST_MS = 2500  # and at a table never sooner: people look first
THROW_MS = 900


class Sensible(Searching):
    """One seat."""

    def searches(self, view: Any, legal: Sequence[int], rng: Random) -> Iterator[Search]:
        """Its dice, and Stop when that takes too long; between two throws only the next one."""
        if rules.THROW in legal:
            yield Search("throw", rules.THROW, THROW_MS)
            return
        for cell in legal:
            if cell < rules.STOP:
                yield Search("die", cell, FIND_MS + DEPTH_MS * depth(view, cell))
        if rules.STOP in legal:
            yield Search("stop", rules.STOP, PATIENCE_MS, LEAST_MS)


def depth(view: Any, cell: int) -> int:
    """How far the die here is from the side that reads its number."""
    side = pyramid.POSES[view.pose[cell] - 1].tolist().index(view.number)
    return pyramid.CELLS[cell][side]


PLAYERS = {**levels(Sensible, 2.0), "sensible": Sensible}
