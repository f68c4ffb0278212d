"""A sensible player of Bunte Kuh: it adds up funnel after funnel, without error but slowly, and judges when to give up.

The more funnels there are, the longer it takes to find a right one. The sum that was thrown says how many right ones to
expect: if it is a rare sum, Fiasco is called soon. Dice are placed in a random pose.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bussolotto.core.dice import CHANCE_OF_SUM
from bussolotto.games.bunte_kuh import game as rules
from bussolotto.players.searching import Search, Searching, levels

LOOK_MS = 700  # to add up one funnel
# A wrong Fiasco costs more than a placed die gains: search longer for each right funnel to be expected, and for
# each die that every opponent would give.
CAUTION = 5.0
GIVE_UP_MS = 60_000
LEAST_MS = 2500  # before Fiasco at a table, so that people can look
THROW_MS, PLACE_MS = 900, 2500


class Sensible(Searching):
    """One seat."""

    def searches(self, view: Any, legal: Sequence[int], rng: Random) -> Iterator[Search]:
        """A right funnel, Fiasco, or giving up. It places its own dice without haste."""
        if view.phase == rules.READY:
            yield Search("throw", rules.THROW, THROW_MS)
        elif view.phase in (rules.CHOOSING, rules.TURNING):
            yield Search("place", rng.choice([code for code in legal if code != rules.DECLINE]), PLACE_MS)
        else:
            yield from self._finds(view, legal)

    def _finds(self, view: Any, legal: Sequence[int]) -> Iterator[Search]:
        """What it may find, and after how long on average."""
        wanted = rules.thrown_sum(view)
        standing = sum(map(bool, view.sums))
        search_all_ms = LOOK_MS * standing
        caution = CAUTION * view.penalty
        for code in legal:
            if code < rules.POSE and view.sums[code] == wanted:
                yield Search("funnel", code, search_all_ms)
            elif code == rules.FIASCO:
                expected = standing * CHANCE_OF_SUM[wanted]
                yield Search("fiasco", code, float(search_all_ms * (1 + caution * expected)), LEAST_MS)
            elif code in (rules.PASS, rules.YIELD):
                yield Search("pass", code, GIVE_UP_MS)


PLAYERS = {**levels(Sensible, 0.5), "sensible": Sensible}
