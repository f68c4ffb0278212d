"""A position of Raffzahn as a picture: the pile seen from above, and what is beside it."""

from collections.abc import Sequence

from bussolotto.pictures.marks import Spot, loose_fallen
from bussolotto.pictures.piles import PEARL, TURQUOISE
from bussolotto.pictures.pyramids import loose, pile_of, posed_dice
from bussolotto.pictures.svg import Position


def scene(position: Position) -> list[str]:
    """Dice as they lie, and the turquoise die."""
    size = position["lattice"]
    return [*pile_of(posed_dice(position, PEARL), size), *loose([position["number"]], TURQUOISE)]


def fallen(before: Position, after: Position, faces: Sequence[int]) -> list[Spot]:
    """The turquoise die."""
    return loose_fallen([after["number"]], faces)
