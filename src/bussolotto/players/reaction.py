"""Search times like those of people: the reaction times of bots in games where all act at once.

In such games a bot is asked again after every step of any player, and its wait starts anew. So the time that a search
takes has no memory: after two seconds without success the expected time is the same as at the start. Things that a
player looks for at the same time are found independently, the easy ones sooner on average.
"""

from collections.abc import Iterable
from random import Random


def search_ms(rng: Random, mean_ms: float) -> int:
    """Draw the time in milliseconds of a search that takes `mean_ms` on average: exponential, at least 1."""
    return max(1, round(rng.expovariate(1.0 / mean_ms)))


def first_found(rng: Random, things: Iterable[tuple[int, float]]) -> tuple[int, int] | None:
    """The first to finish of simultaneous searches (action, mean_ms), as (action, wait_ms); None if there are none."""
    found = [(search_ms(rng, mean_ms), action) for action, mean_ms in things]
    return min(found)[::-1] if found else None
