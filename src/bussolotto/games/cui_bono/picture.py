"""A position of Cui bono? as a picture: the pile seen from above, and what is beside it."""

from bussolotto.pictures.piles import COLOURS, Die, flat
from bussolotto.pictures.pyramids import pile_of
from bussolotto.pictures.svg import Position


def scene(position: Position) -> list[str]:
    """Dice by colour, and the one in hand."""
    dice = {cell: Die(COLOURS[kind - 1]) for cell, kind in enumerate(position["colour"]) if kind}
    held = [flat(60, 60, 0, COLOURS[position["held"] - 1], 50)] if position["held"] else []
    return [*pile_of(dice, position["lattice"]), *held]
