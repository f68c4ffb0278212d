"""A sensible and a perfect player of My Dice - Your Dice.

The sensible player follows rules of thumb (`policy.py`); the perfect one asks the solution of the game.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.core.contract import Game
from bussolotto.games.my_dice_your_dice import solver as solve
from bussolotto.players.by_policy import ByPolicy


class Sensible(ByPolicy):
    """One seat of a match."""

    think_ms = (700, 1500)


class Perfect(Sensible):
    """Plays what wins most often, among equals the first; like the sensible one if numbers are not as printed."""

    def __init__(self, module: Game) -> None:
        super().__init__(module)
        solve.solution()  # computed now if none is stored, not when first needed

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """A legal code, and the time a person would need."""
        if not solve.as_printed(view):
            return super().choose(view, legal, rng)
        return max(legal, key=solve.values(view).__getitem__), rng.randint(*self.think_ms)


PLAYERS = {"sensible": Sensible, "perfect": Perfect}
