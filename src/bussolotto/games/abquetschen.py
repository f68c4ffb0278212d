"""Abquetschen (Squeeze Play), Reinhold Wittig: 3 or 4 builders, 55 dice each, one pyramid.

On your turn roll the turquoise die and build exactly that many of your dice onto the pile: they must hang together
face to face, and one of them must lean on an older die of yours. A straight row of four or more earns extra dice. Build
over the others so that they find no place; who gets rid of the dice first, or is left with the fewest, wins.

Pips do not matter. A die touches only the three dice it rests on and the three that may rest on it, so a group of new
dice hangs together through dice that rest on others, and a die touches an older one only below itself. With it come
all dice still missing below it: those are one group in themselves. That is what the look-ahead grows groups of.
"""

from typing import Annotated, Any

import numpy as np

from bussolotto import kernel, pyramid
from bussolotto.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.pyramid import COUNT, GROUND, OUTSIDE, SIDES

NAME = "abquetschen"
TITLE = "Abquetschen"
RULES = 1
CLAUSES = "ABQ"
SEATS = (3, 4)
RACE = False
MAX_PLIES = 10_000  # [P] far beyond any match: a random one takes some 250 plies
OPTIONS = {
    "opening": ("inner", "central"),  # ABQ-1
    "touch": ("connected", "pairwise"),  # ABQ-3
    "bonus": ("build", "single"),  # ABQ-6
    "lattice": ("8", "4", "3"),  # the top corner of the big pyramid with this size, for short matches
}
ENDINGS = ("roll", "empty", "blocked", "nobody-can-build", "limit")
BY_ROLL, BY_EMPTY, BY_BLOCKED, BY_NOBODY, BY_LIMIT = range(len(ENDINGS))

DICE = 55  # of each seat
FACES = 6
OPEN = COUNT  # actions: place 0..164 | open, at OPEN + apex | bonus 0..3, at BONUS + number
BONUS = 2 * COUNT
MOST_EXTRAS = 3
ACTIONS = BONUS + MOST_EXTRAS + 1
FOUR = max(SEATS)  # outcomes: start 0..3 | four 0..3, at FOUR + seat | die 1..6, at DIE + face - 1
DIE = 2 * FOUR
OUTCOMES = DIE + FACES
ROW = 4  # dice in a row that earn the first extra die (ABQ-6)

SIZES = tuple(int(size) for size in OPTIONS["lattice"])
CENTRAL = ((2, 2, 3), (2, 3, 2), (3, 2, 2))


def apexes(size: int, opening: str) -> list[pyramid.Cell]:
    """Where the die on top of an opening tetrahedron may stand: its three others in inner base cells (ABQ-1).

    A lattice of size 3 has too few of those: there any three neighbours will do.
    """
    tops = [cell for cell in pyramid.cells(size) if sum(cell) == size - 1]
    if size == pyramid.SIZE and opening == "central":
        return [cell for cell in tops if cell in CENTRAL]
    return [cell for cell in tops if min(cell) > 0 or size == 3]


_ABOVE = pyramid.ABOVE.astype(np.int64)
_BELOW = pyramid.BELOW.astype(np.int64)
# [lattice][opening][cell] -> 1 where the apex may stand
_APEXES = np.zeros((len(SIZES), len(OPTIONS["opening"]), COUNT), np.uint8)
for _lattice, _size in enumerate(SIZES):
    for _opening, _name in enumerate(OPTIONS["opening"]):
        _APEXES[_lattice, _opening, [pyramid.INDEX[cell] for cell in apexes(_size, _name)]] = 1
_WITHIN = np.array([pyramid.within(size) for size in SIZES], np.uint8)  # [lattice][cell]
# [seats - 3][throws before his] -> weight of who throws the first 4; after everybody it begins anew (ABQ-1)
_FOURS = np.array([[36, 30, 25, 0], [216, 180, 150, 125]], np.int64)

DRAWING, THROWING, OPENING, ROLLING, BUILDING, CHOOSING, ADDING, OVER = range(8)  # phases

# What `mark` says of a cell in a build.
FULL = 1  # a die stood here before this build, or it is the ground
LAID = 2  # a die of this build
IN = 4  # part of the group that the look-ahead is trying
STANDS = FULL | LAID | IN
OUT = 8  # no build can have a die here
MAY = 16  # the next die may be placed here
TOUCH = 32  # a die here touches one of those that ABQ-4 asks for
GUARDED = 64  # a die here covers a face of the opening dice that is still to be seen (ABQ-5)


class State:
    plies: Annotated[int, "u2"]  # plies so far
    seats: Annotated[int, "u1"]
    phase: Annotated[int, "u1"]  # DRAWING who throws first, THROWING for the 4, OPENING, ROLLING, BUILDING the roll,
    # CHOOSING how many extra dice, ADDING them, OVER
    turn: Annotated[int, "u1"]  # whose turn it is; while THROWING, who throws first
    opening: Annotated[int, "u1"]  # option
    touch: Annotated[int, "u1"]  # option
    bonus: Annotated[int, "u1"]  # option
    lattice: Annotated[int, "u1"]  # option
    ended: Annotated[int, "u1"]  # once OVER: how, an index into ENDINGS
    apex: Annotated[int, "u1"]  # the cell of the opening die on top; OUTSIDE before
    roll: Annotated[int, "u1"]  # dice to be placed in this build, 0 when there is none
    laid: Annotated[int, "u1"]  # how many of them stand
    guarded: Annotated[int, "u1"]  # faces' cells of the opening dice that this build may not fill all (ABQ-5), or 0
    extras: Annotated[int, "u1"]  # while CHOOSING: bit k is set where k extra dice can be built
    reserve: Annotated[list[int], "u1", 4]  # by seat: dice left
    owner: Annotated[list[int], "u1", 165]  # by cell: seat + 1 of the die there, 0 where there is none
    mark: Annotated[list[int], "u1", 167]  # by cell, OUTSIDE, GROUND: what it is in this build; 0 when there is none


STATE = kernel.record(State, size=351)


@rule
def reset(s: State, seats: int) -> None:
    """The empty base (ABQ-1)."""
    s.plies = 0
    s.seats = seats
    s.phase = DRAWING
    s.turn = 0
    s.ended = 0
    s.apex = OUTSIDE
    s.guarded = 0
    s.extras = 0
    for seat in range(4):
        s.reserve[seat] = DICE if seat < seats else 0
    for cell in range(COUNT):
        s.owner[cell] = 0
    clear_build(s)


@rule
def clear_build(s: State) -> None:
    """No build is under way."""
    s.roll = 0
    s.laid = 0
    for cell in range(COUNT + 2):
        s.mark[cell] = 0


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    if s.phase == DRAWING or s.phase == THROWING or s.phase == ROLLING:
        return 1 << CHANCE
    return 1 << int(s.turn)


@rule
def ending(s: State) -> int:
    """How the match ended, an index into ENDINGS."""
    return int(s.ended) if s.phase == OVER else BY_LIMIT


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; how many things that is."""
    mask[:] = 0
    if movers(s) != 1 << seat or seat == CHANCE:
        return 0
    count = 0
    if s.phase == OPENING:
        for cell in range(COUNT):
            mask[OPEN + cell] = _APEXES[s.lattice][s.opening][cell]
            count += _APEXES[s.lattice][s.opening][cell]
    elif s.phase == CHOOSING:
        for number in range(MOST_EXTRAS + 1):
            mask[BONUS + number] = s.extras >> number & 1
            count += s.extras >> number & 1
    else:
        mark = s.mark
        for cell in range(COUNT):
            may = mark[cell] // MAY & 1
            mask[cell] = may
            count += may
    return int(count)


@rule
def odds(s: State, weights: Weights) -> int:
    """Who throws first is drawn (GEN-1), then who throws the first 4 (ABQ-1); every face is as likely."""
    weights[:] = 0
    if movers(s) != 1 << CHANCE:
        return 0
    if s.phase == ROLLING:
        weights[DIE:] = 1
        return FACES
    for place in range(s.seats):
        if s.phase == DRAWING:
            weights[place] = 1
        else:
            weights[FOUR + (s.turn + place) % s.seats] = _FOURS[s.seats - 3][place]
    return int(s.seats)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """One ply."""
    kernel.count_ply(s)
    if s.phase == DRAWING:
        s.turn = action
        s.phase = THROWING
    elif s.phase == THROWING:
        s.turn = action - FOUR
        s.phase = OPENING
    elif s.phase == OPENING:
        build_opening(s, action - OPEN)
    elif s.phase == ROLLING:
        fall(s, action - DIE + 1)
    elif s.phase == CHOOSING:
        add(s, action - BONUS)
    else:
        place(s, action)


@rule
def build_opening(s: State, apex: int) -> None:
    """The tetrahedron under this apex; that was the first turn (ABQ-1)."""
    s.apex = apex
    s.owner[apex] = s.turn + 1
    for axis in range(SIDES):
        s.owner[_BELOW[apex][axis]] = s.turn + 1
    s.reserve[s.turn] -= 1 + SIDES
    begin_turn(s, (s.turn + 1) % s.seats)


@rule
def begin_turn(s: State, seat: int) -> None:
    """The next seat rolls, unless it is blocked: that ends the match (ABQ-8)."""
    s.turn = seat
    s.phase = ROLLING
    if is_blocked(s, seat):
        end(s, BY_BLOCKED)


@rule
def end(s: State, how: int) -> None:
    """The match is over."""
    clear_build(s)
    s.phase = OVER
    s.ended = how


@rule
def is_blocked(s: State, seat: int) -> bool:
    """Has this seat built, and is there no empty cell above any of its dice (ABQ-8)?"""
    if s.reserve[seat] == DICE:
        return False
    owner = s.owner
    for cell in range(COUNT):
        if owner[cell] == seat + 1:
            for side in range(SIDES):
                above = _ABOVE[cell][side]
                if above != OUTSIDE and owner[above] == 0:
                    return False
    return True


@rule
def fall(s: State, face: int) -> None:
    """The turquoise die lies: it wins (ABQ-7), is built, or cannot be (ABQ-2)."""
    if face >= s.reserve[s.turn]:
        end(s, BY_ROLL)
        return
    s.phase = BUILDING
    begin_build(s, face)
    if survey(s) == 0:
        clear_build(s)
        if nobody_can_build(s):
            end(s, BY_NOBODY)
        else:
            begin_turn(s, (s.turn + 1) % s.seats)


@rule
def begin_build(s: State, number: int) -> None:
    """So many dice are to be placed; mark the cells for it."""
    s.roll = number
    s.laid = 0
    s.guarded = mark_cells(s, s.turn, s.mark)


@rule
def mark_cells(s: State, seat: int, mark: Any) -> int:
    """What cells are before a build of this seat; the number of those it may not fill all (ABQ-5)."""
    owner = s.owner
    for cell in range(COUNT):
        mark[cell] = FULL if owner[cell] or not _WITHIN[s.lattice][cell] else 0
    mark[OUTSIDE] = OUT
    mark[GROUND] = FULL
    first = s.reserve[seat] == DICE
    for cell in range(COUNT):
        if owner[cell] and (first or owner[cell] == seat + 1):
            for side in range(SIDES):
                mark[_ABOVE[cell][side]] |= TOUCH
    return 0 if owner[s.apex] == seat + 1 else mark_guarded(s, mark)


@rule
def mark_guarded(s: State, mark: Any) -> int:
    """Mark the cells that cover the opening dice; how many of them are empty (ABQ-5)."""
    count = 0
    for axis in range(SIDES + 1):
        die = int(s.apex) if axis == SIDES else _BELOW[s.apex][axis]
        for side in range(SIDES):
            above = _ABOVE[die][side]
            if mark[above] & (FULL | OUT | GUARDED) == 0:
                mark[above] |= GUARDED
                count += 1
    return count


@rule
def survey(s: State) -> int:
    """Mark where the next die may be placed, so that the rest of the build can follow; how many cells that is."""
    mark = s.mark
    count = 0
    for cell in range(COUNT):
        if mark[cell] & (FULL | LAID | OUT | MAY) == 0 and rests(mark, cell):
            group = possible(s, mark, cell, s.guarded)
            if group:
                mark_group(mark, group)
            else:
                mark[cell] |= OUT
    for cell in range(COUNT):
        count += mark[cell] // MAY & 1
    return int(count)


@rule
def possible(s: State, mark: Any, cell: int, guarded: int) -> int:
    """A whole build of the dice laid, one here, and more: cell + 1 of each, in eight bits; 0 if there is none."""
    if s.phase == ADDING and s.bonus:
        return can_add(mark, cell, s.roll, s.laid, guarded)
    if s.touch:
        return completes_pairs(mark, cell, s.roll, guarded)
    return completes(mark, cell, s.roll, s.laid, guarded)


@rule
def mark_group(mark: Any, group: int) -> None:
    """Of a build that is possible, any die that has its supports may be the next."""
    while group:
        cell = (group & 255) - 1
        group >>= 8
        if mark[cell] & LAID == 0 and rests(mark, cell):
            mark[cell] |= MAY


@rule
def rests(mark: Any, cell: int) -> bool:
    """Do all three supports of this cell stand (GEO-2)?"""
    below = _BELOW[cell]
    return bool(mark[below[0]] & STANDS and mark[below[1]] & STANDS and mark[below[2]] & STANDS)


@rule
def completes(mark: Any, cell: int, roll: int, laid: int, guarded: int) -> int:
    """Can the dice laid and one here become a whole build that is connected (ABQ-3)?

    The group of the die here is grown by a die that rests on one of the group's, with all that it lacks below, in
    every way there is: faces are tried in the order in which they joined, and one that was passed over stays so.
    """
    group, length, apart = joined(mark, 0, 0, int(laid), cell, roll)
    frames = 0  # what to come back to: the face to go on with, the length of the group
    face = 0
    while True:
        if length + apart == roll:
            if apart == 0 and is_fair(mark, group, length, guarded):
                leave(mark, group, 0, length)
                return group
            face = SIDES * length
        grown = length
        while face < SIDES * length and grown == length:
            above = int(_ABOVE[die_of(group, face // SIDES)][face % SIDES])
            face += 1
            if mark[above] & (STANDS | OUT) == 0:
                group, grown, apart = joined(mark, group, length, apart, above, roll)
        if grown > length:
            frames = frames << 8 | face << 3 | length
            length = grown
        elif frames == 0:
            leave(mark, group, 0, length)
            return 0
        else:
            shorter = frames & 7
            apart += leave(mark, group, shorter, length)
            group &= (1 << 8 * shorter) - 1
            length = shorter
            face = frames >> 3 & 31
            frames >>= 8


@rule
def die_of(group: int, place: int) -> int:
    """The cell in this place of a group."""
    return (group >> 8 * place & 255) - 1


@rule
def joined(mark: Any, group: int, length: int, apart: int, cell: int, roll: int) -> tuple[int, int, int]:
    """The group with a die here, all it lacks below and all dice laid that touch them; as it was, if they are too many.

    The group, its length, and `apart`: how many dice laid are not in it.
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
            below = int(_BELOW[here][axis])
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
                above = int(_ABOVE[here][side])
                if mark[above] & (LAID | IN) == LAID:
                    left -= 1
                    mark[above] |= IN
                    larger |= (above + 1) << 8 * end
                    end += 1
    return larger, end, left


@rule
def leave(mark: Any, group: int, start: int, end: int) -> int:
    """Take the dice from one place in the group to another out of it; how many of them are laid."""
    laid = 0
    for at in range(start, end):
        cell = die_of(group, at)
        mark[cell] &= 255 - IN
        laid += mark[cell] // LAID & 1
    return int(laid)


@rule
def is_fair(mark: Any, group: int, length: int, guarded: int) -> bool:
    """Does a whole build touch what it must (ABQ-4) and leave a face of the opening dice to be seen (ABQ-5)?"""
    touches = 0
    covered = 0
    for at in range(length):
        seen = mark[die_of(group, at)]
        touches |= seen & TOUCH
        covered += seen // GUARDED & 1
    return bool(touches and (guarded == 0 or covered < guarded))


@rule
def completes_pairs(mark: Any, cell: int, roll: int, guarded: int) -> int:
    """Can the dice laid and one here become a whole build in which each die touches another (ABQ-3, pairwise)?

    First every lonely die gets one that rests on it; then, in the order of cells, any die that rests on a new one
    comes with all it lacks below.
    """
    group, length = gathered(mark, cell)
    frames = 0
    trial = 0
    while True:
        lonely = lonely_die(mark, group, length) if roll > 1 else -1
        trials = SIDES if lonely >= 0 else COUNT
        if length == roll:
            if lonely < 0 and is_fair(mark, group, length, guarded):
                leave(mark, group, 0, length)
                return group
            trials = 0
        grown = length
        while trial < trials and grown == length:
            other = int(_ABOVE[lonely][trial]) if lonely >= 0 else trial
            trial += 1
            if mark[other] & (STANDS | OUT) == 0 and not stands_alone(mark, other):
                group, grown, _ = joined(mark, group, length, 0, other, roll)
        if grown > length:
            frames = frames << 11 | trial << 3 | length
            trial = 0 if lonely >= 0 else trial
            length = grown
        elif frames == 0:
            leave(mark, group, 0, length)
            return 0
        else:
            shorter = frames & 7
            leave(mark, group, shorter, length)
            group &= (1 << 8 * shorter) - 1
            length = shorter
            trial = frames >> 3 & 255
            frames >>= 11


@rule
def gathered(mark: Any, cell: int) -> tuple[int, int]:
    """The dice laid and one here as a group, and how many they are."""
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
            touching |= (mark[_ABOVE[cell][side]] | mark[_BELOW[cell][side]]) & IN
        if touching == 0:
            return cell
    return -1


@rule
def stands_alone(mark: Any, cell: int) -> bool:
    """Does a die here rest on none but those that stood before?"""
    below = _BELOW[cell]
    return bool(mark[below[0]] & mark[below[1]] & mark[below[2]] & FULL)


@rule
def can_add(mark: Any, cell: int, roll: int, laid: int, guarded: int) -> int:
    """May an extra die be placed here, so that the others can follow, each touching an own die (ABQ-6, single)?

    Dice never get in each other's way, so it is enough to place as many as possible; only, while the opening dice are
    guarded, one of their cells has to be spared.
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
    """Does a die here touch an own die, extra dice included?"""
    below = _BELOW[cell]
    return bool(mark[cell] & TOUCH or (mark[below[0]] | mark[below[1]] | mark[below[2]]) & (LAID | IN))


@rule
def filled_up(mark: Any, cell: int, spared: int, number: int) -> int:
    """So many more extra dice, the first here, none in the spared cell; 0 if there is no place for them."""
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
def nobody_can_build(s: State) -> bool:
    """Could no seat build with any roll, and is every reserve above what a die can show (ABQ-8)?"""
    for seat in range(s.seats):
        if s.reserve[seat] <= FACES:
            return False
    for seat in range(s.seats):
        for number in range(1, FACES + 1):
            s.roll = number
            s.guarded = mark_cells(s, seat, s.mark)
            if survey(s):
                clear_build(s)
                return False
    clear_build(s)
    return True


@rule
def place(s: State, cell: int) -> None:
    """One die of the build (ABQ-2)."""
    s.owner[cell] = s.turn + 1
    s.reserve[s.turn] -= 1
    s.mark[cell] |= LAID
    s.laid += 1
    if s.laid < s.roll:
        for other in range(COUNT):
            s.mark[other] &= 255 - MAY
        survey(s)
    elif s.phase == BUILDING:
        earn_extras(s)
    else:
        end_turn(s)


@rule
def earn_extras(s: State) -> None:
    """A row in this build earns extra dice; those numbers that can be built may be chosen (ABQ-6)."""
    earned = min(longest_row(s) - ROW + 1, int(s.reserve[s.turn]))
    s.phase = ADDING
    extras = 1
    for number in range(1, earned + 1):
        begin_build(s, number)
        if survey(s):
            extras |= 1 << number
    clear_build(s)
    if extras == 1:
        end_turn(s)
    else:
        s.phase = CHOOSING
        s.extras = extras


@rule
def longest_row(s: State) -> int:
    """How many dice of this build lie in one straight unbroken row (ABQ-6)."""
    longest = 0
    mark = s.mark
    for cell in range(COUNT):
        if mark[cell] & LAID:
            for axis in range(SIDES):
                length = 1
                below = _BELOW[cell][axis]
                while mark[below] & LAID:
                    length += 1
                    below = _BELOW[below][axis]
                longest = max(longest, length)
    return longest


@rule
def add(s: State, number: int) -> None:
    """So many extra dice are to be placed (ABQ-6)."""
    s.extras = 0
    if number == 0:
        end_turn(s)
    else:
        s.phase = ADDING
        begin_build(s, number)
        survey(s)


@rule
def end_turn(s: State) -> None:
    """Who has no dice left wins (ABQ-7); else the next seat rolls."""
    clear_build(s)
    s.guarded = 0
    if s.reserve[s.turn] == 0:
        end(s, BY_EMPTY)
    else:
        begin_turn(s, (s.turn + 1) % s.seats)


@rule
def returns(s: State, out: Shares) -> None:
    """A roll as high as the own reserve wins alone (ABQ-7), else the smallest reserve, equals share (ABQ-8, GEN-2)."""
    out[:] = 0.0
    if s.phase == OVER and s.ended == BY_ROLL:
        out[s.turn] = 1.0
        return
    fewest = DICE
    for seat in range(s.seats):
        fewest = min(fewest, int(s.reserve[seat]))
    winners = 0
    for seat in range(s.seats):
        winners += s.reserve[seat] == fewest
    for seat in range(s.seats):
        if s.reserve[seat] == fewest:
            out[seat] = 1.0 / winners


@rule
def scores(s: State, out: Shares) -> None:
    """Dice placed."""
    out[:] = 0.0
    for seat in range(s.seats):
        out[seat] = DICE - int(s.reserve[seat])


@rule
def hide(s: State, seat: int) -> None:
    """Everything lies open."""


@rule
def sees(s: State, viewer: int, seat: int, action: int) -> bool:
    """Everybody sees every step."""
    return True


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, 0 if none does."""
    if movers(s) != 1 << seat:
        return 8 if movers(s) == 0 else 1
    if s.phase == OPENING:
        return 0 if OPEN <= action < BONUS and _APEXES[s.lattice][s.opening][action - OPEN] else 1
    if action >= BONUS or s.phase == CHOOSING:
        return 0 if action >= BONUS and s.phase == CHOOSING and s.extras >> (action - BONUS) & 1 else 6
    if action >= OPEN:
        return 1
    return 0 if s.mark[action] & MAY else _why_not_here(s, action)


def _why_not_here(s: State, cell: int) -> int:
    """Which clause would have to be dropped, for the build to go on here? 2: no die can stand here."""
    clear = [seen & (FULL | LAID | TOUCH | GUARDED) for seen in s.mark[:COUNT]] + [OUT, FULL]
    if clear[cell] & (FULL | LAID) or not rests(clear, cell):
        return 2
    touching = [seen | TOUCH for seen in clear]
    if not possible(s, touching, cell, 0):
        return 3
    if not possible(s, clear, cell, 0):
        return 4 if s.phase == BUILDING else 6
    return 5


def check(s: State) -> None:
    """Conservation: 55 dice of each seat, every die on its supports, inside the lattice; a mark only in a build."""
    for seat in range(s.seats):
        assert list(s.owner).count(seat + 1) + s.reserve[seat] == DICE, show(s)
    for cell in range(COUNT):
        if s.owner[cell]:
            assert s.owner[cell] <= s.seats and _WITHIN[s.lattice][cell], pyramid.cell_text(cell)
            assert sum(pyramid.CELLS[cell]) == SIZES[s.lattice] or pyramid.supported(s.owner, cell), show(s)
    building = s.phase in (BUILDING, ADDING)
    assert building == bool(s.roll) == any(s.mark), show(s)
    assert not any(seen & IN for seen in s.mark) and (s.laid < s.roll or not building), show(s)
    assert (s.extras > 1) == (s.phase == CHOOSING), show(s)


def say(seat: int, action: int) -> str:
    """An action or outcome as text."""
    if seat == CHANCE:
        if action >= DIE:
            return f"die {action - DIE + 1}"
        return f"four {action - FOUR}" if action >= FOUR else f"start {action}"
    if action >= BONUS:
        return f"bonus {action - BONUS}"
    return f"open {pyramid.cell_text(action - OPEN)}" if action >= OPEN else f"place {pyramid.cell_text(action)}"


def read(seat: int, text: str) -> int:
    """The code of an action or outcome; ValueError if the text says none."""
    code = _CODES[seat == CHANCE].get(" ".join(text.split()))
    if code is None:
        raise ValueError(f"{NAME} has no {'outcome' if seat == CHANCE else 'action'} {text!r}")
    return code


_CODES = (
    {say(0, action): action for action in range(ACTIONS)},
    {say(CHANCE, outcome): outcome for outcome in range(OUTCOMES)},
)


def show(s: State) -> str:
    """The position as text: dice by their seat (those of this build in brackets), + where the next may be placed."""
    size = SIZES[s.lattice]
    marks = [_mark(s, cell) for cell in range(COUNT)]
    stocks = "  ".join(f"{'*' if seat == s.turn else ''}{seat}: {s.reserve[seat]}" for seat in range(s.seats))
    return "\n".join([pyramid.drawing(marks, range(size + 1), size), stocks, _phase(s)])


def _mark(s: State, cell: int) -> str:
    if s.owner[cell]:
        return f"({s.owner[cell] - 1})" if s.mark[cell] & LAID else str(s.owner[cell] - 1)
    return "+" if s.mark[cell] & MAY else "."


def _phase(s: State) -> str:
    if movers(s) == 0:
        return "over"
    if s.phase in (BUILDING, ADDING):
        return f"{'build' if s.phase == BUILDING else 'extra dice'}: {s.laid} of {s.roll}"
    if s.phase == CHOOSING:
        return "extra dice: " + " or ".join(str(number) for number in range(4) if s.extras >> number & 1)
    return ("who throws first", "who throws the 4", "to open", "to roll")[s.phase]
