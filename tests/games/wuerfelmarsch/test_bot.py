"""The sensible player of Würfelmarsch: it wins where it can, stops who would, and beats chance clearly."""

from random import Random

import pytest

import bussolotto
from bussolotto import players
from bussolotto.play.match import Match
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.depth import full
from tests.games.wuerfelmarsch.test_clauses import RIGHT, SPARE, example, lay, pose
from tests.players.strength import told_share

GAME = bussolotto.game("wuerfelmarsch")


def moved(match: Match) -> list[str]:
    """What one player does until it is another's turn."""
    seat = match.state.turn
    player = players.player("sensible", GAME)
    texts = []
    while match.movers() == 1 << seat:
        choice = player.choose(match.hidden(seat), match.legal(seat), Random(1))
        assert choice is not None and 500 <= choice[1] <= 2400
        match.play(seat, choice[0])
        texts.append(GAME.say(seat, choice[0]))
    return texts


@pytest.mark.parametrize("own_tie", GAME.OPTIONS["own_tie"])
def test_who_can_enter_the_corner_does(own_tie: str) -> None:
    match = lay({**SPARE, "7,1,0": pose(0, 6, 2, 3), "1,7,0": "b123"}, own_tie=own_tie)
    assert moved(match) == ["pick 7,1,0", "tip forward-right"]
    assert match.over and match.returns() == [1, 0, 0]


def test_the_corner_is_blocked_before_another_enters_it() -> None:
    """Seat 1 needs one more step to 0,0,8."""
    match = lay({"1,0,7": "b123", "0,1,7": "a312", "0,5,3": "a312", "5,3,0": "b123", "5,0,3": "c231"})
    assert moved(match) == ["pick 0,1,7", "tip right"]


def test_of_two_fights_the_better_order() -> None:
    """First the one that wins a die, then the tie; the other way round nothing is won."""
    match = example()
    assert moved(match) == [f"fight {RIGHT}"]
    assert match.scores() == [0, -1, -1]


def test_asked_in_the_middle_of_a_move_it_goes_on_sensibly() -> None:
    """It may sit down where somebody else has picked a die."""
    match = lay({**SPARE, "7,1,0": pose(0, 6, 2, 3)})
    match.play(0, GAME.read(0, "pick 7,1,0"))
    assert moved(match) == ["tip forward-right"]


@full
@pytest.mark.parametrize("named", [("sensible", "random", "random"), ("sensible", "random", "sensible")], ids=len)
def test_it_beats_random_play_clearly(named: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is 60 % of a two-way share."""
    results = simulate(MatchConfig("wuerfelmarsch", named, seed=3), 20, workers=1)
    assert told_share(results, capsys) > 0.9
