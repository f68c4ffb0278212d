"""The sensible Raffzahn: fair, patient for a while, never late, and better than chance."""

from random import Random
from statistics import mean
from typing import Any

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core import pyramid
from bussolotto.core.chance import Fast
from bussolotto.core.kernel import SPECTATOR
from bussolotto.games.raffzahn.bot import find_ms
from bussolotto.games.raffzahn.policy import PATIENCE_MS
from bussolotto.play.match import Match
from bussolotto.players.bot_table import BotTable
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.depth import full
from tests.players.strength import by_turns, told_share

GAME = bussolotto.game("raffzahn")


def at_takes(seed: int, takeable: tuple[int, int, int]) -> Match:
    """A match in which each seat could take so many dice, found by playing at random; seat 0 is the roller."""
    match, dice, rng = Match(GAME, 3), Fast(seed), Random(seed)
    while True:
        match.fall(dice)
        state = match.state
        if state.phase == GAME.rules.TAKING and state.turn == 0 and tuple(state.takeable) == takeable:
            return match
        if match.over:
            return at_takes(seed + 1000, takeable)
        seat = rng.choice([seat for seat in range(3) if match.movers() >> seat & 1])
        match.play(seat, rng.choice(match.legal(seat)))


def choices(match: Match, seat: int, count: int = 1500) -> list[tuple[int, int]]:
    """What it would do here, asked again and again."""
    player, view, rng = players.player("sensible", GAME), match.hidden(seat), Random(seat)
    made = [player.choose(view, match.legal(seat), rng) for _ in range(count)]
    return [choice for choice in made if choice]


def test_it_takes_what_shows_the_number_to_its_own_side_and_stops_in_between() -> None:
    match = at_takes(1, (2, 1, 0))
    actions = [action for action, _ in choices(match, 0)]
    assert {*actions} == {*match.legal(0)}
    assert actions.count(GAME.rules.STOP) < len(actions) / 2
    assert {action for action, _ in choices(match, 1)} == {*match.legal(1)}


def test_with_nothing_left_for_itself_it_stops_after_a_while_whatever_the_others_see() -> None:
    for others in [(0, 1, 0), (0, 0, 3)]:
        made = choices(at_takes(1, others), 0)
        assert {action for action, _ in made} == {GAME.rules.STOP}
        assert mean(wait_ms for _, wait_ms in made) == pytest.approx(PATIENCE_MS, rel=0.1)


def test_it_does_not_know_what_the_others_could_take() -> None:
    match = at_takes(3, (1, 2, 1))
    view: Any = match.hidden(0)
    blind: Any = match.hidden(0)
    own = next(code for code in match.legal(0) if code != GAME.rules.STOP)
    for cell in range(pyramid.COUNT):
        if blind.covered[cell] == 0 and cell != own:
            blind.pose[cell] = 0
    blind.takeable[:] = [0, 0, 0]
    for seed in range(50):
        first, second = (
            players.player("sensible", GAME).choose(seen, match.legal(0), Random(seed)) for seen in (view, blind)
        )
        assert first == second


def test_what_lies_further_back_is_found_later() -> None:
    match = at_takes(4, (2, 0, 0))
    near, far = sorted(
        (code for code in match.legal(0) if code != GAME.rules.STOP), key=lambda code: pyramid.CELLS[code][0]
    )
    assert find_ms(match.state, near) < find_ms(match.state, far)
    actions = [action for action, _ in choices(match, 0, 4000)]
    assert actions.count(near) > actions.count(far) > 0


def test_between_two_throws_it_throws_and_never_grabs() -> None:
    match = at_takes(5, (1, 1, 1))
    match.play(0, GAME.rules.STOP)
    assert {action for action, _ in choices(match, 1)} == {GAME.rules.THROW}
    assert choices(match, 0) == choices(match, 2) == []
    assert players.player("sensible", GAME).choose(match.hidden(0), match.legal(0), Random(1)) is None


@full
def test_it_beats_random_play_clearly(capsys: pytest.CaptureFixture[str]) -> None:
    """Its share of what it and a random player get together; the bar is 60 %."""
    results = simulate(MatchConfig("raffzahn", by_turns(3), seed=2011), 30, workers=1)
    assert told_share(results, capsys) > 0.6
    assert results["endings"]["by_reason"]["cleared"] == 30


def test_among_themselves_they_clear_the_pyramid_without_a_foul() -> None:
    for seed in range(3):
        match = played_by_sensible(seed)
        words = {step.text for step in match.steps(SPECTATOR) if step.text}
        assert "late" not in words and "stop" in words
        assert GAME.ENDINGS[GAME.ending(match.state)] == "cleared"


def played_by_sensible(seed: int) -> Match:
    """A match of three of them."""
    match = Match(GAME, 3)
    seated = {seat: players.player("sensible", GAME) for seat in range(3)}
    bot_table = BotTable(match, seated, dict.fromkeys(seated, Random(seed)))
    dice = Fast(seed)
    while bot_table.fall(dice) or not match.over:
        wish = bot_table.wish()
        if wish:
            bot_table.play(wish.seat, wish.action)
    return match
