"""A position of Eintrichtern as a picture: the pile seen from above, and what is beside it."""

from collections.abc import Sequence

from bussolotto.core.pyramid import CELLS
from bussolotto.pictures.marks import Spot, loose_fallen, spot_of, spots_of_cell
from bussolotto.pictures.piles import Die
from bussolotto.pictures.pyramids import loose, pile_of
from bussolotto.pictures.svg import RED, YELLOW, Position


def scene(position: Position) -> list[str]:
    """The yellow dice as far as they are visible, the red dice above them, the throw."""
    faces = position["face"]
    size = position["lattice"]
    dice = {cell: Die(YELLOW, faces[cell]) for cell in range(len(faces)) if sum(CELLS[cell]) == size}
    lifted = position["lifted"] - 1
    dice |= {cell: Die(RED) for cell, there in enumerate(position["red"]) if there and cell != lifted}
    return [*pile_of(dice, size), *loose(position["pearl"])]


def spots(position: Position, seat: int, text: str) -> list[Spot]:
    """The die that is lifted, or the funnel under the one that was."""
    size = position["lattice"]
    return [spot_of(position["lifted"] - 1, size)] if text in ("keep", "back") else spots_of_cell(text, size)


def fallen(before: Position, after: Position, faces: Sequence[int]) -> list[Spot]:
    """The pearl dice that fell."""
    return loose_fallen(after["pearl"], faces)
