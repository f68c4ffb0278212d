"""Pictures of piles of dice with side X at the bottom (GEO-10): leaning, or seen along the diagonal of the cube.

A die is a hexagon of three faces: X at the bottom, Y at the upper right, Z at the upper left. Along the diagonal they
look alike, and the hexagon that a die would fill consists of the three faces around its funnel (GEO-4); a full pile
then could be the corner of a room as well. Leaning, side X looks at the onlooker, and no uncovered face is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, radians, sin, sqrt
from typing import NamedTuple

from bussolotto.core import dice
from bussolotto.core.pyramid import ABOVE, CELLS, LEVEL, OUTSIDE, POSES, SIDES, cells
from bussolotto.pictures.svg import AMBER, INK, IVORY, RED, WOOD, YELLOW

PEARL, TURQUOISE, VIOLET = "#f1e8d6", "#3aa9a4", "#8a63b8"
COLOURS = (PEARL, YELLOW, RED)  # of the box "Das Spiel"
NAMED = {"red": RED, "yellow": YELLOW, "pearl": PEARL, "turquoise": TURQUOISE, "violet": VIOLET}
SEATS = ("#efc876", "#a9d6c9", "#eab2a2", "#c9c1ea", "#bcd7ee", "#d8dd9a", "#efb8d6", "#d4c6b0")  # as in the page
NO_FACES = (0, 0, 0)
ROW_STEP = 1.18  # from one die of a row to the next, in widths
LIGHT = (0.78, 0.9, 1.0)  # of the faces to X, Y, Z: the light is behind the player of side Z
LEANING_LIGHT = (1.0, 0.64, 0.82)  # it falls on side X where that looks at the onlooker
GROUND_LIGHT = (0.4, 0.47, 0.54)  # of the three walls of a hollow, oriented like the faces of a die

Point = tuple[float, float]
# The direction of a step along each axis: a points up, b to the lower left, c to the lower right.
STEP: tuple[Point, Point, Point] = ((0.0, -1.0), (-sqrt(3) / 2, 0.5), (sqrt(3) / 2, 0.5))
HEIGHT = radians(66)  # of the eye above the table where a pile leans
LEANING: tuple[Point, Point, Point] = (  # the same as the page draws it, which explains it in plan.js
    (0.0, cos(HEIGHT) / sqrt(2) - sin(HEIGHT)),
    (-sqrt(3) / 2, cos(HEIGHT) / sqrt(2) + sin(HEIGHT) / 2),
    (sqrt(3) / 2, cos(HEIGHT) / sqrt(2) + sin(HEIGHT) / 2),
)
PIPS = {  # in a square with coordinates from -1 to 1
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def seat_colours(colours: Sequence[str]) -> tuple[str, ...]:
    """Return the colour of each seat: that of its dice where these have names, else its own."""
    named = [NAMED[name] for name in colours]
    return tuple(named[seat % len(named)] for seat in range(len(SEATS))) if named else SEATS


class Die(NamedTuple):
    """A die to draw: its faces to X, Y, Z (zeros: no pips) and its colour."""

    colour: str = PEARL
    faces: Sequence[int] = NO_FACES


class View(NamedTuple):
    """Where a pile is drawn: the position of cell 0,0,0 and the edge length of a die, px; and its steps."""

    x: float
    y: float
    unit: float
    steps: tuple[Point, Point, Point] = STEP

    def place(self, cell: Sequence[float]) -> Point:
        """Return the uppermost corner of a die; along the diagonal it is the middle. Coordinates may be fractional."""
        return self.moved((self.x, self.y), cell)

    def moved(self, point: Point, steps: Sequence[float]) -> Point:
        """Return the point this many edges further along the axes."""
        x, y = (sum(steps[axis] * self.steps[axis][way] for axis in range(SIDES)) for way in range(2))
        return point[0] + x * self.unit, point[1] + y * self.unit


def posed(colour: str, pose: int) -> Die:
    """Return a die of this colour in this pose."""
    return Die(colour, POSES[pose].tolist())


# --- dice and hollows -------------------------------------------------------------------------------------------------


def rhombus(view: View, cell: Sequence[float], side: int, up: int = 1) -> list[Point]:
    """Return the corners of a die's face to this side, or with `up` -1 of the hollow's wall in the same orientation."""
    middle = view.place(cell) if up > 0 else view.moved(view.place(cell), (1, 1, 1))
    left, right = ((side + 1) % SIDES, (side + 2) % SIDES)
    return [
        middle,
        *(
            view.moved(middle, [up * (axis in axes) for axis in range(SIDES)])
            for axes in ((left,), (left, right), (right,))
        ),
    ]


def polygon(points: Iterable[Point], fill: str, edge: str = "none", width: float = 1, extra: str = "") -> str:
    """Return a polygon with round joins."""
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    line = f' stroke="{edge}" stroke-width="{width:g}" stroke-linejoin="round"' if edge != "none" else ""
    return f'<polygon points="{corners}" fill="{fill}"{line}{extra}/>'


def shaded(colour: str, light: float) -> str:
    """Return a colour in less light."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return f"#{int(red * light):02x}{int(green * light):02x}{int(blue * light):02x}"


def face(view: View, cell: Sequence[float], side: int, die: Die) -> list[str]:
    """Return one upper face with its pips."""
    colour = shaded(die.colour, (LEANING_LIGHT if view.steps is LEANING else LIGHT)[side])
    edge = shaded(die.colour, 0.5)
    return [
        polygon(rhombus(view, cell, side), colour, edge, max(0.8, view.unit / 28)),
        *pips(view, cell, side, die.faces[side], IVORY if dark(die.colour) else INK),
    ]


def dark(colour: str) -> bool:
    """Return whether pips on this colour must be light."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue < 145


def pips(view: View, cell: Sequence[float], side: int, number: int, colour: str) -> list[str]:
    """Return the pips of a face: a square of them, projected onto the rhombus."""
    if not number:
        return []
    _, first, far, second = rhombus(view, cell, side)
    x, y = view.place(cell)
    matrix = [first[0] - x, first[1] - y, second[0] - x, second[1] - y, (x + far[0]) / 2, (y + far[1]) / 2]
    numbers = " ".join(f"{value:.1f}" for value in matrix)
    dots = "".join(f'<circle cx="{across * 0.26:g}" cy="{down * 0.26:g}" r=".105"/>' for across, down in PIPS[number])
    return [f'<g transform="matrix({numbers})" fill="{colour}">{dots}</g>']


def hollow(view: View, cell: Sequence[float]) -> list[str]:
    """Return an empty hollow of the base."""
    return [
        polygon(rhombus(view, cell, side, -1), shaded(WOOD, GROUND_LIGHT[side]), shaded(WOOD, 0.75), 1)
        for side in range(SIDES)
    ]


def board(view: View, size: int) -> list[str]:
    """Return the triangular base with its hollows."""
    reach = size + 1.4 if size > 2 else size + 1.2
    low = (size + 1.5 - reach) / SIDES  # in one plane with the middles of the lowest dice
    corners = [view.place([low + reach * (axis == other) for other in range(SIDES)]) for axis in range(SIDES)]
    shapes = [polygon(corners, WOOD, WOOD, 1.6 * view.unit)]
    return [*shapes, *(shape for cell in cells(size) if sum(cell) == size for shape in hollow(view, cell))]


def pile(view: View, dice: Mapping[int, Die], size: int | None = 8) -> list[str]:
    """Return dice by cell, the lower ones first, on a base of this `size`; None for no base."""
    shapes = board(view, size) if size is not None else []
    for cell in sorted(dice, key=lambda cell: int(LEVEL[cell])):
        for side in range(SIDES):
            above = int(ABOVE[cell][side])
            if above == OUTSIDE or above not in dice:
                shapes += face(view, CELLS[cell], side, dice[cell])
    return shapes


# --- marks ------------------------------------------------------------------------------------------------------------


def hexagon(view: View, cell: Sequence[float]) -> list[Point]:
    """Return the outline of a die in this cell, or of the funnel that it would fill."""
    middle = view.place(cell)
    ring = ((1, 0, 0), (1, 0, 1), (0, 0, 1), (0, 1, 1), (0, 1, 0), (1, 1, 0))
    return [view.moved(middle, steps) for steps in ring]


def outline(view: View, cell: Sequence[float], colour: str = AMBER, width: float = 3, fill: str = "none") -> str:
    """Return a mark around a die or a funnel."""
    return polygon(hexagon(view, cell), fill, colour, width)


def flat(x: float, y: float, number: int, colour: str = PEARL, width: float = 30) -> str:
    """Return a die on the table, seen from above. x, y is its middle."""
    plate = (
        f'<rect x="{x - width / 2:g}" y="{y - width / 2:g}" width="{width:g}" height="{width:g}" rx="{width / 5:g}" '
        f'fill="{colour}" stroke="{shaded(colour, 0.5)}"/>'
    )
    fill = IVORY if dark(colour) else INK
    places = ((x + across * width * 0.27, y + down * width * 0.27) for across, down in (PIPS[number] if number else ()))
    return plate + "".join(
        f'<circle cx="{left:g}" cy="{top:g}" r="{width / 10:g}" fill="{fill}"/>' for left, top in places
    )


def row(x: float, y: float, faces: Sequence[int], colour: str = PEARL, width: float = 40) -> list[str]:
    """Return dice side by side. `x`, `y` is the middle of the first."""
    return [flat(x + place * ROW_STEP * width, y, face, colour, width) for place, face in enumerate(faces)]


def faces_of(number: int) -> Sequence[int]:
    """Return the faces of a keep; none for dice that this viewer may not see."""
    return dice.KEEPS[number] if number < len(dice.KEEPS) else ()
