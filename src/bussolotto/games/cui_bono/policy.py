"""The sensible player of Cui bono?: it puts dice back as long as it can, and where the next player then cannot.

Every die that may be taken, with every funnel that takes it back, is played on a copy by the game's own rules. It
compares what this turn costs, what the next player must at least keep, and how many dice the next player could put back
instead.
"""

from typing import Any

import numpy as np

from bussolotto.core import pyramid
from bussolotto.core.chance import below
from bussolotto.core.kernel import room, rule
from bussolotto.games.cui_bono import game, repeats

NAME = "sensible"

# The value of a position for the seat that has just ended its turn, in penalty points. Found by matches against itself.
WON = 50.0  # a match won, against one lost
PRESSURE = 0.9  # a point that the next player must take
WAY_OUT = 0.4  # being able to put back one kind of die rather than none; further kinds count less and less
NEVER = -1e9


def tables(opening: Any) -> tuple[Any, ...]:
    """Room for a die taken, put back, and taken by the next player; by colour, a funnel that took one back."""
    return room(opening, 3), np.zeros(len(game.COLOURS) + 1, np.int64)


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The best action of the seat whose turn it is, any of several that are equal."""
    positions, funnels = tables
    if s.phase == game.PUTTING:
        _, best = best_put(s, seat, rng, positions, funnels)
        return best
    best, most, equal = -1, NEVER, 0
    for index in range(pyramid.BASE_COUNTS[s.lattice]):
        cell = pyramid.BASES[s.lattice][index]
        if game.is_loose(s, cell):
            value = worth_of_take(s, cell, seat, rng, positions, funnels)
            equal = equal + 1 if value == most else 1 if value > most else equal
            if value > most or (value == most and below(rng, equal) == 0):
                best, most = int(cell), value
    return best


@rule
def worth_of_take(s: Any, cell: int, seat: int, rng: Any, positions: Any, funnels: Any) -> float:
    """The value of taking this die, with the best that can be done with it."""
    positions[0] = s
    after = positions[0]
    if take(after, cell, funnels):
        after.phase = game.PUTTING
        value, _ = best_put(after, seat, rng, positions, funnels)
        return value
    game.keep_die(after)
    return worth(after, seat, positions, funnels)


@rule
def best_put(s: Any, seat: int, rng: Any, positions: Any, funnels: Any) -> tuple[float, int]:
    """The value and the action of the best that can be done with the die in hand."""
    best, most, equal = -1, NEVER, 0
    for index in range(game.LINE_COUNT[s.lattice] + (s.back == 0)):
        code = game.KEEP
        if index < game.LINE_COUNT[s.lattice]:
            gap = game.lowest_gap(s, game.LINES[s.lattice][index])
            if not game.takes_back(s, gap) or repeats.is_barred(s, gap):
                continue
            code = game.PUT + gap
        positions[1] = s
        after = positions[1]
        if code == game.KEEP:
            game.keep_die(after)
        else:
            game.put_die(after, code - game.PUT)
        value = worth(after, seat, positions, funnels)
        equal = equal + 1 if value == most else 1 if value > most else equal
        if value > most or (value == most and below(rng, equal) == 0):
            best, most = int(code), value
    return most, best


@rule
def take(s: Any, cell: int, funnels: Any) -> bool:
    """Take this die into the hand; can it be put back? The last funnel that took one of its colour is tried first."""
    s.held = s.colour[cell]
    emptied = pyramid.slide(s.colour, cell)
    if s.repeat_ == 0:
        repeats.remember_take(s, cell, emptied)
    last = int(funnels[s.held])
    if s.colour[last] == 0 and game.takes_back(s, last) and not repeats.is_barred(s, last):
        return True
    lines = game.LINES[s.lattice]
    for index in range(game.LINE_COUNT[s.lattice]):
        gap = game.lowest_gap(s, lines[index])
        if game.takes_back(s, gap) and not repeats.is_barred(s, gap):
            funnels[s.held] = gap
            return True
    return False


@rule
def worth(s: Any, seat: int, positions: Any, funnels: Any) -> float:
    """The value of a position after the turn of a seat, for that seat."""
    if s.phase == game.OVER:
        return WON * (2.0 * share(s, seat) - 1.0)
    total = 0
    for other in range(s.seats):
        total += game.points_of(s, other)
    own = game.points_of(s, seat)
    lead = (total - own) / (s.seats - 1) - own
    return float(lead + outlook(s, positions, funnels) / (s.seats - 1))


@rule
def share(s: Any, seat: int) -> float:
    """The win share of a seat at the end."""
    own = game.burden(s, seat)
    winners = 0
    for other in range(s.seats):
        burden = game.burden(s, other)
        if burden < own:
            return 0.0
        winners += burden == own
    return 1.0 / winners


@rule
def outlook(s: Any, positions: Any, funnels: Any) -> float:
    """What it costs the player to move: what they must keep at least, less the ways out that they have."""
    cost, ways_out = 1000, 0
    for index in range(pyramid.BASE_COUNTS[s.lattice]):
        cell = pyramid.BASES[s.lattice][index]
        if game.is_loose(s, cell):
            cost = min(cost, game.price(s, s.colour[cell]))
            positions[2] = s
            ways_out += take(positions[2], cell, funnels)
    if ways_out:
        return -WAY_OUT * ways_out / (1 + ways_out)
    return PRESSURE * cost if cost < 1000 else 0.0
