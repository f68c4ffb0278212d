"""The socket of a match: a WebSocket protocol for uvicorn over the sans-I/O core of `websockets`.

It runs without a task or a queue a connection: a message is handled when its bytes arrive, a frame that several people
get is encoded once and written to each of them. (Measured beside an ASGI endpoint: 13.5 us a message against 17.5, and
5 KiB an idle connection against 18.)
"""

import asyncio
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import parse_qsl

from websockets.datastructures import Headers
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from bussolotto.errors import Refusal
from bussolotto.server.connected import ConnectedPage
from bussolotto.server.house import House
from bussolotto.server.origins import require_own_origin
from bussolotto.server.problems import BadRequest, NotFound, TooFast, problem_bytes
from bussolotto.server.sitters import NOBODY

PATH = re.compile(r"/api/matches/([\w-]{1,64})/socket")
LARGEST_MESSAGE = 64 * 1024
UNREAD_LIMIT = 4 * 1024 * 1024  # bytes: who reads slower than this is cut off and may resume
PING_S = 25


class MatchSocket(asyncio.Protocol):
    """The line of one page: bytes to messages and back, pings, and who may connect at all."""

    def __init__(self, house: House, *, config: Any, server_state: Any, app_state: Any) -> None:
        self._house = house
        self._page: ConnectedPage | None = None  # until the handshake is done
        self._connections: set[Any] = server_state.connections
        self._peer = ServerProtocol(max_size=LARGEST_MESSAGE)
        self._parts: list[bytes] = []
        self._held = b""  # an acknowledgement that goes out together with the news it brings
        self._answered = True
        self._ping: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        self._peer.receive_data(data)
        for event in self._peer.events_received():
            if isinstance(event, Frame):
                self._frame(event)
            elif isinstance(event, Request):
                self._handshake(event)
        self._flush()

    def eof_received(self) -> None:
        self._peer.receive_eof()

    def connection_lost(self, problem: Exception | None) -> None:
        self._connections.discard(self)
        if self._ping is not None:
            self._ping.cancel()
        if self._page is not None:
            page, self._page = self._page, None
            page.depart()

    def shutdown(self) -> None:
        """uvicorn stops: pages come back to the server that follows."""
        self._close(CloseCode.SERVICE_RESTART)

    def send(self, message: bytes) -> None:
        """Send one frame, made by `protocol.frame`, after the one that was held back for it."""
        message, self._held = self._held + message, b""
        if self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > UNREAD_LIMIT:
            self._transport.abort()
        else:
            self._transport.write(message)

    def hold(self, message: bytes) -> None:
        """Send it together with the next frame, at the latest after what happens now."""
        self._held += message
        self._house.loop.call_soon(self._release)

    def measure(self, nonce: bytes) -> None:
        """Send a ping with these bytes."""
        if self._peer.state is State.OPEN and not self._transport.is_closing():
            self._peer.send_ping(nonce)
            self._flush()

    def dismiss(self) -> None:
        """Close it: the page may not watch any more."""
        self._close(CloseCode.POLICY_VIOLATION)

    def _release(self) -> None:
        if self._held:
            self.send(b"")

    def _flush(self) -> None:
        output = b"".join(self._peer.data_to_send())
        if output and not self._transport.is_closing():
            self._transport.write(output)
        if self._peer.close_expected():
            self._transport.close()

    def _close(self, code: CloseCode) -> None:
        if self._page is not None and self._peer.state is State.OPEN:
            self._peer.send_close(code)
        self._flush()
        self._transport.close()

    def _handshake(self, request: Request) -> None:
        try:
            page = self._admit(request)
        except Refusal as refusal:
            self._peer.send_response(_refused(refusal))
            return
        response = self._peer.accept(request)
        self._peer.send_response(response)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self._flush()
            self._page = page
            self._ping = self._house.loop.call_later(PING_S, self._keep_alive)
            page.arrive()

    def _admit(self, request: Request) -> ConnectedPage:
        """Who is this, and may he watch? Raises the refusal that the handshake is answered with."""
        path, _, query = request.path.partition("?")
        found = PATH.fullmatch(path)
        if found is None:
            raise NotFound("socket", path)
        headers = request.headers
        require_own_origin(headers.get("Origin"), headers.get("Host"), self._house.base_url)
        guest = self._house.guests.of_cookies(headers.get("Cookie"))
        if not self._house.requests.take(guest or str(self._transport.get_extra_info("peername", ("",))[0])):
            raise TooFast()
        asked = dict(parse_qsl(query))
        wanted = wanted_seat(asked)
        sitting, _ = self._house.watchable(found[1], guest, wanted)
        base = f"http://{headers.get('Host', '')}"
        return ConnectedPage(self._house, self, sitting, guest, wanted, base, shows=asked.get("show") == "1")

    def _keep_alive(self) -> None:
        if not self._answered or self._peer.state is not State.OPEN:
            self._transport.abort()
            return
        self._answered = False
        self._peer.send_ping(b"")
        self._flush()
        self._ping = self._house.loop.call_later(PING_S, self._keep_alive)

    def _frame(self, received: Frame) -> None:
        if received.opcode is Opcode.TEXT and received.fin:
            self._hear(bytes(received.data))
        elif received.opcode in (Opcode.TEXT, Opcode.CONT):
            self._parts.append(bytes(received.data))
            if received.fin:
                whole, self._parts = b"".join(self._parts), []
                self._hear(whole)
        elif received.opcode is Opcode.PONG:
            self._answered = True
            if self._page is not None and received.data:
                self._page.measured(bytes(received.data))
        elif received.opcode is Opcode.BINARY:
            self._peer.fail(CloseCode.UNSUPPORTED_DATA, "messages are text")

    def _hear(self, message: bytes) -> None:
        self._answered = True
        assert self._page is not None, "a message before the handshake"
        self._page.hear(message)


def wanted_seat(asked: Mapping[str, str]) -> int | None:
    """Which of one's seats a socket is for: `seat=N`; `watch=1`: for none, it looks on. Raises BadRequest."""
    if asked.get("watch") == "1":
        return NOBODY
    if (seat := asked.get("seat")) is None:
        return None
    if not re.fullmatch("[0-7]", seat):
        raise BadRequest("a seat is a number from 0 to 7", "seat")
    return int(seat)


def _refused(refusal: Refusal) -> Response:
    body = problem_bytes(refusal)
    headers = Headers(
        {"Content-Type": "application/problem+json", "Content-Length": str(len(body)), "Connection": "close"}
    )
    return Response(refusal.status, HTTPStatus(refusal.status).phrase, headers, body)
