"""How much a review of this game plays on, and what it tells of a choice: dice won and lost until the next turn."""

from typing import Any

EFFORT = 0.3  # of what others play on: a match by the sensible player takes a millisecond
LESS = ("lost",)  # is better


def outlook(stretch: Any, seat: int) -> dict[str, float]:
    """Dice won by the seat, and own dice that leave the base."""
    before, _, again = stretch
    return {"won": again.won[seat] - before.won[seat], "lost": before.armies[seat] - again.armies[seat]}
