"""The pyramid of dice, slow and obvious: every function is a sentence of GEO-1 to GEO-11.

A cell is a tuple (a, b, c), a side is 0, 1 or 2 (X, Y, Z), a die is the triple of the faces it turns to X, Y and Z.
A pile is whatever answers `cell in pile`: a set of cells or a dict that tells what stands there. Three functions
remember their answers, for they are asked a million times; nobody changes the lists they give.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import TypeVar

Cell = tuple[int, int, int]
Die = tuple[int, int, int]
Anything = TypeVar("Anything")

SIZE = 8  # GEO-1: the top corner of the big lattice
X, Y, Z = SIDES = (0, 1, 2)
SIDE_OF_SEAT = (X, Z, Y)  # GEO-10: three seats, clockwise from above


@cache
def cells(size: int = SIZE) -> list[Cell]:
    """All cells (GEO-1), in the order of their numbers: ascending tuples."""
    coordinates = range(size + 1)
    return [(a, b, c) for a in coordinates for b in coordinates for c in coordinates if a + b + c <= size]


def inside(cell: Cell, size: int = SIZE) -> bool:
    """Is this a cell of the lattice at all?"""
    return all(coordinate >= 0 for coordinate in cell) and sum(cell) <= size


def level(cell: Cell, size: int = SIZE) -> int:
    """How high this cell lies; the base is 0 (GEO-1)."""
    return size - sum(cell)


def base_cells(size: int = SIZE) -> list[Cell]:
    """The cells of level 0."""
    return [cell for cell in cells(size) if level(cell, size) == 0]


def corners(size: int = SIZE) -> list[Cell]:
    """The three base cells with two coordinates of 0 (GEO-7)."""
    return [cell for cell in base_cells(size) if cell.count(0) == 2]


def edge_cells(size: int = SIZE) -> list[Cell]:
    """The base cells with a coordinate of 0, corners included (GEO-7)."""
    return [cell for cell in base_cells(size) if 0 in cell]


def inner_cells(size: int = SIZE) -> list[Cell]:
    """The base cells that are no edge cells (GEO-7)."""
    return [cell for cell in base_cells(size) if 0 not in cell]


@cache
def moved(cell: Cell, side: int, steps: int) -> Cell:
    """So many steps along one axis: up and toward the side with -1, down and away from it with +1."""
    a, b, c = (coordinate + steps * (axis == side) for axis, coordinate in enumerate(cell))
    return a, b, c


def looks_to(cell: Cell, side: int) -> Cell:
    """The cell that the face to this side looks to; it may lie outside (GEO-3)."""
    return moved(cell, side, -1)


def above(cell: Cell, size: int = SIZE) -> list[Cell]:
    """The cells inside the lattice that the upper faces look to."""
    return [looks_to(cell, side) for side in SIDES if inside(looks_to(cell, side), size)]


@cache
def supports(cell: Cell, size: int = SIZE) -> list[Cell]:
    """The three cells that a die here rests on; none for a base cell (GEO-2)."""
    return [moved(cell, side, 1) for side in SIDES] if level(cell, size) > 0 else []


def neighbours(cell: Cell, size: int = SIZE) -> list[Cell]:
    """All cells whose die would touch a die here by a face (GEO-3)."""
    return above(cell, size) + supports(cell, size)


def touch(one: Cell, other: Cell) -> bool:
    """Do dice in these cells touch by a face: one coordinate differs, and by one (GEO-3)?"""
    return sorted(abs(mine - yours) for mine, yours in zip(one, other, strict=True)) == [0, 0, 1]


def rests(pile: Collection[Cell], cell: Cell, size: int = SIZE) -> bool:
    """Would a die in this cell have all it rests on (GEO-2)?"""
    return all(support in pile for support in supports(cell, size))


def stands(pile: Collection[Cell], size: int = SIZE) -> bool:
    """Is this a legal pile (GEO-2)?"""
    return all(inside(cell, size) and rests(pile, cell, size) for cell in pile)


def places(pile: Collection[Cell], size: int = SIZE) -> list[Cell]:
    """Every empty cell that a die may be put into: empty base cells and standing funnels."""
    return [cell for cell in cells(size) if cell not in pile and rests(pile, cell, size)]


def uncovered(pile: Collection[Cell], cell: Cell) -> list[int]:
    """The sides that this cell shows an uncovered upper face to (GEO-3)."""
    return [side for side in SIDES if looks_to(cell, side) not in pile]


def is_free(pile: Collection[Cell], cell: Cell) -> bool:
    """Does nothing rest on the die in this cell (GEO-5)?"""
    return len(uncovered(pile, cell)) == 3


def funnels(size: int = SIZE) -> list[Cell]:
    """The cells above the base: a funnel has the name of the cell that it carries (GEO-2)."""
    return [cell for cell in cells(size) if level(cell, size) > 0]


def open_funnels(pile: Collection[Cell], size: int = SIZE) -> list[Cell]:
    """The funnels that stand, with nothing in them."""
    return [cell for cell in funnels(size) if cell not in pile and rests(pile, cell, size)]


def faces_into(funnel: Cell) -> list[tuple[Cell, int]]:
    """The three faces that look into a funnel, as cell and side (GEO-4)."""
    return [(moved(funnel, side, 1), side) for side in SIDES]


def adjacent(one: Cell, other: Cell) -> bool:
    """Do two hollows of one level lie next to each other: one step along one axis and one back along another?"""
    return sorted(mine - yours for mine, yours in zip(one, other, strict=True)) == [-1, 0, 1]


def saddles(of_level: int, size: int = SIZE) -> list[set[Cell]]:
    """Three cells of a level on which a die can rest (GEO-12)."""
    rims = [set(supports(funnel, size)) for funnel in funnels(size)]
    return [rim for rim in rims if all(level(cell, size) == of_level for cell in rim)]


def ridges(of_level: int, size: int = SIZE) -> list[set[Cell]]:
    """Two cells of a level next to each other (GEO-12)."""
    there = [cell for cell in cells(size) if level(cell, size) == of_level]
    return [{one, two} for one in there for two in there if one < two and adjacent(one, two)]


def peaks(of_level: int, size: int = SIZE) -> list[set[Cell]]:
    """Three cells of a level next to each other that are no funnel: nothing stands on them (GEO-8)."""
    there = [cell for cell in cells(size) if level(cell, size) == of_level]
    funnel_rims = [set(supports(funnel, size)) for funnel in funnels(size)]
    triples = [
        {one, two, three}
        for one in there
        for two in there
        for three in there
        if one < two < three and adjacent(one, two) and adjacent(two, three) and adjacent(one, three)
    ]
    return [triple for triple in triples if triple not in funnel_rims]


def line(cell: Cell, axis: int, size: int = SIZE) -> list[Cell]:
    """The whole line through a cell along one axis, from its top to its base cell (GEO-6)."""
    return sorted(other for other in cells(size) if all(other[side] == cell[side] for side in SIDES if side != axis))


def run(pile: Collection[Cell], cell: Cell, axis: int) -> list[Cell]:
    """The unbroken row of `pile` along one axis that holds this cell, from its top down (GEO-6)."""
    assert cell in pile, cell
    top = cell
    while moved(top, axis, -1) in pile:
        top = moved(top, axis, -1)
    row = [top]
    while moved(row[-1], axis, 1) in pile:
        row.append(moved(row[-1], axis, 1))
    return row


def plane(side: int, coordinate: int, size: int = SIZE) -> list[Cell]:
    """All cells with this coordinate fixed (GEO-6)."""
    return [cell for cell in cells(size) if cell[side] == coordinate]


def slide(pile: dict[Cell, Anything], taken: Cell, size: int = SIZE) -> dict[Cell, Anything]:
    """The pile after a base die with two or three uncovered upper faces was taken (GEO-11)."""
    covered = [side for side in SIDES if side not in uncovered(pile, taken)]
    assert len(covered) <= 1 and level(taken, size) == 0, taken
    after = {cell: die for cell, die in pile.items() if cell != taken}
    if covered:
        hole, axis = taken, covered[0]
        while looks_to(hole, axis) in after:
            after[hole] = after.pop(looks_to(hole, axis))
            hole = looks_to(hole, axis)
    assert stands(after, size), (sorted(pile), taken)
    return after


def _even(order: Sequence[int]) -> bool:
    return sum(first > later for first, later in combinations(order, 2)) % 2 == 0


def _dice() -> list[Die]:
    """1-2-3 run counter-clockwise, as X-Y-Z do (GEO-10): (1, 2, 3) is a die.

    Two faces exchanged, or one replaced by the opposite one, make the mirror image of a die.
    """
    found: list[Die] = []
    for order in permutations((1, 2, 3)):
        for turned in product((False, True), repeat=3):
            if _even(order) == (sum(turned) % 2 == 0):
                fx, fy, fz = (7 - face if turn else face for face, turn in zip(order, turned, strict=True))
                found.append((fx, fy, fz))
    return sorted(found)


DICE = _dice()  # the 24 ways a die can stand, ascending; a pose's code is its place here


def tip(die: Die, toward: int, away: int) -> Die:
    """The die tipped toward one side and away from another (GEO-9)."""
    faces = list(die)
    faces[toward] = die[away]
    faces[away] = 7 - die[toward]
    fx, fy, fz = faces
    return fx, fy, fz


def tip_to(cell: Cell, toward: int, away: int) -> Cell:
    """The cell that a tipped die comes to (GEO-9)."""
    return moved(moved(cell, toward, -1), away, 1)


def right_of(side: int) -> int:
    """The side at the right hand of who sits at this one (GEO-10)."""
    return (side + 1) % 3


def left_of(side: int) -> int:
    """The side at the left hand of who sits at this one (GEO-10)."""
    return (side + 2) % 3


def tips(side: int) -> dict[str, tuple[int, int]]:
    """The four tips in the eyes of who sits at a side, each as (toward, away) (GEO-9)."""
    front, left, right = side, left_of(side), right_of(side)
    return {
        "left": (left, right),
        "right": (right, left),
        "forward-left": (left, front),
        "forward-right": (right, front),
    }


def by_cell(contents: Mapping[Cell, int]) -> list[int]:
    """What stands where as a list in the order of the cells of the big lattice, 0 where nothing does."""
    return [contents.get(cell, 0) for cell in cells()]


def text(cell: Cell) -> str:
    """`2,3,3`."""
    return ",".join(map(str, cell))


def read_cell(words: str) -> Cell:
    """The cell that `2,3,3` names."""
    a, b, c = map(int, words.split(","))
    return a, b, c


def die_text(die: Die) -> str:
    """`312`: the faces to X, Y and Z."""
    return "".join(map(str, die))


def read_die(word: str) -> Die:
    """The die that `312` names."""
    fx, fy, fz = map(int, word)
    return fx, fy, fz
