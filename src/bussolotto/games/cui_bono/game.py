"""Cui bono?, Jens-Peter Steuck: 2 to 6 players take apart a pyramid of three colours; whoever must keep least wins.

On your turn you take a die of the lowest level that shows at least two upper faces; the dice that rest on it slide
down. You may put it back into a funnel of three different colours, or of one colour that is not its own, unless it
would make a row of its colour there. A die that is not put back is kept: a pearl one costs 1 point, a yellow one 2, a
red one 3. When a player keeps their tenth die (with 5 or 6 players their seventh), the player with the fewest points
wins.

Where the printed rules are silent: putting back is a choice (option `back`), a row is three dice of one colour (option
`row`), no position stands twice between two kept dice (option `repeat`, in repeats.py), and a match in which nobody
keeps a die for a long time is scored as it stands. Small pyramids have as many dice of each colour, which no size below
6 allows.
"""

from itertools import product
from typing import Annotated

import numpy as np

from bussolotto.core import kernel, pyramid
from bussolotto.core.bounds import Amount, Category
from bussolotto.core.contract import Choice, Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.pyramid import COUNT, OUTSIDE, SIDES
from bussolotto.core.reasons import Reason
from bussolotto.games.cui_bono import repeats

MOST_KEPT = 12  # the largest number of dice that ends a match; MAX_PLIES is computed for it

FACTS = Facts(
    name="cui-bono",
    title="Cui bono?",
    authors=("Jens-Peter Steuck",),
    version=3,
    clauses="CUI",
    seats=(2, 3, 4, 5, 6),
    minutes=15,
    kind="calm",
    options={
        "row": Choice(("3", "whole_line")),  # CUI-4
        "back": Choice(("free", "must"), printed="must"),  # CUI-5
        "repeat": Choice(("never", "free"), printed="free"),  # CUI-8
        "lattice": Number(6, pyramid.SIZE, values=(8, 7, 6)),  # the top corner of the big pyramid with this size
        # CUI-6: a player with this many dice ends the match; printed: by the number of players
        "keeps": Number(1, MOST_KEPT, values=("printed", 5, 7, 10, 12), words={"printed": 0}),
        # CUI-6: the price of a die, where a pearl one costs 1
        "yellow_points": Number(0, 100, values=(2, 1, 3)),
        "red_points": Number(0, 100, values=(3, 2, 4, 6)),
    },
    endings=("kept", "no-progress", "limit"),
    fewest_win=True,  # of penalty points (CUI-6)
    rolled=(),
    series={"das-spiel": 4},
)
SEATS = FACTS.seats
# No match is longer: 67 dice kept at most, 30 turns of two plies for each of them, and the set-up before
MAX_PLIES = 4_500

COLOURS = ("pearl", "yellow", "red")  # colours count from 1 in the state

PUT = COUNT  # actions: take 0..164 | put, at PUT + cell | keep
KEEP = PUT + COUNT
ACTIONS = KEEP + 1
LAY = max(SEATS)  # outcomes: start 0..5 | lay pearl, yellow, red, at LAY + colour - 1
OUTCOMES = LAY + len(COLOURS)


# [keeps][seats] -> a player who keeps this many dice ends the match; as printed, then as the option says (CUI-6)
AS_PRINTED = (0, 0, 10, 10, 10, 7, 7)
KEPT_AT_END = np.array([AS_PRINTED, *([dice] * 7 for dice in range(1, MOST_KEPT + 1))], np.int64)
# by number of seats
IDLE_AT_END = np.array([0, 0, 20, 20, 20, 30, 30], np.int64)  # turns without a kept die (CUI-7)

# by lattice
_SIZES = range(pyramid.SIZE + 1)
OF_EACH = np.array([len(pyramid.cells(size)) // len(COLOURS) for size in _SIZES], np.int64)  # dice (CUI-1)
LINE_COUNT = np.array([size * (size + 1) // 2 for size in _SIZES], np.int64)
# [lattice][..] -> the lines of cells along the axis to Z that are longer than one: their highest cells. The next cell
# down a line is the next number; the empty part of a line is its upper end, so a line has one funnel at most.
LINES = np.zeros((len(_SIZES), int(LINE_COUNT.max())), np.int64)
_LINE_END = np.zeros((len(_SIZES), COUNT), np.int64)  # [lattice][highest cell of a line] -> its cell in the base
for _size in _SIZES:
    _lines = [pyramid.INDEX[cell] for cell in pyramid.cells(_size - 1) if cell[pyramid.Z] == 0]
    LINES[_size, : len(_lines)] = _lines
    _LINE_END[_size, _lines] = [cell + _size - sum(pyramid.CELLS[cell]) for cell in _lines]


def _suited(colours: tuple[int, ...]) -> int:
    """The colours, as bits, of the dice that a funnel of dice of these colours takes back (CUI-3)."""
    if 0 in colours or len({*colours}) == 2:
        return 0
    return sum(1 << colour for colour in range(1, 4) if colour not in colours or len({*colours}) == 3)


# [first][second][third] -> the colours, as bits, that a funnel of dice of these colours takes back; 0 is no die
_SUITED = np.array([_suited(colours) for colours in product(range(4), repeat=SIDES)], np.int64).reshape(4, 4, 4)

DRAWING, LAYING, TAKING, PUTTING, OVER = range(5)  # phases


class State:
    plies: Annotated[int, "u2", "plies so far"]
    seats: Annotated[int, "i1"]
    phase: Annotated[
        int,
        "i1",
        Category(0, 4),
        "DRAWING who starts, LAYING the dice, TAKING one, PUTTING it back or keeping it, OVER",
    ]
    turn: Annotated[int, "i1", Category(0, 5), "whose turn it is"]
    held: Annotated[int, "i1", Category(0, 3), "the colour of the die in hand, 0 none"]
    laid: Annotated[int, "u1", Amount(0, 165), "the cell whose die is laid next, COUNT when all are"]
    idle: Annotated[int, "u1", Amount(0, 30), "turns in a row without a kept die (CUI-7)"]
    row: Annotated[int, "i1", "option"]
    back: Annotated[int, "i1", "option"]
    repeat_: Annotated[int, "i1", "option"]
    lattice: Annotated[int, "i1", "option"]
    keeps: Annotated[int, "i1", "option"]
    yellow_points: Annotated[int, "i1", "option"]
    red_points: Annotated[int, "i1", "option"]
    to_lay: Annotated[list[int], "i1", 3, Amount(0, 55), "by colour from 1: dice still to be laid"]
    kept: Annotated[list[list[int]], "i1", 6, 3, Amount(0, 12), "by seat, by colour from 1: dice kept"]
    colour: Annotated[list[int], "u1", 165, Category(0, 3), "by cell: the colour of the die there, 0 empty"]
    took: Annotated[
        list[int],
        "u1",
        30,
        Category(0, 165),
        "by turn since the last kept die, with repeat=never: where a die was taken",
    ]
    left: Annotated[list[int], "u1", 30, Category(0, 165), "by turn: the cell that this left empty"]
    into: Annotated[list[int], "u1", 30, Category(0, 165), "by turn: the funnel it went into"]
    bars: Annotated[int, "u1", Amount(0, 10), "how many funnels are barred"]
    barred: Annotated[
        list[int], "u1", 10, Category(0, 165), "funnels in which the die in hand would repeat a position (CUI-8)"
    ]


STATE = kernel.record(State, size=302)


@rule
def reset(s: State, seats: int) -> None:
    """An empty base and as many dice of each colour to be laid (CUI-1)."""
    s.plies = s.turn = s.held = s.laid = s.idle = s.bars = 0
    s.seats = seats
    s.phase = DRAWING
    for kind in range(len(COLOURS)):
        s.to_lay[kind] = OF_EACH[s.lattice]
    for seat in range(max(SEATS)):
        kernel.clear(s.kept[seat])
    kernel.clear(s.colour)
    kernel.clear(s.took)
    kernel.clear(s.left)
    kernel.clear(s.into)
    kernel.clear(s.barred)


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    if s.phase == DRAWING or s.phase == LAYING:
        return 1 << CHANCE
    return 1 << int(s.turn)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; return the number of legal actions."""
    mask[:] = 0
    if movers(s) != 1 << seat:
        return 0
    if s.phase == TAKING:
        return legal_takes(s, mask)
    return legal_puts(s, mask) if s.phase == PUTTING else 0


@rule
def legal_takes(s: State, mask: Mask) -> int:
    """A die of the base that shows two upper faces; there is always one (CUI-2)."""
    count = 0
    base = pyramid.BASES[s.lattice]
    for index in range(pyramid.BASE_COUNTS[s.lattice]):
        cell = base[index]
        if is_loose(s, cell):
            mask[cell] = 1
            count += 1
    return count


@rule
def is_loose(s: State, cell: int) -> bool:
    """Does a die stand in this cell of the base, with at least two uncovered upper faces (CUI-2)?"""
    return bool(s.colour[cell] and pyramid.uncovered(s.colour, cell) >= 2)


@rule
def legal_puts(s: State, mask: Mask) -> int:
    """Every funnel that the die in hand may go into, and keeping it where that is a choice (CUI-5)."""
    count = 0
    lines = LINES[s.lattice]
    for index in range(LINE_COUNT[s.lattice]):
        cell = lowest_gap(s, lines[index])
        if takes_back(s, cell):
            mask[PUT + cell] = 1
            count += 1
    for bar in range(s.bars):
        count -= mask[PUT + s.barred[bar]]
        mask[PUT + s.barred[bar]] = 0
    if s.back == 0:
        mask[KEEP] = 1
        count += 1
    return count


@rule
def lowest_gap(s: State, cell: int) -> int:
    """The last empty cell of the line that begins here; OUTSIDE if the line is full or has no die left."""
    gap = OUTSIDE
    end = _LINE_END[s.lattice, cell]
    while s.colour[cell] == 0:
        gap = cell
        if cell == end:
            return OUTSIDE
        cell += 1
    return gap


@rule
def takes_back(s: State, gap: int) -> bool:
    """Does this gap, if it is one, suit the die in hand (CUI-3, CUI-4)? It may still be barred (CUI-8)."""
    return bool(gap != OUTSIDE and suits(s, gap) and not makes_row(s, gap))


@rule
def suits(s: State, cell: int) -> bool:
    """Are there three dice below this cell, of three colours, or of one that the die in hand does not have (CUI-3)?"""
    first = s.colour[pyramid.BELOW[cell][0]]
    second = s.colour[pyramid.BELOW[cell][1]]
    third = s.colour[pyramid.BELOW[cell][2]]
    return bool(_SUITED[first][second][third] >> s.held & 1)


@rule
def makes_row(s: State, cell: int) -> bool:
    """Would the die in hand stand here in a row of its colour (CUI-4)? Nothing is above it, so rows lead down."""
    for axis in range(SIDES):
        length = 1
        last = cell
        below = int(pyramid.BELOW[cell][axis])
        while below < COUNT and s.colour[below] == s.held:
            length += 1
            last = below
            below = int(pyramid.BELOW[below][axis])
        if length >= 3 and (s.row == 0 or pyramid.LEVEL[last] == pyramid.SIZE - s.lattice):
            return True
    return False


@rule
def odds(s: State, weights: Weights) -> int:
    """Every start seat is equally likely (GEN-1), and so is every die that is still to be laid (CUI-1)."""
    if s.phase == DRAWING and movers(s):
        return kernel.evenly(weights, 0, s.seats)
    weights[:] = 0
    count = 0
    if s.phase == LAYING and movers(s):
        for kind in range(len(COLOURS)):
            weights[LAY + kind] = s.to_lay[kind]
            count += s.to_lay[kind] > 0
    return count


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply: a die is laid, taken, put back or kept."""
    kernel.count_ply(s)
    if s.phase == LAYING:
        lay_die(s, action - LAY)
    elif s.phase == TAKING:
        take_die(s, action)
    elif s.phase == DRAWING:
        s.turn = action
        s.phase = LAYING
    elif action == KEEP:
        keep_die(s)
    else:
        put_die(s, action - PUT)


@rule
def lay_die(s: State, kind: int) -> None:
    """Lay a die of this colour, from 0, on the next cell."""
    s.to_lay[kind] -= 1
    s.colour[s.laid] = kind + 1
    s.laid = pyramid.NEXT[s.lattice][s.laid]
    if s.laid == COUNT:
        s.phase = TAKING


@rule
def take_die(s: State, cell: int) -> None:
    """Take the die into the hand; what rests on it slides (CUI-2). If no funnel takes it back, it is kept (CUI-5)."""
    s.held = s.colour[cell]
    emptied = pyramid.slide(s.colour, cell)
    s.phase = PUTTING
    if s.repeat_ == 0:
        repeats.remember_take(s, cell, emptied)
    lines = LINES[s.lattice]
    for index in range(LINE_COUNT[s.lattice]):
        cell = lowest_gap(s, lines[index])
        if takes_back(s, cell) and not repeats.is_barred(s, cell):
            return
    keep_die(s)


@rule
def put_die(s: State, cell: int) -> None:
    """Put the die back into a funnel; after many turns without a kept die the match ends (CUI-3, CUI-7)."""
    s.colour[cell] = s.held
    if s.repeat_ == 0:
        repeats.remember_put(s, cell)
    s.idle += 1
    end_turn(s, s.idle == IDLE_AT_END[s.seats])


@rule
def keep_die(s: State) -> None:
    """Keep the die for good; a player with enough dice ends the match (CUI-5, CUI-6)."""
    s.kept[s.turn][s.held - 1] += 1
    if s.repeat_ == 0:
        repeats.forget(s)
    s.idle = 0
    end_turn(s, dice_of(s, s.turn) == KEPT_AT_END[s.keeps][s.seats])


@rule
def end_turn(s: State, over: bool) -> None:
    """The hand is empty: the next player's turn, or nobody's."""
    s.held = 0
    if over:
        s.phase = OVER
    else:
        s.phase = TAKING
        s.turn = (s.turn + 1) % s.seats


@rule
def ending(s: State) -> int:
    """How the match has ended, as an index of ENDINGS."""
    if s.phase != OVER:
        return 2
    return 1 if s.idle == IDLE_AT_END[s.seats] else 0


@rule
def dice_of(s: State, seat: int) -> int:
    """The number of dice that this seat has kept."""
    return int(s.kept[seat][0] + s.kept[seat][1] + s.kept[seat][2])


@rule
def points_of(s: State, seat: int) -> int:
    """Penalty points of the dice that this seat has kept (CUI-6)."""
    yellow = int(s.yellow_points) * int(s.kept[seat][1])
    return int(s.kept[seat][0]) + yellow + int(s.red_points) * int(s.kept[seat][2])


@rule
def price(s: State, colour: int) -> int:
    """Penalty points of a die of this colour, from 1 (CUI-6)."""
    if colour == 1:
        return 1
    return int(s.yellow_points if colour == 2 else s.red_points)


@rule
def burden(s: State, seat: int) -> int:
    """What is compared at the end: points, then dice (CUI-6)."""
    return points_of(s, seat) * (COUNT + 1) + dice_of(s, seat)


@rule
def returns(s: State, out: Shares) -> None:
    """Fewest points win, then fewest dice; equal players share (CUI-6, GEN-2)."""
    out[:] = 0.0
    for seat in range(s.seats):
        out[seat] = 0.0 - burden(s, seat)
    kernel.share_best(out, s.seats)


@rule
def scores(s: State, out: Shares) -> None:
    """Penalty points (CUI-6)."""
    out[:] = 0.0
    for seat in range(s.seats):
        out[seat] = points_of(s, seat)


hide, sees, guess, meant, lay_own = kernel.ALL_OPEN


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, and why; 0 if none does."""
    if kernel.permits(legal, ACTIONS, s, seat, action):
        return 0
    return _why_not(s, action) if movers(s) == 1 << seat else _why_wait(s)


def _why_wait(s: State) -> Reason:
    """What is waited for."""
    if movers(s) == 0:
        return Reason(6 if ending(s) == 0 else 7, "over")
    if s.phase in (DRAWING, LAYING):
        return Reason(1, "start" if s.phase == DRAWING else "pile")
    return Reason(2, "turn")


def _why_not(s: State, action: int) -> Reason:
    """What is wrong with an action of whose turn it is."""
    if action < PUT:
        return Reason(2, "held", colour=COLOURS[s.held - 1]) if s.held else _why_not_taken(s, action)
    if action == KEEP:
        return Reason(5, "put-back" if s.held else "take-first")
    return _why_not_here(s, action - PUT) if s.held else Reason(3, "take-first")


def _why_not_taken(s: State, cell: int) -> Reason:
    """What is wrong with a die that is taken (CUI-2)."""
    if sum(pyramid.CELLS[cell]) != s.lattice:
        return Reason(2, "above-base")
    if s.colour[cell] == 0:
        return Reason(2, "empty")
    return Reason(2, "covered" if pyramid.uncovered(s.colour, cell) else "buried")


def _why_not_here(s: State, cell: int) -> Reason:
    """What is wrong with putting the die in hand into this cell (CUI-3, CUI-4, CUI-8)."""
    colour = COLOURS[s.held - 1]
    if s.colour[cell] or not pyramid.is_funnel(s.colour, cell):
        base = not s.colour[cell] and sum(pyramid.CELLS[cell]) == s.lattice
        return Reason(3, "hollow") if base else pyramid.no_place(3, s.colour, cell)
    if not suits(s, cell):
        kinds = len({s.colour[below] for below in pyramid.BELOW[cell]})
        return Reason(3, "same-colour" if kinds == 1 else "two-colours", colour=colour)
    return Reason(4, "row", colour=colour) if makes_row(s, cell) else Reason(8, "again")


def check(s: State) -> None:
    """Conservation: equally many dice of each colour; a pile that stands; nobody keeps dice after the end."""
    size = int(s.lattice)
    for kind in range(len(COLOURS)):
        kept = sum(s.kept[seat][kind] for seat in range(max(SEATS)))
        standing = sum(colour == kind + 1 for colour in s.colour)
        assert s.to_lay[kind] + standing + kept + (s.held == kind + 1) == OF_EACH[s.lattice], show(s)
    assert sum(map(int, s.to_lay)) == sum(sum(cell) <= size for cell in pyramid.CELLS[s.laid :]), show(s)
    if s.phase > LAYING:
        assert pyramid.stands(s.colour, size), show(s)
    most = max(dice_of(s, seat) for seat in range(s.seats))
    allowed = KEPT_AT_END[s.keeps][s.seats]
    assert most < allowed or (most == allowed and s.phase == OVER), show(s)
    assert bool(s.held) == (s.phase == PUTTING), show(s)
    assert s.bars == 0 or s.phase == PUTTING, show(s)


say, read = kernel.notation(
    FACTS.name,
    actions=(*kernel.each("take", pyramid.CELL_TEXTS), *kernel.each("put", pyramid.CELL_TEXTS), "keep"),
    outcomes=(*kernel.each("start", range(LAY)), *kernel.each("lay", COLOURS)),
)


def show(s: State) -> str:
    """The position as text: the levels side by side (p pearl, y yellow, r red), then the seats and the die in hand."""
    marks = [".pyr"[colour] for colour in s.colour]
    stocks = "  ".join(_stock(s, seat) for seat in range(s.seats))
    return "\n".join([pyramid.drawing(marks, size=int(s.lattice)), stocks, _hand(s)])


def _stock(s: State, seat: int) -> str:
    kept = "".join("pyr"[kind] * s.kept[seat][kind] for kind in range(len(COLOURS)))
    return f"{'*' if seat == s.turn else ''}{seat}: {points_of(s, seat)} {kept}".rstrip()


def _hand(s: State) -> str:
    if movers(s) == 0:
        return "over"
    if s.phase in (DRAWING, LAYING):
        return f"to lay {sum(map(int, s.to_lay))}"
    return f"in hand {COLOURS[s.held - 1] if s.held else '-'}  idle {s.idle}"
