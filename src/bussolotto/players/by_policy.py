"""Bots that decide as the compiled player of their game does: the same function, interpreted."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.core import chance
from bussolotto.core.contract import Game
from bussolotto.play.policies import policy_of
from bussolotto.players.player import Player


class ByPolicy(Player):
    """One seat of a match in which one seat at a time decides."""

    think_ms = (900, 1500)  # the time that a person would need, from and to

    def __init__(self, game: Game) -> None:
        self._game = game
        self._policy = policy_of(game)
        self._tables: tuple[Any, ...] | None = None

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """What the policy decides, and when."""
        return self.decide(view, rng), rng.randint(*self.think_ms)

    def decide(self, view: Any, rng: Random) -> int:
        """The decision of the seat whose turn it is."""
        if self._tables is None:
            self._tables = self._policy.tables(view)
        seat = self._game.movers(view).bit_length() - 1
        return int(self._policy.decide(view, seat, chance.seeded(rng.getrandbits(64)).tolist(), self._tables))
