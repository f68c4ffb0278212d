"""The games of cups and boards as pictures: Spilorcio's rows, Cincinnati's tables, the dice of My Dice - Your Dice."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bussolotto import dice
from bussolotto.pictures.piles import PEARL, SEATS, flat
from bussolotto.pictures.svg import AMBER, FELT_DEEP, INK, IVORY, QUIET, RED, WOOD, YELLOW, arrow, bold, box, text

Position = Mapping[str, Any]
Scene = Callable[[Position], list[str]]

SQUARE, GAP = 62, 8
LOOSE = 50  # width of a die by itself
MONEY = ("15", "20", "25", "30", "35")  # of Cincinnati's cards, in thousands
CARDS = (*MONEY, "duel", "token")


def row(x: float, y: float, faces: Sequence[int], colour: str = PEARL, width: float = 40) -> list[str]:
    """Dice side by side; `x`, `y`: the middle of the first."""
    return [flat(x + place * width * 1.18, y, face, colour, width) for place, face in enumerate(faces)]


def _keep(number: int) -> Sequence[int]:
    """The faces of a part-roll; none for dice that this viewer may not see."""
    return dice.KEEPS[number] if number < len(dice.KEEPS) else ()


def spilorcio(position: Position) -> list[str]:
    """The five rows with their chips, and the dice as they lie."""
    shapes: list[str] = [box(24, 24, 780, 400, WOOD)]
    for line in range(len(position["length"])):
        shapes += _row_of_squares(position, line, 60 + line * (SQUARE + GAP))
    aside, lying = _keep(position["aside"]), _keep(position["roll"])
    shapes += [*row(60, 490, aside, YELLOW, 54), *row(60, 570, lying, PEARL, 54)]
    return shapes


def _row_of_squares(position: Position, line: int, top: float) -> list[str]:
    length, filled = position["length"][line], position["filled"][line]
    double, yellow = position["double"][line], position["yellow"][line]
    shapes = [bold(text(56, top + 40, str(line + 1), IVORY, 26, "middle"))]
    for place in range(length):
        left = 84 + place * (SQUARE + GAP)
        colour = RED if place == length - 1 else YELLOW if yellow >> place & 1 else IVORY
        shapes.append(box(left, top, SQUARE, SQUARE, colour, INK))
        chips = (1 + (double and place == 0)) * (place < filled)
        shapes += [_chip(left + SQUARE / 2 + 9 * at, top + SQUARE / 2 + 9 * at) for at in range(chips)]
    right = 84 + length * (SQUARE + GAP)
    return [*shapes, arrow(right, top + 31, right + 30, top + 31, IVORY), _pays(right + 40, top + 38, position, line)]


def _pays(x: float, y: float, position: Position, line: int) -> str:
    return bold(text(x, y, str(position["arrow"][line]), AMBER, 22))


def _chip(x: float, y: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="18" fill="{AMBER}" stroke="{INK}" stroke-width="2"/>'


def cincinnati(position: Position) -> list[str]:
    """The tables with their cards, and the dice of everybody there."""
    shapes = [bold(text(30, 52, f"{position['round_number']} / 12", IVORY, 26))]
    for place, table in enumerate((0, 2) if position["seats"] == 3 else (0, 1, 2)):  # CIN-5
        shapes += _table(position, table, 80 + place * 180)
    return shapes


def _table(position: Position, table: int, top: float) -> list[str]:
    shapes = [box(24, top, 780, 168, FELT_DEEP, WOOD), bold(text(44, top + 44, "ABC"[table], AMBER, 34))]
    cards = [kind for kind, many in enumerate(position["piles"][table]) for _ in range(many)]
    for place, kind in enumerate(cards[:6]):
        left = 40 + place % 2 * 70
        shapes += [box(left, top + 58 + place // 2 * 34, 64, 30, IVORY, QUIET)]
        shapes += [text(left + 32, top + 79 + place // 2 * 34, CARDS[kind], INK, 16, "middle")]
    there = [seat for seat in range(position["seats"]) if position["chosen"][seat] == table + 1]
    for place, seat in enumerate(there):
        x, y = 210 + place % 2 * 300, top + 36 + place // 2 * 52
        shapes.append(f'<circle cx="{x}" cy="{y}" r="11" fill="{SEATS[seat]}" stroke="{QUIET}"/>')
        shapes += row(x + 40, y, _keep(position["dice"][seat]))
    return shapes


def my_dice_your_dice(position: Position) -> list[str]:
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


SCENES: dict[str, Scene] = {
    "spilorcio": spilorcio,
    "cincinnati": cincinnati,
    "my-dice-your-dice": my_dice_your_dice,
}
