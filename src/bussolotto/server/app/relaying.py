"""Processes of a site pass connections on to one another, over the bus, in one hop: any process takes any socket.

A standby passes everything on to the owner; the owner and table servers pass on what is about tables of others. The
bytes of a connection go through a tunnel, and come out at a connection of the other process (`TunnelTransport`), with
the address of whoever had connected. So requests, sockets and all bounds are as if they had connected there. Where that
process is gone or the bus is away, requests are answered with `not-owner`, and sockets are closed with 1012.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, cast

import msgspec
from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bussolotto.core.errors import refuse
from bussolotto.server.bus.messages import Bus, Cancel, NoAnswer
from bussolotto.server.bus.tunnels import End, Tunnel, farewell, read_message
from bussolotto.server.counts import ServerCounts
from bussolotto.server.http.connection import PASSED_ON
from bussolotto.server.http.owner_only import HEALTH, READY
from bussolotto.server.ownership import Ownership
from bussolotto.server.problems import PROBLEM, encode_problem
from bussolotto.server.table.placements import OWNER
from bussolotto.server.table.placing import Subjects

OPEN_S = 1.0  # for another process to take a connection; where there is none, that is known at once
BEAT_S, BEATS = 1.0, 3  # between questions whether the other process is there; so many have no answer if it is not
HIGH, LOW = 64 * 1024, 16 * 1024  # bytes that wait: from which on no more are asked for, and until when
LAST_S = 1.0  # for what is said at the end
FIRST_S = 10.0  # for the first line of the first request
LINE = 4096  # bytes of a request in which its first line has to end
SWITCHING, CLOSING = b"HTTP/1.1 101 ", b"\x88"  # how the answer to a handshake begins, and a frame that closes
RESTART = b"\x88\x02\x03\xf4"  # such a frame, with 1012 (RFC 6455, 5.5.1)
REFUSED = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: %s\r\ncontent-length: %d\r\n"
    b"cache-control: no-store\r\nretry-after: 1\r\nconnection: close\r\n\r\n%s"
)

log = logging.getLogger(__name__)


class Opening(Struct, frozen=True):
    """A connection that a process has: the name of its tunnel, which process that is, and its two addresses.

    `path`: of its first request. `last`: whether it may not be passed on once more.
    """

    tunnel: bytes
    process: str
    peer: tuple[str, int]
    own: tuple[str, int]
    path: str = ""
    last: bool = False


class Opened(Struct, frozen=True):
    """Which process has taken it; if none has, which place is to be asked."""

    process: str
    place: str = ""


class Way(NamedTuple):
    """Where a connection goes; whether it `stays` here, as at a standby, where nobody takes it."""

    place: str
    stays: bool


TO_THE_OWNER = Way(OWNER, stays=True)


class Envelope(Struct, frozen=True, array_like=True):
    """A message of a tunnel, and from which process it comes."""

    process: str
    message: bytes


class Tunnels:
    """The tunnels that end in this process. What it says in them leaves in order; a process that is gone has none."""

    def __init__(self, bus: Bus, counts: ServerCounts, what: str) -> None:
        """Each tunnel is counted as `what` has become of a connection."""
        self.process = secrets.token_hex(8)
        self.opening: set[bytes] = set()  # names of those that another process may know already
        self._bus = bus
        self._counts = counts
        self._what = what
        self._tunnels: dict[bytes, Tunnel] = {}
        self._by_process: dict[str, dict[bytes, Tunnel]] = {}
        self._watching: dict[str, asyncio.Task[None]] = {}
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._sending: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Hear what is said to this process."""
        await self._bus.subscribe(f"bussolotto.tunnels.{self.process}", self._hear)
        await self._bus.serve(f"bussolotto.beats.{self.process}", "one", self._answer_beat)

    def knows(self, name: bytes) -> bool:
        """Whether there is a tunnel of this name."""
        return name in self._tunnels

    def open(self, name: bytes, process: str, end: End) -> Tunnel:
        """Return a tunnel to another process."""

        def forget() -> None:
            self._tunnels.pop(name, None)
            self._by_process.get(process, {}).pop(name, None)
            self._counts.relayed -= 1
            self._counts.relays["broken"] += tunnel.lost

        tunnel = self._tunnels[name] = Tunnel(name, lambda message: self._send(process, message), end, forget)
        self._by_process.setdefault(process, {})[name] = tunnel
        self._counts.relayed += 1
        self._counts.relays[self._what] += 1
        if process not in self._watching:
            self._watching[process] = asyncio.get_running_loop().create_task(self._watch(process))
        return tunnel

    async def close(self) -> None:
        """End all of them, and let the other ends know, unless the bus takes nothing."""
        for tunnel in list(self._tunnels.values()):
            tunnel.close()
        for watching in self._watching.values():
            watching.cancel()
        if (sending := self._sending) is not None:
            await asyncio.wait({sending}, timeout=LAST_S)
            self._waiting.clear()
            sending.cancel()

    def _send(self, process: str, message: bytes) -> None:
        envelope = msgspec.msgpack.encode(Envelope(self.process, message))
        self._waiting.append((f"bussolotto.tunnels.{process}", envelope))
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                await self._bus.publish(*self._waiting.popleft())
        finally:
            self._sending = None

    def _hear(self, message: bytes) -> None:
        envelope = msgspec.msgpack.decode(message, type=Envelope)
        name, kind, number, content = read_message(envelope.message)
        tunnel = self._tunnels.get(name)
        if tunnel is not None:
            tunnel.hear(kind, number, content)
        elif name not in self.opening and envelope.message != farewell(name):
            self._send(envelope.process, farewell(name))

    async def _answer_beat(self, message: bytes) -> bytes:
        return b"here"

    async def _watch(self, process: str) -> None:
        """Break the tunnels to a process that is not there any more."""
        missed = 0
        while missed < BEATS and self._by_process[process]:
            await asyncio.sleep(BEAT_S)
            try:
                await self._bus.request(f"bussolotto.beats.{process}", b"", BEAT_S)
                missed = 0
            except NoAnswer as problem:
                missed = BEATS if problem.why == "nobody" else missed + 1
        del self._watching[process]
        for tunnel in self._by_process.pop(process).values():
            tunnel.lose()


class Relay:
    """The way from this process to the others of its site."""

    def __init__(self, bus: Bus, site: str, counts: ServerCounts) -> None:
        self._bus = bus
        self._subjects = Subjects(site)
        self._counts = counts
        self._tunnels = Tunnels(bus, counts, "passed-on")

    @property
    def connection(self) -> Callable[..., asyncio.Protocol]:
        """Makes a connection that goes to the owner, of what uvicorn makes its own of."""
        return partial(RelayedConnection, self)

    def connection_to(self, place: str) -> Callable[..., asyncio.Protocol]:
        """Makes one that goes to a place, and is refused where there is nobody."""
        return partial(RelayedConnection, self, Way(place, stays=False))

    async def begin(self) -> None:
        """Be ready for connections."""
        await self._tunnels.begin()

    async def open(
        self, end: End, peer: tuple[str, int], own: tuple[str, int], path: str = "", place: str = OWNER
    ) -> Tunnel | None:
        """Return a tunnel for a connection with these addresses, which begins with this path; None if there is nobody.

        It leads to this place; from the owner, whose last word that is not, perhaps to another one.
        """
        name = secrets.token_bytes(16)
        self._tunnels.opening.add(name)
        try:
            opened = await self._ask(Opening(name, self._tunnels.process, peer, own, path, place != OWNER), place)
            if not opened.process:
                last = Opening(name, self._tunnels.process, peer, own, path, last=True)
                opened = await self._ask(last, opened.place)
            return self._tunnels.open(name, opened.process, end) if opened.process else None
        except (NoAnswer, msgspec.MsgspecError):
            self._counts.relays["refused"] += 1
            return None
        finally:
            self._tunnels.opening.discard(name)

    async def _ask(self, opening: Opening, place: str) -> Opened:
        subject = self._subjects.connections(place)
        answer = await self._bus.request(subject, msgspec.msgpack.encode(opening), OPEN_S)
        return msgspec.msgpack.decode(answer, type=Opened)

    async def end(self) -> None:
        """Pass nothing on any more."""
        await self._tunnels.close()

    async def close(self) -> None:
        """Leave the bus as well."""
        await self.end()
        await self._bus.close()


class RelayedConnection(asyncio.Protocol):
    """A connection to a standby: its bytes go to the owner. What a standby can answer itself, it does.

    Or one to another process, that is to go elsewhere.
    """

    def __init__(self, relay: Relay, way: Way = TO_THE_OWNER, **parts: Any) -> None:
        """`parts`: what uvicorn builds its own connections of."""
        self._relay = relay
        self._way = way
        self._parts = parts
        self._connections: set[Any] = parts["server_state"].connections
        self._first = b""
        self._opening: asyncio.Task[None] | None = None
        self._tunnel: Tunnel | None = None
        self._is_socket = self._asks = self._stalls = False
        self._between = True  # what was written together, and not in the middle of it
        self._untaken = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)
        self._timer = asyncio.get_running_loop().call_later(FIRST_S, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._tunnel is not None:
            self._pass_on(data)
            return
        self._first += data
        if self._opening is None and (b"\r\n" in self._first or len(self._first) > LINE):
            self._timer.cancel()
            if self._way.stays and _path(self._first) in (HEALTH, READY):
                self._stay()
            else:
                self._transport.pause_reading()
                self._opening = asyncio.get_running_loop().create_task(self._open())

    def connection_lost(self, problem: Exception | None) -> None:
        self._connections.discard(self)
        self._timer.cancel()
        if self._tunnel is not None:
            self._tunnel.close()

    def pause_writing(self) -> None:
        self._stalls = True

    def resume_writing(self) -> None:
        self._stalls = False
        if self._tunnel is not None:
            self._tunnel.note_taken(self._untaken)
        self._untaken = 0

    def shutdown(self) -> None:
        """Close, because uvicorn is stopping."""
        if self._tunnel is not None:
            self._tunnel.close()
        self.broken()

    # --- what the tunnel asks of its end ---

    def take(self, piece: bytes, whole: bool) -> None:
        """Pass on what the owner says."""
        self._is_socket = self._is_socket or (self._between and piece.startswith(SWITCHING))
        self._asks = False
        self._between = whole and not (self._is_socket and piece.startswith(CLOSING))
        self._transport.write(piece)
        if self._stalls:
            self._untaken += len(piece)
        elif self._tunnel is not None:
            self._tunnel.note_taken(len(piece))

    def drained(self) -> None:
        """Ask for more, if there was too much."""
        if self._tunnel is not None and self._tunnel.waiting <= LOW:
            self._transport.resume_reading()

    def broken(self) -> None:
        """Close: a socket so that its page comes again, a request that nobody has answered with a refusal."""
        if not self._transport.is_closing():
            if self._is_socket and self._between:
                self._transport.write(RESTART)
            elif self._asks and not self._is_socket:
                self._transport.write(refusal())
            self._transport.close()

    async def _open(self) -> None:
        peer, own = (_address(self._transport.get_extra_info(name)) for name in ("peername", "sockname"))
        tunnel = await self._relay.open(self, peer, own, _path(self._first), self._way.place)
        if self._transport.is_closing():
            if tunnel is not None:
                tunnel.close()
        elif tunnel is None and self._way.stays:
            self._stay()
        elif tunnel is None:
            self._transport.write(refusal())
            self._transport.close()
        else:
            self._tunnel = tunnel
            self._transport.resume_reading()
            self._pass_on(self._first)
            self._first = b""

    def _pass_on(self, data: bytes) -> None:
        assert self._tunnel is not None, "nothing leads to the owner"
        self._asks = True
        self._tunnel.write(data)
        if self._tunnel.waiting > HIGH:
            self._transport.pause_reading()

    def _stay(self) -> None:
        """Answer here, as a standby without a bus."""
        self._connections.discard(self)
        here = HttpToolsProtocol(**self._parts)
        self._transport.set_protocol(here)
        here.connection_made(self._transport)
        self._transport.resume_reading()
        here.data_received(self._first)


def refusal() -> bytes:
    """Return the answer to a request that nobody takes."""
    body = encode_problem(refuse("not-owner"))
    return REFUSED % (PROBLEM, len(body), body)


def _path(request: bytes) -> str:
    """Return the path of a request, an empty one if there is none."""
    words = request.partition(b"\r\n")[0].split(b" ")
    return words[1].partition(b"?")[0].decode("ascii", "replace") if len(words) > 1 else ""


def _address(found: Any) -> tuple[str, int]:
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) else ("", 0)


class TunnelTransport(asyncio.Transport):
    """The owner's end of a tunnel, as the transport of a connection."""

    def __init__(self, opening: Opening) -> None:
        super().__init__({"peername": opening.peer, "sockname": opening.own, PASSED_ON: opening.last})
        self._loop = asyncio.get_running_loop()
        self._closing = self._ended = self._paused = self._full = False
        self._high, self._low = HIGH, LOW
        self._held: deque[bytes] = deque()  # while nothing is read

    def begin(self, tunnel: Tunnel, protocol: asyncio.Protocol) -> None:
        """Begin the connection."""
        self._tunnel = tunnel
        self._protocol = protocol
        protocol.connection_made(self)
        tunnel.note_taken(0)  # so that a standby which has given it up meanwhile can say so

    # --- what the tunnel asks of its end ---

    def take(self, piece: bytes, whole: bool) -> None:
        """Something has come."""
        if self._paused:
            self._held.append(piece)
        elif not self._closing:
            self._tunnel.note_taken(len(piece))
            try:
                self._protocol.data_received(piece)
            except Exception:
                log.exception("a connection of another process failed")
                self.abort()

    def drained(self) -> None:
        """Less waits to be sent."""
        if self._full and self._tunnel.waiting <= self._low:
            self._full = False
            self._protocol.resume_writing()
        if self._closing and not self._tunnel.waiting:
            self.abort()

    def broken(self) -> None:
        """The other end is gone."""
        self._end()

    # --- what the connection asks of its transport ---

    def write(self, data: Any) -> None:
        if self._closing:
            return
        self._tunnel.write(bytes(data))
        if not self._full and self._tunnel.waiting > self._high:
            self._full = True
            self._protocol.pause_writing()

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            if not self._tunnel.waiting:
                self.abort()

    def abort(self) -> None:
        self._tunnel.close()
        self._end()

    def is_closing(self) -> bool:
        return self._closing

    def get_write_buffer_size(self) -> int:
        return self._tunnel.waiting

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._high = HIGH if high is None else high
        self._low = self._high // 4 if low is None else low

    def pause_reading(self) -> None:
        self._paused = True

    def resume_reading(self) -> None:
        self._paused = False
        while self._held and not self._paused:
            self.take(self._held.popleft(), whole=True)

    def is_reading(self) -> bool:
        return not self._paused

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = cast(asyncio.Protocol, protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol

    def _end(self) -> None:
        self._closing = True
        if not self._ended:
            self._ended = True
            self._held.clear()
            self._loop.call_soon(lambda: self._protocol.connection_lost(None))


class Acceptor:
    """Takes the connections that other processes have."""

    def __init__(
        self,
        bus: Bus,
        subject: str,
        ownership: Ownership,
        counts: ServerCounts,
        connect: Callable[[], asyncio.Protocol],
        find_place: Callable[[str], str | None] | None = None,
    ) -> None:
        """`connect` makes a connection of this server; `find_place` tells which process a socket belongs to."""
        self._bus = bus
        self._subject = subject
        self._find_place = find_place
        self._ownership = ownership
        self._connect = connect
        self._tunnels = Tunnels(bus, counts, "taken")
        self._cancel: Cancel | None = None

    async def begin(self) -> None:
        """Take connections from now on."""
        await self._tunnels.begin()
        self._cancel = await self._bus.serve(self._subject, self._tunnels.process, self._open)

    async def pause(self) -> None:
        """Take no more."""
        if self._cancel is not None:
            await self._cancel()
            self._cancel = None

    async def close(self) -> None:
        """End those that are left."""
        await self.pause()
        await self._tunnels.close()

    async def _open(self, message: bytes) -> bytes | None:
        """Take a connection; a server that may not speak does not, and the one that may will."""
        if not self._ownership.speaks():
            return None
        opening = msgspec.msgpack.decode(message, type=Opening)
        if self._find_place and not opening.last and (place := self._find_place(opening.path)):
            return msgspec.msgpack.encode(Opened("", place))
        if not self._tunnels.knows(opening.tunnel):  # it may come twice
            transport = TunnelTransport(opening)
            transport.begin(self._tunnels.open(opening.tunnel, opening.process, transport), self._connect())
        return msgspec.msgpack.encode(Opened(self._tunnels.process))
