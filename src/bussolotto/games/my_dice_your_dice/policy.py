"""The sensible player of My Dice - Your Dice: three rules of thumb.

It always rolls on, hands over as little as it can, and pays only for several dice. Where a ransom costs more than a die
it ransoms only the dice with which the opponent would win the match.
"""

from typing import Any

from bussolotto.core.kernel import rule
from bussolotto.games.my_dice_your_dice import game
from bussolotto.play.policies import no_tables as tables

__all__ = ["NAME", "decide", "tables"]

NAME = "sensible"

WORTH_PAYING = 3  # game dice that are worth an action die where the turn would end


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The action of the seat whose turn it is."""
    if s.phase == game.RANSOMING:
        most = game.most_ransomed(s)
        return most if s.ransom_price == 1 else min(needed(s), most)
    if s.phase == game.CHOOSING:
        return game.ROLL  # the opponent has the first roll of what is left over
    return game.PAY if s.game >= WORTH_PAYING or s.groups[0] == 0 else game.STOP


@rule
def needed(s: Any) -> int:
    """How many dice to ransom so that the opponent has not won with the others."""
    other = 1 - s.turn
    would_have = int(s.won[other]) + int(s.spare[other]) + int(s.rolled[game.numbers(s)[2]])
    return max(would_have - int(s.goal) + 1, 0)
