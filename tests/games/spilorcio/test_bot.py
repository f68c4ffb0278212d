"""The sensible miser: it sees what lies at hand, beats chance clearly, and does not keep people waiting."""

from math import sqrt
from random import Random

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core import chance, dice
from bussolotto.play.match import Match
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.depth import full

GAME = bussolotto.game("spilorcio")


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


class TestSense:
    def test_a_match_that_can_be_won_now_is_won(self) -> None:
        match = at_decision(3)
        state = match.state
        seat = state.turn
        state.chips[seat], state.chips[1 - seat] = 1, 0
        state.filled[0] = 3
        for row in range(1, 5):
            state.filled[row] = 0
        state.phase, state.aside, state.roll = GAME.rules.KEEPING, dice.INDEX[6, 6, 6, 6], dice.INDEX[1,]
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
        state.phase, state.aside, state.roll = GAME.rules.KEEPING, dice.INDEX[6, 6, 6], dice.INDEX[5, 6]
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
        state.phase, state.unplaced = GAME.rules.PLACING, dice.INDEX[1, 3, 3]
        state.roll, state.aside = dice.NONE, dice.INDEX[1, 3, 3, 6, 6]
        choice = players.player("sensible", GAME).choose(state, [GAME.rules.PLACE, GAME.rules.PLACE + 2], Random(1))
        assert choice is not None and choice[0] == GAME.rules.PLACE

    def test_people_have_to_wait_about_a_second(self) -> None:
        state = at_decision(1).state
        waits = [players.player("sensible", GAME).choose(state, [1], Random(seed)) for seed in range(20)]
        assert all(wait is not None and 900 <= wait[1] <= 1500 for wait in waits)


@full
def test_it_beats_random_play_clearly(capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is 60 % of the two-seat matches; four standard errors must lie between."""
    won = simulate(MatchConfig("spilorcio", ("sensible", "random"), seed=2011), 300, workers=1)["wins"]["by_player"][0]
    with capsys.disabled():
        print(f"\nsensible against random: {won['share']:.1%} +- {won['se']:.1%} of 300 matches")
    assert won["share"] - 4 * won["se"] > 0.6


@full
def test_it_holds_its_own_among_four() -> None:
    players_named = ("sensible", "random", "random", "random")
    won = simulate(MatchConfig("spilorcio", players_named, seed=1), 60, workers=1)["wins"]["by_player"][0]
    assert won["share"] - 4 * sqrt(0.25 * 0.75 / 60) > 0.25
