"""A position of Bunte Kuh as a picture: the pile seen from above, and what is beside it."""

from collections.abc import Sequence

from bussolotto.core.pyramid import CELLS
from bussolotto.pictures.marks import Spot, loose_fallen, spot_of, spots_of_cell
from bussolotto.pictures.piles import outline
from bussolotto.pictures.pyramids import loose, pile_of, posed_dice, view_of
from bussolotto.pictures.svg import RED, Position


def scene(position: Position) -> list[str]:
    """The dice as they lie, the pearl dice, and the funnel that was claimed."""
    size = position["lattice"]
    shapes = [*pile_of(posed_dice(position, RED), size), *loose(position["pearl"])]
    if position["chosen"]:
        shapes.append(outline(view_of(size), CELLS[position["chosen"] - 1], width=5))
    return shapes


def spots(position: Position, seat: int, text: str) -> list[Spot]:
    """The funnel that is named, or that the die is placed into."""
    size = position["lattice"]
    if text.startswith("pose "):
        return [spot_of(position["chosen"] - 1, size)]
    return spots_of_cell(text, size)


def fallen(before: Position, after: Position, faces: Sequence[int]) -> list[Spot]:
    """The pearl dice that fell."""
    return loose_fallen(after["pearl"], faces)
