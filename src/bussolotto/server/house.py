"""The house: everything a running server has, and the ways its parts meet."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple, cast

from bussolotto.games import game as module_of
from bussolotto.match import Match
from bussolotto.server import archive, match_rows
from bussolotto.server.away import Absences
from bussolotto.server.blocks import Blocks
from bussolotto.server.bots import Bots
from bussolotto.server.clocks import Clocks
from bussolotto.server.courier import Courier
from bussolotto.server.doors import Doors
from bussolotto.server.edits import Edit
from bussolotto.server.gallery import Gallery, Watcher
from bussolotto.server.guests import Guests
from bussolotto.server.haste import Haste
from bussolotto.server.hints import Hints
from bussolotto.server.limits import Buckets
from bussolotto.server.notices import Notices
from bussolotto.server.presets import Presets
from bussolotto.server.problems import NotYourSeat
from bussolotto.server.protocol import SaidMessage, frame
from bussolotto.server.quick import Seekers
from bussolotto.server.referees import Referees
from bussolotto.server.sitters import NOBODY
from bussolotto.server.sittings import Sitting
from bussolotto.server.store import Statement, Store
from bussolotto.server.table_views import TableViews
from bussolotto.server.tables import Table, Tables
from bussolotto.server.talk import Talk
from bussolotto.server.throws import are_rolled
from bussolotto.server.vapid import Vapid

THINKING_THREADS = 2
HOST_PATIENCE_S = 60
PATIENCE_S = 60.0  # for who is to decide and has no page open, before a bot plays on for him
REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 200, 2_000
SWEEP_S = 300


class Live(NamedTuple):
    """A match in memory, with the bots that play in it and who stays away from it."""

    sitting: Sitting
    bots: Bots
    absences: Absences


class House:
    """One per server process. `open` it on the loop, `close` it at the end."""

    def __init__(
        self,
        folder: Path,
        base_url: str | None = None,
        bot_pace: float = 1.0,
        private_hooks: bool = False,
        notice_pace: float = 1.0,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._patience_s = patience_s
        self._courier = Courier(private_hooks)
        self._notice_pace = notice_pace
        self.folder = folder
        self.base_url = base_url
        self.bot_pace = bot_pace
        self.gallery = Gallery()
        self.hints = Hints()
        self.talk = Talk()
        self.requests = Buckets(REQUESTS_A_SECOND, REQUESTS_AT_ONCE)
        self._live: dict[str, Live] = {}  # by name of the match

    async def open(self) -> None:
        """Open the store. Raises NewerData."""
        self.loop = asyncio.get_running_loop()
        self.threads = ThreadPoolExecutor(THINKING_THREADS, "thinking")
        self.store = Store(self.folder, self.loop)
        self.guests = Guests(self.store, await self.store.secret("tokens"))
        self.tables = Tables(self.store)
        self._doors = Doors(self.store, self.tables, self.gallery)
        self.notices = Notices(self, Vapid(await self.store.secret("vapid")), self._courier, self._notice_pace)
        self.blocks = Blocks(self.store)
        self.presets = Presets(self.store)
        self._haste = Haste(self.loop, lambda: [live.sitting for live in self._live.values()])
        self.referees = Referees(self.loop, self.store, self.gallery)
        self.views = TableViews(
            self.gallery,
            self.referees,
            match_of=lambda table: self.sitting(table.match),
            turn_since=self.notices.since,
            base_url=self.base_url,
        )
        self.seekers = Seekers(lambda name: module_of(name).SEATS, self.blocks.apart, SystemRandom())
        self._sweeper = self.loop.call_later(SWEEP_S, self._sweep)
        self._wind_clocks()
        self.notices.open()

    async def close(self) -> None:
        """Stop the bots, write what is left."""
        self._sweeper.cancel()
        for live in self._live.values():
            live.bots.stop()
            live.absences.stop()
            live.sitting.stop_clocks()
        self.threads.shutdown(wait=False, cancel_futures=True)
        await self.notices.close()
        await self.store.close()

    def sitting(self, name: str) -> Sitting:
        """A match by its name, read from the store if nobody has asked for it since the start. Raises NotFound."""
        live = self._live.get(name)
        return live.sitting if live else self.admit(archive.read(self.store, self.tables, name))

    def admit(self, sitting: Sitting) -> Sitting:
        """From now on this match is live."""
        self._haste.admit(sitting)
        claim = self.referees.admit(sitting)
        bots = Bots(sitting, self.threads, self.bot_pace, claim)
        absences = Absences(self, sitting, self._patience_s)
        live = self._live[sitting.name] = Live(sitting, bots, absences)
        sitting.follow = lambda since: self._followed(live, since)
        if sitting.clocks:
            sitting.clocks.out = absences.out_of_time
        sitting.run_clocks()
        bots.wake()
        if sitting.dice == "real":
            sitting.draw()
        return sitting

    def bots_of(self, sitting: Sitting) -> Bots:
        return self._live[sitting.name].bots

    def new_sitting(self, table: Table) -> tuple[Sitting, Statement]:
        """A match for this table that has not begun, and what stores it."""
        match = Match(module_of(table.game), len(table.seats), table.options)
        closed = table.visibility == "closed"
        sitting = Sitting(self.store, self.store.new_number(), table.match, table.name, match, table.seats, closed)
        if are_rolled(match.module):
            sitting.dice = table.dice  # the next game of an evening may have none
        if table.clock and not match.module.RACE:  # which may come in the middle of an evening
            sitting.clocks = Clocks(table.clock, sitting.number, match.seats)
        return sitting, match_rows.insert(sitting)

    def table_of(self, sitting: Sitting) -> Table:
        return self.tables.find(sitting.table)

    def watchable(self, name: str, guest: str | None, wanted: int | None = None) -> tuple[Sitting, int | None]:
        """A match and this guest's seat in it, the wanted one if he has several.

        Raises NotFound, ClosedTable for spectators of a closed table, NotYourSeat for a wanted seat that is not his.
        """
        sitting = self.sitting(name)
        self._doors.require_open(sitting, guest)
        if wanted not in (None, NOBODY, *sitting.seats_of(guest)):
            raise NotYourSeat(cast(int, wanted))
        return sitting, sitting.seat_of(guest, wanted)

    def here(self, table: Table, guest: str) -> bool:
        """Has this guest a page of this table open?"""
        return guest in self.gallery.guests(table.name)

    def arrive(self, watcher: Watcher) -> None:
        """A page has connected."""
        self.gallery.arrive(watcher)
        self._look_round(self.table_of(watcher.sitting))

    def depart(self, watcher: Watcher) -> None:
        """A page has gone; a host who does not come back loses the role."""
        self.gallery.depart(watcher)
        table = self.table_of(watcher.sitting)
        self._look_round(table)
        if watcher.guest == table.host:
            self.loop.call_later(HOST_PATIENCE_S, lambda: self.loop.create_task(self._replace_host(table.name)))

    def _look_round(self, table: Table) -> None:
        """Who is here and who is not has changed."""
        self.views.announce(table)
        if live := self._live.get(table.match):
            live.absences.review()

    async def change(self, name: str, edit: Edit) -> Table:
        """Edit who sits and who is host. Raises what `edit` raises, and NotStored; then nothing has changed."""
        async with self.tables.lock(name):
            table = self.tables.draft(self.tables.find(name))
            sitting = self.sitting(table.match)
            edit(table, sitting.state)
            running = sitting.state == "running"
            await self.tables.keep(table, *[match_rows.seat(sitting, table.seats)] if running else [])
            self.changed(table)
        return table

    def changed(self, table: Table) -> None:
        """A table has been stored anew: its match and everybody at it learn it."""
        sitting = self.sitting(table.match)
        if not sitting.over:
            sitting.seat_all(table.seats)
            self.bots_of(sitting).wake()
            if sitting.dice == "real":
                sitting.draw()
        self._look_round(table)
        if sitting.closed and table.sent_away and sitting.state == "running":
            self._doors.show_out_strangers(sitting)

    def measured(self, sitting: Sitting) -> None:
        """A line of somebody in a race has been measured; the table is told if that matters to it."""
        if self.referees.news(sitting):
            self.views.announce(self.table_of(sitting))

    def say(self, table: str, guest: str | None, message: str, phrase: int | None, text: str | None) -> None:
        """Tell all at a table what somebody says there, but who has blocked him. Raises why he may not."""
        found = self.tables.find(table)
        spoken = self.talk.say(found, guest, found.seat_of(guest), message, phrase, text)
        if spoken is None:
            return
        told = frame(SaidMessage([spoken.said]))
        for watcher in self.gallery.at_table(table):
            if not self.blocks.deaf(watcher.guest, spoken.guest):
                watcher.send(told)

    def retell(self, watcher: Watcher) -> None:
        """What was said before this page came."""
        spoken = self.talk.so_far(watcher.sitting.table)
        heard = [one.said for one in spoken if not self.blocks.deaf(watcher.guest, one.guest)]
        if heard:
            watcher.send(frame(SaidMessage(heard)))

    def _followed(self, live: Live, since: int) -> None:
        """A live match has changed since this version."""
        sitting = live.sitting
        if sitting.closed and since == 0:
            self._doors.show_out_strangers(sitting)
        self.referees.tells(sitting, since)
        self.gallery.tell_steps(sitting, since)
        self.notices.followed(sitting)
        live.bots.wake()
        live.absences.followed()
        if sitting.over or sitting.clocks:
            self.views.announce(self.table_of(sitting))

    async def _replace_host(self, name: str) -> None:
        async with self.tables.lock(name):
            table = self.tables.draft(self.tables.find(name))
            others = [s.guest for s in table.seats if s.guest and s.guest != table.host and self.here(table, s.guest)]
            if self.here(table, table.host) or not others:
                return
            table.pass_host_on(lambda guest: self.here(table, guest))
            await self.tables.keep(table)
        self.changed(table)

    def _sweep(self) -> None:
        """Forget matches that nobody looks at and no bot is at work in; the store has them."""
        for name, (sitting, bots, _) in list(self._live.items()):
            at_work = bots.busy or (sitting.clocks is not None and sitting.clocks.running)
            idle = sitting.idle and self.referees.idle(name)
            if idle and not self.gallery.watched(name) and not at_work:
                self.referees.forget(name)
                del self._live[name]
        self._sweeper = self.loop.call_later(SWEEP_S, self._sweep)

    def _wind_clocks(self) -> None:
        """Clocks run whether anybody looks or not, so matches with one are live from the start."""
        query = "SELECT name FROM clocks JOIN matches USING (number) WHERE started_s IS NOT NULL AND ended_s IS NULL"
        for row in self.store.rows(query):
            self.sitting(row["name"])
