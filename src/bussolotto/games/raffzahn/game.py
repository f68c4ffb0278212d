"""Raffzahn (Pack Rat), Uwe Beul: 3 players take the full pyramid of dice apart, all at once.

Each player sits at a side and reads only the faces that look toward them. One player throws the turquoise die; from
then on all players take free dice that show its number to their own side, one at a time, until the thrower says Stop.
Then the turquoise die passes to the left. A player who grabs a die after Stop must give a die to each opponent. When a
Stop finds no die left above the base, most dice win.

The Stop that follows by itself when nobody can take a die is ours (RAF-8, option `auto_stop`): on the printed table
only the thrower ends a throw. Where the rules are silent: that Stop counts like one that is said, and Stops are counted
since the last take, including the one that ends its throw (GEN-7). A grab at a place without a die is refused, not
punished: it takes nothing from the pile (RAF-5). A small pyramid loses its top die as the big one does.
"""

from typing import Annotated

import numpy as np

from bussolotto.core import kernel, pyramid
from bussolotto.core.bounds import Amount, Category
from bussolotto.core.contract import Choice, Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.reasons import Reason

FACTS = Facts(
    name="raffzahn",
    title="Raffzahn",
    authors=("Uwe Beul",),
    version=3,
    clauses="RAF",
    seats=(3,),
    minutes=15,
    kind="race",
    options={
        "auto_stop": Choice(("yes", "no"), printed="no"),  # RAF-8
        # the top corner of the big pyramid with this size; a smaller one has nothing above its base
        "lattice": Number(2, pyramid.SIZE, values=(8, 6, 4)),
        # RAF-5: dice to each opponent for a late grab; nobody has more than two times 82
        "penalty": Number(0, 82, values=(1, 0, 2)),
        # RAF-6: dice above the base that may be left where a Stop ends the match; no pyramid has more
        "remain": Number(0, 119, values=(0, 5, 15)),
    },
    endings=("cleared", "no-progress", "limit"),  # RAF-6, GEN-7
    race=True,
    solution=("takeable",),  # what players must find out by looking
    fouls=("late",),
    series={"das-spiel": 2},
)
ENDINGS = FACTS.endings
MAX_PLIES = 20_000  # [P] far beyond any match: a sensible one takes some 500 plies
PATIENCE = 30  # Stops in a row without a take that end the match (GEN-7)

PLAYERS = 3
TOP = 0  # the cell of the die that is removed for good (RAF-1)
STOP, THROW, LATE = range(pyramid.COUNT, pyramid.COUNT + 3)  # actions: take 0..164 | stop | throw | late
ACTIONS = LATE + 1
LAY = PLAYERS  # outcomes: start 0..2 | lay POSE, at LAY + pose | die 1..6, at DIE + face - 1
DIE = LAY + pyramid.POSE_COUNT
OUTCOMES = DIE + 6

# phases: chance's first, then READY for a throw, STOPPED (ready too, and grabs are late), TAKING, and the two ends
DRAWING, LAYING, FALLING, READY, STOPPED, TAKING, CLEARED, STUCK = range(8)

# [phase] -> weights of its outcomes, and how many there are (GEN-1, GEN-5)
_ODDS = np.zeros((READY, OUTCOMES), np.int64)
_ODDS[DRAWING, :LAY] = _ODDS[LAYING, LAY:DIE] = _ODDS[FALLING, DIE:] = 1
_OUTCOMES = np.count_nonzero(_ODDS, axis=1)
# [STOPPED?][is this seat the next to throw?] -> what a seat may do between two throws
_BETWEEN = np.zeros((2, 2, ACTIONS), np.uint8)
_BETWEEN[:, 1, THROW] = _BETWEEN[1, :, LATE] = 1
# [number][pose + 1] -> 1 + the seat that sees this number on such a die, 0 if none does; never two see it (RAF-2)
_SEER = np.zeros((7, 1 + pyramid.POSE_COUNT), np.int64)
for _seat, _side in enumerate(pyramid.SIDE_OF_SEAT):
    for _pose, _faces in enumerate(pyramid.POSES):
        _SEER[_faces[_side], 1 + _pose] = 1 + _seat
# [lattice] -> dice above its base, without the top one
_ABOVE_BASE = np.array([max(0, len(pyramid.cells(size - 1)) - 1) for size in range(pyramid.SIZE + 1)], np.int64)
# [cell] -> how many dice lie on the one here when all but the top die are there
_COVERED = np.array([sum(TOP < above < pyramid.COUNT for above in cells) for cells in pyramid.ABOVE], np.int64)


class State:
    plies: Annotated[int, "u2", "plies so far"]
    seats: Annotated[int, "u1"]
    phase: Annotated[int, "u1", Category(0, 7)]
    turn: Annotated[int, "u1", Category(0, 2), "who has the turquoise die"]
    laid: Annotated[int, "u1", Amount(0, 165), "the cell whose die is laid next"]
    auto_stop: Annotated[int, "u1", "option"]
    lattice: Annotated[int, "u1", "option"]
    penalty: Annotated[int, "u1", "option"]
    remain: Annotated[int, "u1", "option"]
    number: Annotated[int, "u1", Category(0, 6), "on the turquoise die; 0: no throw is on"]
    idle: Annotated[int, "u1", Amount(0, 30), "Stops in a row without a take"]
    above_base: Annotated[int, "u1", Amount(0, 119), "dice left above level 0"]
    taken: Annotated[list[int], "u1", 3, Amount(0, 165), "by seat: dice"]
    takeable: Annotated[list[int], "u1", 3, Amount(0, 165), "by seat: dice that it could take now"]
    pose: Annotated[list[int], "u1", 165, Category(0, 24), "by cell: pose + 1; 0: no die"]
    covered: Annotated[list[int], "u1", 165, Amount(0, 3), "by cell: how many dice lie on the one here; 0: it is free"]


STATE = kernel.record(State, size=349)


@rule
def reset(s: State, seats: int) -> None:
    """No dice laid yet (RAF-1)."""
    s.plies = s.turn = s.number = s.idle = 0
    s.seats = seats
    s.phase = DRAWING
    s.laid = TOP + 1
    s.above_base = _ABOVE_BASE[s.lattice]
    kernel.clear(s.taken)
    kernel.clear(s.takeable)
    kernel.clear(s.pose)
    kernel.overwrite(s.covered, _COVERED)


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
    """Fill the mask with what this seat may do; return the number of legal actions."""
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
    """Free dice that show this seat the number (RAF-2), also in the base (RAF-3); Stop for the roller (RAF-4)."""
    mask[:] = 0
    for cell in range(pyramid.COUNT):
        if may_take(s, seat, cell):
            mask[cell] = 1
    mask[STOP] = seat == s.turn
    return int(s.takeable[seat]) + (seat == s.turn)


@rule
def may_take(s: State, seat: int, cell: int) -> bool:
    """Is there a free die here that shows this seat the number (RAF-2)?"""
    return bool(s.pose[cell] and s.covered[cell] == 0 and _SEER[s.number][s.pose[cell]] == seat + 1)


@rule
def odds(s: State, weights: Weights) -> int:
    """Every start seat, every pose and every face is equally likely (GEN-1, GEN-5)."""
    if movers(s) != 1 << CHANCE:
        weights[:] = 0
        return 0
    np.positive(_ODDS[s.phase], weights)
    return int(_OUTCOMES[s.phase])


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply."""
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
    """Lay the next die of the pyramid, in the order of the cells (RAF-1)."""
    s.pose[s.laid] = pose + 1
    s.laid = pyramid.NEXT[s.lattice][s.laid]
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
    """The die here is free: a seat that sees the number on it may take it."""
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
    s.above_base -= pyramid.LEVEL[cell] > pyramid.SIZE - s.lattice
    for axis in range(pyramid.SIDES):
        below = pyramid.BELOW[cell][axis]
        if below != pyramid.GROUND:
            s.covered[below] -= 1
            if s.covered[below] == 0:
                offer(s, below)
    stop_if_done(s)


@rule
def stop_if_done(s: State) -> None:
    """If nobody can take a die, the throw stops by itself unless that is left to people; no grab is late (RAF-8)."""
    if s.auto_stop == 0 and s.takeable[0] + s.takeable[1] + s.takeable[2] == 0:
        end_throw(s, READY)


@rule
def end_throw(s: State, phase: int) -> None:
    """A Stop: the turquoise die passes to the left (RAF-4), unless that was the end (RAF-6, GEN-7)."""
    s.number = 0
    s.idle += 1
    kernel.clear(s.takeable)
    if s.above_base <= s.remain:
        s.phase = CLEARED
    elif s.idle >= PATIENCE:
        s.phase = STUCK
    else:
        s.phase = phase
        s.turn = (s.turn + 1) % PLAYERS


@rule
def pay(s: State, seat: int) -> None:
    """A late grab costs this many dice for each opponent, nothing if there are not enough (RAF-5)."""
    dice = int(s.penalty)
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
    """Most dice win, equal players share (RAF-6, GEN-2)."""
    kernel.share_most(s.taken, PLAYERS, out)


@rule
def scores(s: State, out: Shares) -> None:
    """Dice taken."""
    kernel.copy_points(s.taken, PLAYERS, out)


# nothing is hidden: which face a player looks at is a matter of the page (RAF-7)
hide, sees, guess, _, lay_own = kernel.ALL_OPEN


def meant(s: State, seat: int, action: int) -> int:
    """A player who takes a die between a Stop and the next throw, knowing of the Stop, is late (RAF-5)."""
    return LATE if s.phase == STOPPED and action < STOP and s.pose[action] else action


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, and why; 0 if none does."""
    if kernel.permits(legal, ACTIONS, s, seat, action):
        return 0
    if movers(s) == 0 or s.phase < FALLING:
        return Reason(1, "start" if s.phase == DRAWING else "pile") if movers(s) else Reason(6, "over")
    if action == LATE:
        alone = s.phase == READY and s.idle
        return Reason(8, "nobody-late") if alone else Reason(5, "not-late")
    if action >= STOP:
        return Reason(4, _why_not_mine_to_say(s, seat, action))
    return _why_not_taken(s, seat, action) if s.phase == TAKING else _why_no_throw(s)


def _why_no_throw(s: State) -> Reason:
    """Why nothing can be taken."""
    return Reason(4, "stopped") if s.phase == STOPPED else Reason(2, "dice" if s.phase == FALLING else "no-throw")


def _why_not_mine_to_say(s: State, seat: int, action: int) -> str:
    """What is wrong with a Stop or a throw."""
    if s.phase == FALLING:
        return "dice"
    if action == STOP:
        return "stop-holder" if s.phase == TAKING else "nothing-to-stop"
    return "throw-on" if s.phase == TAKING and seat == s.turn else "throw-holder"


def _why_not_taken(s: State, seat: int, cell: int) -> Reason:
    """What is wrong with a die that is taken: none there, covered, or not the number (RAF-2)."""
    if s.pose[cell] == 0:
        return Reason(2, "empty")
    if s.covered[cell]:
        return Reason(2, "covered", n=s.covered[cell])
    shown = int(pyramid.POSES[s.pose[cell] - 1][pyramid.SIDE_OF_SEAT[seat]])
    return Reason(2, "number", shown=shown, wanted=s.number)


def check(s: State) -> None:
    """Conservation: all dice except the top one, each supported; the counts agree with the dice."""
    size = int(s.lattice)
    within = pyramid.within(size).tolist()
    left = [cell for cell in range(pyramid.COUNT) if s.pose[cell]]
    dice = left + [cell for cell in range(s.laid, pyramid.COUNT) if within[cell]]  # and those still to be laid
    assert len(dice) + sum(s.taken) == sum(within) - 1, show(s)
    pile = [cell in dice for cell in range(pyramid.COUNT)]
    assert pyramid.stands(pile, size), show(s)
    assert all(s.covered[cell] == pyramid.SIDES - pyramid.uncovered(pile, cell) for cell in dice), show(s)
    assert s.above_base == sum(sum(pyramid.CELLS[cell]) < size for cell in dice), show(s)
    for seat in range(PLAYERS):
        mine = [cell for cell in left if s.covered[cell] == 0 and _SEER[s.number][s.pose[cell]] == seat + 1]
        assert s.takeable[seat] == len(mine), show(s)


say, read = kernel.notation(
    FACTS.name,
    actions=(*kernel.each("take", pyramid.CELL_TEXTS), "stop", "throw", "late"),
    outcomes=pyramid.outcome_texts(PLAYERS),
)


def show(s: State) -> str:
    """The position as text: levels of the pile from the base up, seen from above with seat 0 below; then the seats."""
    marks = [pyramid.POSE_TEXTS[pose - 1] if pose else "..." for pose in s.pose]
    levels = pyramid.drawing_of_levels(marks, "...", int(s.lattice))
    seats = "  ".join(f"{'*' if seat == s.turn else ''}{seat}: {s.taken[seat]}" for seat in range(PLAYERS))
    return f"{levels}\n{seats}  {_stage(s)}"


def _stage(s: State) -> str:
    if movers(s) == 0:
        return "over"
    words = {STOPPED: "stopped", TAKING: f"number {s.number}", READY: "to throw", FALLING: "to fall"}
    return words.get(s.phase, "to lay")
