"""A position of Quarry as a picture: the pile seen from above."""

from bussolotto.pictures.piles import COLOURS, Die
from bussolotto.pictures.pyramids import pile_of
from bussolotto.pictures.svg import Position


def scene(position: Position) -> list[str]:
    """Dice by colour."""
    dice = {cell: Die(COLOURS[kind - 1]) for cell, kind in enumerate(position["colour"]) if kind}
    return pile_of(dice, position["lattice"])
