"""Spilorcio with sense: counts exactly what this turn can bring, judges roughly what it leaves behind.

The turn is solved exactly (`bussolotto.solve.spilorcio`): every choice of dice to set aside and of the order to place
them in is worth what the positions after the turn are. Those are valued here by rule of thumb.
"""

from collections.abc import Sequence
from functools import partial
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto import dice
from bussolotto.solve import spilorcio as solve
from bussolotto.solve.spilorcio import Values

# What a position is worth to who has just ended his turn, in chips. Found by many matches against itself.
WON = 100.0  # a match won, against one lost
THREAT = 0.8  # a chip that the next player is likely to take
WANT = 0.6  # weight of being nearly out of chips, growing with the square of what is missing
COMFORT = 8  # chips below which one is nearly out of them


REACH = np.array([float(dice.reach(dice.DICE, missing)) for missing in range(13)])  # [squares missing] -> chance


def values(after: npt.NDArray[np.void], seat: int, over: int) -> Values:
    """What positions (STATE[n]) after a turn of `seat` are worth to him; `over` is the phase of the end."""
    seats = int(after["seats"][0])
    chips = after["chips"][:, :seats].astype(float)
    own = chips[:, seat]
    others = np.delete(chips, seat, axis=1)
    lying = after["filled"] + after["double"] * (after["filled"] > 0)
    missing = after["length"] - after["filled"]
    threat = (REACH[missing] * (lying + after["arrow"])).sum(axis=1)
    lean = np.maximum(COMFORT - own, 0.0)
    going_on = own - others.mean(axis=1) - THREAT * threat - WANT * lean**2
    best = chips.max(axis=1)
    won = (own == best) / (chips == best[:, None]).sum(axis=1)
    worth: Values = np.where(after["phase"] == over, WON * (won - 0.5) * 2, going_on)
    return worth


class Sensible:
    """One seat of a match; keeps the worth of everything until the turn is over."""

    def __init__(self, game: ModuleType | Any) -> None:
        self._game = game
        self._turn: object = None
        self._worth: Values = np.zeros(len(dice.KEEPS))

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Remembers nothing: everything that matters lies on the table."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best of the legal codes, and as long as a person would need."""
        wait_ms = rng.randint(900, 1500)
        if view.phase == self._game.PLACING:
            row_values = solve.row_values(view, self._value(view))
            return self._game.PLACE + max(row_values, key=row_values.__getitem__), wait_ms
        worth = self._worth_of_keeps(view)
        return max(legal, key=lambda code: worth[dice.joined(view.aside, code)]), wait_ms

    def _worth_of_keeps(self, view: Any) -> Values:
        turn = (view.turn, view.reserve, *view.chips, *view.filled)
        if turn != self._turn:
            self._turn = turn
            self._worth = solve.expected(solve.hand_values(view, self._value(view)))
        return self._worth

    def _value(self, view: Any) -> solve.Worth:
        return partial(values, seat=view.turn, over=self._game.OVER)


PLAYERS = {"sensible": Sensible}
