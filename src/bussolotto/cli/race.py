"""The clock of a race in the terminal: while somebody here thinks, the bots' time runs.

When he has answered, first all happens that bots wished to do sooner; then his claim is judged by what is left of the
match he saw. The rules know no clock (GEN-4): it stands here.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bussolotto import claims
from bussolotto.match import Match
from bussolotto.players.company import Company

PACE = 4  # reading a position as text and typing takes so many times as long as looking and reaching


class Claim(NamedTuple):
    """What somebody wants to do, and the version of the match in which he saw it; was it legal there?"""

    seat: int
    action: int
    version: int
    legal: bool


def claimed(match: Match, seats: Sequence[int], answer: str) -> Claim:
    """The claim typed by one of these seats; of several, who it is stands before it, counted from 1: `2 take 1,0,0`.

    ValueError for what cannot be read.
    """
    seat = seats[0]
    if len(seats) > 1:
        found = re.fullmatch(r"(\d+)[ :]+(\D.*)", answer)
        if not found or int(found[1]) - 1 not in seats:
            raise ValueError(answer)
        seat, answer = int(found[1]) - 1, found[2]
    action = int(match.module.read(seat, answer))
    return Claim(seat, action, match.version, action in match.legal(seat))


def pass_time(company: Company, settle: Callable[[], bool], passed_ms: float) -> None:
    """Let bots do what they wish to do in so much time; each is asked again after every step, as at any table."""
    left_ms = passed_ms / PACE
    while (wish := company.wish()) and wish.wait_ms < left_ms:
        left_ms -= wish.wait_ms
        company.play(wish.seat, wish.action)
        if not settle():
            return


def judged(match: Match, claim: Claim) -> int | None:
    """The action that it is now, a foul perhaps; None if it is void because somebody was quicker."""
    action = claims.meaning(match, claim.seat, claim.action, claim.version)
    if claim.legal and action not in match.legal(claim.seat):
        return None
    return action
