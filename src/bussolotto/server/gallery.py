"""Who looks on, and what each of them is told: seats and spectators get only what `match` says they may know."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol

import msgspec
from msgspec import UNSET, UnsetType

from bussolotto.arbiter import Band
from bussolotto.kernel import SPECTATOR
from bussolotto.match import Match
from bussolotto.server.protocol import (
    Position,
    PreviewMessage,
    StepsMessage,
    StepTold,
    ThrowDue,
    ViewMessage,
    frame,
)
from bussolotto.server.sitters import viewer
from bussolotto.server.sittings import Sitting
from bussolotto.server.throws import Due


class Watcher(Protocol):
    """A connected page. `base` is the address by which it came; `live` after it has resumed: from then on it is told
    every step, with the position as text if it `shows` that. `wanted`: for which of the guest's seats it is, and NOBODY
    for a spectator's eyes; the first unless told. `band`: its round trips, as far as they are measured: in a race.
    """

    guest: str | None
    wanted: int | None
    base: str
    sitting: Sitting
    live: bool
    shows: bool

    @property
    def band(self) -> Band | None:
        """None where nothing is measured."""

    def send(self, message: bytes) -> None:
        """Send one frame."""

    def dismiss(self) -> None:
        """Show him out: he may not watch any more."""


class Gallery:
    """All watchers, by match and by table."""

    def __init__(self) -> None:
        self._of_match: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._of_table: defaultdict[str, set[Watcher]] = defaultdict(set)

    def arrive(self, watcher: Watcher) -> None:
        self._of_match[watcher.sitting.name].add(watcher)
        self._of_table[watcher.sitting.table].add(watcher)

    def depart(self, watcher: Watcher) -> None:
        for watchers, name in (
            (self._of_match, watcher.sitting.name),
            (self._of_table, watcher.sitting.table),
        ):
            watchers[name].discard(watcher)
            if not watchers[name]:
                del watchers[name]

    def at_table(self, table: str) -> Iterable[Watcher]:
        return tuple(self._of_table.get(table, ()))

    def at_match(self, match: str) -> Iterable[Watcher]:
        return tuple(self._of_match.get(match, ()))

    def watched(self, match: str) -> bool:
        return match in self._of_match

    def guests(self, table: str) -> set[str]:
        """The guests who have a page of this table open."""
        return {watcher.guest for watcher in self._of_table.get(table, ()) if watcher.guest is not None}

    def strangers(self, table: str) -> int:
        """How many pages of this table are open to people who are no guests yet."""
        return sum(watcher.guest is None for watcher in self._of_table.get(table, ()))

    def tell_steps(self, sitting: Sitting, since: int) -> None:
        """Tell everybody who follows this match what has happened since a version, each in his own words."""
        report = Report(sitting, since)
        for watcher in self._of_match.get(sitting.name, ()):
            if watcher.live:
                watcher.send(report.frame(sitting.seat_of(watcher.guest, watcher.wanted), watcher.shows))


class Report:
    """The same news for several viewers: what is alike is encoded once. Games without secrets have one view for all."""

    def __init__(self, sitting: Sitting, since: int) -> None:
        self._sitting = sitting
        self._since = since
        self._movers = sitting.movers()
        self._due = sitting.due
        self._secrets = sitting.match.secrets
        self._steps: dict[int, msgspec.Raw] = {}
        self._views: dict[int, msgspec.Raw] = {}
        self._frames: dict[tuple[int, int | None, int | None, bool], bytes] = {}

    def frame(self, seat: int | None, shows: bool) -> bytes:
        """What this seat is told."""
        audience = viewer(seat) if self._secrets else SPECTATOR
        mover = seat if seat in self._movers else None
        thrower = seat if self._due and seat in self._due.seats else None
        key = (audience, mover, thrower, shows)
        if key not in self._frames:
            self._frames[key] = self._encoded(*key)
        return self._frames[key]

    def _encoded(self, audience: int, mover: int | None, thrower: int | None, shows: bool) -> bytes:
        match = self._sitting.match
        if audience not in self._steps:
            told = [StepTold(*step) for step in match.steps(audience, self._since)]
            self._steps[audience] = msgspec.Raw(msgspec.json.encode(told))
            self._views[audience] = view_of(match, eyes(self._sitting, audience))
        race = match.module.RACE
        message = StepsMessage(
            self._views[audience],
            None if race else self._movers,
            None if race else self._sitting.legal(mover),
            rest_ms=self._sitting.rest.left_ms or UNSET,
            throw=_throw_told(self._sitting, self._due, thrower),
            version=match.version,
            steps=self._steps[audience],
        )
        if shows:
            message.show = match.show(eyes(self._sitting, audience))
        return frame(message)


def eyes(sitting: Sitting, audience: int) -> int | None:
    """As whom somebody looks at the match: once it is over, as one to whom all is open."""
    return None if sitting.over else audience


def view_of(match: Match, audience: int | None) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(match.view(audience)))


def position(sitting: Sitting, seat: int | None) -> Position:
    """Where the match stands, for one seat or a spectator."""
    match = sitting.match
    race = match.module.RACE
    seen_by = eyes(sitting, viewer(seat))
    return Position(
        view_of(match, seen_by),
        None if race else sitting.movers(),
        None if race else sitting.legal(seat),
        match.show(seen_by),
        sitting.rest.left_ms or UNSET,
        _throw_told(sitting, sitting.due, seat),
    )


def _throw_told(sitting: Sitting, due: Due | None, seat: int | None) -> ThrowDue | UnsetType:
    return due.told(seat, sitting.match, sitting.people) if due else UNSET


def whole_view(sitting: Sitting, seat: int | None) -> bytes:
    now = position(sitting, seat)
    message = ViewMessage(**{name: getattr(now, name) for name in now.__struct_fields__}, version=sitting.match.version)
    return frame(message)


def trial_view(message: str | int, trial: Match, seat: int) -> bytes:
    """What a preview is answered."""
    bits = trial.movers()
    return frame(
        PreviewMessage(
            view_of(trial, seat),
            [mover for mover in range(trial.seats) if bits >> mover & 1],
            trial.legal(seat),
            trial.show(seat),
            id=message,
            version=trial.version,
        )
    )
