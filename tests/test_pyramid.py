"""The lattice: what the rulebooks print of it comes out of the tables; and every term has its property."""

from collections import Counter
from itertools import chain, pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bussolotto.core import pyramid
from bussolotto.core.pyramid import BASE, CELLS, COUNT, FUNNELS, INDEX, MIRRORS, POSES, SIDES, X, Y, Z

FULL = np.array([*[1] * COUNT, 0, 1], np.uint8)  # every cell, nothing OUTSIDE, the GROUND
CORNERS = {(8, 0, 0), (0, 8, 0), (0, 0, 8)}
cell_numbers = st.integers(0, COUNT - 1)
symmetries = st.integers(0, len(pyramid.SYMMETRIES) - 1)


@st.composite
def piles(draw: st.DrawFn) -> list[int]:
    """Legal piles: dice put one after another wherever they can stand."""
    pile = [0] * COUNT
    for cell in draw(st.permutations(range(COUNT)))[: draw(st.integers(0, COUNT))]:
        if pyramid.supported(pile, cell):
            pile[cell] = 1
    return pile


def legal(pile: list[int]) -> bool:
    """GEO-2."""
    return all(pyramid.supported(pile, cell) for cell in range(COUNT) if pile[cell])


class TestPrintedFacts:
    def test_165_cells_in_nine_levels(self) -> None:
        assert COUNT == len(CELLS) == 165 == 3 * 55
        dice = {0: 45, 1: 36, 2: 28, 3: 21, 4: 15, 5: 10, 6: 6, 7: 3, 8: 1}
        assert Counter(pyramid.LEVEL.tolist()) == dice

    def test_120_funnels(self) -> None:
        assert len(FUNNELS) == 120

    @pytest.mark.parametrize(("size", "dice"), [(8, 165), (7, 120), (3, 20)])
    def test_other_editions_have_other_sizes(self, size: int, dice: int) -> None:
        assert len(pyramid.cells(size)) == dice == pyramid.within(size).sum()

    def test_in_a_full_pyramid_only_the_top_die_is_free(self) -> None:
        assert [cell for cell in range(COUNT) if pyramid.uncovered(FULL, cell) == SIDES] == [INDEX[0, 0, 0]]

    def test_on_the_base_only_corners_have_two_uncovered_faces(self) -> None:
        assert {CELLS[cell] for cell in BASE if pyramid.uncovered(FULL, cell) == 2} == CORNERS
        two = {CELLS[cell] for cell in range(COUNT) if pyramid.uncovered(FULL, cell) == 2}
        assert two == {cell for cell in CELLS if sorted(cell)[:2] == [0, 0] and cell != (0, 0, 0)}  # the ridges

    def test_the_base_has_corners_edges_and_inner_cells(self) -> None:
        assert len(pyramid.edge_cells()) == 24 and {*pyramid.edge_cells()} >= CORNERS
        assert len(pyramid.inner_cells()) == 21

    def test_the_longest_row_has_nine_dice(self) -> None:
        assert max(len(pyramid.row(cell, axis)) for cell in range(COUNT) for axis in range(SIDES)) == 9

    def test_the_centre_of_the_base_is_a_peak(self) -> None:
        assert ((2, 3, 3), (3, 2, 3), (3, 3, 2)) in pyramid.peaks(0)
        assert [len(pyramid.peaks(level)) for level in range(9)] == [28, 21, 15, 10, 6, 3, 1, 0, 0]

    def test_every_ridge_of_the_base_ends_in_one_saddle_and_in_a_peak_or_at_the_rim(self) -> None:
        saddles, ridges, peaks = pyramid.saddles(0), pyramid.ridges(0), pyramid.peaks(0)
        assert (len(saddles), len(ridges)) == (36, 108)
        for ridge in ridges:
            assert sum(set(ridge) <= set(saddle) for saddle in saddles) == 1
            beside = sum(set(ridge) <= set(peak) for peak in peaks)
            assert beside == 1 or (beside == 0 and any(0 == one == other for one, other in zip(*ridge, strict=True)))

    def test_a_saddle_makes_the_funnel_above_it(self) -> None:
        for level in range(8):
            funnels = [cell for cell in pyramid.FUNNELS if pyramid.LEVEL[cell] == level + 1]
            below = [tuple(pyramid.CELLS[cell] for cell in pyramid.BELOW[funnel]) for funnel in funnels]
            assert pyramid.saddles(level) == below

    def test_a_die_is_tipped_over_ridges(self) -> None:
        tips = {frozenset((cell, int(to))) for cell in pyramid.BASE for to in pyramid.TIPS_TO[cell].flat if to < COUNT}
        assert tips == {frozenset(pyramid.INDEX[cell] for cell in ridge) for ridge in pyramid.ridges(0)}

    def test_tipping_as_printed(self) -> None:
        front, right, left = X, pyramid.RIGHT_OF[X], pyramid.LEFT_OF[X]
        before = {front: 6, left: 2, right: 3}
        after = pyramid.tipped([before[side] for side in range(SIDES)], toward=right, away=left)
        assert {side: after[side] for side in range(SIDES)} == {front: 6, left: 4, right: 2}

    def test_24_poses(self) -> None:
        assert pyramid.POSE_COUNT == 24 == len({tuple(pose) for pose in POSES.tolist()})
        assert (POSES[pyramid.POSE_OF[1, 2, 3]] == (1, 2, 3)).all()  # counter-clockwise
        assert pyramid.POSE_OF[1, 3, 2] == pyramid.POSE_COUNT  # a left-handed die


class TestNeighbours:
    def test_faces_touch_when_cells_differ_by_one_step(self) -> None:
        for cell in range(COUNT):
            near = [other for other in range(COUNT) if sum(map(abs, np.subtract(CELLS[cell], CELLS[other]))) == 1]
            assert sorted(pyramid.around(cell)) == near

    def test_what_lies_above_rests_on_what_lies_below(self) -> None:
        for cell, side in product(range(COUNT), range(SIDES)):
            above = pyramid.ABOVE[cell][side]
            assert (above == pyramid.OUTSIDE) == (CELLS[cell][side] == 0)
            assert above == pyramid.OUTSIDE or pyramid.BELOW[above][side] == cell
            assert (pyramid.BELOW[cell][side] == pyramid.GROUND) == (cell in BASE)

    def test_a_row_climbs_one_level_a_step(self) -> None:
        for cell, axis in product(range(COUNT), range(SIDES)):
            row = pyramid.row(cell, axis)
            assert cell in row and row[0] in pyramid.plane(axis, 0) and row[-1] in BASE
            assert all(pyramid.BELOW[higher][axis] == lower for higher, lower in pairwise(row))

    def test_planes_share_out_all_cells(self) -> None:
        for axis in range(SIDES):
            assert sorted(chain.from_iterable(pyramid.plane(axis, at) for at in range(9))) == [*range(COUNT)]
            assert len(pyramid.plane(axis, 0)) == 45

    @given(piles())
    def test_neighbours_may_be_asked_for_without_a_question(self, pile: list[int]) -> None:
        """OUTSIDE is always empty, the GROUND never."""
        longer = [*pile, 0, 1]
        for cell in range(COUNT):
            assert pyramid.uncovered(pile, cell) == sum(not longer[above] for above in pyramid.ABOVE[cell])
            assert pyramid.supported(pile, cell) == all(longer[below] for below in pyramid.BELOW[cell])
            assert pyramid.is_funnel(pile, cell) == (cell in FUNNELS and not pile[cell] and legal_here(pile, cell))


def legal_here(pile: list[int], cell: int) -> bool:
    """Do three dice wait for one here?"""
    return all(pile[below] for below in pyramid.BELOW[cell] if below < COUNT)


class TestMoves:
    def test_tipping_there_and_back_changes_nothing(self) -> None:
        for pose, toward, away in product(range(24), range(SIDES), range(SIDES)):
            assert pyramid.TIPPED[pyramid.TIPPED[pose][toward][away]][away][toward] == pose

    def test_tipping_stays_on_its_level_and_in_a_neighbouring_hollow(self) -> None:
        for cell, toward, away in product(range(COUNT), range(SIDES), range(SIDES)):
            to = pyramid.TIPS_TO[cell][toward][away]
            if to != pyramid.OUTSIDE:
                steps = np.subtract(CELLS[to], CELLS[cell])
                assert toward != away and steps[toward] == -1 and steps[away] == 1 and steps.sum() == 0
            else:
                assert toward == away or CELLS[cell][toward] == 0

    @given(piles(), cell_numbers)
    def test_a_slide_keeps_the_pile_legal(self, pile: list[int], cell: int) -> None:
        if not pile[cell] or cell not in BASE or pyramid.uncovered(pile, cell) < 2:
            return
        before = pile.copy()
        named = [number + 1 if die else 0 for number, die in enumerate(pile)]
        pyramid.slide(named, cell)
        assert cell + 1 not in named and legal(named)
        assert sorted(named) == sorted(0 if die == cell + 1 else die for die in _numbered(before))
        moved = [die - 1 for place, die in enumerate(named) if die and die - 1 != place]
        assert all(die in _row_through(cell, moved) for die in moved)
        if pyramid.uncovered(before, cell) == SIDES:
            assert not moved


def _numbered(pile: list[int]) -> list[int]:
    return [number + 1 if die else 0 for number, die in enumerate(pile)]


def _row_through(cell: int, dice: list[int]) -> list[int]:
    """The row of the cell that holds the first of these dice."""
    return next((row for row in (pyramid.row(cell, axis) for axis in range(SIDES)) if dice and dice[0] in row), [])


class TestSymmetries:
    @given(symmetries, cell_numbers)
    def test_levels_and_neighbours_are_kept(self, symmetry: int, cell: int) -> None:
        there = pyramid.CELL_UNDER[symmetry]
        assert pyramid.LEVEL[there[cell]] == pyramid.LEVEL[cell]
        for side in range(SIDES):
            above, other_side = pyramid.ABOVE[cell][side], pyramid.SYMMETRIES[symmetry][side]
            moved = pyramid.OUTSIDE if above == pyramid.OUTSIDE else there[above]
            assert pyramid.ABOVE[there[cell]][other_side] == moved

    @given(symmetries, st.integers(0, 23), st.sampled_from([(X, Y), (Y, X), (X, Z), (Z, X), (Y, Z), (Z, Y)]))
    def test_tipping_commutes(self, symmetry: int, pose: int, tip: tuple[int, int]) -> None:
        toward, away = (pyramid.SYMMETRIES[symmetry][side] for side in tip)
        there = pyramid.POSE_UNDER[symmetry]
        assert pyramid.TIPPED[there[pose]][toward][away] == there[pyramid.TIPPED[pose][tip[0]][tip[1]]]

    @pytest.mark.parametrize("symmetry", range(6))
    def test_each_is_one_to_one_and_a_mirror_turns_faces_into_their_opposites(self, symmetry: int) -> None:
        assert sorted(pyramid.CELL_UNDER[symmetry]) == [*range(COUNT)]
        assert sorted(pyramid.POSE_UNDER[symmetry]) == [*range(24)]
        faces = POSES[pyramid.POSE_UNDER[symmetry]][:, pyramid.SYMMETRIES[symmetry][X]]
        assert (faces == (7 - POSES[:, X] if symmetry in MIRRORS else POSES[:, X])).all()


class TestText:
    def test_cells_and_poses_are_read_back(self) -> None:
        assert [pyramid.cells_by_text()[pyramid.cell_text(cell)] for cell in range(COUNT)] == [*range(COUNT)]
        assert [pyramid.poses_by_text()[pyramid.pose_text(pose)] for pose in range(24)] == [*range(24)]

    def test_a_drawing_has_side_x_below_and_y_to_the_right(self) -> None:
        marks = [str(max(cell)) for cell in CELLS]
        assert pyramid.drawing(marks, [6, 7, 8]).splitlines() == ["  2", " 1 1     1", "2 1 2   1 1   0"]
        marks = [pyramid.cell_text(cell) for cell in range(COUNT)]
        lower = pyramid.drawing(marks, [0]).splitlines()[-1].split()
        assert lower[0] == "0,8,0" and lower[-1] == "0,0,8"  # left the corner of sides X and Z, right of X and Y
