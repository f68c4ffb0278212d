"""A sensible player of Spilorcio: computes exactly what this turn can bring, and estimates what comes after it.

The turn is solved exactly (`solver.py`): the value of every choice of dice to set aside, and of every order to place
them in, is that of the positions after the turn. Those are valued here by rule of thumb.
"""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np

from bussolotto.core import dice
from bussolotto.core.contract import Game
from bussolotto.games.spilorcio import game as rules
from bussolotto.games.spilorcio import solver as solve
from bussolotto.players import Player
from bussolotto.solve.rolls import Values

# The value of a position for the seat that has just ended its turn, in chips. Found by many matches against itself.
WON = 100.0  # a match won, against one lost
THREAT = 0.8  # a chip that the next player is likely to take
WANT = 0.6  # weight of being nearly out of chips, growing with the square of what is missing
COMFORT = 8  # a seat with fewer chips is nearly out of them


REACH = np.array([float(dice.reach(dice.DICE, missing)) for missing in range(13)])  # [squares missing] -> chance


def values(after: solve.Records, seat: int) -> Values:
    """The values of positions (STATE[n]) after a turn of `seat`, for that seat."""
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
    return np.asarray(np.where(after["phase"] == rules.OVER, WON * (won - 0.5) * 2, going_on))


class Sensible(Player):
    """One seat of a match; it keeps all values until the turn is over."""

    def __init__(self, game: Game) -> None:
        self._turn: object = None
        self._kept: Values = np.zeros(len(dice.KEEPS))  # the value of each keep aside

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best of the legal codes, and the time a person would need."""
        wait_ms = rng.randint(900, 1500)
        worth = self.worth(view)
        if view.phase == rules.PLACING:
            row_values = solve.row_values(view, worth)
            return rules.PLACE + max(row_values, key=row_values.__getitem__), wait_ms
        turn = (view.turn, view.reserve, *view.chips, *view.filled)
        if turn != self._turn:
            self._turn, self._kept = turn, solve.expected(solve.hand_values(view, worth))
        return max(legal, key=lambda code: self._kept[dice.joined(view.aside, code)]), wait_ms

    def worth(self, view: Any) -> solve.Worth:
        """The values of positions after this turn."""
        return partial(values, seat=view.turn)


PLAYERS = {"sensible": Sensible}
