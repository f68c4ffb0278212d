"""Builds: groups of dice that are added to a pile together, and where the next die may go so that the rest can follow.

A die touches by its faces only the three dice it rests on and the three that may rest on it (GEO-3). So new dice are
connected through those that rest on others, and touch older dice only below themselves. A die in a given cell needs all
dice that are still missing below it, and these dice are themselves one group. The search uses this: it takes the cell
of a die, adds the missing dice below, and continues with dice that rest on the group. Whole builds are few where they
must touch certain dice, so all are found, from each cell that touches one.

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
MAY = 16  # the next die may be placed here, as far as known
TOUCH = 32  # a die here touches one of those that ABQ-4 asks for
GUARDED = 64  # a die here covers a face of the opening dice that is still visible (ABQ-5)
FOUND = 128  # a possible build has a die here that may be the next

ABOVE = pyramid.ABOVE.astype(np.uint8)
BELOW = pyramid.BELOW.astype(np.uint8)

CONNECTED, PAIRWISE, SINGLE = range(3)  # kinds of builds: one group; each die touches another; each an own die


@rule
def lay(mark: Any, cell: int) -> None:
    """Lay a die of the build here; now others may rest on it."""
    mark[cell] = mark[cell] & 255 - MAY | LAID
    for side in range(SIDES):
        above = ABOVE[cell][side]
        if mark[above] & (STANDS | OUT) == 0 and rests(mark, above):
            mark[above] |= MAY


@rule
def survey(mark: Any, kind: int, roll: int, laid: int, guarded: int) -> int:
    """Mark with MAY where the next die may be placed so that the rest of the build can follow; return how many cells.

    `mark`: FULL, TOUCH, GUARDED have been written before the first die, and each die was laid with `lay`. `roll`: dice
    of the build; `laid`: how many of them stand; `guarded`: how many GUARDED cells there were when it began.
    """
    if laid == 0:
        for cell in range(COUNT):  # as `rests`, without branches
            below = BELOW[cell]
            may = mark[below[0]] & mark[below[1]] & mark[below[2]] & ~mark[cell] & FULL
            mark[cell] |= may * MAY
    if kind != CONNECTED:
        survey_cells(mark, kind, roll, laid, guarded)
    elif laid:
        group, length, apart = joined(mark, 0, 0, laid - 1, laid_die(mark), roll)
        grown(mark, group, length, apart, roll, guarded, True)
    else:
        survey_touches(mark, roll, guarded)
    return keep_found(mark)


@rule
def keep_found(mark: Any) -> int:
    """Turn FOUND into MAY, and MAY without it into OUT; return how many cells keep MAY."""
    count = 0
    for cell in range(COUNT):
        seen = mark[cell]
        found = seen // FOUND & 1
        lost = seen // MAY & 1 & ~found
        mark[cell] = seen & 255 - FOUND - MAY | found * MAY | lost * OUT
        count += found
    return int(count)


@rule
def survey_touches(mark: Any, roll: int, guarded: int) -> None:
    """Mark the supported dice of every connected build: each contains a cell with TOUCH, which is where it is found.

    Builds with a cell are all found when it is tried, so that cell is OUT for those after it. A cell comes before those
    that its die needs below; one that needs too many loses TOUCH.
    """
    for cell in range(COUNT):
        if mark[cell] & (TOUCH | FULL) == TOUCH:
            group, length, apart = joined(mark, 0, 0, 0, cell, roll)
            if length:
                grown(mark, group, length, apart, roll, guarded, True)
                mark[cell] |= OUT
            else:
                mark[cell] &= 255 - TOUCH
    for cell in range(COUNT):
        mark[cell] &= 255 - OUT


@rule
def laid_die(mark: Any) -> int:
    """The first die of this build."""
    cell = 0
    while mark[cell] & LAID == 0:
        cell += 1
    return cell


@rule
def survey_cells(mark: Any, kind: int, roll: int, laid: int, guarded: int) -> None:
    """Mark the supported dice of builds that need not be connected: cell by cell, until each is in one or is OUT."""
    if laid == 0 and forget_far_touches(mark, roll) == 0:
        return
    for cell in range(COUNT):
        if mark[cell] & (MAY | FOUND) == MAY:
            group = possible(mark, kind, cell, roll, laid, guarded)
            if group:
                mark_group(mark, group)
            else:
                mark[cell] |= OUT


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
        group, length, apart = joined(mark, 0, 0, laid, cell, roll)
        return grown(mark, group, length, apart, roll, guarded, False) if length else 0
    if kind == PAIRWISE:
        return completes_pairs(mark, cell, roll, guarded)
    return can_add(mark, cell, roll, laid, guarded)


@rule
def mark_group(mark: Any, group: int) -> None:
    """Mark with FOUND every die of a possible build that has its supports: any of them may be the next."""
    while group:
        cell = (group & 255) - 1
        group >>= 8
        if mark[cell] & MAY:
            mark[cell] |= FOUND


@rule
def grown(mark: Any, group: int, length: int, apart: int, roll: int, guarded: int, every: bool) -> int:
    """A whole connected build (ABQ-3) with this group, 0 if there is none; with `every` mark all of them, return 0.

    The group grows by a die that rests on one of the group's dice, with all missing dice below, in every possible way:
    faces are tried in the order in which they joined, and one that was passed over stays so. Afterwards its dice have
    left again. `apart`: how many of the laid dice are not in the group.
    """
    frames = 0  # what to return to: the place and the side of the next face, the length of the group
    place, side = 0, 0
    while True:
        if length + apart == roll:
            if apart == 0 and is_fair(mark, group, length, guarded):
                if not every:
                    leave(mark, group, 0, length)
                    return group
                mark_group(mark, group)
            place = length
        longer = length
        while place < length and longer == length:
            other = int(ABOVE[die_of(group, place)][side])
            side += 1
            if side == SIDES:
                side = 0
                place += 1
            if mark[other] & (STANDS | OUT) == 0:
                group, longer, apart = joined(mark, group, length, apart, other, roll)
        if longer > length:
            frames = frames << 8 | place << 5 | side << 3 | length
            length = longer
        else:
            start = frames & 7
            apart += leave(mark, group, start, length)
            if frames == 0:
                return 0
            length = start
            group = shortened(group, length)
            place, side = frames >> 5 & 7, frames >> 3 & 3
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
