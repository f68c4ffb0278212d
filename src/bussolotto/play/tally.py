"""What is counted during a match: plies, decisions, turns, changes of the lead, and the result.

All code that plays whole matches shares these rules: interpreted over a record laid out as `TALLY`, compiled, and on
a device.
"""

from typing import Any

import numpy as np

from bussolotto.core.kernel import CHANCE, MAX_SEATS, rule

# The results of a match, in the order of `study.matches.Results`; the last two are used only for counting
TALLY = np.dtype(
    [(name, np.int64) for name in ("plies", "decisions", "turns", "leads", "starts", "endings")]
    + [(name, np.float64, MAX_SEATS) for name in ("shares", "points")]
    + [(name, np.int64) for name in ("turn", "leader")]
)


@rule
def open_tally(tally: Any) -> None:
    """Initialise the tally before the first ply: no turn has begun, and nobody leads."""
    tally.starts = -1
    tally.turn = -1
    tally.leader = -1


@rule
def count_ply(tally: Any, seat: int) -> bool:
    """Count one ply of this seat, or of chance. True if it begins a turn: then compare the points."""
    tally.plies += 1
    if seat == CHANCE:
        return False
    tally.decisions += 1
    if seat == tally.turn:
        return False
    tally.turn = seat
    tally.turns += 1
    if tally.starts < 0:
        tally.starts = seat
    return True


@rule
def follow_lead(tally: Any, seats: int, fewest_win: bool) -> None:
    """Find the leader by the points in the tally; if it is another seat than before, the lead has changed."""
    leader = leading(tally.points, seats, fewest_win)
    if leader < 0:
        return
    if tally.leader >= 0 and leader != tally.leader:
        tally.leads += 1
    tally.leader = leader


@rule
def leading(points: Any, seats: int, fewest_win: bool) -> int:
    """The seat that is ahead of all others; -1 if several are equal."""
    best = 0
    equals = 0
    for seat in range(1, seats):
        ahead = points[seat] < points[best] if fewest_win else points[seat] > points[best]
        if ahead:
            best = seat
            equals = 0
        elif points[seat] == points[best]:
            equals += 1
    return -1 if equals else best
