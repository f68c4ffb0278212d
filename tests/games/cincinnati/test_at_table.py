"""What it is worth to sit at a table: counted die by die with few dice, and laws of the real dice."""

from collections.abc import Callable
from functools import cache
from itertools import product
from math import prod

import numpy as np
import pytest

from bussolotto.core import dice
from bussolotto.games.cincinnati import table_choice
from bussolotto.games.cincinnati.at_table import HOLDS, AtTable, Rank
from bussolotto.games.cincinnati.table_choice import Round
from bussolotto.solve.rolls import Indices, Values, rolls
from tests.games.cincinnati import twin_table_choice as twin

HOLDER = 0.45
SEED = 5


def order_of(hands: int, seed: int) -> Indices:
    """A strict order of a part of the hands, the others being nothing."""
    order = np.random.default_rng(seed).permutation(hands) - hands // 3
    return order.clip(0).astype(np.int64)


@cache
def table(count: int, faces: int, seed: int = SEED) -> AtTable:
    """A table of few dice."""
    few = rolls(count, faces)
    hands = len(few.hands)
    rank = np.random.default_rng(seed + 1).permutation(hands).astype(np.int64)
    prone = few.odds[0] * np.random.default_rng(seed + 2).random(hands)
    return AtTable(few, order_of(hands, seed), rank, HOLDER, prone)


def small(at: AtTable) -> twin.Small:
    """The same for the twin."""
    hands = faces_of(at)
    order, rank = (dict(zip(hands, each.tolist(), strict=True)) for each in (at.order, at.rank))
    return twin.Small(len(hands[0]), max(map(max, hands)), order, rank, at.holder)


def faces_of(at: AtTable) -> list[twin.Hand]:
    return [at.rolls.keeps[keep] for keep in at.rolls.hands]


def plain(at: AtTable, others: int, crowded: bool) -> list[twin.Keeps]:
    """What all keep, for the twin."""
    kept = at.plain(others, crowded)
    return [{hand: at.rolls.keeps[part] for hand, part in zip(faces_of(at), each, strict=True)} for each in kept]


def speaks(at: AtTable, beside: Rank) -> Callable[[twin.Hand, twin.Hand], bool]:
    ranks = small(at).rank
    if beside <= Rank.POORER:
        return lambda _mine, _other: beside == Rank.RICHER
    return lambda mine, other: ranks[mine] > ranks[other] or (mine == other and beside == Rank.EQUAL_BEFORE)


@pytest.mark.parametrize("beside", Rank)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_play_as_perfectly_as_the_twin(beside: Rank, seed: int) -> None:
    at = table(2, 3, seed)
    chance = twin.two(small(at), speaks(at, beside), HOLDS[beside])
    expected = [[chance(mine, other) for other in faces_of(at)] for mine in faces_of(at)]
    assert np.allclose(at.two(beside), expected, atol=1e-9)


@pytest.mark.parametrize(("count", "faces", "others"), [(2, 3, 1), (2, 3, 2), (2, 2, 3), (3, 2, 3)])
@pytest.mark.parametrize("crowded", [False, True])
def test_what_one_sees_is_used_as_well_as_can_be(count: int, faces: int, others: int, crowded: bool) -> None:
    at = table(count, faces)
    hands = faces_of(at)
    chance = twin.among(small(at), plain(at, others, crowded), 0.45, best=True)
    come = np.random.default_rng(3).random(len(hands))
    expected = np.zeros(len(hands))
    for there in product(range(len(hands)), repeat=others):
        often = prod(come[list(there)])
        expected += [often * chance(mine, tuple(hands[hand] for hand in there)) for mine in hands]
    assert np.allclose(at.seen(others, 0.45, crowded).against(come), expected)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("beside", Rank)
@pytest.mark.parametrize("most_seen", [3, 1])
def test_a_round_is_counted_out(seats: int, beside: Rank, most_seen: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every first hand and every choice of all others; with `most_seen` 1 what a seat does not look at counts too."""
    monkeypatch.setattr(table_choice, "MOST_SEEN", most_seen)
    count, faces = (2, 3) if seats == 3 else (2, 2)
    tables = tuple(table(count, faces, seed) for seed in (4, 5, 6))
    about = Round(seats, np.array([3.0, 5.0, 4.0]), (0, 2) if seats == 3 else (0, 1, 2), tables)
    first = tables[0].rolls.odds[0]
    plan = np.random.default_rng(seats).random((len(first), 3)) * [9, seats > 3, 1]
    come = first[:, None] * plan / plan.sum(axis=1, keepdims=True)
    assert (come.sum(axis=0) > table_choice.CROWDED).any()
    found = table_choice.worth(about, come, beside)
    for place in about.open:
        for best, worth in zip((True, False), found, strict=True):
            expected = counted(about, come, place, beside, best, most_seen)
            assert np.allclose(worth[:, place], about.money[place] * expected)


def counted(about: Round, come: Values, place: int, beside: Rank, best: bool, most_seen: int) -> Values:
    """The chances of clearing a table, by first hand."""
    at, seats = about.tables[place], about.seats
    hands, few = faces_of(at), small(at)
    crowded = bool(come[:, place].sum() > table_choice.CROWDED)
    tied = HOLDER if HOLDS[beside] else 1 - HOLDER
    company: dict[tuple[twin.Hand, ...], float] = {}
    for others in product(product(range(len(hands)), about.open), repeat=seats - 1):
        there = tuple(sorted(hands[hand] for hand, table in others if table == place))
        company[there] = company.get(there, 0.0) + prod(come[hand, table] for hand, table in others)
    pair = twin.two(few, speaks(at, beside), HOLDS[beside])
    expected = np.zeros(len(hands))
    for number in range(seats):
        groups = {there: often for there, often in company.items() if len(there) == number}
        keeps = plain(at, number, crowded) if number > 1 else []
        if number == 0:
            chances = {mine: groups[()] * at.alone[hand] for hand, mine in enumerate(hands)}
        elif number > 1 and best and number > most_seen:
            chances = twin.blind(few, keeps, tied, groups)
        else:
            chance = (lambda mine, there: pair(mine, *there)) if number == 1 else twin.among(few, keeps, tied, best)
            chances = {mine: sum(often * chance(mine, there) for there, often in groups.items()) for mine in hands}
        expected += [chances[mine] for mine in hands]
    return expected


def test_plain_play_meets_the_condition_alone_best() -> None:
    """At each real table one by oneself keeps as if nobody were there."""
    for at in table_choice.a_round(4, (1.0, 1.0, 1.0)).tables:
        second, third = at.plain(0)
        ends = at.rolls.odds[second] @ at.rolls.odds[third]
        assert np.allclose(ends @ (at.order > 0), at.alone)


@pytest.mark.parametrize("place", range(3))
def test_two_win_no_more_than_one_can(place: int) -> None:
    """Alone each would be better off, and so would two who met the condition by themselves at two such tables."""
    at = table_choice.a_round(4, (1.0, 1.0, 1.0)).tables[place]
    richer, poorer = at.two(Rank.RICHER), at.two(Rank.POORER)
    assert (richer <= at.alone[:, None] + 1e-12).all() and (poorer <= at.alone[:, None] + 1e-12).all()
    together = richer + poorer.T
    assert (together <= 1 - (1 - at.alone[:, None]) * (1 - at.alone) + 1e-12).all()


@pytest.mark.parametrize("others", [2, 3, 4, 5])
def test_all_who_play_plainly_share_what_one_of_them_clears(others: int) -> None:
    for at in table_choice.a_round(4, (1.0, 1.0, 1.0)).tables:
        come = rolls().odds[dice.NONE]
        missed = 1 - (come @ at.plain_ends(others))[at.order > 0].sum()
        shared = (others + 1) * come @ at.followed(come, others, 0.5)
        assert shared == pytest.approx(1 - missed ** (others + 1))
        assert (at.unseen(come, others, 0.5) >= at.followed(come, others, 0.5) - 1e-12).all()
