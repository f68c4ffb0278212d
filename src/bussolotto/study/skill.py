"""Luck against skill: how much of how a match ends is explained by who plays.

Everybody is one of two players, a weaker and a stronger one, in all line-ups: each of the 2^seats up to four seats,
else 16 in which any three of them see all combinations equally often (a fractional factorial design of resolution IV).
Each line-up plays equally many matches, with dice of its own, its players moving on from seat to seat. The share of the
variance of the win shares that lies between line-ups is estimated as in an analysis of variance of one factor,

    between = (K - 1) / K * (MSB - MSW) / n,    share = between / (between + MSW),

summed over the players, with K line-ups of n matches, MSB the mean square between and MSW that within them. Its
standard error is that of the jackknife over the n rounds of all line-ups.
"""

from __future__ import annotations

from itertools import product
from math import sqrt
from typing import NamedTuple

import numpy as np

from bussolotto import chance, players
from bussolotto.engines import Engine
from bussolotto.study.effects import Floats, quantile
from bussolotto.study.matches import Results, Setting
from bussolotto.study.playing import Task, played, tasks

FULL = 4  # seats up to which all line-ups are played
PARENTS = ((0,), (1,), (2,), (3,), (1, 2, 3), (0, 2, 3), (0, 1, 2), (0, 1, 3))  # of each seat's column beyond that
BUDGET, COMPILED_BUDGET = 160, 16_000  # matches of all line-ups together
FEWEST = 5  # rounds: an error is to be known from them


class Explained(NamedTuple):
    """A share of variance, or a difference of two, with its standard error from so many rounds."""

    share: float
    error: float
    rounds: int
    least: float = 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, within what it can be."""
        half = quantile(self.rounds - 1) * self.error
        return max(self.least, self.share - half), min(1.0, self.share + half)


def strengths(setting: Setting) -> tuple[str, str]:
    """The weaker and the stronger player: the first of the game, and the best of those who play, else its second."""
    names = players.names(setting.module)
    best = max(map(names.index, setting.players)) or min(1, len(names) - 1)
    return names[0], names[best]


def line_ups(seats: int) -> list[tuple[int, ...]]:
    """Who sits where, 0 the weaker and 1 the stronger player."""
    if seats <= FULL:
        return list(product((0, 1), repeat=seats))
    rows = product((0, 1), repeat=FULL)
    return [tuple(sum(row[parent] for parent in PARENTS[seat]) % 2 for seat in range(seats)) for row in rows]


def rounds_of(setting: Setting) -> int:
    """How often each line-up plays."""
    both = Setting(setting.game, strengths(setting))
    return max(FEWEST, (COMPILED_BUDGET if both.compiled else BUDGET) // len(line_ups(setting.seats)))


def played_shares(setting: Setting, rounds: int, by: Engine) -> Floats:
    """float64[rounds, line-ups, players]: the win shares of every match."""
    names = strengths(setting)
    wanted: list[list[Task]] = []
    for number, line_up in enumerate(line_ups(setting.seats)):
        seed = chance.mixed(setting.seed + number) >> 1
        own = Setting(setting.game, tuple(names[each] for each in line_up), seed, setting.options)
        wanted.append(tasks(own, rounds))
    results = played([task for parts in wanted for task in parts], by)
    found = [_by_player(Results.joined([next(results) for _ in parts]), setting.seats) for parts in wanted]
    return np.stack(found, axis=1)


def _by_player(results: Results, seats: int) -> Floats:
    """The shares of each player of the line-up, who moves on by a seat from match to match."""
    sits = (np.arange(len(results))[:, None] + np.arange(seats)) % seats
    return np.take_along_axis(results.shares, sits, axis=1)


def explained(shares: Floats) -> Explained:
    """The share between line-ups of float64[rounds, line-ups, seats]."""
    share = _estimate(shares.sum(axis=0), (shares**2).sum(axis=0), len(shares))
    return Explained(float(share), _jackknifed(_left_out(shares)), len(shares))


def difference(base: Floats, changed: Floats) -> Explained:
    """What a change adds to the share, round by round with the same dice."""
    added = explained(changed).share - explained(base).share
    return Explained(added, _jackknifed(_left_out(changed) - _left_out(base)), len(base), least=-1.0)


def _left_out(shares: Floats) -> Floats:
    """float64[rounds]: the estimate without each of the rounds."""
    sums, squares = shares.sum(axis=0) - shares, (shares**2).sum(axis=0) - shares**2
    return _estimate(sums, squares, len(shares) - 1)


def _jackknifed(estimates: Floats) -> float:
    """The standard error (Efron and Stein 1981)."""
    number = len(estimates)
    return sqrt((number - 1) / number * float(((estimates - estimates.mean()) ** 2).sum()))


def _estimate(sums: Floats, squares: Floats, rounds: int) -> Floats:
    """The share between, of sums and sums of squares [.., line-ups, seats] over so many rounds."""
    means = sums / rounds
    within = ((squares - rounds * means**2) / (rounds - 1)).mean(axis=-2).sum(axis=-1)
    number = means.shape[-2]
    spread = ((means - means.mean(axis=-2, keepdims=True)) ** 2).mean(axis=-2).sum(axis=-1)
    between = spread - (number - 1) / number * within / rounds
    total = between + within
    share: Floats = np.clip(np.divide(between, total, out=np.zeros_like(total), where=total > 0), 0, 1)
    return share
