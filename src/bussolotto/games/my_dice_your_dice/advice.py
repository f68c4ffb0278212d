"""Advice in My Dice - Your Dice: the chance of winning with each choice, where the numbers are the printed ones."""

from collections.abc import Sequence
from typing import Any

from bussolotto.games.my_dice_your_dice import solver
from bussolotto.solve.advice import Advice, Adviser, exact


def advise(view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    """The chance of winning with each choice; None unless the numbers are the printed ones."""
    values = worth(view, seat, legal)
    return exact(values, odds=[]) if values else None


def worth(view: Any, seat: int, legal: Sequence[int]) -> dict[int, float]:
    """The chance of winning with each choice; nothing unless the numbers are the printed ones."""
    return solver.values(view) if solver.as_printed(view) else {}


ADVISER = Adviser(advise, worth=worth)
