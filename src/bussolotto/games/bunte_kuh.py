"""Bunte Kuh (Sums), Erika Wittig: 2 to 6 players build the pyramid of dice, all at once.

The base is full, the other 60 dice are shared out. One throws the three pearl dice; everybody looks for a funnel whose
three faces add up to the same. Who finds it first shows it and may put one of his dice there, turned as he likes. Who
shows a wrong one takes a die from every opponent. One may also call Fiasco, that there is none: if so, one puts a die
into any funnel, if not, the penalty is the same. Who has no die left wins.

Where the rules are silent: a match is without progress when 30 throws in a row move no die, neither onto the pile nor
from hand to hand (GEN-7). With `fiasco: search` opponents give up by themselves even where there is nothing to find,
for the rules would tell that otherwise; they `yield`, for a `pass` that is on its way when Fiasco is called gives up
the throw, and must not be taken for giving up the search. Dice that cannot be shared equally stay out; who has fewer
than a penalty takes gives what he has; a wrong call that costs nothing moves no die.
"""

from typing import Annotated

import numpy as np

from bussolotto import kernel, pyramid
from bussolotto.kernel import CHANCE, Mask, Shares, Weights, rule

NAME = "bunte-kuh"
TITLE = "Bunte Kuh"
RULES = 2
CLAUSES = "BKU"
SEATS = (2, 3, 4, 5, 6)
RACE = True
SOLUTION = ("sums",)  # what people are to find by looking
OPTIONS = {
    "fiasco": ("referee", "search"),  # BKU-4
    "lattice": ("8", "7"),  # the top corner of the big pyramid with this size; smaller ones could not hold all dice
    "shared": ("60", "30", "84"),  # BKU-1: dice that are shared out
    "penalty": ("1", "0", "2"),  # BKU-3: dice from each opponent for a wrong call
}
SEARCH = 1
ENDINGS = ("placed", "penalty", "no-progress", "limit")  # BKU-6, GEN-7
MAX_PLIES = 20_000  # [P] far beyond any match: a sensible one takes some 500 plies
PATIENCE = 30  # throws in a row without a die moved that end the match (GEN-7)

PEARLS = 3
POSE = pyramid.COUNT  # actions: funnel 0..164 | pose POSE, at POSE + pose | fiasco | pass | throw | decline | yield
FIASCO, PASS, THROW, DECLINE, YIELD = range(POSE + pyramid.POSE_COUNT, POSE + pyramid.POSE_COUNT + 5)
ACTIONS = YIELD + 1
LAY = max(SEATS)  # outcomes: start 0..5 | lay POSE, at LAY + pose | die 1..6, at DIE + face - 1
DIE = LAY + pyramid.POSE_COUNT
OUTCOMES = DIE + 6

# phases: DRAWING who starts, LAYING the base, FALLING pearl dice, READY for a throw, CALLING (everybody looks),
# SEARCHING (what a call of Fiasco has missed), CHOOSING a funnel after Fiasco, TURNING the die; three ends
DRAWING, LAYING, FALLING, READY, CALLING, SEARCHING, CHOOSING, TURNING, PLACED, PENALTY, STUCK = range(11)

# [seats][phase] -> weights of its outcomes, and how many there are (GEN-1, GEN-5)
_ODDS = np.zeros((LAY + 1, READY, OUTCOMES), np.int64)
_ODDS[:, LAYING, LAY:DIE] = _ODDS[:, FALLING, DIE:] = 1
for _seats in SEATS:
    _ODDS[_seats, DRAWING, :_seats] = 1
_OUTCOMES = np.count_nonzero(_ODDS, axis=2)
# masks of what has nothing to do with the pile
_THROW = np.zeros(ACTIONS, np.uint8)
_THROW[THROW] = 1
_TURN = np.zeros(ACTIONS, np.uint8)
_TURN[POSE:FIASCO] = _TURN[DECLINE] = 1
# [pose + 1][side] -> the face shown there; 0 where there is no die
_FACES = np.concatenate([np.zeros((1, pyramid.SIDES), np.int64), pyramid.POSES])
# by option
SIZES = np.array([int(size) for size in OPTIONS["lattice"]], np.int64)
SHARED = np.array([int(dice) for dice in OPTIONS["shared"]], np.int64)
PENALTIES = np.array([int(dice) for dice in OPTIONS["penalty"]], np.int64)
_BASE_COUNT = (SIZES + 1) * (SIZES + 2) // 2  # pearl dice below, by lattice
# [lattice][..] -> the cells of its base, in the order in which they are filled, then 0
_BASES = np.zeros((len(SIZES), int(_BASE_COUNT.max())), np.int64)
for _lattice, _size in enumerate(SIZES.tolist()):
    _BASES[_lattice, : _BASE_COUNT[_lattice]] = [at for at, cell in enumerate(pyramid.CELLS) if sum(cell) == _size]


class State:
    plies: Annotated[int, "u2"]  # plies so far
    seats: Annotated[int, "u1"]
    phase: Annotated[int, "u1"]
    turn: Annotated[int, "u1"]  # who throws the pearl dice
    fiasco: Annotated[int, "u1"]  # option
    lattice: Annotated[int, "u1"]  # option
    shared: Annotated[int, "u1"]  # option
    penalty: Annotated[int, "u1"]  # option
    laid: Annotated[int, "u1"]  # dice of the base that lie there
    caller: Annotated[int, "u1"]  # who has called Stop or Fiasco, while that is not settled
    chosen: Annotated[int, "u1"]  # the funnel that a die is to be put into: cell + 1; 0: none
    passed: Annotated[int, "u1"]  # who has given up this throw, or finding what a call has missed, as bits
    idle: Annotated[int, "u1"]  # throws in a row without a die moved
    pearl: Annotated[list[int], "u1", 3]  # what the pearl dice show; 0: still to fall, or no throw is on
    hand: Annotated[list[int], "u1", 6]  # by seat: dice
    pose: Annotated[list[int], "u1", 165]  # by cell: pose + 1; 0: no die
    sums: Annotated[list[int], "u1", 165]  # by cell: what looks into the funnel that stands here; 0: none does


STATE = kernel.record(State, size=353)


@rule
def reset(s: State, seats: int) -> None:
    """Equal hands, nothing laid yet (BKU-1)."""
    s.plies = 0
    s.seats = seats
    s.phase = DRAWING
    s.turn = 0
    s.laid = 0
    s.caller = 0
    s.chosen = 0
    s.passed = 0
    s.idle = 0
    for pearl in range(PEARLS):
        s.pearl[pearl] = 0
    for seat in range(LAY):
        s.hand[seat] = SHARED[s.shared] // seats if seat < seats else 0
    for cell in range(pyramid.COUNT):
        s.pose[cell] = 0
        s.sums[cell] = 0


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase >= PLACED or s.plies >= MAX_PLIES:
        return 0
    if s.phase < READY:
        return 1 << CHANCE
    if s.phase == READY:
        return 1 << int(s.turn)
    everybody = (1 << int(s.seats)) - 1
    if s.phase == CALLING:
        return everybody
    if s.phase == SEARCHING:
        return everybody & ~(int(s.passed) | 1 << int(s.caller))
    return 1 << int(s.caller)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; how many things that is."""
    if seat == CHANCE or not movers(s) >> seat & 1:
        mask[:] = 0
        return 0
    if s.phase == READY:
        np.positive(_THROW, mask)
        return 1
    if s.phase == TURNING:
        np.positive(_TURN, mask)  # BKU-3, BKU-4
        return pyramid.POSE_COUNT + 1
    return legal_funnels(s, seat, mask)


@rule
def legal_funnels(s: State, seat: int, mask: Mask) -> int:
    """Every standing funnel, right or wrong (BKU-3), only right ones to refute a Fiasco; and what else can be said."""
    mask[:] = 0
    wanted = thrown_sum(s) if s.phase == SEARCHING else 0
    count = 0
    for cell in range(pyramid.COUNT):
        if s.sums[cell] and (wanted == 0 or s.sums[cell] == wanted):
            mask[cell] = 1
            count += 1
    mask[FIASCO] = s.phase == CALLING
    mask[PASS] = s.phase == CALLING and not s.passed >> seat & 1
    mask[YIELD] = s.phase == SEARCHING
    mask[DECLINE] = s.phase == CHOOSING
    return count + int(mask[FIASCO]) + int(mask[PASS]) + int(mask[YIELD]) + int(mask[DECLINE])


@rule
def odds(s: State, weights: Weights) -> int:
    """Every seat is as likely to start, every pose to lie, every face to fall (GEN-1, GEN-5)."""
    if movers(s) != 1 << CHANCE:
        weights[:] = 0
        return 0
    np.positive(_ODDS[s.seats][s.phase], weights)
    return int(_OUTCOMES[s.seats][s.phase])


@rule
def apply(s: State, seat: int, action: int) -> None:
    """One ply."""
    kernel.count_ply(s)
    if s.phase == LAYING:
        lay(s, action - LAY)
    elif s.phase == FALLING:
        fall(s, action - DIE + 1)
    elif s.phase == DRAWING:
        s.turn = action
        s.phase = LAYING
    elif s.phase == READY:
        s.phase = FALLING
    elif s.phase == CALLING:
        call(s, seat, action)
    elif s.phase == SEARCHING:
        answer_fiasco(s, seat, action)
    elif action == DECLINE:
        settle(s, STUCK)
    elif s.phase == CHOOSING:
        choose_funnel(s, action)
    else:
        place(s, action - POSE)


@rule
def lay(s: State, pose: int) -> None:
    """The next die of the base, in the order of the cells (BKU-1)."""
    s.pose[_BASES[s.lattice][s.laid]] = pose + 1
    s.laid += 1
    if s.laid == _BASE_COUNT[s.lattice]:
        for cell in range(pyramid.COUNT):
            s.sums[cell] = funnel_sum(s, cell)
        s.phase = READY


@rule
def funnel_sum(s: State, cell: int) -> int:
    """What the three faces that look into the funnel here add up to (GEO-4); 0 where there is no funnel."""
    if not pyramid.is_funnel(s.pose, cell):
        return 0
    total = 0
    for side in range(pyramid.SIDES):
        total += _FACES[s.pose[pyramid.BELOW[cell][side]]][side]
    return int(total)


@rule
def fall(s: State, face: int) -> None:
    """A pearl die comes to lie; after the third everybody looks for a funnel (BKU-2)."""
    for pearl in range(PEARLS):
        if s.pearl[pearl] == 0:
            s.pearl[pearl] = face
            break
    if s.pearl[PEARLS - 1]:
        s.phase = CALLING


@rule
def thrown_sum(s: State) -> int:
    """What the pearl dice show together."""
    return int(s.pearl[0]) + int(s.pearl[1]) + int(s.pearl[2])


@rule
def call(s: State, seat: int, action: int) -> None:
    """Somebody gives up, calls Fiasco, or shows a funnel (BKU-3, BKU-4, BKU-5)."""
    if action == PASS:
        s.passed |= 1 << seat
        if s.passed == (1 << s.seats) - 1:
            settle(s, STUCK)
        return
    s.caller = seat
    if action == FIASCO:
        call_fiasco(s)
    elif s.sums[action] == thrown_sum(s):
        choose_funnel(s, action)
    else:
        punish(s)


@rule
def call_fiasco(s: State) -> None:
    """The engine judges at once, or the others look for what the caller has missed (BKU-4)."""
    if s.fiasco == SEARCH:
        s.passed = 0
        s.phase = SEARCHING
        return
    s.phase = CHOOSING
    wanted = thrown_sum(s)
    for cell in range(pyramid.COUNT):
        if s.sums[cell] == wanted:
            punish(s)
            return


@rule
def answer_fiasco(s: State, seat: int, action: int) -> None:
    """An opponent shows a right funnel, or gives up; when all have, the call stands (BKU-4)."""
    if action != YIELD:
        punish(s)
        return
    s.passed |= 1 << seat
    if s.passed | 1 << int(s.caller) == (1 << s.seats) - 1:
        s.phase = CHOOSING


@rule
def choose_funnel(s: State, cell: int) -> None:
    """The caller's die is to stand here."""
    s.chosen = cell + 1
    s.phase = TURNING


@rule
def place(s: State, pose: int) -> None:
    """The caller puts a die there, turned as he likes (BKU-3); with his last one he has won (BKU-6)."""
    cell = s.chosen - 1
    s.pose[cell] = pose + 1
    s.sums[cell] = 0
    for side in range(pyramid.SIDES):
        above = pyramid.ABOVE[cell][side]
        if above != pyramid.OUTSIDE:
            s.sums[above] = funnel_sum(s, above)
    s.hand[s.caller] -= 1
    settle(s, PLACED)


@rule
def punish(s: State) -> None:
    """A wrong call: the caller takes dice from each opponent (BKU-3, BKU-4)."""
    penalty = PENALTIES[s.penalty]
    for seat in range(s.seats):
        if seat != s.caller:
            dice = min(penalty, int(s.hand[seat]))
            s.hand[seat] -= dice
            s.hand[s.caller] += dice
    settle(s, PENALTY if penalty else STUCK)


@rule
def settle(s: State, end: int) -> None:
    """The throw is over; the pearl dice go left (BKU-5), unless `end` is how the match ends now (BKU-6, GEN-7)."""
    s.idle = s.idle + 1 if end == STUCK else 0
    s.caller = 0
    s.chosen = 0
    s.passed = 0
    for pearl in range(PEARLS):
        s.pearl[pearl] = 0
    over = s.idle >= PATIENCE
    for seat in range(s.seats):
        over |= s.hand[seat] == 0
    if over:
        s.phase = end
    else:
        s.phase = READY
        s.turn = (s.turn + 1) % s.seats


@rule
def ending(s: State) -> int:
    """How the match has ended, as an index of ENDINGS."""
    return int(s.phase) - PLACED if s.phase >= PLACED else len(ENDINGS) - 1


@rule
def returns(s: State, out: Shares) -> None:
    """Fewest dice in hand wins, equals share (BKU-6, GEN-2, GEN-7)."""
    out[:] = 0.0
    for seat in range(s.seats):
        out[seat] = 0.0 - s.hand[seat]  # a float: unsigned numbers have no negative ones
    kernel.share_best(out, s.seats)


@rule
def scores(s: State, out: Shares) -> None:
    """Dice in hand; the fewer, the better."""
    kernel.copy_points(s.hand, s.seats, out)


hide = kernel.hide_nothing
sees = kernel.seen_by_all


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, 0 if none does."""
    if s.phase in (DRAWING, LAYING) and movers(s):
        return 1
    if movers(s) == 0 or seat >= s.seats:
        return 6
    return _OBJECTIONS[s.phase](s, seat, action)


def _why_not_ready(s: State, seat: int, action: int) -> int:
    return 0 if s.phase == READY and action == THROW and seat == s.turn else 2


def _why_not_calling(s: State, seat: int, action: int) -> int:
    if action == PASS:
        return 5 if s.passed >> seat & 1 else 0
    if action == THROW:
        return 5
    if action == YIELD:
        return 4
    return 0 if action == FIASCO or (action < POSE and s.sums[action]) else 3


def _why_not_searching(s: State, seat: int, action: int) -> int:
    right = action < POSE and s.sums[action] == thrown_sum(s)
    return 0 if movers(s) >> seat & 1 and (right or action == YIELD) else 4


def _why_not_choosing(s: State, seat: int, action: int) -> int:
    allowed = action == DECLINE or (action < POSE and s.sums[action])
    return 0 if seat == s.caller and allowed else 4


def _why_not_turning(s: State, seat: int, action: int) -> int:
    allowed = action == DECLINE or POSE <= action < FIASCO
    return 0 if seat == s.caller and allowed else 3


_OBJECTIONS = {
    FALLING: _why_not_ready,
    READY: _why_not_ready,
    CALLING: _why_not_calling,
    SEARCHING: _why_not_searching,
    CHOOSING: _why_not_choosing,
    TURNING: _why_not_turning,
}


def check(s: State) -> None:
    """Conservation: dice in hands and above the base, every die supported, every sum what looks into its funnel."""
    size = int(SIZES[s.lattice])
    dice = [cell for cell in range(pyramid.COUNT) if s.pose[cell]]
    assert sum(s.hand) + len(dice) - s.laid == SHARED[s.shared] // s.seats * s.seats, show(s)
    assert s.laid == sum(sum(pyramid.CELLS[cell]) == size for cell in dice), show(s)
    high = [cell for cell in dice if sum(pyramid.CELLS[cell]) != size]
    assert all(sum(pyramid.CELLS[cell]) < size and pyramid.supported(s.pose, cell) for cell in high), show(s)
    complete = s.laid == _BASE_COUNT[s.lattice]
    assert all(s.sums[cell] == complete * funnel_sum(s, cell) for cell in range(pyramid.COUNT)), show(s)
    assert bool(s.chosen) == (s.phase == TURNING) and (not s.chosen or s.sums[s.chosen - 1]), show(s)


def say(seat: int, action: int) -> str:
    """An action or outcome as text."""
    if seat == CHANCE:
        if action < LAY:
            return f"start {action}"
        return f"lay {pyramid.pose_text(action - LAY)}" if action < DIE else f"die {action - DIE + 1}"
    if action < POSE:
        return f"funnel {pyramid.cell_text(action)}"
    if action < FIASCO:
        return f"pose {pyramid.pose_text(action - POSE)}"
    return ("fiasco", "pass", "throw", "decline", "yield")[action - FIASCO]


read = kernel.reader(NAME, say, ACTIONS, OUTCOMES)


def show(s: State) -> str:
    """The position as text: levels from the base up, seen from above, ( ) a funnel; then hands and pearl dice."""
    marks = [_mark(s, cell) for cell in range(pyramid.COUNT)]
    size = int(SIZES[s.lattice])
    there = [size - sum(cell) for cell, mark in zip(pyramid.CELLS, marks, strict=True) if mark != _NOTHING]
    top = max(there, default=0)
    piles = [pyramid.drawing(marks, range(low, min(low + 3, top) + 1), size) for low in range(0, top + 1, 4)]
    hands = "  ".join(f"{'*' if seat == s.turn else ''}{seat}: {s.hand[seat]}" for seat in range(s.seats))
    return "\n".join([*piles, f"{hands}  {_stage(s)}"])


_NOTHING = "..."


def _mark(s: State, cell: int) -> str:
    if s.pose[cell]:
        return pyramid.pose_text(s.pose[cell] - 1)
    if s.chosen == cell + 1:
        return "(x)"
    return "( )" if s.sums[cell] else _NOTHING


def _stage(s: State) -> str:
    if movers(s) == 0:
        return "over"
    if s.phase < READY and s.phase != FALLING:
        return "to lay"
    if s.phase == READY:
        return "to throw"
    words = {SEARCHING: f"{s.caller} calls fiasco", CHOOSING: f"{s.caller} chooses", TURNING: f"{s.caller} places"}
    return " ".join(["pearl", *(str(face or "-") for face in s.pearl), words.get(s.phase, "")]).strip()
