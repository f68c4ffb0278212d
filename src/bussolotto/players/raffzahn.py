"""A sensible Raffzahn: looks at its own side only, finds what is there in time, and stops when it finds no more.

Of the pile it knows the free dice that show the number to its own side: what it is allowed to take. What the others see
it does not know; so as the roller it says Stop when it has found nothing for a while, be there something left or not.
It never grabs after a Stop.
"""

from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Any

from bussolotto import pyramid
from bussolotto.players.reaction import first_found, search_ms

FIND_MS = 1100  # a die on the own side of the pyramid
DEPTH_MS = 150  # more for each step that it lies further back
PATIENCE_MS = 3500  # the roller says Stop when nothing turns up
THROW_MS = 900


class Sensible:
    """One seat; remembers nothing, for all that matters lies on the table."""

    def __init__(self, game: ModuleType | Any) -> None:
        self._game = game

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Whoever took what: the next search starts from what lies there."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """The first die it finds, or Stop when that takes too long; between two throws only the next one."""
        game = self._game
        if game.THROW in legal:
            return game.THROW, search_ms(rng, THROW_MS)
        finds = [(cell, FIND_MS + DEPTH_MS * depth(view, cell)) for cell in legal if cell < game.STOP]
        if game.STOP in legal:
            finds.append((game.STOP, PATIENCE_MS))
        return first_found(rng, finds)


def depth(view: Any, cell: int) -> int:
    """How far from the side that reads the number on the die here it lies."""
    side = pyramid.POSES[view.pose[cell] - 1].tolist().index(view.number)
    return pyramid.CELLS[cell][side]


PLAYERS = {"sensible": Sensible}
