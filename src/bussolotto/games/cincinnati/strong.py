"""The strong player of Cincinnati: saves its tokens for what they are worth, and chooses its table by a mixed strategy.

A token brings more than it is worth at the end, as long as there are rounds in which to pay it: so it is paid only
where it gains more than that (`token_price`). The table is drawn from a strategy that nobody can gain much by
predicting, and that answers the habits which others have shown (`beliefs`). A duel card takes from whom it hurts most
(`victory`). Duels of two without tokens are played exactly, all else as the sensible bot plays it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.core.contract import Game
from bussolotto.games.cincinnati import game as rules
from bussolotto.games.cincinnati import policy, victory
from bussolotto.games.cincinnati import solver as solve
from bussolotto.games.cincinnati.beliefs import Beliefs, with_price
from bussolotto.games.cincinnati.bot import Sensible
from bussolotto.games.cincinnati.chances import FIRST


class Strong(Sensible):
    """One seat of a match."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._beliefs: Beliefs | None = None

    def decide(self, view: Any, seat: int, legal: Sequence[int], rng: Random) -> int:
        """A table drawn from the mix, what is exact in a duel, else what is sensible at the price of tokens."""
        if view.phase == rules.CHOOSING:
            often = self.believed(view).plan(view)[seat, view.dice[seat] - FIRST]
            return rules.TABLE + rng.choices(range(len(often)), often.tolist())[0]
        if view.phase == rules.NAMING:
            return max(legal, key=lambda code: _looted(view, seat, code - rules.DUEL))
        if not view.duelling and view.phase == rules.KEEPING and view.roll_number == 2:
            self.believed(view).notice(view)
        best = solve.best_without_tokens(view)
        return super().decide(with_price(view, seat), seat, legal, rng) if best is None else best

    def believed(self, view: Any) -> Beliefs:
        """What it believes of the others in this match."""
        self._beliefs = self._beliefs or Beliefs(view.seats)
        return self._beliefs


def _looted(view: Any, seat: int, other: int) -> tuple[float, int]:
    """What a duel with another takes from them, and how that counts; of equals the richest."""
    return policy.loot(view, other) * (1 + float(victory.rivalry(view)[seat, other])), view.wealth[other]
