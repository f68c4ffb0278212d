"""Maximum-likelihood ratings of players from their win shares at several tables.

A player wins in proportion to their share of the strengths of all seats at the table (Luce 1959; for two seats Bradley
and Terry 1952). The maximum-likelihood strengths depend only on sums, not on the order of the matches, unlike ratings
that are updated match by match, such as Elo's or those of openskill. Their logarithms are found by Newton's method: the
log-likelihood is concave in them (Hunter, Annals of Statistics 32, 2004). Each player gets one imaginary match, half
won, against a player of strength 1, which keeps the ratings of players who have won everything or nothing finite.
"""

from math import log, sqrt
from typing import NamedTuple

import numpy as np

from bussolotto.study.effects import Floats
from bussolotto.study.matches import Integers

POINTS = 400 / log(10)  # as in chess: 400 points more mean ten times the strength
BLOCKS = 50  # blocks of rounds for the jackknife, which leaves out each of them in turn
SETTLED = 1e-12
MOST_STEPS = 200
FARTHEST = 1.0  # maximum step, in logarithms


class Rating(NamedTuple):
    """Points above the mean of all players, and their standard errors, nan where unknown."""

    points: Floats
    errors: Floats


def strengths(wins: Floats, seats: Integers, matches: int) -> Floats:
    """Return the maximum-likelihood strengths, float64[player].

    `wins`: float64[table, player], victories of all seats of a player; `seats`: int64[table, player], the number of
    seats of a player at a table; `matches`: the number of matches at each table.
    """
    logarithms = np.zeros(wins.shape[1])
    won = wins.sum(axis=0) + 0.5
    for _ in range(MOST_STEPS):
        found = np.exp(logarithms)
        slope = won - matches * _shares(found, seats).sum(axis=0) - found / (found + 1)
        step = np.linalg.solve(_information(found, seats, matches), slope)
        logarithms += step * min(1.0, FARTHEST / max(np.abs(step).max(), SETTLED))
        if np.abs(step).max() < SETTLED:
            break
    return np.exp(logarithms)


def _shares(found: Floats, seats: Integers) -> Floats:
    """Return float64[table, player]: the expected win share of each player at each table, over all their seats."""
    shares: Floats = seats * found / (seats @ found)[:, None]
    return shares


def _information(found: Floats, seats: Integers, matches: int) -> Floats:
    """Return the information matrix at these strengths: the negative Hessian of the log-likelihood, in logarithms."""
    imagined = found / (found + 1)
    information: Floats = np.diag(imagined * (1 - imagined))
    for shares in _shares(found, seats):
        information += matches * (np.diag(shares) - np.outer(shares, shares))
    return information


def rate(wins: Floats, seats: Integers) -> Rating:
    """Return ratings from `wins`, float64[round, table, player]: mean wins per match of all seats of a player.

    Rounds are independent. The errors are those of the jackknife or, if larger, those of the model for this number of
    independent matches at each table, because a player who has won nothing may still win sometimes.
    """
    rounds = len(wins)
    total = wins.sum(axis=0)
    points = _points(total, seats, rounds)
    blocks = np.array_split(np.arange(rounds), min(rounds, BLOCKS))
    if len(blocks) < 2:
        return Rating(points, np.full_like(points, np.nan))
    without = np.array([_points(total - wins[block].sum(axis=0), seats, rounds - len(block)) for block in blocks])
    jackknife = sqrt((len(blocks) - 1) / len(blocks)) * np.sqrt(((without - without.mean(axis=0)) ** 2).sum(axis=0))
    return Rating(points, np.maximum(jackknife, _model_errors(strengths(total, seats, rounds), seats, rounds)))


def _model_errors(found: Floats, seats: Integers, matches: int) -> Floats:
    """Return the standard errors of the points from the curvature of the log-likelihood at its maximum."""
    centred = np.eye(len(found)) - 1 / len(found)
    errors: Floats = POINTS * np.sqrt(np.diag(centred @ np.linalg.inv(_information(found, seats, matches)) @ centred))
    return errors


def _points(wins: Floats, seats: Integers, matches: int) -> Floats:
    logarithms = np.log(strengths(wins, seats, matches))
    points: Floats = POINTS * (logarithms - logarithms.mean())
    return points
