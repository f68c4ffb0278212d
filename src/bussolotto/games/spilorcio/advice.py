"""Advice in Spilorcio: what each choice is worth in chips, and how likely each row is completed in this turn."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from bussolotto.core import dice
from bussolotto.games.spilorcio import game, solver
from bussolotto.solve.advice import Advice, Odds
from bussolotto.solve.rolls import Values


def advise(view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    """What each choice is worth in chips, and how likely each row is completed in this turn.

    The value is how many chips more than the mean of the others this seat has after the turn, on average, if it plays
    everything else in the turn for that. The chance of a row is computed as if all dice of its number are kept and
    every die is paid.
    """
    if view.phase not in (game.KEEPING, game.PLACING):
        return None
    lead = partial(_lead, seat)
    if view.phase == game.PLACING:
        rows = solver.row_values(view, lead)
        return Advice(measure="lead", values={game.PLACE + row: worth for row, worth in rows.items()}, odds=[])
    kept = solver.expected(solver.hand_values(view, lead))
    values = {action: float(kept[dice.joined(view.aside, action)]) for action in legal}
    odds = [Odds(goal=f"row {row + 1}", chance=_completed(view, row)) for row in range(game.ROWS)]
    return Advice(measure="lead", values=values, odds=odds)


def _lead(seat: int, after: solver.Records) -> Values:
    """Chips of this seat less the mean of the others, in positions after its turn."""
    chips = after["chips"].astype(float)
    others = after["seats"] - 1
    return np.asarray(chips[:, seat] - (chips.sum(axis=1) - chips[:, seat]) / others)


def _completed(view: Any, row: int) -> float:
    shown = int(dice.COUNT[view.roll][row])
    lying = view.filled[row] + int(dice.COUNT[view.aside][row]) + shown
    left = int(dice.SIZE[view.roll]) - max(shown, 1)  # one is kept in any case (SPI-2)
    return float(dice.reach(left, view.length[row] - lying))
