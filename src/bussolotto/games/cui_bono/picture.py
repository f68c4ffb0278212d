"""A position of Cui bono? as a picture: the pile seen from above, and what is beside it."""

from bussolotto.pictures.marks import Spot, spots_of_cell, square
from bussolotto.pictures.piles import COLOURS, Die, flat
from bussolotto.pictures.pyramids import pile_of
from bussolotto.pictures.svg import Position

HELD, WIDTH = (60.0, 60.0), 50.0  # of the die in hand: its middle, its width


def scene(position: Position) -> list[str]:
    """Dice by colour, and the one in hand."""
    dice = {cell: Die(COLOURS[kind - 1]) for cell, kind in enumerate(position["colour"]) if kind}
    held = [flat(*HELD, 0, COLOURS[position["held"] - 1], WIDTH)] if position["held"] else []
    return [*pile_of(dice, position["lattice"]), *held]


def spots(position: Position, seat: int, text: str) -> list[Spot]:
    """The die or the funnel that is named, or the die in hand."""
    return [square(*HELD, WIDTH)] if text == "keep" else spots_of_cell(text, position["lattice"])
