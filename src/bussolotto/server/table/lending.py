"""A table server gives tables back to the owner of its site: when it is asked, when nobody uses them, at the end."""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from bussolotto.core.errors import Refusal, Unreadable
from bussolotto.server.clock import ServerClock, Timer
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.store import placement_rows
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.placements import OWNER, LentPlacements, scope_of
from bussolotto.server.table.placing import Placing, Subjects
from bussolotto.server.table.table_moves import TableMoves
from bussolotto.server.table.tables import Tables

if TYPE_CHECKING:
    from bussolotto.server.bus.messages import Bus, Cancel

SWEEP_S = 60.0
TELL_S = 0.5

log = logging.getLogger(__name__)


class Lending(Placing):
    """What a table server does with its tables besides serving them."""

    def __init__(
        self,
        name: str,
        bus: "Bus",
        subjects: Subjects,
        clock: ServerClock,
        placements: LentPlacements,
        tables: Tables,
        matches: LiveMatches,
        broadcaster: Broadcaster,
        moves: TableMoves,
    ) -> None:
        self._name = name
        self._bus = bus
        self._subjects = subjects
        self._clock = clock
        self._placements = placements
        self._tables = tables
        self._matches = matches
        self._broadcaster = broadcaster
        self._moves = moves
        self._refuse: Cancel | None = None  # takes no more tables
        self._sweeper: Timer | None = None
        self._sweeping: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        self._refuse = await self._bus.serve(self._subjects.offers(self._name), self._name, self._answer_offer)
        await self._bus.serve(self._subjects.recall(self._name), self._name, self._answer_recall)
        self._sweep_later()

    def stop(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
        if self._sweeping is not None:
            self._sweeping.cancel()

    async def end(self) -> None:
        """Let the owner have all tables, and take no more."""
        self.stop()
        if self._refuse is not None:
            await self._refuse()
        with suppress(Unreadable):  # the owner takes them once the lease is released
            await asyncio.gather(*map(self._give_back, self._placements.list_all()))

    async def _answer_offer(self, message: bytes) -> bytes:
        return b"yes"

    async def _answer_recall(self, message: bytes) -> bytes:
        await self._give_back(message.decode())
        return b"done"

    async def _give_back(self, table: str) -> None:
        with suppress(Refusal):  # the owner looks whether it has it
            async with self._tables.locked(table):
                if self._placements.find(table) is None:
                    statement = placement_rows.take_back(table, scope_of(self._name))
                    await self._moves.hand_over(
                        table, OWNER, statement, lambda: self._publish(self._subjects.given_back, table)
                    )

    async def _publish(self, subject: str, text: str) -> None:
        with suppress(TimeoutError):  # the owner looks once a second
            async with asyncio.timeout(TELL_S):
                await self._bus.publish(subject, text.encode())

    def _sweep_later(self) -> None:
        self._sweeper = self._clock.call_later(SWEEP_S, self._sweep)

    def _sweep(self) -> None:
        self._sweeping = asyncio.get_running_loop().create_task(self._give_back_unused())
        self._sweep_later()

    async def _give_back_unused(self) -> None:
        with suppress(Unreadable):
            for table in self._placements.list_all():
                if not self._broadcaster.at_table(table) and not self._matches.has_loaded(table):
                    await self._give_back(table)
