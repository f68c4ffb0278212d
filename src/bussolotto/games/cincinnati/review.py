"""How much a review of this game plays on, and what it tells of a choice: money and tokens in this round."""

from collections.abc import Mapping, Sequence
from typing import Any

from bussolotto.games.cincinnati.advice import by_condition
from bussolotto.games.cincinnati.game import FACTS

EFFORT = 0.5  # of what others play on: what is hidden is guessed anew for every four matches


def settled(before: Any, now: Any) -> bool:
    """Is the round over?"""
    return bool(now.round_number != before.round_number)


def outlook(stretch: Any, seat: int) -> dict[str, float]:
    """Whether the seat has taken money, how much, and tokens; duels may have cost some of it."""
    before, _, now = stretch
    money = now.wealth[seat] - before.wealth[seat]
    return {
        "taken": money > 0,
        "money": FACTS.point_worth * money,
        "tokens": now.tokens[seat] - before.tokens[seat],
    }


def odds(view: Any, seat: int, legal: Sequence[int]) -> dict[str, Mapping[int, float]]:
    """The chances of meeting the condition of a table, where that matters."""
    chances = by_condition(view, seat, legal)["chances"]
    return {"condition": chances} if chances else {}
