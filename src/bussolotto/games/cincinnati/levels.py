"""The levels of Cincinnati: the hard one plays duels of two exactly, and everything else as the medium one."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.games.cincinnati import solver as solve
from bussolotto.games.cincinnati.bot import Sensible
from bussolotto.players import Maker, careless


class Perfect(Sensible):
    """Plays for the largest gain in every duel of two, as `Duellist` does."""

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Notice when a duel of its own begins."""
        if view.duelling and self._own >= 0 and view.group >> self._own & 1:
            solve.prepare(view)

    def decide(self, view: Any, seat: int, legal: Sequence[int], rng: Random) -> int:
        """What is exact, else what the tables give."""
        best = solve.best(view)
        return super().decide(view, seat, legal, rng) if best is None else best


LEVELS: dict[str, Maker] = {"easy": careless(Sensible), "medium": Sensible, "hard": Perfect}
