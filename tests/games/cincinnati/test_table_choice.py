"""Tables of Cincinnati chosen in balance: what a single seat gains, what all have together, how they choose.

That the sums are those of the round is shown in `test_at_table`, with few dice.
"""

from functools import cache
from math import comb

import numpy as np
import pytest

from bussolotto.core import dice
from bussolotto.games.cincinnati import meet, table_choice
from bussolotto.games.cincinnati.at_table import Rank
from bussolotto.games.cincinnati.table_choice import Balance
from bussolotto.solve.rolls import Values, rolls
from tests.depth import full, in_full_runs

ROUNDS = [
    *[
        (seats, heaps)
        for seats in (3, 4, 5, 6)
        for heaps in ((25.0, 25.0, 25.0), (30.0, 55.0, 15.0), (60.0, 20.0, 90.0))
    ],
    (3, (100.0, 0.0, 10.0)),
    (4, (20.0, 120.0, 60.0)),
    (6, (35.0, 80.0, 35.0)),
]
MOST_CHOOSING = 0.01  # of what a seat expects
MOST_IN_ALL = 0.01  # of what all seats expect
FIRST = rolls().odds[dice.NONE]


@cache
def balance(seats: int, money: tuple[float, float, float]) -> Balance:
    return table_choice.balance(seats, money)


def chosen(plan: Values) -> Values:
    """How often each table is chosen."""
    often: Values = FIRST @ plan
    return often


@full
@pytest.mark.parametrize(("seats", "money"), ROUNDS)
def test_a_single_seat_gains_little(seats: int, money: tuple[float, float, float]) -> None:
    """By its choice at most 1 % of its own money, by all that it does at most 1 % of the round's."""
    found = balance(seats, money)
    assert np.allclose(found.plan.sum(axis=1), 1) and (found.plan >= 0).all()
    for gain in found.gains.values():
        assert 0 <= gain.choosing <= MOST_CHOOSING * found.worth
        assert gain.choosing - 1e-9 <= gain.all <= MOST_IN_ALL * seats * found.worth


def test_most_is_gained_where_all_four_sit_at_one_table() -> None:
    """By what it sees of three others who play a stated way: no more than the page of the game says, 1.001 %."""
    found = balance(4, (10.0, 100.0, 10.0))
    assert found.gain.choosing < 1e-6
    assert found.gain.all / (4 * found.worth) == pytest.approx(0.01001, abs=1e-5)


def test_a_bad_choice_is_found_out() -> None:
    """Where all go to A with every hand, whoever goes elsewhere gains half of what he had, and more."""
    about = table_choice.a_round(3, (25.0, 0.0, 25.0))
    found = table_choice.judged(about, FIRST[:, None] * [1.0, 0.0, 0.0])
    assert found.gain.choosing > found.worth / 2


@pytest.mark.parametrize(("seats", "money"), [*ROUNDS[:3], *in_full_runs(*ROUNDS[3:])])
def test_what_all_expect_is_what_the_tables_lose(seats: int, money: tuple[float, float, float]) -> None:
    """Each table is cleared as often as its number of guests says, and all that is cleared somebody has."""
    about, found = table_choice.a_round(seats, money), balance(seats, money)
    come = FIRST[:, None] * found.plan
    cleared = 0.0
    for place in np.flatnonzero(chosen(found.plan)).tolist():
        table, there = about.tables[place], come[:, place]
        away = 1 - there.sum()
        cleared += money[place] * seats * away ** (seats - 1) * float(there @ table.alone)
        pair = table.two(Rank.RICHER) + table.two(Rank.POORER).T
        cleared += money[place] * comb(seats, 2) * away ** (seats - 2) * float(there @ pair @ there)
        for guests in range(3, seats + 1):
            ends = there @ table.plain_ends(guests - 1, bool(there.sum() > table_choice.CROWDED))
            one_clears = there.sum() ** guests - ends[table.order == 0].sum() ** guests
            cleared += money[place] * comb(seats, guests) * away ** (seats - guests) * one_clears
    assert seats * found.worth == pytest.approx(cleared)


def test_one_seat_by_itself_meets_as_well_as_can_be() -> None:
    """Without others the choice is the best product of chance and money, and nothing else."""
    money = (20.0, 30.0, 25.0)
    chances = np.array([meet.chances(condition).hand[2] for condition in meet.CONDITIONS])
    best = (chances * np.array(money)[:, None]).max(axis=0)
    assert table_choice.balance(1, money).worth == pytest.approx(float(FIRST @ best))


def test_more_money_is_chosen_oftener() -> None:
    shares = [chosen(balance(4, (25.0, heap, 25.0)).plan)[1] for heap in (15.0, 25.0, 50.0, 100.0)]
    assert all(np.diff(shares) > 0.05)


@pytest.mark.parametrize(
    ("faces", "table"), [((6, 6, 6, 6, 6), 0), ((6, 6, 6, 5, 5), 0), ((2, 3, 4, 5, 6), 1), ((1, 1, 2, 2, 3), 2)]
)
def test_a_hand_made_for_a_table_goes_there(faces: tuple[int, ...], table: int) -> None:
    money = (25.0, 25.0, 25.0)
    hand = rolls().hand(faces)
    assert balance(4, money).plan[hand, table] > 0.99
    assert table_choice.choose(4, money, hand)[table] > 0.99


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_quick_choice_is_good_too(seats: int) -> None:
    """It is a strategy as well, in which choosing otherwise gains at most 1 %."""
    money = (30.0, 55.0, 15.0)
    plan = np.array([table_choice.choose(seats, money, hand) for hand in range(len(FIRST))])
    assert np.allclose(plan.sum(axis=1), 1)
    found = table_choice.judged(table_choice.a_round(seats, money), FIRST[:, None] * plan)
    assert found.gain.choosing <= MOST_CHOOSING * found.worth


def test_three_seats_have_no_second_table() -> None:
    """Whatever lay there nobody could take (CIN-5)."""
    assert not balance(3, (20.0, 90.0, 20.0)).plan[:, 1].any()


def test_the_unit_of_money_does_not_matter() -> None:
    one, other = balance(4, (25.0, 25.0, 25.0)), balance(4, (5.0, 5.0, 5.0))
    assert one.worth == pytest.approx(5 * other.worth)
    assert np.allclose(one.plan, other.plan)
