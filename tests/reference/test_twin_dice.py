"""The tables of part-rolls against their slow twin, entry by entry."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from bussolotto.core import dice
from tests.reference import dice as twin

KEEPS = twin.keeps()


def test_the_keeps_in_their_order() -> None:
    assert list(dice.KEEPS) == KEEPS
    assert len(KEEPS) == 462
    assert {faces: KEEPS.index(faces) for faces in KEEPS} == dice.INDEX
    assert KEEPS[dice.NONE] == ()


def test_sizes_counts_and_lowest_faces() -> None:
    assert dice.SIZE.tolist() == [len(faces) for faces in KEEPS]
    assert dice.COUNT.tolist() == [[faces.count(face) for face in twin.FACES] for faces in KEEPS]
    assert dice.LOWEST.tolist() == [min(faces, default=0) for faces in KEEPS]


def test_ways_and_odds() -> None:
    assert dice.WAYS.tolist() == [twin.rolls(len(faces))[faces] for faces in KEEPS]
    assert [dice.odds(keep) for keep in range(len(KEEPS))] == [twin.odds(faces) for faces in KEEPS]


@pytest.mark.parametrize("size", range(6))
def test_the_odds_of_all_rolls_of_a_size_are_one(size: int) -> None:
    chances = [dice.odds(keep) for keep, faces in enumerate(KEEPS) if len(faces) == size]
    assert sum(chances, Fraction(0)) == 1


def test_one_die_more_and_one_less() -> None:
    for keep, faces in enumerate(KEEPS):
        for face in twin.FACES:
            more, less = twin.plus(faces, face), twin.minus(faces, face)
            assert dice.PLUS[keep][face - 1] == (KEEPS.index(more) if len(more) <= 5 else -1)
            assert dice.MINUS[keep][face - 1] == (-1 if less is None else KEEPS.index(less))


def test_membership_and_number_of_parts() -> None:
    for roll, faces in enumerate(KEEPS):
        parts = twin.parts(faces)
        assert dice.CONTAINS[roll].tolist() == [int(keep in parts) for keep in KEEPS]
        assert dice.PARTS[roll] == len(parts)


def test_joined() -> None:
    for keep, faces in enumerate(KEEPS):
        for other, others in enumerate(KEEPS):
            if len(faces) + len(others) <= 5:
                assert KEEPS[dice.joined(keep, other)] == tuple(sorted(faces + others))


@pytest.mark.parametrize("dice_left", range(6))
@pytest.mark.parametrize("wanted", range(-1, 7))
def test_reach_is_the_best_one_can_do(dice_left: int, wanted: int) -> None:
    assert dice.reach(dice_left, wanted) == twin.best_chance(dice_left, wanted)


def test_reach_by_hand() -> None:
    assert dice.reach(1, 1) == Fraction(1, 6)
    assert dice.reach(2, 1) == 1 - Fraction(5, 6) ** 3  # two dice, then one of them again
    assert dice.reach(5, 1) == 1 - Fraction(5, 6) ** 15


def test_every_order_of_every_part_roll_comes_once_in_ascending_sequence() -> None:
    for keep, expected in enumerate(dice.KEEPS):
        faces = np.zeros(dice.DICE, np.int64)
        count = dice.spread(keep, faces)
        orders = [tuple(faces[:count].tolist())]
        while dice.next_order(faces, count):
            orders.append(tuple(faces[:count].tolist()))
        assert orders == sorted(set(permutations(expected)))
