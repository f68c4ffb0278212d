"""Decisions that matter: what a different choice would have changed.

One decision is drawn from each match of a sample. From there the match is played on many times, both after the chosen
action and after another legal action drawn at random, with the same dice. The worth of the choice is the difference
between the two win shares of the seat that decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

import bussolotto
from bussolotto.play.engines import Engine
from bussolotto.study.effects import Floats, standard_error
from bussolotto.study.matches import MatchConfig, play_compiled
from bussolotto.study.sample import Sample

THRESHOLD = 0.05  # of a win: a decision matters if it changes more than this
ROLLOUTS = 64
RESAMPLES = 400
LINES = 1 << 43  # first of the streams for rollouts


@dataclass(frozen=True)
class Worth:
    """Worth of the drawn decisions, in win shares, each with its standard error."""

    values: Floats
    errors: Floats

    @property
    def mean(self) -> float:
        """How much more the chosen action is worth than another legal action, on average."""
        return float(self.values.mean())

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return standard_error(self.values)

    @property
    def typical(self) -> float:
        """Root mean square of the change a choice makes, without the part added by chance alone."""
        return sqrt(max(0.0, float((self.values**2 - self.errors**2).mean())))

    @property
    def share(self) -> float:
        """Share of decisions that change more than the threshold."""
        return float(mattering(self.values[None], self.errors[None])[0])

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of this share: percentiles of the bootstrap over the drawn decisions (Efron 1979)."""
        number = len(self.values)
        rows = np.random.Generator(np.random.PCG64(number)).integers(number, size=(RESAMPLES, number))
        low, high = np.percentile(mattering(self.values[rows], self.errors[rows]), (2.5, 97.5))
        return float(low), float(high)


def mattering(values: Floats, errors: Floats) -> Floats:
    """Return, for each row of decisions, the share that changes more than the threshold.

    Values measured with errors spread more widely than the true values, so too many would seem to matter. They are
    therefore shrunk until their variance is that of the true values (Louis, "Estimating a population of parameter
    values using Bayes and empirical Bayes methods", Journal of the American Statistical Association 79, 1984).
    """
    middle = values.mean(axis=1, keepdims=True)
    seen = values.var(axis=1, ddof=1, keepdims=True)
    true = np.maximum(0.0, seen - (errors**2).mean(axis=1, keepdims=True))
    drawn = middle + (values - middle) * np.sqrt(np.divide(true, seen, out=np.zeros_like(seen), where=seen > 0))
    shares: Floats = (abs(drawn) > THRESHOLD).mean(axis=1)
    return shares


def worth(setting: MatchConfig, sample: Sample, by: Engine, rollouts: int = ROLLOUTS) -> Worth | None:
    """Return the worth of drawn decisions, or None if fewer than two. Rollouts use compiled or else random players."""
    rows = np.flatnonzero(sample.seats >= 0)
    if len(rows) < 2:
        return None
    columns = (sample.seats, sample.actions, sample.others)
    lines = [
        _Line(setting, rollouts, row, sample.states[row].tobytes(), *(int(each[row]) for each in columns))
        for row in rows.tolist()
    ]
    bussolotto.compiled(setting.module)
    found = np.array(list(by.map(_compared, lines)))
    return Worth(found[:, 0], found[:, 1])


class _Line(NamedTuple):
    """One drawn decision."""

    setting: MatchConfig
    rollouts: int
    number: int
    state: bytes
    seat: int
    chosen: int
    other: int


def _compared(line: _Line) -> tuple[float, float]:
    """Return the mean change made by the choice and its standard error."""
    changed = _played_on(line, line.chosen) - _played_on(line, line.other)
    return float(changed.mean()), standard_error(changed)


def _played_on(line: _Line, action: int) -> Floats:
    setting = line.setting
    opening = np.frombuffer(line.state, setting.module.STATE).copy()
    bussolotto.compiled(setting.module).apply(opening[0], line.seat, action)
    clever = setting.compiled and set(setting.players) != {"random"}
    first = LINES + line.number * line.rollouts
    played = play_compiled(setting, opening, line.rollouts, [clever] * setting.seats, first)
    shares: Floats = played["shares"][:, line.seat]
    return shares
