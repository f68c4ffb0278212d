"""Dare, a toy: seats in turn roll a die or stay; whoever stays is out with what they have. Most points wins.

Nothing falls before seat 0 has decided: the first mover is a seat.
"""

from typing import Annotated

from bussolotto.core import kernel
from bussolotto.core.contract import Choice, Facts
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule

FACTS = Facts(
    name="dare",
    title="Dare",
    authors=(),
    version=1,
    clauses="DAR",
    seats=(1, 2, 3),
    options={
        "bonus": Choice(("no", "yes"), numeric=True),
    },
    endings=("stayed", "limit"),
)
ACTIONS = 2  # roll, stay
OUTCOMES = 6  # die 1..6
MAX_PLIES = 200

ROLL, STAY = range(ACTIONS)
DECIDING, FALLING, OVER = range(3)


class State:
    plies: Annotated[int, "u2"]
    seats: Annotated[int, "i1"]
    phase: Annotated[int, "i1"]
    turn: Annotated[int, "i1"]
    bonus: Annotated[int, "u1"]  # option
    points: Annotated[list[int], "i2", 3]  # by seat


STATE = kernel.record(State, size=12)


@rule
def reset(s: State, seats: int) -> None:
    s.plies = 0
    s.seats = seats
    s.phase = DECIDING
    s.turn = 0
    for seat in range(3):
        s.points[seat] = 0


@rule
def movers(s: State) -> int:
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    return 1 << CHANCE if s.phase == FALLING else 1 << int(s.turn)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    mask[:] = 0
    if movers(s) != 1 << seat or seat == CHANCE:
        return 0
    mask[:] = 1
    return ACTIONS


@rule
def odds(s: State, weights: Weights) -> int:
    weights[:] = 0
    if movers(s) != 1 << CHANCE:
        return 0
    weights[:] = 1
    return OUTCOMES


@rule
def apply(s: State, seat: int, action: int) -> None:
    kernel.count_ply(s)
    if seat == CHANCE:
        s.points[s.turn] += action + 1 + s.bonus
        s.phase = DECIDING
    elif action == ROLL:
        s.phase = FALLING
    else:
        s.turn += 1
        s.phase = OVER if s.turn == s.seats else DECIDING


@rule
def ending(s: State) -> int:
    return 0 if s.phase == OVER else 1


@rule
def returns(s: State, out: Shares) -> None:
    out[:] = 0.0
    best = 0
    for seat in range(s.seats):
        best = max(best, int(s.points[seat]))
    winners = 0
    for seat in range(s.seats):
        winners += s.points[seat] == best
    for seat in range(s.seats):
        if s.points[seat] == best:
            out[seat] = 1.0 / winners


@rule
def scores(s: State, out: Shares) -> None:
    out[:] = 0.0
    for seat in range(s.seats):
        out[seat] = s.points[seat]


@rule
def hide(s: State, seat: int) -> None:
    """Nothing is secret."""


@rule
def sees(s: State, viewer: int, seat: int, action: int) -> bool:
    return True


guess = kernel.guess_nothing
meant = kernel.meant_as_pressed
lay_own = kernel.lay_nothing


def why(s: State, seat: int, action: int) -> int:
    return 1 if movers(s) != 1 << seat else 0


def check(s: State) -> None:
    assert min(s.points) >= 0, show(s)


def say(seat: int, action: int) -> str:
    return f"die {action + 1}" if seat == CHANCE else ("roll", "stay")[action]


def read(seat: int, text: str) -> int:
    return [say(seat, code) for code in range(OUTCOMES if seat == CHANCE else ACTIONS)].index(text)


def show(s: State) -> str:
    return "  ".join(f"{'*' if seat == s.turn else ''}{seat}: {s.points[seat]}" for seat in range(s.seats))
