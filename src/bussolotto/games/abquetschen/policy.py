"""A player of Abquetschen: builds straight rows, keeps room for its own dice and closes that of the others.

It chooses die by die among those with which the rest of the build can follow. Where a straight row can be built that
earns extra dice, it builds that, with the supports that are missing beside it. Otherwise a die is good if it leaves
many empty cells above the player's own dice and fills those above the dice of others. It blocks the next player
completely only where that wins the match.
"""

from typing import Any

import numpy as np

from bussolotto.core import pyramid
from bussolotto.core.chance import below
from bussolotto.core.kernel import rule
from bussolotto.core.pyramid import COUNT, OUTSIDE, SIDES
from bussolotto.games.abquetschen import builds, game
from bussolotto.games.abquetschen.builds import ABOVE, BELOW, LAID, MAY, OUT, STANDS, TOUCH

NAME = "sensible"

# The value of a die for the seat that places it. Found by many matches.
WON = 100.0  # a match won, against one lost
OTHERS = 3.0  # e times as many empty cells above the dice of others, on average, against as many above own dice
LOG = np.log(1.0 + np.arange(COUNT + SIDES + 1))

# [lattice][cell] -> how far it is from the middle of the level above the base, squared
FAR = np.array(
    [[sum((SIDES * at - size + 1) ** 2 for at in cell) for cell in pyramid.CELLS] for size in range(pyramid.SIZE + 1)],
    np.int64,
)


def tables(opening: Any) -> tuple[Any, ...]:
    """Room for numbers by seat."""
    return (np.zeros(max(game.SEATS), np.int64),)


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The action of the seat whose turn it is, any of several that are equal."""
    if s.phase == game.OPENING:
        return game.OPEN + middle(s, rng)
    if s.phase == game.CHOOSING:
        number = game.MOST_EXTRAS
        while s.extras >> number & 1 == 0:
            number -= 1
        return game.BONUS + number
    planned = next_of_row(s)
    if planned >= 0:
        return planned
    rooms = tables[0]
    count_rooms(s, rooms)
    best, most, equal = -1, -1e9, 0
    for cell in range(COUNT):
        if s.mark[cell] & MAY:
            value = worth_of(s, seat, cell, rooms)
            equal = equal + 1 if value == most else 1 if value > most else equal
            if value > most or (value == most and below(rng, equal) == 0):
                best, most = cell, value
    return best


@rule
def middle(s: Any, rng: Any) -> int:
    """The cell nearest to the middle for the die on top of the opening."""
    best, equal = -1, 0
    for cell in range(COUNT):
        if game.APEXES[s.lattice][s.opening][cell]:
            nearer = best < 0 or FAR[s.lattice][cell] < FAR[s.lattice][best]
            same = not nearer and FAR[s.lattice][cell] == FAR[s.lattice][best]
            equal = 1 if nearer else equal + same
            if nearer or (same and below(rng, equal) == 0):
                best = cell
    return best


@rule
def count_rooms(s: Any, rooms: Any) -> None:
    """Count the empty cells above the dice of each seat."""
    rooms[:] = 0
    for cell in range(COUNT):
        if s.owner[cell] == 0:
            bits = owners_below(s, cell)
            for seat in range(s.seats):
                rooms[seat] += bits >> seat & 1


@rule
def owners_below(s: Any, cell: int) -> int:
    """The seats, as bits, whose dice lie directly below this cell."""
    bits = 0
    for axis in range(SIDES):
        under = BELOW[cell][axis]
        if under < COUNT:
            bits |= 1 << int(s.owner[under])
    return bits >> 1


@rule
def worth_of(s: Any, seat: int, cell: int, rooms: Any) -> float:
    """The value of placing a die here."""
    closed = owners_below(s, cell)
    own = int(rooms[seat]) - (closed >> seat & 1) + opened(s, seat, cell)
    others, least, blocked = 0.0, 1000, False
    for other in range(s.seats):
        if other != seat:
            room = int(rooms[other]) - (closed >> other & 1)
            others += LOG[room]
            least = min(least, int(s.reserve[other]))
            blocked |= room == 0 and other == (seat + 1) % s.seats and s.reserve[other] < s.stock
    left = int(s.reserve[seat]) - int(s.roll) + int(s.laid)
    if blocked:
        return WON if left < least else -WON if left > least else 0.0
    return float(LOG[own] - OTHERS * others / (s.seats - 1))


@rule
def opened(s: Any, seat: int, cell: int) -> int:
    """How many cells come to lie above own dice by a die here."""
    count = 0
    for side in range(SIDES):
        above = ABOVE[cell][side]
        if above != OUTSIDE and s.owner[above] == 0:
            count += owners_below(s, above) >> seat & 1 == 0
    return count


@rule
def next_of_row(s: Any) -> int:
    """The next die of the row that earns most extra dice, with the fewest dice; -1 if none can be built."""
    if s.phase != game.BUILDING or s.roll < s.in_row:
        return -1
    touched = s.laid > 0 and already_touches(s)
    best, most = -1, 0
    for cell in range(COUNT):
        if s.mark[cell] & (STANDS | OUT) == 0:
            for axis in range(SIDES):
                if s.mark[BELOW[cell][axis]] & STANDS:
                    first, value = planned_row(s, cell, axis, touched)
                    if value > most:
                        best, most = first, value
    return best


@rule
def already_touches(s: Any) -> bool:
    """Does a die of this build touch one that it must touch?"""
    for cell in range(COUNT):  # noqa: SIM110  # Numba knows no generators
        if s.mark[cell] & (LAID | TOUCH) == LAID | TOUCH:
            return True
    return False


@rule
def planned_row(s: Any, cell: int, axis: int, touched: bool) -> tuple[int, int]:
    """The next die for a row that goes on upward from here, and its value, 0 if it earns nothing.

    Supports beside the row may be missing, too, if they can be built at once.
    """
    length = laid_below(s, cell, axis)
    left = int(s.roll) - int(s.laid)
    first, needed, touching, at = -1, 0, 0, cell
    while s.mark[at] & (STANDS | OUT) == 0:
        missing, cost = missing_support(s, at, axis)
        if cost < 0 or needed + 1 + cost > left:
            break
        if first < 0:
            first = missing if cost else at
        needed += 1 + cost
        length += 1
        touching |= s.mark[at] | (s.mark[missing] if cost else 0)
        at = int(ABOVE[at][axis])
    earned = min(length - int(s.in_row) + 1, game.MOST_EXTRAS)
    sure = touched or touching & TOUCH or needed < left
    if earned <= 0 or first < 0 or not sure or s.mark[first] & MAY == 0:
        return -1, 0
    return first, COUNT * earned - needed


@rule
def laid_below(s: Any, cell: int, axis: int) -> int:
    """How many dice of this build lie in a row below this cell."""
    length = 0
    under = BELOW[cell][axis]
    while s.mark[under] & LAID:
        length += 1
        under = BELOW[under][axis]
    return length


@rule
def missing_support(s: Any, cell: int, axis: int) -> tuple[int, int]:
    """A missing support of this cell beside the axis, and how many there are; -1 if one cannot be built at once."""
    missing, count = -1, 0
    for turn in range(1, SIDES):
        under = int(BELOW[cell][(axis + turn) % SIDES])
        if s.mark[under] & STANDS == 0:
            if s.mark[under] & OUT or not builds.rests(s.mark, under):
                return under, -1
            missing = under
            count += 1
    return missing, count
