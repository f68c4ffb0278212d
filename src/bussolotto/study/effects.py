"""Paired comparisons: additive moments, differences with their intervals, and anytime-valid intervals.

Match k has the same dice on both sides, so an effect is the mean of the differences between matches. It has two 95 %
intervals: `interval` is for a number of matches fixed beforehand; `anytime` holds for all numbers of matches at the
same time, so you may look as often as you like and stop when you like.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, inf, isfinite, log, nan, pi, sin, sqrt, tan
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

LEVEL = 0.95
MANY = 200  # degrees of freedom
BEST_AT = 2_000  # matches at which the anytime interval is narrowest: 3.0 standard errors; 3.8 at a million
LEAST = 200  # matches before the first look: both intervals rest on the central limit theorem


@dataclass(frozen=True)
class Moments:
    """Moments of columns of numbers: the number of rows, the means, and the sums of squared deviations from them."""

    count: int
    mean: Floats
    squares: Floats

    @classmethod
    def of(cls, values: Floats) -> Moments:
        """Return the moments of a table float64[rows, columns]."""
        mean = values.mean(axis=0) if len(values) else np.zeros(values.shape[1])
        return cls(len(values), mean, ((values - mean) ** 2).sum(axis=0))

    def __add__(self, other: Moments) -> Moments:
        """Return the moments of the rows of both (Chan, Golub and LeVeque 1983: without loss of precision)."""
        count = self.count + other.count
        if not count:
            return self
        step = other.mean - self.mean
        squares = self.squares + other.squares + step**2 * (self.count * other.count / count)
        return Moments(count, self.mean + step * (other.count / count), squares)

    @property
    def variance(self) -> Floats:
        """Variance of each column; nan with fewer than two rows."""
        return self.squares / (self.count - 1) if self.count > 1 else np.full(len(self.mean), np.nan)

    @property
    def error(self) -> Floats:
        """Standard errors of the means."""
        errors: Floats = np.sqrt(self.variance / max(self.count, 1))
        return errors


@dataclass(frozen=True)
class Pairs:
    """Moments of both sides and of their differences between paired matches."""

    base: Moments
    changed: Moments
    difference: Moments

    @classmethod
    def of(cls, base: Floats, changed: Floats) -> Pairs:
        """Return the moments of two tables with the same matches."""
        return cls(Moments.of(base), Moments.of(changed), Moments.of(changed - base))

    def __add__(self, other: Pairs) -> Pairs:
        return Pairs(self.base + other.base, self.changed + other.changed, self.difference + other.difference)

    @property
    def count(self) -> int:
        """Number of pairs."""
        return self.difference.count

    def effect(self, column: int) -> Effect:
        """Return the effect of the change on one measure; needs at least two pairs."""
        mean, error = float(self.difference.mean[column]), float(self.difference.error[column])
        unpaired = sqrt(self.base.error[column] ** 2 + self.changed.error[column] ** 2)
        return Effect(self.count, mean, error, unpaired)


class Effect(NamedTuple):
    """A difference of means with its standard error, and the standard error it would have with independent dice."""

    matches: int
    mean: float
    error: float
    unpaired: float

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval for a number of matches fixed beforehand."""
        half = quantile(self.matches - 1) * self.error
        return self.mean - half, self.mean + half

    @property
    def anytime(self) -> tuple[float, float]:
        """95 % interval that holds for all numbers of matches from LEAST on at the same time."""
        half = anytime_width(self.matches) * self.error * sqrt(self.matches)
        return self.mean - half, self.mean + half

    @property
    def width(self) -> float:
        """Width of the anytime interval, from end to end; infinite before the first look."""
        lower, upper = self.anytime
        return upper - lower if self.matches >= LEAST else inf


def early_interval(count: int, mean: float, error: float, *, is_share: bool) -> tuple[float, float]:
    """Return a 95 % interval of a mean that makes sense for few matches, too; nan where too little is known.

    The same in a few matches may differ in the next. Before LEAST matches that of a share is Wilson's (1927), with
    Student's t: no number between 0 and 1 varies more than a share of wins does.
    """
    if count < 2 or (count < LEAST and not is_share and error == 0):
        return nan, nan
    t = quantile(count - 1)
    if count >= LEAST or not is_share:
        return mean - t * error, mean + t * error
    low, high = wilson(mean, count, t)
    return max(0.0, min(mean, low)), min(1.0, max(mean, high))


def wilson(share: float, count: int, level: float) -> tuple[float, float]:
    """Return Wilson's interval (1927) of a share of so many matches; `level`: so many standard errors."""
    whole = 1 + level**2 / count
    middle = (share + level**2 / (2 * count)) / whole
    half = level / whole * sqrt(max(0.0, share * (1 - share)) / count + level**2 / (4 * count**2))
    return middle - half, middle + half


def standard_error(values: Floats) -> float:
    """Return the standard error of the mean of independent values; nan for fewer than two."""
    return float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else nan


def figure(value: Any) -> float | None:
    """Return a number for JSON, rounded to nine significant digits: more would differ from machine to machine.

    Return None if the value is missing or not finite.
    """
    return float(f"{float(value):.9g}") if value is not None and isfinite(value) else None


@lru_cache(maxsize=4096)
def quantile(freedom: int, level: float = LEVEL) -> float:
    """Return the two-sided quantile of Student's t: exact up to MANY degrees of freedom, to nine digits beyond."""
    if freedom > MANY:
        return _expanded(freedom, level)
    low, high = 0.0, pi / 2
    while (middle := (low + high) / 2) not in (low, high):  # until there is no floating-point number between them
        low, high = (middle, high) if _within(middle, freedom) < level else (low, middle)
    return tan(low) * sqrt(freedom)


def _within(angle: float, freedom: int) -> float:
    """Return P(|t| <= tan(angle) * sqrt(freedom)) (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    odd = freedom % 2
    square = cos(angle) ** 2
    term = cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for number in range(2 + odd, freedom - 1, 2):
        term *= square * (number - 1) / number
        total += term
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def _expanded(freedom: int, level: float) -> float:
    """Return the quantile by its expansion in 1/freedom (Abramowitz and Stegun 26.7.5)."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / freedom + second / freedom**2 + third / freedom**3 + fourth / freedom**4


def anytime_width(count: int, level: float = LEVEL) -> float:
    """Return half the width, in standard deviations of one match, of an interval that holds at all counts at once.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit
    theory and asymptotic confidence sequences", Annals of Statistics 52 (2024), theorem 2.2: Robbins' normal mixture
    with `spread` (their rho squared) chosen so that the interval is narrowest around BEST_AT.
    """
    missed = 1 - level
    spread = (-2 * log(missed) + log(-2 * log(missed)) + 1) / BEST_AT
    grown = count * spread + 1
    return sqrt(2 * grown * log(sqrt(grown) / missed) / (count**2 * spread))
