"""How quick each seat was in a race: what eye and hand need, what searching and deciding took, and the line.

A match file has the moment of each claim, as the arbiter judged it. What a seat needs at its quickest, a tenth of its
claims being quicker, is what eye and hand take together: nothing was left to be searched for then. What it needs
beyond that, usually, was spent on searching and deciding. A file does not say when an eye saw or a hand moved, so these
two are not told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from bussolotto.play.notation import Record

QUICKEST = 10  # percent
FEWEST = 5  # claims, or nothing is said of a seat


class Reactions(msgspec.Struct, frozen=True):
    """The claims of one seat: how many, how many came too late, and times in milliseconds, None of too few claims.

    `eye_and_hand_ms`: the reaction that a tenth of its claims fell below; `deciding_ms`: how much longer it usually
    (median) took; `line_ms`: the usual time from pressing to the server.
    """

    claims: int
    accepted: int
    beaten: int
    eye_and_hand_ms: float | None
    deciding_ms: float | None
    line_ms: float | None


def reactions(record: Record) -> list[Reactions] | None:
    """The reactions of all seats; None where the record has no times."""
    if not record.claims:
        return None
    return [_of([claim for claim in record.claims if claim["seat"] == seat]) for seat in range(record.seats)]


def _of(claims: Sequence[dict[str, Any]]) -> Reactions:
    counts = len(claims), sum(claim["verdict"] == "accepted" for claim in claims)
    beaten = sum(claim["behind_ms"] is not None for claim in claims)
    if len(claims) < FEWEST:
        return Reactions(*counts, beaten, None, None, None)
    taken = [claim["believed_ms"] for claim in claims]
    quickest = float(np.percentile(taken, QUICKEST))
    line = float(np.median([claim["arrived_ms"] - claim["at_ms"] for claim in claims]))
    return Reactions(*counts, beaten, quickest, float(np.median(taken)) - quickest, line)
