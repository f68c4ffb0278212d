"""A position of Perspectives as a picture: the pile seen from above, and what is beside it."""

from collections.abc import Sequence

from bussolotto.games.perspectives.game import COLOURS
from bussolotto.pictures.marks import Spot, loose_fallen
from bussolotto.pictures.piles import TURQUOISE
from bussolotto.pictures.pyramids import loose, owned_dice, pile_of
from bussolotto.pictures.svg import Position


def scene(position: Position) -> list[str]:
    """Dice in the colours of their seats, and the turquoise die."""
    return [*pile_of(owned_dice(position, COLOURS)), *loose([position["number"]], TURQUOISE)]


def fallen(before: Position, after: Position, faces: Sequence[int]) -> list[Spot]:
    """The turquoise die."""
    return loose_fallen([after["number"]], faces)
