"""How much a review of this game plays on, and what it tells of a choice: dice got rid of until the next throw."""

from typing import Any

from bussolotto.games.bunte_kuh.game import READY

EFFORT = 3.0  # of what others play on: a match takes some 30 microseconds
LESS = ("fined", "hand")  # is better


def settled(before: Any, now: Any) -> bool:
    """Is the throw settled in which this was decided?"""
    return bool(now.phase == READY)


def outlook(stretch: Any, seat: int) -> dict[str, float]:
    """Whether a die is placed, whether a penalty has to be paid, and the dice in all hands."""
    before, _, now = stretch
    more = [now.hand[player] - before.hand[player] for player in range(before.seats)]
    return {"placed": more[seat] < 0, "fined": more[seat] > 1, "hand": more[seat], "others": sum(more) - more[seat]}
