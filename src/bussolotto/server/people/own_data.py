"""What is stored of a guest: for themselves to read, and to delete. Matches stay, without the name."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from bussolotto.core.errors import refuse
from bussolotto.server.clock import ServerClock
from bussolotto.server.limits import Buckets
from bussolotto.server.match import persistence
from bussolotto.server.match.seats import Occupant, seats_of
from bussolotto.server.match.sheets import Sheets
from bussolotto.server.people.bans import Bans
from bussolotto.server.people.blocks import Blocks
from bussolotto.server.people.departures import Departures
from bussolotto.server.people.own_games import OwnGames, OwnReview
from bussolotto.server.people.own_puzzles import OwnPuzzle, OwnPuzzles
from bussolotto.server.people.talk import Talk
from bussolotto.server.store import guest_data, guest_rows, match_rows, moderation_rows, notice_rows, sheet_rows
from bussolotto.server.store.database import Statement, Store
from bussolotto.server.store.guest_data import Traces
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.table_commands import TableCommands
from bussolotto.server.table.tables import Table

SEARCHES_A_SECOND, SEARCHES_AT_ONCE = 0.02, 5  # by guest: each reads all tables and matches


class OwnTable(msgspec.Struct):
    """A table where the guest sits or is host."""

    table: str
    game: str
    host: bool
    seats: list[int]
    names: list[str]
    changed: int


class OwnMatchData(msgspec.Struct):
    """A match the guest has played in, with the names that everybody at it sees."""

    match: str
    table: str
    game: str
    options: dict[str, str]
    seats: list[int]
    names: list[str]
    started: int | None
    ended: int | None
    returns: list[float] | None


class OwnReport(msgspec.Struct):
    """A report the guest has made."""

    name: str
    table: str
    match: str
    reason: str
    words: str
    since: int
    settled: bool


class OwnPreset(msgspec.Struct):
    preset: str
    game: str
    name: str
    options: dict[str, str]
    seats: int | None
    authors: list[str]
    licence: str
    about: str


class OwnSheet(msgspec.Struct):
    """A rule sheet that the guest has brought to this server."""

    name: str
    text: str
    since: int


class OwnBlock(msgspec.Struct):
    name: str
    since: int


class OwnNotice(msgspec.Struct):
    match: str
    event: str
    since: int


class StoredData(msgspec.Struct):
    """Everything stored of a guest. `browsers`: the push addresses of their browsers.

    `links`: how often the personal link was renewed.
    """

    guest: str
    name: str
    since: int
    tables: list[OwnTable]
    matches: list[OwnMatchData]
    presets: list[OwnPreset]
    blocks: list[OwnBlock]
    links: int
    webhook: str | None
    browsers: list[str]
    notices: list[OwnNotice]
    reports: list[OwnReport]
    reviewed: list[OwnReview]
    puzzles: list[OwnPuzzle]
    sheets: list[OwnSheet]


@dataclass
class OwnData:
    """The data of the guests of one server."""

    store: Store
    clock: ServerClock
    matches: LiveMatches
    commands: TableCommands
    departures: Departures
    blocks: Blocks
    bans: Bans
    talk: Talk
    games: OwnGames
    puzzles: OwnPuzzles
    sheets: Sheets

    def __post_init__(self) -> None:
        self._searches = Buckets(SEARCHES_A_SECOND, SEARCHES_AT_ONCE, self.clock.now_s)

    async def collect(self, guest: str) -> StoredData:
        """Return everything stored of a guest. Raises `too-fast`, and NotFound for nobody's id."""
        if not self._searches.take(guest):
            raise refuse("too-fast")
        row = moderation_rows.find_guest(self.store, guest)
        if row is None:
            raise refuse("not-found", what="guest", name=guest)
        traces = await self._search(guest)
        await self.games.settle()
        hook = guest_rows.find_webhook(self.store, guest)
        presets = guest_rows.list_presets(self.store, guest)
        notices = notice_rows.list_all_of(self.store, guest)
        reports = moderation_rows.list_reports_of(self.store, guest)
        return StoredData(
            guest=guest,
            name=row.name,
            since=row.since_s,
            tables=list(_tables(traces, guest)),
            matches=list(_matches(traces, guest)),
            presets=msgspec.convert(presets, list[OwnPreset], from_attributes=True),
            blocks=[OwnBlock(block.name, block.since_s) for block in self.blocks.of(guest)],
            links=guest_rows.find_link(self.store, guest).number,
            webhook=hook.url if hook else None,
            browsers=guest_rows.list_browsers(self.store, guest),
            notices=[OwnNotice(notice.match, notice.event, notice.since_s) for notice in notices],
            reports=[_describe_report(report) for report in reports],
            sheets=[OwnSheet(row.name, row.text, row.since_s) for row in sheet_rows.list_of_guest(self.store, guest)],
            reviewed=await asyncio.to_thread(self.games.reviews, guest),
            puzzles=self.puzzles.list_of(guest),
        )

    async def delete(self, guest: str, *audit: Statement) -> None:
        """Delete everything stored of a guest at once, and record it as given. They leave all tables before.

        Raises NotStored; then they have left, and everything else is as it was.
        """
        await self.departures.remove(guest)
        self.talk.forget(guest)
        tables = (await self._search(guest)).tables
        async with self.commands.forgetting(tables, guest) as forgotten:
            over = [row for row in (await self._search(guest)).matches if not self._goes_on(row)]
            scrubbed = [match_rows.set_occupants(row.number, _others(row, guest)) for row in over]
            await self.store.run(*forgotten, *scrubbed, *guest_data.delete(self.store, guest), *audit)
            for row in over:
                self._forget_player(row.name, guest)
        self.blocks.forget(guest)
        self.sheets.forget_guest(guest)
        self.bans.read()

    async def _search(self, guest: str) -> Traces:
        return await asyncio.to_thread(guest_data.find_traces, self.store.source, guest)

    def _goes_on(self, row: match_rows.MatchRow) -> bool:
        """Return whether a match is running: its occupants are then those of its table."""
        live = self.matches.find_loaded(row.name)
        return live.state == "running" if live else row.ended_s is None

    def _forget_player(self, match: str, guest: str) -> None:
        live = self.matches.find_loaded(match)
        if live is not None:
            live.occupants = [without(occupant, guest) for occupant in live.occupants]


def _others(row: match_rows.MatchRow, guest: str) -> list[Occupant]:
    """Return the occupants of a match that is over, without the id and the name of this guest."""
    return [without(occupant, guest) for occupant in persistence.read_occupants(row)]


def without(occupant: Occupant, guest: str) -> Occupant:
    """Return an occupant of a finished match without this guest: somebody without a name."""
    return Occupant(player=occupant.player, left=occupant.left) if occupant.guest == guest else occupant


def _describe_report(row: moderation_rows.ReportRow) -> OwnReport:
    return OwnReport(row.name, row.table, row.match, row.reason, row.words, row.since_s, row.settled_s is not None)


def _tables(traces: Traces, guest: str) -> Iterator[OwnTable]:
    for content in traces.tables.values():
        table = msgspec.json.decode(content, type=Table)
        names, own = [occupant.name for occupant in table.seats], table.seats_of(guest)
        if own or table.host == guest:
            yield OwnTable(table.name, table.game, table.host == guest, own, names, table.changed_s)


def _matches(traces: Traces, guest: str) -> Iterator[OwnMatchData]:
    for row in traces.matches:
        occupants = persistence.read_occupants(row)
        yield OwnMatchData(
            match=row.name,
            table=row.table,
            game=row.game,
            options=row.options,
            seats=seats_of(occupants, guest),
            names=[occupant.name for occupant in occupants],
            started=row.started_s,
            ended=row.ended_s,
            returns=row.ending.returns if row.ending else None,
        )
