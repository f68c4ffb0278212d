"""The bots of Perspectives look for what the compiled player looks for (`policy.py`), with the times of people."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bussolotto.games.perspectives import game as rules
from bussolotto.games.perspectives import policy
from bussolotto.players.searching import Search, Searching, levels

LEAST_MS = 2500  # before Stop at a table, so that people can look


class Sensible(Searching):
    """One seat."""

    def searches(self, view: Any, legal: Sequence[int], rng: Random) -> Iterator[Search]:
        """Dice to place or, if there is none, that there is none."""
        if legal[0] < rules.BONUS:
            yield from self._dice(legal, rng)
        elif legal[0] < rules.THROW:
            yield Search("bonus", rng.choice(legal[:-1]), policy.BONUS_MS)  # the last code is `done`
        elif legal[0] == rules.THROW:
            yield Search("throw", rules.THROW, policy.THROW_MS)
        else:
            yield Search("stop", legal[0], policy.SURE_MS, LEAST_MS)

    def _dice(self, legal: Sequence[int], rng: Random) -> Iterator[Search]:
        """Dice to look for, one by each of the two numbers as far as there is one, and how long that takes."""
        by_turquoise = [code for code in legal if code < rules.HANDICAP]
        by_handicap = [code for code in legal if rules.HANDICAP <= code < rules.BONUS]
        kinds = ((by_turquoise, policy.TURQUOISE_MS), (by_handicap, policy.HANDICAP_MS))
        for cells, mean_ms in kinds:
            if cells:
                yield Search("die", rng.choice(cells), mean_ms)


PLAYERS = {**levels(Sensible, 1.3), "sensible": Sensible}
