"""What pictures of the pyramid games share: the pile, leaning, and loose dice beside it."""

from collections.abc import Iterable, Mapping, Sequence

from bussolotto.core.looks import Pile
from bussolotto.core.pyramid import POSES, SIZE
from bussolotto.pictures.piles import LEANING, NAMED, NO_FACES, PEARL, Die, View, flat, pile, posed, seat_colours
from bussolotto.pictures.svg import Position

LOOSE = 50  # width of a die beside the pyramid
MIDDLE, UNIT = 400, 37.0  # of the pile: the position of its top, and the edge of a die, units


def pile_of(dice: Mapping[int, Die], size: int = SIZE) -> list[str]:
    """Return the dice of a pyramid on a base of this size."""
    return pile(view_of(size), dice, size)


def view_of(size: int) -> View:
    """Return the view in which a pyramid of this size fills its area."""
    unit = UNIT * (SIZE + 1) / (size + 1)
    return View(MIDDLE, 325 - unit * (size + 1.4) * 0.07, unit, LEANING)


def declared_pile(position: Position, look: Pile) -> list[str]:
    """Return the pile of a game that only says in its facts what its dice are and where they lie."""
    kinds = position[look.dice]
    shown = position[look.faces] if look.faces else [None] * len(kinds)
    dice = {
        cell: Die(NAMED[look.colours[kind - 1]], _faces(look, shown[cell])) for cell, kind in enumerate(kinds) if kind
    }
    return pile_of(dice, position[look.size] if isinstance(look.size, str) else look.size)


def _faces(look: Pile, shown: int | Sequence[int] | None) -> Sequence[int]:
    """Return the faces of a die from its pose, or as they are told; none where dice have no pips."""
    if shown is None:
        return NO_FACES
    return POSES[shown - look.first_pose].tolist() if isinstance(shown, int) else shown


def loose(faces: Iterable[int], colour: str = PEARL) -> list[str]:
    """Return dice beside the pyramid. A face of 0 is a die that has not been rolled and is not drawn."""
    lying = [face for face in faces if face]
    return [flat(*loose_place(place), face, colour, LOOSE) for place, face in enumerate(lying)]


def loose_place(place: int) -> tuple[float, float]:
    """Return the middle of a die beside the pyramid. `place`: from above."""
    return 60, 60 + 62 * place


def posed_dice(position: Position, colour: str) -> dict[int, Die]:
    """Return dice in one colour, each in its pose."""
    return {cell: posed(colour, pose - 1) for cell, pose in enumerate(position["pose"]) if pose}


def owned_dice(position: Position, colours: Sequence[str]) -> dict[int, Die]:
    """Return dice in the colours, by their names, of the seats that own them."""
    of_seats = seat_colours(colours)
    return {cell: Die(of_seats[seat - 1]) for cell, seat in enumerate(position["owner"]) if seat}
