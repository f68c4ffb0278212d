"""The order of the 252 hands of five dice against the slow twin, hand by hand."""

from collections import Counter
from itertools import combinations_with_replacement, pairwise, product

import pytest

from bussolotto.core import dice
from bussolotto.games.cincinnati import game as cincinnati
from tests.games.cincinnati.twin import NAMES, NUMBERS, OPTIONS, PARTS, low_value, meets, value

ALL = list(combinations_with_replacement(range(1, 7), 5))


def test_the_hands_are_the_keeps_of_five_dice() -> None:
    assert [dice.KEEPS[keep] for keep in dice.HANDS] == ALL
    assert list(dice.KEEPS) == PARTS


def test_a_strict_order_of_hands() -> None:
    best_first = sorted(ALL, key=value, reverse=True)
    assert all(value(better) > value(worse) for better, worse in pairwise(best_first))
    assert sorted(ALL, key=lambda hand: dice.RANK[NUMBERS[hand]], reverse=True) == best_first
    assert len({int(dice.RANK[NUMBERS[hand]]) for hand in ALL}) == len(ALL)


def test_a_strict_order_of_low_hands() -> None:
    best_first = sorted(ALL, key=low_value, reverse=True)
    assert all(low_value(better) > low_value(worse) for better, worse in pairwise(best_first))
    assert sorted(ALL, key=lambda hand: dice.LOW_RANK[NUMBERS[hand]], reverse=True) == best_first
    assert len({int(dice.LOW_RANK[NUMBERS[hand]]) for hand in ALL}) == len(ALL)


def test_every_hand_is_better_than_no_hand() -> None:
    fewer = [number for part, number in NUMBERS.items() if len(part) < 5]
    assert {int(dice.RANK[number]) for number in fewer} == {0}
    assert min(dice.RANK[NUMBERS[hand]] for hand in ALL) > 0


def test_what_clears_a_table() -> None:
    for table, part in product("ABC", PARTS):
        expected = len(part) == 5 and meets(table, part)
        assert dice.MEETS["ABC".index(table)][NUMBERS[part]] == expected, (table, part)


def test_what_clears_a_table_that_asks_for_something_else() -> None:
    row = 0
    every = {"condition_a": OPTIONS["condition_a"], "condition_b": range(3, 6), "condition_c": range(5, 31)}
    for table, (option, values) in zip("ABC", every.items(), strict=True):
        for asked in map(str, values):
            expected = [hand for hand in ALL if meets(table, hand, {option: asked})]
            assert [hand for hand in ALL if cincinnati.MEETS[row][NUMBERS[hand]]] == expected, (option, asked)
            row += 1
    assert row == len(cincinnati.MEETS)


def test_names_of_all_hands() -> None:
    assert {hand: dice.hand_name(NUMBERS[hand]) for hand in ALL} == {hand: NAMES[value(hand)[0]] for hand in ALL}
    assert Counter(NAMES[value(hand)[0]] for hand in ALL) == {  # counted by hand
        "five-of-a-kind": 6,
        "four-of-a-kind": 30,
        "large-straight": 2,
        "full-house": 30,
        "three-of-a-kind": 60,
        "small-straight": 14,
        "two-pairs": 60,
        "one-pair": 48,
        "nothing": 2,
    }


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((1, 2, 3, 4, 4), (1, 2, 2, 3, 4)),
        ((1, 3, 3, 6, 6), (1, 1, 5, 6, 6)),
        ((1, 1, 5, 6, 6), (3, 4, 4, 5, 5)),
        ((1, 4, 5, 6, 6), (2, 3, 5, 6, 6)),
        ((2, 3, 4, 5, 6), (1, 2, 3, 4, 5)),
        ((2, 2, 2, 2, 6), (2, 2, 2, 2, 5)),
        ((1, 3, 4, 5, 6), (1, 2, 3, 4, 6)),
        ((1, 2, 4, 5, 6), (1, 2, 3, 5, 6)),
    ],
)
def test_printed_examples(better: tuple[int, ...], worse: tuple[int, ...]) -> None:
    assert dice.RANK[NUMBERS[better]] > dice.RANK[NUMBERS[worse]]


def test_printed_examples_at_table_c() -> None:
    lowest_first = [(1, 1, 1, 2, 3), (1, 1, 1, 3, 4), (1, 2, 2, 2, 3), (2, 2, 2, 2, 3)]
    ranks = [dice.LOW_RANK[NUMBERS[hand]] for hand in lowest_first]
    assert ranks == sorted(ranks, reverse=True)
    assert not dice.MEETS[2][NUMBERS[1, 1, 1, 4, 5]]  # twelve points
    assert dice.MEETS[2][NUMBERS[1, 1, 1, 3, 5]]
