"""Larder, a toy: in turn one takes dice from trays, beside a small pyramid. Nothing falls; who takes last wins.

A tray of faces, one of counts by face, one in front of each seat, and one of colours, which nobody takes.
"""

from typing import Annotated

from bussolotto.core import kernel
from bussolotto.core.contract import Facts
from bussolotto.core.kernel import Mask, Shares, Weights, rule
from bussolotto.core.looks import Looks, Pile, Tray
from bussolotto.core.pyramid import COUNT, cells_by_text

ACTIONS = 20  # keep 1..6 | swap 1..6, at SWAP | give 1..6, at GIVE | keep all | stop
SWAP, GIVE, ALL, STOP = 6, 12, 18, 19
OUTCOMES = 1  # die 1, which never falls
MAX_PLIES = 200
ROLL, MOST = (1, 3, 3, 6), 4
SHELF = (0, 2, 0, 0, 1, 0)  # how many show 1, 2, ..
TOP = cells_by_text()["0,0,0"]

FACTS = Facts(
    name="larder",
    title="Larder",
    authors=(),
    version=1,
    clauses="LAR",
    seats=(1, 2),
    options={},
    endings=("stopped", "limit"),
    looks=Looks(
        pile=Pile("colour", ("red",), size=2),
        trays=(
            Tray("roll", takes="keep"),
            Tray("shelf", counts=True, takes="swap"),
            Tray("basket", ("pearl", "red")),
            Tray("own", by_seat=True, takes="give"),
        ),
        thrown=False,
    ),
)


class State:
    plies: Annotated[int, "u2"]
    seats: Annotated[int, "i1"]
    phase: Annotated[int, "i1"]  # 1: over
    turn: Annotated[int, "i1"]
    roll: Annotated[list[int], "i1", 4]  # faces, 0 none
    shelf: Annotated[list[int], "i1", 6]
    basket: Annotated[list[int], "i1", 2]
    own: Annotated[list[list[int]], "i1", 2, 4]  # by seat: faces, 0 none
    colour: Annotated[list[int], "i1", COUNT]


STATE = kernel.record(State, size=190)


@rule
def reset(s: State, seats: int) -> None:
    s.plies = 0
    s.seats = seats
    s.phase = s.turn = 0
    for place in range(MOST):
        s.roll[place] = ROLL[place]
        for seat in range(2):
            s.own[seat][place] = 2 + place if place < 2 else 0
    for face in range(6):
        s.shelf[face] = SHELF[face]
    s.basket[0] = s.basket[1] = 2
    for cell in range(COUNT):
        s.colour[cell] = cell == TOP


@rule
def movers(s: State) -> int:
    return 0 if s.phase or s.plies >= MAX_PLIES else 1 << int(s.turn)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """A 1 is never kept (LAR-1)."""
    mask[:] = 0
    if movers(s) != 1 << seat:
        return 0
    for place in range(MOST):
        if s.roll[place] > 1:
            mask[s.roll[place] - 1] = 1
        if s.own[seat][place]:
            mask[GIVE + s.own[seat][place] - 1] = 1
    for face in range(6):
        mask[SWAP + face] = s.shelf[face] > 0
    mask[ALL] = mask[STOP] = 1
    count = 0
    for action in range(ACTIONS):
        count += mask[action]
    return count


@rule
def odds(s: State, weights: Weights) -> int:
    weights[:] = 0
    return 0


@rule
def apply(s: State, seat: int, action: int) -> None:
    kernel.count_ply(s)
    for place in range(MOST):
        if action == ALL or s.roll[place] == action + 1:
            s.roll[place] = 0
        if s.own[seat][place] == action - GIVE + 1:
            s.own[seat][place] = 0
    if SWAP <= action < GIVE:
        s.shelf[action - SWAP] -= 1
    s.phase = action == STOP
    s.turn = (s.turn + 1) % s.seats


@rule
def ending(s: State) -> int:
    return 0 if s.phase else 1


@rule
def returns(s: State, out: Shares) -> None:
    out[:] = 0.0
    for seat in range(s.seats):
        out[seat] = 1.0 / s.seats


@rule
def scores(s: State, out: Shares) -> None:
    out[:] = 0.0


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
    return 1


def check(s: State) -> None:
    assert min(s.shelf) >= 0, show(s)


say, read = kernel.notation(
    FACTS.name,
    actions=(
        *(f"{word} {face}" for word in ("keep", "swap", "give") for face in range(1, 7)),
        "keep all",
        "stop",
    ),
    outcomes=("die 1",),
)


def show(s: State) -> str:
    return f"roll {[*s.roll]} shelf {[*s.shelf]} own {[[*own] for own in s.own]}"
