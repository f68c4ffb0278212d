"""Spilorcio as a picture: its rows with their chips, and the dice."""

from collections.abc import Sequence

from bussolotto.pictures.marks import Spot, places_fallen, spots_at, spots_in_row
from bussolotto.pictures.piles import PEARL, faces_of, row
from bussolotto.pictures.svg import AMBER, INK, IVORY, RED, WOOD, YELLOW, Position, arrow, bold, box, text

SQUARE, GAP = 62, 8
DIE, ASIDE, LYING = 76, 472, 568  # width of a die, and where the rows of dice are


def scene(position: Position) -> list[str]:
    """The five rows with their chips, and the dice as they lie."""
    shapes: list[str] = [box(24, 24, 780, 400, WOOD)]
    for line in range(len(position["length"])):
        shapes += _row_of_squares(position, line, 60 + line * (SQUARE + GAP))
    aside, lying = faces_of(position["aside"]), faces_of(position["roll"])
    shapes += [*row(60, ASIDE, aside, YELLOW, DIE), *row(60, LYING, lying, PEARL, DIE)]
    return shapes


def spots(position: Position, seat: int, said: str) -> list[Spot]:
    """The dice that are set aside or placed, as they lie."""
    word, *faces = said.split()
    row_of, y = ("aside", ASIDE) if word == "place" else ("roll", LYING)
    return spots_in_row(faces_of(position[row_of]), faces, 60, y, DIE)


def fallen(before: Position, after: Position, faces: Sequence[int]) -> list[Spot]:
    """The dice that were thrown."""
    return spots_at(places_fallen(faces_of(after["roll"]), faces), 60, LYING, DIE)


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
    pays = bold(text(right + 40, top + 38, str(position["arrow"][line]), AMBER, 22))
    return [*shapes, arrow(right, top + 31, right + 30, top + 31, IVORY), pays]


def _chip(x: float, y: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="18" fill="{AMBER}" stroke="{INK}" stroke-width="2"/>'
