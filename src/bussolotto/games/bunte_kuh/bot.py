"""The bots of Bunte Kuh look for what the compiled player looks for (`policy.py`), with the times of people."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bussolotto.games.bunte_kuh import game as rules
from bussolotto.games.bunte_kuh import policy
from bussolotto.players.searching import Search, Searching, levels

LEAST_MS = 2500  # before Fiasco at a table, so that people can look


class Sensible(Searching):
    """One seat."""

    def searches(self, view: Any, legal: Sequence[int], rng: Random) -> Iterator[Search]:
        """A right funnel, Fiasco, or giving up. It places its own dice without haste."""
        if view.phase == rules.READY:
            yield Search("throw", rules.THROW, policy.THROW_MS)
        elif view.phase in (rules.CHOOSING, rules.TURNING):
            yield Search("place", rng.choice([code for code in legal if code != rules.DECLINE]), policy.PLACE_MS)
        else:
            yield from self._finds(view, legal)

    def _finds(self, view: Any, legal: Sequence[int]) -> Iterator[Search]:
        """What it may find, and after how long on average."""
        wanted = rules.thrown_sum(view)
        standing = policy.funnels(view)
        for code in legal:
            if code < rules.POSE and view.sums[code] == wanted:
                yield Search("funnel", code, policy.funnel_ms(standing))
            elif code == rules.FIASCO:
                yield Search("fiasco", code, policy.fiasco_ms(view, standing), LEAST_MS)
            elif code in (rules.PASS, rules.YIELD):
                yield Search("pass", code, policy.GIVE_UP_MS)


PLAYERS = {**levels(Sensible, 0.5), "sensible": Sensible}
