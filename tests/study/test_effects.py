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


# Two-sided quantiles of Student's t as tables print them: by level, for 1 to 30 degrees of freedom
TABLE = {
    0.8: "3.078 1.886 1.638 1.533 1.476 1.440 1.415 1.397 1.383 1.372 1.363 1.356 1.350 1.345 1.341 "
    "1.337 1.333 1.330 1.328 1.325 1.323 1.321 1.319 1.318 1.316 1.315 1.314 1.313 1.311 1.310",
    0.9: "6.314 2.920 2.353 2.132 2.015 1.943 1.895 1.860 1.833 1.812 1.796 1.782 1.771 1.761 1.753 "
    "1.746 1.740 1.734 1.729 1.725 1.721 1.717 1.714 1.711 1.708 1.706 1.703 1.701 1.699 1.697",
    0.95: "12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131 "
    "2.120 2.110 2.101 2.093 2.086 2.080 2.074 2.069 2.064 2.060 2.056 2.052 2.048 2.045 2.042",
    0.98: "31.821 6.965 4.541 3.747 3.365 3.143 2.998 2.896 2.821 2.764 2.718 2.681 2.650 2.624 2.602 "
    "2.583 2.567 2.552 2.539 2.528 2.518 2.508 2.500 2.492 2.485 2.479 2.473 2.467 2.462 2.457",
    0.99: "63.657 9.925 5.841 4.604 4.032 3.707 3.499 3.355 3.250 3.169 3.106 3.055 3.012 2.977 2.947 "
    "2.921 2.898 2.878 2.861 2.845 2.831 2.819 2.807 2.797 2.787 2.779 2.771 2.763 2.756 2.750",
    0.999: "636.619 31.599 12.924 8.610 6.869 5.959 5.408 5.041 4.781 4.587 4.437 4.318 4.221 4.140 4.073 "
    "4.015 3.965 3.922 3.883 3.850 3.819 3.792 3.768 3.745 3.725 3.707 3.690 3.674 3.659 3.646",
}


@pytest.mark.parametrize("level", TABLE)
def test_quantiles_are_those_of_the_tables(level: float) -> None:
    assert [f"{effects.quantile(freedom, level):.3f}" for freedom in range(1, 31)] == TABLE[level].split()


def test_quantiles_of_many_degrees_of_freedom_go_on_where_the_exact_ones_end() -> None:
    for level in (0.5, 0.95, 0.999):
        exact, expanded = effects.quantile(effects.MANY, level), effects.quantile(effects.MANY + 1, level)
        assert exact == pytest.approx(expanded, rel=1e-4) and exact > expanded
    assert effects.quantile(1_000_000) == pytest.approx(1.959966, abs=1e-6)


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
    watched = np.array([effects.anytime_width(int(count)) for count in counts])[seen]
    assert missed(watched, means[:, seen], deviations[:, seen]) < 0.05
    plain = 1.96 / np.sqrt(counts[seen])
    assert missed(plain, means[:, seen], deviations[:, seen]) > 0.2


def test_looking_costs_little() -> None:
    """Three standard errors about where it is narrowest, never four up to a million."""
    in_errors = {count: effects.anytime_width(count) * count**0.5 for count in (LEAST, 2_000, 100_000, 1_000_000)}
    assert 2.9 < in_errors[2_000] == min(in_errors.values()) < 3.05
    assert max(in_errors.values()) < 4


def test_before_the_first_look_nothing_is_narrow() -> None:
    table = np.zeros((LEAST - 1, 1))
    assert Pairs.of(table, table).effect(0).width == np.inf
    table = np.zeros((LEAST, 1))
    assert Pairs.of(table, table).effect(0).width == 0
