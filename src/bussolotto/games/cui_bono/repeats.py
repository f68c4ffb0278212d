"""Positions of Cui bono? that have stood since the last kept die, and may not stand again with the same mover (CUI-8).

A turn without a kept die is remembered as three cells: where the die was taken, the cell that this left empty at the
upper end of what slid, and the funnel it went into. So every die can be followed back to the place it had before any of
these turns, and whether two positions are the same is found exactly: there is no hash that could forbid a legal move.
"""

from random import Random
from typing import Any

import numpy as np

from bussolotto.core import pyramid
from bussolotto.core.kernel import rule
from bussolotto.core.pyramid import COUNT, SIDES

MOST_TURNS = 30  # without a kept die (CUI-7)
MOST_BARRED = 10  # funnels: of 20 turns among two players those with the same mover

_COORDINATES = np.array(pyramid.CELLS, np.int64)
_CELL_BITS = 8
# [cell] -> its number + 1, below bits at random: if the cells that were filled and those that were emptied differ in
# one cell only, their keys leave the key of that cell. Only a quick test: what passes it is compared die by die.
_KEY = np.array([Random(cell).getrandbits(54) << _CELL_BITS | cell + 1 for cell in range(COUNT)], np.int64)


@rule
def remember_take(s: Any, cell: int, emptied: int) -> None:
    """The die in hand comes from this cell; find the funnels that are barred to it."""
    s.took[s.idle] = cell
    s.left[s.idle] = emptied
    between = _KEY[emptied]
    turns_of_others = s.seats - 1
    for turn in range(int(s.idle) - 1, -1, -1):
        between ^= _KEY[s.left[turn]] ^ _KEY[s.into[turn]]
        turns_of_others -= 1
        if turns_of_others == 0:
            turns_of_others = s.seats
            funnel = (between & (1 << _CELL_BITS) - 1) - 1
            if 0 <= funnel < COUNT and between == _KEY[funnel] and restores(s, turn, funnel):
                s.barred[s.bars] = funnel
                s.bars += 1


@rule
def restores(s: Any, turn: int, funnel: int) -> bool:
    """With the die in hand in this funnel, would the pile be as it was before that turn? Tried on the pile itself."""
    if s.colour[funnel]:
        return False
    s.colour[funnel] = s.held
    s.into[s.idle] = funnel
    same = True
    for moved in range(turn, s.idle + 1):  # most often these dice already tell the difference
        same = same and looks_same(s, turn, s.into[moved]) and looks_same(s, turn, s.took[moved])
    cell = 0
    while same and cell < COUNT:
        same = looks_same(s, turn, cell)
        cell += 1
    s.colour[funnel] = s.into[s.idle] = 0
    return same


@rule
def looks_same(s: Any, turn: int, cell: int) -> bool:
    """Is the die here, if there is one, of the same colour as the one in the place that it had before that turn?"""
    return bool(s.colour[cell] == 0 or s.colour[place_before(s, turn, cell)] == s.colour[cell])


@rule
def place_before(s: Any, first: int, cell: int) -> int:
    """Where the die that is now in this cell was before the turns from this one on."""
    for turn in range(int(s.idle), first - 1, -1):
        if cell == s.into[turn]:
            cell = int(s.took[turn])
        else:
            cell = place_before_slide(cell, int(s.took[turn]), int(s.left[turn]))
    return cell


@rule
def place_before_slide(cell: int, took: int, left: int) -> int:
    """The dice from the cell that was left empty down to the one of the taken die had been one step higher."""
    axis = 0
    for side in range(SIDES):
        if not _COORDINATES[left, side] <= _COORDINATES[cell, side] <= _COORDINATES[took, side]:
            return cell
        if _COORDINATES[left, side] < _COORDINATES[took, side]:
            axis = side
    return int(pyramid.ABOVE[cell][axis])


@rule
def is_barred(s: Any, funnel: int) -> bool:
    """Would the die in hand bring an earlier position back if it were put here?"""
    barred = False
    for index in range(s.bars):
        barred |= s.barred[index] == funnel
    return bool(barred)


@rule
def remember_put(s: Any, funnel: int) -> None:
    """The die in hand goes into this funnel."""
    s.into[s.idle] = funnel
    forget_barred(s)


@rule
def forget(s: Any) -> None:
    """A die is kept: none of the positions before can stand again."""
    for turn in range(s.idle + 1):
        s.took[turn] = s.left[turn] = s.into[turn] = 0
    forget_barred(s)


@rule
def forget_barred(s: Any) -> None:
    """The hand is empty."""
    for index in range(s.bars):
        s.barred[index] = 0
    s.bars = 0
