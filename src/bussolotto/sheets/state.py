"""The state of every rule sheet, and what the numbers in its tables mean."""

from collections.abc import Sequence
from itertools import chain
from typing import Annotated

import numpy as np

from bussolotto.core import kernel, pyramid
from bussolotto.core.bounds import Amount, Bits, Category
from bussolotto.core.kernel import MAX_SEATS
from bussolotto.core.pyramid import COUNT, POSE_COUNT, SIDES

# what a sheet may have; the tables have this room
STEPS, MOVES, TESTS, ENDS, NUMBERS, WORDS = 8, 16, 64, 6, 8, 8
THROWN, KEYS = 3, 3  # dice thrown together; what decides who wins
MAX_PLIES = 20_000  # of any sheet; each has its own limit
BY_ITSELF = 8  # moves in a row that happen by themselves; after more the match is over

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
SIDES_OF = np.array([cell.count(0) for cell in pyramid.CELLS], np.int64)
SUM = np.array([sum(cell) for cell in pyramid.CELLS], np.int64)
# [pose + 1][side] -> the face shown there; 0 where there is no pose
FACES = np.concatenate([np.zeros((1, SIDES), np.int64), pyramid.POSES])
FACE_SUMS = FACES.sum(axis=1)
BEGIN = np.array([0, PUT, SHOW, POSE, WORD, WORD], np.int64)  # by what a move does: its first action


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
    lattice: Annotated[int, "i1", Amount(2, 8), "the size of the pile"]
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


STATE = kernel.record(State, size=2816)
NUMBER_FIELDS = tuple(f"number_{index}" for index in range(1, NUMBERS + 1))
TABLES = ("limit", "setup", "steps", "moves", "tests", "ends")  # what a sheet is, in the state


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
