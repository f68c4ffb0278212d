"""Valuations written as rules: what each seat may expect at a position, so that a search need not play to the end.

The module `valuation` of a game defines

- `FEATURES`, the names of the numbers that describe the position of a seat;
- `WEIGHTS`, by number of seats, what each of them counts for, as learned by `python -m tools.learn`;
- `tables(opening)`, a tuple of arrays: room for what is counted;
- the rule `settled(s)`: can this position be valued? Else the seat to decide looks where its next action leads;
- the rule `describe(s, numbers, tables)`: write the features of each seat, `numbers[seat][feature]`, which are 0
  before, in a position that is not over. It reads only what all may know.

The shares of the seats are expected to be in proportion to exp(features * weights): a logistic valuation. For a game
without such a module this one stands in, which is never asked.
"""

import sys
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from bussolotto.core.contract import Game
from bussolotto.core.kernel import MAX_SEATS, rule
from bussolotto.play.policies import no_tables

FEATURES: tuple[str, ...] = ()
WEIGHTS: Mapping[int, Sequence[float]] = {}

tables = no_tables


@rule
def settled(s: Any) -> bool:
    """Never asked."""
    return False


@rule
def describe(s: Any, numbers: Any, tables: Any) -> None:
    """Never asked."""


@rule
def expect_shares(numbers: Any, weights: Any, seats: int, out: Any) -> None:
    """The expected win share of each seat, float64[8], from what describes them."""
    out[:] = 0.0
    most = -1e300
    for seat in range(seats):
        for feature in range(len(weights)):
            out[seat] += weights[feature] * numbers[seat][feature]
        most = max(most, out[seat])
    total = 0.0
    for seat in range(seats):
        out[seat] = np.exp(out[seat] - most)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total


def valuation_of(game: Game) -> ModuleType:
    """The module with this game's valuation, or this one."""
    return game.part("valuation") or sys.modules[__name__]


def values_for(game: Game, opening: Any, weights: Sequence[float] | None = None) -> tuple[Any, ...]:
    """(weights, features, tables, positions, mask, shares, shares) for the seats and options of this position.

    All but the weights and the tables is room: for the features of all seats, and for looking ahead.
    """
    valuation = valuation_of(game)
    chosen = valuation.WEIGHTS[int(opening.seats)] if weights is None else weights
    numbers = np.zeros((MAX_SEATS, len(valuation.FEATURES)))
    positions, mask = np.zeros(2, game.STATE), np.zeros(game.ACTIONS, np.uint8)
    shares, likely = np.zeros((2, MAX_SEATS))
    return np.array(chosen, np.float64), numbers, valuation.tables(opening), positions, mask, shares, likely
