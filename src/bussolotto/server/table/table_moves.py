"""Hands a table over to another process: everything is stored, then it is forgotten here, and its pages come again."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bussolotto.core.errors import refuse
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.store.database import Statement, Store
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.placements import Placements
from bussolotto.server.table.tables import Tables

LOOKS, LOOK_S = 400, 0.005  # for a moment at which nothing is being decided at a table


@dataclass
class TableMoves:
    """The moves of the tables of one server."""

    store: Store
    tables: Tables
    matches: LiveMatches
    broadcaster: Broadcaster
    placements: Placements

    async def hand_over(
        self, table: str, place: str, statement: Statement, tell: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Store who has a table from now on. It must be locked, and here.

        In one moment at which nothing is decided it is forgotten: whatever was stored of it is stored before, and
        nothing is afterwards. `tell`: done before its pages come again elsewhere.
        Raises `not-owner` if there is no such moment, NotStored; then it is read anew.
        """
        await self._wait_until_quiet(table)
        pages = self.broadcaster.at_table(table)
        for page in pages:
            page.announce_move()
        self.placements.leave(table, place)
        self.matches.discard_table(table)
        self.tables.forget(table)
        try:
            await self.store.run(statement)
            if tell is not None:
                await tell()
        finally:
            self.placements.stay(table)
            for page in pages:
                page.move()

    async def _wait_until_quiet(self, table: str) -> None:
        for _ in range(LOOKS):
            if self.matches.is_quiet(table):
                return
            await asyncio.sleep(LOOK_S)
        raise refuse("not-owner")
