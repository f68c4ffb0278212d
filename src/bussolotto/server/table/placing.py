"""The owner of a site hands tables to table servers, new ones and those where a match begins: to who has the fewest."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from bussolotto.core.errors import Refusal
from bussolotto.server.store import placement_rows
from bussolotto.server.table.placements import OwnerPlacements, name_of, scope_of
from bussolotto.server.table.table_moves import TableMoves
from bussolotto.server.table.tables import Table, Tables
from bussolotto.sheets.game import known

if TYPE_CHECKING:
    from bussolotto.server.bus.messages import Bus
    from bussolotto.server.store.watching import LeaseWatch, Looked

LOOK_S = 1.0
OFFER_S, AGAIN_S = 0.5, 1.0  # for a table server to take a table, and until one that did not answer is asked again
RECALL_S = 4.0  # for a table server to give a table back: longer than it waits for a quiet moment


class Subjects(NamedTuple):
    """Where processes of a site are asked over the bus."""

    site: str

    def offers(self, name: str) -> str:
        """Where a table server is asked whether it takes a table."""
        return f"bussolotto.offers.{self.site}.{name}"

    def recall(self, name: str) -> str:
        """Where a table server is asked for a table."""
        return f"bussolotto.recall.{self.site}.{name}"

    def connections(self, place: str) -> str:
        """Where a process is asked to take a connection."""
        return f"bussolotto.tables.{self.site}.{place}" if place else f"bussolotto.owner.{self.site}"

    @property
    def given_back(self) -> str:
        """Where a table server says which table is the owner's again."""
        return f"bussolotto.given-back.{self.site}"


def recalling(bus: "Bus | None", subjects: Subjects) -> Callable[[str, str], Awaitable[None]]:
    """Return what asks a table server for a table."""

    async def recall(name: str, table: str) -> None:
        if bus is not None:
            from bussolotto.server.bus.messages import NoAnswer

            with suppress(NoAnswer):
                await bus.request(subjects.recall(name), table.encode(), RECALL_S)

    return recall


class Placing:
    """Of a server that has all tables."""

    async def begin(self) -> None:
        """Hand over tables from now on."""

    async def place(self, table: Table) -> None:
        """Let another process have a table where a match begins, where there is one."""

    async def end(self) -> None:
        """Keep nothing that another process could go on with, because this one ends."""

    def stop(self) -> None:
        """Hand over nothing more."""


class OwnerPlacing(Placing):
    """Of the owner of a site with a database that others may use."""

    def __init__(
        self,
        bus: "Bus | None",
        subjects: Subjects,
        watch: "LeaseWatch",
        placements: OwnerPlacements,
        tables: Tables,
        moves: TableMoves,
        on_return: Callable[[], object],
    ) -> None:
        """`on_return` is called when tables are here again whose clocks may run."""
        self._bus = bus
        self._subjects = subjects
        self._watch = watch
        self._placements = placements
        self._tables = tables
        self._moves = moves
        self._on_return = on_return
        self._servers: list[str] = []  # those that have a lease, by name
        self._away_until_s: dict[str, float] = {}  # by name
        self._watching: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        if self._bus is not None:
            await self._bus.subscribe(self._subjects.given_back, self._hear_given_back)
        if self._bus is not None or self._placements.count():
            self._watching = asyncio.get_running_loop().create_task(self._look_again())

    async def place(self, table: Table) -> None:
        name = await self._choose() if _may_move(table) else None
        if name is None:
            return
        with suppress(Refusal):  # it stays here
            async with self._tables.locked(table.name):
                if self._placements.find(table.name) is None:
                    await self._moves.hand_over(table.name, name, placement_rows.place(table.name, scope_of(name)))

    def stop(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None

    async def _choose(self) -> str | None:
        """Return who takes a table: a lease says nothing of the way to whoever has it."""
        counts, now_s = self._placements.count(), time.monotonic()
        for name in sorted(self._servers, key=lambda name: (counts.get(name, 0), name)):
            if self._away_until_s.get(name, 0.0) <= now_s and await self._takes(name):
                return name
        return None

    async def _takes(self, name: str) -> bool:
        if self._bus is None or not self._bus.connected:
            return False
        from bussolotto.server.bus.messages import NoAnswer

        try:
            await self._bus.request(self._subjects.offers(name), b"", OFFER_S)
        except NoAnswer:
            self._away_until_s[name] = time.monotonic() + AGAIN_S
            return False
        return True

    async def _look_again(self) -> None:
        try:
            while True:
                looked = await asyncio.to_thread(self._watch.look)
                if looked is not None:
                    self._learn(looked)
                await asyncio.sleep(LOOK_S)
        finally:
            self._watch.close()

    def _learn(self, looked: "Looked") -> None:
        self._servers = [name_of(scope) for scope in looked.leases]
        with suppress(Refusal):
            if self._placements.learn(looked.counts):
                self._on_return()

    def _hear_given_back(self, message: bytes) -> None:
        if self._placements.find(table := message.decode()) is not None:
            with suppress(Refusal):  # it is looked for again
                self._placements.look(table)
            self._on_return()


def _may_move(table: Table) -> bool:
    """Whether a table is played now, by rules that every process knows."""
    return table.pace == "live" and not table.practice and all(known(game) is None for game in table.games)
