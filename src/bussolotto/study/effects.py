"""Paired comparisons: moments that add up, differences with their intervals, and intervals that may be watched.

Match k of both sides has the same dice, so an effect is the mean of differences match by match. Two intervals go with
it, both of 95 %: `interval` is for a number of matches fixed beforehand; `anytime` holds at all numbers of matches at
once, so that one may look as often as one likes and stop when it pleases.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

LEVEL = 0.95
BEST_AT = 2_000  # matches at which the interval for watching is narrowest: 3.0 standard errors; 3.8 at a million
LEAST = 200  # matches before the first look: both intervals rest on the central limit theorem


@dataclass(frozen=True)
class Moments:
    """Of columns of numbers: how many rows, their means, their sums of squared deviations from the means."""

    count: int
    mean: Floats
    squares: Floats

    @classmethod
    def of(cls, values: Floats) -> Moments:
        """Of a table float64[rows, columns]."""
        mean = values.mean(axis=0) if len(values) else np.zeros(values.shape[1])
        return cls(len(values), mean, ((values - mean) ** 2).sum(axis=0))

    def __add__(self, other: Moments) -> Moments:
        """Of the rows of both (Chan, Golub and LeVeque 1983: no digits are lost)."""
        count = self.count + other.count
        if not count:
            return self
        step = other.mean - self.mean
        squares = self.squares + other.squares + step**2 * (self.count * other.count / count)
        return Moments(count, self.mean + step * (other.count / count), squares)

    @property
    def variance(self) -> Floats:
        """By column; nan where there are fewer than two rows."""
        return self.squares / (self.count - 1) if self.count > 1 else np.full(len(self.mean), np.nan)

    @property
    def error(self) -> Floats:
        """Standard errors of the means."""
        errors: Floats = np.sqrt(self.variance / max(self.count, 1))
        return errors


@dataclass(frozen=True)
class Pairs:
    """One side, the other, and their differences match by match."""

    base: Moments
    changed: Moments
    difference: Moments

    @classmethod
    def of(cls, base: Floats, changed: Floats) -> Pairs:
        """Of two tables of the same matches."""
        return cls(Moments.of(base), Moments.of(changed), Moments.of(changed - base))

    def __add__(self, other: Pairs) -> Pairs:
        return Pairs(self.base + other.base, self.changed + other.changed, self.difference + other.difference)

    @property
    def count(self) -> int:
        """Number of pairs."""
        return self.difference.count

    def effect(self, column: int) -> Effect:
        """What the change does to one measure; needs two pairs."""
        mean, error = float(self.difference.mean[column]), float(self.difference.error[column])
        unpaired = sqrt(self.base.error[column] ** 2 + self.changed.error[column] ** 2)
        return Effect(self.count, mean, error, unpaired)


class Effect(NamedTuple):
    """A difference of means with its standard error, and what that would be if the dice of both sides differed."""

    matches: int
    mean: float
    error: float
    unpaired: float

    @property
    def interval(self) -> tuple[float, float]:
        """95 % for a number of matches that was fixed beforehand."""
        half = quantile(self.matches - 1) * self.error
        return self.mean - half, self.mean + half

    @property
    def anytime(self) -> tuple[float, float]:
        """95 % at all numbers of matches from LEAST on at once."""
        half = watched(self.matches) * self.error * sqrt(self.matches)
        return self.mean - half, self.mean + half

    @property
    def width(self) -> float:
        """Of the interval that holds at any time, from end to end; infinite before the first look."""
        lower, upper = self.anytime
        return upper - lower if self.matches >= LEAST else inf


def quantile(freedom: int, level: float = LEVEL) -> float:
    """Two-sided quantile of Student's t, by the expansion in 1/freedom (Abramowitz and Stegun 26.7.5)."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def watched(count: int, level: float = LEVEL) -> float:
    """Half the width, in standard deviations of one match, of an interval that holds at every count at once.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit
    theory and asymptotic confidence sequences", Annals of Statistics 52 (2024), theorem 2.2: Robbins' normal mixture
    with `spread` (their rho squared) chosen so that it is narrowest about BEST_AT.
    """
    missed = 1 - level
    spread = (-2 * log(missed) + log(-2 * log(missed)) + 1) / BEST_AT
    grown = count * spread + 1
    return sqrt(2 * grown * log(sqrt(grown) / missed) / (count**2 * spread))
