"""Marks in the picture of a position: what was done, and what would have been better; or what has just fallen.

They differ by more than colour: what was done has a broken outline and a cross, what was better a whole one and a tick,
what fell a whole one and three pips.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import dist
from types import SimpleNamespace
from typing import Any, NamedTuple

from bussolotto.core.contract import Game
from bussolotto.core.pyramid import CELLS, SIZE, cells_by_text
from bussolotto.pictures.layout import HEIGHT, SCENE, SEAT_HEIGHT, SIDE, WIDTH, seat_top
from bussolotto.pictures.piles import ROW_STEP, Point, hexagon, polygon
from bussolotto.pictures.pyramids import LOOSE, loose_place, view_of
from bussolotto.pictures.svg import AMBER, INK, IVORY, Position

BETTER = "#9fe6b0"
LINE, HALO = 8, 15  # width of an outline, and of the dark line under it
BADGE = 24  # radius
FULL = 60  # the width of a die for which they are as large as that; those of smaller dice are smaller
Spot = Sequence[Point]  # the outline of a die or a place


class Marked(NamedTuple):
    """A choice of a seat: the text of what was done, and of what would have been better, in notation."""

    seat: int
    done: str
    best: str


class Fallen(NamedTuple):
    """What has fallen, in notation, one after the other; and the position before that, from the same view."""

    before: Position
    said: Sequence[str]


class _Mark(NamedTuple):
    """How a mark looks. `widened`: by so much; `side`: of its badge; `sign`: the lines of that, from its middle."""

    colour: str
    extra: str
    widened: float
    side: int
    sign: str


DONE_MARK = _Mark(IVORY, ' stroke-dasharray="14 10"', 7, -1, "M-9,-9L9,9M9,-9L-9,9")
BEST_MARK = _Mark(BETTER, "", 0, 1, "M-10,1L-3,9L11,-8")
FELL_MARK = _Mark(AMBER, "", 3.5, 1, "M0,-9h.1M-9,7h.1M9,7h.1")


def draw(game: Game, position: Position, marked: Marked | Fallen) -> list[str]:
    """Return the marks of a choice or of what fell, as far as that is about something in the picture.

    Signs lie above all outlines.
    """
    if isinstance(marked, Fallen):
        pairs: list[tuple[_Mark, Sequence[Spot]]] = [(FELL_MARK, spots_fallen(game, position, marked))]
    else:
        chosen = ((DONE_MARK, marked.done), (BEST_MARK, marked.best))
        pairs = [(mark, spots_of(game, position, marked.seat, text)) for mark, text in chosen]
    return [*(line for mark, spots in pairs for line in _outlines(mark, spots)), *_badges(pairs)]


def spots_fallen(game: Game, position: Position, fallen: Fallen) -> list[Spot]:
    """Return the dice that fell and still lie there, as the game's module `picture` says; and who begins."""
    part = getattr(game.part("picture"), "fallen", None)
    faces = [int(text.removeprefix("die ")) for text in fallen.said if text.startswith("die ")]
    begins = [int(text.removeprefix("start ")) for text in fallen.said if text.startswith("start ")]
    spots = list(part(fallen.before, position, faces)) if part else []
    return [*spots, *(rectangle(SCENE + 20, seat_top(seat), SIDE, SEAT_HEIGHT) for seat in begins[-1:])]


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
        found.append(place)
    return spots_at(found, x, y, width)


def spots_at(places: Iterable[int], x: float, y: float, width: float) -> list[Spot]:
    """Return the dice at these places of a row that `piles.row` draws."""
    return [square(x + place * ROW_STEP * width, y, width) for place in places]


def places_fallen(lying: Sequence[int], faces: Sequence[int]) -> list[int]:
    """Return the places of the dice that fell, by their faces, as far as they are among those that lie there."""
    left, found = list(lying), []
    for face in reversed(faces):
        if face in left:
            place = len(left) - 1 - left[::-1].index(face)
            left[place] = 0
            found.append(place)
    return sorted(found)


def loose_fallen(lying: Sequence[int], faces: Sequence[int]) -> list[Spot]:
    """Return the last of the dice beside the pyramid, as many as fell. `lying`: as `pyramids.loose` draws them."""
    count = sum(map(bool, lying))
    return [square(*loose_place(place), LOOSE) for place in range(max(0, count - len(faces)), count)]


def state_of(position: Position) -> Any:
    """Return a position as rules read it."""
    return SimpleNamespace(**position)


def _outlines(mark: _Mark, spots: Sequence[Spot]) -> Iterator[str]:
    for spot in spots:
        scale = _scale(spot)
        outline = _widened(spot, mark.widened * scale)
        yield polygon(outline, "none", INK, HALO * scale, ' stroke-opacity=".75"')
        yield polygon(outline, "none", mark.colour, LINE * scale, mark.extra)


def _badges(pairs: Sequence[tuple[_Mark, Sequence[Spot]]]) -> Iterator[str]:
    """Return the sign of each mark, at a corner of the first thing that no other mark is at."""
    taken: list[Point] = []
    for mark, spots in pairs:
        others = [spot for other, theirs in pairs if other is not mark for spot in theirs]
        if spots:
            spot = next((spot for spot in spots if spot not in others), spots[0])
            radius = BADGE * _scale(spot)
            taken.append(_corner(mark.side, spot, radius, [*map(_middle, others), *taken]))
            yield _badge(mark, radius, *taken[-1])


def _badge(mark: _Mark, radius: float, x: float, y: float) -> str:
    return (
        f'<g transform="translate({x:.1f},{y:.1f}) scale({radius / BADGE:.2f})"><circle r="{BADGE}" '
        f'fill="{mark.colour}" stroke="{INK}" stroke-width="3"/><path d="{mark.sign}" fill="none" stroke="{INK}" '
        f'stroke-width="6" stroke-linecap="round"/></g>'
    )


def _corner(side: int, spot: Spot, radius: float, taken: Sequence[Point]) -> Point:
    """Return where the sign of a spot is: at its upper corner on this side, or at another one farther from others."""
    across, up = ([point[way] for point in spot] for way in range(2))
    sides = [max(across) + radius / 3, min(across) - radius / 3][::side]
    corners = [_inside(radius, x, y) for x in sides for y in (min(up) - radius / 3, max(up) + radius / 3)]
    return max(corners, key=lambda corner: min([2 * radius, *(dist(corner, other) for other in taken)]))


def _inside(radius: float, x: float, y: float) -> Point:
    return min(max(x, radius + 2), WIDTH - radius - 2), min(max(y, radius + 2), HEIGHT - radius - 2)


def _scale(spot: Spot) -> float:
    smallest = min(max(point[way] for point in spot) - min(point[way] for point in spot) for way in range(2))
    return min(1.0, smallest / FULL)


def _middle(spot: Spot) -> Point:
    x, y = (sum(point[way] for point in spot) / len(spot) for way in range(2))
    return x, y


def _widened(spot: Spot, by: float) -> Spot:
    """Return an outline with each corner so much farther out."""
    x, y = _middle(spot)
    return [(left + by * _sign(left - x), top + by * _sign(top - y)) for left, top in spot]


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
