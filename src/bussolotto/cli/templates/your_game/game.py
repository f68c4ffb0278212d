"""Your Game: 2 to 4 players roll a die as often as they dare.

On your turn roll and add up, or stay. Whoever gets past the target has nothing. When all have had their turn, the most
points win. Change it as you like: docs/adding-a-game.md of Bussolotto tells what each name means.
"""

from typing import Annotated

from bussolotto.core import kernel
from bussolotto.core.contract import Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.looks import Figure, Looks

FACTS = Facts(
    name="your-game",
    title="Your Game",
    authors=(),
    version=1,  # raise it when a rule changes
    clauses="YOUR",  # the numbers that `why` returns: YOUR-1, YOUR-2
    seats=(2, 3, 4),
    options={"target": Number(10, 60, (21, 15, 31))},
    endings=("stayed", "limit"),  # the last one is always MAX_PLIES
    phases=("deciding", "falling", "over"),
    looks=Looks(figures=(Figure("target"),), score="points"),  # on the table in the browser, beside the dice
)
ACTIONS = 2  # roll, stay
OUTCOMES = 6  # die 1..6
MAX_PLIES = 600  # nobody rolls more than 61 times

ROLL, STAY = range(ACTIONS)
DECIDING, FALLING, OVER = range(3)  # phases


class State:
    plies: Annotated[int, "u2"]
    seats: Annotated[int, "i1"]
    phase: Annotated[int, "i1"]
    turn: Annotated[int, "i1", "the seat that rolls; as many as there are seats when it is over"]
    target: Annotated[int, "u1", "the option of this name"]
    points: Annotated[list[int], "i1", 4, "by seat"]


STATE = kernel.record(State, size=10)


@rule
def reset(s: State, seats: int) -> None:
    s.plies = 0
    s.seats = seats
    s.phase = DECIDING
    s.turn = 0
    kernel.clear(s.points)


@rule
def movers(s: State) -> int:
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    return 1 << CHANCE if s.phase == FALLING else 1 << int(s.turn)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    mask[:] = 0
    if seat == CHANCE or movers(s) != 1 << seat:
        return 0
    mask[:] = 1
    return ACTIONS


@rule
def odds(s: State, weights: Weights) -> int:
    return kernel.evenly(weights, 0, OUTCOMES if s.phase == FALLING else 0)


@rule
def apply(s: State, seat: int, action: int) -> None:
    kernel.count_ply(s)
    if seat == CHANCE:
        add(s, action + 1)
    elif action == ROLL:
        s.phase = FALLING
    else:
        pass_on(s)


@rule
def add(s: State, face: int) -> None:
    s.phase = DECIDING
    s.points[s.turn] += face
    if s.points[s.turn] > s.target:
        s.points[s.turn] = 0
        pass_on(s)


@rule
def pass_on(s: State) -> None:
    s.turn += 1
    if s.turn == s.seats:
        s.phase = OVER


@rule
def ending(s: State) -> int:
    return 0 if s.phase == OVER else 1


@rule
def returns(s: State, out: Shares) -> None:
    kernel.share_most(s.points, s.seats, out)


@rule
def scores(s: State, out: Shares) -> None:
    kernel.copy_points(s.points, s.seats, out)


# Nothing is hidden, every action means what it says, and no option takes a value that the host writes.
hide, sees, guess, meant, lay_own = kernel.ALL_OPEN


def why(s: State, seat: int, action: int) -> int:
    bits = movers(s)
    if bits == 0:
        return 2
    return 1 if bits != 1 << seat else 0


def check(s: State) -> None:
    assert all(0 <= points <= s.target for points in s.points), show(s)


FACES = kernel.each("die", range(1, OUTCOMES + 1))
say, read = kernel.notation("your-game", actions=("roll", "stay"), outcomes=FACES)


def show(s: State) -> str:
    return "  ".join(f"{'*' if seat == s.turn else ''}{seat}: {s.points[seat]}" for seat in range(s.seats))
