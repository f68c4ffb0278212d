"""The sensible player of Bunte Kuh: adds up funnel after funnel, without error but slowly, and judges when to give up.

The more funnels there are, the longer it takes to find a right one. The sum that was thrown says how many right ones to
expect: if it is a rare sum, Fiasco is called soon. Dice are placed in a random pose.
"""

from typing import Any

from bussolotto.core import pyramid
from bussolotto.core.chance import below, first_of
from bussolotto.core.dice import CHANCE_OF_SUM
from bussolotto.core.kernel import rule
from bussolotto.games.bunte_kuh import game
from bussolotto.play.policies import no_tables as tables

__all__ = ["GIVE_UP_MS", "NAME", "PLACE_MS", "THROW_MS", "decide", "fiasco_ms", "funnel_ms", "rate", "tables"]

NAME = "sensible"

# How long things take on average.
LOOK_MS = 700.0  # to add up one funnel
GIVE_UP_MS = 60_000.0
THROW_MS, PLACE_MS = 900.0, 2500.0
# A wrong Fiasco costs more than a placed die gains: search longer for each right funnel to be expected, and for
# each die that every opponent would give.
CAUTION = 5.0


@rule
def rate(s: Any, seat: int, tables: Any) -> float:
    """All that it looks for at the same time."""
    if s.phase == game.READY:
        return 1.0 / THROW_MS
    if s.phase != game.CALLING and s.phase != game.SEARCHING:
        return 1.0 / PLACE_MS
    standing = funnels(s)
    total = right_funnels(s) / funnel_ms(standing) + given_up(s, seat)
    return total + (1.0 / fiasco_ms(s, standing) if s.phase == game.CALLING else 0.0)


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The first thing that it finds."""
    if s.phase == game.READY:
        return game.THROW
    if s.phase == game.TURNING:
        return game.POSE + below(rng, pyramid.POSE_COUNT)
    if s.phase == game.CHOOSING:
        count = funnels(s)
        return nth_funnel(s, below(rng, count), 0) if count else game.DECLINE
    return first_found(s, seat, rng)


@rule
def first_found(s: Any, seat: int, rng: Any) -> int:
    """A right funnel, Fiasco, or giving up."""
    standing, right = funnels(s), right_funnels(s)
    chosen = game.YIELD if s.phase == game.SEARCHING else game.PASS
    total = given_up(s, seat)
    if s.phase == game.CALLING:
        own = 1.0 / fiasco_ms(s, standing)
        total += own
        if first_of(rng, own, total):
            chosen = game.FIASCO
    own = right / funnel_ms(standing)
    if right and first_of(rng, own, total + own):
        chosen = nth_funnel(s, below(rng, right), game.thrown_sum(s))
    return int(chosen)


@rule
def given_up(s: Any, seat: int) -> float:
    """How often it gives up, where it still can."""
    return 0.0 if s.phase == game.CALLING and s.passed >> seat & 1 else 1.0 / GIVE_UP_MS


@rule
def funnels(s: Any) -> int:
    """The number of funnels."""
    count = 0
    for cell in range(pyramid.COUNT):
        count += s.sums[cell] > 0
    return int(count)


@rule
def right_funnels(s: Any) -> int:
    """The number of funnels with the sum that was thrown."""
    wanted = game.thrown_sum(s)
    count = 0
    for cell in range(pyramid.COUNT):
        count += s.sums[cell] == wanted
    return int(count)


@rule
def nth_funnel(s: Any, rank: int, wanted: int) -> int:
    """The funnel of this rank, from 0, among those with this sum, or among all if it is 0."""
    for cell in range(pyramid.COUNT):
        if s.sums[cell] and (wanted == 0 or s.sums[cell] == wanted):
            if rank == 0:
                return cell
            rank -= 1
    return -1


@rule
def funnel_ms(standing: int) -> float:
    """How long it takes to find a certain funnel."""
    return LOOK_MS * max(standing, 1)


@rule
def fiasco_ms(s: Any, standing: int) -> float:
    """How long it takes until it calls Fiasco."""
    expected = standing * CHANCE_OF_SUM[game.thrown_sum(s)]
    return float(funnel_ms(standing) * (1 + CAUTION * s.penalty * expected))
