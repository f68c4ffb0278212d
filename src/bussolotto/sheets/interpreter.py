"""The rules of every rule sheet: one interpreter over tables of integers that stand in the state itself.

`tables.py` translates a sheet into these tables; nothing is generated or compiled for a sheet. A step lists moves; a
move is legal if its tests hold; the first move of the step whose tests hold for an action is made. After every ply the
rules find out who may act, and make the moves that happen by themselves, a few at most. So each ply takes bounded time.
What the words mean stands in docs/rule-sheets.md.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Annotated, Any

import numpy as np

from bussolotto.core import kernel, pyramid
from bussolotto.core.bounds import Amount, Bits, Category
from bussolotto.core.contract import Facts
from bussolotto.core.kernel import CHANCE, MAX_SEATS, Mask, Shares, Weights, rule
from bussolotto.core.pyramid import COUNT, OUTSIDE, POSE_COUNT, SIDES

# what a sheet may have; the tables have this room
STEPS, MOVES, TESTS, ENDS, NUMBERS, WORDS = 8, 16, 64, 6, 8, 8
THROWN, KEYS = 3, 3  # dice thrown together; what decides who wins
MAX_PLIES = 20_000  # of any sheet; each has its own limit
BY_ITSELF = 8  # moves in a row that happen by themselves; after more the match is over

FACTS = Facts(
    name="rule-sheet",
    title="Rule sheets",
    authors=(),
    version=1,  # raised when sheets would be played differently
    clauses="SHEET",
    seats=tuple(range(1, MAX_SEATS + 1)),
    endings=("no-move", "limit"),
)

# actions: take 0..164 | put | show | pose 0..23 | words
PUT, SHOW, POSE, WORD = COUNT, 2 * COUNT, 3 * COUNT, 3 * COUNT + POSE_COUNT
ACTIONS = WORD + WORDS
# outcomes: start 0..7 | lay a colour | lay a pose | lay a colour in a pose | die 1..6
COLOURS = ("pearl", "yellow", "red")  # colours count from 1 in the state
LAY = MAX_SEATS
LAY_POSE = LAY + len(COLOURS)
LAY_BOTH = LAY_POSE + POSE_COUNT
DIE = LAY_BOTH + len(COLOURS) * POSE_COUNT
OUTCOMES = DIE + 6

EVERYBODY = (1 << MAX_SEATS) - 1  # all seats, as bits

DRAWING, LAYING, OVER = range(STEPS, STEPS + 3)  # in `step`, besides the steps of the sheet

# columns of `setup`
SIZE, FILL, NO_TOP, DICE, STOCK, STEP_COUNT, END_COUNT, KEY = range(8)
SETUP = KEY + KEYS
FILLED, BASE_ONLY, EMPTY = range(3)  # FILL
PLAIN_POSES, COLOURED, COLOURED_POSES = range(3)  # DICE
# columns of a step, and who may act in it; chance throws dice where DICE_THROWN is not 0
WHO, DICE_THROWN, FIRST, LENGTH, AFTERWARDS = range(5)
TURN, ALL, SAME = range(3)
# columns of a move
DO, SLOT, BY, ITSELF, TO, IF, IFS, WHERE, WHERES, SCORE, BY_WHAT, AMOUNT = range(12)
LEVY, PAY, IDLE, PASSES, THEN = range(AMOUNT + 3, AMOUNT + 8)
MOVE = THEN + 1
TAKE, PUTS, SHOWS, POSES, SAYS, GIVES_UP = range(6)  # DO
NOT_ALONE, ALSO, ONLY = range(3)  # ITSELF
NOWHERE, HAND, OWN, BOX = range(4)  # TO
NO_SCORE, FIXED, BY_COLOUR, TIMES = range(4)  # SCORE
NOT_IDLE, COUNTS, STARTS_AGAIN = range(3)  # IDLE
STAYS, NEXT, MOVER = range(3)  # PASSES
# columns of a test and how it compares
WHAT, HOW, LOW, HIGH, GROUP = range(5)
WITHIN, AMONG, EQUAL, UNEQUAL, LESS, MORE = range(6)
# what is compared: of a die or place, then of the match
LEVEL, OPEN, COLOUR, NEIGHBOURS, SIDE_COUNT, FACE_X, FACE_Y, FACE_Z, OWN_FACE, FACE_SUM = range(10)
KINDS, ALIKE, ROW, LINE, LOOKING_IN = range(10, 15)
DICE_OF, POINTS_OF, FEWEST_DICE, MOST_DICE, FEWEST_POINTS, MOST_POINTS = range(15, 21)
HAND_COLOUR, IDLE_TURNS, THROWN_SUM, LAST_COLOUR, LAST_LEVEL = range(21, 26)
PILE, ABOVE_BASE, FREE, RIGHT_FUNNELS = range(26, 30)
# columns of an end
AFTER, WHEN, WHENS = range(3)
# keys of the winner; the sign says whether most or fewest
NO_KEY, BY_POINTS, BY_DICE, BY_LAST = range(4)

# [cell] -> on how many sides of the pyramid it lies
_SIDES_OF = np.array([cell.count(0) for cell in pyramid.CELLS], np.int64)
_SUM = np.array([sum(cell) for cell in pyramid.CELLS], np.int64)
# [pose + 1][side] -> the face shown there; 0 where there is no pose
_FACES = np.concatenate([np.zeros((1, SIDES), np.int64), pyramid.POSES])
_FACE_SUM = _FACES.sum(axis=1)
_BEGIN = np.array([0, PUT, SHOW, POSE, WORD, WORD], np.int64)  # by what a move does: its first action


class State:
    plies: Annotated[int, "i2", "plies so far"]
    seats: Annotated[int, "i1"]
    step: Annotated[int, "i1", Category(0, OVER), "of the sheet; 8 DRAWING who starts, 9 LAYING dice, 10 OVER"]
    turn: Annotated[int, "i1", Category(0, 7), "whose turn it is"]
    actor: Annotated[int, "i1", Category(0, 7), "who made the last move"]
    able: Annotated[int, "i2", Bits(8), "who may act, as bits"]
    passed: Annotated[int, "i2", Bits(8), "who has given up in this step, as bits"]
    held: Annotated[int, "i1", Category(0, 3), "the colour of the die in hand; 0: none"]
    held_pose: Annotated[int, "i1", Category(0, 24), "its pose + 1; 0: dice have none"]
    chosen: Annotated[int, "i2", Category(0, 165), "the funnel that was shown: cell + 1; 0: none"]
    laid: Annotated[int, "i2", Amount(0, 165), "the cell whose die is laid next"]
    idle: Annotated[int, "i2", Amount(0, MAX_PLIES), "moves in a row that count as idle"]
    ended: Annotated[int, "i1", Category(0, ENDS + 2), "how the match has ended: its number from 1; 0: it has not"]
    last_colour: Annotated[int, "i1", Category(0, 3), "of the die that was taken last"]
    last_level: Annotated[int, "i1", Category(0, 9), "1 + its level; 0: none was"]
    limit: Annotated[int, "i2", Amount(0, MAX_PLIES), "plies at most"]
    boxed: Annotated[int, "i2", Amount(0, 500), "dice out of the game"]
    thrown: Annotated[list[int], "i1", 3, Category(0, 6), "what the thrown dice show; 0: none"]
    to_lay: Annotated[list[int], "i1", 3, Amount(0, 55), "by colour from 1: dice still to be laid"]
    dice: Annotated[list[int], "i2", 8, Amount(0, 500), "by seat"]
    points: Annotated[list[int], "i4", 8, Amount(-(2**30), 2**30), "by seat"]
    colour: Annotated[list[int], "i1", 165, Category(0, 3), "by cell: the colour of the die there; 0: none"]
    pose: Annotated[list[int], "i1", 165, Category(0, 24), "by cell: pose + 1; 0: no die, or dice have none"]
    over: Annotated[list[int], "i1", 165, Amount(0, 3), "by cell: dice that rest on it"]
    under: Annotated[list[int], "i1", 165, Amount(0, 3), "by cell: what it would rest on, dice or the base"]
    number_1: Annotated[int, "i2", "a number of the sheet, which is an option"]
    number_2: Annotated[int, "i2", "the second one, and so on"]
    number_3: Annotated[int, "i2"]
    number_4: Annotated[int, "i2"]
    number_5: Annotated[int, "i2"]
    number_6: Annotated[int, "i2"]
    number_7: Annotated[int, "i2"]
    number_8: Annotated[int, "i2"]
    setup: Annotated[list[int], "i2", SETUP, "the sheet: what is laid, and who wins"]
    steps: Annotated[list[list[int]], "i2", STEPS, 5, "the sheet: its steps"]
    moves: Annotated[list[list[int]], "i2", MOVES, MOVE, "the sheet: its moves"]
    tests: Annotated[list[list[int]], "i4", TESTS, 5, "the sheet: what is compared"]
    ends: Annotated[list[list[int]], "i4", ENDS, 3, "the sheet: how it ends"]


STATE = kernel.record(State, size=2815)
NUMBER_FIELDS = tuple(f"number_{index}" for index in range(1, NUMBERS + 1))
TABLES = ("limit", "setup", "steps", "moves", "tests", "ends")  # what a sheet is, in the state


@rule
def whole(number: Any) -> int:
    """A number of the state as wide as others are: so each rule is compiled once, not for every width."""
    return number + 0  # type: ignore[no-any-return]


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
    total = _SUM[cell]
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
def holds(s: State, seat: int, first: int, count: int, cell: int) -> bool:
    """Do all tests of one of the groups hold? No tests hold always."""
    good = True
    group = 0
    for test in range(first, first + count):
        if s.tests[test][GROUP] != group:
            if good:
                return True
            good = True
            group = s.tests[test][GROUP]
        if good:
            good = passes(s, seat, test, cell)
    return good


@rule
def passes(s: State, seat: int, test: int, cell: int) -> bool:
    """Does this test hold?"""
    value = measure(s, seat, whole(s.tests[test][WHAT]), cell)
    how = s.tests[test][HOW]
    low = whole(s.tests[test][LOW])
    if how == WITHIN:
        return bool(low <= value <= s.tests[test][HIGH])
    if how == AMONG:
        return bool(low >> value & 1)
    other = measure_register(s, low)
    if how == EQUAL:
        return bool(value == other)
    if how == UNEQUAL:
        return bool(value != other)
    return bool(value < other if how == LESS else value > other)


@rule
def measure(s: State, seat: int, what: int, cell: int) -> int:
    """What a test compares."""
    if what < KINDS:
        return measure_die(s, seat, what, cell)
    if what < DICE_OF:
        return measure_place(s, what, cell)
    return measure_match(s, seat, what)


@rule
def measure_die(s: State, seat: int, what: int, cell: int) -> int:
    """Of the die here, or of its cell."""
    if what == OPEN:
        return SIDES - int(s.over[cell])
    if what == COLOUR:
        return int(s.colour[cell])
    if what >= FACE_X:
        return measure_faces(s, seat, what, whole(s.pose[cell]))
    if what == LEVEL:
        return whole(s.setup[SIZE]) - int(_SUM[cell])
    if what == SIDE_COUNT:
        return int(_SIDES_OF[cell])
    return int(s.over[cell]) + (int(s.under[cell]) if _SUM[cell] < s.setup[SIZE] else 0)


@rule
def measure_faces(s: State, seat: int, what: int, pose: int) -> int:
    """Of the upper faces of a die."""
    if what == FACE_SUM:
        return int(_FACE_SUM[pose])
    side = int(pyramid.SIDE_OF_SEAT[seat % SIDES]) if what == OWN_FACE else what - FACE_X
    return int(_FACES[pose][side])


@rule
def measure_place(s: State, what: int, cell: int) -> int:
    """Of a place for a die, by the dice around it."""
    if _SUM[cell] >= s.setup[SIZE]:
        return int(what == ROW)  # a hollow of the base
    first = pyramid.BELOW[cell][0]
    second = pyramid.BELOW[cell][1]
    third = pyramid.BELOW[cell][2]
    if what == LOOKING_IN:
        return int(_FACES[s.pose[first]][0] + _FACES[s.pose[second]][1] + _FACES[s.pose[third]][2])
    a, b, c = int(s.colour[first]), int(s.colour[second]), int(s.colour[third])
    if what == KINDS:
        return 1 + int(a != b) + int(c != a and c != b)
    if what == ALIKE:
        return int(a == s.held) + int(b == s.held) + int(c == s.held)
    return longest_row(s, cell, what == LINE)


@rule
def longest_row(s: State, cell: int, whole: bool) -> int:
    """The longest row of its colour in which the die in hand would stand here; `whole`: of those down to the base."""
    longest = 0 if whole else 1
    for axis in range(SIDES):
        length = 1
        last = cell
        below = int(pyramid.BELOW[cell][axis])
        while below < COUNT and s.colour[below] == s.held:
            length += 1
            last = below
            below = int(pyramid.BELOW[below][axis])
        if length > longest and (not whole or _SUM[last] == s.setup[SIZE]):
            longest = length
    return longest


@rule
def measure_match(s: State, seat: int, what: int) -> int:
    """Of the match, or of the seat that acts."""
    if what == DICE_OF:
        return int(s.dice[seat])
    if what == POINTS_OF:
        return int(s.points[seat])
    if what <= MOST_DICE:
        return extreme(s.dice, whole(s.seats), what == MOST_DICE)
    if what <= MOST_POINTS:
        return extreme(s.points, whole(s.seats), what == MOST_POINTS)
    return count_cells(s, what) if what >= PILE else measure_register(s, what)


@rule
def measure_register(s: State, what: int) -> int:
    """What something can be compared with: the throw, the die in hand, the die that was taken last."""
    if what == HAND_COLOUR:
        return int(s.held)
    if what == IDLE_TURNS:
        return int(s.idle)
    if what == THROWN_SUM:
        return thrown_sum(s)
    if what == LAST_COLOUR:
        return int(s.last_colour)
    return int(s.last_level) - 1


@rule
def thrown_sum(s: State) -> int:
    """What the thrown dice add up to."""
    return int(s.thrown[0]) + int(s.thrown[1]) + int(s.thrown[2])


@rule
def extreme(values: Any, seats: int, most: bool) -> int:
    """The largest or smallest of the first values."""
    found = int(values[0])
    for seat in range(1, seats):
        value = int(values[seat])
        if (value > found) == most:
            found = value
    return found


@rule
def count_cells(s: State, what: int) -> int:
    """Dice on the pile, above its base or free; funnels whose faces add up to the throw."""
    count = 0
    size = whole(s.setup[SIZE])
    wanted = thrown_sum(s)
    for cell in range(COUNT):
        if what == RIGHT_FUNNELS:
            place = s.colour[cell] == 0 and s.under[cell] == SIDES and _SUM[cell] < size
            count += place and measure_place(s, LOOKING_IN, cell) == wanted
        elif s.colour[cell]:
            count += what == PILE or (_SUM[cell] < size if what == ABOVE_BASE else s.over[cell] == 0)
    return int(count)


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
def set_die(s: State, cell: int, colour: int, pose: int) -> None:
    """A die stands here now, or none if the colour is 0; the cells around it are told."""
    change = int(colour > 0) - int(s.colour[cell] > 0)
    s.colour[cell] = colour
    s.pose[cell] = pose
    if change == 0:
        return
    for side in range(SIDES):
        above = int(pyramid.ABOVE[cell][side])
        if above != OUTSIDE:
            s.under[above] += change
        if _SUM[cell] < s.setup[SIZE]:
            s.over[pyramid.BELOW[cell][side]] += change


@rule
def take_away(s: State, cell: int) -> None:
    """Remove the die here; if one rests on it, that row moves down one step (GEO-11)."""
    hole = cell
    for side in range(SIDES):
        above = int(pyramid.ABOVE[hole][side])
        while above != OUTSIDE and s.colour[above]:
            set_die(s, hole, whole(s.colour[above]), whole(s.pose[above]))
            hole = above
            above = int(pyramid.ABOVE[hole][side])
        if hole != cell:
            break
    set_die(s, hole, 0, 0)


@rule
def move_of(s: State, seat: int, action: int) -> int:
    """The first move of this step that the action is; it is legal, so there is one."""
    first = whole(s.steps[s.step][FIRST])
    for move in range(first, first + whole(s.steps[s.step][LENGTH])):
        doing = whole(s.moves[move][DO])
        place = action - _BEGIN[doing]
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
def worth(s: State, seat: int, move: int, cell: int) -> int:
    """What a move scores."""
    scored = s.moves[move][SCORE]
    if scored == NO_SCORE:
        return 0
    if scored == FIXED:
        return whole(s.moves[move][AMOUNT])
    value = measure(s, seat, whole(s.moves[move][BY_WHAT]), cell)
    if scored == TIMES:
        return value * whole(s.moves[move][AMOUNT])
    return int(s.moves[move][AMOUNT + value - 1]) if value else 0


@rule
def shift_die(s: State, seat: int, move: int, place: int) -> None:
    """The die of a move goes from where it is to where it is to be."""
    doing = whole(s.moves[move][DO])
    to = s.moves[move][TO]
    if doing == TAKE:
        s.last_colour = s.colour[place]
        s.last_level = 1 + whole(s.setup[SIZE]) - int(_SUM[place])
        if to == HAND:
            s.held = s.colour[place]
            s.held_pose = s.pose[place]
        take_away(s, place)
    elif doing == PUTS:
        set_die(s, place, whole(s.held), whole(s.held_pose))
        s.held = s.held_pose = 0
    elif doing == POSES:
        set_die(s, whole(s.chosen) - 1, 1, place + 1)
        s.dice[seat] -= 1
    elif to != NOWHERE:
        s.held = s.held_pose = 0
    if to == OWN:
        s.dice[seat] += 1
    elif to == BOX:
        s.boxed += 1


@rule
def levy(s: State, seat: int, dice: int) -> None:
    """Every other player gives this seat so many dice, or all that they have."""
    for other in range(whole(s.seats)):
        if other != seat:
            given = min(dice, int(s.dice[other]))
            s.dice[other] -= given
            s.dice[seat] += given


@rule
def pay(s: State, seat: int, dice: int) -> None:
    """This seat gives every other player so many dice, or nothing if it has not enough for all."""
    total = dice * (whole(s.seats) - 1)
    if s.dice[seat] >= total:
        s.dice[seat] -= total
        for other in range(whole(s.seats)):
            if other != seat:
                s.dice[other] += dice


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
        place = action - int(_BEGIN[s.moves[move][DO]])
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

# clauses of docs/rule-sheets.md: 1 what is laid, 2 whose move it is, 3 what the step permits, 4 tests, 5 the end
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
    wanted = int(np.searchsorted(_BEGIN[:5], action, side="right")) - 1
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


WORD_TEXTS = tuple(f"word-{number}" for number in range(1, WORDS + 1))
OUTCOME_TEXTS = (
    *kernel.each("start", range(MAX_SEATS)),
    *kernel.each("lay", COLOURS),
    *kernel.each("lay", pyramid.POSE_TEXTS),
    *(f"lay {colour} {pose}" for colour in COLOURS for pose in pyramid.POSE_TEXTS),
    *kernel.each("die", range(1, 7)),
)


def action_texts(words: Sequence[str]) -> tuple[str, ...]:
    """All actions as text, with the words of a sheet."""
    spoken = (*words, *WORD_TEXTS[len(words) :])
    places = (kernel.each(verb, pyramid.CELL_TEXTS) for verb in ("take", "put", "funnel"))
    return (*chain(*places), *kernel.each("pose", pyramid.POSE_TEXTS), *spoken)


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
