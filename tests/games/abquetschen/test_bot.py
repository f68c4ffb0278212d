"""The sensible player of Abquetschen: it builds rows, takes what they earn, blocks when that wins, and beats chance."""

from random import Random

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core.kernel import CHANCE
from bussolotto.play.match import Match
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.depth import full
from tests.games.abquetschen.test_clauses import CORNER, RIDGE, at_the_ridge, pile, play, plays
from tests.players.strength import by_turns, told_share

GAME = bussolotto.game("abquetschen")


def chosen(match: Match, seat: int = 1) -> str:
    """What it does."""
    choice = players.player("sensible", GAME).choose(match.hidden(seat), match.legal(seat), Random(1))
    assert choice is not None
    return str(GAME.say(seat, choice[0]))


def test_it_opens_in_the_middle() -> None:
    match = Match(GAME, 3)
    play(match, CHANCE, "start 1")
    play(match, CHANCE, "four 1")
    assert chosen(match) in ("open 2,2,3", "open 2,3,2", "open 3,2,2")


def test_it_takes_all_the_extra_dice_it_has_earned() -> None:
    match = at_the_ridge(7)
    play(match, CHANCE, "die 5")
    plays(match, 1, *RIDGE[:5])
    assert chosen(match) == "bonus 2"


def test_it_builds_a_row_that_earns_extra_dice_with_what_is_missing_beside_it() -> None:
    match = at_the_ridge(7)
    play(match, CHANCE, "die 5")
    player = players.player("sensible", GAME)
    laid = set()
    while match.state.phase == GAME.rules.BUILDING:
        choice = player.choose(match.hidden(1), match.legal(1), Random(4))
        assert choice is not None
        laid.add(choice[0])
        match.play(1, choice[0])
    assert match.state.phase == GAME.rules.CHOOSING and len(laid) == 5
    assert match.legal(1)[-1] == GAME.rules.BONUS + 2


@pytest.mark.parametrize(("reserve", "closes"), [(40, True), (2, False)])
def test_it_blocks_the_next_one_only_when_that_wins(reserve: int, closes: bool) -> None:
    """Seat 1 has one die with one place above it; to build there ends the match, and the smallest reserve wins."""
    owners = {cell: owner for cell, owner in CORNER.items() if cell != "2,0,0"}
    match = pile(owners, turn=0, apex="2,0,0", lattice="3")
    match.state.reserve[2] = reserve
    match.state.reserve[0] = 10
    play(match, CHANCE, "die 1")
    assert (chosen(match, 0) == "place 2,0,0") == closes


@full
@pytest.mark.parametrize("seats", [3, 4])
def test_it_beats_random_play_clearly(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is 60 % of a two-way share."""
    results = simulate(MatchConfig("abquetschen", by_turns(seats), seed=2), 1_000, workers=1)
    assert told_share(results, capsys) > 0.6
