"""How much a review of this game plays on, and what it tells of a choice: red dice won in the turn."""

from typing import Any

EFFORT = 0.2  # of what others play on: a match takes a third of a millisecond, and there are many choices
SEARCH = 10.0  # times as much to find the best one: of thirty funnels one is right, which a few guesses do not tell
LESS = ("others",)  # is better


def outlook(stretch: Any, seat: int) -> dict[str, float]:
    """Whether a funnel matches, how many do in this turn, and how many red dice the others win until the next."""
    before, ended, again = stretch
    won = ended.won[seat] - before.won[seat]
    others = [other for other in range(before.seats) if other != seat]
    return {"match": won > 0, "won": won, "others": sum(again.won[other] - before.won[other] for other in others)}
