"""Where the tables of a site are: in this process, or in another one.

The owner of a site has all tables but those that it has handed to table servers (`store/placement_rows.py`). What is
known here is what was read last; the database refuses whoever is wrong.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping

from bussolotto.core.errors import refuse
from bussolotto.server.store import match_rows, placement_rows
from bussolotto.server.store.database import Store

OWNER = ""  # the place of what no table server has


def scope_of(name: str) -> str:
    """Return the scope of the lease of the table server of this name."""
    return placement_rows.TABLES + name


def name_of(scope: str) -> str:
    """Return the name of the table server with this scope."""
    return scope.removeprefix(placement_rows.TABLES)


class Placements:
    """Of a server that has all tables of its site."""

    def find(self, table: str) -> str | None:
        """Return where a table is: None for here, OWNER, or the name of a table server."""
        return None

    def find_of_match(self, match: str) -> str | None:
        """Return where the table of a match is."""
        return None

    def count(self) -> dict[str, int]:
        """Return how many tables each table server has, as far as it is known."""
        return {}

    async def fetch(self, table: str) -> None:
        """Have a table here, so that it can be changed. Raises `not-owner`, if that is not possible now."""

    def leave(self, table: str, place: str) -> None:
        """A table is there from now on."""

    def stay(self, table: str) -> None:
        """Learn where a table is, once it is known whether it was handed over."""

    def look(self, table: str) -> None:
        """Learn where a table is of which somebody says that they do not have it."""


class OwnerPlacements(Placements):
    """Of the owner of a site with table servers."""

    def __init__(self, store: Store, recall: Callable[[str, str], Awaitable[None]]) -> None:
        """`recall` asks the table server of this name for a table, and returns when it has answered or does not."""
        self._store = store
        self._recall = recall
        self._of = {placed.table: name_of(placed.scope) for placed in placement_rows.list_all(store)}
        self._leaving: set[str] = set()  # while they are handed over, what is stored says nothing of them

    def find(self, table: str) -> str | None:
        return self._of.get(table)

    def find_of_match(self, match: str) -> str | None:
        if not self._of:
            return None
        table = match_rows.find_table(self._store, match)
        return None if table is None else self._of.get(table)

    def count(self) -> dict[str, int]:
        return dict(Counter(self._of.values()))

    async def fetch(self, table: str) -> None:
        name = self._of.get(table)
        if name is not None:
            await self._recall(name, table)
            self.look(table)
            if table in self._of:
                raise refuse("not-owner")

    def leave(self, table: str, place: str) -> None:
        self._of[table] = place
        self._leaving.add(table)

    def stay(self, table: str) -> None:
        self._leaving.discard(table)
        self.look(table)

    def look(self, table: str) -> None:
        if table in self._leaving:  # it is not here any more
            return
        placed = placement_rows.find(self._store, table)
        if placed is None:
            self._of.pop(table, None)
        else:
            self._of[table] = name_of(placed.scope)

    def learn(self, counts: Mapping[str, int]) -> bool:
        """Look where tables are if others have not as many as was known. Return whether some are free.

        `counts`: how many each table server had a moment ago, by scope.
        """
        if counts == {scope_of(name): number for name, number in self.count().items()}:
            return False
        found = {row.table: name_of(row.scope) for row in placement_rows.list_all(self._store)}
        free = self._of.keys() - found.keys() - self._leaving
        self._of = {table: name for table, name in {**self._of, **found}.items() if table not in free}
        return bool(free)


class LentPlacements(Placements):
    """Of a table server. It learns from the database alone what it has."""

    def __init__(self, store: Store, scope: str) -> None:
        self._store = store
        self._scope = scope
        self._fence = store.ownership.fence
        self._here: set[str] = set()  # as far as it is known
        self._leaving: set[str] = set()
        self.list_all()

    def list_all(self) -> list[str]:
        """Return the tables that are here, also those that nobody has asked for yet. Raises Unreadable."""
        for placed in placement_rows.list_of(self._store, self._scope):
            if placed.fence == self._fence and placed.table not in self._leaving:
                self._here.add(placed.table)
        return sorted(self._here)

    def find(self, table: str) -> str | None:
        if table in self._here:
            return None
        if table not in self._leaving:
            placed = placement_rows.find(self._store, table)
            if placed is not None and (placed.scope, placed.fence) == (self._scope, self._fence):
                self._here.add(table)
                return None
        return OWNER

    def find_of_match(self, match: str) -> str | None:
        table = match_rows.find_table(self._store, match)
        return OWNER if table is None else self.find(table)

    def count(self) -> dict[str, int]:
        return {name_of(self._scope): len(self._here)}

    async def fetch(self, table: str) -> None:
        if self.find(table) is not None:
            raise refuse("not-owner")

    def leave(self, table: str, place: str) -> None:
        self._here.discard(table)
        self._leaving.add(table)

    def stay(self, table: str) -> None:
        self._leaving.discard(table)
