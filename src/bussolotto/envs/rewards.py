"""What a match is worth to each seat at its end; before, every reward is 0.

`shares`: the win shares, 1 for a win, 1/2 each for two joint winners; they add up to 1. `scores`: the game's own
points. `margin`: own points minus those of the best opponent. Where the fewest points win, both are negated, so that
more is better; where a match can be decided outright, whatever the points are, only the shares say who has won.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.core.contract import Game

Numbers = npt.NDArray[np.float64]
Reward = Callable[[Game, Numbers, Numbers], Numbers]


def shares(game: Game, shares: Numbers, points: Numbers) -> Numbers:
    """Return the win shares."""
    return shares


def scores(game: Game, shares: Numbers, points: Numbers) -> Numbers:
    """Return the points of each seat, so that more is better."""
    return -points if game.facts.fewest_win else points


def margin(game: Game, shares: Numbers, points: Numbers) -> Numbers:
    """Return how far each seat is ahead of the best of the others."""
    own = scores(game, shares, points)
    if own.shape[-1] == 1:
        return own
    ordered = np.sort(own, axis=-1)
    best, second = ordered[..., -1:], ordered[..., -2:-1]
    return own - np.where(own == best, np.where(best == second, best, second), best)


# by name: from win shares and points, float64[.., seats], to what each seat is paid
REWARDS: dict[str, Reward] = {"shares": shares, "margin": margin, "scores": scores}


def rewards_of(match: Any, name: str) -> list[float]:
    """Return the rewards by seat at the end of a match with `game`, `returns()` and `scores()`."""
    paid = REWARDS[name](match.game, np.array(match.returns()), np.array(match.scores()))
    return [float(reward) for reward in paid]


def ending_of(game: Game, state: Any) -> tuple[str, bool]:
    """Return how a match has ended, one of the game's endings, and whether it was only the limit of plies."""
    ending = game.ENDINGS[int(game.ending(state))]
    return ending, ending == game.ENDINGS[-1]
