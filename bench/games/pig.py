"""Pig as OpenSpiel has it, with its default parameters, for two.

On your turn roll a die as often as you like and add up; a 1 loses the sum and the turn, stopping banks it. Whoever has
100 banked wins; who has them with the sum can only stop. Decisions are counted: after 1,000 nobody has won.
"""

from typing import Annotated

from bussolotto.core import kernel
from bussolotto.core.contract import Facts
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule

FACTS = Facts(
    name="pig",
    title="Pig",
    authors=(),
    version=1,
    clauses="PIG",
    seats=(2,),
    endings=("goal", "horizon", "limit"),
)
ACTIONS = 2
OUTCOMES = 6  # die 1..6

GOAL = 100
HORIZON = 1_000  # decisions
MAX_PLIES = 2 * HORIZON  # a die at most for each of them

ROLL, STOP = range(ACTIONS)
DECIDING, FALLING, WON, TIRED = range(4)  # phases


class State:
    plies: Annotated[int, "u2"]
    decisions: Annotated[int, "u2"]
    phase: Annotated[int, "u1"]
    turn: Annotated[int, "u1"]
    pot: Annotated[int, "u1"]  # added up in this turn
    points: Annotated[list[int], "u1", 2]  # by seat: banked


STATE = kernel.record(State, size=9)


@rule
def reset(s: State, seats: int) -> None:
    s.plies = 0
    s.decisions = 0
    s.phase = DECIDING
    s.turn = 0
    s.pot = 0
    s.points[0] = 0
    s.points[1] = 0


@rule
def movers(s: State) -> int:
    if s.phase >= WON or s.plies >= MAX_PLIES:
        return 0
    return 1 << CHANCE if s.phase == FALLING else 1 << int(s.turn)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    mask[:] = 0
    if seat == CHANCE or movers(s) != 1 << seat:
        return 0
    mask[STOP] = 1
    mask[ROLL] = s.points[seat] + s.pot < GOAL
    return 1 + int(mask[ROLL])


@rule
def odds(s: State, weights: Weights) -> int:
    falling = movers(s) == 1 << CHANCE
    weights[:] = falling
    return OUTCOMES if falling else 0


@rule
def apply(s: State, seat: int, action: int) -> None:
    kernel.count_ply(s)
    if s.phase == FALLING:
        fall(s, action + 1)
        return
    s.decisions += 1
    if action == STOP:
        bank(s)
    else:
        s.phase = FALLING
    if s.decisions == HORIZON and s.phase != WON:
        s.phase = TIRED


@rule
def fall(s: State, face: int) -> None:
    s.phase = DECIDING
    s.pot += face
    if face == 1:
        pass_on(s)


@rule
def bank(s: State) -> None:
    s.points[s.turn] += s.pot
    if s.points[s.turn] >= GOAL:
        s.phase = WON
    pass_on(s)


@rule
def pass_on(s: State) -> None:
    s.pot = 0
    s.turn = 1 - s.turn


@rule
def ending(s: State) -> int:
    if s.phase == WON:
        return 0
    return 1 if s.phase == TIRED else 2


@rule
def returns(s: State, out: Shares) -> None:
    """All to who has reached the goal; a half each where nobody has."""
    out[:] = 0.0
    for seat in range(2):
        out[seat] = 0.5 if s.phase != WON else 1.0 if s.points[seat] >= GOAL else 0.0


@rule
def scores(s: State, out: Shares) -> None:
    kernel.copy_points(s.points, 2, out)


hide = kernel.hide_nothing
sees = kernel.seen_by_all
guess = kernel.guess_nothing
meant = kernel.meant_as_pressed
lay_own = kernel.lay_nothing


def why(s: State, seat: int, action: int) -> int:
    if movers(s) != 1 << seat:
        return 1
    return 2 if action == ROLL and s.points[seat] + s.pot >= GOAL else 0


def check(s: State) -> None:
    assert s.pot != 1 and max(s.points) < GOAL + OUTCOMES, show(s)


def say(seat: int, action: int) -> str:
    return f"die {action + 1}" if seat == CHANCE else ("roll", "stop")[action]


read = kernel.reader(FACTS.name, say, ACTIONS, OUTCOMES)


def show(s: State) -> str:
    return f"{s.points[0]} : {s.points[1]}  seat {s.turn}, pot {s.pot}"
