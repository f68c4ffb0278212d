"""What a player may be told at a decision: the value of each of his choices, and the odds of what he hopes for.

All of it comes from the view of the seat that asks, so nobody learns what he may not know. What a value is differs:

    win        the chance of winning the match, when both play as well as can be
    duel       the chance of winning this duel, when both play for the victory alone and tokens cost nothing
    condition  the chance of meeting the condition of a table, with the rolls that are sure to come and without tokens
    row        nothing is reckoned for the choices; the odds tell about each row how likely it is completed

Here is only what a server has to know at its start; what reckons is in `advisers` and imported when it is asked.
"""

from collections.abc import Sequence
from types import ModuleType
from typing import Any, Literal, TypedDict

ADVISERS = ("cincinnati", "my-dice-your-dice", "spilorcio")  # games in which there is advice

Measure = Literal["win", "duel", "condition", "lead"]


class Odds(TypedDict):
    """What may be hoped for, in the notation of the game as far as it has one, and its chance if all is done for it."""

    goal: str
    chance: float


class Advice(TypedDict):
    """`values`: by legal action, all of them or none, each of the same `measure`."""

    measure: Measure
    values: dict[int, float]
    odds: list[Odds]


def advice(game: ModuleType | Any, view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    """Advice to a seat about these actions, all it may do; None where there is none to give.

    `view` is the position after `hide` for this seat, in the interpreter's reading. Tables are made when they are
    first needed: mostly within a second, for a duel that may begin again (CIN-12) within half a minute.
    """
    if game.NAME not in ADVISERS or not legal:
        return None
    from bussolotto.solve import advisers

    return advisers.BY_GAME[game.NAME](view, seat, legal)
