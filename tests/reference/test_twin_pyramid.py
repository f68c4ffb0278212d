"""The tables of the pyramid against the slow lattice: every cell, side, die, tip, slide and symmetry."""

import random
from collections.abc import Collection
from itertools import permutations, product

import pytest

from bussolotto.core import pyramid
from tests.reference import lattice
from tests.reference.lattice import SIDES, Cell, Die

SIZES = (8, 7, 4, 3)
NUMBER = {cell: number for number, cell in enumerate(lattice.cells())}
TIPS = list(permutations(SIDES, 2))  # toward, away


def number_of(cell: Cell, otherwise: int) -> int:
    """A cell's number, or what stands for cells that are not there."""
    return NUMBER.get(cell, otherwise)


def asked(pile: Collection[Cell]) -> list[int]:
    """A pile as the questions want it: by number, then OUTSIDE, where nothing is, then GROUND, where something is."""
    return [int(cell in pile) for cell in lattice.cells()] + [0, 1]


def any_pile(rng: random.Random) -> set[Cell]:
    """A legal pile of any height."""
    pile: set[Cell] = set()
    for _ in range(rng.randrange(166)):
        pile.add(rng.choice(lattice.places(pile)))
    return pile


def test_cells_levels_and_neighbours() -> None:
    assert list(pyramid.CELLS) == lattice.cells()
    assert dict(pyramid.INDEX) == NUMBER
    assert pyramid.LEVEL.tolist() == [lattice.level(cell) for cell in lattice.cells()]
    assert list(pyramid.BASE) == [NUMBER[cell] for cell in lattice.base_cells()]
    assert list(pyramid.FUNNELS) == [NUMBER[cell] for cell in lattice.funnels()]
    for cell, number in NUMBER.items():
        above = [number_of(lattice.looks_to(cell, side), pyramid.OUTSIDE) for side in SIDES]
        below = [number_of(lattice.moved(cell, side, 1), pyramid.GROUND) for side in SIDES]
        assert pyramid.ABOVE[number].tolist() == above
        assert pyramid.BELOW[number].tolist() == below
        assert set(pyramid.around(number)) == {NUMBER[other] for other in lattice.cells() if lattice.touch(cell, other)}


def test_rows_planes_and_the_faces_into_a_funnel() -> None:
    for (cell, number), axis in product(NUMBER.items(), SIDES):
        assert pyramid.row(number, axis) == [NUMBER[other] for other in lattice.line(cell, axis)]
    for side, coordinate in product(SIDES, range(9)):
        assert set(pyramid.plane(side, coordinate)) == {NUMBER[cell] for cell in lattice.plane(side, coordinate)}
    for funnel in lattice.funnels():
        into = [(int(cell), side) for side, cell in enumerate(pyramid.BELOW[NUMBER[funnel]])]
        assert into == [(NUMBER[cell], side) for cell, side in lattice.faces_into(funnel)]


@pytest.mark.parametrize("size", SIZES)
def test_smaller_lattices(size: int) -> None:
    assert list(pyramid.cells(size)) == lattice.cells(size)
    assert sorted(pyramid.edge_cells(size)) == lattice.edge_cells(size)
    assert sorted(pyramid.inner_cells(size)) == lattice.inner_cells(size)
    assert pyramid.within(size).tolist() == [int(lattice.inside(cell, size)) for cell in lattice.cells()]
    for level in range(size + 1):
        for fast, slow in (
            (pyramid.peaks(level, size), lattice.peaks(level, size)),
            (pyramid.saddles(level, size), lattice.saddles(level, size)),
            (pyramid.ridges(level, size), lattice.ridges(level, size)),
        ):
            assert len(fast) == len(slow)
            assert all(set(cells) in slow for cells in fast)


def test_dice_and_tips() -> None:
    dice = [tuple(faces) for faces in pyramid.POSES.tolist()]
    assert dice == lattice.DICE
    assert (1, 2, 3) in dice and len(dice) == pyramid.POSE_COUNT == 24
    for faces in product(range(7), repeat=3):
        assert pyramid.POSE_OF[faces] == (lattice.DICE.index(faces) if faces in lattice.DICE else pyramid.POSE_COUNT)
    for (number, die), (toward, away) in product(enumerate(lattice.DICE), TIPS):
        tipped = lattice.tip(die, toward, away)
        assert pyramid.tipped(die, toward, away) == tipped
        assert lattice.DICE[pyramid.TIPPED[number, toward, away]] == tipped
    for (cell, number), (toward, away) in product(NUMBER.items(), TIPS):
        assert pyramid.TIPS_TO[number, toward, away] == number_of(lattice.tip_to(cell, toward, away), pyramid.OUTSIDE)


def test_the_owners_view_of_a_tip() -> None:
    """GEO-9, GEO-10: what each tip does to the faces in front, to the left and to the right."""
    for side, die in product(SIDES, lattice.DICE):
        left, right = int(pyramid.LEFT_OF[side]), int(pyramid.RIGHT_OF[side])
        assert (left, right) == (lattice.left_of(side), lattice.right_of(side))
        front_face, left_face, right_face = die[side], die[left], die[right]
        after = {
            (right, left): (front_face, 7 - right_face, left_face),
            (left, right): (front_face, right_face, 7 - left_face),
            (right, side): (7 - right_face, left_face, front_face),
            (left, side): (7 - left_face, front_face, right_face),
        }
        assert set(after) == set(lattice.tips(side).values())
        for (toward, away), seen in after.items():
            tipped = pyramid.POSES[pyramid.TIPPED[lattice.DICE.index(die), toward, away]]
            assert (tipped[side], tipped[left], tipped[right]) == seen
    assert tuple(pyramid.SIDE_OF_SEAT) == lattice.SIDE_OF_SEAT


def test_questions_about_any_pile_and_slides() -> None:
    rng = random.Random(1)
    for _ in range(60):
        pile = any_pile(rng)
        by_number = asked(pile)
        for cell, number in NUMBER.items():
            if cell in pile:
                assert pyramid.uncovered(by_number, number) == len(lattice.uncovered(pile, cell))
            assert bool(pyramid.supported(by_number, number)) == lattice.rests(pile, cell)
            assert bool(pyramid.is_funnel(by_number, number)) == (cell in lattice.open_funnels(pile))
        takeable = [cell for cell in lattice.base_cells() if cell in pile and len(lattice.uncovered(pile, cell)) >= 2]
        for taken in takeable:
            contents = {cell: content for content, cell in enumerate(sorted(pile), 1)}
            slid = [contents.get(cell, 0) for cell in lattice.cells()] + [0, 1]
            pyramid.slide(slid, NUMBER[taken])
            assert slid == [*lattice.by_cell(lattice.slide(contents, taken)), 0, 1]


def test_symmetries() -> None:
    assert sorted(map(tuple, pyramid.SYMMETRIES.tolist())) == list(permutations(SIDES))
    for symmetry, goes_to in enumerate(pyramid.SYMMETRIES.tolist()):
        mirror = symmetry in pyramid.MIRRORS
        assert mirror != (symmetry in (0, *pyramid.ROTATIONS))
        for cell, number in NUMBER.items():
            assert pyramid.CELLS[pyramid.CELL_UNDER[symmetry, number]] == by_side(cell, goes_to)
        for number, die in enumerate(lattice.DICE):
            faces = by_side(die, goes_to)
            fx, fy, fz = (7 - face for face in faces) if mirror else faces
            assert lattice.DICE[pyramid.POSE_UNDER[symmetry, number]] == (fx, fy, fz)


def by_side(triple: Cell | Die, goes_to: list[int]) -> Cell | Die:
    """What belonged to a side belongs to the side it came to lie on."""
    a, b, c = (triple[goes_to.index(side)] for side in SIDES)
    return a, b, c


def test_notation_and_drawing() -> None:
    assert [pyramid.cell_text(number) for number in NUMBER.values()] == list(map(lattice.text, NUMBER))
    assert pyramid.cells_by_text() == {lattice.text(cell): number for cell, number in NUMBER.items()}
    assert [pyramid.pose_text(number) for number in range(24)] == list(map(lattice.die_text, lattice.DICE))
    assert pyramid.poses_by_text() == {lattice.die_text(die): number for number, die in enumerate(lattice.DICE)}
    assert all(lattice.read_cell(lattice.text(cell)) == cell for cell in NUMBER)
    assert all(lattice.read_die(lattice.die_text(die)) == die for die in lattice.DICE)
    marks = [f"{number:03}" for number in NUMBER.values()]
    assert sorted(word for word in pyramid.drawing(marks).split() if word in marks) == marks


def test_a_wrong_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = pyramid.TIPPED.copy()
    wrong[5, 0, 1], wrong[6, 0, 1] = pyramid.TIPPED[6, 0, 1], pyramid.TIPPED[5, 0, 1]
    monkeypatch.setattr(pyramid, "TIPPED", wrong)
    with pytest.raises(AssertionError):
        test_dice_and_tips()
