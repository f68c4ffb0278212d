"""A guest's name, and under which name they sit at tables whose match is not over."""

from contextlib import suppress
from dataclasses import dataclass

from bussolotto.core.errors import NotFound, SetAside
from bussolotto.server.people.guests import Guests
from bussolotto.server.protocol import State
from bussolotto.server.table import table_edits
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.names import clean_name
from bussolotto.server.table.table_commands import TableCommands
from bussolotto.server.table.tables import Table, Tables


@dataclass
class Renaming:
    """Renames the guests of one server."""

    guests: Guests
    tables: Tables
    matches: LiveMatches
    commands: TableCommands

    async def rename(self, guest: str, name: str) -> None:
        """Give an existing guest this name. The people round a shared device keep theirs. Raises `bad-name`."""
        name = clean_name(name)
        await self.guests.rename(guest, name)

        def set_name(table: Table, state: State) -> None:
            seat = table.seat_of(guest)
            if seat is not None:  # they may have stood up meanwhile
                table.seats[seat].name = table_edits.name_at(table, seat, name)

        for table in self.tables.open_of_guest(guest):
            if not (table.device or table.shut):
                with suppress(NotFound, SetAside):  # the other tables go on
                    await self.commands.change(table.name, set_name)
