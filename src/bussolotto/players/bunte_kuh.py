"""A sensible Bunte Kuh: adds up funnel after funnel, without error but slowly, and judges when looking on is in vain.

The more funnels there are, the longer it takes to come upon a right one. How many right ones to expect follows from the
sum that was thrown: where it is a rare one, Fiasco is called soon. Dice are placed turned at random.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from bussolotto.players.reaction import first_found, search_ms

LOOK_MS = 700  # to add up one funnel
# A wrong Fiasco costs more than a placed die brings: look so much longer for each right funnel to be expected, and for
# each die that every opponent would give.
CAUTION = 5.0
GIVE_UP_MS = 60_000
THROW_MS, PLACE_MS = 900, 2500

# [sum] -> chance that three faces add up to it
CHANCE_OF_SUM = np.bincount([sum(faces) for faces in product(range(1, 7), repeat=3)]) / 6**3


class Sensible:
    """One seat; remembers nothing, for all that matters lies on the table."""

    def __init__(self, game: ModuleType | Any) -> None:
        self._game = game

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Whoever did what: the next search starts from what lies there."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """What it comes to first: a right funnel, Fiasco, or giving up. Its own dice it places with leisure."""
        game = self._game
        if view.phase == game.READY:
            return game.THROW, search_ms(rng, THROW_MS)
        if view.phase in (game.CHOOSING, game.TURNING):
            return rng.choice([code for code in legal if code != game.DECLINE]), search_ms(rng, PLACE_MS)
        return first_found(rng, self._finds(view, legal))

    def _finds(self, view: Any, legal: Sequence[int]) -> Iterator[tuple[int, float]]:
        """What may come to its mind, and after how long on average."""
        game = self._game
        wanted = game.thrown_sum(view)
        standing = sum(map(bool, view.sums))
        search_all_ms = LOOK_MS * standing
        caution = CAUTION * game.PENALTIES[view.penalty]
        for code in legal:
            if code < game.POSE and view.sums[code] == wanted:
                yield code, search_all_ms
            elif code == game.FIASCO:
                expected = standing * CHANCE_OF_SUM[wanted]
                yield code, float(search_all_ms * (1 + caution * expected))
            elif code in (game.PASS, game.YIELD):
                yield code, GIVE_UP_MS


PLAYERS = {"sensible": Sensible}
