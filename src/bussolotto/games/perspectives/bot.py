"""A sensible player of Perspectives: finds its dice one by one, as fast as a person, then calls Stop.

The cell of a die does not matter, so it chooses any. A die that shows the turquoise number is found sooner than one
that shows the number of the handicap die, which lies in front of the neighbour. When there is nothing left to find it
takes a moment to be sure; then Stop costs nothing, and the others keep what they have not found yet.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.games.perspectives import game as rules
from bussolotto.players import Player
from bussolotto.players.reaction import first_found

# How long things take on average.
TURQUOISE_MS = 1300.0  # to find a die that shows the turquoise number, and put it down
HANDICAP_MS = 1800.0  # or the number of the handicap die
SURE_MS = 700.0  # to be sure that none is left
BONUS_MS = 700.0  # to put down any die
THROW_MS = 1200.0


class Sensible(Player):
    """One seat."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """The first thing it finds: a die to place or, if there is none, that there is none."""
        if legal[0] < rules.BONUS:
            return first_found(rng, self._dice(legal, rng))
        if legal[0] < rules.THROW:
            return first_found(rng, [(rng.choice(legal[:-1]), BONUS_MS)])  # the last code is `done`
        return first_found(rng, [(legal[0], THROW_MS if legal[0] == rules.THROW else SURE_MS)])

    def _dice(self, legal: Sequence[int], rng: Random) -> list[tuple[int, float]]:
        """Dice to look for, one by each of the two numbers as far as there is one, and how long that takes."""
        by_turquoise = [code for code in legal if code < rules.HANDICAP]
        by_handicap = [code for code in legal if rules.HANDICAP <= code < rules.BONUS]
        kinds = ((by_turquoise, TURQUOISE_MS), (by_handicap, HANDICAP_MS))
        return [(rng.choice(cells), mean_ms) for cells, mean_ms in kinds if cells]


PLAYERS = {"sensible": Sensible}
