"""The sensible player of Raffzahn: looks at its own side only, finds its dice in time, and stops when it finds no more.

Of the pile it knows the free dice that show the number to its own side: what it is allowed to take. It does not know
what the others see; so as the roller it says Stop when it has found nothing for a while, whether something is left or
not. It never grabs after a Stop if it is not forced to.
"""

from typing import Any

import numpy as np

from bussolotto.core import pyramid
from bussolotto.core.chance import first_of
from bussolotto.core.kernel import rule
from bussolotto.games.raffzahn import game
from bussolotto.play.policies import no_tables as tables

__all__ = ["FIND_MS", "NAME", "PATIENCE_MS", "THROW_MS", "decide", "rate", "tables"]

NAME = "sensible"

# How long things take on average.
DIE_MS = 1100  # to find a die on the own side of the pyramid,
DEPTH_MS = 150  # more for each step that it lies further back
PATIENCE_MS = 3500  # until the roller says Stop when nothing turns up
THROW_MS = 900

# [side][cell] -> how long it takes to find a die here
FIND_MS = np.array([[DIE_MS + DEPTH_MS * cell[side] for cell in pyramid.CELLS] for side in range(pyramid.SIDES)])
_FOUND = 1.0 / FIND_MS
_SIDES = pyramid.SIDE_OF_SEAT


@rule
def rate(s: Any, seat: int, tables: Any) -> float:
    """All that it looks for at the same time."""
    if s.phase != game.TAKING:
        return 1.0 / THROW_MS if seat == s.turn else 0.0
    total = 1.0 / PATIENCE_MS if seat == s.turn else 0.0
    if s.takeable[seat]:
        found = _FOUND[_SIDES[seat]]
        for cell in range(pyramid.COUNT):
            if game.may_take(s, seat, cell):
                total += found[cell]
    return total


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The first thing that it finds."""
    if s.phase != game.TAKING:
        return game.THROW if seat == s.turn else game.LATE
    chosen = game.STOP
    total = 1.0 / PATIENCE_MS if seat == s.turn else 0.0
    found = _FOUND[_SIDES[seat]]
    for cell in range(pyramid.COUNT):
        if game.may_take(s, seat, cell):
            total += found[cell]
            if first_of(rng, found[cell], total):
                chosen = cell
    return int(chosen)
