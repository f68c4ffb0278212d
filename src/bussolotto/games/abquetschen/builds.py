"""Builds: groups of dice that are added to a pile together, and where the next die may go so that the rest can follow.

A die touches by its faces only the three dice it rests on and the three that may rest on it (GEO-3). So new dice are
connected through those that rest on others, and touch older dice only below themselves. A die in a given cell needs all
dice that are still missing below it, and these dice are themselves one group. The search uses this: it takes the cell
of a die, adds the missing dice below, and continues with dice that rest on the group.

The cells of a build are marked in `mark`, a sequence with an entry for each cell, OUTSIDE and the GROUND. A group is
one number: cell + 1 of each of its dice in eight bits, the first in the lowest; six dice fit, and 0 is no group.
"""

from typing import Any

import numpy as np

from bussolotto.core import pyramid
from bussolotto.core.kernel import rule
from bussolotto.core.pyramid import COUNT, OUTSIDE, SIDES

# What `mark` says of a cell in a build.
FULL = 1  # a die stood here before this build, or it is the ground
LAID = 2  # a die of this build
IN = 4  # part of the group that the look-ahead is trying
STANDS = FULL | LAID | IN
OUT = 8  # no build can have a die here
MAY = 16  # the next die may be placed here
TOUCH = 32  # a die here touches one of those that ABQ-4 asks for
GUARDED = 64  # a die here covers a face of the opening dice that is still visible (ABQ-5)

ABOVE = pyramid.ABOVE.astype(np.int64)  # as pyramid.ABOVE and BELOW, for arithmetic
BELOW = pyramid.BELOW.astype(np.int64)

CONNECTED, PAIRWISE, SINGLE = range(3)  # kinds of builds: one group; each die touches another; each an own die


@rule
def survey(mark: Any, kind: int, roll: int, laid: int, guarded: int) -> int:
    """Mark with MAY where the next die may be placed so that the rest of the build can follow; return how many cells.

    `mark`: FULL, LAID, TOUCH, GUARDED have been written; OUT as far as found earlier in the same build. `roll`: dice of
    the build; `laid`: how many of them stand; `guarded`: how many GUARDED cells there were when it began.
    """
    if laid == 0 and forget_far_touches(mark, roll) == 0:
        return 0
    for cell in range(COUNT):
        mark[cell] &= 255 - MAY
    for cell in range(COUNT):
        if mark[cell] & (FULL | LAID | OUT | MAY) == 0 and rests(mark, cell):
            group = possible(mark, kind, cell, roll, laid, guarded)
            if group:
                mark_group(mark, group)
            else:
                mark[cell] |= OUT
    count = 0
    for cell in range(COUNT):
        count += mark[cell] // MAY & 1
    return int(count)


@rule
def forget_far_touches(mark: Any, roll: int) -> int:
    """Remove TOUCH from cells with more missing dice below than dice are left; return how many cells keep it."""
    count = 0
    for cell in range(COUNT):
        if mark[cell] & (TOUCH | FULL) == TOUCH:
            group, length, _ = joined(mark, 0, 0, 0, cell, roll)
            leave(mark, group, 0, length)
            if length:
                count += 1
            else:
                mark[cell] &= 255 - TOUCH
    return count


@rule
def possible(mark: Any, kind: int, cell: int, roll: int, laid: int, guarded: int) -> int:
    """A possible whole build with the dice laid, one here, and more; 0 if there is none."""
    if kind == CONNECTED:
        return completes(mark, cell, roll, laid, guarded)
    if kind == PAIRWISE:
        return completes_pairs(mark, cell, roll, guarded)
    return can_add(mark, cell, roll, laid, guarded)


@rule
def mark_group(mark: Any, group: int) -> None:
    """Mark every die of a possible build that has its supports: any of them may be the next."""
    while group:
        cell = (group & 255) - 1
        group >>= 8
        if mark[cell] & LAID == 0 and rests(mark, cell):
            mark[cell] |= MAY


@rule
def completes(mark: Any, cell: int, roll: int, laid: int, guarded: int) -> int:
    """Can the dice laid and one here become a whole build that is connected (ABQ-3)?

    The group of the die here grows by a die that rests on one of the group's dice, with all missing dice below, in
    every possible way: faces are tried in the order in which they joined, and one that was passed over stays so.
    """
    group, length, apart = 0, 0, int(laid)  # `apart`: how many of the laid dice are not in the group yet
    frames = 0  # what to return to: the trial to continue, the length of the group
    trial = 0
    while True:
        if length + apart == roll:
            if apart == 0 and is_fair(mark, group, length, guarded):
                leave(mark, group, 0, length)
                return group
            trial = SIDES * length
        grown = length
        while trial < max(1, SIDES * length) and grown == length:
            other = int(ABOVE[die_of(group, trial // SIDES)][trial % SIDES]) if length else cell
            trial += 1
            if mark[other] & (STANDS | OUT) == 0:
                group, grown, apart = joined(mark, group, length, apart, other, roll)
        if grown > length:
            frames = frames << 8 | trial << 3 | length
            trial = trial if length else 0
            length = grown
        elif frames == 0:
            return 0
        else:
            apart += leave(mark, group, frames & 7, length)
            length = frames & 7
            group = shortened(group, length)
            trial = frames >> 3 & 31
            frames >>= 8


@rule
def die_of(group: int, place: int) -> int:
    """The cell at this position in a group."""
    return (group >> 8 * place & 255) - 1


@rule
def joined(mark: Any, group: int, length: int, apart: int, cell: int, roll: int) -> tuple[int, int, int]:
    """The group with a die here, all missing dice below it and all laid dice that touch them; unchanged if too many.

    Returns the group, its length, and `apart`: how many laid dice are not in it.
    """
    mark[cell] |= IN
    larger = group | (cell + 1) << 8 * length
    end = length + 1
    left = apart
    at = length
    while at < end:
        here = die_of(larger, at)
        at += 1
        for axis in range(SIDES):
            below = int(BELOW[here][axis])
            if mark[below] & (FULL | IN) == 0:
                if mark[below] & LAID:
                    left -= 1
                elif mark[below] & OUT or end + left == roll:
                    leave(mark, larger, length, end)
                    return group, length, apart
                mark[below] |= IN
                larger |= (below + 1) << 8 * end
                end += 1
        if left:
            for side in range(SIDES):
                above = int(ABOVE[here][side])
                if mark[above] & (LAID | IN) == LAID:
                    left -= 1
                    mark[above] |= IN
                    larger |= (above + 1) << 8 * end
                    end += 1
    return larger, end, left


@rule
def leave(mark: Any, group: int, start: int, end: int) -> int:
    """Remove the dice at positions start..end-1 from the group; return how many of them are laid."""
    laid = 0
    for at in range(start, end):
        cell = die_of(group, at)
        mark[cell] &= 255 - IN
        laid += mark[cell] // LAID & 1
    return int(laid)


@rule
def shortened(group: int, length: int) -> int:
    """The first `length` dice of a group."""
    return group & (1 << 8 * length) - 1


@rule
def touches(mark: Any, group: int, length: int) -> bool:
    """Does one of them touch what it must touch (ABQ-4)?"""
    touching = 0
    for at in range(length):
        touching |= mark[die_of(group, at)] & TOUCH
    return bool(touching)


@rule
def is_fair(mark: Any, group: int, length: int, guarded: int) -> bool:
    """Does a whole build touch what it must (ABQ-4) and leave a face of the opening dice visible (ABQ-5)?"""
    covered = 0
    for at in range(length):
        covered += mark[die_of(group, at)] // GUARDED & 1
    return touches(mark, group, length) and (guarded == 0 or covered < guarded)


@rule
def completes_pairs(mark: Any, cell: int, roll: int, guarded: int) -> int:
    """Can the dice laid and one here become a whole build in which each die touches another (ABQ-3, pairwise)?

    First every lonely die gets a die that rests on it, then the build gets one that touches what it must; finally, in
    the order of cells, any die that rests on a new one is tried, each with all missing dice below.
    """
    group, length = gathered(mark, cell)
    frames = 0  # what to return to: the trial to continue, the length of the group
    trial = 0
    while True:
        lonely = lonely_die(mark, group, length) if roll > 1 else -1
        touching = touches(mark, group, length)
        trials = SIDES if lonely >= 0 else COUNT
        if length == roll:
            if lonely < 0 and is_fair(mark, group, length, guarded):
                leave(mark, group, 0, length)
                return group
            trials = 0
        grown = length
        while trial < trials and grown == length:
            other = int(ABOVE[lonely][trial]) if lonely >= 0 else trial
            trial += 1
            if mark[other] & (STANDS | OUT) == 0 and not stands_alone(mark, other):
                group, grown, _ = joined(mark, group, length, 0, other, roll)
                if grown > length and lonely < 0 and not touching and not touches(mark, group, grown):
                    leave(mark, group, length, grown)
                    group, grown = shortened(group, length), length
        if grown > length:
            frames = frames << 11 | trial << 3 | length
            trial = trial if lonely < 0 and touching else 0
            length = grown
        elif frames == 0:
            leave(mark, group, 0, length)
            return 0
        else:
            leave(mark, group, frames & 7, length)
            length = frames & 7
            group = shortened(group, length)
            trial = frames >> 3 & 255
            frames >>= 11


@rule
def gathered(mark: Any, cell: int) -> tuple[int, int]:
    """The dice laid and one here as a group, and their number."""
    mark[cell] |= IN
    group = cell + 1
    length = 1
    for other in range(COUNT):
        if mark[other] & LAID:
            mark[other] |= IN
            group |= (other + 1) << 8 * length
            length += 1
    return group, length


@rule
def lonely_die(mark: Any, group: int, length: int) -> int:
    """The first of the group that touches no other, or -1."""
    for at in range(length):
        cell = die_of(group, at)
        touching = 0
        for side in range(SIDES):
            touching |= (mark[ABOVE[cell][side]] | mark[BELOW[cell][side]]) & IN
        if touching == 0:
            return cell
    return -1


@rule
def stands_alone(mark: Any, cell: int) -> bool:
    """Does a die here rest only on dice that stood before?"""
    below = BELOW[cell]
    return bool(mark[below[0]] & mark[below[1]] & mark[below[2]] & FULL)


@rule
def can_add(mark: Any, cell: int, roll: int, laid: int, guarded: int) -> int:
    """May an extra die be placed here so that the others can follow, each touching an own die (ABQ-6, single)?

    Dice never block each other, so it is enough to place as many as possible; but while the opening dice are guarded,
    one of their cells must be spared.
    """
    if not touches_own(mark, cell):
        return 0
    if guarded == 0:
        return filled_up(mark, cell, OUTSIDE, roll - laid)
    for spared in range(COUNT):
        if mark[spared] & GUARDED and mark[spared] & LAID == 0 and spared != cell:
            group = filled_up(mark, cell, spared, roll - laid)
            if group:
                return group
    return 0


@rule
def touches_own(mark: Any, cell: int) -> bool:
    """Does a die here touch one of the seat's own dice, extra dice included?"""
    below = BELOW[cell]
    return bool(mark[cell] & TOUCH or (mark[below[0]] | mark[below[1]] | mark[below[2]]) & (LAID | IN))


@rule
def filled_up(mark: Any, cell: int, spared: int, number: int) -> int:
    """Place this many more extra dice, the first here, none in the spared cell; 0 if there is no room for them."""
    mark[cell] |= IN
    group = cell + 1
    length = 1
    for other in range(COUNT - 1, -1, -1):  # supports come before what rests on them
        free = mark[other] & (STANDS | OUT) == 0 and other != spared and length < number
        if free and rests(mark, other) and touches_own(mark, other):
            mark[other] |= IN
            group |= (other + 1) << 8 * length
            length += 1
    leave(mark, group, 0, length)
    return group if length == number else 0


@rule
def longest_row(mark: Any) -> int:
    """The number of dice of this build in one straight unbroken row (ABQ-6)."""
    longest = 0
    for cell in range(COUNT):
        if mark[cell] & LAID:
            for axis in range(SIDES):
                length = 1
                below = BELOW[cell][axis]
                while mark[below] & LAID:
                    length += 1
                    below = BELOW[below][axis]
                longest = max(longest, length)
    return longest


@rule
def rests(mark: Any, cell: int) -> bool:
    """Do all three supports of this cell stand (GEO-2)?"""
    below = BELOW[cell]
    return bool(mark[below[0]] & STANDS and mark[below[1]] & STANDS and mark[below[2]] & STANDS)
