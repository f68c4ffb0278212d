"""What a review of this game tells of a choice: dice won by either player, and action dice, in this turn."""

from typing import Any

LESS = ("theirs", "spent")  # is better


def outlook(stretch: Any, seat: int) -> dict[str, float]:
    """Dice won by this seat and by the other in the turn, and action dice spent."""
    before, ended, _ = stretch
    return {
        "dice": ended.won[seat] - before.won[seat],
        "theirs": ended.won[1 - seat] - before.won[1 - seat],
        "spent": before.spare[seat] - ended.spare[seat],
    }
