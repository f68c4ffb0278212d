"""Slow lines: a proxy that delays every byte both ways, so that a person on this machine seems far away."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from tests.server.people import Page, Person

CHUNK = 65_536


@dataclass
class Far:
    """The server as somebody sees it from afar."""

    address: str


@contextmanager
def far(port: int, delay_s: float) -> Iterator[Far]:
    """An address of the server at this port, over a line that takes so long in each direction."""
    known: Future[int] = Future()
    line = _Line(port, delay_s)
    thread = threading.Thread(target=lambda: asyncio.run(line.carry(known)))
    thread.start()
    try:
        yield Far(f"http://127.0.0.1:{known.result()}")
    finally:
        line.cut()
        thread.join()


def page_from(place: Far, person: Person, match: str) -> Page:
    """A page of this person over that line."""
    near, person.server = person.server, place  # type: ignore[assignment]  # all that a page asks is the address
    try:
        return person.page(match)
    finally:
        person.server = near


class _Line:
    def __init__(self, port: int, delay_s: float) -> None:
        self._port = port
        self._delay_s = delay_s
        self._ends: list[asyncio.Transport] = []

    async def carry(self, known: "Future[int]") -> None:
        """Listen until the line is cut."""
        self._loop = asyncio.get_running_loop()
        self._cut = asyncio.Event()
        listening = await self._loop.create_server(lambda: _End(self), "127.0.0.1", 0)
        known.set_result(listening.sockets[0].getsockname()[1])
        await self._cut.wait()
        listening.close()
        for end in self._ends:
            end.abort()
        await asyncio.sleep(0)

    def cut(self) -> None:
        self._loop.call_soon_threadsafe(self._cut.set)

    def later(self, what: object, *values: object) -> None:
        self._loop.call_later(self._delay_s, what, *values)  # type: ignore[arg-type]  # a method of a transport

    def join(self, end: "_End", transport: asyncio.Transport) -> None:
        """One end is there; the one that came first calls the server."""
        self._ends.append(transport)
        if end.other is None:
            self._loop.create_task(self._call(end))

    async def _call(self, near: "_End") -> None:
        with suppress(OSError):
            await self._loop.create_connection(lambda: _End(self, near), "127.0.0.1", self._port)


class _End(asyncio.Protocol):
    """One end of a connection: what comes in goes out at the other, later."""

    def __init__(self, line: _Line, other: "_End | None" = None) -> None:
        self.other = other
        self.transport: asyncio.Transport | None = None
        self._line = line
        self._early: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._line.join(self, transport)
        if self.other is not None:
            self.other.meet(self)

    def meet(self, other: "_End") -> None:
        """The other end is there now."""
        self.other = other
        for data in self._early:
            self.data_received(data)

    def data_received(self, data: bytes) -> None:
        if self.other is None or self.other.transport is None:
            self._early.append(data)
        else:
            self._line.later(self.other.transport.write, data)

    def connection_lost(self, problem: Exception | None) -> None:
        if self.other is not None and self.other.transport is not None:
            self._line.later(self.other.transport.close)
