"""How much a review of this game plays on, and what it tells of a choice: dice built by the seat and by the others."""

from typing import Any

EFFORT = 0.4  # of what others play on: a match takes a third of a millisecond
LESS = ("others",)  # is better


def outlook(stretch: Any, seat: int) -> dict[str, float]:
    """Dice built in the own turn, and by all others until the next."""
    before, ended, again = stretch
    others = [other for other in range(before.seats) if other != seat]
    return {
        "built": before.reserve[seat] - ended.reserve[seat],
        "others": sum(before.reserve[other] - again.reserve[other] for other in others),
    }
