"""What happens to a table server, by name. Each drill begins as one starts and gets tables, and ends as it is stopped.

The matches at its tables are played by pages that are directly at it and by others that come by way of the owner and
the standby, half of them each. What the owner has is played meanwhile.
"""

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

from bench.seating import LONG, Guest, duels, leaving
from bench.standby.drills import ASKED, Drill, Round, ask_in_vain, come_back, stand_still, taken_over
from bench.standby.links import BACK, THERE
from bench.standby.members import LOOK_S, Member, wait_for
from bench.standby.pages import Page, Takeovers, playing, question, sit_at, until

SEATS = "SELECT name, guest FROM seated ORDER BY name, guest"
PLACED = "SELECT table_name, scope, fence FROM placements ORDER BY table_name"
PLACED_MATCHES = "SELECT matches.name FROM matches JOIN placements USING (table_name)"


class Lent(NamedTuple):
    """A table server, the matches at its tables, and their pages: directly at it, and by way of others."""

    server: Member
    wanted: Sequence[dict[str, Any]]
    direct: Sequence[Page]
    relayed: Sequence[Page]

    @property
    def matches(self) -> set[str]:
        """Their names."""
        return {duel["match"] for duel in self.wanted}


async def kill(now: Round) -> None:
    """Kill a table server: the owner goes on with its tables. It is started again, and gets new ones."""
    async with table_server(now) as lent:
        lent.server.tell(signal.SIGKILL)
        await taken_home(now, lent)
        await asyncio.to_thread(lent.server.wait)
        await play_each(now.drill, lent.matches)
        await start_again(now, lent.server)


async def stop(now: Round) -> None:
    """Stop it in the orderly way: it gives its tables back."""
    drill = now.drill
    async with table_server(now) as lent:
        seen, acked = len(drill.away_s), len(drill.ack_s)
        lent.server.tell(signal.SIGTERM)
        await taken_home(now, lent)
        await asyncio.to_thread(lent.server.wait)
        await play_each(drill, lent.matches)
        drill.handed_s += [*drill.away_s[seen:], *drill.ack_s[acked:]]
        await start_again(now, lent.server)


async def pause(now: Round) -> None:
    """Let it stand still until the owner has its tables, and longer. It is asked for everything meanwhile."""
    async with table_server(now) as lent:
        await stand_still(now, lent.server, lent.wanted[:ASKED], lambda: taken_home(now, lent))
        await get_new_tables(now, lent.server)


async def cut(now: Round, ways: Sequence[str]) -> None:
    """Let nothing pass between it and the database, in these directions, until the owner has its tables."""
    async with table_server(now) as lent:
        with lent.server.cut_off(ways):
            await taken_home(now, lent)
            await ask_in_vain(now, lent.server, lent.wanted[:ASKED])
        await come_back(now, lent.server)
        await get_new_tables(now, lent.server)


async def part_from_bus(now: Round, ways: Sequence[str]) -> None:
    """Let nothing pass between it and the bus for a while. Pages that came by way of others come to it."""
    async with table_server(now) as lent, staying(now, lent):
        bus = lent.server.bus
        assert bus is not None, "this drill needs a bus"
        idle = [wire for by in now.site.members for wire in (await question(by, lent.wanted[:ASKED]))[0]]
        whole_s = time.monotonic() + random.uniform(0, now.still_s)  # the connection is given up after 15 s
        with bus.holding(ways):
            begun_s = time.perf_counter()
            await until(lambda: all(page.sees_at(lent.server.port) for page in lent.relayed))
            await until(lambda: all(wire.lost.done() for wire in idle))
            now.drill.left_s.append(time.perf_counter() - begun_s)
            await play_each(now.drill, lent.matches)
            await asyncio.sleep(whole_s - time.monotonic())
        await spread(now, lent)


async def lose_owner(now: Round) -> None:
    """Kill the owner: whoever is directly at the table server plays on throughout, and its tables stay there."""
    owner, drill = now.site.owner, now.drill
    async with table_server(now) as lent, staying(now, lent):
        owner.tell(signal.SIGKILL)
        await asyncio.to_thread(owner.wait)
        await asyncio.sleep(LOOK_S)  # what was on its way has come
        before = len(drill.acked)
        await taken_over(now, owner)
        alone = [match for match, _ in drill.acked[before:] if match in lent.matches]
        assert alone, "nobody could play on while nobody had the site"
        drill.alone += len(alone)
        await asyncio.to_thread(owner.start)
        await spread(now, lent)
        await get_new_tables(now, lent.server)


@asynccontextmanager
async def table_server(now: Round) -> AsyncIterator[Lent]:
    """A table server under play. At the end it is stopped, and the owner has all tables."""
    server = await asyncio.to_thread(now.site.start_table_server)
    async with lending(now, server) as lent:
        now.drill.begun_s = time.perf_counter()
        yield lent
    server.tell(signal.SIGTERM)
    await asyncio.to_thread(server.wait)
    assert not now.site.rows(PLACED), server.log()


@asynccontextmanager
async def lending(now: Round, server: Member) -> AsyncIterator[Lent]:
    """Matches at new tables of this table server, each of which is played before and after."""
    wanted = await asyncio.to_thread(open_tables, now)
    ports = [server.port, *now.drill.ports]
    async with playing(now.drill, wanted, ports) as pages:
        lent = Lent(server, wanted, pages[::2], pages[1::2])
        await spread(now, lent)
        yield lent
        await play_each(now.drill, lent.matches)


def open_tables(now: Round) -> list[dict[str, Any]]:
    """As many matches as the owner has, as soon as it hands new tables over."""
    site, port = now.site, now.site.owner.port

    def is_placed() -> bool:
        with leaving(guest := Guest(port, 0)):
            table = guest.post("/api/tables", LONG)["table"]
        return table in {row[0] for row in site.rows(PLACED)}

    wait_for(is_placed, site.owner.log)
    wanted = duels(port, len(now.wanted))
    assert {duel["match"] for duel in wanted} <= {row[0] for row in site.rows(PLACED_MATCHES)}, site.owner.log()
    now.drill.seats.update(site.rows(SEATS))
    return wanted


async def spread(now: Round, lent: Lent) -> None:
    """Send all pages where they belong, and let them play there."""
    await sit_at(lent.direct, lent.server.port)
    for number, port in enumerate(now.drill.ports):
        await sit_at(lent.relayed[number :: len(now.drill.ports)], port)
    await play_each(now.drill, lent.matches)


async def taken_home(now: Round, lent: Lent) -> None:
    """Wait until the owner serves all that the table server had, and note when it did."""
    owner, left = now.site.owner, sorted(lent.matches)

    def serves_all() -> bool:
        while left and not now.site.rows(PLACED) and owner.ask(f"/api/matches/{left[-1]}"):
            left.pop()
        return not left

    await asyncio.to_thread(wait_for, serves_all, owner.log)
    now.drill.serves_s = time.perf_counter()


async def start_again(now: Round, server: Member) -> None:
    """Start it, and let it have new tables."""
    await asyncio.to_thread(server.start)
    await get_new_tables(now, server)


async def get_new_tables(now: Round, server: Member) -> None:
    """It is handed new tables, where people play."""
    async with lending(now, server):
        """That is all."""


@asynccontextmanager
async def staying(now: Round, lent: Lent) -> AsyncIterator[None]:
    """No table goes anywhere meanwhile, and nobody directly at the table server notices anything."""
    wires, placed = [page.wire for page in lent.direct], now.site.rows(PLACED)
    yield
    assert [page.wire for page in lent.direct] == wires, "a page at the table server was closed"
    assert set(placed) <= set(now.site.rows(PLACED)), lent.server.log()


async def play_each(drill: Takeovers, matches: Collection[str]) -> None:
    """Until something more is acknowledged in each of these matches."""
    before = len(drill.acked)
    await until(lambda: {match for match, _ in drill.acked[before:]} >= set(matches))


TABLE_DRILLS: dict[str, Drill] = {
    "tables-kill": kill,
    "tables-stop": stop,
    "tables-pause": pause,
    "tables-cut": partial(cut, ways=(THERE, BACK)),
    "tables-no-requests": partial(cut, ways=(THERE,)),
    "tables-no-answers": partial(cut, ways=(BACK,)),
    "tables-bus": partial(part_from_bus, ways=(THERE, BACK)),
    "tables-bus-no-requests": partial(part_from_bus, ways=(THERE,)),
    "tables-bus-no-answers": partial(part_from_bus, ways=(BACK,)),
    "tables-owner": lose_owner,
}
