"""What a player of Cincinnati believes of how the others choose their tables, from what they have chosen so far.

Everybody may play by the mixed strategy (`mixed_choice`), as the sensible bot does, anyhow, or in a mixture of these.
Choices and first rolls are revealed in every round (CIN-7), so all who watch believe the same.
"""

from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.core import kernel
from bussolotto.games.cincinnati import game, mixed_choice, policy, victory
from bussolotto.games.cincinnati.chances import FIRST, HANDS

# by kind of player: how often it chooses by the mixed strategy, as the sensible bot does, and anyhow
KINDS = np.array([[1.0, 0.0, 0.0], [0.02, 0.94, 0.04], [0.0, 0.5, 0.5], [0.0, 0.0, 1.0]])
AT_FIRST = np.array([0.7, 0.15, 0.1, 0.05])  # how likely each kind is
# what tokens bring in rounds to come, in thousands, found by many matches
SCARCE = 6.5  # for each of them and each token
MOST_SAVED = 11.0


class Beliefs:
    """Of one match: how likely each seat is of each kind."""

    def __init__(self, seats: int) -> None:
        self._kinds = np.tile(AT_FIRST, (seats, 1))
        self._noticed = 0  # rounds up to this number

    def plan(self, view: Any) -> mixed_choice.Floats:
        """float32[seat][hand][table]: how often each seat should choose each table in this round."""
        return mixed_choice.plan(*self.stage(view))

    def stage(self, view: Any) -> tuple[tuple[mixed_choice.Table, ...], mixed_choice.Seats]:
        """The choice of tables in this round."""
        follows = tuple(map(tuple, np.round(self._kinds @ KINDS, 3).tolist()))
        seats = range(view.seats)
        minds = tuple(map(tuple, np.round(victory.rivalry(view), 3).tolist()))
        prices = tuple(round(token_price(view, seat)) if view.tokens[seat] else inf for seat in seats)
        rules = (usual(view).tobytes(),) * view.seats
        return open_tables(view), mixed_choice.Seats(prices, minds, rules, follows)

    def notice(self, view: Any) -> None:
        """Learn from the choices of a round, once they and the first rolls have been revealed."""
        if self._noticed >= view.round_number:
            return
        self._noticed = int(view.round_number)
        planned, ruled = self.plan(view), usual(view)
        for seat in range(view.seats):
            hand, table = view.dice[seat] - FIRST, view.chosen[seat] - 1
            likely = KINDS @ [planned[seat, hand, table], ruled[hand] == table, 1 / len(in_use(view))]
            self._kinds[seat] *= np.maximum(likely, 1e-3)
            self._kinds[seat] /= self._kinds[seat].sum()


def token_price(view: Any, seat: int) -> float:
    """What a token is worth to this seat, in thousands: more than at the end as long as it may be paid for a roll."""
    left = view.rounds - view.round_number
    return float(view.token_worth + min(MOST_SAVED, SCARCE * left / (view.tokens[seat] + 1)))


def open_tables(view: Any) -> tuple[mixed_choice.Table, ...]:
    """The tables in use (CIN-5), with what they ask for, and what the cards there are worth to each seat."""
    priced = [with_price(view, seat) for seat in range(view.seats)]
    return tuple(
        mixed_choice.Table(table, int(game.condition(view, table)), tuple(policy.prize(each, table) for each in priced))
        for table in in_use(view)
    )


def with_price(view: Any, seat: int) -> Any:
    """The same view with what a token is worth to this seat in place of what it is worth at the end."""
    priced = kernel.copied(view)
    priced.token_worth = round(token_price(view, seat))
    return priced


def in_use(view: Any) -> tuple[int, ...]:
    """The tables, by number."""
    return (0, 2) if view.seats == 3 else (0, 1, 2)


def usual(view: Any) -> npt.NDArray[np.int8]:
    """int8[hand]: the table that the sensible bot would choose with each first hand."""
    chances = policy.tables(view)[-1]
    best, most = np.zeros(len(HANDS), np.int8), np.full(len(HANDS), -1.0)
    for table in in_use(view):
        worth = policy.prize(view, table)
        step = int(policy.crowding(view, worth, policy.all_prizes(view)) * policy.STEPS + 0.5)
        value = worth * chances[table, step].astype(float)
        better = value > most + policy.HAIR
        best, most = np.where(better, np.int8(table), best), np.where(better, value, most)
    return best
