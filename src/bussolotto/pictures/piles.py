"""Piles of dice as pictures: seen from above along the diagonal of the cube, side X below (GEO-10).

A die is a hexagon of three rhombic faces: the one to X below, to Y right above, to Z left above. So the hexagon that a
die would fill is made of just the three faces that look into its funnel (GEO-4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from bussolotto.pictures.svg import AMBER, INK, IVORY, RED, WOOD, YELLOW, bold, text
from bussolotto.pyramid import ABOVE, CELLS, COUNT, LEVEL, OUTSIDE, POSE_COUNT, POSES, SIDES, cells

PEARL, TURQUOISE, VIOLET, BLUE, GREEN, PINK = "#f1e8d6", "#3aa9a4", "#8a63b8", "#5b8fd0", "#7fae4a", "#e58fb4"
COLOURS = (PEARL, YELLOW, RED)  # of the box "Das Spiel"
SEATS = (RED, YELLOW, PEARL, BLUE, GREEN, VIOLET, PINK, "#b08a5a")
NO_FACES = (0, 0, 0)
LIGHT = (0.78, 0.9, 1.0)  # of the faces to X, Y, Z: the lamp stands behind the player of side Z
GROUND_LIGHT = (0.4, 0.47, 0.54)  # of the three walls of a hollow, which face as those of a die do

Point = tuple[float, float]
# Where a step along each axis leads: seen so, a grows upward, b to the left below, c to the right below.
STEP: tuple[Point, Point, Point] = ((0.0, -1.0), (-sqrt(3) / 2, 0.5), (sqrt(3) / 2, 0.5))
PIPS = {  # in a square from -1 to 1
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


class Die(NamedTuple):
    """A die to draw: what it shows to X, Y, Z (zeros: no pips), its colour."""

    colour: str = PEARL
    faces: Sequence[int] = NO_FACES


class View(NamedTuple):
    """Where a pile is drawn: the place of cell 0,0,0 and the length of an edge of a die, px."""

    x: float
    y: float
    unit: float

    def place(self, cell: Sequence[float]) -> Point:
        """The middle of a die, which is its uppermost corner; coordinates may be broken numbers."""
        return self.moved((self.x, self.y), cell)

    def moved(self, point: Point, steps: Sequence[float]) -> Point:
        """So many edges further along the axes."""
        x, y = (sum(steps[axis] * STEP[axis][way] for axis in range(SIDES)) for way in range(2))
        return point[0] + x * self.unit, point[1] + y * self.unit


def posed(colour: str, pose: int) -> Die:
    """A die of this colour in this pose."""
    return Die(colour, POSES[pose].tolist())


# --- dice and hollows -------------------------------------------------------------------------------------------------


def rhombus(view: View, cell: Sequence[float], side: int, up: int = 1) -> list[Point]:
    """The corners of a die's face to this side; `up` -1: of the wall of a hollow that faces the same way."""
    middle = view.place(cell)
    left, right = ((side + 1) % SIDES, (side + 2) % SIDES)
    return [
        middle,
        *(
            view.moved(middle, [up * (axis in axes) for axis in range(SIDES)])
            for axes in ((left,), (left, right), (right,))
        ),
    ]


def polygon(points: Iterable[Point], fill: str, edge: str = "none", width: float = 1, extra: str = "") -> str:
    """A polygon with round joints."""
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    line = f' stroke="{edge}" stroke-width="{width:g}" stroke-linejoin="round"' if edge != "none" else ""
    return f'<polygon points="{corners}" fill="{fill}"{line}{extra}/>'


def shaded(colour: str, light: float) -> str:
    """A colour in less light."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return f"#{int(red * light):02x}{int(green * light):02x}{int(blue * light):02x}"


def face(view: View, cell: Sequence[float], side: int, die: Die) -> list[str]:
    """One upper face with its pips."""
    colour = shaded(die.colour, LIGHT[side])
    edge = shaded(die.colour, 0.5)
    return [
        polygon(rhombus(view, cell, side), colour, edge, max(0.8, view.unit / 28)),
        *pips(view, cell, side, die.faces[side], IVORY if dark(die.colour) else INK),
    ]


def dark(colour: str) -> bool:
    """Do pips on this colour have to be light?"""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue < 145


def pips(view: View, cell: Sequence[float], side: int, number: int, colour: str) -> list[str]:
    """The pips of a face: a square of them, pressed into the rhombus."""
    if not number:
        return []
    _, first, far, second = rhombus(view, cell, side)
    x, y = view.place(cell)
    matrix = [first[0] - x, first[1] - y, second[0] - x, second[1] - y, (x + far[0]) / 2, (y + far[1]) / 2]
    numbers = " ".join(f"{value:.1f}" for value in matrix)
    dots = "".join(f'<circle cx="{across * 0.26:g}" cy="{down * 0.26:g}" r=".105"/>' for across, down in PIPS[number])
    return [f'<g transform="matrix({numbers})" fill="{colour}">{dots}</g>']


def single(view: View, die: Die, cell: Sequence[float] = (0, 0, 0)) -> list[str]:
    """A die by itself."""
    return [shape for side in range(SIDES) for shape in face(view, cell, side, die)]


def hollow(view: View, cell: Sequence[float]) -> list[str]:
    """An empty hollow of the base."""
    return [
        polygon(rhombus(view, cell, side, -1), shaded(WOOD, GROUND_LIGHT[side]), shaded(WOOD, 0.75), 1)
        for side in range(SIDES)
    ]


def board(view: View, size: int) -> list[str]:
    """The triangular base with its hollows."""
    reach = size + 1.4 if size > 2 else size + 1.2
    corners = [view.place([reach * (axis == other) for other in range(SIDES)]) for axis in range(SIDES)]
    shapes = [polygon(corners, WOOD, WOOD, 1.6 * view.unit)]
    return [*shapes, *(shape for cell in cells(size) if sum(cell) == size for shape in hollow(view, cell))]


def pile(view: View, dice: Mapping[int, Die], size: int | None = 8) -> list[str]:
    """Dice by cell, the lower ones first; `size` of the base below them, None for none."""
    shapes = board(view, size) if size is not None else []
    for cell in sorted(dice, key=lambda cell: int(LEVEL[cell])):
        for side in range(SIDES):
            above = int(ABOVE[cell][side])
            if above == OUTSIDE or above not in dice:
                shapes += face(view, CELLS[cell], side, dice[cell])
    return shapes


# --- marks ------------------------------------------------------------------------------------------------------------


def hexagon(view: View, cell: Sequence[float]) -> list[Point]:
    """The outline of a die here, or of the funnel that it would fill."""
    middle = view.place(cell)
    ring = ((1, 0, 0), (1, 0, 1), (0, 0, 1), (0, 1, 1), (0, 1, 0), (1, 1, 0))
    return [view.moved(middle, steps) for steps in ring]


def outline(view: View, cell: Sequence[float], colour: str = AMBER, width: float = 3, fill: str = "none") -> str:
    """A mark around a die or a funnel."""
    return polygon(hexagon(view, cell), fill, colour, width)


def tag(view: View, cell: Sequence[float], words: str, fill: str = INK, size: int = 12) -> str:
    """Words in the middle of a cell."""
    x, y = view.place(cell)
    return bold(text(round(x, 1), round(y + size * 0.36, 1), words, fill, size, "middle"))


def badge(view: View, cell: Sequence[float], words: str, colour: str = IVORY) -> list[str]:
    """Words on a small plate, readable on dice."""
    x, y = view.place(cell)
    wide = max(18, 8 * len(words) + 8)
    plate = f'<rect x="{x - wide / 2:.1f}" y="{y - 10:.1f}" width="{wide}" height="20" rx="10" fill="{colour}"/>'
    return [plate, bold(text(round(x, 1), round(y + 5, 1), words, INK, 14, "middle"))]


def flight(start: Point, end: Point, colour: str = AMBER, width: float = 3) -> str:
    """An arrow from point to point, in any direction."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = sqrt(x * x + y * y)
    x, y = x / length, y / length
    neck = (end[0] - 11 * x, end[1] - 11 * y)
    head = [end, (neck[0] - 6 * y, neck[1] + 6 * x), (neck[0] + 6 * y, neck[1] - 6 * x)]
    way = f"M{start[0]:.1f},{start[1]:.1f} L{neck[0]:.1f},{neck[1]:.1f}"
    return f'<path d="{way}" stroke="{colour}" stroke-width="{width:g}"/>' + polygon(head, colour)


def full(seed: int = 8) -> dict[int, Die]:
    """A full pyramid with 55 dice of each colour, put down at random (GEN-5); the same each time."""
    chance = Random(seed)
    colours = [colour for colour in COLOURS for _ in range(COUNT // len(COLOURS))]
    chance.shuffle(colours)
    return {cell: posed(colour, chance.randrange(POSE_COUNT)) for cell, colour in enumerate(colours)}


def flat(x: float, y: float, number: int, colour: str = PEARL, width: float = 30) -> str:
    """A die on the table, seen from above; x, y: its middle."""
    plate = (
        f'<rect x="{x - width / 2:g}" y="{y - width / 2:g}" width="{width:g}" height="{width:g}" rx="{width / 5:g}" '
        f'fill="{colour}" stroke="{shaded(colour, 0.5)}"/>'
    )
    fill = IVORY if dark(colour) else INK
    places = ((x + across * width * 0.27, y + down * width * 0.27) for across, down in (PIPS[number] if number else ()))
    return plate + "".join(
        f'<circle cx="{left:g}" cy="{top:g}" r="{width / 10:g}" fill="{fill}"/>' for left, top in places
    )
