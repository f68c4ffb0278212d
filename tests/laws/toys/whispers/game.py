"""Whispers, a toy for the laws: 2 to 8 seats, a hidden die each, a secret choice, three rounds.

Chance deals every seat a die that only it sees. All choose one of two tables in secret, at once. Then all is laid open:
the highest die at a table scores a point there, equals score both. Most points wins.
"""

from random import Random
from typing import Annotated

import numpy as np

from bussolotto.core import kernel
from bussolotto.core.contract import Choice, Facts
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule

FACTS = Facts(
    name="whispers",
    title="Whispers",
    authors=(),
    version=1,
    clauses="WHI",
    seats=(2, 3, 4, 5, 6, 7, 8),
    options={
        "rounds": Choice(("3", "1"), numeric=True),
    },
    endings=("played", "limit"),
)
ACTIONS = 2  # table 1, table 2
OUTCOMES = 6  # die 1..6
MAX_PLIES = 60

DEALING, CHOOSING, OVER = range(3)
FACE_HIDDEN, CHOICE_HIDDEN = 7, 3


class State:
    plies: Annotated[int, "u2"]
    seats: Annotated[int, "i1"]
    phase: Annotated[int, "i1"]
    dealt: Annotated[int, "i1", "seats that have their die"]
    played: Annotated[int, "i1", "rounds"]
    rounds: Annotated[int, "u1", "option"]
    die: Annotated[list[int], "i1", 8, "by seat: 1..6, 0 none, FACE_HIDDEN in a view"]
    choice: Annotated[list[int], "i1", 8, "by seat: 1, 2, 0 none, CHOICE_HIDDEN in a view"]
    points: Annotated[list[int], "i1", 8, "by seat"]
    shown: Annotated[list[list[int]], "i1", 8, 2, "by seat: die and choice of the round before"]


STATE = kernel.record(State, size=47)


@rule
def reset(s: State, seats: int) -> None:
    s.plies = 0
    s.seats = seats
    s.phase = DEALING
    s.dealt = 0
    s.played = 0
    for seat in range(8):
        s.die[seat] = 0
        s.choice[seat] = 0
        s.points[seat] = 0
        s.shown[seat][0] = 0
        s.shown[seat][1] = 0


@rule
def movers(s: State) -> int:
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    if s.phase == DEALING:
        return 1 << CHANCE
    bits = 0
    for seat in range(s.seats):
        if s.choice[seat] == 0:
            bits |= 1 << seat
    return bits


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    mask[:] = 0
    if seat == CHANCE or not movers(s) >> seat & 1:
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
    if s.phase == DEALING:
        s.die[s.dealt] = action + 1
        s.dealt += 1
        if s.dealt == s.seats:
            s.phase = CHOOSING
        return
    s.choice[seat] = action + 1
    for other in range(s.seats):
        if s.choice[other] == 0:
            return
    reveal(s)


@rule
def reveal(s: State) -> None:
    for table in range(1, 3):
        best = 0
        for seat in range(s.seats):
            if s.choice[seat] == table:
                best = max(best, int(s.die[seat]))
        for seat in range(s.seats):
            if s.choice[seat] == table and s.die[seat] == best:
                s.points[seat] += 1
    for seat in range(s.seats):
        s.shown[seat][0] = s.die[seat]
        s.shown[seat][1] = s.choice[seat]
        s.die[seat] = 0
        s.choice[seat] = 0
    s.dealt = 0
    s.played += 1
    s.phase = OVER if s.played == (1 if s.rounds else 3) else DEALING


@rule
def ending(s: State) -> int:
    return 0 if s.phase == OVER else 1


@rule
def returns(s: State, out: Shares) -> None:
    kernel.share_most(s.points, s.seats, out)


@rule
def scores(s: State, out: Shares) -> None:
    kernel.copy_points(s.points, s.seats, out)


@rule
def hide(s: State, seat: int) -> None:
    for other in range(s.seats):
        if other != seat and s.die[other]:
            s.die[other] = FACE_HIDDEN
        if other != seat and s.choice[other]:
            s.choice[other] = CHOICE_HIDDEN


@rule
def sees(s: State, viewer: int, seat: int, action: int) -> bool:
    if seat == CHANCE:
        return bool(viewer == s.dealt)
    return viewer == seat or movers(s) == 1 << seat  # the last choice lays all open


def guess(s: State, rng: Random) -> None:
    for seat in range(s.seats):
        if s.die[seat] == FACE_HIDDEN:
            s.die[seat] = rng.randint(1, 6)
        if s.choice[seat] == CHOICE_HIDDEN:
            s.choice[seat] = rng.randint(1, 2)


meant = kernel.meant_as_pressed
lay_own = kernel.lay_nothing


def why(s: State, seat: int, action: int) -> int:
    mask = np.zeros(ACTIONS, np.uint8)
    legal(s, seat, mask)
    return 0 if mask[action] else 1


def check(s: State) -> None:
    assert sum(1 for die in s.die if die) == (s.dealt if s.phase != OVER else 0), list(s.die)
    assert 0 <= sum(s.points) <= 2 * s.seats * s.played


def say(seat: int, action: int) -> str:
    return f"die {action + 1}" if seat == CHANCE else f"table {action + 1}"


def read(seat: int, text: str) -> int:
    word, _, number = text.partition(" ")
    wanted, count = ("die", OUTCOMES) if seat == CHANCE else ("table", ACTIONS)
    if word != wanted or not number.isdigit() or not 1 <= int(number) <= count:
        raise ValueError(f"whispers has nothing like {text!r}")
    return int(number) - 1


def show(s: State) -> str:
    seats = [f"{seat}: die {s.die[seat]} table {s.choice[seat]} points {s.points[seat]}" for seat in range(s.seats)]
    return "\n".join(seats)
