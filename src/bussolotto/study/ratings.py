"""How strong players are, from their win shares at several tables: the strengths under which these are most likely.

Who sits at a table with others wins as often as his strength is a part of the strengths of all seats (Luce 1959; for
two seats Bradley and Terry 1952). The most likely strengths depend on sums alone: not on the order of the matches, as
ratings that are corrected match by match do, such as Elo's or those of openskill. Their logarithms are found by
Newton's method: the logarithm of the likelihood is concave in them (Hunter, Annals of Statistics 32, 2004). One
imagined match of each player, half won against a player of strength 1, keeps who has won all or nothing from infinity.
"""

from math import log, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

POINTS = 400 / log(10)  # as chess counts them: 400 points more are ten times the strength
BLOCKS = 50  # of which each in turn is left out, to see how far ratings go astray
SETTLED = 1e-12
MOST_STEPS = 200
FARTHEST = 1.0  # of a step, in logarithms


class Rating(NamedTuple):
    """Points above the mean of all players, and their standard error, nan where nothing is known of it."""

    points: Floats
    errors: Floats


def strengths(wins: Floats, seats: Integers, matches: int) -> Floats:
    """The most likely strengths, float64[player].

    `wins`: float64[table, player], victories of all seats of a player; `seats`: int64[table, player], how many of them
    there are at a table; `matches` of each table.
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
    """float64[table, player]: what players of such strengths win at each table, all their seats together."""
    shares: Floats = seats * found / (seats @ found)[:, None]
    return shares


def _information(found: Floats, seats: Integers, matches: int) -> Floats:
    """How sharply the likelihood falls around these strengths, in their logarithms."""
    imagined = found / (found + 1)
    information: Floats = np.diag(imagined * (1 - imagined))
    for shares in _shares(found, seats):
        information += matches * (np.diag(shares) - np.outer(shares, shares))
    return information


def rated(wins: Floats, seats: Integers) -> Rating:
    """Ratings from `wins` float64[round, table, player], what the seats of a player win there in a match on average.

    Rounds are independent of each other. The errors are those of the jackknife, or what the model says of so many
    independent matches at each table, if that is more: who has won nothing may still win sometimes.
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
    """Of points: from the curvature of the likelihood at its top."""
    centred = np.eye(len(found)) - 1 / len(found)
    errors: Floats = POINTS * np.sqrt(np.diag(centred @ np.linalg.inv(_information(found, seats, matches)) @ centred))
    return errors


def _points(wins: Floats, seats: Integers, matches: int) -> Floats:
    logarithms = np.log(strengths(wins, seats, matches))
    points: Floats = POINTS * (logarithms - logarithms.mean())
    return points
