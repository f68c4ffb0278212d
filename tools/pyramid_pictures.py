"""The pictures of the pyramid and of the games played on it, drawn from the tables of `bussolotto.pyramid`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from random import Random

from bussolotto.core.pyramid import (
    BASE,
    CELL_UNDER,
    CELLS,
    COUNT,
    INDEX,
    LEVEL,
    MIRRORS,
    POSE_COUNT,
    POSE_OF,
    POSE_UNDER,
    POSES,
    ROTATIONS,
    SIDE_OF_SEAT,
    SIDES,
    SIZE,
    TIPPED,
    TIPS_TO,
    X,
    Y,
    Z,
    cell_text,
    edge_cells,
    inner_cells,
    peaks,
    plane,
    pose_text,
    ridges,
    row,
    saddles,
    slide,
    uncovered,
)
from bussolotto.pictures.piles import (
    COLOURS,
    LEANING,
    PEARL,
    SEATS,
    TURQUOISE,
    Die,
    Point,
    View,
    board,
    face,
    hollow,
    outline,
    pile,
    polygon,
    posed,
)
from bussolotto.pictures.svg import AMBER, INK, IVORY, QUIET, RED, YELLOW, bold, picture, text

PLAIN = [0] * (COUNT + 1) + [1]  # a pile with nothing in it: all cells, OUTSIDE, and the GROUND
FULL = [1] * COUNT + [0, 1]


def legend(x: float, y: float, entries: Iterable[tuple[str, str]]) -> list[str]:
    """Small dice with what their colour means, one below the other."""
    shapes = []
    for line, (colour, words) in enumerate(entries):
        shapes += single(View(x, y + 34 * line, 13), Die(colour))
        shapes.append(text(x + 24, y + 34 * line + 5, words))
    return shapes


def caption(x: float, y: float, words: str, colour: str = AMBER) -> str:
    """What a panel shows, above or below its middle."""
    return bold(text(x, y, words, colour, 16, "middle"))


def single(view: View, die: Die, cell: Sequence[float] = (0, 0, 0)) -> list[str]:
    """A die by itself."""
    return [shape for side in range(SIDES) for shape in face(view, cell, side, die)]


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
    """A full pyramid with 55 dice of each colour, in random places (GEN-5); the same each time."""
    chance = Random(seed)
    colours = [colour for colour in COLOURS for _ in range(COUNT // len(COLOURS))]
    chance.shuffle(colours)
    return {cell: posed(colour, chance.randrange(POSE_COUNT)) for cell, colour in enumerate(colours)}


def side_names(view: View, names: Sequence[str]) -> list[str]:
    """Words at the three sides of a pyramid, by side."""
    x, y, unit, steps = view
    low = 8.6 if steps is LEANING else 7.1
    return [
        text(x, y + low * unit, names[X], IVORY, 16, "middle"),
        text(x + 6.6 * unit, y - 4.6 * unit, names[Y]),
        text(x - 6.6 * unit, y - 4.6 * unit, names[Z], anchor="end"),
    ]


# --- geometry ---------------------------------------------------------------------------------------------------------


def whole() -> str:
    """A full pyramid with its sides and who sits there (GEO-1, GEO-10)."""
    view = View(330, 225, 26, LEANING)
    seats = {int(side): seat for seat, side in enumerate(SIDE_OF_SEAT)}
    names = [f"side {'XYZ'[side]}, seat {seats[side]}" for side in (X, Y, Z)]
    die = View(730, 235, 76, LEANING)
    shapes = [*pile(view, full()), *side_names(view, names), *single(die, Die(PEARL, (3, 1, 2)))]
    shapes += [caption(730, 366, "fx, to X"), caption(800, 196, "fy, to Y"), caption(660, 196, "fz, to Z")]
    title = "A full pyramid: side X with seat 0 below, side Z left, side Y right; and one die with its faces"
    return picture(880, 500, title, shapes)


def cell_names() -> str:
    """The base with the names of its cells (GEO-1)."""
    view = View(330, 330, 30)
    shapes = [*board(view, SIZE), *(tag(view, CELLS[cell], cell_text(cell), IVORY) for cell in BASE)]
    axes = View(650, 120, 46)
    for axis, name in enumerate("abc"):
        end = axes.place([axis == other for other in range(3)])
        words = axes.place([1.4 * (axis == other) for other in range(3)])
        shapes += [flight((axes.x, axes.y), end), caption(words[0], words[1] + 6, name)]
    title = "The 45 cells of the base with their coordinates: a grows upward, b to the left, c to the right"
    return picture(760, 520, title, shapes)


def levels() -> str:
    """The nine levels side by side (GEO-1)."""
    shapes = []
    x = 24.0
    for level in range(SIZE + 1):
        size = SIZE - level
        view = View(x + (size + 1) * 7.8, 96, 9)
        cells = [cell for cell in range(COUNT) if LEVEL[cell] == level]
        shapes += [shape for cell in cells for shape in single(view, Die(PEARL), CELLS[cell])]
        shapes += [caption(view.x, 172, str(len(cells))), text(view.x, 194, f"level {level}", QUIET, 13, "middle")]
        x += max((size + 1) * 15.6, 52) + 12
    return picture(round(x) + 8, 212, "The levels of the pyramid: 45, 36, 28, 21, 15, 10, 6, 3 and 1 dice", shapes)


def funnel() -> str:
    """Three dice, the faces that look into their funnel, and the die that stands in it (GEO-2, GEO-4)."""
    where = (1, 1, 1)
    below = [(2, 1, 1), (1, 2, 1), (1, 1, 2)]
    faces = [(4, 0, 0), (0, 1, 0), (0, 0, 6)]
    dice = {INDEX[cell]: Die(YELLOW, faces[axis]) for axis, cell in enumerate(below)}
    left, right = View(210, 190, 62), View(590, 190, 62)
    shapes = [*pile(left, dice, None), outline(left, where, AMBER, 5)]
    shapes += pile(right, dice | {INDEX[where]: Die(RED)}, None)
    places = [(left.x, 44), (left.x - 150, 290), (left.x + 150, 290)]
    for cell, name, look, (x, y) in zip(below, "xyz", faces, places, strict=True):
        outward = [coordinate + 0.3 * (coordinate == 2) for coordinate in cell]
        shapes += [caption(x, y, f"f{name} = {sum(look)}"), tag(right, outward, cell_text(INDEX[cell]), INK, 15)]
    shapes += [tag(right, where, "1,1,1", IVORY, 15)]
    shapes += [caption(210, 345, "the funnel at 1,1,1"), caption(590, 345, "the die that fills it")]
    title = "A funnel: three dice, of each the one face that looks into it; and the die that stands on them"
    return picture(800, 366, title, shapes)


def open_faces() -> str:
    """How many upper faces the dice of a full pyramid have uncovered (GEO-3, GEO-5)."""
    colours = {3: RED, 2: YELLOW, 1: PEARL}
    counts = {cell: uncovered(FULL, cell) for cell in range(COUNT)}
    dice = {cell: Die(colours.get(count, INK)) for cell, count in counts.items()}
    view = View(260, 280, 26)
    many = {count: sum(1 for other in counts.values() if other == count) for count in range(4)}
    entries = [
        (RED, f"all three: free ({many[3]})"), (YELLOW, f"two: the ridges ({many[2]})"),
        (PEARL, f"one: the sides ({many[1]})"), (INK, f"none: inside ({many[0]})"),
    ]  # fmt: skip
    shapes = [*pile(view, dice), *legend(545, 130, entries), *badges_of(view, [(8, 0, 0), (0, 8, 0), (0, 0, 8)])]
    title = "A full pyramid: one free die on top, two uncovered faces along the ridges, one on the sides"
    return picture(760, 450, title, shapes)


def badges_of(view: View, cells: Iterable[Sequence[int]]) -> list[str]:
    """The names of these cells on small plates."""
    return [shape for cell in cells for shape in badge(view, cell, ",".join(map(str, cell)))]


def row_and_plane() -> str:
    """A row and a plane (GEO-6)."""
    line = row(INDEX[0, 3, 2], Y)
    flat = plane(X, 0)
    panels = [(line, f"a row: 0,b,2 with {len(line)} dice"), (flat, f"a plane: a = 0 with {len(flat)} dice")]
    shapes = []
    for number, (chosen, words) in enumerate(panels):
        view = View(205 + 400 * number, 220, 20)
        shapes += pile(view, {cell: Die(TURQUOISE if cell in chosen else PEARL) for cell in range(COUNT)})
        shapes.append(caption(view.x, 372, words))
    return picture(810, 394, "A row climbs one level a step along an axis; a plane has one coordinate fixed", shapes)


def base_cells() -> str:
    """Corners, edge cells, inner cells and peaks of the base (GEO-7, GEO-8)."""
    edges, inner = edge_cells(), inner_cells()
    colours = {cell: RED if SIZE in cell else YELLOW for cell in edges} | dict.fromkeys(inner, PEARL)
    view = View(260, 280, 26)
    shapes = pile(view, {INDEX[cell]: Die(colour) for cell, colour in colours.items()})
    gaps = peaks(0)
    shapes += [dot(*_middle(view, three)) for three in gaps]
    corners = f"{len([cell for cell in edges if SIZE in cell])} corners"
    entries = [(RED, corners), (YELLOW, f"{len(edges)} edge cells in all"), (PEARL, f"{len(inner)} inner cells")]
    shapes += legend(545, 130, entries)
    shapes += [dot(545, 232), text(569, 237, f"{len(gaps)} peaks")]
    return picture(
        760, 450, "The base: corners, edge cells, inner cells, and the peaks, where no die can stand", shapes
    )


def saddles_and_ridges() -> str:
    """Where three dice make a funnel, and the edges over which dice are tipped, on an empty base (GEO-12)."""
    view = View(260, 280, 26)
    shapes = board(view, SIZE)
    ends = {frozenset(three): _middle(view, three) for three in saddles(0)}
    gaps = {frozenset(three): _middle(view, three) for three in peaks(0)}
    for two in ridges(0):
        start = next(where for three, where in ends.items() if set(two) <= three)
        x, y = _middle(view, two)
        rim = (2 * x - start[0], 2 * y - start[1])  # as far beyond the middle of the two hollows
        end = next((where for three, where in gaps.items() if set(two) <= three), rim)
        shapes.append(stroke(start, end))
    shapes += [dot(*where, AMBER) for where in ends.values()] + [dot(*where) for where in gaps.values()]
    shapes += [dot(545, 130, AMBER), text(569, 135, f"{len(ends)} saddles")]
    shapes += [dot(545, 164), text(569, 169, f"{len(gaps)} peaks")]
    shapes += [stroke((537, 198), (553, 198)), text(569, 203, f"{len(ridges(0))} ridges")]
    return picture(760, 450, "An empty base: saddles, peaks, and the ridges between neighbouring hollows", shapes)


def _middle(view: View, cells: Sequence[Sequence[float]]) -> Point:
    return view.place([sum(cell[axis] for cell in cells) / len(cells) for axis in range(3)])


def stroke(start: Point, end: Point) -> str:
    """A ridge."""
    (left, top), (right, bottom) = start, end
    places = f'x1="{left:.1f}" y1="{top:.1f}" x2="{right:.1f}" y2="{bottom:.1f}"'
    return f'<line {places} stroke="{IVORY}" stroke-width="2.5" stroke-linecap="round"/>'


def dot(x: float, y: float, colour: str = TURQUOISE) -> str:
    """A small mark between cells."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}" stroke="{INK}"/>'


def poses() -> str:
    """The 24 poses with their notation (GEO-3)."""
    shapes = []
    for pose in range(len(POSES)):
        x, y = 56 + pose % 8 * 92, 52 + pose // 8 * 112
        shapes += [*single(View(x, y, 36), posed(PEARL, pose)), text(x, y + 58, pose_text(pose), IVORY, 16, "middle")]
    return picture(756, 356, "The 24 ways a die can lie, each with its faces to X, Y and Z", shapes)


TIPS = {"left": (Z, Y), "right": (Y, Z), "forward-left": (Z, X), "forward-right": (Y, X)}  # of who sits at side X


def tips() -> str:
    """The four ways to tip for who sits at side X, from the printed position (GEO-9)."""
    start = INDEX[2, 3, 3]
    pose = int(POSE_OF[6, 3, 2])
    a, b, c = CELLS[start]
    view = View(380, 262, 76)
    at = View(view.x, view.y + 76 * (a - (b + c) / 2), 76)
    ring = [(0, 0, 0), (-1, 1, 0), (-1, 0, 1), *((int(x), int(y), int(z)) for x, y, z in directions())]
    shapes = [shape for x, y, z in ring for shape in hollow(at, (a + x, b + y, c + z))]
    shapes += single(at, posed(RED, pose), CELLS[start])
    for words, (toward, away) in TIPS.items():
        cell = CELLS[TIPS_TO[start, toward, away]]
        shapes += single(at, posed(YELLOW, int(TIPPED[pose, toward, away])), cell)
        x, y = at.place(cell)
        shapes.append(caption(x + (130 if "right" in words else -130), y + (-50 if "forward" in words else 6), words))
    x, y = at.place(CELLS[start])
    shapes += [caption(x, y + 118, "never backward", QUIET)]
    title = "A die that shows 6 to X, 2 left and 3 right, and what it shows after each of its four tips"
    return picture(760, 470, title, shapes)


def directions() -> list[list[int]]:
    """The steps between cells of a level that the four tips of side X make."""
    return [[-(axis == toward) + (axis == away) for axis in range(3)] for toward, away in TIPS.values()]


def sliding() -> str:
    """Taking a corner die: the dice of its ridge slide down (GEO-11)."""
    taken = INDEX[SIZE, 0, 0]
    line = row(taken, X)
    dice = {cell: Die(RED if cell == taken else TURQUOISE if cell in line else PEARL) for cell in range(COUNT)}
    numbers = [*range(1, COUNT + 1), 0, 1]
    slide(numbers, taken)
    after = {cell: dice[number - 1] for cell, number in enumerate(numbers[:COUNT]) if number}
    before_view, after_view = View(205, 240, 20), View(605, 240, 20)
    shapes = [*pile(before_view, dice), *pile(after_view, after)]
    empty = next(cell for cell in range(COUNT) if cell not in after)
    shapes += [outline(after_view, CELLS[empty]), *badge(before_view, CELLS[taken], cell_text(taken))]
    shapes += [caption(205, 392, "before: the corner die is taken"), caption(605, 392, "after: the ridge has slid")]
    return picture(
        810, 414, "Taking the corner die 8,0,0: the eight dice above it slide down, the top is empty", shapes
    )


def symmetries() -> str:
    """Three dice, turned by a third and mirrored: the mirror changes every face to its opposite."""
    dice = [((6, 1, 1), (3, 1, 2)), ((4, 3, 1), (6, 3, 2)), ((3, 2, 3), (1, 5, 4))]
    shapes = []
    for number, (symmetry, words) in enumerate(((0, "as it is"), (ROTATIONS[0], "turned"), (MIRRORS[0], "mirrored"))):
        view = View(150 + 270 * number, 170, 15)
        moved = {
            int(CELL_UNDER[symmetry, INDEX[cell]]): posed(SEATS[which], int(POSE_UNDER[symmetry, POSE_OF[faces]]))
            for which, (cell, faces) in enumerate(dice)
        }
        shapes += [*pile(view, moved), caption(view.x, 282, words)]
    return picture(840, 304, "Three dice on the base, the same turned by a third, the same in the mirror", shapes)


PICTURES: dict[str, Callable[[], str]] = {
    "pyramid.svg": whole,
    "pyramid-cells.svg": cell_names,
    "pyramid-levels.svg": levels,
    "pyramid-funnel.svg": funnel,
    "pyramid-open-faces.svg": open_faces,
    "pyramid-row-plane.svg": row_and_plane,
    "pyramid-base.svg": base_cells,
    "pyramid-saddles.svg": saddles_and_ridges,
    "pyramid-poses.svg": poses,
    "pyramid-tips.svg": tips,
    "pyramid-slide.svg": sliding,
    "pyramid-symmetries.svg": symmetries,
}
