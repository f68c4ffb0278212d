"""How much a review of this game plays on, and what it tells of a choice: chips, and whether a row is completed."""

from typing import Any

EFFORT = 0.15  # of what others play on: a match by the sensible player takes a millisecond
SEARCH = 3.0  # times as much to find the best choice


def outlook(stretch: Any, seat: int) -> dict[str, float]:
    """Chips in the own turn and while the others play; only who completes a row gains any in a turn."""
    before, ended, again = stretch
    chips = ended.chips[seat] - before.chips[seat]
    return {"chips": chips, "row": chips > 0, "meanwhile": again.chips[seat] - ended.chips[seat]}
