"""Which process of a site a request belongs to, and its way there: see `relaying`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import httptools
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bussolotto.core.errors import Unreadable, refuse
from bussolotto.server.app.application import LARGEST_BODY
from bussolotto.server.app.relaying import Acceptor, Relay, refusal
from bussolotto.server.bus.messages import Bus
from bussolotto.server.bus.tunnels import Tunnel
from bussolotto.server.counts import ServerCounts
from bussolotto.server.http.connection import PASSED_ON
from bussolotto.server.http.middleware import send_refusal
from bussolotto.server.http.owner_only import HEALTH, READY, refuse_as_standby
from bussolotto.server.ownership import Ownership
from bussolotto.server.store import match_rows
from bussolotto.server.store.database import Store
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.placements import OWNER, Placements
from bussolotto.server.table.placing import Subjects

ABOUT = re.compile(r"/api/(tables|matches)/([\w-]{1,64})(?:/.*)?")
SOCKET = re.compile(r"/api/matches/[\w-]{1,64}/socket")
ANSWER_S = 60.0
NOT_OWNER = b'"not-owner"'
LOOKS, LOOK_S = 10, 0.02  # for a table that was just given back
OF_ONE_HOP = (b"connection", b"keep-alive", b"transfer-encoding", b"te", b"upgrade", b"expect", b"date")
COOKIE = b"bussolotto-at"  # by which a proxy finds the process that has a table


class Routes:
    """Where requests belong. `own_rest`: whether those that are about no table are for this process."""

    def __init__(self, store: Store, placements: Placements, matches: LiveMatches, own_rest: bool) -> None:
        self._store = store
        self._placements = placements
        self._matches = matches
        self._own_rest = own_rest

    def find(self, path: str) -> str | None:
        """Return the place of a request, None for here; also where the database does not say, to be refused here."""
        about = ABOUT.fullmatch(path)
        if about is None:
            return None if self._own_rest or path in (HEALTH, READY) else OWNER
        with suppress(Unreadable):
            if about[1] == "tables":
                return self._placements.find(about[2])
            return None if self._matches.find_loaded(about[2]) else self._placements.find_of_match(about[2])
        return None

    def look(self, path: str) -> None:
        """Learn where a request belongs after all."""
        about = ABOUT.fullmatch(path)
        if about is not None:
            with suppress(Unreadable):
                table = about[2] if about[1] == "tables" else match_rows.find_table(self._store, about[2])
                self._placements.look(table or "")

    def find_socket(self, path: str) -> str | None:
        """Return the place of a socket, None for here and for whatever is no socket."""
        return self.find(path) if SOCKET.fullmatch(path) else None


class Refused(asyncio.Protocol):
    """A connection that no process takes."""

    def __init__(self, **parts: Any) -> None:
        """`parts`: what uvicorn builds connections of."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(refusal())
        transport.close()


class Passage:
    """The ways from this process to the others of its site, and from them to it."""

    def __init__(
        self, bus: Bus, site: str, place: str, routes: Routes, ownership: Ownership, counts: ServerCounts
    ) -> None:
        """`place`: where this process is asked over the bus."""
        self._bus = bus
        self._place = place
        self._subject = Subjects(site).connections(place)
        self._routes = routes
        self._ownership = ownership
        self._counts = counts
        self._relay = Relay(bus, site, counts)
        self._acceptor: Acceptor | None = None

    def wrap(self, app: ASGIApp) -> ASGIApp:
        """Return an application that passes on each request which belongs to another process."""
        return Forwarding(Marking(app, self._place), self._routes, self._relay)

    def divert(self, path: str, passed_on: bool) -> Any:
        """Return what makes a connection of a socket that belongs to another process; None for one of this."""
        place = self._routes.find(path)
        if place is None:
            return None
        return Refused if passed_on else self._relay.connection_to(place)

    async def begin(self, connect: Callable[[], asyncio.Protocol]) -> None:
        """Take connections of others from now on. `connect` makes one of this server."""
        await self._relay.begin()
        find = self._routes.find_socket
        self._acceptor = Acceptor(self._bus, self._subject, self._ownership, self._counts, connect, find)
        await self._acceptor.begin()

    async def pause(self) -> None:
        """Take no more."""
        if self._acceptor is not None:
            await self._acceptor.pause()

    async def close(self) -> None:
        """End all that are left."""
        if self._acceptor is not None:
            await self._acceptor.close()
        await self._relay.end()


class Forwarding:
    """ASGI middleware: passes on each request that belongs to another process."""

    def __init__(self, app: ASGIApp, routes: Routes, relay: Relay) -> None:
        self._app = app
        self._routes = routes
        self._relay = relay

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or (place := self._routes.find(scope["path"])) is None:
            await self._app(scope, receive, send)
        elif scope.get(PASSED_ON):
            await refuse_as_standby(scope, send)
        elif (body := await _read_body(receive)) is None:
            await send_refusal(send, refuse("body-too-large", limit=LARGEST_BODY))
        elif not await self._forward(scope, body, send, place):
            await self._take_back(scope, body, send)

    async def _forward(self, scope: Any, body: bytes, send: Send, place: str) -> bool:
        """Pass a request on. Return False if it was not heard there, or that is not its process.

        One of which nobody knows whether it was heard is refused: to try it again is for whoever asked.
        """
        answer = Answer(scope["method"] == "HEAD")
        addresses = _address(scope["client"]), _address(scope["server"])
        tunnel = await self._relay.open(answer, *addresses, scope["path"], place)
        if tunnel is None:
            return False
        try:
            answer.begin(tunnel)
            tunnel.write(_encode(scope, body))
            async with asyncio.timeout(ANSWER_S):
                return await _send_on(answer, send)
        except (TimeoutError, ConnectionError):
            if not answer.begun:
                await refuse_as_standby(scope, send)
            return True
        finally:
            tunnel.close()

    async def _take_back(self, scope: Scope, body: bytes, send: Send) -> None:
        """Answer what another process did not: it may just have given the table back."""
        self._routes.look(scope["path"])
        for _ in range(LOOKS):
            if self._routes.find(scope["path"]) is None:
                await self._app(scope, _receiving(body), send)
                return
            await asyncio.sleep(LOOK_S)
        await refuse_as_standby(scope, send)


class Marking:
    """ASGI middleware: tells a proxy by a cookie which process has the table that a browser asks for."""

    def __init__(self, app: ASGIApp, place: str) -> None:
        self._app = app
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not ABOUT.fullmatch(scope["path"]) or _mark_of(scope) == self._place:
            await self._app(scope, receive, send)
            return
        kept = b"" if self._place else b"; Max-Age=0"
        cookie = b"%b=%b; Path=/api; HttpOnly; SameSite=Lax%b" % (COOKIE, self._place.encode(), kept)

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), (b"set-cookie", cookie)]
            await send(message)

        await self._app(scope, receive, send_marked)


class Answer:
    """The end of a tunnel at which an answer comes out: messages of ASGI, and None where it breaks."""

    def __init__(self, bodiless: bool) -> None:
        self.messages: asyncio.Queue[Any] = asyncio.Queue()
        self.begun = False  # whether any of it was sent on
        self._bodiless = bodiless
        self._headers: list[tuple[bytes, bytes]] = []
        self._parser = httptools.HttpResponseParser(self)
        self._done = self._read = False  # whether all has come, and been read

    def begin(self, tunnel: Tunnel) -> None:
        """Say through this tunnel what has been taken."""
        self._tunnel = tunnel

    async def rest(self) -> AsyncIterator[Any]:
        """Yield what has not been read yet, to the end."""
        while not self._read and (message := await self.messages.get()) is not None:
            self._read = message.get("more_body") is False
            yield message

    # --- what the tunnel asks of its end ---

    def take(self, piece: bytes, whole: bool) -> None:
        self._tunnel.note_taken(len(piece))
        try:
            self._parser.feed_data(piece)
        except httptools.HttpParserError:
            self.broken()

    def drained(self) -> None:
        """A request is written at once."""

    def broken(self) -> None:
        if not self._done:
            self._done = True
            self.messages.put_nowait(None)

    # --- what the parser finds ---

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        headers = [(name, value) for name, value in self._headers if name not in OF_ONE_HOP]
        status = self._parser.get_status_code()
        self.messages.put_nowait({"type": "http.response.start", "status": status, "headers": headers})
        if self._bodiless:
            self.on_message_complete()

    def on_body(self, body: bytes) -> None:
        self.messages.put_nowait({"type": "http.response.body", "body": body, "more_body": True})

    def on_message_complete(self) -> None:
        if not self._done:
            self._done = True
            self.messages.put_nowait({"type": "http.response.body", "body": b"", "more_body": False})


async def _send_on(answer: Answer, send: Send) -> bool:
    """Send an answer on; not one that says that this is not its process. Return whether it was sent.

    Raises ConnectionError if none comes.
    """
    first = await answer.messages.get()
    if first is None:
        raise ConnectionError
    pending = [first]
    if first["status"] == HTTPStatus.SERVICE_UNAVAILABLE:
        pending += [message async for message in answer.rest()]
        if any(NOT_OWNER in message.get("body", b"") for message in pending):
            return False
    answer.begun = True
    for message in pending:
        await send(message)
    async for message in answer.rest():
        await send(message)
    return True


def _receiving(body: bytes) -> Receive:
    """Return what receives a body that was read before."""

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def _read_body(receive: Receive) -> bytes | None:
    """Return the body of a request, None if it is too large."""
    body = b""
    while True:
        message: Any = await receive()
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return None
        if not message.get("more_body"):
            return bytes(body)


def _encode(scope: Any, body: bytes) -> bytes:
    """Return a request as it is sent."""
    query = b"?" + scope["query_string"] if scope["query_string"] else b""
    left_out = (*OF_ONE_HOP, b"content-length")
    headers = [(name, value) for name, value in scope["headers"] if name not in left_out]
    headers += [(b"content-length", str(len(body)).encode())] if body else []
    lines = [scope["method"].encode() + b" " + scope["raw_path"] + query + b" HTTP/1.1"]
    lines += [name + b": " + value for name, value in [*headers, (b"connection", b"close")]]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def _mark_of(scope: Any) -> str:
    """Return what a browser was told last."""
    cookies = b";".join(value for name, value in scope["headers"] if name == b"cookie")
    found = re.search(rb"(?:^|;)\s*%b=([a-z0-9-]*)" % COOKIE, cookies)
    return found[1].decode() if found else ""


def _address(found: Any) -> tuple[str, int]:
    return found or ("", 0)
