"""The model of time in races: how long each seat takes to react.

Where several seats may act at once, each reacts after a time of its own, drawn anew in every position:

    T = -mean * ln(U),    U uniform on (0, 1]

with the mean of that seat in milliseconds. So T is exponential: looking for things has no memory, and whoever has
looked for two seconds in vain has as long to go as at the start. Seat i comes first with probability (1/mean_i) / sum
of all (1/mean_j) of those who may act, the first reaction comes after an exponential time with that sum as its rate,
and a whole order i, j, k, .. has the product of such shares, each among those who are left (Plackett and Luce).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, log
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.chance import next_word
from bussolotto.kernel import MAX_SEATS

REACTION_MS = 1000.0  # the mean of every seat, where none is said
WORDS = 1 << 32  # what `next_word` can be

Reaction = float | Sequence[float]  # a mean in milliseconds for all seats, or one for each


def rates_of(reaction: Reaction, seats: int) -> npt.NDArray[np.float64]:
    """float64[8]: reactions per millisecond by seat, 0 where nobody sits. Raises ValueError."""
    means = list(reaction) if isinstance(reaction, Sequence) else [reaction] * seats
    if len(means) != seats or not all(0 < mean < inf for mean in means):
        raise ValueError(f"reaction: a positive mean in milliseconds, or one for each of {seats} seats, not {reaction}")
    return np.array([1.0 / mean for mean in means] + [0.0] * (MAX_SEATS - seats))


def reaction_ms(draws: Any, rate: float) -> float:
    """One reaction time; `draws` is a generator of `bussolotto.chance`, `rate` per millisecond."""
    return -log((next_word(draws) + 1.0) / WORDS) / rate


def ordered(draws: Any, rates: npt.NDArray[np.float64], seats: Iterable[int]) -> list[tuple[float, int]]:
    """The reactions of these seats as (milliseconds, seat), the first to react first."""
    return sorted((reaction_ms(draws, float(rates[seat])), seat) for seat in seats)
