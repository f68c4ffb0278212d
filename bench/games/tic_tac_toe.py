"""Tic-tac-toe: three in a row on nine cells.

Cells are numbered row by row. The stones of a seat are one number, a bit a cell.
"""

from typing import Annotated

import numpy as np

from bussolotto.core import kernel
from bussolotto.core.contract import Facts
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule

FACTS = Facts(
    name="tic-tac-toe",
    title="Tic-tac-toe",
    authors=(),
    version=1,
    clauses="TTT",
    seats=(2,),
    endings=("row", "limit"),  # the limit is the full board
)
ACTIONS = 9  # a cell
OUTCOMES = 0
MAX_PLIES = 9

ROWS = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
# [stones of a seat] -> 1 if there are three in a row among them
THREE = np.array([any(stones & row == row for row in ROWS) for stones in range(1 << ACTIONS)], np.uint8)
# [stones of both] -> the mask of what is free
FREE = np.array([[1 - (stones >> cell & 1) for cell in range(ACTIONS)] for stones in range(1 << ACTIONS)], np.uint8)


class State:
    plies: Annotated[int, "u1"]
    won: Annotated[int, "u1"]  # 1: the last stone has made three in a row
    stones: Annotated[list[int], "u2", 2]  # by seat


STATE = kernel.record(State, size=6)


@rule
def reset(s: State, seats: int) -> None:
    s.plies = 0
    s.won = 0
    s.stones[0] = 0
    s.stones[1] = 0


@rule
def movers(s: State) -> int:
    return 0 if s.won or s.plies >= MAX_PLIES else 1 << (s.plies & 1)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    if seat == CHANCE or movers(s) != 1 << seat:
        mask[:] = 0
        return 0
    np.positive(FREE[s.stones[0] | s.stones[1]], mask)
    return ACTIONS - s.plies


@rule
def odds(s: State, weights: Weights) -> int:
    return 0


@rule
def apply(s: State, seat: int, action: int) -> None:
    kernel.count_ply(s)
    s.stones[seat] |= 1 << action
    s.won = THREE[s.stones[seat]]


@rule
def ending(s: State) -> int:
    return 1 - s.won


@rule
def returns(s: State, out: Shares) -> None:
    """All to who has three in a row; a half each where nobody has."""
    out[:] = 0.0
    for seat in range(2):
        out[seat] = 0.5 if s.won == 0 else 1.0 * THREE[s.stones[seat]]


@rule
def scores(s: State, out: Shares) -> None:
    out[:] = 0.0
    for seat in range(2):
        out[seat] = THREE[s.stones[seat]]


hide = kernel.hide_nothing
sees = kernel.seen_by_all
guess = kernel.guess_nothing
meant = kernel.meant_as_pressed
lay_own = kernel.lay_nothing


def why(s: State, seat: int, action: int) -> int:
    if movers(s) != 1 << seat:
        return 1
    return 2 if (s.stones[0] | s.stones[1]) >> action & 1 else 0


def check(s: State) -> None:
    assert s.stones[0] & s.stones[1] == 0, show(s)
    plies = int(s.plies)
    assert [int(stones).bit_count() for stones in s.stones] == [-(-plies // 2), plies // 2] or plies == MAX_PLIES


def say(seat: int, action: int) -> str:
    return f"cell {action // 3},{action % 3}"


read = kernel.reader(FACTS.name, say, ACTIONS, OUTCOMES)


def show(s: State) -> str:
    cells = ["xo"[s.stones[1] >> cell & 1] if (s.stones[0] | s.stones[1]) >> cell & 1 else "." for cell in range(9)]
    return "\n".join("".join(cells[row : row + 3]) for row in (0, 3, 6))
