"""What expires: unused tables, guests who never come back, refused claims, old reviews and, if wished, old matches."""

import asyncio
import logging
from dataclasses import dataclass
from itertools import chain

from bussolotto.core.errors import NotFound, NotStored, Refusal, SetAside
from bussolotto.server.clock import ServerClock, Timer
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.store import expiry_rows, review_rows
from bussolotto.server.store.database import Store
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.tables import Tables

HOUR_S, DAY_S = 3600, 24 * 3600
EVERY_S = 1800.0
PART = 50  # rows a transaction, so that nobody waits for it
PAUSE_S = 0.05

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Keep:
    """For how long things are kept. `match_days`: finished matches; None for ever."""

    match_days: int | None = None
    empty_table_hours: int = 24  # where nobody sits and no match has begun
    waiting_table_days: int = 30  # where somebody sits and no match has begun
    guest_days: int = 90  # who have played no match that is kept, and have stored nothing
    claim_days: int = 30  # claims of a race that were refused
    review_days: int = 365  # a review of a match: it can be made again
    reviews: int = 5_000  # the newest


class Expiry:
    """Deletes what has expired, every half hour, a little at a time."""

    def __init__(
        self,
        clock: ServerClock,
        store: Store,
        tables: Tables,
        matches: LiveMatches,
        broadcaster: Broadcaster,
        keep: Keep,
    ) -> None:
        self.keep = keep
        self._clock = clock
        self._store = store
        self._tables = tables
        self._matches = matches
        self._broadcaster = broadcaster
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._timer = self._clock.call_later(EVERY_S, self._begin)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _begin(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self.sweep())
        self.start()

    async def sweep(self) -> None:
        """Delete everything that has expired by now."""
        try:
            await self._expire_tables()
            await self._expire_claims()
            await self._expire_reviews()
            await self._expire_matches()
            await self._expire_guests()
        except Refusal as problem:
            log.warning("what has expired is deleted later: %s", problem)

    async def _expire_tables(self) -> None:
        now_s = self._clock.wall_s()
        empty_s = now_s - HOUR_S * self.keep.empty_table_hours
        before_s = now_s - DAY_S * self.keep.waiting_table_days
        kept: set[str] = set()
        while True:
            found = expiry_rows.list_waiting(self._store, empty_s, before_s, PART + len(kept))
            due = [table for table in found if table.name not in kept]
            if not due:
                return
            for table in due:
                if not await self._expire_table(table):
                    kept.add(table.name)
            await asyncio.sleep(PAUSE_S)

    async def _expire_table(self, table: expiry_rows.ExpiredTable) -> bool:
        """Delete a table, unless somebody has a page of it open. Return whether it is gone."""
        if self._tables.is_away(table.name):
            return False
        try:
            async with self._tables.draft(table.name, even_shut=True) as found:
                if found.match != table.match or self._broadcaster.at_table(table.name):
                    return False
                await self._store.run(*expiry_rows.delete_waiting(table))
                self._matches.discard(table.match)
                self._tables.forget(table.name)
        except (NotFound, NotStored, SetAside):
            return False
        return True

    async def _expire_claims(self) -> None:
        before_s = self._clock.wall_s() - DAY_S * self.keep.claim_days
        while expiry_rows.count_refused(self._store, before_s, PART):
            await self._store.run(expiry_rows.delete_refused(before_s, PART))
            await asyncio.sleep(PAUSE_S)

    async def _expire_reviews(self) -> None:
        before_s = int(self._clock.wall_s() - DAY_S * self.keep.review_days)
        while found := review_rows.list_expired(self._store, before_s, self.keep.reviews, PART):
            await self._store.run(*map(review_rows.delete, found))
            await asyncio.sleep(PAUSE_S)

    async def _expire_matches(self) -> None:
        if self.keep.match_days is None:
            return
        before_s = self._clock.wall_s() - DAY_S * self.keep.match_days
        kept = 0
        while found := expiry_rows.list_ended(self._store, before_s, PART + kept):
            due = [match for match in found if not self._is_in_use(match)]
            kept = len(found) - len(due)
            if not due:
                return
            for match in due:
                await self._store.run(*expiry_rows.delete_ended(match))
                self._matches.discard(match.name)
                self._tables.forget(match.table)
            await asyncio.sleep(PAUSE_S)

    def _is_in_use(self, match: expiry_rows.ExpiredMatch) -> bool:
        return self._broadcaster.has_subscribers(match.name) or self._tables.is_away(match.table)

    async def _expire_guests(self) -> None:
        before_s, after = self._clock.wall_s() - DAY_S * self.keep.guest_days, (-1, "")
        while guests := expiry_rows.list_guests(self._store, before_s, after, PART):
            after = guests[-1].seen_s, guests[-1].guest
            idle = (one.guest for one in guests if one.idle)
            await self._store.run(*chain.from_iterable(map(expiry_rows.delete_guest, idle)))
            await asyncio.sleep(PAUSE_S)
