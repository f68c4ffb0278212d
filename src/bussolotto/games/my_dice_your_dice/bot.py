"""A sensible and a perfect player of My Dice - Your Dice.

The sensible player follows three rules of thumb; the perfect one asks the solution of the game.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.core.contract import Game
from bussolotto.games.my_dice_your_dice import game
from bussolotto.games.my_dice_your_dice import solver as solve
from bussolotto.players import Player

WORTH_PAYING = 3  # game dice that are worth an action die where the turn would end


class Sensible(Player):
    """One seat of a match: it always rolls on, hands over as little as it can, and pays only for several dice.

    Where a ransom costs more than a die it ransoms only the dice with which the opponent would win the match.
    """

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """A legal code, and the time a person would need."""
        return self._thought(view, legal), rng.randint(700, 1500)

    def _thought(self, view: Any, legal: Sequence[int]) -> int:
        if view.phase == game.RANSOMING:
            return legal[-1] if view.ransom_price == 1 else legal[self._needed(view, len(legal) - 1)]
        if view.phase == game.CHOOSING:
            return game.ROLL  # the opponent has the first roll of what is left over
        return game.PAY if view.game >= WORTH_PAYING or view.groups[0] == 0 else game.STOP

    def _needed(self, view: Any, most: int) -> int:
        """How many dice to ransom so that the opponent has not won with the others; at worst all that are possible."""
        other = 1 - view.turn
        would_have = int(view.won[other] + view.spare[other] + view.rolled[game.numbers(view)[2]])
        return min(max(would_have - int(view.goal) + 1, 0), most)


class Perfect(Sensible):
    """Plays what wins most often, among equals the first; like the sensible one if numbers are not as printed."""

    def __init__(self, module: Game) -> None:
        solve.solution()  # computed now if none is stored, not when first needed

    def _thought(self, view: Any, legal: Sequence[int]) -> int:
        if not solve.as_printed(view):
            return super()._thought(view, legal)
        return max(legal, key=solve.values(view).__getitem__)


PLAYERS = {"sensible": Sensible, "perfect": Perfect}
