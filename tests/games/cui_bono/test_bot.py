"""The sensible player of Cui bono?: it puts back what it can, presses the next one, and beats chance clearly."""

from random import Random

import pytest

import bussolotto
from bussolotto import players
from bussolotto.play.match import Match
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.depth import full
from tests.games.cui_bono.test_clauses import FREE_HOLLOW, FUNNEL, LONE, UNDER_FUNNEL, cell, pile
from tests.players.strength import by_turns, told_share

GAME = bussolotto.game("cui-bono")


def chosen(match: Match, seat: int = 0) -> str:
    """What it does."""
    choice = players.player("sensible", GAME).choose(match.hidden(seat), match.legal(seat), Random(1))
    assert choice is not None
    return str(GAME.say(seat, choice[0]))


def test_a_die_that_can_be_put_back_is_taken_before_one_that_cannot() -> None:
    match = pile({LONE: "y", FREE_HOLLOW: "r", **dict.fromkeys(UNDER_FUNNEL, "y")})
    assert chosen(match) == f"take {FREE_HOLLOW}"
    match.play(0, cell(FREE_HOLLOW))
    assert chosen(match) == f"put {FUNNEL}"


def test_of_dice_that_must_be_kept_the_cheapest() -> None:
    assert chosen(pile({LONE: "y", FREE_HOLLOW: "p", "0,0,8": "r"})) == f"take {FREE_HOLLOW}"


def test_a_cheap_die_is_kept_where_that_leaves_the_next_one_no_way_out() -> None:
    """Put back, it would slide under any die that the other takes, and give that a funnel."""
    match = pile({LONE: "p", **dict(zip(UNDER_FUNNEL, "pyr", strict=True))})
    match.play(0, cell(LONE))
    assert match.legal(0) == [GAME.rules.PUT + cell(FUNNEL), GAME.rules.KEEP]
    assert chosen(match) == "keep"


def test_a_dear_die_is_put_back_all_the_same() -> None:
    match = pile({LONE: "r", **dict(zip(UNDER_FUNNEL, "pyr", strict=True))})
    match.play(0, cell(LONE))
    assert chosen(match) == f"put {FUNNEL}"


def test_who_is_ahead_ends_the_match() -> None:
    match = pile({LONE: "p", **dict.fromkeys(UNDER_FUNNEL, "y"), FREE_HOLLOW: "y", "0,0,8": "y"})
    match.state.kept[0][0] = 9
    match.state.kept[1][2] = 5
    match.play(0, cell(LONE))
    assert chosen(match) == "keep"
    match.state.kept[1][2] = 3
    assert chosen(match) == f"put {FUNNEL}"


def test_people_have_to_wait_about_a_second() -> None:
    match = pile({LONE: "p"})
    player = players.player("sensible", GAME)
    waits = [player.choose(match.state, match.legal(0), Random(seed)) for seed in range(20)]
    assert all(wait is not None and 900 <= wait[1] <= 1800 for wait in waits)


@full
@pytest.mark.parametrize("seats", [2, 5])
def test_it_beats_random_play_clearly(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is 60 % of a two-way share."""
    results = simulate(MatchConfig("cui-bono", by_turns(seats), seed=3), 60, workers=1)
    assert told_share(results, capsys) > 0.8
