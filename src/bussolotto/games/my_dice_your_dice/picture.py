"""My Dice - Your Dice as a picture: the groups of the reserve, and the game dice."""

from bussolotto.core import dice
from bussolotto.pictures.piles import PEARL, flat, row
from bussolotto.pictures.svg import FELT_DEEP, WOOD, Position, box

LOOSE = 50  # width of a die by itself


def scene(position: Position) -> list[str]:
    """The groups of the reserve, and the game dice."""
    shapes = []
    for place, size in enumerate(size for size in position["groups"] if size):
        left, top = 30 + place % 3 * 260, 40 + place // 3 * 150
        shapes.append(box(left, top, 240, 130, FELT_DEEP, WOOD))
        shapes += [flat(left + 34 + at % 5 * 43, top + 40 + at // 5 * 46, 0, PEARL, 34) for at in range(size)]
    lying = [face for face in range(1, dice.FACES + 1) for _ in range(position["rolled"][face - 1])]
    per_row = 12
    for start in range(0, len(lying), per_row):
        shapes += row(60, 400 + start // per_row * 64, lying[start : start + per_row], PEARL, LOOSE)
    return shapes
