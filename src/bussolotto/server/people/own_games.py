"""A guest's own games in figures: matches, wins against whom, the share without luck, mistakes, and how it goes on.

Matches come from what is stored of them anyway; of a review, what it has found of the guest's seat is kept, as long as
the match. Nothing is reviewed unless somebody asks for it.
"""

from __future__ import annotations

import asyncio
import csv
import io
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import sqrt
from statistics import fmean, stdev
from typing import Literal, cast

import msgspec
from msgspec import Struct

from bussolotto import players
from bussolotto.core.errors import Refusal
from bussolotto.games import game as module_of
from bussolotto.games import names
from bussolotto.review.kept import SeatReview
from bussolotto.server.match import persistence
from bussolotto.server.match.seats import Occupant, seats_of
from bussolotto.server.store import own_rows
from bussolotto.server.store.database import Store
from bussolotto.server.store.own_rows import Played
from bussolotto.study.effects import quantile

MOST = 5_000  # matches of a guest, the last ones
LEAST = 5  # reviewed matches for an interval
WINDOW, POINTS = 10, 40  # matches of which each point of a curve is the mean, and how many points it has at most
KINDS = 3  # of mistakes that are told
DUE = 20  # matches that are offered for review
SETTLE_S = 2.0  # how long a figure waits for what a review has found to be stored
COLUMNS = (
    "game", "match", "started", "ended", "seats", "seat", "against", "share",
    "adjusted", "error", "decisions", "lost", "mistakes", "blunders",
)  # fmt: skip

Whom = Literal["people", "easy", "medium", "hard", "other"]
WHOM: Sequence[Whom] = ("people", "hard", "medium", "easy", "other")

log = logging.getLogger(__name__)


class Against(Struct):
    """Matches at tables where such players sat, and the victories, shared ones in part."""

    whom: Whom
    matches: int
    won: float


class MistakeKind(Struct):
    """A kind of mistake: the word of what was done, that of what would have been best, and how often."""

    done: str
    best: str
    times: int


class Moment(Struct):
    """The means of some ten reviewed matches in a row; `last` is the number of the last of them, from 1."""

    last: int
    share: float
    adjusted: float
    lost: float


class GameFigures(Struct):
    """A game. `even`: the share that equally good players have. `won`: victories, shared ones in part.

    Of the `reviewed` matches: `share` won, `adjusted` without luck with its 95 % interval, null where too few were
    reviewed; what was `lost` by choices; and `kinds` of mistakes, the most frequent first. `due`: matches that have not
    been reviewed, the newest first.
    """

    game: str
    matches: int
    won: float
    even: float
    against: list[Against]
    reviewed: int
    share: float | None
    adjusted: float | None
    interval: list[float] | None
    decisions: int
    lost: float | None
    mistakes: int
    kinds: list[MistakeKind]
    progress: list[Moment]
    due: list[str]


class OwnReview(Struct):
    """What a review has found of the guest's seat in a match."""

    match: str
    found: SeatReview


@dataclass(frozen=True)
class _Counted:
    """A match that counts: played to its end by the guest, in one seat."""

    played: Played
    share: float
    whom: frozenset[Whom]


class OwnGames:
    """The figures of the guests of one server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._keeping: set[asyncio.Future[None]] = set()

    def keep(self, match: str, seats: bytes) -> None:
        """Keep what a review has found of the seats of guests."""
        found = msgspec.json.decode(seats, type=list[SeatReview])
        over = asyncio.get_running_loop().create_future()
        self._keeping.add(over)

        def stored(refusal: Refusal | None) -> None:
            _tell_unstored(refusal)
            self._keeping.discard(over)
            over.set_result(None)

        self._store.put(None, own_rows.keep(match, found), stored)

    async def settle(self) -> None:
        """Wait until what reviews have found so far is stored, or is not: who has seen a review counts on it."""
        if self._keeping:
            await asyncio.wait(self._keeping, timeout=SETTLE_S)

    async def forget(self, guest: str) -> None:
        """Delete what reviews have found of a guest. Raises NotStored."""
        await self._store.run(own_rows.forget(guest))

    def figures(self, guest: str) -> list[GameFigures]:
        """All games that a guest has played, the most played first. To be called in a thread."""
        by_game: dict[str, list[_Counted]] = {}
        for one in self._counted(guest):
            by_game.setdefault(one.played.match.game, []).append(one)
        return sorted((_figures(game, found) for game, found in by_game.items()), key=lambda told: -told.matches)

    def reviews(self, guest: str) -> list[OwnReview]:
        """What reviews have found of a guest. To be called in a thread."""
        played = own_rows.read_played(self._store.source, guest, MOST)
        return [OwnReview(one.match.name, one.found) for one in played if one.found is not None]

    def table(self, guest: str) -> str:
        """All matches that count, as CSV, the oldest first. To be called in a thread."""
        written = io.StringIO()
        lines = csv.writer(written)
        lines.writerow(COLUMNS)
        lines.writerows(map(_line, self._counted(guest)))
        return written.getvalue()

    def _counted(self, guest: str) -> Iterator[_Counted]:
        for played in own_rows.read_played(self._store.source, guest, MOST):
            occupants = persistence.read_occupants(played.match)
            if (counted := _count(played, occupants, guest)) is not None:
                yield counted


def _count(played: Played, occupants: Sequence[Occupant], guest: str) -> _Counted | None:
    """A match as it counts; None where the guest had several seats, or a bot has played on for them."""
    match, seat = played.match, played.seat
    if match.game not in names() or seats_of(occupants, guest) != [seat] or occupants[seat].player is not None:
        return None
    if match.ending is None or len(match.ending.returns) != len(occupants):
        return None
    whom = frozenset(_whom(match.game, other) for at, other in enumerate(occupants) if at != seat)
    return _Counted(played, match.ending.returns[seat], whom)


def _whom(game: str, occupant: Occupant) -> Whom:
    """What kind of player this is: a person, also one for whom a bot went on, or a bot by its level."""
    if occupant.guest is not None or occupant.player is None:
        return "people"
    return cast(Whom, players.level_of(module_of(game), occupant.player) or "other")


def _figures(game: str, counted: Sequence[_Counted]) -> GameFigures:
    found = [one.played.found for one in counted if one.played.found is not None]
    measured = [(one.share, *luckless) for one in counted if (luckless := _luckless(one.played.found)) is not None]
    adjusted = [without for _, without, _ in measured]
    return GameFigures(
        game=game,
        matches=len(counted),
        won=sum(one.share for one in counted),
        even=fmean(1 / one.played.match.seats for one in counted),
        against=list(_against(counted)),
        reviewed=len(found),
        share=fmean(share for share, _, _ in measured) if measured else None,
        adjusted=fmean(adjusted) if adjusted else None,
        interval=interval(adjusted),
        decisions=sum(review.decisions for review in found),
        lost=fmean(review.lost for review in found) if found else None,
        mistakes=sum(review.mistakes + review.blunders for review in found),
        kinds=_kinds(found),
        progress=progress(measured),
        due=_due(game, counted),
    )


def _luckless(found: SeatReview | None) -> tuple[float, float] | None:
    """The share without luck and what was lost by choices; None where luck was not measured."""
    return None if found is None or found.adjusted is None else (found.adjusted, found.lost)


def _against(counted: Sequence[_Counted]) -> Iterator[Against]:
    for whom in WHOM:
        shares = [one.share for one in counted if whom in one.whom]
        if shares:
            yield Against(whom, len(shares), sum(shares))


def interval(values: Sequence[float]) -> list[float] | None:
    """The 95 % interval of a mean share by Student's t, between 0 and 1; None for fewer than LEAST values."""
    if len(values) < LEAST:
        return None
    half = quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return [max(0.0, min(1.0, fmean(values) + side)) for side in (-half, half)]


def progress(values: Sequence[tuple[float, float, float]]) -> list[Moment]:
    """The means of WINDOW values in a row, at POINTS places at most; none where there are fewer than two of them."""
    ends = range(WINDOW, len(values) + 1)
    step = max(1, -(-len(ends) // POINTS))
    chosen = [end for end in ends if (len(values) - end) % step == 0]
    if len(chosen) < 2:
        return []
    columns = [zip(*values[end - WINDOW : end], strict=True) for end in chosen]
    return [Moment(end, *map(fmean, column)) for end, column in zip(chosen, columns, strict=True)]


def _kinds(found: Sequence[SeatReview]) -> list[MistakeKind]:
    counts: Counter[str] = Counter()
    for review in found:
        counts.update(review.kinds)
    ranked = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))[:KINDS]
    words = [(*kind.partition(" ")[::2], times) for kind, times in ranked]
    return [MistakeKind(done, best, times) for done, best, times in words]


def _due(game: str, counted: Sequence[_Counted]) -> list[str]:
    """The newest matches that can be reviewed and have not been."""
    rules = module_of(game).RULES
    waiting = [one.played.match for one in counted if one.played.found is None and one.played.match.rules == rules]
    return [match.name for match in reversed(waiting[-DUE:])]


def _line(one: _Counted) -> Sequence[object]:
    """A match as a line of the table: times in UTC, shares of the victory, nothing where it was not reviewed."""
    match, found = one.played.match, one.played.found
    told = (
        ()
        if found is None
        else (found.adjusted, found.error, found.decisions, found.lost, found.mistakes, found.blunders)
    )
    whom = " ".join(word for word in WHOM if word in one.whom)
    times = (_time(match.started_s), _time(match.ended_s))
    return match.game, match.name, *times, match.seats, one.played.seat + 1, whom, one.share, *told


def _time(seconds: int | None) -> str:
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _tell_unstored(refusal: Refusal | None) -> None:
    if refusal is not None:
        log.warning("what a review has found of its players was not kept: %s", refusal)
