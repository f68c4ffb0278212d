"""Guesses, a toy: one seat names a face, of a card that lies there face down, or of a die that is rolled afterwards."""

from random import Random
from typing import Annotated

from bussolotto.core import kernel
from bussolotto.core.contract import Choice, Facts
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule

FACTS = Facts(
    name="guesses",
    title="Guesses",
    authors=(),
    version=1,
    clauses="GUE",
    seats=(1,),
    options={"of": Choice(("card", "die"))},
    endings=("named", "limit"),
)
ACTIONS = 6  # name 1..6
OUTCOMES = 6  # card or die 1..6
MAX_PLIES = 2

HIDDEN = 7
CARD, DIE = range(2)


class State:
    plies: Annotated[int, "u1"]
    of: Annotated[int, "u1"]  # option
    face: Annotated[int, "u1"]  # drawn, 0 before
    named: Annotated[int, "u1"]  # 0 before


STATE = kernel.record(State, size=4)


@rule
def reset(s: State, seats: int) -> None:
    s.plies = 0
    s.face = 0
    s.named = 0


@rule
def movers(s: State) -> int:
    if s.plies == MAX_PLIES:
        return 0
    return 1 << CHANCE if (s.plies == 0) == (s.of == CARD) else 1


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    mask[:] = movers(s) == 1 << seat and seat == 0
    return ACTIONS * int(mask[0])


@rule
def odds(s: State, weights: Weights) -> int:
    weights[:] = movers(s) == 1 << CHANCE
    return OUTCOMES * int(weights[0])


@rule
def apply(s: State, seat: int, action: int) -> None:
    kernel.count_ply(s)
    if seat == CHANCE:
        s.face = action + 1
    else:
        s.named = action + 1


@rule
def ending(s: State) -> int:
    return 0


@rule
def returns(s: State, out: Shares) -> None:
    out[:] = 0.0
    out[0] = 1.0 * (s.face == s.named)


@rule
def scores(s: State, out: Shares) -> None:
    returns(s, out)


@rule
def hide(s: State, seat: int) -> None:
    if s.plies == 1 and s.of == CARD:
        s.face = HIDDEN


@rule
def sees(s: State, viewer: int, seat: int, action: int) -> bool:
    return bool(seat != CHANCE or s.of == DIE)


def guess(s: State, rng: Random) -> None:
    if s.face == HIDDEN:
        s.face = rng.randint(1, 6)


meant = kernel.meant_as_pressed
lay_own = kernel.lay_nothing


def why(s: State, seat: int, action: int) -> int:
    return 1 if movers(s) != 1 << seat else 0


def check(s: State) -> None:
    assert max(s.face, s.named) <= HIDDEN, show(s)


def say(seat: int, action: int) -> str:
    return f"{'face' if seat == CHANCE else 'name'} {action + 1}"


read = kernel.reader(FACTS.name, say, ACTIONS, OUTCOMES)


def show(s: State) -> str:
    return f"face {s.face}, named {s.named}"
