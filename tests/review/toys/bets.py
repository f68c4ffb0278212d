"""Bets, a toy: seat 0 bets that a card, or a die that is rolled afterwards, shows at most so much; else seat 1 wins."""

from random import Random
from typing import Annotated

from bussolotto.core import kernel
from bussolotto.core.contract import Choice, Facts
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule

FACTS = Facts(
    name="bets",
    title="Bets",
    authors=(),
    version=1,
    clauses="BET",
    seats=(2,),
    options={"on": Choice(("die", "card"))},
    endings=("bet", "limit"),
)
ACTIONS = 6  # bet on 1..6 at most
OUTCOMES = 6  # card or die 1..6
MAX_PLIES = 2

HIDDEN = 7
DIE, CARD = range(2)


class State:
    plies: Annotated[int, "u1"]
    on: Annotated[int, "u1"]  # option
    face: Annotated[int, "u1"]  # drawn, 0 before
    bet: Annotated[int, "u1"]  # 0 before


STATE = kernel.record(State, size=4)


@rule
def reset(s: State, seats: int) -> None:
    s.plies = 0
    s.face = 0
    s.bet = 0


@rule
def movers(s: State) -> int:
    if s.plies == MAX_PLIES:
        return 0
    return 1 << CHANCE if (s.plies == 0) == (s.on == CARD) else 1


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
        s.bet = action + 1


@rule
def ending(s: State) -> int:
    return 0


@rule
def returns(s: State, out: Shares) -> None:
    out[:] = 0.0
    out[0] = s.face <= s.bet
    out[1] = s.face > s.bet


@rule
def scores(s: State, out: Shares) -> None:
    out[:] = 0.0
    out[0] = 10 * (s.face <= s.bet)


@rule
def hide(s: State, seat: int) -> None:
    if movers(s) and s.face:
        s.face = HIDDEN


@rule
def sees(s: State, viewer: int, seat: int, action: int) -> bool:
    return seat != CHANCE or s.on == DIE


def guess(s: State, rng: Random) -> None:
    if s.face == HIDDEN:
        s.face = rng.randint(1, 6)


meant, lay_own = kernel.meant_as_pressed, kernel.lay_nothing


def why(s: State, seat: int, action: int) -> int:
    return 1


def check(s: State) -> None:
    return


def say(seat: int, action: int) -> str:
    return f"die {action + 1}" if seat == CHANCE else f"bet {action + 1}"


def read(seat: int, text: str) -> int:
    word, _, number = text.partition(" ")
    if word not in ("bet", "die"):
        raise ValueError(text)
    return int(number) - 1


def show(s: State) -> str:
    return f"bet {s.bet}, face {s.face}"
