"""What happens to the owner of a site, its database and its bus, by name. Each ends with an owner and a standby."""

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, NamedTuple

from bench.crowd import Wire
from bench.hosting import PATIENCE_S
from bench.standby import replicas
from bench.standby.links import BACK, THERE
from bench.standby.members import LOOK_S, PLACES, Member, Site, stands_still, wait_for
from bench.standby.pages import Takeovers, ask_for_all, question, sit_at, until, version_of, visit
from bench.standby.replicas import Replica
from bussolotto.core.errors import TakenOver
from tests.server.stores import Cluster

JUMPS = 3  # of a wall clock: on, back, and to where it was
JUMP_S = 3600  # of the clock of the database
RENEWED = "SELECT fence, expires_ms FROM leases WHERE scope = 'site'"
ASKED, ASKED_TWICE = 3, 5  # about so many matches whoever stands still or is cut off is asked, so often about each
Gone = Callable[[], Awaitable[object]]  # returns once others serve what a server had


class Round(NamedTuple):
    """A round of a drill: the servers, what everybody sees, the matches, and how long an owner stands still."""

    site: Site
    drill: Takeovers
    wanted: Sequence[dict[str, Any]]
    still_s: float


async def kill(now: Round) -> None:
    await end_owner(now, signal.SIGKILL)


async def stop(now: Round) -> None:
    await end_owner(now, signal.SIGTERM)


async def end_owner(now: Round, how: int) -> None:
    """End the owner. The other one takes over, and the first becomes its standby."""
    owner = now.site.owner
    owner.tell(how)
    await taken_over(now, owner)
    await asyncio.to_thread(owner.wait)
    await asyncio.to_thread(owner.start)


async def taken_over(now: Round, owner: Member) -> None:
    """Wait until the other one serves, and note when it did."""
    other = now.site.other(owner)
    await asyncio.to_thread(wait_for, lambda: other.is_owner, other.log)
    now.drill.serves_s = time.perf_counter()


@contextmanager
def silence(now: Round, owner: Member) -> Iterator[None]:
    """Whatever pages hear from it meanwhile is too much."""
    now.drill.silent.add(owner.port)
    try:
        yield
    finally:
        now.drill.silent.discard(owner.port)


async def pause(now: Round) -> None:
    """Let the owner stand still until it has been taken over, and longer. It is asked for everything meanwhile."""
    owner = now.site.owner
    await stand_still(now, owner, now.wanted[:ASKED], lambda: taken_over(now, owner))


async def stand_still(now: Round, owner: Member, wanted: Sequence[dict[str, Any]], gone: Gone) -> None:
    """Let one that has these matches stand still until that is so, and longer; then it comes back."""
    drill = now.drill
    wires, heard = await question(owner, wanted)
    version = version_of(heard)
    owner.tell(signal.SIGSTOP)
    until_s = time.monotonic() + now.still_s
    await asyncio.to_thread(wait_for, lambda: stands_still(owner.process.pid), owner.log)
    await asyncio.sleep(LOOK_S)  # what was on its way has come
    heard.clear()
    for wire in wires:
        ask_for_all(drill, wire, version)
    visitors = [asyncio.create_task(visit(owner.port, duel["match"], drill)) for duel in wanted]
    await gone()
    await asyncio.sleep(until_s - time.monotonic())
    with silence(now, owner), now.site.without_renewal(owner):
        owner.tell(signal.SIGCONT)
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*visitors, *(wire.lost for wire in wires))
    drill.said += heard
    await come_back(now, owner)


async def cut(now: Round) -> None:
    """Let the owner renew no more until it has been taken over, and ask it for views then."""
    owner = now.site.owner
    with now.site.without_renewal(owner):
        await taken_over(now, owner)
        await ask_in_vain(now, owner, now.wanted[:ASKED])
    await come_back(now, owner)


async def partition(now: Round, ways: Sequence[str]) -> None:
    """Let nothing pass between the owner and the database; what it sent arrives when it has been taken over."""
    owner = now.site.owner
    with owner.cut_off(ways):
        await taken_over(now, owner)
        await ask_in_vain(now, owner, now.wanted[:ASKED])
    await come_back(now, owner)


async def ask_in_vain(now: Round, owner: Member, wanted: Sequence[dict[str, Any]]) -> None:
    """Ask one for these matches that had them, which does not know."""
    await asyncio.sleep(LOOK_S)  # what was on its way has come
    with silence(now, owner):
        matches = [duel["match"] for duel in wanted] * ASKED_TWICE
        await asyncio.gather(*(visit(owner.port, match, now.drill) for match in matches))


async def come_back(now: Round, owner: Member) -> None:
    """It learns that it was taken over, ends, and is started again: as the standby, if it had the site."""
    with silence(now, owner):
        status = await asyncio.to_thread(owner.wait)
    assert status == TakenOver.STATUS, (status, owner.log())
    await asyncio.to_thread(owner.start)


async def lose_database(now: Round) -> None:
    """Kill PostgreSQL and start it again. Whoever has the lease then serves, and the other one stands by."""
    owner = now.site.owner
    await asyncio.to_thread(now.site.cluster.stop, signal.SIGQUIT)
    now.site.cluster.start()  # in this thread: it ends with the one that started it
    await served_again(now, owner)


async def served_again(now: Round, owner: Member) -> None:
    """Wait until anybody serves. One that was quicker than the owner has taken over."""
    members = now.site.members
    await asyncio.to_thread(wait_for, lambda: any(one.is_owner for one in members), lambda: "nobody serves")
    now.drill.serves_s = time.perf_counter()
    if not owner.is_owner:
        await come_back(now, owner)


async def fail_over(now: Round, lose: Callable[[Cluster], object]) -> None:
    """Lose the primary and promote its synchronous replica. The old primary comes back, and takes writes.

    It comes back without the name of a replica, so it would acknowledge what it is asked to store. Both servers are
    ended in turn, so that each looks for the database while both are there.
    """
    site, owner = now.site, now.site.owner
    old, place = site.used, (site.used + 1) % PLACES
    primary = site.cluster
    site.places[place] = replica = Replica(site.settings, primary)
    await asyncio.to_thread(replicas.wait_for_replica, primary)
    now.drill.begun_s = time.perf_counter()
    await asyncio.to_thread(lose, primary)
    await asyncio.to_thread(replica.promote)
    site.used = place
    await served_again(now, owner)
    replicas.kill(primary)
    primary.start("-c synchronous_standby_names=")
    before = replicas.count_transactions(primary)
    for _ in site.members:
        await replace(site, site.owner)
    now.drill.written_back += replicas.count_transactions(primary) - before
    site.places[old] = None
    primary.remove()


async def replace(site: Site, owner: Member) -> None:
    """Kill the owner, and start it again as the standby of the other one."""
    owner.tell(signal.SIGKILL)
    await asyncio.to_thread(owner.wait)
    await asyncio.to_thread(wait_for, lambda: site.other(owner).is_owner, site.other(owner).log)
    await asyncio.to_thread(owner.start)


async def lose_bus(now: Round) -> None:
    """Kill the bus while half of the pages play by way of the standby; then it comes back."""
    bus = now.site.bus
    assert bus is not None, "this drill needs a bus"
    async with relaying(now) as idle:
        bus.stop()
        await leave_standby(now, idle)
        bus.start()  # in this thread: it ends with the one that started it


async def part_from_bus(now: Round, ways: Sequence[str]) -> None:
    """Let nothing pass between the owner and the bus, then between the standby and the bus, for a while each."""
    owner = now.site.owner
    for member in (owner, now.site.other(owner)):
        assert member.bus is not None, "this drill needs a bus"
        async with relaying(now) as idle:
            whole_s = time.monotonic() + random.uniform(0, now.still_s)  # the connection is given up after 15 s
            with member.bus.holding(ways):
                await leave_standby(now, idle)
                await asyncio.sleep(whole_s - time.monotonic())


@asynccontextmanager
async def relaying(now: Round) -> AsyncIterator[list[Wire]]:
    """Half of the pages play by way of the standby, before and after. The others, at the owner, notice nothing.

    Yields pages at the standby that ask nothing, so they stay until they are closed.
    """
    drill, owner, standby = now.drill, now.site.owner, now.site.other(now.site.owner)
    relayed, others = drill.pages[::2], drill.pages[1::2]
    await sit_at(others, owner.port)
    await sit_at(relayed, standby.port)
    await play_on(drill, len(relayed))
    wires = [page.wire for page in others]
    yield (await question(standby, now.wanted[:ASKED]))[0]
    await sit_at(relayed, standby.port)
    await play_on(drill, len(relayed))
    assert [page.wire for page in others] == wires, "a page at the owner was closed"
    assert now.site.owner is owner, owner.log()


async def leave_standby(now: Round, idle: Sequence[Wire]) -> None:
    """Wait until all pages are at the owner, and those that ask nothing are closed. Note how long that took."""
    drill, port, begun_s = now.drill, now.site.owner.port, time.perf_counter()
    await until(lambda: all(page.sees_at(port) for page in drill.pages) and all(wire.lost.done() for wire in idle))
    drill.left_s.append(time.perf_counter() - begun_s)
    await play_on(drill, len(drill.pages) // 2)


async def play_on(drill: Takeovers, actions: int) -> None:
    """Until so many more are acknowledged."""
    before = len(drill.acked)
    await until(lambda: len(drill.acked) >= before + actions)


async def jump(now: Round) -> None:
    """Let the wall clocks of both servers jump on by a day, back by two, and to where they were: nothing happens."""
    owner = now.site.owner
    for _ in range(JUMPS):
        for member in now.site.members:
            member.tell(signal.SIGUSR1)
        before = len(now.drill.acked)
        await until(lambda before=before: len(now.drill.acked) > before)  # type: ignore[misc]
    assert now.site.owner is owner, owner.log()


async def jump_database(now: Round) -> None:
    """Let the clock of the database jump on by an hour: nothing happens. Then back by two, and the owner is killed.

    By that clock the lease is over at first, and then it lasts for two hours; nobody goes by it.
    """
    owner, before = now.site.owner, now.site.rows(RENEWED)
    now.site.set_clock(JUMP_S)
    await until(lambda: now.site.rows(RENEWED) != before)
    await play_on(now.drill, len(now.drill.pages))
    assert now.site.owner is owner, owner.log()
    now.site.set_clock(-JUMP_S)
    now.drill.begun_s = time.perf_counter()
    await end_owner(now, signal.SIGKILL)
    now.site.set_clock(0)


async def update(now: Round) -> None:
    """Replace both servers by a later version, with a schema of its own: the standby, then the owner."""
    owner, other = now.site.owner, now.site.other(now.site.owner)
    later = 1 + now.site.later
    other.later = owner.later = later
    other.tell(signal.SIGTERM)
    await asyncio.to_thread(other.wait)
    await asyncio.to_thread(other.start)
    now.drill.begun_s = time.perf_counter()
    await end_owner(now, signal.SIGTERM)
    assert now.site.rows("SELECT count(*) FROM information_schema.tables WHERE table_name LIKE 'later_%'") == [(later,)]


Drill = Callable[[Round], Awaitable[None]]
DRILLS: dict[str, Drill] = {
    "kill": kill,
    "stop": stop,
    "pause": pause,
    "cut": cut,
    "partition": partial(partition, ways=(THERE, BACK)),
    "no-requests": partial(partition, ways=(THERE,)),
    "no-answers": partial(partition, ways=(BACK,)),
    "database": lose_database,
    "failover": partial(fail_over, lose=replicas.kill),
    "stalled": partial(fail_over, lose=replicas.stall),
    "bus": lose_bus,
    "bus-partition": partial(part_from_bus, ways=(THERE, BACK)),
    "bus-no-requests": partial(part_from_bus, ways=(THERE,)),
    "bus-no-answers": partial(part_from_bus, ways=(BACK,)),
    "clock": jump,
    "database-clock": jump_database,
    "update": update,
}
