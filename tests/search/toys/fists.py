"""Fists, a toy: two seats show stone, paper or scissors at once. A stone that wins counts double.

Whoever wins with a stone gets 1, with anything else 0.75, and the other the rest; a draw is a half each. Against
BALANCE, the only equilibrium, every choice is worth a half.
"""

from random import Random
from typing import Annotated

import numpy as np

from bussolotto.core import kernel
from bussolotto.core.contract import Facts
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule

FACTS = Facts(
    name="fists",
    title="Fists",
    authors=(),
    version=1,
    clauses="FIS",
    seats=(2,),
    endings=("shown", "limit"),
)
ACTIONS = 3
OUTCOMES = 1
MAX_PLIES = 2

STONE, PAPER, SCISSORS = range(ACTIONS)
# [own][other] -> share
SHARE = np.array([[0.5, 0.25, 1.0], [0.75, 0.5, 0.25], [0.0, 0.75, 0.5]])
BALANCE = (0.25, 0.5, 0.25)
HIDDEN = 4


class State:
    plies: Annotated[int, "u1"]
    shown: Annotated[list[int], "u1", 2]  # by seat, 0 before


STATE = kernel.record(State, size=3)


@rule
def reset(s: State, seats: int) -> None:
    s.plies = 0
    for seat in range(2):
        s.shown[seat] = 0


@rule
def movers(s: State) -> int:
    return (s.shown[0] == 0) + 2 * (s.shown[1] == 0)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    mask[:] = 0
    if seat == CHANCE or not movers(s) >> seat & 1:
        return 0
    mask[:] = 1
    return ACTIONS


@rule
def odds(s: State, weights: Weights) -> int:
    return 0


@rule
def apply(s: State, seat: int, action: int) -> None:
    kernel.count_ply(s)
    s.shown[seat] = action + 1


@rule
def ending(s: State) -> int:
    return 0


@rule
def returns(s: State, out: Shares) -> None:
    out[:] = 0.0
    for seat in range(2):
        out[seat] = 0.5
        if s.shown[0] and s.shown[1]:
            out[seat] = SHARE[s.shown[seat] - 1, s.shown[1 - seat] - 1]


@rule
def scores(s: State, out: Shares) -> None:
    returns(s, out)


@rule
def hide(s: State, seat: int) -> None:
    for other in range(2):
        if other != seat and s.shown[other] and not s.shown[1 - other]:
            s.shown[other] = HIDDEN


@rule
def sees(s: State, viewer: int, seat: int, action: int) -> bool:
    return bool(viewer == seat)


def guess(s: State, rng: Random) -> None:
    for seat in range(2):
        if s.shown[seat] == HIDDEN:
            s.shown[seat] = rng.randint(1, 3)


meant = kernel.meant_as_pressed
lay_own = kernel.lay_nothing


def why(s: State, seat: int, action: int) -> int:
    return 0 if movers(s) >> seat & 1 else 1


def check(s: State) -> None:
    assert max(s.shown) <= HIDDEN, show(s)


def say(seat: int, action: int) -> str:
    return "none" if seat == CHANCE else ("stone", "paper", "scissors")[action]


read = kernel.reader(FACTS.name, say, ACTIONS, OUTCOMES)


def show(s: State) -> str:
    return f"{s.shown[0]} {s.shown[1]}"
