"""A bus over core NATS (nats.io). Needs the extra `bus`.

The connection is made in the background, again and again: a server does not wait for it.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from bussolotto.core.errors import refuse
from bussolotto.server.bus.messages import (
    LARGEST,
    Answer,
    Cancel,
    Hear,
    NoAnswer,
    TooLarge,
    answer_safely,
    hear_safely,
    require_size,
)

try:
    from nats import errors
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription
    from nats.aio.transport import TcpTransport
except ModuleNotFoundError as missing:
    raise refuse("missing-extra", extra="bus") from missing

SCHEMES = ("nats", "tls")
USUAL: dict[str, Any] = {  # of a connection; seconds
    "allow_reconnect": True,
    "max_reconnect_attempts": -1,
    "reconnect_time_wait": 0.25,
    "connect_timeout": 2,
    "ping_interval": 5,
    "max_outstanding_pings": 2,
    "flush_timeout": 2,
    "name": "bussolotto",
}
AGAIN_S = 0.25  # between attempts to connect for the first time
FLUSH_S = 2
LAST_S = 1  # for what was sent to leave, before a connection is closed
MOST_WAITING, MOST_BYTES = 1_000, 32 * LARGEST  # of messages that are not heard yet; more are lost
AT_ONCE = 256  # requests that are being answered; more have no answer

log = logging.getLogger(__name__)


def require_address(address: str) -> None:
    """Raises `bad-bus` where this is not the address of a NATS server, like `nats://HOST:4222`."""
    try:
        parts = urlsplit(address)
        good = parts.scheme in SCHEMES and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:  # of the port
        good = False
    if not good or parts.path.strip("/") or parts.query:
        raise refuse("bad-bus", address=shown(address))


def shown(address: str) -> str:
    """Return the address of a bus without who asks and with which password, for people to read."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "?"
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


class _Wanted(NamedTuple):
    """A subscription that holds over all connections."""

    subject: str
    group: str
    receive: Any


class _Connection(TcpTransport):
    """One that is cut where the other end takes nothing any more, and may never again."""

    def __bool__(self) -> bool:
        return True  # else the client makes one of its own

    async def connect(self, *where: Any, **how: Any) -> None:
        self.close()  # type: ignore[no-untyped-call]  # an attempt that was given up
        await super().connect(*where, **how)

    async def wait_closed(self) -> None:
        try:
            async with asyncio.timeout(LAST_S):
                if self._io_writer is not None:
                    await self._io_writer.wait_closed()
        except TimeoutError:
            self.cut()

    def cut(self) -> None:
        """Close it at once, whatever has not left."""
        if self._io_writer is not None:
            self._io_writer.transport.abort()


class NatsBus:
    """One end, at the NATS server of this address. See `messages.Bus`."""

    def __init__(self, address: str) -> None:
        self._connection = _Connection()  # type: ignore[no-untyped-call]  # of a package without types
        self._client = Client()
        self._client._transport = self._connection  # noqa: SLF001  # the only way in
        self._wanted: dict[_Wanted, Subscription | None] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop = asyncio.get_running_loop()
        self._connecting = self._loop.create_task(self._connect(address))

    @property
    def connected(self) -> bool:
        return self._connecting.done() and self._client.is_connected

    async def publish(self, subject: str, message: bytes) -> None:
        require_size(subject, message, self._limit)
        if self.connected:
            with suppress(errors.Error):  # the connection has just been lost
                await self._client.publish(subject, message)

    async def subscribe(self, subject: str, hear: Hear) -> Cancel:
        async def receive(message: Msg) -> None:
            hear_safely(hear, message.data, subject)

        return await self._want(_Wanted(subject, "", receive))

    async def request(self, subject: str, message: bytes, timeout_s: float) -> bytes:
        require_size(subject, message, self._limit)
        if not self.connected:
            raise NoAnswer("away")
        try:
            found = await self._client.request(subject, message, timeout_s)
        except errors.NoRespondersError as problem:
            raise NoAnswer("nobody") from problem
        except errors.TimeoutError as problem:
            raise NoAnswer("late") from problem
        except errors.MaxPayloadError as problem:
            raise TooLarge(subject, len(message), self._limit) from problem
        except errors.Error as problem:
            raise NoAnswer("away") from problem
        if (task := asyncio.current_task()) and task.cancelling():  # by wait_for before Python 3.12 that is forgotten
            raise asyncio.CancelledError
        return found.data

    async def serve(self, subject: str, group: str, answer: Answer) -> Cancel:
        async def reply(message: Msg) -> None:
            found = await answer_safely(answer, message.data, subject)
            if found is not None and message.reply:
                with suppress(errors.Error, TooLarge):
                    await self.publish(message.reply, found)

        async def receive(message: Msg) -> None:
            if len(self._tasks) < AT_ONCE:
                self._begin(reply(message))

        return await self._want(_Wanted(subject, group, receive))

    async def close(self) -> None:
        self._connecting.cancel()
        for task in self._tasks:
            task.cancel()
        self._wanted.clear()
        with suppress(errors.Error, OSError):
            try:
                async with asyncio.timeout(2 * LAST_S):
                    await self._client.close()
            except TimeoutError:
                self._connection.cut()

    @property
    def _limit(self) -> int:
        return min(LARGEST, self._client.max_payload if self.connected else LARGEST)

    async def _connect(self, address: str) -> None:
        while not self._client.is_closed and not self._client.is_connected:
            try:
                await self._client.connect(address, error_cb=self._note, **USUAL)
            except (errors.Error, OSError, TimeoutError) as problem:
                await self._note(problem)
                await asyncio.sleep(AGAIN_S)
        while (wanted := next((one for one, made in self._wanted.items() if made is None), None)) is not None:
            await self._make(wanted)

    async def _want(self, wanted: _Wanted) -> Cancel:
        self._wanted[wanted] = None
        if self._connecting.done():  # a connection that was lost brings its subscriptions with it when it is made again
            await self._make(wanted)

        async def cancel() -> None:
            made = self._wanted.pop(wanted, None)
            if made is not None:
                with suppress(errors.Error):
                    await made.unsubscribe()

        return cancel

    async def _make(self, wanted: _Wanted) -> None:
        """Subscribe, and wait until the bus knows."""
        made = await self._client.subscribe(
            wanted.subject,
            wanted.group,
            cb=wanted.receive,
            pending_msgs_limit=MOST_WAITING,
            pending_bytes_limit=MOST_BYTES,
        )
        if wanted in self._wanted:
            self._wanted[wanted] = made
            with suppress(errors.Error, TimeoutError):
                for _ in range(2):  # the question of the first may overtake the subscription, that of the second not
                    await self._client.flush(FLUSH_S)
        else:  # it was given up meanwhile
            await made.unsubscribe()

    def _begin(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _note(self, problem: Exception) -> None:
        log.info("the bus: %s %s", type(problem).__name__, problem)
