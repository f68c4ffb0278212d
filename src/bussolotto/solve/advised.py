"""The form of advice. What the value of a choice is differs, by its measure:

win        the chance of winning the match, when both play as well as can be
duel       the chance of winning this duel, when both play for the victory alone and tokens cost nothing
condition  the chance of meeting the condition of a table, with the rolls that are sure to come and without tokens
row        nothing is reckoned for the choices; the odds tell about each row how likely it is completed
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
