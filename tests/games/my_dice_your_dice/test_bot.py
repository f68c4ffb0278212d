"""The players of My Dice - Your Dice: the sensible one beats chance clearly, the perfect one beats both."""

from random import Random

import numpy as np
import pytest

import bussolotto
from bussolotto import players
from bussolotto.games.my_dice_your_dice import solver as solve
from bussolotto.play.match import Match
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.depth import full
from tests.games.my_dice_your_dice.test_clauses import fall, lay, small, with_numbers
from tests.players.strength import told_share

GAME = bussolotto.game("my-dice-your-dice")
NAMES = ["sensible", "perfect"]


def chosen(match: Match, name: str) -> str:
    """What this player does now."""
    seat = match.state.turn
    choice = players.player(name, GAME).choose(match.hidden(seat), match.legal(seat), Random(1))
    assert choice is not None and 700 <= choice[1] <= 1500
    return str(GAME.say(seat, choice[0]))


def test_the_weakest_comes_first() -> None:
    assert players.named(GAME) == ["random", *NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_they_roll_on_whenever_they_may(name: str) -> None:
    match = small(4)
    fall(match, "6333")
    assert chosen(match, name) == "roll"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("faces", "action"), [("3", "stop"), ("33344", "pay")])
def test_they_pay_for_many_dice_and_not_for_few(name: str, faces: str, action: str) -> None:
    match = small(len(faces))
    fall(match, faces)
    assert chosen(match, name) == action


@pytest.mark.parametrize("name", NAMES)
def test_they_pay_for_the_last_dice_which_would_be_the_opponent_s(name: str) -> None:
    match = lay((20, 20), groups=())
    fall(match, "333")
    assert chosen(match, name) == "pay"


@pytest.mark.parametrize("name", NAMES)
def test_they_hand_over_no_die_with_which_the_opponent_would_win(name: str) -> None:
    match = lay((19, 21), groups=())
    fall(match, "133")
    assert chosen(match, name) == "ransom 1"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("theirs", "action"), [(13, "ransom 0"), (20, "ransom 1"), (21, "ransom 2")])
def test_a_dear_ransom_is_paid_only_where_the_match_is_at_stake(name: str, theirs: int, action: str) -> None:
    match = with_numbers(ransom_price="2")
    s = match.state
    s.won[:], s.groups[:], s.game = (31 - theirs, theirs), (7, 0, 0, 0, 0, 0), 5
    GAME.check(s)
    fall(match, "11333")
    assert chosen(match, name) == action  # the perfect one knows the printed price only


@full
@pytest.mark.parametrize(("named", "bar"), [(("sensible", "random"), 0.7), (("perfect", "random"), 0.7)], ids=str)
def test_they_beat_random_play_clearly(named: tuple[str, str], bar: float, capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is 60 %."""
    results = simulate(MatchConfig("my-dice-your-dice", named, seed=3), 100, workers=1)
    assert told_share(results, capsys) > bar


@full
def test_perfect_against_perfect_the_first_player_wins_as_often_as_was_computed() -> None:
    """Four standard errors; bench/solve.py plays ten million matches."""
    matches = 120
    summary = simulate(MatchConfig("my-dice-your-dice", ("perfect", "perfect"), seed=5), matches, workers=1)
    starter = next(each for each in summary["wins"]["by_place"] if each["place"] == 0)
    value = solve.solution().start()
    assert abs(starter["share"] - value) < 4 * np.sqrt(value * (1 - value) / matches)
