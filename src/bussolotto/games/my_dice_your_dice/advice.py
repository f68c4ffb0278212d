"""Advice in My Dice - Your Dice: the chance of winning with each choice, where the numbers are the printed ones."""

from collections.abc import Sequence
from typing import Any

from bussolotto.games.my_dice_your_dice import solver
from bussolotto.solve.advice import Advice, Adviser, exact


def advise(view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    """The chance of winning with each choice; None unless the numbers are the printed ones."""
    return exact(solver.values(view), odds=[]) if solver.as_printed(view) else None


ADVISER = Adviser(advise)
