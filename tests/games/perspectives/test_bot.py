"""The sensible builder: it finds its dice in a person's time, without a memory of the search, and stops when done."""

from random import Random
from statistics import mean, median

import pytest

import bussolotto
from bussolotto import players
from bussolotto.games.perspectives import policy as sensible
from bussolotto.play.match import Match
from bussolotto.study.matches import MatchConfig
from bussolotto.study.simulate import simulate
from tests.depth import full
from tests.games.perspectives.test_clauses import built, opened, play, rolled
from tests.players.strength import by_turns, told_share

GAME = bussolotto.game("perspectives")


def choices(match: Match, seat: int, number: int = 2000) -> list[tuple[str, int]]:
    """What it would do, and after how long, again and again."""
    player, rng = players.player("sensible", GAME), Random(7)
    chosen = [player.choose(match.hidden(seat), match.legal(seat), rng) for _ in range(number)]
    return [(GAME.say(seat, choice[0]).split()[0], choice[1]) for choice in chosen if choice]


@pytest.mark.parametrize(
    ("hand", "word", "mean_ms"),
    [
        ("1", "turquoise", sensible.TURQUOISE_MS),
        ("2", "handicap", sensible.HANDICAP_MS),
        ("", "stop", sensible.SURE_MS),
    ],
)
def test_each_kind_of_thing_takes_its_time_on_average(hand: str, word: str, mean_ms: float) -> None:
    found = choices(rolled(opened(), 1, "2345", hand, "1"), 0)
    assert {each for each, _ in found} == {word}
    assert abs(mean(wait_ms for _, wait_ms in found) / mean_ms - 1) < 0.1


def test_of_two_kinds_the_first_found_is_placed() -> None:
    found = choices(rolled(opened(), 1, "2345", "12"), 0)
    by_turquoise = mean(word == "turquoise" for word, _ in found)
    assert abs(by_turquoise - sensible.HANDICAP_MS / (sensible.HANDICAP_MS + sensible.TURQUOISE_MS)) < 0.05


def test_a_search_has_no_memory() -> None:
    """Whoever has not found it for a second has as long to go as at the start: so being asked again changes nothing."""
    waits = [wait_ms for _, wait_ms in choices(rolled(opened(), 1, "2345", "1"), 0, 8000)]
    left = [wait_ms - 1000 for wait_ms in waits if wait_ms > 1000]
    assert abs(median(left) / median(waits) - 1) < 0.1


def test_it_never_stops_while_it_could_place() -> None:
    assert "stop" not in {word for word, _ in choices(rolled(opened(), 1, "2345", "1"), 0)}


def test_it_takes_every_bonus_die() -> None:
    match = rolled(opened(), 1, "2345", "11", "1")
    play(match, 0, "stop")
    assert {word for word, _ in choices(match, 1)} == {"bonus"}


def test_it_throws_when_it_holds_the_turquoise_die() -> None:
    assert {word for word, _ in choices(opened(), 0)} == {"throw"}


def test_it_puts_dice_anywhere() -> None:
    match = rolled(built(opened(), [12, 12, 12, 12]), 1, "2345", "1")
    player, rng = players.player("sensible", GAME), Random(7)
    cells = {choice[0] for _ in range(1000) if (choice := player.choose(match.state, match.legal(0), rng))}
    assert cells == {*match.legal(0)} - {GAME.rules.STOP}


@full
@pytest.mark.parametrize("seats", [4, 5, 8])
def test_it_beats_random_play_clearly(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is 60 % of a two-way share."""
    results = simulate(MatchConfig("perspectives", by_turns(seats), seed=2011), 16, workers=1)
    assert told_share(results, capsys) > 0.8
