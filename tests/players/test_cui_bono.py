"""The sensible player of Cui bono?: it puts back what it can, presses the next one, and beats chance clearly."""

from random import Random
from time import perf_counter

import pytest

import bussolotto
from bussolotto import chance, players
from bussolotto.match import Match
from bussolotto.study.matches import Setting
from bussolotto.study.simulate import simulate
from tests.games.test_cui_bono import FREE_HOLLOW, FUNNEL, LONE, UNDER_FUNNEL, cell, pile

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
    assert match.legal(0) == [GAME.PUT + cell(FUNNEL), GAME.KEEP]
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


@pytest.mark.parametrize("seats", [2, 5])
def test_it_beats_random_play_clearly(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is 60 % of a two-way share."""
    named = tuple(("sensible", "random")[seat % 2] for seat in range(seats))
    by_player = simulate(Setting("cui-bono", named, seed=3), 60, workers=1)["wins"]["by_player"]
    shares = [[each["share"] for each in by_player if each["player"] == name] for name in ("sensible", "random")]
    sensible, random = (sum(values) / len(values) for values in shares)
    with capsys.disabled():
        print(f"\nsensible against random, {seats} seats: {sensible / (sensible + random):.1%} of 60 matches")
    assert sensible / (sensible + random) > 0.8


def test_a_decision_takes_less_than_a_hundredth_of_a_second() -> None:
    times_s = []
    for seed in range(4):
        match = Match(GAME, 4)
        match.fall(chance.Fast(seed))
        while not match.over:
            seat = match.movers().bit_length() - 1
            begun_s = perf_counter()
            choice = players.player("sensible", GAME).choose(match.state, match.legal(seat), Random(seed))
            times_s.append(perf_counter() - begun_s)
            assert choice is not None
            match.play(seat, choice[0])
    assert sorted(times_s)[len(times_s) // 2] < 0.010
