"""How long a person looks for things: the reaction times of bots in games where all act at once.

In such games a bot is asked again after every step of anybody, and its wait starts anew. So the time that a search
takes has no memory: whoever has looked for two seconds in vain has as long to go as at the start. Things that are
looked for at the same time are found independently, the easy ones sooner on average.
"""

from collections.abc import Iterable
from random import Random


def search_ms(rng: Random, mean_ms: float) -> int:
    """How long until a thing is found that takes `mean_ms` on average: exponential, at least a millisecond."""
    return max(1, round(rng.expovariate(1.0 / mean_ms)))


def first_found(rng: Random, things: Iterable[tuple[int, float]]) -> tuple[int, int] | None:
    """Of things looked for at once, as (action, mean_ms), the first to be found: (action, wait_ms); None of none."""
    found = [(search_ms(rng, mean_ms), action) for action, mean_ms in things]
    if not found:
        return None
    wait_ms, action = min(found)
    return action, wait_ms
