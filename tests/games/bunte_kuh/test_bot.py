"""The sensible Bunte Kuh: never adds up wrongly, judges rare sums sooner, and is better than chance."""

from collections import Counter
from random import Random
from statistics import mean

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core.chance import Fast
from bussolotto.core.dice import CHANCE_OF_SUM
from bussolotto.core.kernel import CHANCE
from bussolotto.play.match import Match
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.depth import full
from tests.players.strength import by_turns, told_share

GAME = bussolotto.game("bunte-kuh")


def thrown(seed: int, faces: str, fiasco: str = "referee") -> Match:
    """A random base, and this throw."""
    match = Match(GAME, 3, {"fiasco": fiasco})
    match.fall(Fast(seed))
    match.play(match.state.turn, GAME.rules.THROW)
    for face in faces.split():
        match.play(CHANCE, GAME.read(CHANCE, f"die {face}"))
    return match


def right(match: Match) -> list[int]:
    """The funnels that show the sum thrown."""
    return [cell for cell in range(GAME.rules.POSE) if match.state.sums[cell] == GAME.rules.thrown_sum(match.state)]


def with_right(count: int, faces: str, fiasco: str = "referee") -> Match:
    """A base on which so many funnels are right."""
    return next(match for seed in range(10_000) if len(right(match := thrown(seed, faces, fiasco))) == count)


def choices(match: Match, seat: int, count: int = 1500) -> list[tuple[int, int]]:
    """What it would do here, asked again and again."""
    player, view, rng = players.player("sensible", GAME), match.hidden(seat), Random(seat)
    made = [player.choose(view, match.legal(seat), rng) for _ in range(count)]
    return [choice for choice in made if choice]


def test_the_odds_of_a_sum() -> None:
    assert CHANCE_OF_SUM[3] == CHANCE_OF_SUM[18] == 1 / 216
    assert CHANCE_OF_SUM[10] == 27 / 216
    assert CHANCE_OF_SUM.sum() == pytest.approx(1)


@pytest.mark.parametrize(("count", "faces"), [(1, "2 2 2"), (3, "4 3 2"), (6, "4 4 3")])
def test_it_shows_right_funnels_only(count: int, faces: str) -> None:
    match = with_right(count, faces)
    actions = Counter(action for action, _ in choices(match, 1))
    assert {*actions} <= {*right(match), GAME.rules.FIASCO, GAME.rules.PASS}
    assert all(actions[cell] for cell in right(match))


def test_the_more_there_are_the_sooner_one_is_found() -> None:
    waits = [mean(wait_ms for _, wait_ms in choices(with_right(count, "4 3 3"), 1)) for count in (1, 3, 6)]
    assert waits[0] > 1.5 * waits[1] > 2 * waits[2]


def test_fiasco_is_called_sooner_where_the_sum_is_rare() -> None:
    rare, common = (choices(with_right(0, faces), 1) for faces in ("1 1 1", "4 3 3"))
    for made in (rare, common):
        assert {action for action, _ in made} <= {GAME.rules.FIASCO, GAME.rules.PASS}
    sooner, later = (mean(wait_ms for _, wait_ms in made) for made in (rare, common))
    assert sooner < later / 1.3
    assert Counter(action for action, _ in rare)[GAME.rules.FIASCO] > 0.5 * len(rare)


def test_a_false_fiasco_is_rare() -> None:
    for count, faces in [(1, "2 2 2"), (3, "4 3 2"), (6, "4 4 3")]:
        actions = Counter(action for action, _ in choices(with_right(count, faces), 1))
        assert actions[GAME.rules.FIASCO] < 0.2 * actions.total(), faces


def test_who_has_given_up_goes_on_looking() -> None:
    match = with_right(1, "4 3 3")
    match.play(1, GAME.rules.PASS)
    assert {action for action, _ in choices(match, 1)} <= {*right(match), GAME.rules.FIASCO}


@pytest.mark.parametrize("count", [0, 1, 3])
def test_with_search_it_refutes_a_fiasco_or_gives_up(count: int) -> None:
    match = with_right(count, "4 3 3", "search")
    match.play(1, GAME.rules.FIASCO)
    assert {action for action, _ in choices(match, 0)} == {*right(match), GAME.rules.YIELD}
    assert choices(match, 1) == []


def test_it_throws_when_it_has_to_and_places_what_it_may() -> None:
    match = Match(GAME, 3)
    match.fall(Fast(1))
    assert {action for action, _ in choices(match, match.state.turn, 20)} == {GAME.rules.THROW}
    match = with_right(0, "1 1 1")
    match.play(2, GAME.rules.FIASCO)
    funnels = {action for action, _ in choices(match, 2)}
    assert funnels == {*match.legal(2)} - {GAME.rules.DECLINE}
    match.play(2, min(funnels))
    assert {action for action, _ in choices(match, 2)} == {*range(GAME.rules.POSE, GAME.rules.FIASCO)}


@full
@pytest.mark.parametrize("fiasco", ["referee", "search"])
@pytest.mark.parametrize("seats", GAME.SEATS)
def test_it_beats_random_play_clearly(seats: int, fiasco: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its share of what it and a random player get together, on average over the seats; the bar is 60 %."""
    setting = MatchConfig("bunte-kuh", by_turns(seats), seed=2011, options={"fiasco": fiasco})
    assert told_share(simulate(setting, 20, workers=1), capsys) > 0.6
