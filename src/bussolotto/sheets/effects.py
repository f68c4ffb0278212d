"""What a move of a rule sheet does: to the dice of the pile, of the hand and of the seats, and to points."""

from bussolotto.core import pyramid
from bussolotto.core.kernel import rule
from bussolotto.core.pyramid import OUTSIDE, SIDES
from bussolotto.sheets.measures import measure, whole
from bussolotto.sheets.state import (
    AMOUNT,
    BOX,
    BY_WHAT,
    DO,
    FIXED,
    HAND,
    NO_SCORE,
    NOWHERE,
    OWN,
    POSES,
    PUTS,
    SCORE,
    SIZE,
    SUM,
    TAKE,
    TIMES,
    TO,
    State,
)


@rule
def set_die(s: State, cell: int, colour: int, pose: int) -> None:
    """A die stands here now, or none if the colour is 0; the cells around it are told."""
    change = int(colour > 0) - int(s.colour[cell] > 0)
    s.colour[cell] = colour
    s.pose[cell] = pose
    if change == 0:
        return
    for side in range(SIDES):
        above = int(pyramid.ABOVE[cell][side])
        if above != OUTSIDE:
            s.under[above] += change
        if SUM[cell] < s.setup[SIZE]:
            s.over[pyramid.BELOW[cell][side]] += change


@rule
def take_away(s: State, cell: int) -> None:
    """Remove the die here; if one rests on it, that row moves down one step (GEO-11)."""
    hole = cell
    for side in range(SIDES):
        above = int(pyramid.ABOVE[hole][side])
        while above != OUTSIDE and s.colour[above]:
            set_die(s, hole, whole(s.colour[above]), whole(s.pose[above]))
            hole = above
            above = int(pyramid.ABOVE[hole][side])
        if hole != cell:
            break
    set_die(s, hole, 0, 0)


@rule
def worth(s: State, seat: int, move: int, cell: int) -> int:
    """What a move scores."""
    scored = s.moves[move][SCORE]
    if scored == NO_SCORE:
        return 0
    if scored == FIXED:
        return whole(s.moves[move][AMOUNT])
    value = measure(s, seat, whole(s.moves[move][BY_WHAT]), cell)
    if scored == TIMES:
        return value * whole(s.moves[move][AMOUNT])
    return int(s.moves[move][AMOUNT + value - 1]) if value else 0


@rule
def shift_die(s: State, seat: int, move: int, place: int) -> None:
    """The die of a move goes from where it is to where it is to be."""
    doing = whole(s.moves[move][DO])
    to = s.moves[move][TO]
    if doing == TAKE:
        s.last_colour = s.colour[place]
        s.last_level = 1 + whole(s.setup[SIZE]) - int(SUM[place])
        if to == HAND:
            s.held = s.colour[place]
            s.held_pose = s.pose[place]
        take_away(s, place)
    elif doing == PUTS:
        set_die(s, place, whole(s.held), whole(s.held_pose))
        s.held = s.held_pose = 0
    elif doing == POSES:
        set_die(s, whole(s.chosen) - 1, 1, place + 1)
        s.dice[seat] -= 1
    elif to != NOWHERE:
        s.held = s.held_pose = 0
    if to == OWN:
        s.dice[seat] += 1
    elif to == BOX:
        s.boxed += 1


@rule
def levy(s: State, seat: int, dice: int) -> None:
    """Every other player gives this seat so many dice, or all that they have."""
    for other in range(whole(s.seats)):
        if other != seat:
            given = min(dice, int(s.dice[other]))
            s.dice[other] -= given
            s.dice[seat] += given


@rule
def pay(s: State, seat: int, dice: int) -> None:
    """This seat gives every other player so many dice, or nothing if it has not enough for all."""
    total = dice * (whole(s.seats) - 1)
    if s.dice[seat] >= total:
        s.dice[seat] -= total
        for other in range(whole(s.seats)):
            if other != seat:
                s.dice[other] += dice
