"""A table as seen by each person at it, and its delivery to everybody."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import count
from time import time_ns
from typing import NamedTuple

from msgspec import UNSET

from bussolotto.core.errors import refuse
from bussolotto.games import game as module_of
from bussolotto.server.match.broadcaster import Broadcaster, Subscriber
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.seats import Occupant
from bussolotto.server.protocol import (
    ClockView,
    End,
    EveningView,
    Kind,
    Mine,
    RaceView,
    SeatView,
    SpectatorsMessage,
    StandIn,
    State,
    TableMessage,
    TableView,
    frame,
)
from bussolotto.server.race.race_queues import RaceQueues
from bussolotto.server.store import match_rows, notice_rows
from bussolotto.server.store.database import Store
from bussolotto.server.table.live_matches import Follower, LiveMatches
from bussolotto.server.table.series import Outcome, outcome_of
from bussolotto.server.table.tables import Table, Tables, link_to

COLLECTED_S = 0.05  # arrivals and departures of spectators
COLLECTED_EACH_S = 0.0005  # longer before a crowd, or each of them would be told of each other


class Standing(NamedTuple):
    """How the match of a table stands, as far as its view says that."""

    state: State
    end: End | None = None
    outcome: Outcome | None = None
    clock: ClockView | None = None
    race: RaceView | None = None
    old_rules: int | None = None
    stand_in: StandIn | None = None


@dataclass
class TableViews(Follower):
    """The table views of one server."""

    store: Store
    tables: Tables
    matches: LiveMatches
    broadcaster: Broadcaster
    race_queues: RaceQueues
    _recounting: set[str] = field(default_factory=set)  # tables
    _numbers: Iterator[int] = field(default_factory=lambda: count(time_ns() // 1000))  # go on after a restart

    def follow(self, live: LiveMatch, since: int) -> None:
        """Update the table after a change of its match: its end, and the state of its clocks."""
        if live.over or live.clocks:
            self.announce(self.tables.find(live.table))

    def announce_race(self, live: LiveMatch) -> None:
        """Inform the table after a measurement of a racer's connection, if the change is noticeable."""
        if self.race_queues.update_view(live):
            self.announce(self.tables.find(live.table))

    def view(self, table: Table, guest: str | None, base: str, wanted: int | None = None) -> TableView:
        """Return a table as this guest sees it from the wanted seat. `base` is the prefix of links."""
        live = self.matches.find(table.match)
        return self._view(table, self._standing_of(live, guest, wanted), guest, base, wanted)

    def listed(self, table: Table, guest: str | None, base: str) -> TableView:
        """Return a table as it is listed: its match is not loaded for that.

        Raises NotFound, Unreadable.
        """
        live = self.matches.find_loaded(table.match)
        standing = self._standing_of(live, guest, None) if live else self._read_standing(table)
        return self._view(table, standing, guest, base, None)

    def _standing_of(self, live: LiveMatch, guest: str | None, wanted: int | None) -> Standing:
        return Standing(
            state=live.state,
            end=live.ending,
            outcome=outcome_of(live),
            clock=live.clocks.view() if live.clocks else None,
            race=self.race_queues.describe(live),
            old_rules=None if live.playable or live.over else live.rules,
            stand_in=live.stand_in(live.seat_of(guest, wanted)),
        )

    def _read_standing(self, table: Table) -> Standing:
        row = match_rows.find(self.store, table.match)
        if row is None:
            raise refuse("not-found", what="match", name=table.match)
        running: State = "running" if row.ending is None else "over"
        return Standing(
            state="waiting" if row.started_s is None else running,
            end=row.ending,
            clock=self.matches.read_clock(table, row),
            old_rules=None if row.ending or row.rules == module_of(row.game).RULES else row.rules,
        )

    def _view(self, table: Table, standing: Standing, guest: str | None, base: str, wanted: int | None) -> TableView:
        end = standing.end
        present = self.broadcaster.list_guests(table.name)
        return TableView(
            table=table.name,
            link=link_to(table.name, base),
            game=table.game,
            seats=[_seat_view(seat, occupant, present) for seat, occupant in enumerate(table.seats)],
            options=table.options,
            visibility=table.visibility,
            host=table.seat_of(table.host),
            match=table.match,
            state=standing.state,
            spectators=self._count_spectators(table),
            offers=table.offers,
            me=_mine(table, standing.stand_in, guest, wanted),
            hints=table.hints,
            device=table.device,
            chat=table.chat,
            dice=table.dice,
            preset=table.preset,
            evening=_evening_view(table, standing.outcome),
            end=end,
            returns=end.returns if end else None,
            clock=standing.clock,
            race=standing.race,
            pace=table.pace,
            ready=table.ready,
            practice=table.practice,
            shut=table.shut,
            old_rules=standing.old_rules,
            fair=self.matches.why_fair(table),
            since=notice_rows.find_turn_start(self.store, table.match)
            if table.pace == "days" and standing.state == "running"
            else None,
            number=next(self._numbers),
        )

    def frame(self, table: Table, subscriber: Subscriber) -> bytes:
        """Return the view as a message to a page."""
        return frame(TableMessage(self.view(table, subscriber.guest, subscriber.base, subscriber.wanted)))

    def announce(self, table: Table) -> None:
        """Send the state of a table to everybody at it."""
        frames: dict[tuple[object, ...], bytes] = {}  # all spectators are sent the same
        for subscriber in self.broadcaster.at_table(table.name):
            sent_away = subscriber.guest in table.sent_away
            seats = table.seat_of(subscriber.guest), table.seat_of(subscriber.guest, subscriber.wanted)
            key = (*seats, subscriber.guest == table.host, sent_away, subscriber.base)
            if key not in frames:
                frames[key] = self.frame(table, subscriber)
            subscriber.send(frames[key])

    def recount_soon(self, table: Table) -> None:
        """Send everybody at a table the number of its spectators, once for all who come and go at about this time."""
        if table.name not in self._recounting:
            self._recounting.add(table.name)
            wait_s = COLLECTED_S + COLLECTED_EACH_S * self._count_spectators(table)
            self.matches.clock.call_later(wait_s, self._recount, table.name)

    def _recount(self, name: str) -> None:
        self._recounting.discard(name)
        if pages := self.broadcaster.at_table(name):
            told = frame(SpectatorsMessage(self._count_spectators(self.tables.find(name))))
            for subscriber in pages:
                subscriber.send(told)

    def _count_spectators(self, table: Table) -> int:
        return self.broadcaster.count_spectators(table.name, {occupant.guest for occupant in table.seats})


def _mine(table: Table, stand_in: StandIn | None, guest: str | None, wanted: int | None) -> Mine:
    """Return the relation of the requesting guest to the table."""
    seat = table.seat_of(guest, wanted)
    return Mine(
        seat,
        guest == table.host,
        guest in table.sent_away or UNSET,
        table.seats_of(guest) if table.device else UNSET,
        stand_in or UNSET,
    )


def _seat_view(seat: int, occupant: Occupant, present: AbstractSet[str]) -> SeatView:
    kind: Kind | None = "bot" if occupant.player else "person" if occupant.guest else None
    here = occupant.player is not None or occupant.guest in present
    return SeatView(seat, occupant.name, kind, occupant.player, here, occupant.left, occupant.away, occupant.late)


def _evening_view(table: Table, outcome: Outcome | None) -> EveningView | None:
    if table.evening is None:
        return None
    return table.evening.view(len(table.seats), outcome)
