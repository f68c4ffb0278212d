"""The tables of a turn of Spilorcio: possible rolls, the dice to set aside, and those among them that put chips."""

from functools import cache, partial
from itertools import product
from typing import NamedTuple

import numpy as np

from bussolotto.core import dice
from bussolotto.solve.rolls import Indices, Values

UNPLACED = [keep for keep, faces in enumerate(dice.KEEPS) if dice.FACES not in faces]  # keeps without 6s, ascending


class Turn(NamedTuple):
    """The tables of a turn, flat. In a layer a given number of dice is rolled, and the others lie aside."""

    keeps: Indices  # [hand] its dice that put chips, as a keep; ascending
    hands: Indices  # [hand] its number among the hands with 6s
    asides: Indices  # [layer] keeps aside, with four dice, .. none
    rolls: Indices  # [layer] rolls of the rest
    odds: Values  # [layer's rolls] the chance of each, layer after layer
    first: Indices  # [layer's asides * rolls + 1] where its choices begin in `then`, layer after layer
    then: Indices  # [choice] one die set aside: the keep aside and the roll without it, in the previous layer


@cache
def turn() -> Turn:
    """The tables of a turn."""
    place = {(int(hand), dice.NONE): index for index, hand in enumerate(dice.HANDS)}
    asides, rolls, then, first = [], [], [], [0]
    odds: list[float] = []
    for size in reversed(range(dice.DICE)):
        aside, rolled = (np.flatnonzero(count == dice.SIZE).tolist() for count in (size, dice.DICE - size))
        pairs = list(product(aside, rolled))
        for keep, roll in pairs:
            faces = np.flatnonzero(dice.COUNT[roll]).tolist()
            then += [place[int(dice.PLUS[keep][face]), int(dice.MINUS[roll][face])] for face in faces]
            first.append(len(then))
        place = {pair: index for index, pair in enumerate(pairs)}
        asides.append(len(aside))
        rolls.append(len(rolled))
        odds += [float(dice.odds(roll)) for roll in rolled]
    with_sixes = [dice.INDEX[(dice.KEEPS[keep] + (dice.FACES,) * dice.DICE)[: dice.DICE]] for keep in UNPLACED]
    hands = np.searchsorted(dice.HANDS, with_sixes)
    table = partial(np.array, dtype=np.int64)
    return Turn(table(UNPLACED), table(hands), table(asides), table(rolls), np.array(odds), table(first), table(then))
