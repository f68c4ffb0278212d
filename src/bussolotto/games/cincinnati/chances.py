"""Chances in Cincinnati: the value of hands with rolls to come, and where others are likely to end.

The others are assumed to try for the condition of their table and then for the best hand. A player who has not shown
their roll yet may be anybody who could have chosen that table with it.
"""

from functools import cache

import numpy as np

from bussolotto.core import dice
from bussolotto.games.cincinnati.game import LAST_ROLL, WORTH
from bussolotto.solve.rolls import Values, rolls

HANDS = dice.HANDS  # the 252 keeps of five dice; hand numbers below count from the first of them
FIRST = int(HANDS[0])
DUEL = len(WORTH)  # the order of hands in a duel, in addition to the orders by the condition of a table
MOST_BOUGHT = 3  # bought rolls that are considered


def kept(values: Values) -> Values:
    """float64[462]: the value of each keep when the rest is rolled once, from that of each hand (float64[252])."""
    return rolls().odds @ values


def rolled(values: Values) -> Values:
    """float64[252]: the value of each hand when any of its dice, also all or none, may be rolled once more."""
    return rolls().best(values)


def rolled_some(values: Values) -> Values:
    """float64[252]: the same, but at least one die is rolled."""
    worth = kept(values)[rolls().every_part]
    worth[np.append(rolls().first[1:], len(worth)) - 1] = -np.inf
    return np.asarray(np.maximum.reduceat(worth, rolls().first))


def bought(values: Values, tokens: int, price: float) -> Values:
    """The value of each hand if this many rolls can be bought, and are bought where they are worth the price."""
    worth = values
    for _ in range(min(tokens, MOST_BOUGHT)):
        worth = np.maximum(values, rolled(worth) - price)
    return worth


@cache
def order(condition: int) -> Values:
    """float64[252]: how good each hand is at a table that asks for this, 0 where it does not meet it; or in a DUEL."""
    ranks = dice.RANK if condition == DUEL else WORTH[condition]
    return np.asarray(ranks[HANDS], np.float64)


@cache
def ends(condition: int, rolls_left: int) -> Values:
    """float64[252][252]: the chance that a player at such a table with the first hand now ends with the second."""
    if rolls_left == 0:
        return np.eye(len(HANDS))
    after = ends(condition, rolls_left - 1)
    wish = after @ ((order(condition) > 0) + order(condition) / order(condition).max())
    return np.asarray(rolls().odds[rolls().choose(kept(wish))] @ after)


@cache
def beaten(condition: int, rolls_left: int) -> Values:
    """float64[252][252]: the chance that a player with the first hand does not beat the second; a tie counts half."""
    own = order(condition)
    fails = (own[:, None] < own) + 0.5 * (own[:, None] == own)  # [theirs][mine]
    return np.asarray(ends(condition, rolls_left) @ fails)


@cache
def anybody_beaten(condition: int) -> Values:
    """float64[252]: the same for a player whose first roll is unknown, but who chose such a table with it."""
    met = ends(condition, LAST_ROLL - 1) @ (order(condition) > 0)
    weights = rolls().odds[dice.NONE] * met**2
    return np.asarray(weights @ beaten(condition, LAST_ROLL - 1) / weights.sum())
