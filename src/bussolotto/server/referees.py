"""All referees of a server, and what tables are told of the lines of those who race.

Whoever is connected is waited for, also who could do nothing just now: else the wait would tell what others can do.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence

from bussolotto import arbiter
from bussolotto.arbiter import HERE, Band
from bussolotto.notation import ClaimTold
from bussolotto.server.gallery import Gallery, Watcher
from bussolotto.server.judging import Claim
from bussolotto.server.problems import NotFound
from bussolotto.server.protocol import RaceView
from bussolotto.server.referee import Line, Referee
from bussolotto.server.sittings import Sitting
from bussolotto.server.store import Store

NOTICEABLE_MS, NOTICEABLE_SHARE = 10.0, 0.25  # by so much another window is told to the table


class Referees:
    """Those of all live matches that are races."""

    def __init__(self, loop: asyncio.AbstractEventLoop, store: Store, gallery: Gallery) -> None:
        self._loop = loop
        self._store = store
        self._gallery = gallery
        self._referees: dict[str, Referee] = {}
        self._told: dict[str, RaceView] = {}

    def admit(self, sitting: Sitting) -> Callable[[Claim], None]:
        """A match is live; how its bots claim: in a race like everybody, else by the match alone."""
        if not sitting.match.module.RACE or sitting.over:
            return sitting.request
        referee = Referee(sitting, self._store, self._loop, lambda: self._bands(sitting))
        self._referees[sitting.name] = referee
        return lambda claim: referee.hears(claim, Line(HERE))

    def forget(self, name: str) -> None:
        """A match is not live any more."""
        self._told.pop(name, None)
        if referee := self._referees.pop(name, None):
            referee.race.stop()

    def idle(self, name: str) -> bool:
        """Does no claim wait?"""
        return name not in self._referees or self._referees[name].idle

    def tells(self, sitting: Sitting, since: int) -> None:
        """Everybody at a match is told now what has happened since a version."""
        if referee := self._referees.get(sitting.name):
            referee.tells(since)

    def hears(self, sitting: Sitting, claim: Claim, line: Line) -> None:
        """A page claims."""
        if referee := self._referees.get(sitting.name):
            referee.hears(claim, line)
        else:
            sitting.request(claim)

    def view(self, sitting: Sitting) -> RaceView | None:
        """What the table is shown of its lines; None where nothing is raced."""
        if sitting.name not in self._referees or sitting.over:
            return None
        of_seat = self._bands(sitting)
        bands = of_seat.values()
        shown = [_rounded(of_seat.get(seat)) for seat in range(sitting.match.seats)]
        return RaceView(round(arbiter.window_ms(bands), 1), arbiter.uneven(bands), shown)

    def news(self, sitting: Sitting) -> bool:
        """Is it noticeably another view than the one that the table was told last? From now on it is that one."""
        told, now = self._told.get(sitting.name), self.view(sitting)
        if now is None or (told is not None and not _noticeable(told, now)):
            return False
        self._told[sitting.name] = now
        return True

    def claims(self, sitting: Sitting) -> list[ClaimTold]:
        """All that was judged; before the end only what was contested, and not what anybody wanted to do."""
        if not sitting.match.module.RACE:
            raise NotFound("race", sitting.name)
        referee = self._referees.get(sitting.name)
        claims = referee.claims() if referee else self._store.claims(sitting.number)
        return claims if sitting.over else list(_without_secrets(claims))

    def _bands(self, sitting: Sitting) -> dict[int, Band]:
        """The lines of those who sit and are here; of several pages of one seat the slowest. Bots play where we are."""
        bands = {seat: HERE for seat, sitter in enumerate(sitting.sitters) if sitter.player}
        for watcher in self._gallery.at_match(sitting.name):
            for seat, band in _lines(sitting, watcher):
                if seat not in bands or bands[seat].high < band.high:
                    bands[seat] = band
        return bands


def _lines(sitting: Sitting, watcher: Watcher) -> Iterable[tuple[int, Band]]:
    """The seats that this page plays for, with its line as far as it is known."""
    band = watcher.band
    seat = sitting.seat_of(watcher.guest, watcher.wanted)
    if watcher.live and band is not None and seat is not None and not sitting.sitters[seat].player:
        yield seat, band


def _noticeable(told: RaceView, now: RaceView) -> bool:
    change_ms = abs(now.window_ms - told.window_ms)
    return told.uneven != now.uneven or change_ms > max(NOTICEABLE_MS, NOTICEABLE_SHARE * told.window_ms)


def _rounded(band: Band | None) -> list[float] | None:
    return None if band is None else [round(band.low, 1), round(band.high, 1)]


def _without_secrets(claims: Sequence[ClaimTold]) -> Iterable[ClaimTold]:
    """Times and seats of what was contested: what somebody claimed in vain may be right the next time."""
    contested = {claim.window for claim in claims if claim.verdict == "contested"}
    for claim in claims:
        if claim.window in contested:
            claim.action = ""
            yield claim
