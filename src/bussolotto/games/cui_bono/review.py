"""How much a review of this game plays on, and what it tells of a choice: points of dice that have to be kept."""

from typing import Any

from bussolotto.games.cui_bono.game import points_of

EFFORT = 4.0  # of what others play on: a match takes half a millisecond, but there are few choices and dice
LESS = ("points",)  # is better


def outlook(stretch: Any, seat: int) -> dict[str, float]:
    """Points of the seat in this turn, and of all others until its next."""
    before, ended, again = stretch
    others = [other for other in range(before.seats) if other != seat]
    return {
        "points": points_of(ended, seat) - points_of(before, seat),
        "others": sum(points_of(again, other) - points_of(before, other) for other in others),
    }
