"""The list of open tables, page by page, without those of people whom a guest should not meet."""

from dataclasses import dataclass
from typing import NamedTuple

from bussolotto.core.errors import NotFound, SetAside, Unreadable
from bussolotto.server.people.blocks import Blocks
from bussolotto.server.protocol import TableView
from bussolotto.server.store import table_rows
from bussolotto.server.table.table_views import TableViews
from bussolotto.server.table.tables import Tables

MOST_ROUNDS = 4  # how often more tables are read to fill a page from which some are omitted


class Page(NamedTuple):
    """Tables, and after which place the next page begins; None after the last one."""

    tables: list[TableView]
    next: table_rows.Place | None


@dataclass
class Lobby:
    """The list for all guests."""

    tables: Tables
    views: TableViews
    blocks: Blocks

    def list_page(
        self, wish: table_rows.Wish, guest: str | None, base: str, after: table_rows.Place | None, most: int
    ) -> Page:
        """Return the tables that this guest may see, from a place on."""
        found: list[TableView] = []
        for _ in range(MOST_ROUNDS):
            listed = self.tables.lobby(wish, after, most)
            for name, place in listed:
                if len(found) == most:
                    return Page(found, after)
                view = self._view(name, guest, base)
                found += [view] if view else []
                after = place
            if len(listed) < most:
                return Page(found, None)
        return Page(found, after)

    def _view(self, name: str, guest: str | None, base: str) -> TableView | None:
        """Return one table, or None if it cannot be read or is hidden from this guest."""
        try:
            table = self.tables.find(name)
            return None if self.blocks.is_hidden_from(guest, table) else self.views.listed(table, guest, base)
        except (NotFound, SetAside, Unreadable):
            return None
