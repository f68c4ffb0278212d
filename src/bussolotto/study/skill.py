"""Luck against skill: how much of the result of a match is explained by who plays.

Every seat is taken by one of two players, a weaker and a stronger one: in all 2^seats line-ups up to four seats, else
in 16 in which any three meet in all combinations equally often (a fractional factorial design of resolution IV). Each
line-up plays the same number of matches with its own dice, and its players move on from seat to seat. The share of the
variance of the win shares that lies between line-ups is estimated as in a one-way analysis of variance,

    between = (K - 1) / K * (MSB - MSW) / n,    share = between / (between + MSW),

summed over the players, for K line-ups of n matches, where MSB and MSW are the mean squares between and within
line-ups. The standard error is that of the jackknife over the n rounds of all line-ups.
"""

from __future__ import annotations

from itertools import product
from math import sqrt
from typing import NamedTuple

import numpy as np

from bussolotto import players
from bussolotto.core import chance
from bussolotto.play.engines import Engine
from bussolotto.play.policies import policy_of
from bussolotto.study import keeping
from bussolotto.study.effects import Floats, quantile
from bussolotto.study.matches import MatchConfig, Results, Task, find_seats, play, tasks

FULL = 4  # seats up to which all line-ups are played
PARENTS = ((0,), (1,), (2,), (3,), (1, 2, 3), (0, 2, 3), (0, 1, 2), (0, 1, 3))  # base columns of each seat beyond FULL
BUDGET, COMPILED_BUDGET = 160, 16_000  # matches of all line-ups together
FEWEST = 5  # minimum number of rounds, enough to estimate an error


class Explained(NamedTuple):
    """A share of variance, or a difference of two shares, with its standard error and the number of rounds."""

    share: float
    error: float
    rounds: int
    least: float = 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval, clipped to the possible range."""
        half = quantile(self.rounds - 1) * self.error
        return max(self.least, self.share - half), min(1.0, self.share + half)


def strengths(setting: MatchConfig) -> tuple[str, str]:
    """Return the weaker and the stronger player: the game's first, and the best in the setting.

    Where only the first plays, the stronger one is that which is compiled, or else the second.
    """
    names = players.names(setting.module)
    second = policy_of(setting.module).NAME or players.named(setting.module)[:2][-1]
    best = max(map(names.index, setting.players)) or names.index(second)
    return names[0], names[best]


def line_ups(seats: int) -> list[tuple[int, ...]]:
    """Return the line-ups, by seat 0 for the weaker and 1 for the stronger player."""
    if seats <= FULL:
        return list(product((0, 1), repeat=seats))
    rows = product((0, 1), repeat=FULL)
    return [tuple(sum(row[parent] for parent in PARENTS[seat]) % 2 for seat in range(seats)) for row in rows]


def rounds_of(setting: MatchConfig) -> int:
    """Return the number of matches for each line-up."""
    both = MatchConfig(setting.game, strengths(setting))
    return max(FEWEST, (COMPILED_BUDGET if both.compiled else BUDGET) // len(line_ups(setting.seats)))


def played_shares(setting: MatchConfig, rounds: int, by: Engine) -> Floats:
    """Play the matches and return their win shares, float64[rounds, line-ups, players]."""
    names = strengths(setting)
    wanted: list[list[Task]] = []
    for number, line_up in enumerate(line_ups(setting.seats)):
        seed = chance.mixed(setting.seed + number) >> 1
        own = MatchConfig(setting.game, tuple(names[each] for each in line_up), seed, setting.options)
        wanted.append(tasks(own, rounds))
    results = play([task for parts in wanted for task in parts], by, keeping)
    found = [Results.joined([next(results) for _ in parts]).shares for parts in wanted]
    sits = find_seats(setting, 0, rounds)
    return np.stack([np.take_along_axis(shares, sits, axis=1) for shares in found], axis=1)


def explain(shares: Floats) -> Explained:
    """Return the share of variance between line-ups, from win shares float64[rounds, line-ups, players]."""
    share = _estimate(shares.sum(axis=0), (shares**2).sum(axis=0), len(shares))
    return Explained(float(share), _jackknifed(_left_out(shares)), len(shares))


def difference(base: Floats, changed: Floats) -> Explained:
    """Return what a change adds to the share, paired by rounds with the same dice."""
    added = explain(changed).share - explain(base).share
    return Explained(added, _jackknifed(_left_out(changed) - _left_out(base)), len(base), least=-1.0)


def _left_out(shares: Floats) -> Floats:
    """Return float64[rounds]: the estimates that leave out each round in turn."""
    sums, squares = shares.sum(axis=0) - shares, (shares**2).sum(axis=0) - shares**2
    return _estimate(sums, squares, len(shares) - 1)


def _jackknifed(estimates: Floats) -> float:
    """Return the jackknife standard error (Efron and Stein 1981)."""
    number = len(estimates)
    return sqrt((number - 1) / number * float(((estimates - estimates.mean()) ** 2).sum()))


def _estimate(sums: Floats, squares: Floats, rounds: int) -> Floats:
    """Estimate the share between line-ups from sums and sums of squares [.., line-ups, players] over the rounds."""
    means = sums / rounds
    within = ((squares - rounds * means**2) / (rounds - 1)).mean(axis=-2).sum(axis=-1)
    number = means.shape[-2]
    spread = ((means - means.mean(axis=-2, keepdims=True)) ** 2).mean(axis=-2).sum(axis=-1)
    between = spread - (number - 1) / number * within / rounds
    total = between + within
    share: Floats = np.clip(np.divide(between, total, out=np.zeros_like(total), where=total > 0), 0, 1)
    return share
