"""The player that every game has: any legal action, all equally likely."""

from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Any


class RandomPlayer:
    """Plays by no plan at all: the yardstick for all others."""

    def __init__(self, game: ModuleType) -> None:
        """Needs to know nothing about the game."""

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Remembers nothing."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """A uniform choice, within a second."""
        return rng.choice(legal), rng.randint(500, 1000)
