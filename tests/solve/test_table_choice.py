"""Tables of Cincinnati chosen in balance: the sums recounted another way, other strategies tried, dice thrown."""

from functools import cache
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest

from bussolotto import dice
from bussolotto.solve import meet, table_choice
from bussolotto.solve.rolls import Values, rolls
from bussolotto.solve.table_choice import ENOUGH, Balance

ROUNDS = [(4, (25.0, 25.0, 25.0)), (6, (30.0, 55.0, 15.0)), (3, (60.0, 0.0, 20.0))]
FIRST = rolls().odds[dice.NONE]
MET = dice.MEETS[:, dice.HANDS].astype(bool)


@cache
def balance(seats: int, money: tuple[float, float, float]) -> Balance:
    return table_choice.balance(seats, money)


def chosen(plan: Values) -> Values:
    """How often each table is chosen."""
    often: Values = FIRST @ plan
    return often


@pytest.mark.parametrize(("seats", "money"), ROUNDS)
def test_a_best_answer_gains_little(seats: int, money: tuple[float, float, float]) -> None:
    found = balance(seats, money)
    assert 0 <= found.gain <= ENOUGH * found.worth
    assert np.allclose(found.plan.sum(axis=1), 1)
    assert np.allclose(found.ends.sum(axis=0), chosen(found.plan)[:, None])


@pytest.mark.parametrize(("seats", "money"), ROUNDS)
def test_what_all_expect_is_what_the_tables_lose(seats: int, money: tuple[float, float, float]) -> None:
    """A table is cleared unless each of those who chose it misses its condition."""
    found = balance(seats, money)
    often = chosen(found.plan)
    cleared = 0.0
    for table in np.flatnonzero(often):
        for number in range(1, seats + 1):
            there = comb(seats, number) * often[table] ** number * (1 - often[table]) ** (seats - number)
            missed = 1 - found.ends[MET[table], table, number - 1].sum() / often[table]
            cleared += money[table] * there * (1 - missed**number)
    assert seats * found.worth == pytest.approx(cleared)


@pytest.mark.parametrize(("seats", "money"), ROUNDS)
def test_no_plain_strategy_does_better(seats: int, money: tuple[float, float, float]) -> None:
    """Whoever goes to one table and only tries to meet its condition gets no more than a best answer does."""
    found = balance(seats, money)
    for table in np.flatnonzero(chosen(found.plan)):
        assert alone_at(found, seats, money, int(table)) <= found.worth + found.gain + 1e-9


def alone_at(found: Balance, seats: int, money: tuple[float, float, float], table: int) -> float:
    """What a seat expects that always chooses this table and keeps what meets the condition best."""
    ends = FIRST
    for left in (2, 1):
        best = meet.chances(meet.CONDITIONS[table]).keep[left]
        kept = [max(parts.tolist(), key=lambda keep: best[keep]) for parts in rolls().parts]
        ends = ends @ rolls().odds[kept]
    often = chosen(found.plan)[table]
    rank = (dice.RANK, dice.RANK, dice.LOW_RANK)[table][dice.HANDS]
    expected = 0.0
    for others in range(seats):
        company = comb(seats - 1, others) * often**others * (1 - often) ** (seats - 1 - others)
        end = np.where(MET[table], found.ends[:, table, others], 0) / often
        for hand in np.flatnonzero(MET[table]):
            equal, better = end[hand], end[rank > rank[hand]].sum()
            share = sum(
                comb(others, same) * equal**same * (1 - better - equal) ** (others - same) / (same + 1)
                for same in range(others + 1)
            )
            expected += company * ends[hand] * share * money[table]
    return expected


def test_one_seat_by_itself_meets_as_well_as_can_be() -> None:
    """Without others the choice is the best product of chance and money, and nothing else."""
    money = (20.0, 30.0, 25.0)
    chances = np.array([meet.chances(condition).hand[2] for condition in meet.CONDITIONS])
    best = (chances * np.array(money)[:, None]).max(axis=0)
    assert table_choice.balance(1, money).worth == pytest.approx(float(FIRST @ best))


def test_more_money_is_chosen_oftener() -> None:
    shares = [chosen(table_choice.balance(4, (25.0, heap, 25.0)).plan)[1] for heap in (15.0, 25.0, 50.0, 100.0)]
    assert all(np.diff(shares) > 0.05)


@pytest.mark.parametrize(
    ("faces", "table"), [((6, 6, 6, 6, 6), 0), ((6, 6, 6, 5, 5), 0), ((2, 3, 4, 5, 6), 1), ((1, 1, 2, 2, 3), 2)]
)
def test_a_hand_made_for_a_table_goes_there(faces: tuple[int, ...], table: int) -> None:
    plan = balance(4, (25.0, 25.0, 25.0)).plan
    assert plan[rolls().hand(faces), table] > 0.99


def test_three_seats_have_no_second_table() -> None:
    """Whatever lay there nobody could take (CIN-5)."""
    assert not table_choice.balance(3, (20.0, 90.0, 20.0)).plan[:, 1].any()


def test_the_unit_of_money_does_not_matter() -> None:
    one, other = balance(4, (25.0, 25.0, 25.0)), table_choice.balance(4, (5.0, 5.0, 5.0))
    assert one.worth == pytest.approx(5 * other.worth)
    assert np.allclose(one.plan, other.plan)


THROWN = 20_000


def test_rounds_thrown_agree() -> None:
    """Rounds in which everybody follows the strategy bring a seat what it says, within four standard errors."""
    seats, money = 4, (25.0, 25.0, 25.0)
    found = balance(seats, money)
    often = chosen(found.plan)
    rng = np.random.default_rng(11)
    tables = rng.choice(3, (THROWN, seats), p=often / often.sum())
    others = (tables[:, :, None] == tables[:, None, :]).sum(axis=2) - 1
    ends = np.zeros((THROWN, seats), np.int64)
    for table, number in product(range(3), range(seats)):
        here = (tables == table) & (others == number)
        chance = found.ends[:, table, number] / found.ends[:, table, number].sum()
        ends[here] = rng.choice(252, here.sum(), p=chance)
    rank = np.where(tables == 2, dice.LOW_RANK[dice.HANDS][ends], dice.RANK[dice.HANDS][ends]) * MET[tables, ends]
    alike = tables[:, :1] == tables
    best = (rank * alike).max(axis=1)
    takes = (rank[:, 0] == best) & (best > 0)
    won = np.where(takes, 25.0 / np.maximum((alike & (rank == best[:, None])).sum(axis=1), 1), 0.0)
    assert abs(won.mean() - found.worth) < 4 * won.std() / sqrt(THROWN)
