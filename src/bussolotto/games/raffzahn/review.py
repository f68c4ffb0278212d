"""How much a review of this game plays on, and what it tells of a choice: dice taken until the next Stop."""

from typing import Any

EFFORT = 0.8  # of what others play on: a match takes a seventh of a millisecond
LESS = ("others",)  # is better


def settled(before: Any, now: Any) -> bool:
    """Is the throw over in which this was decided, or the next one, where none was on?"""
    return not now.number and (bool(before.number) or now.turn != before.turn)


def outlook(stretch: Any, seat: int) -> dict[str, float]:
    """Dice taken by the seat and by both others."""
    before, _, now = stretch
    taken = [now.taken[player] - before.taken[player] for player in range(before.seats)]
    return {"taken": taken[seat], "others": sum(taken) - taken[seat]}
