"""Advice for a player at a decision: the value of each of their choices, and the odds of what they hope for.

All of it is computed from the view of the seat that asks, so nobody learns what they may not know. A game with advice
has a module `advice` with `advise(view, seat, legal)`, which is imported when it is first needed.

The meaning of a choice's value depends on its measure:

| measure | value |
|---|---|
| `win` | the chance of winning the match, when both play as well as can be |
| `duel` | the chance of winning this duel, when both play for the victory alone and tokens cost nothing |
| `condition` | the chance of meeting the condition of a table, with the rolls that are sure to come, without tokens |
| `lead` | chips after this turn beyond the mean of the others, when all else in it is done for that |
"""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict, cast

from bussolotto.core.contract import Game

Measure = Literal["win", "duel", "condition", "lead"]


class Odds(TypedDict):
    """What a player may hope for, in the game's notation if possible, and its chance under play aimed only at it."""

    goal: str
    chance: float


class Advice(TypedDict):
    """`values` by legal action, for all of them or none, with the same `measure` each."""

    measure: Measure
    values: dict[int, float]
    odds: list[Odds]


def advice(game: Game, view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    """Return advice to a seat about all its legal actions, or None if there is none.

    `view` is the position after `hide` for this seat, in the interpreter's reading. Tables are created when first
    needed: mostly within a second, for a duel that may start again (CIN-12) within half a minute.
    """
    adviser = game.part("advice") if legal else None
    return None if adviser is None else cast("Advice | None", adviser.advise(view, seat, legal))
