"""Marks in the picture of a position: what was done, and what would have been better.

They differ by more than colour: what was done has a broken outline and a cross, what was better a whole one and a tick.
"""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from bussolotto.core.contract import Game
from bussolotto.core.pyramid import CELLS, SIZE, cells_by_text
from bussolotto.pictures.piles import ROW_STEP, Point, hexagon, polygon
from bussolotto.pictures.pyramids import view_of
from bussolotto.pictures.svg import INK, IVORY, Position

BETTER = "#9fe6b0"
LINE, HALO = 8, 15  # width of an outline, and of the dark line under it
BADGE = 24  # radius
Spot = Sequence[Point]  # the outline of a die or a place


class Marked(NamedTuple):
    """A choice of a seat: the text of what was done, and of what would have been better, in notation."""

    seat: int
    done: str
    best: str


class _Mark(NamedTuple):
    """How a mark looks. `widened`: by so much; `side`: of its badge; `sign`: the lines of that, from its middle."""

    colour: str
    extra: str
    widened: float
    side: int
    sign: str


DONE_MARK = _Mark(IVORY, ' stroke-dasharray="14 10"', 7, -1, "M-10,-10L10,10M10,-10L-10,10")
BEST_MARK = _Mark(BETTER, "", 0, 1, "M-11,1L-3,10L12,-9")


def draw(game: Game, position: Position, marked: Marked) -> list[str]:
    """Return the marks of a choice, as far as it is about something in the picture."""
    return [
        *_shapes(DONE_MARK, spots_of(game, position, marked.seat, marked.done)),
        *_shapes(BEST_MARK, spots_of(game, position, marked.seat, marked.best)),
    ]


def spots_of(game: Game, position: Position, seat: int, text: str) -> Sequence[Spot]:
    """Return what an action is about, as its game says in its module `picture`; else the cell that it names."""
    part, look = game.part("picture"), game.facts.looks.pile
    if found := getattr(part, "spots", None):
        return list(found(position, seat, text))
    size = look.size if look else "lattice" if part and "lattice" in position else SIZE
    return spots_of_cell(text, position[size] if isinstance(size, str) else size)


def spots_of_cell(text: str, size: int = SIZE) -> list[Spot]:
    """Return the cell of a pyramid that an action ends with, as `take 0,3,4`; nothing where it names none."""
    cell = cells_by_text().get(text.rpartition(" ")[2])
    return [] if cell is None else [spot_of(cell, size)]


def spot_of(cell: int, size: int = SIZE) -> Spot:
    """Return the outline of a die in this cell, or of the funnel that it would fill."""
    return hexagon(view_of(size), CELLS[cell])


def rectangle(x: float, y: float, width: float, height: float) -> Spot:
    """Return the outline of what lies flat. `x`, `y` is its upper left corner."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def square(x: float, y: float, width: float) -> Spot:
    """Return the outline of a die on the table, seen from above. `x`, `y` is its middle."""
    return rectangle(x - width / 2, y - width / 2, width, width)


def spots_in_row(lying: Sequence[int], chosen: Sequence[str], x: float, y: float, width: float) -> list[Spot]:
    """Return the dice with these faces, of those that `piles.row` draws. `x`, `y` is the middle of the first."""
    left, found = list(lying), []
    for face in map(int, chosen):
        place = left.index(face)
        left[place] = 0
        found.append(square(x + place * ROW_STEP * width, y, width))
    return found


def state_of(position: Position) -> Any:
    """Return a position as rules read it."""
    return SimpleNamespace(**position)


def _shapes(mark: _Mark, spots: Sequence[Spot]) -> Iterator[str]:
    for spot in spots:
        outline = _widened(spot, mark.widened)
        yield polygon(outline, "none", INK, HALO, ' stroke-opacity=".75"')
        yield polygon(outline, "none", mark.colour, LINE, mark.extra)
    if spots:
        yield _badge(mark, spots[0])


def _badge(mark: _Mark, spot: Spot) -> str:
    """Return the sign of a mark, at an upper corner of what it marks."""
    across, up = ([point[way] for point in spot] for way in range(2))
    x, y = (min(across) if mark.side < 0 else max(across)), min(up)
    return (
        f'<g transform="translate({x:.1f},{y:.1f})"><circle r="{BADGE}" fill="{mark.colour}" stroke="{INK}" '
        f'stroke-width="3"/><path d="{mark.sign}" fill="none" stroke="{INK}" stroke-width="6"/></g>'
    )


def _widened(spot: Spot, by: float) -> Spot:
    """Return an outline with each corner so much farther out."""
    x, y = (sum(point[way] for point in spot) / len(spot) for way in range(2))
    return [(left + by * _sign(left - x), top + by * _sign(top - y)) for left, top in spot]


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
