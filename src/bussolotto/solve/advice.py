"""What a player may be told at a decision: the value of each of his choices, and the odds of what he hopes for.

All of it comes from the view of the seat that asks, so nobody learns what he may not know.

Here is only what a server has to know at its start; what reckons is in `advisers` and imported when it is asked.
"""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from bussolotto.solve.advised import Advice

ADVISERS = ("cincinnati", "my-dice-your-dice", "spilorcio")  # games in which there is advice


def advice(game: ModuleType | Any, view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    """Advice to a seat about these actions, all it may do; None where there is none to give.

    `view` is the position after `hide` for this seat, in the interpreter's reading. Tables are made when they are
    first needed: mostly within a second, for a duel that may begin again (CIN-12) within half a minute.
    """
    if game.NAME not in ADVISERS or not legal:
        return None
    from bussolotto.solve import advisers

    return advisers.BY_GAME[game.NAME](view, seat, legal)
