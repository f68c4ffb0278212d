"""Notices for absent people: it is your turn, your clock is running out, the match is over.

At a table that is played over days, a notice is a database row from the moment of its event, so a restart loses
none. It is checked after a settling time: a guest who has opened a page of the table or acted by then is not
notified. Notifications to the others are sent by the `outbox`.
"""

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bussolotto.core.errors import NotFound, NotStored, Refusal, SetAside
from bussolotto.core.kernel import CHANCE
from bussolotto.server.clock import ServerClock
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.store import match_rows, notice_rows
from bussolotto.server.store.database import Statement, Steps, Store
from bussolotto.server.table.live_matches import Follower, LiveMatches
from bussolotto.server.table.tables import Table, Tables, link_to

SETTLE_S = 60.0  # longer than a dropped connection can go unnoticed
LATE_S = 24 * 3600  # how long the end of a match counts as news
LAST_S = 5.0  # how long a shutdown waits for deliveries in progress

log = logging.getLogger(__name__)


class NewNotice(NamedTuple):
    """A notice for a guest about one of their turns. It is due after the settling time unless `wait_s` is given."""

    guest: str
    event: notice_rows.Event
    turn: int
    wait_s: float | None = None


def turn_of(steps: Steps, seat: int) -> int:
    """Return the version that identifies this turn of a seat: after its last ply before others last acted.

    It stays the same while the seat acts several times in a row, dice fall, or others decide at the same time.
    """
    last = next((at for at in reversed(range(len(steps))) if steps[at][0] not in (seat, CHANCE)), 0)
    return next((at + 1 for at in reversed(range(last)) if steps[at][0] == seat), 0)


@dataclass
class Notices(Follower):
    """The notices of one server. `changed` is set when there is something to check."""

    clock: ServerClock
    store: Store
    tables: Tables
    matches: LiveMatches
    broadcaster: Broadcaster
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    _writing: set[asyncio.Task[None]] = field(default_factory=set)
    _catching_up: "asyncio.Task[None] | None" = None

    def start(self) -> None:
        """Record notices that a crash has left out: of one match at a time, so that nobody waits for the others."""
        self._catching_up = asyncio.get_running_loop().create_task(self._catch_up())

    async def _catch_up(self) -> None:
        for name in match_rows.list_over_days(self.store, self.clock.wall_s() - LATE_S):
            try:
                self.follow(self.matches.find(name), 0)
            except Refusal as problem:
                log.warning("nobody is told of match %s: %s", name, problem)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop looking for what was left out, and wait for pending writes."""
        if self._catching_up is not None:
            self._catching_up.cancel()
        if self._writing:
            await asyncio.wait(self._writing, timeout=LAST_S)

    def follow(self, live: LiveMatch, since: int) -> None:
        """Record new notices after a change in a match."""
        try:
            table = self.tables.find(live.table)
        except NotFound:
            return
        if table.pace == "days" and live.state != "waiting":
            self._note([self._insert(live, table, notice) for notice in _find_new(live)])

    def of_guest(self, guest: str) -> list[notice_rows.NoticeRow]:
        """Return a guest's pending notices, newest first: their turns, and matches that ended recently without them."""
        rows = notice_rows.list_of_guest(self.store, guest, self.clock.wall_s() - LATE_S)
        return [row for row in rows if self.is_true(row)]

    def is_true(self, row: notice_rows.NoticeRow) -> bool:
        """Return whether the notice still applies."""
        try:
            live = self.matches.find(row.match)
        except (NotFound, SetAside):
            return False
        if row.event == "over":
            return live.over
        seats = [seat for seat in live.awaited_seats() if live.occupants[seat].guest == row.guest]
        return any(turn_of(live.match.log, seat) == row.turn for seat in seats)

    def is_here(self, row: notice_rows.NoticeRow) -> bool:
        """Return whether the guest has a page of the table open."""
        return self.broadcaster.is_here(self.matches.find(row.match).table, row.guest)

    def describe(self, row: notice_rows.NoticeRow, base: str) -> dict[str, Any]:
        """Return a notice as sent to a webhook. `base` is the prefix of its link."""
        live = self.matches.find(row.match)
        return {
            "id": row.notice,
            "event": row.event,
            "table": live.table,
            "match": row.match,
            "game": live.match.game.facts.name,
            "title": live.match.game.TITLE,
            "link": link_to(live.table, base),
            "names": [occupant.name for occupant in live.occupants],
        }

    def _insert(self, live: LiveMatch, table: Table, notice: NewNotice) -> Statement:
        knows = notice.event == "over" and self.broadcaster.is_here(table.name, notice.guest)
        now_s = self.clock.wall_s()
        due_s = None if knows else now_s + (SETTLE_S if notice.wait_s is None else notice.wait_s)
        return notice_rows.insert(live.name, notice.guest, notice.event, notice.turn, now_s, due_s)

    def _note(self, statements: list[Statement]) -> None:
        async def write() -> None:
            try:
                await self.store.run(*statements)
            except NotStored:
                log.exception("notices are lost")
            self.changed.set()

        if statements:
            task = asyncio.get_running_loop().create_task(write())
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)


def _find_new(live: LiveMatch) -> Iterator[NewNotice]:
    """Yield the notices that apply to the current state of a match."""
    people = [
        (seat, occupant.guest) for seat, occupant in enumerate(live.occupants) if occupant.guest and not occupant.player
    ]
    if live.over:
        yield from {NewNotice(guest, "over", live.match.version) for _, guest in people}
        return
    movers = live.awaited_seats()
    for seat, guest in people:
        if seat in movers:
            turn = turn_of(live.match.log, seat)
            yield NewNotice(guest, "your-turn", turn)
            if live.clocks and seat in live.deciders():
                quarter_left_s = 0.75 * live.clocks.left_ms(seat) / 1000
                yield NewNotice(guest, "hurry", turn, quarter_left_s)
