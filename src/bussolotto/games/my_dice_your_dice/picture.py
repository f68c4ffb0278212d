"""My Dice - Your Dice as a picture: the groups of the reserve, and the game dice."""

from collections.abc import Iterator, Sequence

from bussolotto.core import dice
from bussolotto.games.my_dice_your_dice.game import numbers
from bussolotto.pictures.marks import Spot, places_fallen, square, state_of
from bussolotto.pictures.piles import PEARL, flat
from bussolotto.pictures.svg import FELT_DEEP, WOOD, Position, box

LOOSE, STEP = 50, 59  # width of a die by itself, and from one to the next
PER_ROW = 12  # dice
FACES = range(1, dice.FACES + 1)


def scene(position: Position) -> list[str]:
    """The groups of the reserve, and the game dice."""
    shapes = []
    for place, size in enumerate(size for size in position["groups"] if size):
        left, top = 30 + place % 3 * 260, 40 + place // 3 * 150
        shapes.append(box(left, top, 240, 130, FELT_DEEP, WOOD))
        shapes += [flat(left + 34 + at % 5 * 43, top + 40 + at // 5 * 46, 0, PEARL, 34) for at in range(size)]
    return [*shapes, *(flat(x, y, face, PEARL, LOOSE) for face, x, y in _game_dice(position))]


def _game_dice(position: Position) -> Iterator[tuple[int, float, float]]:
    """The faces of the game dice, and where their middles lie."""
    lying = [face for face in range(1, dice.FACES + 1) for _ in range(position["rolled"][face - 1])]
    for place, face in enumerate(lying):
        yield face, 60 + place % PER_ROW * STEP, 400 + place // PER_ROW * 64


def spots(position: Position, seat: int, text: str) -> list[Spot]:
    """The dice that are ransomed, or that are rolled again."""
    word, _, count = text.partition(" ")
    theirs = numbers(state_of(position))[2] + 1
    lying = {"ransom": (theirs,), "roll": FACES, "pay": FACES}.get(word, ())
    chosen = [square(x, y, LOOSE) for face, x, y in _game_dice(position) if face in lying]
    return chosen[: int(count)] if count else chosen


def fallen(before: Position, after: Position, faces: Sequence[int]) -> list[Spot]:
    """The game dice that were thrown."""
    lying = list(_game_dice(after))
    places = places_fallen([face for face, _, _ in lying], faces)
    return [square(*lying[place][1:], LOOSE) for place in places]
