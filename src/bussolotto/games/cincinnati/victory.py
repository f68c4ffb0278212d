"""What money is worth in Cincinnati to a player who wants the most of it at the end, not as much as possible.

A thousand more helps; a thousand more of a rival hurts, the more so the closer their wealth. Both follow from the
chance of victory if what everybody still gains is spread normally, more widely the more rounds are left.
"""

from functools import lru_cache
from math import erf, sqrt
from typing import Any

import numpy as np

from bussolotto.solve.rolls import Values

SPREAD = 16.0  # standard deviation of what a seat gains in a round, in thousands
_POINTS, _WEIGHTS = np.polynomial.hermite_e.hermegauss(32)
_below = np.vectorize(lambda x: (1 + erf(x / sqrt(2))) / 2)


def rivalry(s: Any) -> Values:
    """float64[seat][other]: how much a seat minds a thousand of another, where its own counts 1; 0 on the diagonal."""
    money = tuple(int(s.wealth[seat]) + int(s.token_worth) * int(s.tokens[seat]) for seat in range(s.seats))
    return _rivalry(money, s.rounds - s.round_number + 1)


@lru_cache(maxsize=256)
def _rivalry(money: tuple[int, ...], rounds: int) -> Values:
    seats = len(money)
    lead = np.subtract.outer(money, money) / (SPREAD * sqrt(rounds))
    at = lead[:, :, None] + _POINTS  # [seat][other][point]: where the other would be level
    below, close = np.maximum(_below(at), 1e-9), np.exp(-(at**2) / 2) + 1e-9
    for seat in range(seats):
        below[seat, seat], close[seat, seat] = 1.0, 0.0
    minded = (_WEIGHTS * close / below * below.prod(axis=1, keepdims=True)).sum(axis=2)
    return np.asarray(minded / minded.sum(axis=1, keepdims=True))
