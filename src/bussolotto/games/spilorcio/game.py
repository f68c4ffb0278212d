"""Spilorcio (Geizen), Leo Colovini: 2 to 5 players, five dice, 130 chips.

On your turn you roll all dice and, after every roll, set one or more aside for good, until all five are set aside. Then
each of them puts a chip on the first free square of the row with its number; a 6 puts none. The chips are your own; on
a yellow square the reserve pays. A player who fills the red square at the end of a row takes all its chips, and
everybody else pays what its arrow says. A player who ends a turn without chips ends the match, and most chips win.
"""

from typing import Annotated

import numpy as np

from bussolotto.core import dice, kernel
from bussolotto.core.bounds import Amount, Bits, Category
from bussolotto.core.contract import Choice, Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.reasons import Reason

MAX_PLIES = 20_000  # [P] far beyond any match: a sensible one takes some 300 plies

ROWS = 5

BOARDS = {  # SPI-9, as text: squares, d: the first takes two chips, yN: square N is yellow, >N: the arrow
    "standard": "4d>1 5d>1 6y4>2 7y4>2 8y4>3",
    "short": "3d>1 4d>1 4y3>2 5y4>2 6y4>3",
    "gentle": "4d>1 5d>1 6y3y4>1 7y3y4>1 8y3y4>1",
}
MAX_SQUARES = 12


def read_board(text: str) -> list[tuple[int, int, int, int]]:
    """A board from its text: for each row (squares, first takes two, yellow squares as bits, arrow); ValueError."""
    rows = text.split()
    if len(rows) != ROWS:
        raise ValueError(f"a board has {ROWS} rows, like {BOARDS['standard']!r}; this has {len(rows)}")
    return [_read_row(number, row) for number, row in enumerate(rows, 1)]


def _read_row(number: int, row: str) -> tuple[int, int, int, int]:
    body, _, arrow = row.partition(">")
    squares, *yellows = body.split("y")
    double = squares.endswith("d")
    numbers = [squares.removesuffix("d"), *yellows, arrow]
    if not all(word.isascii() and word.isdigit() and len(word) < 3 for word in numbers):
        raise ValueError(f"row {number} is {row!r}; write it like '6y4>2' or '4d>1'")
    length, *yellow, cost = map(int, numbers)
    if not 1 <= length <= MAX_SQUARES or not all(1 <= square <= length for square in yellow) or cost > 9:
        raise ValueError(f"row {number} is {row!r}: 1 to {MAX_SQUARES} squares, yellow ones among them, arrow 0 to 9")
    return length, int(double), sum(1 << (square - 1) for square in set(yellow)), cost


MOST = 255  # of any number that may be chosen
FACTS = Facts(
    name="spilorcio",
    title="Spilorcio",
    authors=("Leo Colovini",),
    version=2,
    clauses="SPI",
    seats=(2, 3, 4, 5),
    minutes=20,
    kind="calm",
    options={
        "loan": Choice(("reserve", "five"), printed="reserve"),
        "board": Choice(
            tuple(BOARDS),
            own=read_board,
            examples=(
                "1y1>9 2dy1>0 3y1y2y3>1 4>2 12y1y12>3",
                "6dy2y4y5>0 2dy2>0 12y1y2y6y9y12>1 3y2y3>0 3dy1y2>1",  # where the order of dice matters often
            ),
        ),
        # of each seat; printed: by their number (SPI-1)
        "starting_chips": Number(1, MOST, ("printed", 10, 14, 18, 22, 26), words={"printed": 0}),
        "chips_in_all": Number(1, MOST, (130, 80, 100, 160, 200)),  # SPI-1
        "loan_cap": Number(0, MOST, (5, 1, 3, 8, 10), ours=True),  # with loan = five (SPI-6)
    },
    endings=("no-chips", "debt", "stopped", "limit"),  # SPI-7, GEN-7
    boards=("reduced", "standard"),
)
SEATS = FACTS.seats
ENDINGS = FACTS.endings

PLACE = len(dice.KEEPS)  # actions: keep 0..461 | place 1..5, at PLACE + row
ACTIONS = PLACE + ROWS
START = dice.FACES  # outcomes: die 1..6 | start 0..4, at START + seat
OUTCOMES = START + max(SEATS)

STARTING_CHIPS = np.array([0, 0, 18, 22, 25, 25], np.int64)  # as printed, by the number of seats
# [0] -> weights of a die; [seats] -> weights of the start seats
_ODDS = np.tri(max(SEATS) + 1, OUTCOMES, START - 1, np.int64)
_ODDS[1:, :START] = 0
# [roll] -> the mask of what may be set aside: every part of it except the empty one (SPI-2)
_KEEPS = np.zeros((len(dice.KEEPS), ACTIONS), np.uint8)
_KEEPS[:, 1:PLACE] = dice.CONTAINS[:, 1:]
# [keep] -> its dice that put chips: all but the 6s (SPI-3)
PAYING = np.array([dice.INDEX[tuple(face for face in faces if face <= ROWS)] for faces in dice.KEEPS], np.int64)
# [board][row] -> squares, first takes two, yellow squares as bits, arrow
_BOARDS = np.array([read_board(text) for text in BOARDS.values()], np.int64)

DRAWING, ROLLING, KEEPING, PLACING, OVER = range(5)  # phases
FROM_RESERVE, BORROWED, COMPLETED, FROM_STOCK = 1, 2, 4, 8  # what `source` says of a placed die


class State:
    plies: Annotated[int, "u4", "plies so far"]
    seats: Annotated[int, "u1"]
    phase: Annotated[
        int, "u1", Category(0, 4), "DRAWING who starts, ROLLING dice, KEEPING some, PLACING in a chosen order, OVER"
    ]
    turn: Annotated[int, "u1", Category(0, 4), "whose turn it is"]
    to_roll: Annotated[int, "u1", Amount(0, 5), "dice that have still to fall in this roll"]
    roll: Annotated[int, "u2", Category(0, 461), "the dice that have fallen in this roll, as a keep"]
    aside: Annotated[int, "u2", Category(0, 461), "the dice set aside in this turn, as a keep"]
    unplaced: Annotated[
        int, "u2", Category(0, 461), "of them, those that have still to be placed, as a keep without 6s"
    ]
    reserve: Annotated[int, "i2", Amount(0, 5 * MOST), "the common chips"]
    debt: Annotated[int, "i2", Amount(0, 5 * MOST), "chips that the seat whose turn it is has borrowed"]
    stopped: Annotated[int, "i1", Amount(0, 1), "1: a die could not be paid (SPI-6)"]
    loan: Annotated[int, "u1", "option"]
    board: Annotated[int, "u1", "option"]
    starting_chips: Annotated[int, "u1", "option"]
    chips_in_all: Annotated[int, "u1", "option"]
    loan_cap: Annotated[int, "u1", "option"]
    chips: Annotated[list[int], "i2", 5, Amount(0, 5 * MOST), "by seat"]
    filled: Annotated[list[int], "u1", 5, Amount(0, MAX_SQUARES), "by row: how many of its squares hold chips"]
    length: Annotated[list[int], "u1", 5, Amount(1, MAX_SQUARES), "by row: squares; the last is red"]
    double: Annotated[list[int], "u1", 5, Amount(0, 1), "by row: 1 where the first square takes two chips"]
    yellow: Annotated[list[int], "i2", 5, Bits(MAX_SQUARES), "by row: bit k is set where square k (from 0) is yellow"]
    arrow: Annotated[list[int], "i1", 5, Amount(0, 9), "by row: what everybody else pays"]
    placer: Annotated[int, "i1", Category(0, 4), "the last placing, for those who watch: whose dice,"]
    placed: Annotated[int, "i1", Amount(0, 5), "how many of them put chips,"]
    order: Annotated[list[int], "i1", 5, Category(0, 5), "in which order: numbers 1..5"]
    source: Annotated[
        list[int], "i1", 5, Bits(4), "and what happened: FROM_RESERVE | BORROWED | COMPLETED | FROM_STOCK"
    ]


STATE = kernel.record(State, size=76)


@rule
def reset(s: State, seats: int) -> None:
    """The opening position (SPI-1)."""
    s.plies = 0
    s.seats = seats
    s.phase = DRAWING
    s.turn = s.to_roll = s.debt = s.stopped = s.placer = s.placed = 0
    s.roll = s.aside = s.unplaced = dice.NONE
    for seat in range(5):
        s.chips[seat] = chips_at_start(s) if seat < seats else 0
    s.reserve = all_chips(s) - seats * chips_at_start(s)
    for row in range(ROWS):
        length, double, yellow, arrow = _BOARDS[s.board % len(_BOARDS)][row]
        lay_row(s, row, length, double, yellow, arrow)
        s.order[row] = 0
        s.source[row] = 0


@rule
def chips_at_start(s: State) -> int:
    """How many each seat begins with (SPI-1)."""
    return int(s.starting_chips) if s.starting_chips else int(STARTING_CHIPS[s.seats])


@rule
def all_chips(s: State) -> int:
    """The number of chips in all, at least as many as the seats begin with (SPI-1)."""
    return max(int(s.chips_in_all), int(s.seats) * chips_at_start(s))


@rule
def lay_row(s: State, row: int, length: int, double: int, yellow: int, arrow: int) -> None:
    """An empty row of the board."""
    s.filled[row] = 0
    s.length[row] = length
    s.double[row] = double
    s.yellow[row] = yellow
    s.arrow[row] = arrow


def lay_own(s: State, option: str, text: str) -> None:
    """Lay the host's own board, after `reset` (SPI-9)."""
    assert option == "board", option
    for row, squares in enumerate(read_board(text)):
        lay_row(s, row, *squares)


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    if s.phase == DRAWING or s.phase == ROLLING:
        return 1 << CHANCE
    return 1 << int(s.turn)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; return the number of legal actions."""
    if s.phase == KEEPING and movers(s) == 1 << seat:  # any of the rolled dice, at least one (SPI-2)
        np.positive(_KEEPS[s.roll], mask)  # the fastest copy, interpreted and compiled
        return int(dice.PARTS[s.roll] - 1)
    mask[:] = 0
    count = 0
    if s.phase == PLACING and movers(s) == 1 << seat:
        for row in range(ROWS):  # any number that a die still to be placed shows (SPI-6)
            if dice.COUNT[s.unplaced][row]:
                mask[PLACE + row] = 1
                count += 1
    return count


@rule
def odds(s: State, weights: Weights) -> int:
    """Every start seat (GEN-1) and every face is equally likely."""
    if s.phase == DRAWING and movers(s):
        np.positive(_ODDS[s.seats], weights)
        return int(s.seats)
    if s.phase == ROLLING and movers(s):
        np.positive(_ODDS[0], weights)
        return dice.FACES
    weights[:] = 0
    return 0


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply: a die falls, dice are set aside, a die is placed."""
    kernel.count_ply(s)
    if s.phase == ROLLING:
        fall(s, action)
    elif s.phase == KEEPING:
        keep(s, action)
    elif s.phase == PLACING:
        put(s, action - PLACE)
        place_rest(s)
    else:
        begin_turn(s, action - START)


@rule
def begin_turn(s: State, seat: int) -> None:
    """Give all five dice to the seat whose turn it is (SPI-2)."""
    s.turn = seat
    s.aside = dice.NONE
    s.debt = 0
    begin_roll(s, dice.DICE)


@rule
def begin_roll(s: State, count: int) -> None:
    """Put this many dice into the cup."""
    s.phase = ROLLING
    s.roll = dice.NONE
    s.to_roll = count


@rule
def fall(s: State, face: int) -> None:
    """One die falls; `face` counts from 0."""
    s.roll = dice.PLUS[s.roll][face]
    s.to_roll -= 1
    if s.to_roll == 0:
        s.phase = KEEPING


@rule
def keep(s: State, part: int) -> None:
    """Set these dice aside; roll the rest, or place all five (SPI-2, SPI-3)."""
    s.aside = dice.joined(s.aside, part)
    left = dice.DICE - dice.SIZE[s.aside]
    if left:
        begin_roll(s, left)
        return
    s.roll = dice.NONE
    s.unplaced = PAYING[s.aside]
    s.placer = s.turn
    s.placed = 0
    place_rest(s)


@rule
def place_rest(s: State) -> None:
    """Place the rest in ascending order, unless the order matters (SPI-6)."""
    if order_matters(s):
        s.phase = PLACING
        return
    while s.unplaced:
        put(s, dice.LOWEST[s.unplaced] - 1)
    end_turn(s)


@rule
def put(s: State, row: int) -> None:
    """Place one die and record what it did for the viewers; a die that cannot be paid ends the placing (SPI-6)."""
    source = pay(s, row)
    if source == 0:
        s.stopped = 1
        s.unplaced = dice.NONE
        return
    s.order[s.placed] = row + 1
    s.source[s.placed] = source
    s.placed += 1
    s.unplaced = dice.MINUS[s.unplaced][row]


@rule
def pay(s: State, row: int) -> int:
    """Put the chips of one die on the first free square of its row (SPI-3); return who paid, 0 if nobody could.

    The reserve pays for a yellow square as far as it can (SPI-8), the seat's own stock pays the rest, and what is
    missing is borrowed from the reserve, as far as it and the loan go (SPI-6).
    """
    seat = s.turn
    square = s.filled[row]
    cost = 2 if square == 0 and s.double[row] else 1
    common = min(cost, int(s.reserve)) if s.yellow[row] >> square & 1 else 0
    own = min(cost - common, int(s.chips[seat]))
    borrowed = cost - common - own
    if common + borrowed > s.reserve or (borrowed and s.loan and s.debt + borrowed > s.loan_cap):
        return 0
    s.reserve -= common + borrowed
    s.chips[seat] -= own
    s.debt += borrowed
    s.filled[row] += 1
    source = (FROM_RESERVE if common else 0) | (BORROWED if borrowed else 0) | (FROM_STOCK if own else 0)
    if s.filled[row] < s.length[row]:
        return source
    complete(s, row)
    return source | COMPLETED


@rule
def complete(s: State, row: int) -> None:
    """Take a full row: the others pay its arrow as far as they can (SPI-4, SPI-5), then debt is paid (SPI-6)."""
    for seat in range(s.seats):
        if seat != s.turn:
            paid = min(int(s.arrow[row]), int(s.chips[seat]))
            s.chips[seat] -= paid
            s.reserve += paid
    s.chips[s.turn] += s.length[row] + s.double[row]
    s.filled[row] = 0
    repaid = min(int(s.debt), int(s.chips[s.turn]))
    s.chips[s.turn] -= repaid
    s.debt -= repaid
    s.reserve += repaid


@rule
def end_turn(s: State) -> None:
    """A player who ends a turn with nothing, in debt or stopped ends the match (SPI-7)."""
    if s.chips[s.turn] == 0 or s.debt or s.stopped:
        s.phase = OVER
    else:
        begin_turn(s, (s.turn + 1) % s.seats)


@rule
def order_matters(s: State) -> bool:
    """Do two orders of the dice still to be placed end in different positions (SPI-6)? If in doubt, try all orders."""
    if one_number(s.unplaced) or all_paid(s):
        return False
    faces = np.zeros(dice.DICE, np.int64)
    count = dice.spread(s.unplaced, faces)
    before = np.zeros(13, np.int64)
    first = np.zeros(13, np.int64)
    after = np.zeros(13, np.int64)
    remember(s, before)
    try_order(s, faces, count, before, first)
    while dice.next_order(faces, count):
        try_order(s, faces, count, before, after)
        for index in range(len(first)):
            if first[index] != after[index]:
                return True
    return False


@rule
def one_number(keep: int) -> bool:
    """Do all these dice, if any, show the same?"""
    return bool(dice.COUNT[keep][dice.LOWEST[keep] - 1] == dice.SIZE[keep])


@rule
def all_paid(s: State) -> bool:
    """Will every die be paid, and every yellow square by the reserve, in whatever order?

    If so, the order cannot matter: rows, stock less debt, and what the others lose add up to the same in any order. At
    worst all own costs fall due before any row brings chips in, and what the stock lacks is borrowed.
    """
    most = 2 * dice.SIZE[s.unplaced]  # the usual case: two chips a die, and nothing to compute
    if most <= s.chips[s.turn] and most <= s.reserve:
        return True
    own = 0
    common = 0
    for row in range(ROWS):
        square = s.filled[row]
        for _ in range(dice.COUNT[s.unplaced][row]):
            cost = 2 if square == 0 and s.double[row] else 1
            if s.yellow[row] >> square & 1:
                common += cost
            else:
                own += cost
            square = 0 if square + 1 == s.length[row] else square + 1
    borrowed = max(0, own - s.chips[s.turn])
    return common + borrowed <= s.reserve and not (s.loan and s.debt + borrowed > s.loan_cap)


@rule
def try_order(s: State, faces: Weights, count: int, before: Weights, after: Weights) -> None:
    """The position after placing in this order, written to `after`; the state is left as it was `before`."""
    stopped = 0
    for index in range(count):
        if pay(s, faces[index] - 1) == 0:
            stopped = 1
            break
    remember(s, after)
    after[12] = stopped
    recall(s, before)


@rule
def remember(s: State, position: Weights) -> None:
    """What placing can change: chips 0..4, rows 5..9, reserve, debt (12 is for `stopped`)."""
    for index in range(5):
        position[index] = s.chips[index]
        position[5 + index] = s.filled[index]
    position[10] = s.reserve
    position[11] = s.debt


@rule
def recall(s: State, position: Weights) -> None:
    """Undo what placing changed."""
    for index in range(5):
        s.chips[index] = position[index]
        s.filled[index] = position[5 + index]
    s.reserve = position[10]
    s.debt = position[11]


@rule
def ending(s: State) -> int:
    """How the match has ended, as an index of ENDINGS."""
    if s.phase != OVER:
        return len(ENDINGS) - 1
    if s.stopped:
        return 2
    return 1 if s.debt else 0


@rule
def returns(s: State, out: Shares) -> None:
    """Most chips win, equal players share (SPI-7, GEN-2)."""
    kernel.share_most(s.chips, s.seats, out)


@rule
def scores(s: State, out: Shares) -> None:
    """Chips; debt counts as none (SPI-7)."""
    kernel.copy_points(s.chips, s.seats, out)


hide, sees, guess, meant, _ = kernel.ALL_OPEN


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, and why; 0 if none does."""
    if movers(s) != 1 << seat:
        waits = {DRAWING: "start", ROLLING: "dice"}.get(s.phase, "turn")
        return Reason(2, waits) if movers(s) else Reason(7, "over")
    if s.phase == KEEPING:
        early = action >= PLACE
        return Reason(3, "keep-first", n=int(dice.SIZE[s.roll])) if early else _why_not_kept(s, action)
    if action < PLACE:
        return Reason(3, "place-first")
    return 0 if dice.COUNT[s.unplaced][action - PLACE] else Reason(6, "not-in-row", row=action - PLACE + 1)


def _why_not_kept(s: State, keep: int) -> int:
    """What is wrong with dice that are set aside: none, or some that are not there (SPI-2)."""
    return dice.not_in(2, s.roll, keep) if keep != dice.NONE else Reason(2, "keep-one")


def check(s: State) -> None:
    """Conservation: chips, five dice, rows within their squares."""
    assert sum(s.chips) + s.reserve + sum(chips_on(s, row) for row in range(ROWS)) == all_chips(s), show(s)
    assert min(s.chips) >= 0 and s.reserve >= 0 and s.debt >= 0, show(s)
    assert not (s.debt and s.chips[s.turn]), "who has chips has no debt"
    assert all(0 <= s.filled[row] < s.length[row] for row in range(ROWS)), show(s)
    assert dice.SIZE[s.aside] + dice.SIZE[s.roll] + s.to_roll == (0 if s.phase == DRAWING else dice.DICE), show(s)


def chips_on(s: State, row: int) -> int:
    """Chips that lie on a row."""
    return s.filled[row] + (1 if s.filled[row] and s.double[row] else 0)


def say(seat: int, action: int) -> str:
    """An action or outcome as text."""
    if seat == CHANCE:
        return f"die {action + 1}" if action < START else f"start {action - START}"
    if action >= PLACE:
        return f"place {action - PLACE + 1}"
    return " ".join(["keep", *map(str, dice.KEEPS[action])])


read = kernel.reader(FACTS.name, say, ACTIONS, OUTCOMES, any_order=True)


def show(s: State) -> str:
    """The position as text: rows with chips (o), free squares (. : for two, y yellow, R red), then seats and dice."""
    rows = [f"{row + 1}  {_squares(s, row):<{MAX_SQUARES}}  > {s.arrow[row]}" for row in range(ROWS)]
    stocks = "  ".join(f"{'*' if seat == s.turn else ''}{seat}: {s.chips[seat]}" for seat in range(s.seats))
    debt = f"  debt {s.debt}" if s.debt else ""
    return "\n".join([*rows, f"{stocks}  reserve: {s.reserve}{debt}", _dice(s)])


def _squares(s: State, row: int) -> str:
    length = s.length[row]
    free = [":" if s.double[row] else ".", *"." * (length - 1)]
    free = ["y" if s.yellow[row] >> square & 1 else mark for square, mark in enumerate(free)]
    return "o" * s.filled[row] + "".join([*free[:-1], "R"])[s.filled[row] :]


def _dice(s: State) -> str:
    words = [f"roll {_faces(s.roll)}", f"aside {_faces(s.aside)}"]
    if s.phase == PLACING:
        words.append(f"to place {_faces(s.unplaced)}")
    return "over" if movers(s) == 0 else "  ".join(words)


def _faces(keep: int) -> str:
    return " ".join(map(str, dice.KEEPS[keep])) or "-"
