"""The clock of a race in the terminal: while a player here thinks, the bots' time runs.

When the player has answered, bots first do everything they wanted to do sooner. Then the player's claim is judged by
what remains of the position they saw. The rules have no clock (GEN-4), so it is here.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bussolotto.play.match import Match
from bussolotto.players.bot_table import BotTable

PACE = 4  # reading a position as text and typing takes this many times as long as looking and reaching


class Claim(NamedTuple):
    """The action a player wants, the version of the match in which they chose it, and whether it was legal there."""

    seat: int
    action: int
    version: int
    legal: bool


def claimed(match: Match, seats: Sequence[int], answer: str) -> Claim:
    """Return the claim typed by one of these seats. With several, it starts with the seat, from 1: `2 take 1,0,0`.

    Raises ValueError for an answer that cannot be read.
    """
    seat = seats[0]
    if len(seats) > 1:
        found = re.fullmatch(r"(\d+)[ :]+(\D.*)", answer)
        if not found or int(found[1]) - 1 not in seats:
            raise ValueError(answer)
        seat, answer = int(found[1]) - 1, found[2]
    action = int(match.game.read(seat, answer))
    return Claim(seat, action, match.version, action in match.legal(seat))


def pass_time(bot_table: BotTable, settle: Callable[[], bool], passed_ms: float) -> None:
    """Let bots act during this time. Each is asked again after every step, as in any match."""
    left_ms = passed_ms / PACE
    while (wish := bot_table.wish()) and wish.wait_ms < left_ms:
        left_ms -= wish.wait_ms
        bot_table.play(wish.seat, wish.action)
        if not settle():
            return


def judged(match: Match, claim: Claim) -> int | None:
    """Return the action as it counts now, perhaps a foul, or None if somebody else was faster and the claim is void."""
    action = match.meaning(claim.seat, claim.action, claim.version)
    if claim.legal and action not in match.legal(claim.seat):
        return None
    return action
