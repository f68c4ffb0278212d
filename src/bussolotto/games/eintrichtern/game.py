"""Eintrichtern: a memory game for 2 to 8 players, with 45 yellow dice under 36 red ones and three pearl dice.

Throw the pearl dice, or leave the throw as it is, and lift one red die: three yellow faces look into the funnel below
it. If they add up to the throw, keep the red die and go on; if not, put it back, and the next player tries. Eight red
dice win, or six with five or more players.

Rulings where the rule page is silent: a lift counts as one without a match when its die is put back (EIN-6, GEN-7).
While the yellow dice are laid nothing of them is visible; when all are there the outward faces are. The last of them
lies in a corner, where two faces look out and determine the third: its lay is the only one that everybody sees (EIN-5).
"""

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Annotated

import numpy as np

from bussolotto.core import kernel, pyramid
from bussolotto.core.bounds import Amount, Category
from bussolotto.core.contract import Choice, Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.pyramid import BASE_COUNTS, BASES, BELOW, COUNT, POSE_COUNT, POSES, SIDES
from bussolotto.core.reasons import Reason

LIFT_MS = 1500  # after a lift all may look at what was lifted (EIN-6)
MOST_RED = pyramid.SIZE * (pyramid.SIZE + 1) // 2
FACTS = Facts(
    name="eintrichtern",
    title="Eintrichtern",
    authors=("Reinhold Wittig",),
    version=2,
    clauses="EIN",
    seats=(2, 3, 4, 5, 6, 7, 8),
    minutes=15,
    kind="memory",
    options={
        "memo": Choice(("off", "on"), printed="off"),  # EIN-5
        "lattice": Number(1, pyramid.SIZE, (8, 7, 6)),  # the size of the base, under a level of red dice
        # EIN-4: red dice that win, printed: by the number of seats
        "goal": Number(1, MOST_RED, ("printed", 4, 6, 8, 10), words={"printed": 0}),
    },
    endings=("won", "red-gone", "no-progress", "limit"),
    same_for_all=True,  # what is hidden is hidden from everybody (EIN-6)
)
SEATS = FACTS.seats
ENDINGS = FACTS.endings
WON, RED_GONE, NO_PROGRESS, LIMIT = range(len(ENDINGS))
# At most 200 lifts for each of 36 red dice, six plies a lift at most, after 46 for the set-up: never reached (GEN-7).
MAX_PLIES = 50_000
PATIENCE = 200  # lifts in a row without a match (GEN-7)

DICE = 3  # pearl dice
LAY = max(SEATS)  # outcomes: start 0..7 | lay POSE, at LAY + pose | die 1..6, at DIE + face - 1
DIE = LAY + POSE_COUNT
OUTCOMES = DIE + 6
THROW, KEEP, BACK = COUNT, COUNT + 1, COUNT + 2  # actions: lift 0..164, the cell of the red die | throw | keep | back
ACTIONS = COUNT + 3

# Yellow dice fill the base; red ones lie above it, where a pyramid one size smaller has its base.
# [lattice] -> how many
BASE_COUNT, RED_COUNT = BASE_COUNTS, np.roll(BASE_COUNTS, 1)
# [lattice][..] -> the cells of the yellow dice, in the order in which they are laid, and of the red ones; then 0
BASE, RED = BASES, np.roll(BASES, 1, axis=0)
# [goal][seats] -> red dice that win; goal 0: as printed (EIN-4)
_AS_PRINTED = [0, 0, 8, 8, 8, 6, 6, 6, 6]
TARGET = np.array([_AS_PRINTED, *([goal] * len(_AS_PRINTED) for goal in range(1, MOST_RED + 1))], np.int64)

DRAWING, LAYING, FALLING, THROWING, CHOOSING, LIFTING, SETTLING, OVER = range(8)  # phases, chance's first


class State:
    plies: Annotated[int, "u2", "plies so far"]
    seats: Annotated[int, "u1"]
    phase: Annotated[
        int,
        "u1",
        Category(0, 7),
        "DRAWING who starts, LAYING yellow dice, FALLING dice, THROWING is all one may do, CHOOSING to "
        "throw or lift, LIFTING is all one may do, SETTLING what happens to the lifted die, OVER",
    ]
    turn: Annotated[int, "u1", Category(0, 7), "whose turn it is"]
    memo: Annotated[int, "u1", "option"]
    lattice: Annotated[int, "u1", "option"]
    goal: Annotated[int, "u1", "option"]
    laid: Annotated[int, "u1", Amount(0, 45), "yellow dice that lie there"]
    left: Annotated[int, "u1", Amount(0, 36), "red dice on the pyramid, the lifted one among them"]
    lifted: Annotated[int, "u1", Category(0, 165), "the cell of the funnel that lies open just now, plus 1; 0 none"]
    idle: Annotated[int, "u1", Amount(0, 200), "lifts in a row without a match"]
    pearl: Annotated[
        list[int], "u1", 3, Category(0, 6), "the throw as it lies, as far as it has fallen; 0 for a die in the hand"
    ]
    won: Annotated[list[int], "u1", 8, Amount(0, 36), "by seat: red dice won"]
    red: Annotated[list[int], "u1", 165, Amount(0, 1), "by cell: 1 where a red die belongs, the lifted one too"]
    shown: Annotated[list[int], "u1", 165, Amount(0, 1), "by cell, with memo = on: 1 for funnels that were lifted once"]
    face: Annotated[
        list[list[int]],
        "u1",
        165,
        3,
        Category(0, 6),
        "by cell of a yellow die, by side: 1..6; 0 unknown or no such die",
    ]


STATE = kernel.record(State, size=848)


@rule
def reset(s: State, seats: int) -> None:
    """The opening position: the red dice have their places, no yellow die has been laid yet (EIN-1)."""
    s.plies = s.turn = s.laid = s.lifted = s.idle = 0
    s.seats = seats
    s.phase = DRAWING
    s.left = RED_COUNT[s.lattice]
    kernel.clear(s.pearl)
    kernel.clear(s.won)
    kernel.clear(s.red)
    kernel.clear(s.shown)
    for cell in range(COUNT):
        kernel.clear(s.face[cell])
    for index in range(RED_COUNT[s.lattice]):
        s.red[RED[s.lattice][index]] = 1


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    if s.phase <= FALLING:
        return 1 << CHANCE
    return 1 << int(s.turn)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; return the number of legal actions."""
    mask[:] = 0
    if seat == CHANCE or movers(s) != 1 << seat:
        return 0
    if s.phase == SETTLING:  # EIN-6
        mask[KEEP if matches(s) else BACK] = 1
        return 1
    count = 0
    if s.phase != LIFTING:
        mask[THROW] = 1
        count += 1
    if s.phase != THROWING:
        red = s.red
        for cell in range(COUNT):  # all levels: one contiguous copy is quicker than copying one level
            mask[cell] = red[cell]
        count += s.left
    return int(count)


@rule
def matches(s: State) -> bool:
    """Do the three faces that look into the lifted funnel add up to the throw (EIN-3)?"""
    return funnel_sum(s, s.lifted - 1) == s.pearl[0] + s.pearl[1] + s.pearl[2]


@rule
def funnel_sum(s: State, funnel: int) -> int:
    """The sum of the faces that look into a funnel (GEO-4)."""
    total = 0
    for side in range(SIDES):
        total += s.face[BELOW[funnel][side]][side]
    return int(total)


@rule
def odds(s: State, weights: Weights) -> int:
    """Every start seat (GEN-1), every pose (GEN-5) and every face is equally likely."""
    if movers(s) != 1 << CHANCE:
        return kernel.evenly(weights, 0, 0)
    if s.phase == FALLING:
        return kernel.evenly(weights, DIE, OUTCOMES - DIE)
    return kernel.evenly(weights, LAY, POSE_COUNT) if s.phase == LAYING else kernel.evenly(weights, 0, s.seats)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply: a die is laid or falls, a throw is begun, a red die is lifted, kept or put back."""
    kernel.count_ply(s)
    if s.phase == FALLING:
        fall(s, action - DIE + 1)
    elif s.phase == SETTLING:
        settle(s)
    elif s.phase == LAYING:
        lay_die(s, action - LAY)
    elif s.phase == DRAWING:
        s.turn = action
        s.phase = LAYING
    elif action == THROW:
        take_up(s)
    else:
        s.lifted = action + 1
        s.shown[action] = s.memo
        s.phase = SETTLING


@rule
def lay_die(s: State, pose: int) -> None:
    """Lay the next yellow die; when all have been laid the start player throws (EIN-1, EIN-2)."""
    cell = BASE[s.lattice][s.laid]
    for side in range(SIDES):
        s.face[cell][side] = POSES[pose][side]
    s.laid += 1
    if s.laid == BASE_COUNT[s.lattice]:
        s.phase = THROWING


@rule
def take_up(s: State) -> None:
    """Take up the pearl dice; nobody looks into the funnel any more (EIN-5)."""
    s.lifted = 0
    kernel.clear(s.pearl)
    s.phase = FALLING


@rule
def fall(s: State, face: int) -> None:
    """One pearl die falls; after the third a red die is lifted (EIN-2)."""
    index = 0
    while s.pearl[index]:
        index += 1
    s.pearl[index] = face
    if index == DICE - 1:
        s.phase = LIFTING


@rule
def settle(s: State) -> None:
    """Keep the lifted die and throw again, or put it back and pass the turn (EIN-3)."""
    if matches(s):
        s.red[s.lifted - 1] = 0
        s.left -= 1
        s.won[s.turn] += 1
        s.lifted = 0
        s.idle = 0
        won = s.won[s.turn] == TARGET[s.goal][s.seats]
        s.phase = OVER if s.left == 0 or won else THROWING  # EIN-4
        return
    s.idle += 1
    if s.idle == PATIENCE:  # GEN-7
        s.phase = OVER
        return
    s.turn = (s.turn + 1) % s.seats
    s.phase = CHOOSING


@rule
def ending(s: State) -> int:
    """How the match has ended."""
    if s.phase != OVER:
        return LIMIT
    if s.won[s.turn] == TARGET[s.goal][s.seats]:
        return WON
    return RED_GONE if s.left == 0 else NO_PROGRESS


@rule
def returns(s: State, out: Shares) -> None:
    """Most red dice win, equal players share (EIN-4, GEN-2, GEN-7)."""
    kernel.share_most(s.won, s.seats, out)


@rule
def scores(s: State, out: Shares) -> None:
    """Red dice won."""
    kernel.copy_points(s.won, s.seats, out)


# --- what may be seen (EIN-5) -----------------------------------------------------------------------------------------


@rule
def hide(s: State, seat: int) -> None:
    """Blank the faces in covered funnels, for everybody alike; after the match nothing is hidden (EIN-6).

    Outward faces look into no funnel. While the dice are being laid nothing is visible.
    """
    if movers(s) == 0:
        return
    if s.phase == LAYING:
        for index in range(s.laid):
            kernel.clear(s.face[BASE[s.lattice][index]])
        return
    reds = RED[s.lattice]
    for index in range(RED_COUNT[s.lattice]):
        funnel = reds[index]
        if s.red[funnel] and s.lifted != funnel + 1 and not (s.memo and s.shown[funnel]):
            for side in range(SIDES):
                s.face[BELOW[funnel][side]][side] = 0


@rule
def sees(s: State, viewer: int, seat: int, action: int) -> bool:
    """Everybody sees every step except the laying of yellow dice; the outward faces of the last one reveal its pose."""
    return bool(s.phase != LAYING or s.laid == BASE_COUNT[s.lattice] - 1)


def guess(s: State, rng: Random, facts: Mapping[tuple[int, int], int] | None = None) -> None:
    """Turn every yellow die of a view into one of the poses that it can have, all equally likely.

    `facts`: faces that somebody knows beyond the view, {(cell, side): face}.
    """
    known = facts or {}
    for cell in BASE[s.lattice, : s.laid].tolist():
        faces = tuple(s.face[cell][side] or known.get((cell, side), 0) for side in range(SIDES))
        possible = poses_with(faces)
        assert possible, f"no die shows {faces}, at {pyramid.cell_text(cell)}"
        s.face[cell][:] = rng.choice(possible)


@cache
def poses_with(faces: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The poses, each as its three faces, that show these; 0 stands for any face. Two known faces leave one pose."""
    every = (tuple(pose) for pose in POSES.tolist())
    return tuple(pose for pose in every if all(face in (0, own) for face, own in zip(faces, pose, strict=True)))


# --- for people -------------------------------------------------------------------------------------------------------


meant = kernel.meant_as_pressed
lay_own = kernel.lay_nothing


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, and why; 0 if none does."""
    if kernel.permits(legal, ACTIONS, s, seat, action):
        return 0
    return _why_not(s, action) if movers(s) == 1 << seat else _why_wait(s)


def _why_wait(s: State) -> Reason:
    """What is waited for."""
    if movers(s) == 0:
        return Reason(4, "over")
    return Reason(2, {DRAWING: "start", LAYING: "pile", FALLING: "dice"}.get(s.phase, "turn"))


def _why_not(s: State, action: int) -> Reason:
    """What is wrong with an action of whose turn it is."""
    if s.phase == SETTLING:
        return _why_not_settled(s, action)
    if action >= KEEP:
        return Reason(6, "nothing-lifted")
    if action == THROW:
        return Reason(2, "thrown", sum=sum(s.pearl))
    again = s.phase == THROWING and s.left < RED_COUNT[s.lattice]
    if s.red[action]:
        return Reason(3, "throw-again") if again else Reason(2, "throw-first")
    return Reason(3 if again else 2, "won-already" if action in _reds(s) else "not-red")


def _why_not_settled(s: State, action: int) -> Reason:
    """What is wrong while a die is lifted: it stays with who found the sum, and goes back otherwise (EIN-3, EIN-6)."""
    if action < KEEP:
        return Reason(6, "settle-first")
    found, wanted = funnel_sum(s, s.lifted - 1), sum(s.pearl)
    return Reason(3, "keep-it", sum=wanted) if found == wanted else Reason(3, "put-back", sum=found, wanted=wanted)


def check(s: State) -> None:
    """Conservation: red dice on level 1, yellow dice that show possible faces, three pearl dice."""
    base = BASE[s.lattice, : BASE_COUNT[s.lattice]].tolist()
    assert sum(s.red) == s.left == RED_COUNT[s.lattice] - sum(s.won), show(s)
    assert sum(s.red[cell] for cell in _reds(s)) == s.left, "a red die is not on level 1"
    assert not any(s.won[s.seats :]) and max(s.won) <= TARGET[s.goal][s.seats], show(s)
    for index, cell in enumerate(base):
        faces = tuple(s.face[cell])
        assert index < s.laid or not any(faces), f"no die lies yet at {pyramid.cell_text(cell)}"
        assert poses_with(faces), f"no die shows {faces}, at {pyramid.cell_text(cell)}"
    assert all(0 <= face <= 6 for face in s.pearl), show(s)
    assert not s.lifted or s.red[s.lifted - 1], show(s)
    assert s.idle <= PATIENCE, show(s)


say, read = kernel.notation(
    FACTS.name,
    actions=(*kernel.each("lift", pyramid.CELL_TEXTS), "throw", "keep", "back"),
    outcomes=pyramid.outcome_texts(LAY),
)


def show(s: State) -> str:
    """The position as text: yellow dice by their faces to X, Y, Z (? hidden); red dice: o, * lifted, . won."""
    marks = ["".join(str(face) if face else "?" for face in s.face[cell]) for cell in range(COUNT)]
    for cell in _reds(s):
        marks[cell] = "*" if s.lifted == cell + 1 else "o" if s.red[cell] else "."
    stocks = "  ".join(f"{'*' if seat == s.turn else ''}{seat}: {s.won[seat]}" for seat in range(s.seats))
    return "\n".join([pyramid.drawing(marks, (0, 1), int(s.lattice)), stocks, _dice(s)])


def _reds(s: State) -> list[int]:
    """The cells in which red dice start."""
    return [int(cell) for cell in RED[s.lattice, : RED_COUNT[s.lattice]]]


def _dice(s: State) -> str:
    if movers(s) == 0:
        return "over"
    throw = " ".join(str(face) for face in s.pearl if face) or "-"
    return f"throw {throw}" + (f"  funnel {pyramid.cell_text(s.lifted - 1)}" if s.lifted else "")
