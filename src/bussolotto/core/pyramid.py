"""The pyramid of dice: a pile in the corner of a cube lattice, as tables.

Dice stand on a corner in the hollows of a triangular base, so the pile is the corner of a lattice of cubes (GEO-1). A
cell is a triple (a, b, c), and its number is its position in lexicographic order. Its die shows three upper faces, one
to each of the sides X, Y, Z: a pose is the triple (fx, fy, fz) of these faces. Seen from above, X, Y, Z follow each
other counter-clockwise (GEO-10):

                 (8,0,0)                        level 0, seen from above; the player of side X sits below
               Z   /\\   Y
                  /  \\                          to their left side Z, to their right side Y
           (0,8,0)----(0,0,8)
                    X                           side X is the plane a = 0: its dice show fx to them

Where a table has no cell to name, it says OUTSIDE (never occupied) or GROUND (always occupied). A pile with two entries
more than there are cells, a 0 and a 1, can therefore be asked about any neighbour without a special case. Numbers of
cells are uint16 and meant as indices: convert them to `int` before doing arithmetic with them.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.core.kernel import each, rule
from bussolotto.core.reasons import Reason

SIZE = 8  # the sum of the coordinates of a base cell: nine hollows along each side
SIDES = 3
X, Y, Z = range(SIDES)

Cell = tuple[int, int, int]
Table = npt.NDArray[np.uint16]


def cells(size: int) -> tuple[Cell, ...]:
    """The cells of a lattice of this size, in lexicographic order (GEO-1)."""
    span = range(size + 1)
    return tuple((a, b, c) for a, b, c in product(span, span, span) if a + b + c <= size)


def moved(cell: Cell, **steps: int) -> Cell:
    """The cell this many steps further along the axes named: `moved(cell, x=1, y=-1)`."""
    return cell[0] + steps.get("x", 0), cell[1] + steps.get("y", 0), cell[2] + steps.get("z", 0)


AXES = "xyz"
CELLS = cells(SIZE)
INDEX = {cell: index for index, cell in enumerate(CELLS)}
COUNT = len(CELLS)
OUTSIDE = COUNT  # beyond a side, where there can never be a die
GROUND = COUNT + 1  # below level 0, where there is always support

# [cell] -> level, 0 for the base (GEO-1)
LEVEL = np.array([SIZE - sum(cell) for cell in CELLS], np.int64)
BASE = tuple(index for index in range(COUNT) if LEVEL[index] == 0)
# [cell][side] -> the cell that the upper face on that side faces, or OUTSIDE (GEO-3)
ABOVE: Table = np.array([[INDEX.get(moved(cell, **{axis: -1}), OUTSIDE) for axis in AXES] for cell in CELLS], np.uint16)
# [cell][axis] -> the cell it rests on along that axis, or GROUND (GEO-2)
BELOW: Table = np.array([[INDEX.get(moved(cell, **{axis: 1}), GROUND) for axis in AXES] for cell in CELLS], np.uint16)
FUNNELS = tuple(index for index in range(COUNT) if LEVEL[index] > 0)  # by the cell of the die that would fill them


def around(cell: int) -> list[int]:
    """The cells whose dice share a face with a die here (GEO-3)."""
    return [int(other) for other in (*ABOVE[cell], *BELOW[cell]) if other < COUNT]


def row(cell: int, axis: int) -> list[int]:
    """The whole straight line through a cell along an axis, from its highest cell down to the base (GEO-6)."""
    fixed = [other for other in range(SIDES) if other != axis]
    return [index for index, other in enumerate(CELLS) if all(other[side] == CELLS[cell][side] for side in fixed)]


def plane(axis: int, coordinate: int) -> list[int]:
    """All cells with this coordinate; coordinate 0 is the side of the pyramid that gives this axis its name (GEO-6)."""
    return [index for index, cell in enumerate(CELLS) if cell[axis] == coordinate]


def edge_cells(size: int = SIZE) -> list[Cell]:
    """The base cells at the rim, corners included (GEO-7)."""
    return [cell for cell in cells(size) if sum(cell) == size and 0 in cell]


def inner_cells(size: int = SIZE) -> list[Cell]:
    """The base cells that are not at the rim (GEO-7)."""
    return [cell for cell in cells(size) if sum(cell) == size and 0 not in cell]


def peaks(level: int, size: int = SIZE) -> list[tuple[Cell, Cell, Cell]]:
    """The downward triangles of a level: three cells around a gap in which no die can stand (GEO-8)."""
    centres = (cell for cell in cells(size + 1) if sum(cell) == size - level + 1 and 0 not in cell)
    return [(moved(cell, x=-1), moved(cell, y=-1), moved(cell, z=-1)) for cell in centres]


def saddles(level: int, size: int = SIZE) -> list[tuple[Cell, Cell, Cell]]:
    """The upward triangles of a level: three cells around the gap above which they make a funnel (GEO-12)."""
    above = (cell for cell in cells(size) if sum(cell) == size - level - 1)
    return [(moved(cell, x=1), moved(cell, y=1), moved(cell, z=1)) for cell in above]


def ridges(level: int, size: int = SIZE) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbours of a level, between which lies the edge that a die is tipped over (GEO-9, GEO-12)."""
    there = (cell for cell in cells(size) if sum(cell) == size - level)
    steps = ({"x": -1, "y": 1}, {"y": -1, "z": 1}, {"z": -1, "x": 1})
    pairs = ((cell, moved(cell, **step)) for cell in there for step in steps)
    return [(cell, other) for cell, other in pairs if min(other) >= 0]


def within(size: int) -> npt.NDArray[np.uint8]:
    """uint8[165]: 1 for the cells of the smaller lattice that is the top corner of the big one.

    Its base consists of the cells whose coordinates add up to `size`; the numbers of the cells stay the same.
    """
    return np.array([sum(cell) <= size for cell in CELLS], np.uint8)


_SIZES = range(SIZE + 1)
# [size] -> how many cells the base of a lattice of this size has
BASE_COUNTS = np.array([len(cells(size)) - len(cells(size - 1)) for size in _SIZES], np.int64)
# [size][..] -> the cells of that base in order, then 0
BASES = np.zeros((SIZE + 1, int(BASE_COUNTS[SIZE])), np.int64)
# [size][cell] -> the next cell of that lattice; COUNT after its last one
NEXT = np.full((SIZE + 1, COUNT), COUNT, np.int64)
for _size in _SIZES:
    _inside = np.flatnonzero(within(_size))
    NEXT[_size, _inside[:-1]] = _inside[1:]
    BASES[_size, : BASE_COUNTS[_size]] = [cell for cell in _inside if sum(CELLS[cell]) == _size]


# --- poses ------------------------------------------------------------------------------------------------------------


def _direction(face: int) -> npt.NDArray[np.int64]:
    """The direction in which a face looks on a die whose 1, 2, 3 look along the axes: opposite faces add up to 7."""
    axis = min(face, 7 - face) - 1
    way: npt.NDArray[np.int64] = np.eye(SIDES, dtype=np.int64)[axis] * (1 if face <= SIDES else -1)
    return way


def _possible(faces: Sequence[int]) -> bool:
    """Can a die show these three faces, one to each side? Its 1, 2, 3 run counter-clockwise round their corner."""
    first, second, third = map(_direction, faces)
    return int(np.cross(first, second) @ third) == 1


# [pose][side] -> the face shown there; in lexicographic order
POSES = np.array([faces for faces in product(range(1, 7), repeat=SIDES) if _possible(faces)], np.int64)
POSE_COUNT = len(POSES)
# [fx][fy][fz] -> pose; POSE_COUNT where no die can show these faces
POSE_OF = np.full((7, 7, 7), POSE_COUNT, np.int64)
for _pose, _faces in enumerate(POSES):
    POSE_OF[tuple(_faces)] = _pose


def tipped(faces: Sequence[int], toward: int, away: int) -> tuple[int, ...]:
    """What a die shows after it has been tipped toward one side and away from another (GEO-9)."""
    after = list(faces)
    after[toward], after[away] = faces[away], 7 - faces[toward]
    return tuple(after)


# [pose][toward][away] -> the pose after tipping (GEO-9); the same pose where both sides are one
TIPPED = np.array([[[pose] * SIDES] * SIDES for pose in range(POSE_COUNT)], np.int64)
# [cell][toward][away] -> the cell that tipping leads to, or OUTSIDE
TIPS_TO: Table = np.full((COUNT, SIDES, SIDES), OUTSIDE, np.uint16)
for _toward, _away in permutations(range(SIDES), 2):
    for _pose, _faces in enumerate(POSES):
        TIPPED[_pose, _toward, _away] = POSE_OF[tipped(_faces.tolist(), _toward, _away)]
    for _index, _cell in enumerate(CELLS):
        _steps = {AXES[_toward]: -1, AXES[_away]: 1}
        TIPS_TO[_index, _toward, _away] = INDEX.get(moved(_cell, **_steps), OUTSIDE)

# --- seats ------------------------------------------------------------------------------------------------------------

SIDE_OF_SEAT = np.array([X, Z, Y], np.int64)  # of three seats, clockwise (GEO-10)
LEFT_OF = np.array([Z, X, Y], np.int64)  # [side] -> the side to the left of a player who sits there
RIGHT_OF = np.array([Y, Z, X], np.int64)  # [side] -> to the right

# --- symmetries -------------------------------------------------------------------------------------------------------

# The six symmetries of the triangle: SYMMETRIES[k][side] -> the side that it is mapped to. The first is the identity,
# the next two are the rotations, and the last three the reflections.
SYMMETRIES = np.array([(X, Y, Z), (Y, Z, X), (Z, X, Y), (X, Z, Y), (Y, X, Z), (Z, Y, X)], np.int64)
ROTATIONS, MIRRORS = (1, 2), (3, 4, 5)


def _under(symmetry: int, triple: Sequence[int]) -> Cell:
    """A triple of values by side after a symmetry."""
    x, y, z = (triple[list(SYMMETRIES[symmetry]).index(side)] for side in range(SIDES))
    return int(x), int(y), int(z)


def _face_under(symmetry: int, face: int) -> int:
    """The face after a symmetry: a reflection makes a left-handed die; replacing faces by opposite ones undoes that."""
    return 7 - face if symmetry in MIRRORS else face


# [symmetry][cell] -> the cell after the symmetry
CELL_UNDER: Table = np.array([[INDEX[_under(k, cell)] for cell in CELLS] for k in range(6)], np.uint16)
# [symmetry][pose] -> the pose after the symmetry
POSE_UNDER = np.array(
    [[POSE_OF[_under(k, [_face_under(k, face) for face in faces])] for faces in POSES.tolist()] for k in range(6)],
    np.int64,
)

# --- questions about a pile, a sequence by cell in which 0 is an empty cell -------------------------------------------


@rule
def uncovered(pile: Any, cell: int) -> int:
    """How many upper faces of the die here are uncovered; with 3 the die is free (GEO-3, GEO-5)."""
    count = 0
    for side in range(SIDES):
        above = ABOVE[cell][side]
        count += above == OUTSIDE or pile[above] == 0
    return int(count)


@rule
def supported(pile: Any, cell: int) -> bool:
    """Could a die stand here: in a hollow of the base, or with a die below on each axis (GEO-2)?"""
    if LEVEL[cell] == 0:
        return True
    return bool(pile[BELOW[cell][0]] and pile[BELOW[cell][1]] and pile[BELOW[cell][2]])


def no_place(clause: int, pile: Any, cell: int) -> Reason:
    """Why no die can go here, with a clause of the game: one stands here, dice are missing below (GEO-2), or all is."""
    if pile[cell]:
        return Reason(clause, "filled")
    missing = sum(support < COUNT and not pile[support] for support in BELOW[cell].tolist())
    return Reason(clause, "unsupported", n=missing) if missing else Reason(clause, "outside")


@rule
def is_funnel(pile: Any, cell: int) -> bool:
    """Do three dice form a funnel here, with no die in it (GEO-2)?"""
    return bool(LEVEL[cell] > 0 and pile[cell] == 0 and supported(pile, cell))


def stands(pile: Sequence[int], size: int = SIZE) -> bool:
    """Does every die of a pile stand in the base of the lattice of this size, or above it with its three supports?"""
    dice = [(cell, sum(CELLS[cell])) for cell in range(COUNT) if pile[cell]]
    return all(total == size or (total < size and supported(pile, cell)) for cell, total in dice)


@rule
def slide(pile: Any, cell: int) -> int:
    """Remove the die here; if one rests on it, that row moves down one step (GEO-11). Return the cell left empty."""
    hole = int(cell)
    for side in range(SIDES):
        above = int(ABOVE[hole][side])
        while above != OUTSIDE and pile[above]:
            pile[hole] = pile[above]
            hole = above
            above = int(ABOVE[hole][side])
        if hole != cell:
            break
    pile[hole] = 0
    return hole


# --- text -------------------------------------------------------------------------------------------------------------


def cell_text(cell: int) -> str:
    """A cell in notation, `2,3,3`."""
    return ",".join(map(str, CELLS[cell]))


def pose_text(pose: int) -> str:
    """A pose in notation, `312`: the faces to X, Y, Z."""
    return "".join(map(str, POSES[pose]))


CELL_TEXTS = tuple(map(cell_text, range(COUNT)))
POSE_TEXTS = tuple(map(pose_text, range(POSE_COUNT)))


def outcome_texts(seats: int) -> tuple[str, ...]:
    """Outcomes as text for games in which dice are laid and thrown: the start seat, a pose, a face."""
    return (*each("start", range(seats)), *each("lay", POSE_TEXTS), *each("die", range(1, 7)))


@cache
def cells_by_text() -> dict[str, int]:
    """Cells by their notation."""
    return {text: cell for cell, text in enumerate(CELL_TEXTS)}


@cache
def poses_by_text() -> dict[str, int]:
    """Poses by their notation."""
    return {text: pose for pose, text in enumerate(POSE_TEXTS)}


def drawing(marks: Sequence[str], levels: Iterable[int] = range(SIZE + 1), size: int = SIZE) -> str:
    """The levels side by side as text, seen from above with side X below; `marks`: what to write, by cell."""
    blocks = [_triangle(marks, size - level) for level in levels if level <= size]
    height = max(map(len, blocks))
    padded = [[" " * len(block[0])] * (height - len(block)) + block for block in blocks]
    return "\n".join("   ".join(lines).rstrip() for lines in zip(*padded, strict=True))


def drawing_of_levels(marks: Sequence[str], nothing: str, size: int) -> str:
    """The levels up to the highest with a mark other than `nothing` as text, four of them side by side at most."""
    top = max((size - sum(cell) for cell, mark in zip(CELLS, marks, strict=True) if mark != nothing), default=0)
    return "\n".join(drawing(marks, range(low, min(low + 3, top) + 1), size) for low in range(0, top + 1, 4))


def _triangle(marks: Sequence[str], total: int) -> list[str]:
    """One level, the cells whose coordinates add up to `total`; one line for each a, the greatest on top."""
    wide = max(len(marks[index]) for index, cell in enumerate(CELLS) if sum(cell) == total)
    lines = []
    for a in range(total, -1, -1):
        names = [marks[INDEX[a, b, total - a - b]].center(wide) for b in range(total - a, -1, -1)]
        lines.append((" " * wide).join(names).center((2 * total + 1) * wide))
    return lines
