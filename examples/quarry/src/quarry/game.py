"""Quarry: 2 to 4 players break a pyramid of coloured dice. Haul in time, or rubble buries the cart.

On your turn take a free die into your cart. Then haul the cart home, or take another die: from the second one on you
roll, and a roll that is too low for so full a cart buries all of it. Pearl dice bring 1 point, yellow ones 2, red ones
3, and every set of the three colours more. When no die is left the most points win.
"""

from typing import Annotated

import numpy as np

from bussolotto.core import kernel, pyramid
from bussolotto.core.bounds import Amount, Category
from bussolotto.core.contract import Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.looks import Figure, Looks, Pile, Tray
from bussolotto.core.pyramid import COUNT, SIDES
from bussolotto.core.reasons import Reason

COLOURS = ("pearl", "yellow", "red")  # a die of each is worth 1, 2, 3 points (QUA-4)
LARGEST = 6

FACTS = Facts(
    name="quarry",
    title="Quarry",
    authors=("The Bussolotto maintainers",),
    version=1,
    clauses="QUA",
    seats=(2, 3, 4),
    minutes=15,
    kind="calm",
    options={
        "lattice": Number(3, LARGEST, values=(5, 4, 6, 3), ours=True),  # the size of the pyramid (QUA-1)
        "danger": Number(0, 3, values=(1, 0, 2), ours=True),  # how soon rubble falls (QUA-3)
        "set_points": Number(0, 12, values=(4, 0, 2, 6), ours=True),  # of a set of three colours (QUA-4)
    },
    endings=("cleared", "limit"),
    phases=("laying", "taking", "rolling", "over"),
    looks=Looks(
        pile=Pile("colour", COLOURS, size="lattice"),
        trays=(Tray("cart", COLOURS), Tray("hauled", COLOURS, by_seat=True)),
        figures=(Figure("left"), Figure("need")),
        score="points",
    ),
)
SEATS = max(FACTS.seats)

HAUL = COUNT  # actions: take 0..164 | haul
ACTIONS = HAUL + 1
FACE = len(COLOURS)  # outcomes: lay pearl, yellow, red | die 1..6, at FACE + face - 1
OUTCOMES = FACE + 6

LAYING, TAKING, ROLLING, OVER = range(4)  # phases

# by lattice
DICE = np.array([len(pyramid.cells(size)) for size in range(LARGEST + 1)], np.int64)
MAX_PLIES = 4 * int(DICE[LARGEST])  # every die is laid, taken, rolled for and hauled at most once


class State:
    plies: Annotated[int, "u2", "plies so far"]
    seats: Annotated[int, "i1"]
    phase: Annotated[int, "i1", Category(0, 3), "LAYING the dice, TAKING one, ROLLING for rubble, OVER"]
    turn: Annotated[int, "i1", Category(0, 3), "whose turn it is"]
    laid: Annotated[int, "u1", Amount(0, 165), "the cell whose die is laid next, COUNT when all are"]
    left: Annotated[int, "u1", Amount(0, 84), "dice that stand, or are still to be laid"]
    buried: Annotated[int, "u1", Amount(0, 84), "dice that nobody has got"]
    need: Annotated[int, "u1", Amount(0, 86), "the lowest roll that saves the cart, the next one while TAKING; 0: none"]
    lattice: Annotated[int, "u1", "option"]
    danger: Annotated[int, "u1", "option"]
    set_points: Annotated[int, "u1", "option"]
    to_lay: Annotated[list[int], "u1", 3, Amount(0, 28), "by colour: dice still to be laid"]
    cart: Annotated[list[int], "u1", 3, Amount(0, 28), "by colour: dice in the cart"]
    hauled: Annotated[list[list[int]], "u1", 4, 3, Amount(0, 28), "by seat, by colour: dice brought home"]
    points: Annotated[list[int], "i2", 4, Amount(0, 504), "by seat: what they are worth"]
    colour: Annotated[list[int], "u1", 165, Category(0, 3), "by cell: the colour of the die there from 1, 0 empty"]


STATE = kernel.record(State, size=203)


@rule
def reset(s: State, seats: int) -> None:
    """An empty base, and as many dice of each colour as can be (QUA-1)."""
    s.plies = s.turn = s.buried = s.need = 0
    s.seats = seats
    s.phase = LAYING
    s.laid = 0  # the top, which every lattice has
    s.left = DICE[s.lattice]
    for kind in range(len(COLOURS)):
        s.to_lay[kind] = (DICE[s.lattice] + 2 - kind) // len(COLOURS)
    kernel.clear(s.cart)
    kernel.clear(s.points)
    kernel.clear(s.colour)
    for seat in range(SEATS):
        kernel.clear(s.hauled[seat])


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    return 1 << int(s.turn) if s.phase == TAKING else 1 << CHANCE


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Any free die, and hauling what is in the cart (QUA-2, QUA-3)."""
    mask[:] = 0
    if s.phase != TAKING or movers(s) != 1 << seat:
        return 0
    count = 0
    for cell in range(COUNT):
        if is_free(s, cell):
            mask[cell] = 1
            count += 1
    if load(s):
        mask[HAUL] = 1
        count += 1
    return count


@rule
def is_free(s: State, cell: int) -> bool:
    """Does a die stand here that shows all of its upper faces (QUA-2)?"""
    return bool(s.colour[cell] and pyramid.uncovered(s.colour, cell) == SIDES)


@rule
def load(s: State) -> int:
    """How many dice the cart holds."""
    return int(s.cart[0]) + int(s.cart[1]) + int(s.cart[2])


@rule
def odds(s: State, weights: Weights) -> int:
    """Every die that is still to be laid is equally likely (QUA-1), and so is every face (QUA-3)."""
    if s.phase != LAYING:
        return kernel.evenly(weights, FACE, 6 if s.phase == ROLLING and movers(s) else 0)
    weights[:] = 0
    count = 0
    for kind in range(len(COLOURS)):
        weights[kind] = s.to_lay[kind]
        count += s.to_lay[kind] > 0
    return count


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply: a die is laid, taken or rolled, or the cart is hauled."""
    kernel.count_ply(s)
    if s.phase == LAYING:
        lay_die(s, action)
    elif s.phase == ROLLING:
        roll(s, action - FACE + 1)
    elif action == HAUL:
        haul(s)
    else:
        take_die(s, action)


@rule
def lay_die(s: State, kind: int) -> None:
    """Lay a die of this colour on the next cell (QUA-1)."""
    s.to_lay[kind] -= 1
    s.colour[s.laid] = kind + 1
    s.laid = pyramid.NEXT[s.lattice][s.laid]
    if s.laid == COUNT:
        s.phase = TAKING


@rule
def take_die(s: State, cell: int) -> None:
    """Take a die into the cart; from the second one on a roll follows (QUA-2, QUA-3)."""
    s.cart[s.colour[cell] - 1] += 1
    s.colour[cell] = 0
    s.left -= 1
    if load(s) > 1:
        s.phase = ROLLING
    elif s.left == 0:
        haul(s)
    else:
        s.need = least(s, 2)


@rule
def roll(s: State, face: int) -> None:
    """A roll that is too low buries the cart (QUA-3). With the last die the cart is home, too (QUA-5)."""
    s.phase = TAKING
    if face < least(s, load(s)):
        s.buried += load(s)
        end_turn(s)
    elif s.left == 0:
        haul(s)
    else:
        s.need = least(s, load(s) + 1)


@rule
def least(s: State, dice: int) -> int:
    """The lowest roll that saves a cart with so many dice (QUA-3)."""
    return dice - 1 + int(s.danger)


@rule
def haul(s: State) -> None:
    """Bring the dice home, and count them (QUA-3, QUA-4)."""
    for kind in range(len(COLOURS)):
        s.hauled[s.turn][kind] += s.cart[kind]
    s.points[s.turn] = worth(s, s.turn)
    end_turn(s)


@rule
def worth(s: State, seat: int) -> int:
    """Points for the dice that a seat has brought home (QUA-4)."""
    pearl, yellow, red = int(s.hauled[seat][0]), int(s.hauled[seat][1]), int(s.hauled[seat][2])
    return pearl + 2 * yellow + 3 * red + int(s.set_points) * min(pearl, yellow, red)


@rule
def end_turn(s: State) -> None:
    """An empty cart for the next player, or the end (QUA-5)."""
    kernel.clear(s.cart)
    s.need = 0
    s.turn = (s.turn + 1) % s.seats
    s.phase = TAKING if s.left else OVER


@rule
def ending(s: State) -> int:
    return 0 if s.phase == OVER else 1


@rule
def returns(s: State, out: Shares) -> None:
    """Most points win, equal players share (QUA-5)."""
    kernel.share_most(s.points, s.seats, out)


@rule
def scores(s: State, out: Shares) -> None:
    kernel.copy_points(s.points, s.seats, out)


hide, sees, guess, meant, lay_own = kernel.ALL_OPEN


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, and why; 0 if none does."""
    if kernel.permits(legal, ACTIONS, s, seat, action):
        return 0
    if movers(s) == 0:
        return Reason(5, "over")
    if movers(s) != 1 << seat:
        return Reason(1, "pile") if s.phase == LAYING else Reason(2, "turn")
    if action == HAUL:
        return Reason(3, "empty")
    if not s.colour[action]:
        return Reason(2, "gone")
    return Reason(2, "covered", n=SIDES - int(pyramid.uncovered(s.colour, action)))


def check(s: State) -> None:
    """Conservation: every die is to be laid, stands, lies in the cart, is at home or buried; the pile stands."""
    standing = sum(colour > 0 for colour in s.colour)
    home = sum(sum(map(int, dice)) for dice in s.hauled)
    to_lay = sum(map(int, s.to_lay))
    assert standing + to_lay == s.left, show(s)
    assert s.left + load(s) + home + s.buried == DICE[s.lattice], show(s)
    assert [int(points) for points in s.points] == [worth(s, seat) for seat in range(SEATS)], show(s)
    if load(s):
        assert s.need == least(s, load(s) + (s.phase == TAKING)), show(s)
    assert s.phase == LAYING or pyramid.stands(s.colour, s.lattice), show(s)


say, read = kernel.notation(
    "quarry",
    actions=(*kernel.each("take", pyramid.CELL_TEXTS), "haul"),
    outcomes=(*kernel.each("lay", COLOURS), *kernel.each("die", range(1, 7))),
)


def show(s: State) -> str:
    """Who has what, the cart, and the dice that stand, level by level from the base: `p`, `y`, `r`."""
    stocks = "  ".join(f"{'*' if seat == s.turn else ''}{seat}: {s.points[seat]}" for seat in range(s.seats))
    cart = " ".join(f"{count} {colour}" for count, colour in zip(s.cart, COLOURS, strict=True) if count)
    pile = pyramid.drawing([".pyr"[colour] for colour in s.colour], size=int(s.lattice))
    return f"{pile}\n{stocks}  cart: {cart or 'empty'}  left: {s.left}"
