"""How much a review of this game plays on, and what it tells of a choice: dice placed until the round is over."""

from typing import Any

from bussolotto.games.perspectives.game import THROWING

EFFORT = 2.0  # of what others play on: a match takes some 60 microseconds
LESS = ("others",)  # is better


def settled(before: Any, now: Any) -> bool:
    """Is the round over in which this was decided?"""
    return bool(now.phase == THROWING)


def outlook(stretch: Any, seat: int) -> dict[str, float]:
    """Dice placed by the seat, and by an opponent on average."""
    before, _, now = stretch
    added = [now.added[player] - before.added[player] for player in range(before.seats)]
    return {"placed": added[seat], "others": (sum(added) - added[seat]) / (before.seats - 1)}
