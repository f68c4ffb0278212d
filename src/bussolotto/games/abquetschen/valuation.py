"""What each seat of Abquetschen may expect at a position: its reserve, its room in the pyramid, and who ends the match.

A player who is walled in stays so, because dice never leave. So the match ends at that player's next turn at the
latest, and the smallest reserve wins: the dice that the others may still place until then are counted, too.
"""

from typing import Any

import numpy as np

from bussolotto.core import pyramid
from bussolotto.core.kernel import rule
from bussolotto.core.pyramid import COUNT, OUTSIDE, SIDES
from bussolotto.games.abquetschen import builds, game, policy
from bussolotto.games.abquetschen.builds import ABOVE, BELOW, FULL, OUT, STANDS, TOUCH
from bussolotto.games.abquetschen.learned import WEIGHTS  # noqa: F401  # part of a valuation
from bussolotto.games.abquetschen.policy import owners_below

ROOMS = 7  # cells above own dice, up to so many, are told apart
MEAN_ROLL = 3.5
MOST_SEATS = max(game.SEATS)
FEATURES = (
    "second to move",
    "third to move",
    "last of four to move",
    "reserve",
    "reserve, root",
    "reserve, logarithm",
    "wins by a roll now",
    "wins by a roll next",
    "wins by a roll later",
    "lead",
    "ahead",
    "level",
    "lead by reserve",
    "room",
    *(f"room {cells}" for cells in range(ROOMS)),
    "room that stays",
    "room alone",
    "not built",
    "guarded",
    "ends now: ahead",
    "ends now: behind",
    "ends next: margin",
    "ends next: ahead",
    "ends later: margin",
    "ends later: ahead",
    "others close to the end: lead",
    "close to the end: lead",
    "rolls to build",
    "builds nothing",
    "longest row",
    "rows",
    "rows alone",
)
RESERVE = FEATURES.index("reserve")
LEAD = FEATURES.index("lead")
ROOM = FEATURES.index("room")
STAYS = FEATURES.index("room that stays")
ENDS = FEATURES.index("ends now: ahead")
BUILDS = FEATURES.index("rolls to build")
LOG = np.log(1.0 + np.arange(COUNT + SIDES * COUNT))
WITHIN = np.array([pyramid.within(size) for size in range(pyramid.SIZE + 1)], np.uint8)  # [lattice][cell]


def tables(opening: Any) -> tuple[Any, ...]:
    """Counts by seat: room, room that stays, room alone, longest row, rows, rows alone, reserve, wait; and marks."""
    return np.zeros((8, 8), np.int64), np.zeros(OUTSIDE + 2, np.int64)


@rule
def settled(s: Any) -> bool:
    """Any position once the opening stands; a turn that goes on is valued as if its dice were placed."""
    return bool(s.apex < COUNT)


@rule
def describe(s: Any, numbers: Any, tables: Any) -> None:
    """The features of each seat."""
    counts, mark = tables
    counts[:] = 0
    count_reserves(s, counts)
    count_rooms(s, counts)
    for cell in range(COUNT):
        if s.owner[cell] == 0 and WITHIN[s.lattice][cell] and rests(s, cell):
            for axis in range(SIDES):
                count_row(s, cell, axis, counts)
    ends = ends_in(s, counts)
    for seat in range(MOST_SEATS):  # not `s.seats`: Numba takes a range of unsigned numbers for one of fractions
        if seat < s.seats:
            describe_reserve(s, seat, counts, numbers[seat])
            describe_room(s, seat, counts, numbers[seat])
            describe_end(s, seat, ends, counts, numbers[seat])
            describe_builds(s, seat, counts, mark, numbers[seat])


@rule
def count_reserves(s: Any, counts: Any) -> None:
    """The reserves and the order of turns; in a turn that has begun to build, as they will be after it."""
    begun = s.phase != game.ROLLING and s.phase != game.OPENING and (s.phase != game.BUILDING or s.laid > 0)
    for seat in range(MOST_SEATS):
        if seat < s.seats:
            counts[6, seat] = s.reserve[seat]
            counts[7, seat] = (seat + 2 * s.seats - s.turn - begun) % s.seats
    if begun:
        counts[6, s.turn] = max(0, counts[6, s.turn] - still_to_place(s))


@rule
def still_to_place(s: Any) -> int:
    """The dice that this turn will still place, extra dice included."""
    if s.phase == game.CHOOSING:
        extras = game.MOST_EXTRAS
        while s.extras >> extras & 1 == 0:
            extras -= 1
        return extras
    left = int(s.roll) - int(s.laid)
    return left + row_in_sight(s) if s.phase == game.BUILDING else left


@rule
def row_in_sight(s: Any) -> int:
    """The extra dice that a row of this build can earn."""
    if s.roll < s.in_row:
        return 0
    touched = s.laid > 0 and policy.already_touches(s)
    most = 0
    for cell in range(COUNT):
        if s.mark[cell] & (STANDS | OUT) == 0:
            for axis in range(SIDES):
                if s.mark[BELOW[cell][axis]] & STANDS:
                    _, value = policy.planned_row(s, cell, axis, touched)
                    most = max(most, value)
    return (most + COUNT - 1) // COUNT


@rule
def count_rooms(s: Any, counts: Any) -> None:
    """Count the empty cells above the dice of each seat."""
    for cell in range(COUNT):
        if s.owner[cell] == 0 and WITHIN[s.lattice][cell]:
            bits = owners_below(s, cell)
            if bits:
                stays = not rests(s, cell)
                for seat in range(s.seats):
                    if bits >> seat & 1:
                        counts[0, seat] += 1
                        counts[1, seat] += stays
                        counts[2, seat] += bits == 1 << seat
        elif s.owner[cell] and s.blocked == game.HIDDEN:
            for side in range(SIDES):
                counts[0, s.owner[cell] - 1] += ABOVE[cell][side] == OUTSIDE


@rule
def rests(s: Any, cell: int) -> bool:
    """Do all supports of this cell stand?"""
    return stands(s, BELOW[cell][0]) and stands(s, BELOW[cell][1]) and stands(s, BELOW[cell][2])


@rule
def stands(s: Any, cell: int) -> bool:
    """Is there a die in this cell, or the ground?"""
    return bool(cell >= COUNT or s.owner[cell] or not WITHIN[s.lattice][cell])


@rule
def count_row(s: Any, cell: int, axis: int, counts: Any) -> None:
    """Count the row that could be built upward from here at once, for those whose dice it touches."""
    length, bits, at = 0, 0, cell
    while at != OUTSIDE and length < game.FACES and s.owner[at] == 0 and (length == 0 or rests_beside(s, at, axis)):
        bits |= owners_below(s, at)
        length += 1
        at = int(ABOVE[at][axis])
    if length < s.in_row:
        return
    for seat in range(s.seats):
        if bits >> seat & 1 or (bits and s.reserve[seat] == s.stock):
            counts[3, seat] = max(counts[3, seat], length - int(s.in_row) + 1)
            counts[4, seat] += 1
            counts[5, seat] += bits == 1 << seat


@rule
def rests_beside(s: Any, cell: int, axis: int) -> bool:
    """Do the two supports of this cell beside the axis stand?"""
    return stands(s, BELOW[cell][(axis + 1) % SIDES]) and stands(s, BELOW[cell][(axis + 2) % SIDES])


@rule
def is_walled(s: Any, seat: int, counts: Any) -> bool:
    """Has this seat built, and can nothing be built on its dice any more (ABQ-8)?"""
    return bool(counts[0, seat] == 0 and s.reserve[seat] < s.stock)


@rule
def ends_in(s: Any, counts: Any) -> int:
    """The turns until that of a player who is walled in; MOST_SEATS if nobody is."""
    ends = MOST_SEATS
    for seat in range(MOST_SEATS):
        if seat < s.seats and is_walled(s, seat, counts):
            ends = min(ends, counts[7, seat])
    return ends


@rule
def describe_reserve(s: Any, seat: int, counts: Any, out: Any) -> None:
    """Its place in the order of turns, its reserve, and its lead over the best of the others."""
    place = counts[7, seat]
    if place:
        out[place - 1] = 1.0
    reserve = float(counts[6, seat])
    out[RESERVE] = reserve / 20
    out[RESERVE + 1] = np.sqrt(reserve)
    out[RESERVE + 2] = np.log(1 + reserve)
    out[RESERVE + 3 + min(place, 2)] = max(0.0, 7 - reserve) / 6
    least = 1000.0
    for other in range(MOST_SEATS):
        if other < s.seats and other != seat:
            least = min(least, float(counts[6, other]))
    out[LEAD] = (least - reserve) / 10
    out[LEAD + 1] = reserve < least
    out[LEAD + 2] = reserve == least
    out[LEAD + 3] = (least - reserve) / (4 + min(reserve, least))


@rule
def describe_room(s: Any, seat: int, counts: Any, out: Any) -> None:
    """The empty cells above its dice, those that nobody can fill at once, and those above its dice alone."""
    room = int(counts[0, seat])
    built = s.reserve[seat] < s.stock
    out[STAYS + 2] = not built
    if built:
        out[ROOM] = LOG[room]
        if room < ROOMS:
            out[ROOM + 1 + room] = 1.0
        out[STAYS] = LOG[counts[1, seat]]
        out[STAYS + 1] = LOG[counts[2, seat]]
    out[STAYS + 3] = s.apex < COUNT and s.owner[s.apex] == seat + 1


@rule
def describe_end(s: Any, seat: int, ends: int, counts: Any, out: Any) -> None:
    """Its margin where somebody is walled in, or may soon be."""
    own = reserve_then(seat, ends, counts)
    least, close = 1000.0, 0.0
    for other in range(MOST_SEATS):
        if other < s.seats and other != seat:
            least = min(least, reserve_then(other, ends, counts))
            if s.reserve[other] < s.stock:
                close += np.exp(-0.5 * counts[0, other])
    margin = max(-3.0, min(3.0, (least - own) / 4))
    if ends == 0:
        out[ENDS] = least > own
        out[ENDS + 1] = least < own
    elif ends < MOST_SEATS:
        later = 2 if ends > 1 else 0
        out[ENDS + 2 + later] = margin
        out[ENDS + 3 + later] = least > own
    else:
        out[ENDS + 6] = close * margin
        if s.reserve[seat] < s.stock:
            out[ENDS + 7] = np.exp(-0.5 * counts[0, seat]) * margin


@rule
def reserve_then(seat: int, ends: int, counts: Any) -> float:
    """The reserve to be expected when the match ends, if somebody is walled in; now, if nobody is."""
    moves = ends < MOST_SEATS and counts[7, seat] < ends
    return float(counts[6, seat]) - (MEAN_ROLL if moves else 0.0)


@rule
def describe_builds(s: Any, seat: int, counts: Any, mark: Any, out: Any) -> None:
    """The largest roll that it could build now, and rows that earn extra dice."""
    most = largest_build(s, seat, mark)
    out[BUILDS] = most / game.FACES
    out[BUILDS + 1] = most == 0
    out[BUILDS + 2] = counts[3, seat] / game.MOST_EXTRAS
    out[BUILDS + 3] = LOG[counts[4, seat]]
    out[BUILDS + 4] = LOG[counts[5, seat]]


@rule
def largest_build(s: Any, seat: int, mark: Any) -> int:
    """The largest roll that the seat could build (ABQ-2 to ABQ-5), as far as the first die that touches is tried."""
    if s.apex >= COUNT:
        return 0
    guarded = game.mark_cells(s, seat, mark)
    for roll in range(game.FACES, 0, -1):
        for cell in range(COUNT):
            free = mark[cell] & (TOUCH | FULL | OUT) == TOUCH
            free = free and (s.touch == builds.CONNECTED or builds.rests(mark, cell))
            if free and builds.possible(mark, int(s.touch), cell, roll, 0, guarded):
                return roll
    return 0
