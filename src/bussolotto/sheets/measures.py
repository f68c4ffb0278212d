"""What the tests of a rule sheet compare, of dice, of places and of the match, and whether they hold."""

from typing import Any

from bussolotto.core import pyramid
from bussolotto.core.kernel import rule
from bussolotto.core.pyramid import COUNT, SIDES
from bussolotto.sheets.state import (
    ABOVE_BASE,
    ALIKE,
    AMONG,
    COLOUR,
    DICE_OF,
    EQUAL,
    FACE_SUM,
    FACE_SUMS,
    FACE_X,
    FACES,
    GROUP,
    HAND_COLOUR,
    HIGH,
    HOW,
    IDLE_TURNS,
    KINDS,
    LAST_COLOUR,
    LESS,
    LEVEL,
    LINE,
    LOOKING_IN,
    LOW,
    MOST_DICE,
    MOST_POINTS,
    OPEN,
    OWN_FACE,
    PILE,
    POINTS_OF,
    RIGHT_FUNNELS,
    ROW,
    SIDE_COUNT,
    SIDES_OF,
    SIZE,
    SUM,
    THROWN_SUM,
    UNEQUAL,
    WHAT,
    WITHIN,
    State,
)


@rule
def whole(number: Any) -> int:
    """A number of the state as wide as others are: so each rule is compiled once, not for every width."""
    return number + 0  # type: ignore[no-any-return]


@rule
def holds(s: State, seat: int, first: int, count: int, cell: int) -> bool:
    """Do all tests of one of the groups hold? No tests hold always."""
    good = True
    group = 0
    for test in range(first, first + count):
        if s.tests[test][GROUP] != group:
            if good:
                return True
            good = True
            group = s.tests[test][GROUP]
        if good:
            good = passes(s, seat, test, cell)
    return good


@rule
def passes(s: State, seat: int, test: int, cell: int) -> bool:
    """Does this test hold?"""
    value = measure(s, seat, whole(s.tests[test][WHAT]), cell)
    how = s.tests[test][HOW]
    low = whole(s.tests[test][LOW])
    if how == WITHIN:
        return bool(low <= value <= s.tests[test][HIGH])
    if how == AMONG:
        return bool(low >> value & 1)
    other = measure_register(s, low)
    if how == EQUAL:
        return bool(value == other)
    if how == UNEQUAL:
        return bool(value != other)
    return bool(value < other if how == LESS else value > other)


@rule
def measure(s: State, seat: int, what: int, cell: int) -> int:
    """What a test compares."""
    if what < KINDS:
        return measure_die(s, seat, what, cell)
    if what < DICE_OF:
        return measure_place(s, what, cell)
    return measure_match(s, seat, what)


@rule
def measure_die(s: State, seat: int, what: int, cell: int) -> int:
    """Of the die here, or of its cell."""
    if what == OPEN:
        return SIDES - int(s.over[cell])
    if what == COLOUR:
        return int(s.colour[cell])
    if what >= FACE_X:
        return measure_faces(s, seat, what, whole(s.pose[cell]))
    if what == LEVEL:
        return whole(s.setup[SIZE]) - int(SUM[cell])
    if what == SIDE_COUNT:
        return int(SIDES_OF[cell])
    return int(s.over[cell]) + (int(s.under[cell]) if SUM[cell] < s.setup[SIZE] else 0)


@rule
def measure_faces(s: State, seat: int, what: int, pose: int) -> int:
    """Of the upper faces of a die."""
    if what == FACE_SUM:
        return int(FACE_SUMS[pose])
    side = int(pyramid.SIDE_OF_SEAT[seat % SIDES]) if what == OWN_FACE else what - FACE_X
    return int(FACES[pose][side])


@rule
def measure_place(s: State, what: int, cell: int) -> int:
    """Of a place for a die, by the dice around it."""
    if SUM[cell] >= s.setup[SIZE]:
        return int(what == ROW)  # a hollow of the base
    first = pyramid.BELOW[cell][0]
    second = pyramid.BELOW[cell][1]
    third = pyramid.BELOW[cell][2]
    if what == LOOKING_IN:
        return int(FACES[s.pose[first]][0] + FACES[s.pose[second]][1] + FACES[s.pose[third]][2])
    a, b, c = int(s.colour[first]), int(s.colour[second]), int(s.colour[third])
    if what == KINDS:
        return 1 + int(a != b) + int(c != a and c != b)
    if what == ALIKE:
        return int(a == s.held) + int(b == s.held) + int(c == s.held)
    return longest_row(s, cell, what == LINE)


@rule
def longest_row(s: State, cell: int, whole: bool) -> int:
    """The longest row of its colour in which the die in hand would stand here; `whole`: of those down to the base."""
    longest = 0 if whole else 1
    for axis in range(SIDES):
        length = 1
        last = cell
        below = int(pyramid.BELOW[cell][axis])
        while below < COUNT and s.colour[below] == s.held:
            length += 1
            last = below
            below = int(pyramid.BELOW[below][axis])
        if length > longest and (not whole or SUM[last] == s.setup[SIZE]):
            longest = length
    return longest


@rule
def measure_match(s: State, seat: int, what: int) -> int:
    """Of the match, or of the seat that acts."""
    if what == DICE_OF:
        return int(s.dice[seat])
    if what == POINTS_OF:
        return int(s.points[seat])
    if what <= MOST_DICE:
        return extreme(s.dice, whole(s.seats), what == MOST_DICE)
    if what <= MOST_POINTS:
        return extreme(s.points, whole(s.seats), what == MOST_POINTS)
    return count_cells(s, what) if what >= PILE else measure_register(s, what)


@rule
def measure_register(s: State, what: int) -> int:
    """What something can be compared with: the throw, the die in hand, the die that was taken last."""
    if what == HAND_COLOUR:
        return int(s.held)
    if what == IDLE_TURNS:
        return int(s.idle)
    if what == THROWN_SUM:
        return thrown_sum(s)
    if what == LAST_COLOUR:
        return int(s.last_colour)
    return int(s.last_level) - 1


@rule
def thrown_sum(s: State) -> int:
    """What the thrown dice add up to."""
    return int(s.thrown[0]) + int(s.thrown[1]) + int(s.thrown[2])


@rule
def extreme(values: Any, seats: int, most: bool) -> int:
    """The largest or smallest of the first values."""
    found = int(values[0])
    for seat in range(1, seats):
        value = int(values[seat])
        if (value > found) == most:
            found = value
    return found


@rule
def count_cells(s: State, what: int) -> int:
    """Dice on the pile, above its base or free; funnels whose faces add up to the throw."""
    count = 0
    size = whole(s.setup[SIZE])
    wanted = thrown_sum(s)
    for cell in range(COUNT):
        if what == RIGHT_FUNNELS:
            place = s.colour[cell] == 0 and s.under[cell] == SIDES and SUM[cell] < size
            count += place and measure_place(s, LOOKING_IN, cell) == wanted
        elif s.colour[cell]:
            count += what == PILE or (SUM[cell] < size if what == ABOVE_BASE else s.over[cell] == 0)
    return int(count)
