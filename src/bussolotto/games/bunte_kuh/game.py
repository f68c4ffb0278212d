"""Bunte Kuh (Sums), Erika Wittig: 2 to 6 players build the pyramid of dice, all at once.

The base is full, and the other 60 dice are shared out. One player throws the three pearl dice; everybody looks for a
funnel whose three faces add up to the same sum. The first player to find one shows it and may put one of their dice
there, turned as they like. A player who shows a wrong one takes a die from every opponent. A player may also call
Fiasco, which means that there is no such funnel: if this is true, they put a die into any funnel, if not, the penalty
is the same. The first player without dice wins.

Where the rules are silent: a match is without progress when 30 throws in a row move no die, neither onto the pile nor
from hand to hand (GEN-7). With `fiasco: search` opponents give up by themselves even where there is nothing to find,
because the rules would otherwise reveal this. Their action is `yield`: a `pass` that is on its way when Fiasco is
called gives up the throw, and must not be taken for giving up the search. Dice that cannot be shared equally stay out;
a player with fewer dice than the penalty gives what they have; a wrong call that costs nothing moves no die.
"""

from typing import Annotated

import numpy as np

from bussolotto.core import kernel, pyramid
from bussolotto.core.bounds import Amount, Bits, Category
from bussolotto.core.contract import Choice, Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.reasons import Reason

FACTS = Facts(
    name="bunte-kuh",
    title="Bunte Kuh",
    authors=("Erika Wittig",),
    version=2,
    clauses="BKU",
    seats=(2, 3, 4, 5, 6),
    minutes=40,
    kind="race",
    options={
        "fiasco": Choice(("referee", "search"), printed="search"),  # BKU-4
        # the top corner of the big pyramid with this size; smaller ones could not hold all dice
        "lattice": Number(7, pyramid.SIZE, values=(8, 7)),
        # BKU-1: dice that are shared out: at least one for each of six, at most as many as fit above the base
        "shared": Number(6, 84, values=(60, 30, 84)),
        # BKU-3: dice from each opponent for a wrong call; nobody has more than this
        "penalty": Number(0, 84, values=(1, 0, 2)),
    },
    endings=("placed", "penalty", "no-progress", "limit"),  # BKU-6, GEN-7
    race=True,
    solution=("sums",),  # what players must find out by looking
    fewest_win=True,  # of dice in hand (BKU-6)
    series={"das-spiel": 3},
)
SEATS = FACTS.seats
ENDINGS = FACTS.endings
SEARCH = 1
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
# SEARCHING (for a funnel that a call of Fiasco has missed), CHOOSING a funnel after Fiasco, TURNING the die; three ends
DRAWING, LAYING, FALLING, READY, CALLING, SEARCHING, CHOOSING, TURNING, PLACED, PENALTY, STUCK = range(11)

# [seats][phase] -> weights of its outcomes, and how many there are (GEN-1, GEN-5)
_ODDS = np.zeros((LAY + 1, READY, OUTCOMES), np.int64)
_ODDS[:, LAYING, LAY:DIE] = _ODDS[:, FALLING, DIE:] = 1
for _seats in SEATS:
    _ODDS[_seats, DRAWING, :_seats] = 1
_OUTCOMES = np.count_nonzero(_ODDS, axis=2)
# masks of what does not depend on the pile
_THROW = np.zeros(ACTIONS, np.uint8)
_THROW[THROW] = 1
_TURN = np.zeros(ACTIONS, np.uint8)
_TURN[POSE:FIASCO] = _TURN[DECLINE] = 1
# [pose + 1][side] -> the face shown there; 0 where there is no die
_FACES = np.concatenate([np.zeros((1, pyramid.SIDES), np.int64), pyramid.POSES])


class State:
    plies: Annotated[int, "u2", "plies so far"]
    seats: Annotated[int, "u1"]
    phase: Annotated[int, "u1", Category(0, 10)]
    turn: Annotated[int, "u1", Category(0, 5), "who throws the pearl dice"]
    fiasco: Annotated[int, "u1", "option"]
    lattice: Annotated[int, "u1", "option"]
    shared: Annotated[int, "u1", "option"]
    penalty: Annotated[int, "u1", "option"]
    laid: Annotated[int, "u1", Amount(0, 45), "dice of the base that lie there"]
    caller: Annotated[int, "u1", Category(0, 5), "who has called Stop or Fiasco, while that is not settled"]
    chosen: Annotated[int, "u1", Category(0, 165), "the funnel that a die is to be put into: cell + 1; 0: none"]
    passed: Annotated[int, "u1", Bits(6), "who has given up this throw, or finding what a call has missed, as bits"]
    idle: Annotated[int, "u1", Amount(0, 30), "throws in a row without a die moved"]
    pearl: Annotated[
        list[int], "u1", 3, Category(0, 6), "what the pearl dice show; 0: still to fall, or no throw is on"
    ]
    hand: Annotated[list[int], "u1", 6, Amount(0, 84), "by seat: dice"]
    pose: Annotated[list[int], "u1", 165, Category(0, 24), "by cell: pose + 1; 0: no die"]
    sums: Annotated[
        list[int], "u1", 165, Amount(0, 18), "by cell: what looks into the funnel that stands here; 0: none does"
    ]


STATE = kernel.record(State, size=353)


@rule
def reset(s: State, seats: int) -> None:
    """Equal hands, no dice laid yet (BKU-1)."""
    s.plies = s.turn = s.laid = s.caller = s.chosen = s.passed = s.idle = 0
    s.seats = seats
    s.phase = DRAWING
    kernel.clear(s.pearl)
    kernel.clear(s.pose)
    kernel.clear(s.sums)
    for seat in range(LAY):
        s.hand[seat] = int(s.shared) // seats if seat < seats else 0


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
    """Fill the mask with what this seat may do; return the number of legal actions."""
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
    """Every funnel, right or wrong (BKU-3), only right ones to refute a Fiasco; and the other possible calls."""
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
    """Every start seat, every pose and every face is equally likely (GEN-1, GEN-5)."""
    if movers(s) != 1 << CHANCE:
        weights[:] = 0
        return 0
    np.positive(_ODDS[s.seats][s.phase], weights)
    return int(_OUTCOMES[s.seats][s.phase])


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply."""
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
    """Lay the next die of the base, in the order of the cells (BKU-1)."""
    s.pose[pyramid.BASES[s.lattice][s.laid]] = pose + 1
    s.laid += 1
    if s.laid == pyramid.BASE_COUNTS[s.lattice]:
        for cell in range(pyramid.COUNT):
            s.sums[cell] = funnel_sum(s, cell)
        s.phase = READY


@rule
def funnel_sum(s: State, cell: int) -> int:
    """The sum of the three faces that look into the funnel here (GEO-4); 0 where there is no funnel."""
    if not pyramid.is_funnel(s.pose, cell):
        return 0
    total = 0
    for side in range(pyramid.SIDES):
        total += _FACES[s.pose[pyramid.BELOW[cell][side]]][side]
    return int(total)


@rule
def fall(s: State, face: int) -> None:
    """A pearl die falls; after the third everybody looks for a funnel (BKU-2)."""
    for pearl in range(PEARLS):
        if s.pearl[pearl] == 0:
            s.pearl[pearl] = face
            break
    if s.pearl[PEARLS - 1]:
        s.phase = CALLING


@rule
def thrown_sum(s: State) -> int:
    """The sum of the pearl dice."""
    return int(s.pearl[0]) + int(s.pearl[1]) + int(s.pearl[2])


@rule
def call(s: State, seat: int, action: int) -> None:
    """A player gives up, calls Fiasco, or shows a funnel (BKU-3, BKU-4, BKU-5)."""
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
    """The engine judges at once, or the others look for a funnel that the caller has missed (BKU-4)."""
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
    """An opponent shows a right funnel, or gives up; when all have given up, the call stands (BKU-4)."""
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
    """The caller puts a die there, turned as they like (BKU-3); with their last die they win (BKU-6)."""
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
    penalty = int(s.penalty)
    for seat in range(s.seats):
        if seat != s.caller:
            dice = min(penalty, int(s.hand[seat]))
            s.hand[seat] -= dice
            s.hand[s.caller] += dice
    settle(s, PENALTY if penalty else STUCK)


@rule
def settle(s: State, end: int) -> None:
    """The throw is over; the pearl dice pass to the left (BKU-5), unless `end` is how the match ends (BKU-6, GEN-7)."""
    s.idle = s.idle + 1 if end == STUCK else 0
    s.caller = s.chosen = s.passed = 0
    kernel.clear(s.pearl)
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
    """Fewest dice in hand win, equal players share (BKU-6, GEN-2, GEN-7)."""
    kernel.share_fewest(s.hand, s.seats, out)


@rule
def scores(s: State, out: Shares) -> None:
    """Dice in hand; the fewer, the better."""
    kernel.copy_points(s.hand, s.seats, out)


hide, sees, guess, meant, lay_own = kernel.ALL_OPEN


# [phase] -> its clause, what who may act is to do first, and what the others wait for
_WHY_ALONE = {
    READY: (2, "throw-first", "throw-other"),
    FALLING: (2, "", "dice"),
    SEARCHING: (4, "search-first", "search-other"),
    CHOOSING: (4, "choose-first", "choose-other"),
    TURNING: (3, "turn-die-first", "turn-die-other"),
}


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, and why; 0 if none does."""
    if kernel.permits(legal, ACTIONS, s, seat, action):
        return 0
    if movers(s) == 0 or s.phase < FALLING:
        return Reason(1, "start" if s.phase == DRAWING else "pile") if movers(s) else Reason(6, "over")
    if s.phase == CALLING:
        return _why_not_called(s, action) if seat < s.seats else Reason(6, "turn")
    clause, first, other = _WHY_ALONE[s.phase]
    if not movers(s) >> seat & 1:
        return Reason(clause, "given-up" if s.phase == SEARCHING and seat != s.caller else other)
    if action < pyramid.COUNT and s.phase in (SEARCHING, CHOOSING):
        return _why_no_funnel(s, clause, action)
    return Reason(clause, first)


def _why_not_called(s: State, action: int) -> Reason:
    """What is wrong while all look for a funnel (BKU-3, BKU-5)."""
    if action < pyramid.COUNT:
        return _why_no_funnel(s, 3, action)
    if action == PASS:
        return Reason(5, "passed")
    if action == YIELD:
        return Reason(4, "no-fiasco")
    return Reason(5, "throw-on", sum=thrown_sum(s)) if action == THROW else Reason(3, "call-first")


def _why_no_funnel(s: State, clause: int, cell: int) -> Reason:
    """What is wrong with a funnel that is shown: there is none, or it has another sum (BKU-4)."""
    if s.sums[cell]:
        return Reason(clause, "other-sum", sum=s.sums[cell], wanted=thrown_sum(s))
    return pyramid.no_place(clause, s.pose, cell)


def check(s: State) -> None:
    """Conservation: dice in hands and above the base, every die supported, every sum as its funnel shows it."""
    size = int(s.lattice)
    dice = [cell for cell in range(pyramid.COUNT) if s.pose[cell]]
    assert sum(s.hand) + len(dice) - s.laid == s.shared // s.seats * s.seats, show(s)
    assert s.laid == sum(sum(pyramid.CELLS[cell]) == size for cell in dice), show(s)
    assert pyramid.stands(s.pose, size), show(s)
    complete = s.laid == pyramid.BASE_COUNTS[s.lattice]
    assert all(s.sums[cell] == complete * funnel_sum(s, cell) for cell in range(pyramid.COUNT)), show(s)
    assert bool(s.chosen) == (s.phase == TURNING) and (not s.chosen or s.sums[s.chosen - 1]), show(s)


_CALLS = ("fiasco", "pass", "throw", "decline", "yield")
say, read = kernel.notation(
    FACTS.name,
    actions=(*kernel.each("funnel", pyramid.CELL_TEXTS), *kernel.each("pose", pyramid.POSE_TEXTS), *_CALLS),
    outcomes=pyramid.outcome_texts(LAY),
)


def show(s: State) -> str:
    """The position as text: levels from the base up, seen from above, ( ) a funnel; then hands and pearl dice."""
    marks = [_mark(s, cell) for cell in range(pyramid.COUNT)]
    levels = pyramid.drawing_of_levels(marks, _NOTHING, int(s.lattice))
    hands = "  ".join(f"{'*' if seat == s.turn else ''}{seat}: {s.hand[seat]}" for seat in range(s.seats))
    return f"{levels}\n{hands}  {_stage(s)}"


_NOTHING = "..."


def _mark(s: State, cell: int) -> str:
    if s.pose[cell]:
        return pyramid.POSE_TEXTS[s.pose[cell] - 1]
    if s.chosen == cell + 1:
        return "(x)"
    return "( )" if s.sums[cell] else _NOTHING


def _stage(s: State) -> str:
    if movers(s) == 0:
        return "over"
    if s.phase in (DRAWING, LAYING, READY):
        return "to throw" if s.phase == READY else "to lay"
    words = {SEARCHING: f"{s.caller} calls fiasco", CHOOSING: f"{s.caller} chooses", TURNING: f"{s.caller} places"}
    return " ".join(["pearl", *(str(face or "-") for face in s.pearl), words.get(s.phase, "")]).strip()
