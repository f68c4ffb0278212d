"""Perspectives: 4 to 8 players, each with dice of a colour, build one pyramid in a race.

All players roll ten dice at once. A die that shows the number of the turquoise die, or the number of one's own handicap
die in the right neighbour's hand, may be added to the pyramid. A player who thinks that they are done calls Stop: the
round ends, and for each die that they have overlooked every opponent may add one of any number. A player who has no
dice left wins; when the pyramid is complete, the player who has added most wins.

Rulings where the rule page is silent: at Stop the dice thrown are taken up, so a bonus die has no face to choose by
(PER-5), and the fallen dice are 0 until the next throw. A round counts as one without a placed die when it is over;
bonus dice are placed dice (GEN-7).
"""

from itertools import chain
from typing import Annotated

import numpy as np

from bussolotto.core import kernel, pyramid
from bussolotto.core.bounds import Amount, Category
from bussolotto.core.contract import Facts, Number
from bussolotto.core.kernel import CHANCE, Mask, Shares, Weights, rule
from bussolotto.core.pyramid import ABOVE, COUNT, OUTSIDE, SIDES
from bussolotto.core.reasons import Reason

FACTS = Facts(
    name="perspectives",
    title="Perspectives",
    authors=(),  # the rulebook names none
    version=2,
    clauses="PER",
    seats=(4, 5, 6, 7, 8),
    minutes=15,
    kind="race",
    colours=("red", "yellow", "pearl", "violet"),
    options={
        # own dice in the hand at the start of a round (PER-1, PER-7)
        "hand_size": Number(1, 15, values=(10, 6, 8, 12, 15)),
        # of each colour, more than fill any hand; printed: by the number of seats (PER-1, PER-9)
        "dice_each": Number(16, 128, values=("printed", 20, 25, 30, 40), words={"printed": 0}),
        # for each die that the caller has overlooked (PER-5)
        "bonus_dice": Number(0, 8, values=(1, 0, 2, 3)),
    },
    endings=("out-of-dice", "complete", "no-progress", "limit"),
    race=True,
    solution=("matching",),  # what players must find out by looking
)
SEATS = FACTS.seats
COLOURS = FACTS.colours
ENDINGS = FACTS.endings
OUT_OF_DICE, COMPLETE, NO_PROGRESS, LIMIT = range(len(ENDINGS))
MAX_PLIES = 20_000  # [P] far beyond any match: one of random play takes some 1500 plies
PATIENCE = 30  # rounds in a row without a placed die (GEN-7)

FACES = 6
DIE = max(SEATS)  # outcomes: start 0..7 | die 1..6, at DIE + face - 1
OUTCOMES = DIE + FACES
# actions: turquoise CELL | handicap CELL, at HANDICAP + cell | bonus CELL, at BONUS + cell | throw | stop | done
TURQUOISE, HANDICAP, BONUS, THROW = range(0, 4 * COUNT, COUNT)
STOP, DONE = THROW + 1, THROW + 2
ACTIONS = DONE + 1

# [number of players] -> dice of each colour as printed, one of them the handicap die
DICE_AS_PRINTED = np.array([0, 0, 0, 0, 55, 48, 40, 34, 30], np.int64)

DRAWING, THROWING, FALLING, PLACING, GRANTING, OVER = range(6)  # phases


class State:
    plies: Annotated[int, "u2", "plies so far"]
    seats: Annotated[int, "i1"]
    phase: Annotated[
        int, "i1", Category(0, 5), "DRAWING who starts, THROWING, FALLING dice, PLACING, GRANTING bonus dice, OVER"
    ]
    turn: Annotated[int, "i1", Category(0, 7), "who holds the turquoise die"]
    falling: Annotated[
        int, "i1", Category(0, 17), "what falls: 0 the turquoise die, 1.. the handicap die of each seat, then own dice"
    ]
    to_fall: Annotated[int, "i1", Amount(0, 15), "own dice of that seat that have still to fall"]
    number: Annotated[int, "i1", Category(0, 6), "the turquoise die: 1..6, 0 in the hand"]
    matching: Annotated[int, "i1", Amount(0, 120), "dice of all seats that lie there and may be placed"]
    caller: Annotated[int, "i1", Category(0, 8), "who called Stop, as seat + 1, while bonus dice are placed; else 0"]
    grant: Annotated[int, "i1", Amount(0, 120), "bonus dice for each opponent"]
    placer: Annotated[int, "i1", Category(0, 7), "whose bonus dice are placed"]
    to_place: Annotated[int, "i1", Amount(0, 120), "how many of them that seat may still place"]
    placed: Annotated[int, "i1", Amount(0, 1), "1: a die was placed in this round"]
    idle: Annotated[int, "i1", Amount(0, 30), "rounds in a row without a placed die"]
    hand_size: Annotated[int, "u1", "option"]
    dice_each: Annotated[int, "u1", "option"]
    bonus_dice: Annotated[int, "u1", "option"]
    hollows: Annotated[int, "u1", Amount(0, 165), "cells where a die may go now"]
    hand: Annotated[list[int], "i1", 8, Amount(0, 15), "by seat: own dice in the hand"]
    reserve: Annotated[list[int], "i1", 8, Amount(0, 127), "by seat: own dice in the reserve"]
    added: Annotated[list[int], "i1", 8, Amount(0, 127), "by seat: own dice in the pyramid"]
    handicap: Annotated[list[int], "i1", 8, Category(0, 6), "by seat: what its handicap die shows, 1..6; 0 in the hand"]
    shown: Annotated[
        list[list[int]], "i1", 8, 6, Amount(0, 15), "by seat and face (from 1): rolled dice still in the hand"
    ]
    owner: Annotated[list[int], "u1", 165, Category(0, 8), "by cell: seat + 1, 0 empty"]
    hollow: Annotated[list[int], "u1", 165, Amount(0, 1), "by cell: 1 where a die may go now"]


STATE = kernel.record(State, size=429)


@rule
def reset(s: State, seats: int) -> None:
    """The opening position (PER-1)."""
    s.plies = s.turn = s.falling = s.to_fall = s.placed = s.idle = 0
    s.seats = seats
    s.phase = DRAWING
    clear_round(s)
    kernel.clear(s.added)
    kernel.clear(s.owner)
    for seat in range(8):
        s.hand[seat] = s.hand_size if seat < seats else 0
        s.reserve[seat] = own_dice(s) - int(s.hand_size) if seat < seats else 0
    s.hollows = len(pyramid.BASE)
    for cell in range(COUNT):
        s.hollow[cell] = int(pyramid.LEVEL[cell] == 0)


@rule
def own_dice(s: State) -> int:
    """The dice of each seat, without the one given away as handicap die (PER-1, PER-9)."""
    return int(s.dice_each or DICE_AS_PRINTED[s.seats]) - 1


@rule
def pick_up(s: State) -> None:
    """Take all thrown dice back into the hands."""
    s.number = 0
    kernel.clear(s.handicap)
    for seat in range(8):
        kernel.clear(s.shown[seat])


@rule
def clear_round(s: State) -> None:
    """No dice are thrown, nobody has called Stop."""
    pick_up(s)
    s.matching = s.caller = s.grant = s.placer = s.to_place = 0


@rule
def movers(s: State) -> int:
    """Bit set of the seats that may act: all at once while dice are placed (PER-4)."""
    if s.phase == OVER or s.plies >= MAX_PLIES:
        return 0
    if s.phase == FALLING or s.phase == DRAWING:
        return 1 << CHANCE
    if s.phase == PLACING:
        return int((1 << int(s.seats)) - 1)
    return 1 << int(s.turn if s.phase == THROWING else s.placer)


@rule
def legal(s: State, seat: int, mask: Mask) -> int:
    """Fill the mask with what this seat may do; return the number of legal actions."""
    mask[:] = 0
    if seat == CHANCE or not movers(s) >> seat & 1:
        return 0
    if s.phase == THROWING:
        mask[THROW] = 1
        return 1
    if s.phase == GRANTING:
        mask[DONE] = 1
        return 1 + offer(s, mask[BONUS : BONUS + COUNT])
    count = 1
    mask[STOP] = 1
    if s.shown[seat][s.number - 1]:
        count += offer(s, mask[TURQUOISE : TURQUOISE + COUNT])
    if by_handicap(s, seat):
        count += offer(s, mask[HANDICAP : HANDICAP + COUNT])
    return count


@rule
def offer(s: State, mask: Mask) -> int:
    """Any empty hollow of the base, any complete funnel (PER-4)."""
    kernel.overwrite(mask, s.hollow)
    return int(s.hollows)


@rule
def by_handicap(s: State, seat: int) -> int:
    """How many rolled dice of a seat only its handicap die lets it place (PER-3)."""
    return 0 if s.handicap[seat] == s.number else int(s.shown[seat][s.handicap[seat] - 1])


@rule
def placeable(s: State, seat: int) -> int:
    """How many rolled dice a seat may place (PER-3)."""
    return int(s.shown[seat][s.number - 1]) + by_handicap(s, seat)


@rule
def odds(s: State, weights: Weights) -> int:
    """Every start seat (GEN-1) and every face is equally likely."""
    if movers(s) != 1 << CHANCE:
        return kernel.evenly(weights, 0, 0)
    return kernel.evenly(weights, DIE, FACES) if s.phase == FALLING else kernel.evenly(weights, 0, s.seats)


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Apply one ply: a die falls or is placed, a throw, a Stop, a bonus die or none."""
    kernel.count_ply(s)
    if s.phase == FALLING:
        fall(s, action - DIE)
    elif s.phase == DRAWING:
        s.turn = action
        s.phase = THROWING
    elif action < BONUS:
        place(s, seat, action)
    elif action < THROW:
        place_bonus(s, seat, action - BONUS)
    elif action == THROW:
        s.phase = FALLING
        s.falling = 0
    elif action == STOP:
        stop(s, seat)
    else:
        next_placer(s)


@rule
def fall(s: State, face: int) -> None:
    """One die falls; `face` counts from 0. First turquoise, then handicap dice, then own ones (PER-2)."""
    if s.falling > s.seats:
        s.shown[s.falling - s.seats - 1][face] += 1
        s.to_fall -= 1
        if s.to_fall:
            return
    elif s.falling:
        s.handicap[s.falling - 1] = face + 1
    else:
        s.number = face + 1
    s.falling += 1
    if s.falling > 2 * s.seats:
        begin_placing(s)
    elif s.falling > s.seats:
        s.to_fall = s.hand[s.falling - s.seats - 1]


@rule
def begin_placing(s: State) -> None:
    """All dice have fallen; if nobody can place one the round stops automatically (PER-6)."""
    s.phase = PLACING
    s.matching = 0
    for seat in range(s.seats):
        s.matching += placeable(s, seat)
    if s.matching == 0:
        end_round(s)


@rule
def place(s: State, seat: int, action: int) -> None:
    """Place a rolled die that shows one of the two numbers; after the last one the round stops (PER-3, PER-6)."""
    face = s.number if action < HANDICAP else s.handicap[seat]
    s.shown[seat][face - 1] -= 1
    s.hand[seat] -= 1
    s.matching -= 1
    add(s, seat, action % COUNT)
    if s.phase != OVER and s.matching == 0:
        end_round(s)


@rule
def add(s: State, seat: int, cell: int) -> None:
    """Add a die to the pyramid; the last own die and the last cell end the match (PER-4, PER-8)."""
    s.owner[cell] = seat + 1
    s.added[seat] += 1
    s.placed = 1
    s.hollow[cell] = 0
    s.hollows -= 1
    for side in range(SIDES):
        above = ABOVE[cell][side]
        if above != OUTSIDE and pyramid.supported(s.owner, above):
            s.hollow[above] = 1
            s.hollows += 1
    if s.hollows == 0 or s.hand[seat] + s.reserve[seat] == 0:
        s.phase = OVER


@rule
def stop(s: State, seat: int) -> None:
    """The round ends; each opponent may place bonus dice for each die that the caller has overlooked (PER-5)."""
    cells = COUNT
    for other in range(s.seats):
        cells -= int(s.added[other])
    s.grant = min(placeable(s, seat) * int(s.bonus_dice), cells)
    pick_up(s)
    s.phase = GRANTING
    s.caller = seat + 1
    s.placer = seat
    next_placer(s)


@rule
def next_placer(s: State) -> None:
    """The next opponent clockwise from the caller may place; after the last one the round is over (PER-5)."""
    s.placer = (s.placer + 1) % s.seats
    s.to_place = s.grant
    if s.grant == 0 or s.placer == s.caller - 1:
        end_round(s)


@rule
def place_bonus(s: State, seat: int, cell: int) -> None:
    """Place any own die, those in the hand first (PER-5)."""
    if s.hand[seat]:
        s.hand[seat] -= 1
    else:
        s.reserve[seat] -= 1
    add(s, seat, cell)
    s.to_place -= 1
    if s.phase != OVER and s.to_place == 0:
        next_placer(s)


@rule
def end_round(s: State) -> None:
    """The turquoise die passes to the left, hands are filled again (PER-7)."""
    clear_round(s)
    s.idle = 0 if s.placed else s.idle + 1
    s.placed = 0
    for seat in range(s.seats):
        drawn = min(int(s.hand_size) - int(s.hand[seat]), int(s.reserve[seat]))
        s.hand[seat] += drawn
        s.reserve[seat] -= drawn
    s.turn = (s.turn + 1) % s.seats
    s.phase = OVER if s.idle == PATIENCE else THROWING  # GEN-7


@rule
def ending(s: State) -> int:
    """How the match has ended."""
    if s.phase != OVER:
        return LIMIT
    for seat in range(s.seats):
        if s.hand[seat] + s.reserve[seat] == 0:
            return OUT_OF_DICE
    return COMPLETE if s.hollows == 0 else NO_PROGRESS


@rule
def returns(s: State, out: Shares) -> None:
    """Most dice added win, equal players share (PER-8, GEN-2); a player without dice has added most."""
    kernel.share_most(s.added, s.seats, out)


@rule
def scores(s: State, out: Shares) -> None:
    """Dice added."""
    kernel.copy_points(s.added, s.seats, out)


hide, sees, guess, meant, lay_own = kernel.ALL_OPEN


# --- for people -------------------------------------------------------------------------------------------------------


def why(s: State, seat: int, action: int) -> int:
    """The clause that forbids this action, and why; 0 if none does."""
    if kernel.permits(legal, ACTIONS, s, seat, action):
        return 0
    if movers(s) == 0 or seat >= s.seats:
        return Reason(2, "turn") if movers(s) else Reason(8, "over")
    if action == THROW:
        return Reason(2, "throw-holder" if s.phase == THROWING else _BUSY[s.phase])
    return _why_no_bonus(s, seat, action) if action >= BONUS else _why_not_placed(s, seat, action)


def _why_not_placed(s: State, seat: int, action: int) -> Reason:
    """What is wrong with a die that is placed (PER-3, PER-4, PER-6)."""
    if s.phase != PLACING:
        return Reason(6, "stopped") if s.phase == GRANTING else Reason(2, _BUSY[s.phase])
    if action >= HANDICAP:
        return _why_no_handicap(s, seat, action - HANDICAP)
    has = s.shown[seat][s.number - 1]
    return pyramid.no_place(4, s.owner, action) if has else Reason(3, "none-turquoise", shown=s.number)


# [phase] -> what is going on where something else would have to
_BUSY = ("start", "throw-first", "dice", "throw-on", "bonus-first")


def _why_no_bonus(s: State, seat: int, action: int) -> Reason:
    """What is wrong with a Stop, a bonus die or with being done with them (PER-5)."""
    if action == STOP:
        return Reason(5, "stop-said" if s.phase == GRANTING else "nothing-to-stop")
    if s.phase != GRANTING:
        return Reason(5, "no-bonus")
    return pyramid.no_place(4, s.owner, action - BONUS) if seat == s.placer else Reason(5, "bonus-other")


def _why_no_handicap(s: State, seat: int, cell: int) -> Reason:
    """What is wrong with a die that is placed by the handicap die (PER-3)."""
    if s.handicap[seat] == s.number:
        return Reason(3, "same-handicap", shown=s.number)
    if not by_handicap(s, seat):
        return Reason(3, "none-handicap", shown=s.handicap[seat])
    return pyramid.no_place(4, s.owner, cell)


def check(s: State) -> None:
    """Conservation: every die of every seat is in hand, reserve or pyramid; the pile stands; hollows are hollows."""
    owners, hollow = list(s.owner), list(s.hollow)
    for seat in range(8):
        own = own_dice(s) if seat < s.seats else 0
        assert s.hand[seat] + s.reserve[seat] + s.added[seat] == own, show(s)
        assert s.added[seat] == owners.count(seat + 1), show(s)
        assert min(s.hand[seat], s.reserve[seat], *s.shown[seat]) >= 0 and s.hand[seat] <= s.hand_size, show(s)
        assert sum(s.shown[seat]) == (s.hand[seat] if s.phase == PLACING else sum(s.shown[seat])), show(s)
    for cell in range(COUNT):
        stands = pyramid.supported(owners, cell)
        assert stands or not owners[cell], f"nothing holds the die at {pyramid.cell_text(cell)}"
        assert hollow[cell] == (stands and not owners[cell]), pyramid.cell_text(cell)
    assert sum(hollow) == s.hollows, show(s)
    assert s.phase != PLACING or s.matching == sum(placeable(s, seat) for seat in range(s.seats)) > 0, show(s)


_PLACES = [kernel.each(word, pyramid.CELL_TEXTS) for word in ("turquoise", "handicap", "bonus")]
say, read = kernel.notation(
    FACTS.name,
    actions=(*chain(*_PLACES), "throw", "stop", "done"),
    outcomes=(*kernel.each("start", range(DIE)), *kernel.each("die", range(1, 7))),
)


def show(s: State) -> str:
    """The position as text: dice by seat, a dot where one may go; then what each seat has and shows."""
    marks = [str(s.owner[cell] - 1) if s.owner[cell] else ".-"[not s.hollow[cell]] for cell in range(COUNT)]
    reached = max(pyramid.LEVEL[cell] for cell in range(COUNT) if marks[cell] != "-")
    drawing = pyramid.drawing(marks, levels=range(reached + 1))
    return "\n".join([drawing, *(_seat(s, seat) for seat in range(s.seats)), _dice(s)])


def _seat(s: State, seat: int) -> str:
    faces = " ".join(str(face + 1) for face in range(FACES) for _ in range(s.shown[seat][face])) or "-"
    stock = f"{'*' if seat == s.turn else ''}{seat}: {s.added[seat]}  hand: {s.hand[seat]}  reserve: {s.reserve[seat]}"
    return f"{stock}  handicap {s.handicap[seat] or '-'}  shows {faces}"


def _dice(s: State) -> str:
    if movers(s) == 0:
        return "over"
    if s.phase == GRANTING:
        return f"bonus {s.grant}  {s.placer} places {s.to_place}"
    return f"turquoise {s.number or '-'}"
