"""What a process does that has its site for a while only: it waits as a standby, falls silent, ends when taken over.

A server whose lease runs out closes its pages and refuses everything until the lease is renewed. Its matches are still
good then: nobody else has had the lease, so nobody else has written. If somebody has, the process ends, with an exit
status of its own, and whoever looks after it starts it again; what it had in memory is of no worth.
"""

import asyncio
import logging
import re
import signal
import socket
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import uvicorn

from bussolotto.core.errors import refuse
from bussolotto.server.app import systemd
from bussolotto.server.counts import ServerCounts
from bussolotto.server.http.owner_only import answer_as_standby
from bussolotto.server.ownership import Ownership
from bussolotto.server.socket.match_socket import MatchSocket
from bussolotto.server.store import schema

if TYPE_CHECKING:
    from bussolotto.server.app.relaying import Relay
    from bussolotto.server.store.keeper import LeaseKeeper

LOOK_S = 0.1
LAST_ANSWERS_S = 1  # for those who are being told to come again

log = logging.getLogger(__name__)


class Waiting(NamedTuple):
    """What a standby tells of, which has no services yet."""

    ownership: Ownership
    counts: ServerCounts


def open_lease(address: str | None, folder: Path, standby: bool, tables: str | None = None) -> "LeaseKeeper | None":
    """Acquire the lease of a database; None without one. A standby that has it not yet loads everything, to be quick.

    `tables`: the name of a table server, which has a lease of its own.
    Raises `standby-alone`, `tables-alone`, `bad-server-name`, `older-data`, `data-in-use`, and what opening it raises.
    """
    if tables is not None:
        _require_server_name(tables)
        if not address or standby:
            raise refuse("tables-alone")
    if not address:
        if standby:
            raise refuse("standby-alone")
        return None
    from bussolotto.server.app.handover import warm_up
    from bussolotto.server.store import leases
    from bussolotto.server.store.keeper import LeaseKeeper, owner_of
    from bussolotto.server.table.placements import scope_of

    lease = LeaseKeeper(address, owner_of(folder), leases.SITE if tables is None else scope_of(tables))
    if tables is not None and lease.version < len(schema.MIGRATIONS):
        lease.close()
        raise refuse("older-data", version=lease.version, known=len(schema.MIGRATIONS))
    if not standby:
        return lease.acquire()
    if not lease.try_to_acquire():
        warm_up()
    return lease


def _require_server_name(name: str) -> None:
    if not re.fullmatch(r"[a-z0-9-]{1,32}", name):
        raise refuse("bad-server-name", name=name)


async def stand_by(
    lease: "LeaseKeeper", sockets: Sequence[socket.socket], on_end: Callable[[], object], relay: "Relay | None" = None
) -> None:
    """Answer as a standby until the lease is acquired. A signal ends the process, after `on_end`.

    `relay`: leads to the owner; what it does not take is answered here.
    """
    systemd.notify("READY=1", "STATUS=Standing by")
    server, loop = _Standby(on_end, relay), asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGHUP, log.warning, "a standby hands over nothing: restart it")
    waiting = loop.create_task(asyncio.to_thread(lease.wait))
    waiting.add_done_callback(lambda _: server.finish())
    try:
        await server.serve([one.dup() for one in sockets])
    finally:
        if not lease.held:
            lease.close()
        await waiting
    assert lease.held, "a standby that does not wait"


class _Standby(uvicorn.Server):
    """Says on our sockets that this server waits."""

    def __init__(self, on_end: Callable[[], object], relay: "Relay | None") -> None:
        super().__init__(
            uvicorn.Config(
                cast(Any, answer_as_standby),
                http="auto" if relay is None else cast(Any, relay.connection),
                ws="none",
                lifespan="off",
                proxy_headers=False,
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=LAST_ANSWERS_S,
            )
        )
        self._on_end = on_end
        self._finished = False

    def finish(self) -> None:
        """Stop, because the lease is there."""
        self._finished = self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        if not self._finished:
            self._on_end()


class OwnerWatch:
    """Closes the pages of a server while it may not speak, and calls `end` once somebody else has the site."""

    def __init__(self, ownership: Ownership, connections: Collection[object], end: Callable[[], object]) -> None:
        self._ownership = ownership
        self._connections = connections
        self._end = end
        self._loop = asyncio.get_running_loop()

    def start(self) -> None:
        """Look from now on, whenever the lease might run out."""
        self._ownership.watch(self._look_soon)
        self._look()

    def _look_soon(self) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._look)

    def _look(self) -> None:
        if not self._ownership.speaks():
            for page in [one for one in self._connections if isinstance(one, MatchSocket)]:
                page.hush()
        if self._ownership.lost:
            self._end()
        elif self._ownership.can_end:
            self._loop.call_later(max(LOOK_S, self._ownership.left_s), self._look)
