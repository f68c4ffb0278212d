"""The model of time in races: how long each seat takes to react.

If several seats may act at once, each reacts after its own time, drawn anew in every position:

    T = -mean * ln(U),    U uniform on (0, 1]

where mean is that of the seat in milliseconds. T is exponential and so has no memory: a seat that has searched in vain
for two seconds expects to need as long as at the start. Seat i is first with probability (1/mean_i) / sum of all
(1/mean_j) of the seats that may act. The first reaction comes after an exponential time with that sum as its rate. An
order i, j, k, .. has the product of such shares, each among the remaining seats (Plackett and Luce).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, log
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.core.chance import next_word
from bussolotto.core.kernel import MAX_SEATS

REACTION_MS = 1000.0  # the mean of every seat by default
WORDS = 1 << 32  # the number of values of `next_word`

Reaction = float | Sequence[float]  # a mean in milliseconds for all seats, or one for each


def rates_of(reaction: Reaction, seats: int) -> npt.NDArray[np.float64]:
    """Return the reactions per millisecond by seat, float64[8], 0 for empty seats. Raises ValueError."""
    means = list(reaction) if isinstance(reaction, Sequence) else [reaction] * seats
    if len(means) != seats or not all(0 < mean < inf for mean in means):
        raise ValueError(f"reaction: a positive mean in milliseconds, or one for each of {seats} seats, not {reaction}")
    return np.array([1.0 / mean for mean in means] + [0.0] * (MAX_SEATS - seats))


def reaction_ms(draws: Any, rate: float) -> float:
    """Draw one reaction time. `draws` is a generator of `bussolotto.chance`, `rate` is per millisecond."""
    return -log((next_word(draws) + 1.0) / WORDS) / rate


def draw_order(draws: Any, rates: npt.NDArray[np.float64], seats: Iterable[int]) -> list[tuple[float, int]]:
    """Draw the reactions of these seats as (milliseconds, seat), in order of time."""
    return sorted((reaction_ms(draws, float(rates[seat])), seat) for seat in seats)
