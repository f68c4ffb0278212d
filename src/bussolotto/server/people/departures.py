"""Removing a guest from wherever they are: from tables, from quick matches, and from their connected pages."""

from contextlib import suppress
from dataclasses import dataclass

from bussolotto.core.errors import SetAside
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.people.news import News
from bussolotto.server.protocol import State
from bussolotto.server.table import table_edits
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.quick import Seekers
from bussolotto.server.table.table_commands import TableCommands
from bussolotto.server.table.tables import Table, Tables


@dataclass
class Departures:
    """The departures from all tables of one server."""

    tables: Tables
    matches: LiveMatches
    commands: TableCommands
    broadcaster: Broadcaster
    seekers: Seekers
    news: News

    def __post_init__(self) -> None:
        self.news.on("dismissed", self._dismiss_here)

    async def remove(self, guest: str) -> None:
        """Remove a guest from all tables as if they had left: others, or bots, go on. Their pages are closed."""
        self.seekers.leave(guest)
        self.dismiss(guest)
        for table in self.tables.open_of_guest(guest):
            with suppress(SetAside):  # nobody plays there any more
                await self._leave(table, guest)

    def dismiss(self, guest: str) -> None:
        """Close all pages of a guest, at whichever process."""
        self._dismiss_here(guest)
        self.news.tell("dismissed", guest)

    def _dismiss_here(self, guest: str) -> None:
        for subscriber in self.broadcaster.find_all(lambda page: page.guest == guest):
            subscriber.dismiss()

    async def _leave(self, table: Table, guest: str) -> None:
        version = self.matches.find(table.match).match.version

        def leave(draft: Table, state: State) -> None:
            for seat in draft.seats_of(guest):
                table_edits.leave_seat(
                    draft, state, seat, guest, lambda other: self.broadcaster.is_here(draft.name, other), version
                )

        if not table.shut:
            await self.commands.change(table.name, leave)
