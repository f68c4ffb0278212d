"""The sensible miser: its sums are exact, it beats chance clearly, and it does not keep people waiting."""

from math import sqrt
from random import Random
from time import perf_counter

import numpy as np
import pytest

import bussolotto
from bussolotto import chance, dice, players
from bussolotto.match import Match
from bussolotto.players import spilorcio as sensible
from bussolotto.study.matches import Setting
from bussolotto.study.simulate import simulate

GAME = bussolotto.game("spilorcio")


def brute_worth(aside: tuple[int, ...], values: dict[tuple[int, ...], float]) -> float:
    """What a keep aside is worth, by trying every ordered roll and every choice."""
    left = dice.DICE - len(aside)
    if left == 0:
        return values[aside]
    total = 0.0
    for number in range(6**left):
        roll = [number // 6**place % 6 + 1 for place in range(left)]
        choices = range(1, 2**left)
        total += max(
            brute_worth(tuple(sorted([*aside, *(f for k, f in enumerate(roll) if choice >> k & 1)])), values)
            for choice in choices
        )
    return total / float(6**left)


def at_decision(seed: int, seats: int = 2, decisions: int = 0, **options: str) -> Match:
    """A random match where a seat has to keep dice."""
    match = Match(GAME, seats, options)
    source, rng = chance.Fast(seed), Random(seed)
    match.fall(source)
    for _ in range(decisions):
        seat = match.movers().bit_length() - 1
        match.play(seat, rng.choice(match.legal(seat)))
        match.fall(source)
        if match.over:
            return at_decision(seed + 1000, seats, decisions, **options)
    return match


class TestSums:
    def test_expectations_are_those_of_trying_everything(self) -> None:
        rng = np.random.default_rng(1)
        hands = rng.normal(size=len(sensible.HANDS))
        by_faces = {dice.KEEPS[hand]: float(value) for hand, value in zip(sensible.HANDS, hands, strict=True)}
        worth = sensible.expected(hands)
        for aside in [(1, 2, 3, 4), (6, 6, 6, 6), (1, 1, 5), (2, 4, 6)]:
            assert worth[dice.INDEX[aside]] == pytest.approx(brute_worth(aside, by_faces))

    def test_a_sure_thing_is_worth_what_it_is(self) -> None:
        worth = sensible.expected(np.full(len(sensible.HANDS), 3.25))
        assert worth[dice.SIZE > 0] == pytest.approx(3.25)

    def test_to_want_one_face_is_as_likely_as_the_exact_odds_say(self) -> None:
        has_four = (dice.COUNT[sensible.HANDS][:, 3] > 0).astype(float)
        worth = sensible.expected(has_four)
        for faces in [(1,), (1, 1), (2, 3, 5), (1, 1, 1, 6)]:
            assert worth[dice.INDEX[faces]] == pytest.approx(float(dice.reach(5 - len(faces), 1)))

    @pytest.mark.parametrize("options", [{}, {"loan": "five"}, {"board": "short"}])
    def test_every_hand_is_valued_where_the_rules_lead(self, options: dict[str, str]) -> None:
        """Playing a hand by `apply`, in the order it takes, gives the position that was valued."""
        for seed in range(8):
            match = at_decision(seed, 3, decisions=20 if options else 9, **options)
            state = match.state
            player = sensible.Sensible(GAME)
            values = player._hand_values(state)
            for hand, value in list(zip(sensible.HANDS, values, strict=True))[::17]:
                end = sensible.copied(state)
                end.phase, end.aside, end.roll = GAME.KEEPING, dice.NONE, hand
                GAME.apply(end, end.turn, int(hand))
                if end.phase == GAME.PLACING:
                    continue
                after = np.frombuffer(bytes(end), GAME.STATE)
                assert sensible.values(after, state.turn, GAME.OVER)[0] == pytest.approx(value)


class TestSense:
    def test_a_match_that_can_be_won_now_is_won(self) -> None:
        match = at_decision(3)
        state = match.state
        seat = state.turn
        state.chips[seat], state.chips[1 - seat] = 1, 0
        state.filled[0] = 3
        for row in range(1, 5):
            state.filled[row] = 0
        state.phase, state.aside, state.roll = GAME.KEEPING, dice.INDEX[6, 6, 6, 6], dice.INDEX[1,]
        state.reserve = 130 - 1 - 4
        choice = players.player("sensible", GAME).choose(state, [dice.INDEX[1,]], Random(1))
        assert choice is not None and choice[0] == dice.INDEX[1,]

    def test_a_six_is_kept_rather_than_the_last_chip_spent(self) -> None:
        match = at_decision(3)
        state = match.state
        seat = state.turn
        state.chips[seat], state.chips[1 - seat] = 1, 40
        for row in range(5):
            state.filled[row] = 1
        state.phase, state.aside, state.roll = GAME.KEEPING, dice.INDEX[6, 6, 6], dice.INDEX[5, 6]
        legal = [dice.INDEX[5,], dice.INDEX[6,], dice.INDEX[5, 6]]
        choice = players.player("sensible", GAME).choose(state, legal, Random(1))
        assert choice is not None and choice[0] == dice.INDEX[6,]

    def test_a_row_is_completed_before_the_rest_is_paid(self) -> None:
        """With one chip and a row to complete, any other order borrows in vain or stops."""
        state = at_decision(9, loan="five").state
        seat = state.turn
        state.chips[seat] = 1
        for row, filled in enumerate((3, 0, 0, 0, 0)):
            state.filled[row] = filled
        state.reserve, state.debt = 0, 0
        state.phase, state.unplaced = GAME.PLACING, dice.INDEX[1, 3, 3]
        state.roll, state.aside = dice.NONE, dice.INDEX[1, 3, 3, 6, 6]
        choice = players.player("sensible", GAME).choose(state, [GAME.PLACE, GAME.PLACE + 2], Random(1))
        assert choice is not None and choice[0] == GAME.PLACE

    def test_people_have_to_wait_about_a_second(self) -> None:
        state = at_decision(1).state
        waits = [players.player("sensible", GAME).choose(state, [1], Random(seed)) for seed in range(20)]
        assert all(wait is not None and 900 <= wait[1] <= 1500 for wait in waits)


def test_it_beats_random_play_clearly(capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is 60 % of the two-seat matches; four standard errors must lie between."""
    won = simulate(Setting("spilorcio", ("sensible", "random"), seed=2011), 300, workers=1)["wins"]["by_player"][0]
    with capsys.disabled():
        print(f"\nsensible against random: {won['share']:.1%} +- {won['se']:.1%} of 300 matches")
    assert won["share"] - 4 * won["se"] > 0.6


def test_it_holds_its_own_among_four() -> None:
    players_named = ("sensible", "random", "random", "random")
    won = simulate(Setting("spilorcio", players_named, seed=1), 60, workers=1)["wins"]["by_player"][0]
    assert won["share"] - 4 * sqrt(0.25 * 0.75 / 60) > 0.25


def test_a_decision_takes_less_than_a_fiftieth_of_a_second() -> None:
    player = players.player("sensible", GAME)
    times_s = []
    for seed in range(40):
        match = at_decision(seed, 5, decisions=seed % 30)
        seat = match.movers().bit_length() - 1
        started_s = perf_counter()
        player.choose(match.state, match.legal(seat), Random(1))
        times_s.append(perf_counter() - started_s)
    assert sorted(times_s)[len(times_s) // 2] < 0.020
