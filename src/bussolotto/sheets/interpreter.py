"""The rules of every rule sheet: one interpreter over tables of integers that stand in the state itself.

`tables.py` translates a sheet into these tables; nothing is generated or compiled for a sheet. A step lists moves; a
move is legal if its tests hold; the first move of the step whose tests hold for an action is made. After every ply the
rules find out who may act, and make the moves that happen by themselves, a few at most. So each ply takes bounded time.
What the words mean stands in docs/rule-sheets.md.
"""

import numpy as np

from bussolotto.core import kernel, pyramid
from bussolotto.core.contract import Facts
from bussolotto.core.kernel import CHANCE, MAX_SEATS, Mask, Shares, Weights, rule
from bussolotto.core.pyramid import COUNT, OUTSIDE, POSE_COUNT, SIDES
from bussolotto.sheets.effects import levy, pay, set_die, shift_die, worth
from bussolotto.sheets.measures import holds, whole
from bussolotto.sheets.state import (
    ACTIONS,
    AFTER,
    AFTERWARDS,
    ALL,
    ALSO,
    BASE_ONLY,
    BEGIN,
    BY,
    BY_DICE,
    BY_ITSELF,
    BY_POINTS,
    COLOURED,
    COLOURS,
    COUNTS,
    DICE,
    DICE_THROWN,
    DIE,
    DO,
    DRAWING,
    END_COUNT,
    EVERYBODY,
    FILL,
    FILLED,
    FIRST,
    GIVES_UP,
    HAND,
    IDLE,
    IF,
    IFS,
    ITSELF,
    KEY,
    KEYS,
    LAY,
    LAY_BOTH,
    LAY_POSE,
    LAYING,
    LENGTH,
    LEVY,
    MAX_PLIES,
    NEXT,
    NO_KEY,
    NO_TOP,
    NOT_ALONE,
    NOT_IDLE,
    NOWHERE,
    ONLY,
    OUTCOME_TEXTS,
    OUTCOMES,
    OVER,
    PASSES,
    PAY,
    PLAIN_POSES,
    POSE,
    POSES,
    PUTS,
    SAME,
    SAYS,
    SHOWS,
    SIZE,
    SLOT,
    STATE,
    STAYS,
    STEPS,
    STOCK,
    SUM,
    TAKE,
    THEN,
    TO,
    TURN,
    WHEN,
    WHENS,
    WHERE,
    WHERES,
    WHO,
    WORD,
    State,
    action_texts,
)

__all__ = ["ACTIONS", "FACTS", "MAX_PLIES", "OUTCOMES", "STATE", "State"]  # of the contract; rules follow

FACTS = Facts(
    name="rule-sheet",
    title="Rule sheets",
    authors=(),
    version=1,  # raised when sheets would be played differently
    clauses="SHEET",
    seats=tuple(range(1, MAX_SEATS + 1)),
    endings=("no-move", "limit"),
)


@rule
def reset(s: State, seats: int) -> None:
    """Nothing laid yet; the tables of the sheet stay as they are."""
    s.plies = s.turn = s.actor = s.able = s.passed = s.held = s.held_pose = s.chosen = 0
    s.laid = s.idle = s.ended = s.last_colour = s.last_level = s.boxed = 0
    s.seats = seats
    s.step = DRAWING
    kernel.clear(s.thrown)
    kernel.clear(s.to_lay)
    kernel.clear(s.dice)
    kernel.clear(s.points)
    kernel.clear(s.colour)
    kernel.clear(s.pose)
    kernel.clear(s.over)
    kernel.clear(s.under)
    size = whole(s.setup[SIZE])
    s.lattice = size
    for index in range(pyramid.BASE_COUNTS[size]):
        s.under[pyramid.BASES[size][index]] = SIDES
    for seat in range(seats):
        s.dice[seat] = s.setup[STOCK]
    dice = 0
    s.laid = COUNT
    for each in range(COUNT):
        cell = COUNT - 1 - each
        if is_laid(s, cell):
            dice += 1
            s.laid = cell
    if s.setup[DICE] != PLAIN_POSES:
        for kind in range(len(COLOURS)):
            s.to_lay[kind] = (dice + len(COLOURS) - 1 - kind) // len(COLOURS)


@rule
def is_laid(s: State, cell: int) -> bool:
    """Is a die laid here before the first move?"""
    total = SUM[cell]
    size = whole(s.setup[SIZE])
    if s.setup[FILL] == FILLED:
        return bool(total <= size and (total > 0 or s.setup[NO_TOP] == 0))
    return bool(s.setup[FILL] == BASE_ONLY and total == size)


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.step == OVER or s.plies >= s.limit:
        return 0
    if s.step >= STEPS or s.steps[s.step][DICE_THROWN]:
        return 1 << CHANCE
    return int(s.able)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; return the number of legal actions."""
    mask[:] = 0
    if seat >= MAX_SEATS or not movers(s) >> seat & 1:
        return 0
    count = 0
    first = whole(s.steps[s.step][FIRST])
    for move in range(first, first + whole(s.steps[s.step][LENGTH])):
        if s.moves[move][ITSELF] != ONLY and is_open(s, seat, move):
            count += mark(s, seat, move, mask)
    return count


@rule
def is_open(s: State, seat: int, move: int) -> bool:
    """May this seat make this move as far as its place does not matter?"""
    if s.moves[move][BY] == TURN and seat != s.turn:
        return False
    return has_die(s, seat, move) and holds(s, seat, whole(s.moves[move][IF]), whole(s.moves[move][IFS]), 0)


@rule
def has_die(s: State, seat: int, move: int) -> bool:
    """Is there the die that the move needs in a hand, and room in the hand for one that is taken?"""
    doing = whole(s.moves[move][DO])
    to = s.moves[move][TO]
    if doing == TAKE:
        return bool(to != HAND or s.held == 0)
    if doing == POSES:
        return bool(s.chosen and s.dice[seat])
    if doing == GIVES_UP:
        return not s.passed >> seat & 1
    return bool(s.held or not (doing == PUTS or (doing == SAYS and to != NOWHERE)))


@rule
def mark(s: State, seat: int, move: int, mask: Mask) -> int:
    """Mark the actions that are this move; return how many were not marked before."""
    doing = whole(s.moves[move][DO])
    count = 0
    if doing <= SHOWS:
        begin = COUNT * int(doing)
        for cell in range(COUNT):
            if mask[begin + cell] == 0 and suits(s, seat, move, cell):
                mask[begin + cell] = 1
                count += 1
        return count
    if doing == POSES:
        for pose in range(POSE_COUNT):
            count += mask[POSE + pose] == 0
            mask[POSE + pose] = 1
        return int(count)
    action = WORD + whole(s.moves[move][SLOT])
    count = int(mask[action] == 0)
    mask[action] = 1
    return count


@rule
def has_place(s: State, doing: int, cell: int) -> bool:
    """Is there a die here that can be taken, or a place where a die can stand?"""
    if doing == TAKE:
        return bool(s.colour[cell] and s.over[cell] <= 1)
    return bool(s.colour[cell] == 0 and s.under[cell] == SIDES)


@rule
def suits(s: State, seat: int, move: int, cell: int) -> bool:
    """Can the move be made here? A move without a place can be made anywhere."""
    doing = whole(s.moves[move][DO])
    if doing > SHOWS:
        return True
    return has_place(s, doing, cell) and holds(s, seat, whole(s.moves[move][WHERE]), whole(s.moves[move][WHERES]), cell)


@rule
def is_possible(s: State, seat: int, move: int) -> bool:
    """Is there an action that is this move?"""
    cell = 0
    while cell < COUNT and not suits(s, seat, move, cell):
        cell += 1
    return cell < COUNT


@rule
def odds(s: State, weights: Weights) -> int:
    """Start seats, poses and faces are equally likely (GEN-1, GEN-5), and so are the dice still to be laid."""
    weights[:] = 0
    if movers(s) != 1 << CHANCE:
        return 0
    if s.step == DRAWING:
        return kernel.evenly(weights, 0, whole(s.seats))
    if s.step != LAYING:
        return kernel.evenly(weights, DIE, 6)
    if s.setup[DICE] == PLAIN_POSES:
        return kernel.evenly(weights, LAY_POSE, POSE_COUNT)
    count = 0
    for kind in range(len(COLOURS)):
        if s.setup[DICE] == COLOURED:
            weights[LAY + kind] = s.to_lay[kind]
            count += s.to_lay[kind] > 0
        else:
            first = LAY_BOTH + kind * POSE_COUNT
            weights[first : first + POSE_COUNT] = s.to_lay[kind]
            count += POSE_COUNT * int(s.to_lay[kind] > 0)
    return int(count)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply; then moves happen by themselves, and who may act is found out."""
    kernel.count_ply(s)
    if s.step == DRAWING:
        s.turn = action
        s.actor = action
        s.step = LAYING if s.laid < COUNT else 0
    elif s.step == LAYING:
        lay(s, action)
    elif seat == CHANCE:
        throw(s, action - DIE + 1)
    if s.step < STEPS:
        go_on(s, seat, action)


@rule
def lay(s: State, outcome: int) -> None:
    """Lay the next die, in the order of the cells."""
    colour, pose = 0, 0
    if outcome >= LAY_BOTH:
        colour, pose = (outcome - LAY_BOTH) // POSE_COUNT, 1 + (outcome - LAY_BOTH) % POSE_COUNT
    elif outcome >= LAY_POSE:
        pose = 1 + outcome - LAY_POSE
    else:
        colour = outcome - LAY
    if s.setup[DICE] != PLAIN_POSES:
        s.to_lay[colour] -= 1
    set_die(s, whole(s.laid), colour + 1, pose)
    cell = whole(s.laid) + 1
    while cell < COUNT and not is_laid(s, cell):
        cell += 1
    s.laid = cell
    if cell == COUNT:
        s.step = 0


@rule
def throw(s: State, face: int) -> None:
    """A die falls; after the last one of the throw the next step begins."""
    count = whole(s.steps[s.step][DICE_THROWN])
    for die in range(count):
        if s.thrown[die] == 0:
            s.thrown[die] = face
            break
    if s.thrown[count - 1]:
        enter(s, whole(s.steps[s.step][AFTERWARDS]))


@rule
def enter(s: State, step: int) -> None:
    """A step begins: nobody has given it up, and dice fall anew."""
    if step != s.step:
        s.passed = 0
    s.step = step
    if s.steps[step][DICE_THROWN]:
        kernel.clear(s.thrown)


@rule
def move_of(s: State, seat: int, action: int) -> int:
    """The first move of this step that the action is; it is legal, so there is one."""
    first = whole(s.steps[s.step][FIRST])
    for move in range(first, first + whole(s.steps[s.step][LENGTH])):
        doing = whole(s.moves[move][DO])
        place = action - BEGIN[doing]
        if doing <= SHOWS:
            matches = 0 <= place < COUNT
        elif doing == POSES:
            matches = 0 <= place < POSE_COUNT
        else:
            matches = place == s.moves[move][SLOT]
        possible = matches and s.moves[move][ITSELF] != ONLY
        if possible and is_open(s, seat, move) and suits(s, seat, move, place):
            return move
    return first


@rule
def make(s: State, move: int, place: int) -> None:
    """The actor makes a move, at this cell or with this pose: it scores, dice move, and what follows happens."""
    seat = whole(s.actor)
    if s.moves[move][DO] == GIVES_UP:
        s.passed |= 1 << seat
        if s.passed != (1 << s.seats) - 1:
            return
        s.passed = 0
    s.points[seat] += worth(s, seat, move, place)
    shift_die(s, seat, move, place)
    levy(s, seat, whole(s.moves[move][LEVY]))
    pay(s, seat, whole(s.moves[move][PAY]))
    s.chosen = place + 1 if s.moves[move][DO] == SHOWS else 0
    if s.moves[move][IDLE] != NOT_IDLE:
        s.idle = s.idle + 1 if s.moves[move][IDLE] == COUNTS else 0
    end = end_after(s, seat, move)
    if end >= 0:
        finish(s, end)
        return
    if s.moves[move][PASSES] != STAYS:
        s.turn = (s.turn + 1) % s.seats if s.moves[move][PASSES] == NEXT else seat
    enter(s, whole(s.moves[move][THEN]))


@rule
def end_after(s: State, seat: int, move: int) -> int:
    """The first end that holds after this move; -1 if none does."""
    for end in range(whole(s.setup[END_COUNT])):
        after = s.ends[end][AFTER] >> move & 1
        if after and holds(s, seat, whole(s.ends[end][WHEN]), whole(s.ends[end][WHENS]), 0):
            return end
    return -1


@rule
def finish(s: State, end: int) -> None:
    """The match is over."""
    s.ended = end + 1
    s.able = 0
    s.step = OVER


@rule
def go_on(s: State, seat: int, action: int) -> None:
    """Make the move of a seat, then those that happen by themselves; find out who may act: if nobody, it is over."""
    move = -1
    place = 0
    if seat != CHANCE:
        move = move_of(s, seat, action)
        place = action - int(BEGIN[s.moves[move][DO]])
        s.actor = seat
    for _ in range(1 + BY_ITSELF):
        if move >= 0:
            make(s, move, place)
            place = 0
        s.able = 0
        if s.step == OVER or s.steps[s.step][DICE_THROWN]:
            return
        found = survey(s)
        s.able = found & EVERYBODY
        if s.able:
            return
        move = (found >> MAX_SEATS) - 1
        if move < 0:
            break
        if s.steps[s.step][WHO] != SAME:
            s.actor = s.turn
    finish(s, int(s.setup[END_COUNT]))


@rule
def survey(s: State) -> int:
    """The seats that may act in this step, as bits; if only moves are left that happen by themselves, the first.

    Such a move is 1 + its number, above the bits of the seats.
    """
    free = also = forced = 0
    who = s.steps[s.step][WHO]
    alone = whole(s.actor if who == SAME else s.turn)
    first = whole(s.steps[s.step][FIRST])
    for seat in range(whole(s.seats)):
        for move in range(first, first + whole(s.steps[s.step][LENGTH])):
            itself = s.moves[move][ITSELF]
            if (who != ALL and seat != alone) or (itself == NOT_ALONE and free >> seat & 1):
                continue
            if not is_open(s, seat, move):
                continue
            if itself == NOT_ALONE:
                free |= is_possible(s, seat, move) << seat
            else:
                also |= (itself == ALSO) << seat
                if seat == alone and forced == 0:
                    forced = 1 + move
    return free | also if free or forced == 0 else forced << MAX_SEATS


@rule
def ending(s: State) -> int:
    """How the match has ended: the ends of the sheet, then no-move and limit."""
    return int(s.ended) - 1 if s.ended else int(s.setup[END_COUNT]) + 1


@rule
def returns(s: State, out: Shares) -> None:
    """Those who are best by all keys of the sheet, one after the other, share the victory (GEN-2)."""
    out[:] = 0.0
    out[: s.seats] = 1.0
    for index in range(KEYS):
        key = int(s.setup[KEY + index])
        if key == NO_KEY:
            break
        best = -(2**40)
        for seat in range(whole(s.seats)):
            if out[seat] > 0.0:
                best = max(best, standing(s, seat, key))
        for seat in range(whole(s.seats)):
            if standing(s, seat, key) < best:
                out[seat] = 0.0
    winners = 0.0
    for seat in range(whole(s.seats)):
        winners += out[seat]
    for seat in range(whole(s.seats)):
        out[seat] /= winners


@rule
def standing(s: State, seat: int, key: int) -> int:
    """How good a seat is by a key: more is better. A negative key means that fewest win."""
    kind = abs(key)
    if kind == BY_POINTS:
        value = int(s.points[seat])
    elif kind == BY_DICE:
        value = int(s.dice[seat])
    else:
        value = int(seat == s.actor)
    return value if key > 0 else -value


@rule
def scores(s: State, out: Shares) -> None:
    """What the first key of the sheet counts."""
    out[:] = 0.0
    key = int(s.setup[KEY])
    for seat in range(whole(s.seats)):
        out[seat] = standing(s, seat, abs(key))


@rule
def fewest_win(s: State) -> bool:
    """Do the fewest of these win? The facts of each sheet say the same."""
    return bool(s.setup[KEY] < 0)


hide, sees, guess, meant, lay_own = kernel.ALL_OPEN

# clauses of docs/rule-sheets.md: SHEET-2 whose move it is, SHEET-3 what the step permits, SHEET-4 tests, SHEET-5 over
WAIT, STEP, TESTED, ENDED = range(2, 6)


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action; 0 if none does."""
    if kernel.permits(legal, ACTIONS, s, seat, action):
        return 0
    if movers(s) == 0:
        return ENDED
    if not movers(s) >> seat & 1:
        return WAIT
    first, count = s.steps[s.step][FIRST], s.steps[s.step][LENGTH]
    kinds = [s.moves[move][DO] for move in range(first, first + count)]
    wanted = int(np.searchsorted(BEGIN[:5], action, side="right")) - 1
    return TESTED if wanted in kinds and wanted <= SHOWS else STEP


def check(s: State) -> None:
    """A pile that stands, what rests on what, and dice that are nowhere lost."""
    size = int(s.setup[SIZE])
    assert pyramid.stands(s.colour, size) or s.step == LAYING, show(s)
    laid = [cell for cell in range(COUNT) if s.colour[cell]]
    for cell in range(COUNT):
        if sum(pyramid.CELLS[cell]) <= size:
            inside = [above for above in pyramid.ABOVE[cell].tolist() if above != OUTSIDE]
            assert s.over[cell] == sum(s.colour[above] > 0 for above in inside), show(s)
    total = sum(is_laid(s, cell) for cell in range(COUNT)) + int(s.setup[STOCK]) * int(s.seats)
    if s.step not in (DRAWING, LAYING):
        assert len(laid) + sum(map(int, s.dice)) + (s.held > 0) + int(s.boxed) == total, show(s)


say, read = kernel.notation(FACTS.name, action_texts(()), OUTCOME_TEXTS)


_WIDTH = (3, 1, 4)  # of a die as text, by what the dice have


def show(s: State) -> str:
    """The position as text: levels from the base up, seen from above with seat 0 below; then seats and the stage."""
    nothing = "." * _WIDTH[s.setup[DICE]]
    marks = [_mark(s, cell) or nothing for cell in range(COUNT)]
    levels = pyramid.drawing_of_levels(marks, nothing, int(s.setup[SIZE]))
    seats = "  ".join(
        f"{'*' if seat == s.turn else ''}{seat}: {s.points[seat]} ({s.dice[seat]})" for seat in range(s.seats)
    )
    return f"{levels}\n{seats}  {_stage(s)}"


def _mark(s: State, cell: int) -> str:
    if s.colour[cell] == 0:
        return ""
    colour = "" if s.setup[DICE] == PLAIN_POSES else "pyr"[s.colour[cell] - 1]
    return colour + (pyramid.POSE_TEXTS[s.pose[cell] - 1] if s.pose[cell] else "")


def _stage(s: State) -> str:
    if movers(s) == 0:
        return "over"
    if s.step >= STEPS:
        return "to lay"
    thrown = " ".join(str(face) for face in s.thrown if face)
    held = COLOURS[s.held - 1] if s.held else "-"
    return f"step {s.step}  hand {held}  thrown {thrown or '-'}  idle {s.idle}"
