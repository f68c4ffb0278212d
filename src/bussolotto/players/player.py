"""What a bot is, and the simplest one."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from bussolotto.core.contract import Game


class Player(Protocol):
    """The player in one seat. Views are states after `hide`, in the interpreter's reading; they must not be kept.

    A subclass that remembers nothing only needs to define `choose`.
    """

    def __init__(self, game: Game) -> None:
        """Set up for one match of this game."""
        return

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Called after every step was applied to `view`; action is None where the seat may not see it."""
        return

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """One of the legal codes and after how many milliseconds to play it; None to wait for the next step."""


class RandomPlayer(Player):
    """Any legal action, all equally likely: the yardstick for all others."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """A uniform choice, within a second."""
        return rng.choice(legal), rng.randint(500, 1000)


Maker = Callable[[Game], Player]
