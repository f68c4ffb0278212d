"""Actions of people at a table: come, sit, begin, resign, agree to end, play again. Each is stored atomically."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field

from bussolotto import players
from bussolotto.core.errors import NotFound, Refusal, SetAside, refuse
from bussolotto.core.kernel import CHANCE
from bussolotto.games import game as module_of
from bussolotto.play.match import Match, starter_step
from bussolotto.server.draining import Draining
from bussolotto.server.match import persistence
from bussolotto.server.match.broadcaster import Broadcaster, Subscriber
from bussolotto.server.match.live_match import Bent, LiveMatch
from bussolotto.server.match.match_state import build_end
from bussolotto.server.match.seats import Occupant
from bussolotto.server.protocol import End
from bussolotto.server.store import match_rows
from bussolotto.server.store.database import Statement
from bussolotto.server.table import table_edits
from bussolotto.server.table.access import Access
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.openings import Openings
from bussolotto.server.table.table_views import TableViews
from bussolotto.server.table.tables import Table, Tables, new_name

COUNTDOWN_MS = 3000  # 3-2-1, from the last Ready to the start of a race
HOST_PATIENCE_S = 60  # for a host whose last page is gone


@dataclass
class TableCommands:
    """Commands for all tables. Each raises the reason it cannot be done, and NotStored; then nothing has changed."""

    tables: Tables
    matches: LiveMatches
    views: TableViews
    access: Access
    broadcaster: Broadcaster
    openings: Openings
    draining: Draining
    _reviewers: list[Callable[[Table], None]] = field(default_factory=list)

    def add_reviewer(self, review: Callable[[Table], None]) -> None:
        """Call this function whenever the people seated or connected at a table have changed."""
        self._reviewers.append(review)

    async def open_table(self, table: Table) -> None:
        """Store a new table and its match. Raises `restarting`, `too-many-waiting`."""
        self.draining.require_open()
        self.openings.add(table.host, table.name)
        live, statement = self.matches.create(table)
        await self.tables.keep(table, statement)
        self.matches.admit(live)

    async def change(self, name: str, edit: table_edits.Edit) -> Table:
        """Edit who sits and who is host."""
        async with self.tables.draft(name) as table:
            live = self.matches.find(table.match)
            edit(table, live.state)
            table_edits.stop_waiting_when_ready(table)
            running = live.state == "running"
            await self.tables.keep(table, *[match_rows.set_occupants(live.number, table.seats)] if running else [])
            self._apply(table)
        return table

    async def start(self, name: str, guest: str) -> LiveMatch:
        """Start the match at the host's request: the first dice fall."""
        async with self.tables.draft(name) as table:
            table.require_host(guest)
            table.require_full()
            live = self.matches.find(table.match)
            if live.state != "waiting":
                raise refuse("match-running")
            await self.begin(table, live, None)
        return live

    async def rematch(self, name: str, guest: str) -> LiveMatch:
        """Start a new match with the same people. The seat after the previous starter begins."""
        async with self.tables.draft(name) as table:
            if guest != table.host:  # the guest who shows the table on a screen does not sit there
                table.own_seat(guest)
            if table.evening is not None:
                raise refuse("evening-goes-on")
            last = self.matches.find(table.match)
            if not last.over:
                raise refuse("not-running") if last.state == "waiting" else refuse("match-running")
            table.require_full()
            table.seats = [table_edits.reseat(occupant) for occupant in table.seats]
            table.match = new_name()
            live, statement = self.matches.create(table)
            starter = None if table.practice else find_next_starter(last.match, live.match)
            await self.begin(table, live, starter, statement)
        return live

    async def resign(self, name: str, guest: str, wanted: int | None = None) -> Table:
        """Resign. In a match of two the other wins, else a bot takes over. `wanted` picks one of several own seats."""
        async with self.tables.draft(name) as table:
            seat = table.own_seat(guest, wanted)
            live = self.matches.find(table.match)
            if len(table.seats) == 2:
                await self._give_up(table, live, seat)
                return table
            if live.state != "running":
                raise refuse("not-running")
            usual = players.usual(module_of(table.game))
            table.seats[seat] = Occupant(None, usual, usual)
            if table.host == guest and not table.seats_of(guest):
                table.pass_host_on(lambda other: self.broadcaster.is_here(table.name, other))
            table_edits.stop_waiting_when_ready(table)
            await self.tables.keep(table, match_rows.set_occupants(live.number, table.seats))
            self._apply(table)
        return table

    async def end_without(self, name: str, seat: int, guest: str) -> Table:
        """End a match of two in which one player left, as a resignation of that player. Raises `still-there`."""
        async with self.tables.draft(name) as table:
            gone, own = table.occupant(seat), table.own_seat(guest)
            if len(table.seats) != 2 or own == seat or not gone.left or table.seats[own].left:
                raise refuse("still-there", seat=seat)
            await self._give_up(table, self.matches.find(table.match), seat)
        return table

    async def offer_end(self, name: str, guest: str) -> Table:
        """Agree to end the match as it stands. It ends once all people agree."""
        async with self.tables.draft(name) as table:
            live = self.matches.find(table.match)
            if table_edits.offer_end(table, live.state, guest):
                await self._end(table, live, lambda: build_end(live.match, "agreed"))
            else:
                await self.tables.keep(table)
                self._apply(table)
        return table

    async def shut(self, name: str, *statements: Statement) -> None:
        """Close a table for good, as the operator of the server. A running match ends as it stands."""
        async with self.tables.draft(name) as table:
            live = self.matches.find(table.match)
            table.shut = True
            if live.state == "running":
                await self._end(table, live, lambda: build_end(live.match, "stopped"), *statements)
            else:
                await self.tables.keep(table, *statements)
                self._apply(table)

    @asynccontextmanager
    async def forgetting(self, names: Iterable[str], guest: str) -> AsyncIterator[list[Statement]]:
        """Remove a guest's id and name from tables. Nobody else can change them meanwhile.

        Yields the statements, to be stored at once together with others; the tables are changed unless that fails.
        """
        async with AsyncExitStack() as held:
            drafts = []
            for name in sorted(names):  # in the same order for everybody, or two could wait for each other
                with suppress(NotFound, SetAside):
                    drafts.append(await held.enter_async_context(self.tables.draft(name, even_shut=True)))
            yield [statement for table in drafts for statement in self._forget(table, guest)]
            for table in drafts:
                self.tables.remember(table)
                if self._find_readable(table.match):
                    self._apply(table)

    def _forget(self, table: Table, guest: str) -> list[Statement]:
        live = self._find_readable(table.match)
        state = live.state if live else "over"
        table_edits.forget(table, state, guest, lambda other: self.broadcaster.is_here(table.name, other))
        occupants = [match_rows.set_occupants(live.number, table.seats)] if live and state == "running" else []
        return [self.tables.store(table), *occupants]

    def _find_readable(self, match: str) -> LiveMatch | None:
        """Return a match, or None if what is stored of it cannot be read."""
        try:
            return self.matches.find(match)
        except Refusal:
            return None

    async def begin(
        self,
        table: Table,
        live: LiveMatch,
        starter: tuple[int, int] | None,
        *before: Statement,
        bent: Bent | None = None,
    ) -> None:
        """Start a match. The first dice fall, `bent` if another game came before. The table must be locked."""
        live.occupants = table.seats
        table.offers = []
        table_edits.wait_until_ready(table)
        live.held = table.ready is not None
        async with live.hold():
            opened = live.open_with(starter, self.broadcaster.find_links(live, anywhere=True), bent)
            await self.tables.keep(table, *before, *persistence.store_start(live, opened))
            if before:
                self.matches.admit(live)
            live.open(opened)
        self.openings.begin(table.host, table.name)
        self._apply(table)

    async def replace_host(self, name: str) -> None:
        """Make somebody else the host if the host is not present and somebody is seated."""
        async with self.tables.draft(name) as table:
            people = [occupant.guest for occupant in table.seats if occupant.guest and occupant.guest != table.host]
            here = self.broadcaster.list_guests(name)
            if table.host in here or here.isdisjoint(people):
                return
            table.pass_host_on(lambda guest: guest in here)
            await self.tables.keep(table)
        self._apply(table)

    def arrive(self, subscriber: Subscriber) -> None:
        """Handle a page that has connected. Of a spectator, others learn only that there is one more."""
        self.broadcaster.add(subscriber)
        table = self.tables.find(subscriber.live.table)
        if _looks_on(table, subscriber):
            subscriber.send(self.views.frame(table, subscriber))
            self.views.recount_soon(table)
        else:
            self.review(table)

    def depart(self, subscriber: Subscriber) -> None:
        """Handle a page that has disconnected. A host who does not return loses the role."""
        self.broadcaster.remove(subscriber)
        if self.tables.is_away(subscriber.live.table):
            return
        table = self.tables.find(subscriber.live.table)
        if _looks_on(table, subscriber):
            self.views.recount_soon(table)
            return
        self.review(table)
        if subscriber.guest == table.host:
            self.matches.clock.call_later(HOST_PATIENCE_S, self._replace_host_soon, table.name)

    def review(self, table: Table) -> None:
        """Update pages and reviewers after a change in who is present."""
        self.views.announce(table)
        for reviewer in self._reviewers:
            reviewer(table)

    def _replace_host_soon(self, name: str) -> None:
        if self.tables.is_away(name):
            return
        self._replacing = asyncio.get_running_loop().create_task(self.replace_host(name))

    def _apply(self, table: Table) -> None:
        """Apply a newly stored table to its match, and inform everybody at it."""
        live = self.matches.find(table.match)
        if not live.over:
            live.seat_all(table.seats)
            if live.held and table.ready is None:
                live.release(COUNTDOWN_MS)
            self.matches.bots_of(live).wake()
            if live.dice == "real":
                live.draw_pending()
        self.review(table)
        if live.closed and table.sent_away and live.state == "running":
            self.access.dismiss_outsiders(live)

    async def _give_up(self, table: Table, live: LiveMatch, seat: int) -> None:
        shares = [0.0 if loser == seat else 1.0 for loser in range(2)]
        await self._end(table, live, lambda: build_end(live.match, "resigned", shares))

    async def _end(self, table: Table, live: LiveMatch, end: Callable[[], End], *others: Statement) -> None:
        table.offers = []
        async with live.hold():
            if live.state != "running":
                raise refuse("not-running")
            how = end()
            statements = (
                match_rows.finish(live.number, how, self.matches.clock.wall_s()),
                match_rows.set_occupants(live.number, table.seats),
                *live.list_end(how),
            )
            await self.tables.keep(table, *statements, *others)
            live.finish(how)
        self.views.announce(table)


def _looks_on(table: Table, subscriber: Subscriber) -> bool:
    """Return whether the guest of this page neither sits at the table nor is its host."""
    return subscriber.guest is None or (table.seat_of(subscriber.guest) is None and subscriber.guest != table.host)


def find_next_starter(last: Match, following: Match) -> tuple[int, int] | None:
    """Return the ply that makes the seat after the last starter begin, if both games draw the starter."""
    first = str(last.game.say(*last.log[0])) if last.log and last.log[0][0] == CHANCE else ""
    if not first.startswith("start "):
        return None
    return starter_step(following, (int(first.removeprefix("start ")) + 1) % following.seats)
