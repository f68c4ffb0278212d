"""Connect four: a disc falls to the lowest free place of a column; four in a row win; seven columns, six rows.

The discs of a seat are 49 bits, seven a column from its foot, the seventh always empty, in two 32-bit words.
"""

from typing import Annotated

from bussolotto.core import kernel
from bussolotto.core.contract import Facts
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule

FACTS = Facts(
    name="connect-four",
    title="Connect four",
    authors=(),
    version=1,
    clauses="CON",
    seats=(2,),
    endings=("four", "limit"),  # the limit is the full board
)
COLUMNS, ROWS = 7, 6
ACTIONS = COLUMNS
OUTCOMES = 0
MAX_PLIES = COLUMNS * ROWS

UP = ROWS + 1  # places of a column, the empty one too
DIRECTIONS = (1, UP - 1, UP, UP + 1)  # steps: up, to the right and down, to the right, to the right and up


class State:
    plies: Annotated[int, "u1"]
    won: Annotated[int, "u1"]  # 1: the last disc has made four in a row
    heights: Annotated[list[int], "u1", 7]  # by column: discs in it
    low: Annotated[list[int], "u4", 2]  # by seat: places 0..31
    high: Annotated[list[int], "u4", 2]  # by seat: places 32..48


STATE = kernel.record(State, size=25)


@rule
def reset(s: State, seats: int) -> None:
    s.plies = 0
    s.won = 0
    for column in range(COLUMNS):
        s.heights[column] = 0
    for seat in range(2):
        s.low[seat] = 0
        s.high[seat] = 0


@rule
def movers(s: State) -> int:
    return 0 if s.won or s.plies >= MAX_PLIES else 1 << (s.plies & 1)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    mask[:] = 0
    if seat == CHANCE or movers(s) != 1 << seat:
        return 0
    count = 0
    for column in range(COLUMNS):
        free = s.heights[column] < ROWS
        mask[column] = free
        count += free
    return count


@rule
def odds(s: State, weights: Weights) -> int:
    return 0


@rule
def apply(s: State, seat: int, action: int) -> None:
    kernel.count_ply(s)
    discs = discs_of(s, seat) | 1 << (UP * action + int(s.heights[action]))
    s.heights[action] += 1
    s.low[seat] = discs & 0xFFFFFFFF
    s.high[seat] = discs >> 32
    s.won = has_four(discs)


@rule
def discs_of(s: State, seat: int) -> int:
    """All discs of a seat as one number."""
    return int(s.low[seat]) | int(s.high[seat]) << 32


@rule
def has_four(discs: int) -> bool:
    """Are four of these in a row?"""
    found = 0
    for step in DIRECTIONS:
        pairs = discs & discs >> step
        found |= pairs & pairs >> 2 * step
    return found != 0


@rule
def ending(s: State) -> int:
    return 1 - s.won


@rule
def returns(s: State, out: Shares) -> None:
    """All to who has four in a row; a half each where nobody has."""
    out[:] = 0.0
    for seat in range(2):
        out[seat] = 0.5 if s.won == 0 else 1.0 * has_four(discs_of(s, seat))


@rule
def scores(s: State, out: Shares) -> None:
    out[:] = 0.0
    for seat in range(2):
        out[seat] = 1.0 * has_four(discs_of(s, seat))


hide = kernel.hide_nothing
sees = kernel.seen_by_all
guess = kernel.guess_nothing
meant = kernel.meant_as_pressed
lay_own = kernel.lay_nothing


def why(s: State, seat: int, action: int) -> int:
    if movers(s) != 1 << seat:
        return 1
    return 2 if s.heights[action] == ROWS else 0


def check(s: State) -> None:
    first, second = discs_of(s, 0), discs_of(s, 1)
    columns = [(1 << int(s.heights[column])) - 1 << UP * column for column in range(COLUMNS)]
    assert first & second == 0 and first | second == sum(columns), show(s)


def say(seat: int, action: int) -> str:
    return f"column {action}"


read = kernel.reader(FACTS.name, say, ACTIONS, OUTCOMES)


def show(s: State) -> str:
    return "\n".join("".join(place(s, column, row) for column in range(COLUMNS)) for row in reversed(range(ROWS)))


def place(s: State, column: int, row: int) -> str:
    """What lies in a place: `x` for the first seat, `o` for the second, `.` for none."""
    bit = UP * column + row
    return "x" if discs_of(s, 0) >> bit & 1 else "o" if discs_of(s, 1) >> bit & 1 else "."
