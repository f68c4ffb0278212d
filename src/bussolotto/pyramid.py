"""The pyramid of dice: a pile in the corner of a cube lattice, as tables.

Dice stand on a corner in the hollows of a triangular base, so the pile is the corner of a lattice of cubes (GEO-1).
A cell is a triple (a, b, c), its number the place in lexicographic order. Its die shows three upper faces, one to each
side X, Y, Z: a pose is the triple (fx, fy, fz) of what they show. Seen from above X, Y, Z follow each other
counter-clockwise (GEO-10):

                 (8,0,0)                        level 0, seen from above; the player of side X sits below
               Z   /\\   Y
                  /  \\                          to his left side Z, to his right side Y
           (0,8,0)----(0,0,8)
                    X                           side X is the plane a = 0: its dice show fx to him

Whatever a table has no cell for is OUTSIDE (nothing is ever there) or the GROUND (something always is): a pile that has
two entries more than there are cells, a 0 and a 1, can be asked about its neighbours without a question.
Numbers of cells are uint16 and meant as indices: turn them into `int` before reckoning with them.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.kernel import rule

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
    """The cell so many steps further along the axes named: `moved(cell, x=1, y=-1)`."""
    return cell[0] + steps.get("x", 0), cell[1] + steps.get("y", 0), cell[2] + steps.get("z", 0)


AXES = "xyz"
CELLS = cells(SIZE)
INDEX = {cell: index for index, cell in enumerate(CELLS)}
COUNT = len(CELLS)
OUTSIDE = COUNT  # beyond a side, where no die can be
GROUND = COUNT + 1  # below level 0, where something always holds

# [cell] -> level, 0 for the base (GEO-1)
LEVEL = np.array([SIZE - sum(cell) for cell in CELLS], np.int64)
BASE = tuple(index for index in range(COUNT) if LEVEL[index] == 0)
# [cell][side] -> the cell that the die's upper face to that side looks to, or OUTSIDE (GEO-3)
ABOVE: Table = np.array([[INDEX.get(moved(cell, **{axis: -1}), OUTSIDE) for axis in AXES] for cell in CELLS], np.uint16)
# [cell][axis] -> the cell it rests on along that axis, or GROUND (GEO-2)
BELOW: Table = np.array([[INDEX.get(moved(cell, **{axis: 1}), GROUND) for axis in AXES] for cell in CELLS], np.uint16)
FUNNELS = tuple(index for index in range(COUNT) if LEVEL[index] > 0)  # by the cell of the die that would fill them


def around(cell: int) -> list[int]:
    """The cells whose dice touch a die here by a face (GEO-3)."""
    return [int(other) for other in (*ABOVE[cell], *BELOW[cell]) if other < COUNT]


def row(cell: int, axis: int) -> list[int]:
    """The whole straight line through a cell along an axis, from its highest cell down to the base (GEO-6)."""
    fixed = [other for other in range(SIDES) if other != axis]
    return [index for index, other in enumerate(CELLS) if all(other[side] == CELLS[cell][side] for side in fixed)]


def plane(axis: int, coordinate: int) -> list[int]:
    """All cells with this coordinate; coordinate 0 is the side of the pyramid that this axis is named for (GEO-6)."""
    return [index for index, cell in enumerate(CELLS) if cell[axis] == coordinate]


def edge_cells(size: int = SIZE) -> list[Cell]:
    """The base cells at the rim, corners included (GEO-7)."""
    return [cell for cell in cells(size) if sum(cell) == size and 0 in cell]


def inner_cells(size: int = SIZE) -> list[Cell]:
    """The base cells that are not at the rim (GEO-7)."""
    return [cell for cell in cells(size) if sum(cell) == size and 0 not in cell]


def peaks(level: int, size: int = SIZE) -> list[tuple[Cell, Cell, Cell]]:
    """The downward triangles of a level: three cells with a gap between them that no die can stand on (GEO-8)."""
    centres = (cell for cell in cells(size + 1) if sum(cell) == size - level + 1 and 0 not in cell)
    return [(moved(cell, x=-1), moved(cell, y=-1), moved(cell, z=-1)) for cell in centres]


def within(size: int) -> npt.NDArray[np.uint8]:
    """uint8[165]: 1 for the cells of the smaller lattice that is the top corner of the big one.

    Its base are the cells whose coordinates add up to `size`; numbers of cells stay what they are.
    """
    return np.array([sum(cell) <= size for cell in CELLS], np.uint8)


# --- poses ------------------------------------------------------------------------------------------------------------


def _direction(face: int) -> npt.NDArray[np.int64]:
    """Where a face looks on a die that lies with 1, 2, 3 to the axes: opposite faces add up to 7."""
    axis = min(face, 7 - face) - 1
    way: npt.NDArray[np.int64] = np.eye(SIDES, dtype=np.int64)[axis] * (1 if face <= SIDES else -1)
    return way


def _possible(faces: Sequence[int]) -> bool:
    """Can a die show these three, one to each side? Its 1, 2, 3 run counter-clockwise round their corner."""
    first, second, third = map(_direction, faces)
    return int(np.cross(first, second) @ third) == 1


# [pose][side] -> the face shown there; in lexicographic order
POSES = np.array([faces for faces in product(range(1, 7), repeat=SIDES) if _possible(faces)], np.int64)
POSE_COUNT = len(POSES)
# [fx][fy][fz] -> pose; POSE_COUNT where no die can show that
POSE_OF = np.full((7, 7, 7), POSE_COUNT, np.int64)
for _pose, _faces in enumerate(POSES):
    POSE_OF[tuple(_faces)] = _pose


def tipped(faces: Sequence[int], toward: int, away: int) -> tuple[int, ...]:
    """What a die shows after it was tipped toward one side and away from another (GEO-9)."""
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
LEFT_OF = np.array([Z, X, Y], np.int64)  # [side] -> the side that a player there has to his left
RIGHT_OF = np.array([Y, Z, X], np.int64)  # [side] -> to his right

# --- symmetries -------------------------------------------------------------------------------------------------------

# The six symmetries of the triangle: SYMMETRIES[k][side] -> the side it comes to lie on. The first is none at all, the
# next two are the rotations, the others mirrors.
SYMMETRIES = np.array([(X, Y, Z), (Y, Z, X), (Z, X, Y), (X, Z, Y), (Y, X, Z), (Z, Y, X)], np.int64)
ROTATIONS, MIRRORS = (1, 2), (3, 4, 5)


def _under(symmetry: int, triple: Sequence[int]) -> Cell:
    """A triple by sides after a symmetry."""
    x, y, z = (triple[list(SYMMETRIES[symmetry]).index(side)] for side in range(SIDES))
    return int(x), int(y), int(z)


def _face_under(symmetry: int, face: int) -> int:
    """A mirror makes a left-handed die; with every face replaced by its opposite number it is right-handed again."""
    return 7 - face if symmetry in MIRRORS else face


# [symmetry][cell] -> where that cell comes to lie
CELL_UNDER: Table = np.array([[INDEX[_under(k, cell)] for cell in CELLS] for k in range(6)], np.uint16)
# [symmetry][pose] -> what that die shows after the symmetry
POSE_UNDER = np.array(
    [[POSE_OF[_under(k, [_face_under(k, face) for face in faces])] for faces in POSES.tolist()] for k in range(6)],
    np.int64,
)

# --- questions about a pile, a sequence by cell in which 0 is an empty cell -------------------------------------------


@rule
def uncovered(pile: Any, cell: int) -> int:
    """How many upper faces of the die here are uncovered; 3: it is free (GEO-3, GEO-5)."""
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


@rule
def is_funnel(pile: Any, cell: int) -> bool:
    """Do three dice make a funnel here, with no die in it (GEO-2)?"""
    return bool(LEVEL[cell] > 0 and pile[cell] == 0 and supported(pile, cell))


@rule
def slide(pile: Any, cell: int) -> None:
    """Take the die here away; if one die rests on it, the dice of that row move one step down it (GEO-11)."""
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


# --- text -------------------------------------------------------------------------------------------------------------


def cell_text(cell: int) -> str:
    """A cell in notation, `2,3,3`."""
    return ",".join(map(str, CELLS[cell]))


def pose_text(pose: int) -> str:
    """A pose in notation, `312`: the faces to X, Y, Z."""
    return "".join(map(str, POSES[pose]))


@cache
def cells_by_text() -> dict[str, int]:
    """Cells by their notation."""
    return {cell_text(cell): cell for cell in range(COUNT)}


@cache
def poses_by_text() -> dict[str, int]:
    """Poses by their notation."""
    return {pose_text(pose): pose for pose in range(POSE_COUNT)}


def drawing(marks: Sequence[str], levels: Iterable[int] = range(SIZE + 1), size: int = SIZE) -> str:
    """Levels side by side as text, seen from above with side X below; `marks`: what to write, by cell."""
    blocks = [_triangle(marks, size - level) for level in levels if level <= size]
    height = max(map(len, blocks))
    padded = [[" " * len(block[0])] * (height - len(block)) + block for block in blocks]
    return "\n".join("   ".join(lines).rstrip() for lines in zip(*padded, strict=True))


def _triangle(marks: Sequence[str], total: int) -> list[str]:
    """One level, the cells whose coordinates add up to `total`; one line for each a, the greatest on top."""
    wide = max(len(marks[index]) for index, cell in enumerate(CELLS) if sum(cell) == total)
    lines = []
    for a in range(total, -1, -1):
        names = [marks[INDEX[a, b, total - a - b]].center(wide) for b in range(total - a, -1, -1)]
        lines.append((" " * wide).join(names).center((2 * total + 1) * wide))
    return lines
