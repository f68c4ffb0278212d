"""A sensible player of Raffzahn: looks at its own side only, finds its dice in time, and stops when it finds no more.

Of the pile it knows the free dice that show the number to its own side: what it is allowed to take. It does not know
what the others see; so as the roller it says Stop when it has found nothing for a while, whether something is left or
not. It never grabs after a Stop.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.core import pyramid
from bussolotto.games.raffzahn import game as rules
from bussolotto.players import Player
from bussolotto.players.reaction import first_found, search_ms

FIND_MS = 1100  # a die on the own side of the pyramid
DEPTH_MS = 150  # more for each step that it lies further back
PATIENCE_MS = 3500  # the roller says Stop when nothing turns up
THROW_MS = 900


class Sensible(Player):
    """One seat."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """The first die it finds, or Stop when that takes too long; between two throws only the next one."""
        if rules.THROW in legal:
            return rules.THROW, search_ms(rng, THROW_MS)
        finds = [(cell, FIND_MS + DEPTH_MS * depth(view, cell)) for cell in legal if cell < rules.STOP]
        if rules.STOP in legal:
            finds.append((rules.STOP, PATIENCE_MS))
        return first_found(rng, finds)


def depth(view: Any, cell: int) -> int:
    """How far the die here is from the side that reads its number."""
    side = pyramid.POSES[view.pose[cell] - 1].tolist().index(view.number)
    return pyramid.CELLS[cell][side]


PLAYERS = {"sensible": Sensible}
