"""Raffzahn (Pack Rat), Uwe Beul: 3 players take the full pyramid of dice apart, all at once.

Each sits at a side and reads only the faces that look to him. One throws the turquoise die; from then on everybody
takes free dice that show its number to his own side, one at a time, until the thrower says Stop. Then the turquoise
die goes left. Whoever grabs after Stop has to give a die to each opponent. When a Stop finds no die above the base
left, most dice wins.

Where the rules are silent: a Stop that finds nobody who could take counts like one that is said (RAF-8), and Stops are
counted from the last take on, the one that ends its throw included (GEN-7). A grab at a place without a die is
refused, not punished: it takes nothing from the pile (RAF-5). A small pyramid loses its top die as the big one does.
"""

from typing import Annotated

import numpy as np

from bussolotto import kernel, pyramid
from bussolotto.kernel import CHANCE, Mask, Shares, Weights, rule

NAME = "raffzahn"
TITLE = "Raffzahn"
RULES = 2
CLAUSES = "RAF"
SEATS = (3,)
RACE = True
SOLUTION = ("takeable",)  # what people are to find by looking
OPTIONS = {
    "lattice": ("8", "6", "4"),  # the top corner of the big pyramid with this size
    "penalty": ("1", "0", "2"),  # RAF-5: dice to each opponent for a late grab
    "remain": ("0", "5", "15"),  # RAF-6: dice above the base that may be left where a Stop ends the match
}
ENDINGS = ("cleared", "no-progress", "limit")  # RAF-6, GEN-7
MAX_PLIES = 20_000  # [P] far beyond any match: a sensible one takes some 500 plies
PATIENCE = 30  # Stops in a row without a take that end the match (GEN-7)

PLAYERS = 3
TOP = 0  # the cell of the die that is removed for good (RAF-1)
STOP, THROW, LATE = range(pyramid.COUNT, pyramid.COUNT + 3)  # actions: take 0..164 | stop | throw | late
ACTIONS = LATE + 1
FOULS = (LATE,)
LAY = PLAYERS  # outcomes: start 0..2 | lay POSE, at LAY + pose | die 1..6, at DIE + face - 1
DIE = LAY + pyramid.POSE_COUNT
OUTCOMES = DIE + 6

# phases: chance's first, then READY for a throw, STOPPED (ready too, and grabs are late), TAKING, and the two ends
DRAWING, LAYING, FALLING, READY, STOPPED, TAKING, CLEARED, STUCK = range(8)

# [phase] -> weights of its outcomes, and how many there are (GEN-1, GEN-5)
_ODDS = np.zeros((READY, OUTCOMES), np.int64)
_ODDS[DRAWING, :LAY] = _ODDS[LAYING, LAY:DIE] = _ODDS[FALLING, DIE:] = 1
_OUTCOMES = np.count_nonzero(_ODDS, axis=1)
# [STOPPED?][is he the next to throw?] -> what a seat may do between two throws
_BETWEEN = np.zeros((2, 2, ACTIONS), np.uint8)
_BETWEEN[:, 1, THROW] = _BETWEEN[1, :, LATE] = 1
# [number][pose + 1] -> 1 + the seat that sees this number on such a die, 0 if none does; never two see it (RAF-2)
_SEER = np.zeros((7, 1 + pyramid.POSE_COUNT), np.int64)
for _seat, _side in enumerate(pyramid.SIDE_OF_SEAT):
    for _pose, _faces in enumerate(pyramid.POSES):
        _SEER[_faces[_side], 1 + _pose] = 1 + _seat
# by option
SIZES = np.array([int(size) for size in OPTIONS["lattice"]], np.int64)
PENALTY = np.array([int(dice) for dice in OPTIONS["penalty"]], np.int64)
REMAIN = np.array([int(dice) for dice in OPTIONS["remain"]], np.int64)
_WITHIN = np.array([pyramid.within(size) for size in SIZES], np.uint8)  # [lattice][cell]
_GROUND_LEVEL = pyramid.SIZE - SIZES  # [lattice] -> the level of the big pyramid that its base is
_ABOVE_BASE = np.array([len(pyramid.cells(size - 1)) - 1 for size in SIZES.tolist()], np.int64)
# [lattice][cell] -> the cell whose die is laid next; COUNT after the last one
_NEXT = np.full((len(SIZES), pyramid.COUNT), pyramid.COUNT, np.int64)
for _lattice, _within in enumerate(_WITHIN):
    _cells = np.flatnonzero(_within)
    _NEXT[_lattice, _cells[:-1]] = _cells[1:]
# [cell] -> how many dice lie on the one here when all but the top die are there
_COVERED = np.array([sum(TOP < above < pyramid.COUNT for above in cells) for cells in pyramid.ABOVE], np.int64)


class State:
    plies: Annotated[int, "u2"]  # plies so far
    seats: Annotated[int, "u1"]
    phase: Annotated[int, "u1"]
    turn: Annotated[int, "u1"]  # who has the turquoise die
    laid: Annotated[int, "u1"]  # the cell whose die is laid next
    lattice: Annotated[int, "u1"]  # option
    penalty: Annotated[int, "u1"]  # option
    remain: Annotated[int, "u1"]  # option
    number: Annotated[int, "u1"]  # on the turquoise die; 0: no throw is on
    idle: Annotated[int, "u1"]  # Stops in a row without a take
    above_base: Annotated[int, "u1"]  # dice left above level 0
    taken: Annotated[list[int], "u1", 3]  # by seat: dice
    takeable: Annotated[list[int], "u1", 3]  # by seat: dice that it could take now
    pose: Annotated[list[int], "u1", 165]  # by cell: pose + 1; 0: no die
    covered: Annotated[list[int], "u1", 165]  # by cell: how many dice lie on the one here; 0: it is free


STATE = kernel.record(State, size=348)


@rule
def reset(s: State, seats: int) -> None:
    """Nothing laid yet (RAF-1)."""
    s.plies = 0
    s.seats = seats
    s.phase = DRAWING
    s.turn = 0
    s.laid = TOP + 1
    s.number = 0
    s.idle = 0
    s.above_base = _ABOVE_BASE[s.lattice]
    for seat in range(PLAYERS):
        s.taken[seat] = 0
        s.takeable[seat] = 0
    for cell in range(pyramid.COUNT):
        s.pose[cell] = 0
        s.covered[cell] = _COVERED[cell]


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase >= CLEARED or s.plies >= MAX_PLIES:
        return 0
    if s.phase < READY:
        return 1 << CHANCE
    if s.phase == STOPPED:
        return 7
    bits = 1 << int(s.turn)
    if s.phase == TAKING:
        for seat in range(PLAYERS):
            bits |= (s.takeable[seat] > 0) << seat
    return bits


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; how many things that is."""
    if seat == CHANCE or not movers(s) >> seat & 1:
        mask[:] = 0
        return 0
    if s.phase == TAKING:
        return legal_takes(s, seat, mask)
    stopped, throws = int(s.phase == STOPPED), int(seat == s.turn)
    np.positive(_BETWEEN[stopped][throws], mask)  # RAF-4, RAF-5
    return stopped + throws


@rule
def legal_takes(s: State, seat: int, mask: Mask) -> int:
    """Free dice that show this seat the number (RAF-2), those of the base too (RAF-3); Stop for the roller (RAF-4)."""
    mask[:] = 0
    seer = _SEER[s.number]
    for cell in range(pyramid.COUNT):
        if s.pose[cell] and s.covered[cell] == 0 and seer[s.pose[cell]] == seat + 1:
            mask[cell] = 1
    mask[STOP] = seat == s.turn
    return int(s.takeable[seat]) + (seat == s.turn)


@rule
def odds(s: State, weights: Weights) -> int:
    """Every seat is as likely to start, every pose to lie, every face to fall (GEN-1, GEN-5)."""
    if movers(s) != 1 << CHANCE:
        weights[:] = 0
        return 0
    np.positive(_ODDS[s.phase], weights)
    return int(_OUTCOMES[s.phase])


@rule
def apply(s: State, seat: int, action: int) -> None:
    """One ply."""
    kernel.count_ply(s)
    if s.phase == LAYING:
        lay(s, action - LAY)
    elif s.phase == TAKING:
        if action == STOP:
            end_throw(s, STOPPED)
        else:
            take_die(s, seat, action)
    elif s.phase == FALLING:
        fall(s, action - DIE + 1)
    elif s.phase == DRAWING:
        s.turn = action
        s.phase = LAYING
    elif action == THROW:
        s.phase = FALLING
    else:
        pay(s, seat)


@rule
def lay(s: State, pose: int) -> None:
    """The next die of the pyramid, in the order of the cells (RAF-1)."""
    s.pose[s.laid] = pose + 1
    s.laid = _NEXT[s.lattice][s.laid]
    if s.laid == pyramid.COUNT:
        s.phase = READY


@rule
def fall(s: State, number: int) -> None:
    """The turquoise die shows a number, and everybody may take at once (RAF-2)."""
    s.phase = TAKING
    s.number = number
    for cell in range(pyramid.COUNT):
        if s.pose[cell] and s.covered[cell] == 0:
            offer(s, cell)
    stop_if_done(s)


@rule
def offer(s: State, cell: int) -> None:
    """The die here is free: whoever sees the number on it may take it."""
    seer = _SEER[s.number][s.pose[cell]]
    if seer:
        s.takeable[seer - 1] += 1


@rule
def take_die(s: State, seat: int, cell: int) -> None:
    """A die goes to this seat; the dice below it may be free now (RAF-2)."""
    s.pose[cell] = 0
    s.takeable[seat] -= 1
    s.taken[seat] += 1
    s.idle = 0
    s.above_base -= pyramid.LEVEL[cell] > _GROUND_LEVEL[s.lattice]
    for axis in range(pyramid.SIDES):
        below = pyramid.BELOW[cell][axis]
        if below != pyramid.GROUND:
            s.covered[below] -= 1
            if s.covered[below] == 0:
                offer(s, below)
    stop_if_done(s)


@rule
def stop_if_done(s: State) -> None:
    """Where nobody could take, the throw stops by itself, and no grab is late (RAF-8)."""
    if s.takeable[0] + s.takeable[1] + s.takeable[2] == 0:
        end_throw(s, READY)


@rule
def end_throw(s: State, phase: int) -> None:
    """A Stop: the turquoise die goes left (RAF-4), unless that was the end (RAF-6, GEN-7)."""
    s.number = 0
    s.idle += 1
    for seat in range(PLAYERS):
        s.takeable[seat] = 0
    if s.above_base <= REMAIN[s.remain]:
        s.phase = CLEARED
    elif s.idle >= PATIENCE:
        s.phase = STUCK
    else:
        s.phase = phase
        s.turn = (s.turn + 1) % PLAYERS


@rule
def pay(s: State, seat: int) -> None:
    """A late grab costs so many dice to each opponent, nothing if there are not enough (RAF-5)."""
    dice = PENALTY[s.penalty]
    if s.taken[seat] >= dice * (PLAYERS - 1):
        s.taken[seat] -= dice * (PLAYERS - 1)
        s.taken[(seat + 1) % PLAYERS] += dice
        s.taken[(seat + 2) % PLAYERS] += dice


@rule
def ending(s: State) -> int:
    """How the match has ended, as an index of ENDINGS."""
    return int(s.phase) - CLEARED if s.phase >= CLEARED else len(ENDINGS) - 1


@rule
def returns(s: State, out: Shares) -> None:
    """Most dice wins, equals share (RAF-6, GEN-2)."""
    kernel.share_most(s.taken, PLAYERS, out)


@rule
def scores(s: State, out: Shares) -> None:
    """Dice taken."""
    kernel.copy_points(s.taken, PLAYERS, out)


hide = kernel.hide_nothing  # everything lies open: which face one looks at is a matter of the page (RAF-7)
sees = kernel.seen_by_all


def meant(s: State, seat: int, action: int) -> int:
    """Who takes a die between a Stop and the next throw, knowing of the Stop, is late (RAF-5)."""
    return LATE if s.phase == STOPPED and action < STOP and s.pose[action] else action


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, 0 if none does."""
    if s.phase in (DRAWING, LAYING) and movers(s):
        return 1
    if movers(s) == 0 or seat >= PLAYERS:
        return 6
    if action < STOP:
        return _why_no_take(s, seat, action)
    if action == LATE:
        return _why_not_late(s)
    allowed = s.phase == TAKING if action == STOP else s.phase in (READY, STOPPED)
    return 0 if allowed and seat == s.turn else 4


def _why_no_take(s: State, seat: int, cell: int) -> int:
    if s.phase == STOPPED:
        return 4
    matching = s.phase == TAKING and _SEER[s.number][s.pose[cell]] == seat + 1
    return 0 if matching and s.covered[cell] == 0 else 2


def _why_not_late(s: State) -> int:
    if s.phase == STOPPED:
        return 0
    return 8 if s.phase == READY and s.idle else 5


def check(s: State) -> None:
    """Conservation: all dice but the top one, each supported; what is counted along the way is what lies there."""
    size = int(SIZES[s.lattice])
    within = [sum(cell) <= size for cell in pyramid.CELLS]
    left = [cell for cell in range(pyramid.COUNT) if s.pose[cell]]
    unlaid = [cell for cell in range(s.laid, pyramid.COUNT) if within[cell]]
    assert len(left) + len(unlaid) + sum(s.taken) == sum(within) - 1, show(s)
    pile = [*s.pose, 0, 1]
    for cell in range(s.laid, pyramid.COUNT):
        pile[cell] = 1  # those still to be laid are as good as there, and so is what small pyramids stand on
    dice = [cell for cell in range(pyramid.COUNT) if pile[cell] and within[cell]]
    high = [cell for cell in dice if sum(pyramid.CELLS[cell]) < size]
    assert all(within[cell] for cell in left) and all(pyramid.supported(pile, cell) for cell in high), show(s)
    assert all(s.covered[cell] == pyramid.SIDES - pyramid.uncovered(pile, cell) for cell in dice), show(s)
    assert s.above_base == len(high), show(s)
    for seat in range(PLAYERS):
        mine = [cell for cell in left if s.covered[cell] == 0 and _SEER[s.number][s.pose[cell]] == seat + 1]
        assert s.takeable[seat] == len(mine), show(s)


def say(seat: int, action: int) -> str:
    """An action or outcome as text."""
    if seat == CHANCE:
        if action < LAY:
            return f"start {action}"
        return f"lay {pyramid.pose_text(action - LAY)}" if action < DIE else f"die {action - DIE + 1}"
    return f"take {pyramid.cell_text(action)}" if action < STOP else ("stop", "throw", "late")[action - STOP]


read = kernel.reader(NAME, say, ACTIONS, OUTCOMES)


def show(s: State) -> str:
    """The position as text: levels of the pile from the base up, seen from above with seat 0 below; then the seats."""
    marks = [pyramid.pose_text(pose - 1) if pose else "..." for pose in s.pose]
    size = int(SIZES[s.lattice])
    top = max([size - sum(cell) for cell, pose in zip(pyramid.CELLS, s.pose, strict=True) if pose], default=0)
    piles = [pyramid.drawing(marks, range(low, min(low + 3, top) + 1), size) for low in range(0, top + 1, 4)]
    seats = "  ".join(f"{'*' if seat == s.turn else ''}{seat}: {s.taken[seat]}" for seat in range(PLAYERS))
    return "\n".join([*piles, f"{seats}  {_stage(s)}"])


def _stage(s: State) -> str:
    if movers(s) == 0:
        return "over"
    words = {STOPPED: "stopped", TAKING: f"number {s.number}", READY: "to throw", FALLING: "to fall"}
    return words.get(s.phase, "to lay")
