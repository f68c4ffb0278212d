"""The order of hands (CIN-1 to CIN-4), by the printed examples and by what is true of all 252 of them."""

from collections import Counter

import pytest

from bussolotto.core import dice

HANDS = [dice.KEEPS[hand] for hand in dice.HANDS.tolist()]


def rank(text: str) -> int:
    """Of a hand written as its digits."""
    return int(dice.RANK[hand(text)])


def hand(text: str) -> int:
    """The keep with these digits, in any order."""
    return dice.INDEX[tuple(sorted(map(int, text)))]


@pytest.mark.parametrize(
    "hands",
    [
        "66666 11111 66665 66664 55556 11112 23456 12345 66655 66611 11166 66654 66643 55564",  # CIN-1
        "11123 34561 23455 23452 12346 12344 12341 66554 66443 11225 66542 11532 12456 12356",
        "12344 12342",  # the printed examples from here on
        "66331 66115 55443",
        "66541 66532",
        "44422 66442",
    ],
)
def test_better_hands_first(hands: str) -> None:
    ranks = [rank(text) for text in hands.split()]
    assert ranks == sorted(ranks, reverse=True)


def test_the_order_is_strict_and_ends_with_nothing() -> None:
    assert sorted(dice.RANK[dice.HANDS].tolist()) == list(range(1, 253))
    assert sorted(dice.LOW_RANK[dice.HANDS].tolist()) == list(range(1, 253))
    assert rank("12356") == 1 and rank("12456") == 2 and rank("66666") == 252
    for table in (dice.RANK, dice.LOW_RANK, *dice.MEETS):
        assert not table[dice.SIZE < dice.DICE].any()


def test_so_many_hands_of_each_name() -> None:
    assert Counter(dice.hand_name(hand) for hand in dice.HANDS.tolist()) == {
        "five-of-a-kind": 6,
        "four-of-a-kind": 30,
        "large-straight": 2,
        "full-house": 30,
        "three-of-a-kind": 60,
        "small-straight": 14,  # three runs: 5 other dice for 2-5, for the others all but the one that makes it large
        "two-pairs": 60,
        "one-pair": 48,
        "nothing": 2,
    }


def test_names_come_in_their_order() -> None:
    names = [dice.hand_name(hand) for hand in sorted(dice.HANDS.tolist(), key=lambda hand: dice.RANK[hand])]
    assert list(dict.fromkeys(names)) == list(dice.HAND_NAMES)
    assert [names.index(name) for name in dice.HAND_NAMES] == sorted(names.index(name) for name in dice.HAND_NAMES)


def test_fewer_dice_have_no_name() -> None:
    with pytest.raises(AssertionError):
        dice.hand_name(dice.INDEX[1, 2, 3, 4])


def test_the_lowest_sum_then_most_ones() -> None:
    assert dice.LOW_RANK[hand("11134")] > dice.LOW_RANK[hand("12223")]  # a printed example: both 10
    assert dice.LOW_RANK[hand("11222")] > dice.LOW_RANK[hand("11223")] > dice.LOW_RANK[hand("11234")]  # 8, 9, 11
    best = max(dice.HANDS.tolist(), key=lambda hand: dice.LOW_RANK[hand])
    assert dice.KEEPS[best] == (1, 1, 1, 1, 1)
    sums = [sum(dice.KEEPS[hand]) for hand in sorted(dice.HANDS.tolist(), key=lambda hand: dice.LOW_RANK[hand])]
    assert sums == sorted(sums, reverse=True)


def test_what_meets_the_tables() -> None:
    for faces in HANDS:
        alike = max(faces.count(face) for face in faces)
        four_in_a_run = any({low, low + 1, low + 2, low + 3} <= set(faces) for low in (1, 2, 3))
        met = [alike >= 3, four_in_a_run, sum(faces) <= 11]
        assert dice.MEETS[:, dice.INDEX[faces]].tolist() == [int(each) for each in met], faces
    assert not dice.MEETS[2, hand("11235")]  # 12 points do not
