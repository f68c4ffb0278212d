"""Abquetschen (Squeeze Play), Reinhold Wittig: 3 or 4 builders, 55 dice each, one pyramid.

On your turn roll the turquoise die and build exactly that many of your dice onto the pile: they must be connected face
to face, and one of them must touch an older die of yours. A straight row of four or more earns extra dice. Build over
the dice of the others so that they find no place. The player who runs out of dice first, or has the fewest left, wins.

Pips do not matter. The module builds.py finds where the next die may go so that the rest can follow.

Where the rules are silent [R]: who is walled in is our reading of a die that is hidden (ABQ-8, options `blocked` and
`blocked_roll`). With bonus=single an extra die must touch one of the seat's own dice that stands when it
is placed. After a turn without a die the match ends by `nobody-can-build` even if the next seat is blocked as well.
Small lattices are played with all dice. However long a row is, it earns three extra dice at most.
"""

from typing import Annotated, Any

import numpy as np

from bussolotto.core import kernel, pyramid
from bussolotto.core.bounds import Amount, Bits, Category
from bussolotto.core.contract import Choice, Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.pyramid import COUNT, GROUND, OUTSIDE, SIDES
from bussolotto.core.reasons import Reason
from bussolotto.games.abquetschen import builds
from bussolotto.games.abquetschen.builds import ABOVE, BELOW, FULL, GUARDED, IN, LAID, MAY, OUT, TOUCH

FACTS = Facts(
    name="abquetschen",
    title="Abquetschen",
    authors=("Reinhold Wittig",),
    version=3,
    clauses="ABQ",
    seats=(3, 4),
    minutes=30,
    kind="building",
    colours=("red", "yellow", "pearl", "violet"),
    options={
        "opening": Choice(("inner", "central")),  # ABQ-1
        "touch": Choice(("connected", "pairwise"), printed="pairwise"),  # ABQ-3
        "bonus": Choice(("build", "single")),  # ABQ-6
        "blocked": Choice(("walled_in", "hidden"), printed="hidden"),  # ABQ-8
        "blocked_roll": Choice(("roll_first", "check_first")),  # ABQ-8
        # the top corner of the big pyramid with this size, for shorter matches; a smaller one has no room for four
        "lattice": Number(3, pyramid.SIZE, values=(8, 7, 6, 4, 3)),
        # ABQ-1: dice of each seat, more than the opening takes; no pyramid has room for more
        "stock": Number(5, pyramid.COUNT, values=(55, 40, 25)),
        # ABQ-6: dice in a row that earn the first extra die; no build has more
        "in_row": Number(2, 6, values=(4, 3, 5)),
    },
    endings=("roll", "empty", "blocked", "nobody-can-build", "limit"),
    outright=("roll",),  # ABQ-7
    apart=("die",),  # each roll is a turn, even if the player cannot build (ABQ-2)
    one_die_a_roll=True,  # the look-ahead tries how many fit, so it takes long if many are rolled
    series={"das-spiel": 1},
)
SEATS = FACTS.seats
COLOURS = FACTS.colours
ENDINGS = FACTS.endings
MAX_PLIES = 10_000  # [P] far beyond any match: a random one takes some 175 plies
BY_ROLL, BY_EMPTY, BY_BLOCKED, BY_NOBODY, BY_LIMIT = range(len(ENDINGS))

HIDDEN = 1  # values of options
ROLL_FIRST, CHECK_FIRST = range(2)

FACES = 6
OPEN = COUNT  # actions: place 0..164 | open, at OPEN + apex | bonus 0..3, at BONUS + number
BONUS = 2 * COUNT
MOST_EXTRAS = 3
ACTIONS = BONUS + MOST_EXTRAS + 1
FOUR = max(SEATS)  # outcomes: start 0..3 | four 0..3, at FOUR + seat | die 1..6, at DIE + face - 1
DIE = 2 * FOUR
OUTCOMES = DIE + FACES

CENTRAL = ((2, 2, 3), (2, 3, 2), (3, 2, 2))


def apexes(size: int, opening: str) -> list[pyramid.Cell]:
    """Where the die on top of an opening tetrahedron may stand: its other three dice are in inner base cells (ABQ-1).

    A lattice of size 3 has too few of those: there any three neighbouring cells are allowed.
    """
    tops = [cell for cell in pyramid.cells(size) if sum(cell) == size - 1]
    if size == pyramid.SIZE and opening == "central":
        return [cell for cell in tops if cell in CENTRAL]
    return [cell for cell in tops if min(cell) > 0 or size == 3]


# [lattice][opening][cell] -> 1 where the apex may stand
APEXES = np.zeros((pyramid.SIZE + 1, len(FACTS.options["opening"].suggested), COUNT), np.uint8)
for _size in range(3, pyramid.SIZE + 1):
    for _opening, _name in enumerate(FACTS.options["opening"].suggested):
        APEXES[_size, _opening, [pyramid.INDEX[cell] for cell in apexes(_size, _name)]] = 1
# [lattice][cell] -> FULL below the lattice, where nothing is built
_BEYOND = np.array([FULL * (1 - pyramid.within(size)) for size in range(pyramid.SIZE + 1)], np.uint8)
# [seats - 3][throws before this one] -> weight of a first 4; when all have thrown, the order repeats (ABQ-1)
_FOURS = np.array([[36, 30, 25, 0], [216, 180, 150, 125]], np.int64)

DRAWING, THROWING, OPENING, ROLLING, BUILDING, CHOOSING, ADDING, OVER = range(8)  # phases
EARNING, DOUBTING, PASSING = range(8, 11)  # phases that end within the ply: how many extra dice, can nobody build, next


class State:
    plies: Annotated[int, "u2", "plies so far"]
    seats: Annotated[int, "u1"]
    phase: Annotated[
        int,
        "u1",
        Category(0, 7),
        "DRAWING who throws first, THROWING for the 4, OPENING, ROLLING, BUILDING the roll, CHOOSING how "
        "many extra dice, ADDING them, OVER",
    ]
    turn: Annotated[int, "u1", Category(0, 3), "whose turn it is; while THROWING, who throws first"]
    opening: Annotated[int, "u1", "option"]
    touch: Annotated[int, "u1", "option"]
    bonus: Annotated[int, "u1", "option"]
    blocked: Annotated[int, "u1", "option"]
    blocked_roll: Annotated[int, "u1", "option"]
    lattice: Annotated[int, "u1", "option"]
    stock: Annotated[int, "u1", "option"]
    in_row: Annotated[int, "u1", "option"]
    ended: Annotated[int, "u1", Category(0, 4), "once OVER: how, an index into ENDINGS"]
    apex: Annotated[int, "u1", Category(0, 165), "the cell of the opening die on top; OUTSIDE before"]
    roll: Annotated[int, "u1", Amount(0, 6), "dice to be placed in this build, 0 when there is none"]
    laid: Annotated[int, "u1", Amount(0, 6), "how many of them stand"]
    guarded: Annotated[
        int, "u1", Amount(0, 20), "faces' cells of the opening dice that this build may not fill all (ABQ-5), or 0"
    ]
    extras: Annotated[int, "u1", Bits(4), "while CHOOSING: bit k is set where k extra dice can be built"]
    reserve: Annotated[list[int], "u1", 4, Amount(0, 165), "by seat: dice left"]
    owner: Annotated[list[int], "u1", 165, Category(0, 4), "by cell: seat + 1 of the die there, 0 where there is none"]
    mark: Annotated[
        list[int], "u1", 167, Bits(8), "by cell, OUTSIDE, GROUND: what it is in this build; 0 when there is none"
    ]


STATE = kernel.record(State, size=355)


@rule
def reset(s: State, seats: int) -> None:
    """The empty base (ABQ-1)."""
    s.plies = s.turn = s.ended = s.extras = 0
    s.seats = seats
    s.phase = DRAWING
    s.apex = OUTSIDE
    for seat in range(4):
        s.reserve[seat] = s.stock if seat < seats else 0
    kernel.clear(s.owner)
    clear_build(s)


@rule
def clear_build(s: State) -> None:
    """Reset the fields of a build."""
    s.roll = s.laid = s.guarded = 0
    kernel.clear(s.mark)


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act."""
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    if s.phase == DRAWING or s.phase == THROWING or s.phase == ROLLING:
        return 1 << CHANCE
    return 1 << int(s.turn)


@rule
def ending(s: State) -> int:
    """How the match ended, an index into ENDINGS."""
    return int(s.ended) if s.phase == OVER else BY_LIMIT


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; return the number of legal actions."""
    mask[:] = 0
    if movers(s) != 1 << seat or seat == CHANCE:
        return 0
    count = 0
    if s.phase == OPENING:
        for cell in range(COUNT):
            mask[OPEN + cell] = APEXES[s.lattice][s.opening][cell]
            count += APEXES[s.lattice][s.opening][cell]
    elif s.phase == CHOOSING:
        for number in range(MOST_EXTRAS + 1):
            mask[BONUS + number] = s.extras >> number & 1
            count += s.extras >> number & 1
    else:
        mark = s.mark
        for cell in range(COUNT):
            may = mark[cell] // MAY & 1
            mask[cell] = may
            count += may
    return int(count)


@rule
def odds(s: State, weights: Weights) -> int:
    """Draw who throws first (GEN-1), then who throws the first 4 (ABQ-1); every face is equally likely."""
    if movers(s) != 1 << CHANCE:
        return kernel.evenly(weights, 0, 0)
    if s.phase == ROLLING:
        return kernel.evenly(weights, DIE, FACES)
    if s.phase == DRAWING:
        return kernel.evenly(weights, 0, s.seats)
    weights[:] = 0
    for place in range(s.seats):
        weights[FOUR + (s.turn + place) % s.seats] = _FOURS[s.seats - 3][place]
    return int(s.seats)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply, and what follows from it."""
    kernel.count_ply(s)
    if s.phase == DRAWING:
        s.turn = action
        s.phase = THROWING
    elif s.phase == THROWING:
        s.turn = action - FOUR
        s.phase = OPENING
    elif s.phase == OPENING:
        build_opening(s, action - OPEN)
    elif s.phase == ROLLING:
        fall(s, action - DIE + 1)
    elif s.phase == CHOOSING:
        choose_extras(s, action - BONUS)
    else:
        place(s, action)
    if s.roll:
        look_ahead(s)
    if s.phase == PASSING:
        pass_on(s)


@rule
def build_opening(s: State, apex: int) -> None:
    """Build the tetrahedron under this apex; that is the first turn (ABQ-1)."""
    s.apex = apex
    s.owner[apex] = s.turn + 1
    for axis in range(SIDES):
        s.owner[BELOW[apex][axis]] = s.turn + 1
    s.reserve[s.turn] -= 1 + SIDES
    s.phase = PASSING


@rule
def fall(s: State, face: int) -> None:
    """The die has fallen: it wins (ABQ-7), finds the seat blocked (ABQ-8), or says how many to place (ABQ-2)."""
    if face >= s.reserve[s.turn]:
        end(s, BY_ROLL)
    elif s.blocked_roll == ROLL_FIRST and is_blocked(s, s.turn):
        end(s, BY_BLOCKED)
    else:
        s.phase = BUILDING
        s.roll = face


@rule
def choose_extras(s: State, number: int) -> None:
    """Place this many extra dice next (ABQ-6)."""
    s.extras = 0
    s.phase = ADDING if number else PASSING
    s.roll = number


@rule
def place(s: State, cell: int) -> None:
    """Place one die of the build (ABQ-2); after the last one extra dice may be earned (ABQ-6)."""
    s.owner[cell] = s.turn + 1
    s.reserve[s.turn] -= 1
    builds.lay(s.mark, cell)
    s.laid += 1
    if s.laid == s.roll:
        may_earn = s.phase == BUILDING and s.roll >= s.in_row
        earned = builds.longest_row(s.mark) - int(s.in_row) + 1 if may_earn else 0
        s.roll = max(0, min(earned, MOST_EXTRAS, int(s.reserve[s.turn])))
        s.laid = 0
        s.phase = EARNING if s.roll else PASSING


@rule
def look_ahead(s: State) -> None:
    """Find out where the next die may go, how many extra dice may be chosen, or whether nobody can build at all."""
    seat = int(s.turn)
    while s.roll:
        if s.laid == 0:
            s.guarded = mark_cells(s, seat, s.mark)
        count = builds.survey(s.mark, kind_of_build(s), s.roll, s.laid, s.guarded)
        if s.phase == EARNING:
            earn(s, count > 0)
        elif count and s.phase != DOUBTING:
            return
        elif count:
            s.roll = 0
            s.phase = PASSING
        elif s.phase == BUILDING:
            s.phase = DOUBTING if least_reserve(s) > FACES else PASSING
            s.roll = 1 if s.phase == DOUBTING else 0
            seat = 0
        elif s.roll < FACES:
            s.roll += 1
        else:
            seat += 1
            s.roll = 1 if seat < s.seats else 0
    clear_build(s)
    if s.phase == DOUBTING:
        end(s, BY_NOBODY)


@rule
def kind_of_build(s: State) -> int:
    """How the dice of this build must touch (ABQ-3, ABQ-6)."""
    extra = s.phase == ADDING or s.phase == EARNING
    return builds.SINGLE if extra and s.bonus else int(s.touch)


@rule
def earn(s: State, buildable: bool) -> None:
    """Note whether this many extra dice can be built; then try one fewer, or let the player choose (ABQ-6)."""
    if buildable:
        s.extras |= 1 << s.roll
    s.roll -= 1
    if s.roll == 0:
        s.phase = CHOOSING if s.extras else PASSING
        s.extras |= s.extras > 0


@rule
def least_reserve(s: State) -> int:
    """The smallest reserve."""
    least = int(s.stock)
    for seat in range(s.seats):
        least = min(least, int(s.reserve[seat]))
    return least


@rule
def mark_cells(s: State, seat: int, mark: Any) -> int:
    """Mark the cells before a build of this seat (ABQ-4); return how many it may not fill completely (ABQ-5)."""
    owner = s.owner
    beyond = _BEYOND[s.lattice]
    for cell in range(COUNT):
        mark[cell] = beyond[cell] | min(1, owner[cell]) * FULL
    mark[OUTSIDE] = OUT
    mark[GROUND] = FULL
    first = s.reserve[seat] == s.stock
    for cell in range(COUNT):
        if owner[cell] == seat + 1 or (first and owner[cell]):
            for side in range(SIDES):
                mark[ABOVE[cell][side]] |= TOUCH
    return 0 if owner[s.apex] == seat + 1 else mark_guarded(s, mark)


@rule
def mark_guarded(s: State, mark: Any) -> int:
    """Mark the cells that cover the opening dice; return how many of them are empty (ABQ-5)."""
    count = 0
    for axis in range(SIDES + 1):
        die = int(s.apex) if axis == SIDES else BELOW[s.apex][axis]
        for side in range(SIDES):
            above = ABOVE[die][side]
            if mark[above] & (FULL | OUT | GUARDED) == 0:
                mark[above] |= GUARDED
                count += 1
    return count


@rule
def pass_on(s: State) -> None:
    """A player without dice wins (ABQ-7); else the next seat is to roll, unless it is found blocked before (ABQ-8)."""
    clear_build(s)
    if s.reserve[s.turn] == 0:
        end(s, BY_EMPTY)
        return
    s.turn = (s.turn + 1) % s.seats
    s.phase = ROLLING
    if s.blocked_roll == CHECK_FIRST and is_blocked(s, s.turn):
        end(s, BY_BLOCKED)


@rule
def is_blocked(s: State, seat: int) -> bool:
    """Has this seat built, and is there no empty cell above any of its dice (ABQ-8)?

    With `hidden` a face that looks out of the pyramid is not blocked either, although nothing can be built on it.
    """
    if s.reserve[seat] == s.stock:
        return False
    owner = s.owner
    for cell in range(COUNT):
        if owner[cell] == seat + 1:
            for side in range(SIDES):
                above = ABOVE[cell][side]
                if s.blocked == HIDDEN if above == OUTSIDE else owner[above] == 0:
                    return False
    return True


@rule
def end(s: State, how: int) -> None:
    """End the match."""
    s.phase = OVER
    s.ended = how


@rule
def returns(s: State, out: Shares) -> None:
    """A roll as high as the own reserve wins alone (ABQ-7), else the smallest reserve; equals share (ABQ-8, GEN-2)."""
    if s.phase == OVER and s.ended == BY_ROLL:
        out[:] = 0.0
        out[s.turn] = 1.0
        return
    kernel.share_fewest(s.reserve, s.seats, out)


@rule
def scores(s: State, out: Shares) -> None:
    """Dice placed."""
    out[:] = 0.0
    for seat in range(s.seats):
        out[seat] = int(s.stock) - int(s.reserve[seat])


hide, sees, guess, meant, lay_own = kernel.ALL_OPEN


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, and why; 0 if none does."""
    if kernel.permits(legal, ACTIONS, s, seat, action):
        return 0
    return _why_not(s, action) if movers(s) == 1 << seat else _why_wait(s)


def _why_wait(s: State) -> Reason:
    """What is waited for."""
    if movers(s) == 0:
        return Reason(8, "over")
    return Reason(1, {DRAWING: "start", THROWING: "start", ROLLING: "dice"}.get(s.phase, "turn"))


def _why_not(s: State, action: int) -> Reason:
    """What is wrong with an action of whose turn it is."""
    if s.phase == OPENING:
        return Reason(1, _why_no_opening(s, action - OPEN) if OPEN <= action < BONUS else "open-first")
    if s.phase == CHOOSING:
        return _why_not_so_many(s, action - BONUS)
    if action >= BONUS:
        return Reason(6, "no-bonus")
    return Reason(1, "opened") if action >= OPEN else _why_not_here(s, action)


def _why_no_opening(s: State, apex: int) -> str:
    """What is wrong with the die on top of an opening (ABQ-1)."""
    if sum(pyramid.CELLS[apex]) != s.lattice - 1:
        return "open-level"
    return "open-central" if min(pyramid.CELLS[apex]) > 0 else "open-edge"


def _why_not_so_many(s: State, number: int) -> Reason:
    """What is wrong while it is to be said how many extra dice are built (ABQ-6)."""
    most = int(s.extras).bit_length() - 1
    if number < 0:
        return Reason(6, "bonus-first", n=most)
    return Reason(6, "bonus-most", n=most) if number > most else Reason(6, "bonus-room", n=number)


def _why_not_here(s: State, cell: int) -> Reason:
    """The clause without which the build could continue here. 2: no die can stand here."""
    clear = [seen & (FULL | LAID | TOUCH | GUARDED) for seen in s.mark[:COUNT]] + [OUT, FULL]
    if clear[cell] & (FULL | LAID) or not builds.rests(clear, cell):
        return pyramid.no_place(2, s.owner, cell)
    touching = [seen | TOUCH for seen in clear]
    kind, left = kind_of_build(s), s.roll - s.laid
    if not builds.possible(touching, kind, cell, s.roll, s.laid, 0):
        return Reason(3, "apart", n=s.laid) if s.laid else Reason(3, "no-group", n=left)
    if not builds.possible(clear, kind, cell, s.roll, s.laid, 0):
        first = s.reserve[s.turn] + s.laid == s.stock
        return Reason(4 if s.phase == BUILDING else 6, "touch-theirs" if first else "touch-own", n=left)
    return Reason(5, "guard")


def check(s: State) -> None:
    """Conservation: all dice of a seat exist, on their supports, inside the lattice; marks only during a build."""
    for seat in range(s.seats):
        assert list(s.owner).count(seat + 1) + s.reserve[seat] == s.stock, show(s)
    assert max(s.owner) <= s.seats and pyramid.stands(s.owner, s.lattice), show(s)
    building = s.phase in (BUILDING, ADDING)
    assert building == bool(s.roll) == any(s.mark), show(s)
    assert not any(seen & IN for seen in s.mark) and (s.laid < s.roll or not building), show(s)
    assert (s.extras > 1) == (s.phase == CHOOSING), show(s)


_CELLS = (*kernel.each("place", pyramid.CELL_TEXTS), *kernel.each("open", pyramid.CELL_TEXTS))
_STARTS = (*kernel.each("start", range(FOUR)), *kernel.each("four", range(FOUR)))
say, read = kernel.notation(
    FACTS.name,
    actions=(*_CELLS, *kernel.each("bonus", range(MOST_EXTRAS + 1))),
    outcomes=(*_STARTS, *kernel.each("die", range(1, FACES + 1))),
)


def show(s: State) -> str:
    """The position as text: dice by seat (those of this build in brackets), + where the next one may be placed."""
    size = s.lattice
    marks = [_mark(s, cell) for cell in range(COUNT)]
    stocks = "  ".join(f"{'*' if seat == s.turn else ''}{seat}: {s.reserve[seat]}" for seat in range(s.seats))
    return "\n".join([pyramid.drawing(marks, range(size + 1), size), stocks, _phase(s)])


def _mark(s: State, cell: int) -> str:
    if s.owner[cell]:
        return f"({s.owner[cell] - 1})" if s.mark[cell] & LAID else str(s.owner[cell] - 1)
    return "+" if s.mark[cell] & MAY else "."


def _phase(s: State) -> str:
    if movers(s) == 0:
        return "over"
    if s.phase in (BUILDING, ADDING):
        return f"{'build' if s.phase == BUILDING else 'extra dice'}: {s.laid} of {s.roll}"
    if s.phase == CHOOSING:
        return "extra dice: " + " or ".join(str(number) for number in range(4) if s.extras >> number & 1)
    return ("who throws first", "who throws the 4", "to open", "to roll")[s.phase]
