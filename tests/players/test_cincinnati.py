"""The sensible gambler: its sums are exact, it beats chance clearly, and it does not keep people waiting."""

from collections.abc import Sequence
from itertools import product
from random import Random
from statistics import mean
from time import process_time
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto import chance, dice, players
from bussolotto.kernel import CHANCE
from bussolotto.match import Match
from bussolotto.players import cincinnati as sensible
from bussolotto.players.cincinnati import FIRST, HANDS, Sensible
from bussolotto.study.matches import Setting
from bussolotto.study.simulate import simulate
from tests.games.test_cincinnati import START, at_tables, falls, hand, keep_all, played, rich

GAME = bussolotto.game("cincinnati")


def wish(match: Match, seat: int) -> str:
    """What it would do in this seat, as text."""
    choice = Sensible(GAME).choose(match.hidden(seat), match.legal(seat), Random(1))
    assert choice[0] in match.legal(seat) and 900 <= choice[1] <= 2200
    return str(GAME.say(seat, choice[0]))


def with_cards(match: Match, *piles: Sequence[int]) -> Match:
    """The money on tables A, B, C, as one card each of these values; no other cards."""
    for table, values in enumerate(piles):
        match.state.piles[table][:] = [values.count(value) for value in GAME.VALUES.tolist()] + [0, 0]
    return match


class TestSums:
    def test_a_keep_is_worth_the_mean_of_all_that_can_fall(self) -> None:
        values = np.random.default_rng(1).normal(size=len(HANDS))
        worth = sensible.kept(values)
        for faces in [(1, 2, 3, 4), (6, 6, 6), (2, 5), (1, 1, 1, 1, 1)]:
            rolls = list(product(range(1, 7), repeat=5 - len(faces)))
            brute = mean(values[dice.INDEX[tuple(sorted((*faces, *roll)))] - FIRST] for roll in rolls)
            assert worth[dice.INDEX[faces]] == pytest.approx(brute)

    def test_a_roll_may_be_declined_and_is_taken_where_it_helps(self) -> None:
        values = np.random.default_rng(2).normal(size=len(HANDS))
        worth, after = sensible.kept(values), sensible.rolled(values)
        assert (after >= values).all()
        for faces in [(1, 2, 3, 4, 6), (3, 3, 3, 5, 5), (1, 1, 1, 1, 1)]:
            parts = np.flatnonzero(dice.CONTAINS[dice.INDEX[faces]])
            assert after[dice.INDEX[faces] - FIRST] == pytest.approx(max(worth[parts]))

    def test_a_bought_roll_costs_a_token(self) -> None:
        values = np.where(sensible.order(1) > 0, 30.0, 0.0)
        worth = sensible.bought(values, 1)
        assert worth[hand("12346") - FIRST] == 30
        assert worth[hand("12455") - FIRST] == pytest.approx(30 * 11 / 36 - 5)  # a 3, rolling two dice
        assert sensible.bought(values, 0).tolist() == values.tolist()
        assert (sensible.bought(values / 10, 3) == values / 10).all()  # 3,000 are not worth a token

    def test_where_others_end_is_a_chance(self) -> None:
        for table in (0, 1, 2, sensible.DUEL):
            for left in range(3):
                assert sensible.ends(table, left).sum(axis=1) == pytest.approx(1)
                outdone = sensible.beaten(table, left)
                assert outdone.min() >= 0 and outdone.max() <= 1 + 1e-9
        assert sensible.beaten(sensible.DUEL, 0)[0, 0] == 0.5  # identical dice
        assert sensible.beaten(sensible.DUEL, 0)[0, 1] in (0, 1)


class TestSense:
    @pytest.mark.parametrize(
        ("roll", "table"),
        [("11126", "C"), ("66664", "A"), ("23456", "B"), ("23455", "B"), ("11235", "C"), ("55526", "A")],
    )
    def test_it_chooses_the_table_that_its_dice_are_made_for(self, roll: str, table: str) -> None:
        match = played(4, "start 0", "card 20000", "card 20000", "card 20000", *falls(roll, "13466", "13466", "13466"))
        assert wish(match, 0) == f"table {table}"

    def test_much_money_draws_it(self) -> None:
        match = played(4, *START, *falls("12366", "13466", "13466", "13466"))
        assert wish(with_cards(match, [35] * 4, [15], []), 0) == "table A"

    def test_it_keeps_what_meets_the_condition_best(self) -> None:
        match = at_tables({0: ("A", "33365"), 1: ("B", "13456"), 2: ("C", "11256"), 3: ("B", "12456")})
        assert wish(match, 0).startswith("keep 3 3 3")
        assert wish(match, 1) == "keep 3 4 5 6"  # which cannot lose anything
        assert wish(match, 2) in ("keep 1 1 2", "keep 1 1")

    def test_it_buys_a_roll_that_is_worth_it_and_no_other(self) -> None:
        seats = {0: ("A", "66442"), 1: ("B", "13456"), 2: ("C", "11234"), 3: ("B", "66655")}
        match = rich(at_tables(seats, roll_number=3), 15)  # so he is asked first
        keep_all(match)
        assert wish(with_cards(match, [35, 35], [15], [15]), 0) == "buy"
        match.state.dice[0] = hand("12456")
        assert wish(with_cards(match, [15], [15], [15]), 0) == "pass"

    def test_it_challenges_who_has_the_highest_card(self) -> None:
        match = at_tables({0: ("A", "66442"), 1: ("A", "11223"), 2: ("C", "33445"), 3: ("C", "33441")}, roll_number=4)
        state = match.state
        state.phase, state.table, state.lead, state.asked, state.duels[0] = GAME.NAMING, 3, 0, 1, 1
        state.money[1][3] = state.money[2][4] = 1
        state.money[3][0] = 6
        state.wealth[:4] = [0, 30, 35, 90]
        assert wish(match, 0) == "duel 2"

    def test_it_knows_its_seat_among_several_that_may_act(self) -> None:
        match = at_tables({0: ("A", "11166"), 1: ("B", "11166"), 2: ("C", "11166"), 3: ("C", "33441")})
        assert [GAME.movers(match.state) >> seat & 1 for seat in range(3)] == [1, 1, 1]
        for seat in range(3):
            player = Sensible(GAME)
            player._own = seat
            assert player._seat(match.hidden(seat), match.legal(seat)) == seat
        assert Sensible(GAME)._seat(match.hidden(2), match.legal(2)) in range(3)  # not asked before, it guesses


@pytest.mark.parametrize("seats", GAME.SEATS)
def test_it_beats_random_play_clearly(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is 60 % of a two-way share."""
    named = (("sensible", "random") * 3)[:seats]
    won = simulate(Setting("cincinnati", named, seed=2006), 10, workers=1)["wins"]["by_player"]
    own, others = (mean(each["share"] for each in won if each["player"] == name) for name in ("sensible", "random"))
    with capsys.disabled():
        print(f"\ncincinnati, {seats} seats: sensible {own / (own + others):.1%} of a two-way share, 10 matches")
    assert own / (own + others) > 0.9


@pytest.mark.parametrize("options", [{}, {"keep_order": "secret"}])
def test_a_decision_takes_less_than_a_hundredth_of_a_second_of_processor_time(options: dict[str, Any]) -> None:
    match = Match(GAME, 5, options)
    source, rng = chance.Fast(3), Random(3)
    seated = [players.player("sensible", GAME) for _ in range(5)]
    times_s = []
    while not match.over:
        match.fall(source)
        bits = match.movers()
        if bits in (0, 1 << CHANCE):
            continue
        seat = bits.bit_length() - 1
        started_s = process_time()
        choice = seated[seat].choose(match.hidden(seat), match.legal(seat), rng)
        times_s.append(process_time() - started_s)
        assert choice is not None
        match.play(seat, choice[0])
    assert sorted(times_s)[len(times_s) // 2] < 0.010
