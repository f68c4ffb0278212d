"""A sensible player of Perspectives: finds its dice one by one, as fast as a person, then calls Stop.

The cell of a die does not matter, so it chooses any. A die that shows the turquoise number is found sooner than one
that shows the number of the handicap die, which lies in front of the neighbour. When there is nothing left to find it
takes a moment to be sure; then Stop costs nothing, and the others keep what they have not found yet.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bussolotto.games.perspectives import game as rules
from bussolotto.players.searching import Search, Searching, levels

# How long things take on average.
TURQUOISE_MS = 1300.0  # to find a die that shows the turquoise number, and put it down
HANDICAP_MS = 1800.0  # or the number of the handicap die
SURE_MS = 700.0  # to be sure that none is left
LEAST_MS = 2500  # before Stop at a table, so that people can look
BONUS_MS = 700.0  # to put down any die
THROW_MS = 1200.0


class Sensible(Searching):
    """One seat."""

    def searches(self, view: Any, legal: Sequence[int], rng: Random) -> Iterator[Search]:
        """Dice to place or, if there is none, that there is none."""
        if legal[0] < rules.BONUS:
            yield from self._dice(legal, rng)
        elif legal[0] < rules.THROW:
            yield Search("bonus", rng.choice(legal[:-1]), BONUS_MS)  # the last code is `done`
        elif legal[0] == rules.THROW:
            yield Search("throw", rules.THROW, THROW_MS)
        else:
            yield Search("stop", legal[0], SURE_MS, LEAST_MS)

    def _dice(self, legal: Sequence[int], rng: Random) -> Iterator[Search]:
        """Dice to look for, one by each of the two numbers as far as there is one, and how long that takes."""
        by_turquoise = [code for code in legal if code < rules.HANDICAP]
        by_handicap = [code for code in legal if rules.HANDICAP <= code < rules.BONUS]
        kinds = ((by_turquoise, TURQUOISE_MS), (by_handicap, HANDICAP_MS))
        for cells, mean_ms in kinds:
            if cells:
                yield Search("die", rng.choice(cells), mean_ms)


PLAYERS = {**levels(Sensible, 1.3), "sensible": Sensible}
