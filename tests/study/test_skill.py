"""Luck against skill: the estimate where the truth is known, and designs in which no seat is favoured."""

from itertools import combinations, product

import numpy as np
import pytest

from bussolotto.study import skill
from bussolotto.study.effects import Floats
from bussolotto.study.matches import MatchConfig

RNG = np.random.default_rng(3)


def toy(rounds: int, seats: int, strength: float) -> Floats:
    """A player gets its strength, of two, and a normal error: the truth is strength^2/4 / (strength^2/4 + 1)."""
    line_ups = np.array(skill.line_ups(seats))
    return strength * line_ups + RNG.normal(0, 1, (rounds, *line_ups.shape))


@pytest.mark.parametrize("seats", range(2, 9))
def test_any_three_players_meet_in_all_combinations_equally_often(seats: int) -> None:
    line_ups = skill.line_ups(seats)
    assert len(line_ups) == min(2**seats, 16) == len(set(line_ups))
    for some in combinations(range(seats), min(3, seats)):
        seen = [tuple(line_up[seat] for seat in some) for line_up in line_ups]
        assert {seen.count(each) for each in product((0, 1), repeat=len(some))} == {len(line_ups) // 2 ** len(some)}


def test_the_interval_holds_as_often_as_it_says() -> None:
    """The truth is 0.2; a plain ratio of sums of squares would find a quarter more with so few rounds."""
    found = [skill.explain(toy(12, 3, 1)) for _ in range(400)]
    hits = [low <= 0.2 <= high for low, high in (each.interval for each in found)]
    assert 0.93 < np.mean(hits) < 0.995
    assert np.mean([each.share for each in found]) == pytest.approx(0.2, abs=0.006)


def test_pure_luck_and_pure_skill_are_told_apart() -> None:
    assert skill.explain(toy(200, 3, 0)).share < 0.02
    certain = np.broadcast_to(np.array(skill.line_ups(2), float), (50, 4, 2))
    assert skill.explain(certain).share == 1
    assert skill.explain(np.zeros((50, 4, 2))).share == 0


def test_a_difference_knows_that_rounds_had_the_same_dice() -> None:
    base = toy(200, 2, 1)
    changed = base + RNG.normal(0, 0.01, base.shape)
    found = skill.difference(base, changed)
    assert abs(found.share) < 3 * found.error
    assert found.error < skill.explain(base).error / 20


def test_the_weakest_player_meets_the_best_who_plays() -> None:
    assert skill.strengths(MatchConfig("spilorcio", ("random", "random"))) == ("random", "sensible")
    assert skill.strengths(MatchConfig("cincinnati", ("sensible",) * 3)) == ("random", "sensible")
    assert skill.strengths(MatchConfig("cincinnati", ("random", "duellist", "sensible"))) == ("random", "duellist")
