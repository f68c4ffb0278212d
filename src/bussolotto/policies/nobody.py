"""Stands where a game has no player that compiles: never asked."""

from typing import Any

import numpy as np

from bussolotto.kernel import rule

NAME = ""


def tables(opening: Any) -> tuple[np.ndarray[Any, Any], ...]:
    """Nothing to look up."""
    return (np.zeros(1),)


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """Nobody asks."""
    return 0
