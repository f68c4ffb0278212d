"""The form of advice. What the value of a choice is differs, by its measure:

| measure | value |
|---|---|
| `win` | the chance of winning the match, when both play as well as can be |
| `duel` | the chance of winning this duel, when both play for the victory alone and tokens cost nothing |
| `condition` | the chance of meeting the condition of a table, with the rolls that are sure to come, without tokens |
| `lead` | chips after this turn beyond the mean of the others, when all else in it is done for that |
"""

from typing import Literal, TypedDict

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
