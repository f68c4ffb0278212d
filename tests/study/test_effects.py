"""Moments that add up, and intervals that hold as often as they say."""

import numpy as np
import pytest

from bussolotto.study import effects
from bussolotto.study.effects import LEAST, Floats, Moments, Pairs

RNG = np.random.default_rng(7)


def test_moments_of_parts_add_up_to_those_of_the_whole() -> None:
    table = RNG.normal(1e6, 1, (1000, 3))
    whole = sum((Moments.of(part) for part in np.split(table, [0, 10, 400])), Moments.of(table[:0]))
    assert whole.count == 1000
    assert whole.mean == pytest.approx(table.mean(axis=0), rel=1e-14)
    assert whole.variance == pytest.approx(table.var(axis=0, ddof=1), rel=1e-9)


def test_an_effect_is_that_of_pairs() -> None:
    base = RNG.normal(0, 10, (500, 1))
    changed = base + 1 + RNG.normal(0, 1, (500, 1))
    effect = Pairs.of(base, changed).effect(0)
    differences = (changed - base)[:, 0]
    assert effect.mean == pytest.approx(differences.mean())
    assert effect.error == pytest.approx(differences.std(ddof=1) / 500**0.5)
    assert effect.unpaired / effect.error == pytest.approx(14, rel=0.2)  # of two sides with deviation 10, over 1
    low, high = effect.interval
    assert (high - low) / 2 == pytest.approx(1.9647 * effect.error, rel=1e-4)


@pytest.mark.parametrize(("freedom", "expected"), [(4, 2.7764), (10, 2.2281), (30, 2.0423), (1_000_000, 1.95996)])
def test_quantiles_are_those_of_the_tables(freedom: int, expected: float) -> None:
    assert effects.quantile(freedom) == pytest.approx(expected, rel=3e-3)


def missed(margin: Floats, means: Floats, deviations: Floats) -> float:
    """How many of the rows leave their interval about the truth, 0, at one look at least."""
    return float((abs(means) > margin * deviations).any(axis=1).mean())


def test_one_may_look_as_often_as_one_likes() -> None:
    """Skewed numbers, 117 looks: one in twenty runs at most may ever be wrong, while plain intervals err in a third."""
    runs, every, looks = 1500, 50, 120
    blocks = RNG.exponential(1, (looks, runs, every)) - 1
    counts = every * np.arange(1, looks + 1)
    means = blocks.sum(axis=2).cumsum(axis=0).T / counts
    deviations = np.sqrt((blocks**2).sum(axis=2).cumsum(axis=0).T / counts - means**2)
    seen = counts >= LEAST
    watched = np.array([effects.watched(int(count)) for count in counts])[seen]
    assert missed(watched, means[:, seen], deviations[:, seen]) < 0.05
    plain = 1.96 / np.sqrt(counts[seen])
    assert missed(plain, means[:, seen], deviations[:, seen]) > 0.2


def test_looking_costs_little() -> None:
    """Three standard errors about where it is narrowest, never four up to a million."""
    in_errors = {count: effects.watched(count) * count**0.5 for count in (LEAST, 2_000, 100_000, 1_000_000)}
    assert 2.9 < in_errors[2_000] == min(in_errors.values()) < 3.05
    assert max(in_errors.values()) < 4


def test_before_the_first_look_nothing_is_narrow() -> None:
    table = np.zeros((LEAST - 1, 1))
    assert Pairs.of(table, table).effect(0).width == np.inf
    table = np.zeros((LEAST, 1))
    assert Pairs.of(table, table).effect(0).width == 0
