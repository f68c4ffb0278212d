"""My Dice - Your Dice with sense, and perfectly.

The sensible player follows three rules of thumb; the perfect one asks the solution of the game.
"""

from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Any

from bussolotto.games import my_dice_your_dice as game
from bussolotto.solve import my_dice_your_dice as solve

WORTH_PAYING = 3  # game dice that are worth an action die where the turn would end


class Sensible:
    """One seat of a match: always rolls on, hands over as little as it can, pays only for a handful of dice.

    Where a ransom costs more than a die it ransoms only what would win the match for the opponent.
    """

    def __init__(self, module: ModuleType | Any) -> None:
        pass

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Remembers nothing: all lies open."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """A legal code, and as long as a person would need."""
        return self._thought(view, legal), rng.randint(700, 1500)

    def _thought(self, view: Any, legal: Sequence[int]) -> int:
        if view.phase == game.RANSOMING:
            return legal[-1] if game.RANSOM_PRICE[view.ransom_price] == 1 else legal[self._needed(view, len(legal) - 1)]
        if view.phase == game.CHOOSING:
            return game.ROLL  # of what is left over the opponent has the first roll
        return game.PAY if view.game >= WORTH_PAYING or view.groups[0] == 0 else game.STOP

    def _needed(self, view: Any, most: int) -> int:
        """How many dice to ransom so that the opponent has not won with the others; all that one can if need be."""
        other = 1 - view.turn
        would_have = int(view.won[other] + view.spare[other] + view.rolled[game.numbers(view)[2]])
        return min(max(would_have - int(game.GOAL[view.goal]) + 1, 0), most)


class Perfect(Sensible):
    """Plays what wins most often; of equals the first. Where numbers are not as printed it is no more than sensible."""

    def __init__(self, module: ModuleType | Any) -> None:
        solve.solution()  # made now where none is kept, not when it is asked

    def _thought(self, view: Any, legal: Sequence[int]) -> int:
        if not solve.as_printed(view):
            return super()._thought(view, legal)
        return max(legal, key=solve.values(view).__getitem__)


PLAYERS = {"sensible": Sensible, "perfect": Perfect}
