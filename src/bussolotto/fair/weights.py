"""Weights of outcomes as text: runs of equal weights, `COUNT*WEIGHT`, parted by points; zeros at the end are left out.

The weights of a die whose outcomes have the numbers 3 to 8 of 10 are `3*0.6*1`.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from bussolotto.fair.hashes import Flaw

TEXT = re.compile(r"([1-9][0-9]{0,5}\*(0|[1-9][0-9]{0,17})(\.|\Z))+(?<!\.)")
MOST_OUTCOMES = 1 << 13  # of one die; a file must not take long to read, whatever it says


def write_weights(weights: Sequence[int]) -> str:
    """The weights as text. At least one of them is not 0."""
    runs = [(weight, len(list(run))) for weight, run in groupby(weights)]
    if runs and not runs[-1][0]:
        runs.pop()
    assert runs, "no outcome is possible"
    return ".".join(f"{count}*{weight}" for weight, count in runs)


@lru_cache(64)
def read_weights(text: str) -> tuple[int, ...]:
    """The weights that a text says. Raises Flaw, also for a text that `write_weights` would not write."""
    if not TEXT.fullmatch(text):
        raise Flaw("proof", f"{text!r} are no weights.")
    runs = [(int(count), int(weight)) for count, _, weight in (run.partition("*") for run in text.split("."))]
    if sum(count for count, _ in runs) > MOST_OUTCOMES:
        raise Flaw("proof", "these are too many outcomes.")
    weights = tuple(weight for count, weight in runs for _ in range(count))
    if not weights[-1] or write_weights(weights) != text:
        raise Flaw("proof", f"{text!r} are not written as weights are.")
    return weights
