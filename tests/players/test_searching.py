"""Bots of races at a table: the times of people, at three levels."""

from random import Random
from statistics import mean, median
from typing import Any

import pytest

import bussolotto
from bussolotto import players
from bussolotto.core.kernel import CHANCE
from bussolotto.players.searching import LEVELS, Level, PersonLike, Search, Searching

RACES = [name for name in bussolotto.games() if bussolotto.game(name).RACE]
PLAIN = Level(400, 1.0)
STOP, LEAST_MS = 99, 2500


class Eyes(Searching):
    """Looks for what stands in the view."""

    def searches(self, view: Any, legal: Any, rng: Random) -> list[Search]:
        return [Search("stop", code, 700, LEAST_MS) if code == STOP else Search("die", code, 1000) for code in view]


def seated(level: Level = PLAIN) -> PersonLike:
    return PersonLike(Eyes(bussolotto.game("raffzahn")), level, 1.0)


def first_times(view: list[int], level: Level = PLAIN, number: int = 2000) -> list[int]:
    """How long the first search takes, of so many players."""
    rng = Random(3)
    found = [seated(level).choose(view, view, rng) for _ in range(number)]
    return [choice[1] for choice in found if choice]


def test_nobody_is_faster_than_a_person_and_times_spread() -> None:
    times = sorted(first_times(list(range(9))))
    assert times[0] >= PLAIN.least_ms
    assert times[-len(times) // 10] > 1.4 * times[len(times) // 10]


def test_more_to_be_found_is_found_sooner_but_one_after_another() -> None:
    alone, nine = (median(first_times(list(range(many)))) for many in (1, 9))
    assert alone / 9 < nine < alone


@pytest.mark.parametrize("level", LEVELS.values())
def test_stop_is_never_said_at_once(level: Level) -> None:
    assert min(first_times([STOP], level)) >= LEAST_MS


def test_calm_is_slower_than_brisk_and_brisk_than_quick() -> None:
    calm, brisk, quick = (mean(first_times([1, 2, 3], LEVELS[name])) for name in ("calm", "brisk", "quick"))
    assert calm > 1.4 * brisk > 1.4 * quick


def test_a_search_goes_on_while_others_act() -> None:
    """Asked again after each of their steps, it has what was left to go, not all of it again."""
    player, rng = seated(), Random(5)
    (_, whole) = player.choose([1, 2], [1, 2], rng) or (0, 0)
    player.watch([], 2, 7)
    player.pass_time(300)
    (_, left) = player.choose([1, 2], [1, 2], rng) or (0, 0)
    assert left == pytest.approx(whole - 300, abs=1)


@pytest.mark.parametrize(("seat", "action"), [(CHANCE, 3), (0, None)])
def test_a_throw_and_what_it_took_itself_begin_the_search_anew(seat: int, action: int | None) -> None:
    player, rng = seated(), Random(5)
    (wanted, whole) = player.choose([1, 2], [1, 2], rng) or (0, 0)
    player.pass_time(whole)
    player.watch([], seat, wanted if action is None else action)
    (_, again) = player.choose([1, 2], [1, 2], rng) or (0, 0)
    assert again >= PLAIN.least_ms


@pytest.mark.parametrize("name", RACES)
def test_every_race_has_the_three_paces_and_calls_them_by_level_too(name: str) -> None:
    game = bussolotto.game(name)
    assert set(LEVELS) < set(players.names(game))
    assert list(players.levels(game).values()) == [players.makers(game)[pace] for pace in LEVELS]
