"""What Cui bono? leaves standing for the next game of an evening, and how it begins on a given pile (GEN-9)."""

from typing import Any

from bussolotto.core import pyramid
from bussolotto.games.cui_bono.game import COLOURS, burden
from bussolotto.play.evening.pile import LAY, Die, GameInEvening, SetUp, levels


def _leaves(s: Any) -> dict[int, Die]:
    """Dice whose colours count (CUI-1)."""
    return {cell: Die(colour=colour - 1) for cell, colour in enumerate(s.colour) if colour}


def _lay_colour(die: Die) -> str | None:
    return None if die.colour is None else LAY + COLOURS[die.colour]


SET_UP = SetUp(  # CUI-1
    lambda size: levels(size, size + 1), _lay_colour, lambda size: len(pyramid.cells(size)) // len(COLOURS)
)


def _standing(s: Any, seat: int) -> int:
    """Fewest points, then fewest dice (CUI-6)."""
    return -burden(s, seat)


EVENING = GameInEvening(leaves=_leaves, set_up=SET_UP, standing=_standing)
