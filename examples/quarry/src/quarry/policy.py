"""The sensible player of Quarry as a rule, so that it compiles together with the game.

It takes the die that brings most, less what it lays open for the next player, and hauls as soon as the next die would
bring less than it risks.
"""

from typing import Any

from bussolotto.core import pyramid
from bussolotto.core.chance import below
from bussolotto.core.kernel import rule
from bussolotto.core.pyramid import COUNT, SIDES
from bussolotto.play.policies import no_tables as tables

from quarry import game  # isort: skip

__all__ = ["NAME", "decide", "tables"]

NAME = "sensible"

OPENED = 0.4  # of what a die is worth that the next player finds free; found by matches against itself
NEVER = -1e9


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The best die, or the way home."""
    best, most, equal = game.HAUL, NEVER, 0
    for cell in range(COUNT):
        if game.is_free(s, cell):
            value = gain(s, seat, s.colour[cell] - 1) - OPENED * opened(s, cell)
            equal = equal + 1 if value == most else 1 if value > most else equal
            if value > most or (value == most and below(rng, equal) == 0):
                best, most = cell, value
    return game.HAUL if best != game.HAUL and hauls(s, seat, s.colour[best] - 1) else best


@rule
def hauls(s: Any, seat: int, kind: int) -> bool:
    """Is what the cart holds worth more than another die of this colour, by the odds of the roll?"""
    dice = game.load(s)
    if dice == 0:
        return False
    low = min(6, max(0, game.least(s, dice + 1) - 1))  # faces that bury all of it
    return bool(low * in_cart(s, seat) >= (6 - low) * gain(s, seat, kind))


@rule
def in_cart(s: Any, seat: int) -> float:
    """The points that the cart brings if it is hauled now."""
    pearl = int(s.hauled[seat][0]) + int(s.cart[0])
    yellow = int(s.hauled[seat][1]) + int(s.cart[1])
    red = int(s.hauled[seat][2]) + int(s.cart[2])
    points = pearl + 2 * yellow + 3 * red + int(s.set_points) * min(pearl, yellow, red)
    return float(points - int(s.points[seat]))


@rule
def gain(s: Any, seat: int, kind: int) -> float:
    """What a die of this colour adds: its points, and a share of a set that it is missing from."""
    have = int(s.hauled[seat][kind]) + int(s.cart[kind])
    fewer = 0
    for other in range(3):
        fewer += int(s.hauled[seat][other]) + int(s.cart[other]) > have
    return kind + 1.0 + s.set_points * fewer / 3.0


@rule
def opened(s: Any, cell: int) -> float:
    """The points of dice that become free when the one here has gone."""
    found = 0.0
    for axis in range(SIDES):
        under = int(pyramid.BELOW[cell][axis])
        if under < COUNT and s.colour[under] and pyramid.uncovered(s.colour, under) == SIDES - 1:
            found += s.colour[under]
    return found
