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
from bussolotto.study.effects import Floats, quantile
from bussolotto.study.matches import CHOICES, OUTCOME, Integers, Setting
from bussolotto.study.sample import Sample

THRESHOLD = 0.05  # of a win: what a decision has to change to matter
ROLLOUTS = 100
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
        """Decisions that change more than the threshold, as they were measured."""
        return float((abs(self.values) > THRESHOLD).mean())

    @property
    def interval(self) -> tuple[float, float]:
        """From those that do so surely, less what may be due to the sample, to those that may do so, and more.

        Both ends allow 95 % for the error of each decision and, by Wilson's score interval (1927), for the sample.
        """
        slack = quantile(10_000) * self.errors
        surely = float((abs(self.values) - slack > THRESHOLD).mean())
        perhaps = float((abs(self.values) + slack > THRESHOLD).mean())
        number = len(self.values)
        return wilson(surely, number)[0], wilson(perhaps, number)[1]


def wilson(share: float, number: int) -> tuple[float, float]:
    """95 % for the chance of what happened in this share of so many cases."""
    z = quantile(10_000)
    middle = share + z**2 / (2 * number)
    half = z * sqrt(share * (1 - share) / number + z**2 / (4 * number**2))
    return (middle - half) / (1 + z**2 / number), (middle + half) / (1 + z**2 / number)


def worth(setting: Setting, sample: Sample, by: Engine) -> Worth | None:
    """What each drawn decision was worth; None where nothing was to decide. Compiled players play on, else random."""
    rows = np.flatnonzero(sample.seats >= 0)
    if len(rows) < 2:
        return None
    lines = [
        _Line(setting, int(row), np.array([sample.states[row]]), int(sample.seats[row]), _pair(sample, int(row)))
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
    state: Any  # STATE[1]
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
    opening = line.state.copy()
    compiled.apply(opening[0], line.seat, action)
    first = LINES + line.number * ROLLOUTS
    generators = (
        chance.streams(setting.seed, first, ROLLOUTS),
        chance.streams(setting.seed, CHOICES + first, ROLLOUTS),
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
