"""Chances in Cincinnati: what hands are worth with rolls to come, and where others are likely to end.

The others are taken to go for the condition of their table and then for the best hand; who has not shown his roll yet
is anybody who might have chosen that table with it.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto import dice
from bussolotto.games.cincinnati import LAST_ROLL, WORTH

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

HANDS = dice.HANDS  # the 252 keeps of five dice; hand numbers below count from the first of them
FIRST = int(HANDS[0])
DUEL = len(WORTH)  # the order of hands in a duel, beside those by what a table asks for
MOST_BOUGHT = 3  # bought rolls that are thought of


class Rolls(NamedTuple):
    """What any part of any hand can become."""

    odds: Values  # [keep][hand] chance of the hand when the other dice are rolled
    parts: Indices  # the parts of hand 0, none first and all of it last, then those of hand 1, ..
    first: Indices  # [hand] where its parts begin


@cache
def rolls() -> Rolls:
    """The tables of one roll."""
    odds = np.zeros((len(dice.KEEPS), len(HANDS)))
    for keep, faces in enumerate(dice.KEEPS):
        for rest in np.flatnonzero(dice.DICE - len(faces) == dice.SIZE).tolist():
            odds[keep, dice.joined(keep, rest) - FIRST] = float(dice.odds(rest))
    parts = [np.flatnonzero(contained) for contained in np.asarray(dice.CONTAINS)[HANDS]]
    return Rolls(odds, np.concatenate(parts), np.cumsum([0, *map(len, parts[:-1])]))


def kept(values: Values) -> Values:
    """float64[462]: what each keep is worth, rolling the rest once, given what each hand is worth (float64[252])."""
    return rolls().odds @ values


def rolled(values: Values) -> Values:
    """float64[252]: what each hand is worth when any of its dice may be rolled once more, all of them too, or none."""
    best: Values = np.maximum.reduceat(kept(values)[rolls().parts], rolls().first)
    return best


def rolled_some(values: Values) -> Values:
    """float64[252]: the same, but at least one die is rolled."""
    worth = kept(values)[rolls().parts]
    worth[np.append(rolls().first[1:], len(worth)) - 1] = -np.inf
    best: Values = np.maximum.reduceat(worth, rolls().first)
    return best


def bought(values: Values, tokens: int, price: float) -> Values:
    """What each hand is worth when so many rolls could be bought, and each is where it is worth more than its price."""
    worth = values
    for _ in range(min(tokens, MOST_BOUGHT)):
        worth = np.maximum(values, rolled(worth) - price)
    return worth


@cache
def order(condition: int) -> Values:
    """float64[252]: how good each hand is at a table that asks for this, 0 where it does not meet it; in a DUEL."""
    ranks = dice.RANK if condition == DUEL else WORTH[condition]
    return np.asarray(ranks[HANDS], np.float64)


@cache
def ends(condition: int, rolls_left: int) -> Values:
    """float64[252][252]: the chance that somebody at such a table ends with the second hand, having now the first."""
    if rolls_left == 0:
        return np.eye(len(HANDS))
    after = ends(condition, rolls_left - 1)
    wish = after @ ((order(condition) > 0) + order(condition) / order(condition).max())
    worth = kept(wish)
    parts = np.split(rolls().parts, rolls().first[1:])
    choice = [part[worth[part].argmax()] for part in parts]
    result: Values = rolls().odds[choice] @ after
    return result


@cache
def beaten(condition: int, rolls_left: int) -> Values:
    """float64[252][252]: the chance that somebody who has the first hand now will not beat the second, equals half."""
    own = order(condition)
    fails = (own[:, None] < own) + 0.5 * (own[:, None] == own)  # [theirs][mine]
    result: Values = ends(condition, rolls_left) @ fails
    return result


@cache
def anybody_beaten(condition: int) -> Values:
    """float64[252]: the same for somebody whose first roll nobody knows, but who chose such a table with it."""
    met = ends(condition, LAST_ROLL - 1) @ (order(condition) > 0)
    weights = rolls().odds[dice.NONE] * met**2
    result: Values = weights @ beaten(condition, LAST_ROLL - 1) / weights.sum()
    return result
