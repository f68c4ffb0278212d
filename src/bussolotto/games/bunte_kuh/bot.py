"""A sensible player of Bunte Kuh: it adds up funnel after funnel, without error but slowly, and judges when to give up.

The more funnels there are, the longer it takes to find a right one. The sum that was thrown says how many right ones to
expect: if it is a rare sum, Fiasco is called soon. Dice are placed in a random pose.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bussolotto.core.dice import CHANCE_OF_SUM
from bussolotto.games.bunte_kuh import game as rules
from bussolotto.players import Player
from bussolotto.players.reaction import first_found, search_ms

LOOK_MS = 700  # to add up one funnel
# A wrong Fiasco costs more than a placed die gains: search longer for each right funnel to be expected, and for
# each die that every opponent would give.
CAUTION = 5.0
GIVE_UP_MS = 60_000
THROW_MS, PLACE_MS = 900, 2500


class Sensible(Player):
    """One seat."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """The first thing it finds: a right funnel, Fiasco, or giving up. It places its own dice without haste."""
        if view.phase == rules.READY:
            return rules.THROW, search_ms(rng, THROW_MS)
        if view.phase in (rules.CHOOSING, rules.TURNING):
            return rng.choice([code for code in legal if code != rules.DECLINE]), search_ms(rng, PLACE_MS)
        return first_found(rng, self._finds(view, legal))

    def _finds(self, view: Any, legal: Sequence[int]) -> Iterator[tuple[int, float]]:
        """What it may find, and after how long on average."""
        wanted = rules.thrown_sum(view)
        standing = sum(map(bool, view.sums))
        search_all_ms = LOOK_MS * standing
        caution = CAUTION * view.penalty
        for code in legal:
            if code < rules.POSE and view.sums[code] == wanted:
                yield code, search_all_ms
            elif code == rules.FIASCO:
                expected = standing * CHANCE_OF_SUM[wanted]
                yield code, float(search_all_ms * (1 + caution * expected))
            elif code in (rules.PASS, rules.YIELD):
                yield code, GIVE_UP_MS


PLAYERS = {"sensible": Sensible}
