"""The bots of Raffzahn look for what the compiled player looks for (`policy.py`), with the times of people."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bussolotto.core import pyramid
from bussolotto.games.raffzahn import game as rules
from bussolotto.games.raffzahn import policy
from bussolotto.players.searching import Search, Searching, levels

LEAST_MS = 2500  # before Stop at a table: people look first


class Sensible(Searching):
    """One seat."""

    def searches(self, view: Any, legal: Sequence[int], rng: Random) -> Iterator[Search]:
        """Its dice, and Stop when that takes too long; between two throws only the next one."""
        if rules.THROW in legal:
            yield Search("throw", rules.THROW, policy.THROW_MS)
            return
        for cell in legal:
            if cell < rules.STOP:
                yield Search("die", cell, find_ms(view, cell))
        if rules.STOP in legal:
            yield Search("stop", rules.STOP, policy.PATIENCE_MS, LEAST_MS)


def find_ms(view: Any, cell: int) -> int:
    """How long it takes on average to find the die here from the side that reads its number."""
    side = pyramid.POSES[view.pose[cell] - 1].tolist().index(view.number)
    return int(policy.FIND_MS[side, cell])


PLAYERS = {**levels(Sensible, 2.0), "sensible": Sensible}
