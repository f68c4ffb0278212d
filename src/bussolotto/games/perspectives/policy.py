"""The sensible player of Perspectives: finds its dice one by one, as fast as a person, then calls Stop.

The cell of a die does not matter, so it chooses any. A die that shows the turquoise number is found sooner than one
that shows the number of the handicap die, which lies in front of the neighbour. When there is nothing left to find it
takes a moment to be sure; then Stop costs nothing, and the others keep what they have not found yet.
"""

from typing import Any

from bussolotto.core.chance import below, first_of
from bussolotto.core.kernel import rule
from bussolotto.games.perspectives import game
from bussolotto.play.policies import no_tables as tables

__all__ = ["BONUS_MS", "HANDICAP_MS", "NAME", "SURE_MS", "THROW_MS", "TURQUOISE_MS", "decide", "rate", "tables"]

NAME = "sensible"

# How long things take on average.
TURQUOISE_MS = 1300.0  # to find a die that shows the turquoise number, and put it down
HANDICAP_MS = 1800.0  # or the number of the handicap die
SURE_MS = 700.0  # to be sure that none is left
BONUS_MS = 700.0  # to put down any die
THROW_MS = 1200.0


@rule
def rate(s: Any, seat: int, tables: Any) -> float:
    """All that it looks for at the same time."""
    if s.phase == game.THROWING:
        return 1.0 / THROW_MS
    if s.phase == game.GRANTING:
        return 1.0 / BONUS_MS
    total = turquoise(s, seat) + handicap(s, seat)
    return total if total > 0.0 else 1.0 / SURE_MS


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The first thing that it finds."""
    if s.phase == game.THROWING:
        return game.THROW
    if s.phase == game.GRANTING:
        return game.BONUS + any_hollow(s, rng)
    by_turquoise, by_handicap = turquoise(s, seat), handicap(s, seat)
    if by_turquoise + by_handicap == 0.0:
        return game.STOP
    kind = game.HANDICAP if first_of(rng, by_handicap, by_turquoise + by_handicap) else game.TURQUOISE
    return kind + any_hollow(s, rng)


@rule
def turquoise(s: Any, seat: int) -> float:
    """How often it finds a die with the turquoise number, if it has one."""
    return 1.0 / TURQUOISE_MS if s.shown[seat][s.number - 1] else 0.0


@rule
def handicap(s: Any, seat: int) -> float:
    """How often it finds a die with only the number of its handicap die, if it has one."""
    return 1.0 / HANDICAP_MS if game.by_handicap(s, seat) else 0.0


@rule
def any_hollow(s: Any, rng: Any) -> int:
    """Any cell where a die may go."""
    rank = below(rng, int(s.hollows))
    cell = 0
    while rank or s.hollow[cell] == 0:
        rank -= s.hollow[cell]
        cell += 1
    return cell
