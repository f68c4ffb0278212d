"""Decisions that matter: what another choice would have changed.

Of each match of a sample one decision is drawn. From there it is played on many times twice: after what was chosen, and
after another legal action drawn at random, both with the same dice. The difference of the win shares of who decided is
what the choice was worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

import numpy as np

import bussolotto
from bussolotto import chance
from bussolotto.engines import Engine
from bussolotto.policies import policy_of
from bussolotto.study.effects import Floats
from bussolotto.study.matches import OUTCOME, Integers, Setting
from bussolotto.study.sample import Sample

THRESHOLD = 0.05  # of a win: what a decision has to change to matter
ROLLOUTS = 64
RESAMPLES = 400
LINES = 1 << 43  # streams from here on are for what falls when a match is played on


@dataclass(frozen=True)
class Worth:
    """What the drawn decisions were worth, in win shares, each with its standard error."""

    values: Floats
    errors: Floats

    @property
    def mean(self) -> float:
        """What is chosen is worth so much more than another legal action, on average."""
        return float(self.values.mean())

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return float(self.values.std(ddof=1)) / sqrt(len(self.values))

    @property
    def typical(self) -> float:
        """Root of the mean square of what a choice changes, without what only chance adds to it."""
        return sqrt(max(0.0, float((self.values**2 - self.errors**2).mean())))

    @property
    def share(self) -> float:
        """Decisions that change more than the threshold."""
        return float(mattering(self.values[None], self.errors[None])[0])

    @property
    def interval(self) -> tuple[float, float]:
        """95 % for this share: percentiles of the bootstrap over the drawn decisions (Efron 1979)."""
        number = len(self.values)
        rows = np.random.Generator(np.random.PCG64(number)).integers(number, size=(RESAMPLES, number))
        low, high = np.percentile(mattering(self.values[rows], self.errors[rows]), (2.5, 97.5))
        return float(low), float(high)


def mattering(values: Floats, errors: Floats) -> Floats:
    """The share of each row of decisions that changes more than the threshold.

    Values measured with errors spread more widely than they are, and too many would seem to matter; so they are drawn
    together until their variance is that of the true ones (Louis, "Estimating a population of parameter values using
    Bayes and empirical Bayes methods", Journal of the American Statistical Association 79, 1984).
    """
    middle = values.mean(axis=1, keepdims=True)
    seen = values.var(axis=1, ddof=1, keepdims=True)
    true = np.maximum(0.0, seen - (errors**2).mean(axis=1, keepdims=True))
    drawn = middle + (values - middle) * np.sqrt(np.divide(true, seen, out=np.zeros_like(seen), where=seen > 0))
    shares: Floats = (abs(drawn) > THRESHOLD).mean(axis=1)
    return shares


def worth(setting: Setting, sample: Sample, by: Engine) -> Worth | None:
    """What each drawn decision was worth; None where nothing was to decide. Compiled players play on, else random."""
    rows = np.flatnonzero(sample.seats >= 0)
    if len(rows) < 2:
        return None
    lines = [
        _Line(setting, int(row), sample.states[row].tobytes(), int(sample.seats[row]), _pair(sample, int(row)))
        for row in rows
    ]
    bussolotto.compiled(setting.module)
    found = np.array(list(by.map(_compared, lines)))
    return Worth(found[:, 0], found[:, 1])


def _pair(sample: Sample, row: int) -> tuple[int, int]:
    return int(sample.actions[row]), int(sample.others[row])


@dataclass(frozen=True)
class _Line:
    """One drawn decision."""

    setting: Setting
    number: int
    state: bytes
    seat: int
    actions: tuple[int, int]  # what was chosen, and another


def _compared(line: _Line) -> tuple[float, float]:
    """The mean of what the choice changed, and its standard error."""
    chosen, other = (_played_on(line, action) for action in line.actions)
    changed = chosen - other
    return float(changed.mean()), float(changed.std(ddof=1)) / sqrt(ROLLOUTS)


def _played_on(line: _Line, action: int) -> Floats:
    """The win shares of who decided."""
    setting = line.setting
    compiled = bussolotto.compiled(setting.module)
    opening = np.frombuffer(line.state, setting.module.STATE).copy()
    compiled.apply(opening[0], line.seat, action)
    first = LINES + line.number * ROLLOUTS
    generators = (
        chance.streams(setting.seed, first, ROLLOUTS),
        chance.streams(setting.seed, chance.CHOICES + first, ROLLOUTS),
    )
    kinds: Integers = np.full(setting.seats, bool(setting.compiled and set(setting.players) != {"random"}), np.int64)
    tables = _tables(setting.game, setting.seats, tuple(setting.options.items()))
    outcomes = np.zeros(ROLLOUTS, OUTCOME)
    compiled.play_matches(opening, opening.copy(), setting.seats, *generators, kinds, 0, tables, outcomes)
    shares: Floats = outcomes["shares"][:, line.seat]
    return shares


@cache
def _tables(game: str, seats: int, options: tuple[tuple[str, str], ...]) -> Any:
    """What the policy of the game looks things up in, under these rules."""
    module = bussolotto.game(game)
    return policy_of(module).tables(bussolotto.new_state(module, seats, **dict(options)))
