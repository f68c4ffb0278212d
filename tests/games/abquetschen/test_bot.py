"""The sensible player of Abquetschen: it builds rows, keeps to its plan, takes what it earned, and beats chance."""

from random import Random
from statistics import mean

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core.kernel import CHANCE
from bussolotto.core.pyramid import cells_by_text
from bussolotto.games.abquetschen import bot as sensible
from bussolotto.play.match import Match
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.games.abquetschen.test_clauses import CORNER, RIDGE, at_the_ridge, opened, pile, play, plays
from tests.players.strength import by_turns, decision_times_s, told_share

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


def test_what_it_begins_it_completes_as_it_had_planned() -> None:
    match = opened()
    play(match, CHANCE, "die 6")
    player = sensible.Sensible(GAME)
    laid = set()
    plans = set()
    while match.state.phase == GAME.rules.BUILDING:
        cell, _ = player.choose(match.hidden(1), match.legal(1), Random(4))
        plans.add(player._plan)
        laid.add(cell)
        match.play(1, cell)
    assert plans == {frozenset(laid)}
    assert len(laid) == 6


def test_rows_and_places_are_counted_as_the_rules_count_them() -> None:
    cells = [cells_by_text()[text] for text in RIDGE]
    assert sensible.longest_row(cells[:5]) == 5
    assert sensible.longest_row([*cells[:3], *cells[4:6]]) == 3
    ready, room = sensible.places(list(opened().state.owner), 3)
    assert ready == [0, 0, 0]
    assert room == [9, 0, 0]
    hollow = pile({"8,0,0": 0, "7,1,0": 0, "7,0,1": 2})
    assert sensible.places(list(hollow.state.owner), 3) == ([1, 0, 1], [2, 0, 2])


@pytest.mark.parametrize(("reserve", "closes"), [(40, True), (2, False)])
def test_it_blocks_the_next_one_only_when_that_wins(reserve: int, closes: bool) -> None:
    """Seat 1 has one die with one place above it; to build there ends the match, and the smallest reserve wins."""
    owners = {cell: owner for cell, owner in CORNER.items() if cell != "2,0,0"}
    match = pile(owners, turn=0, apex="2,0,0", lattice="3")
    match.state.reserve[2] = reserve
    match.state.reserve[0] = 10
    play(match, CHANCE, "die 1")
    assert (chosen(match, 0) == "place 2,0,0") == closes


@pytest.mark.parametrize("seats", [3, 4])
def test_it_beats_random_play_clearly(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is 60 % of a two-way share."""
    results = simulate(MatchConfig("abquetschen", by_turns(seats), seed=2), 100, workers=1)
    assert told_share(results, capsys) > 0.6


def test_a_decision_takes_less_than_a_hundredth_of_a_second_of_processor_time() -> None:
    assert mean(decision_times_s(GAME, "sensible", 3, seed=1)) < 0.010
