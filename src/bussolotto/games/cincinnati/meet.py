"""The best chance of meeting the condition of a table of Cincinnati, alone there, by number of rolls to come."""

from functools import cache
from typing import NamedTuple

import numpy as np

from bussolotto.core import dice
from bussolotto.games.cincinnati.game import AT_A, AT_B, AT_C, MEETS
from bussolotto.solve.rolls import Values, rolls

CONDITIONS = {"A": AT_A, "B": AT_B, "C": AT_C}  # as printed, and their rows in MEETS (CIN-3)
MOST_ROLLS = 6  # three, and one for each token of the set-up (CIN-5)


class Chances(NamedTuple):
    """Chances of meeting one condition with the best keeps; [rolls to come] runs from 0 to MOST_ROLLS."""

    hand: Values  # float64[rolls to come][252], before saying what to keep
    keep: Values  # float64[rolls to come][462], the dice kept for the next roll; five of them decline it (CIN-7)


def chances(condition: str) -> Chances:
    """How well the printed condition of `A`, `B` or `C` can be met from every hand and every keep, exactly."""
    return chances_of(CONDITIONS[condition])


@cache
def chances_of(condition: int) -> Chances:
    """The same for any condition that a table may have, by its row in `games.cincinnati.MEETS`."""
    table = rolls()
    hand = np.zeros((MOST_ROLLS + 1, len(table.hands)))
    keep = np.zeros((MOST_ROLLS + 1, len(table.keeps)))
    hand[0] = MEETS[condition][table.hands]
    keep[0, table.hands] = hand[0]
    for left in range(1, MOST_ROLLS + 1):
        keep[left] = table.odds @ hand[left - 1]
        hand[left] = table.best(hand[left - 1])
    return Chances(hand, keep)


def from_nothing(condition: str) -> list[float]:
    """The best chance with 1, 2, .. MOST_ROLLS rolls, the first with all five dice."""
    return [float(chance) for chance in chances(condition).keep[1:, dice.NONE]]
