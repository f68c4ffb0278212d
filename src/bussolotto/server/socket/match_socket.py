"""The socket of a match: a WebSocket protocol for uvicorn, built on the sans-I/O core of `websockets`.

It uses no task or queue per connection. A message is handled when its bytes arrive. A frame for several people is
encoded once and written to each of them. (Compared with an ASGI endpoint: 13.5 us per message instead of 17.5,
and 5 KiB per idle connection instead of 18.)
"""

import asyncio
import logging
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

from bussolotto.core.errors import Refusal, refuse
from bussolotto.server import protocol
from bussolotto.server.guard.own_addresses import require_single
from bussolotto.server.guard.unread import Backlog
from bussolotto.server.match.seats import NOBODY
from bussolotto.server.problems import encode_problem
from bussolotto.server.socket.connected_page import ConnectedPage, SocketServices
from bussolotto.server.socket.inbox import Inbox
from bussolotto.server.socket.pacing import Pace

PATH = re.compile(r"/api/matches/([\w-]{1,64})/socket")
LARGEST_MESSAGE = 64 * 1024
FAREWELL_S = 0.5  # for whoever is disconnected to read why
PING_S = 25
SINGLE = ("Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version")  # headers that are read as one
RESTARTING = protocol.frame(protocol.Restarting())

log = logging.getLogger(__name__)


class MatchSocket(asyncio.Protocol):
    """The connection of one page, its `Wire`: converts bytes and messages, sends pings, and decides who may connect."""

    def __init__(self, services: SocketServices, *, config: Any, server_state: Any, app_state: Any) -> None:
        self._services = services
        self._guard = services.guard
        self._page: ConnectedPage | None = None  # until the handshake is finished
        self._connections: set[Any] = server_state.connections
        self._peer = ServerProtocol(max_size=LARGEST_MESSAGE)
        self._parts = bytearray()  # of a message that is not complete
        self._held = b""  # an acknowledgement that is sent together with the news it causes
        self._answered = True
        self._ping: asyncio.TimerHandle | None = None
        self._sender = ""
        self._counted = False  # as an open socket of this sender
        self._inbox = Inbox(self._peer)
        self._deaf = False  # hears nothing more
        self._leaving = False  # and is closed in a moment
        self._opened_s = 0.0
        self._speaks = services.ownership.speaks

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._backlog = Backlog(self._guard.unread, self._transport)
        self._pace = Pace(self._services, self, self._inbox, self._backlog, self._transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        if self._page is None:
            self._greet(data)
        elif not self._deaf:
            self._inbox.add(data)
            self._pace.go_on()

    def eof_received(self) -> None:
        self._inbox.clear()
        self._peer.receive_eof()

    def pause_writing(self) -> None:
        self._backlog.pause()
        self._pace.go_on()

    def resume_writing(self) -> None:
        self._backlog.resume()
        self._pace.go_on()

    def connection_lost(self, problem: Exception | None) -> None:
        self._connections.discard(self)
        self._backlog.resume()
        self._inbox.clear()
        self._pace.stop()
        del self._pace  # which holds us in turn
        self._peer.parser.close()  # this and how it ended hold the rest, which would wait for a collection of garbage
        self._peer.parser_exc = None
        if self._counted:
            self._guard.sockets.leave(self._sender)
        if self._ping is not None:
            self._ping.cancel()
        if self._page is not None:
            page, self._page = self._page, None
            self._services.counts.sockets -= 1
            page.depart()
            log.info("socket-closed", extra={"fields": self._describe_end()})

    def handle(self, frame: Frame | bytes) -> None:
        """Handle a frame that has arrived; of a whole short text, its content."""
        if isinstance(frame, bytes):
            self._hear(frame)
        else:
            self._handle_other(frame)

    def announce_restart(self) -> None:
        """Tell the page that the server is about to stop, and hear nothing more: it will ask the next server again."""
        if self._page is not None:
            self.send(RESTARTING)
            self._inbox.clear()
            self._deaf = True

    def hush(self) -> None:
        """Close because another server may have this match by now. What waits to be sent is not."""
        self._inbox.clear()
        if self._transport.get_write_buffer_size():
            self._transport.abort()
        else:
            self._close(CloseCode.SERVICE_RESTART)

    def shutdown(self) -> None:
        """Close because uvicorn is stopping. Pages reconnect to the next server."""
        self._close(CloseCode.SERVICE_RESTART)

    def send(self, message: bytes) -> None:
        """Send one frame, made by `protocol.frame`, after any frame that was held back."""
        message, self._held = self._held + message, b""
        if self._transport.is_closing():
            return
        if not self._speaks():
            self._transport.abort()
            return
        self._transport.write(message)
        if self._backlog.size:
            self._backlog.count()

    def hold(self, message: bytes) -> None:
        self._held += message
        self._services.held.add(self._release)

    def measure(self, nonce: bytes) -> None:
        if self._peer.state is State.OPEN and not self._transport.is_closing():
            self._peer.send_ping(nonce)
            self.flush()

    def dismiss(self) -> None:
        self._close(CloseCode.POLICY_VIOLATION)

    def disconnect(self) -> None:
        """Say why, read no more, and close a moment later: closed at once, the reason would be lost on the way."""
        self._inbox.clear()
        if self._peer.state is State.OPEN:
            self._deaf = self._leaving = True
            self._peer.fail(CloseCode.POLICY_VIOLATION, "too many messages")
            self.flush()
            self._pace.leave()
            self._services.loop.call_later(FAREWELL_S, self._transport.abort)

    def flush(self) -> None:
        """Send what the protocol itself has to say."""
        if not self._peer.writes and self._peer.state is State.OPEN:
            return
        output = b"".join(self._peer.data_to_send())
        if output and not self._transport.is_closing():
            self._transport.write(output)
        if self._peer.close_expected() and not self._inbox and not self._leaving:
            self._transport.close()

    def _release(self) -> None:
        if self._held:
            self.send(b"")

    def _close(self, code: CloseCode) -> None:
        if self._page is not None and self._peer.state is State.OPEN:
            self._peer.send_close(code)
        self.flush()
        self._transport.close()

    def _greet(self, data: bytes) -> None:
        """Read the handshake, which the HTTP connection has read before."""
        self._peer.receive_data(data)
        self._inbox.begin(data)
        for event in self._peer.events_received():
            if isinstance(event, Request):
                self._handshake(event)
                event.headers.clear()  # the parser keeps the request for as long as it lives
        self.flush()

    def _handshake(self, request: Request) -> None:
        try:
            page = self._admit(request)
        except Refusal as refusal:
            self._services.counts.refusals[refusal.code] += 1
            self._peer.send_response(_refused(refusal))
            return
        response = self._peer.accept(request)
        self._peer.send_response(response)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.flush()
            self._page = page
            self._opened_s = self._services.loop.time()
            self._services.counts.sockets += 1
            self._ping = self._services.loop.call_later(PING_S, self._keep_alive)
            page.arrive()

    def _admit(self, request: Request) -> ConnectedPage:
        """Identify the visitor and check access. Raises the refusal to answer the handshake with."""
        self._services.ownership.require()
        path, _, query = request.path.partition("?")
        found = PATH.fullmatch(path)
        if found is None:
            raise refuse("not-found", what="socket", name=path)
        headers = request.headers
        client = self._transport.get_extra_info("peername", ("",))
        peer = str(client[0])
        scheme = self._guard.find_scheme(client, headers.get_all("X-Forwarded-Proto"), "http")
        self._sender = self._guard.find_sender(peer, headers.get_all("X-Forwarded-For"), headers.get_all("Forwarded"))
        self._pace.sender, self._pace.times = self._sender, self._guard.times(self._sender)
        host = self._services.own.require_host(headers.get_all("Host"))
        self._services.own.require_origin(headers.get_all("Origin"), scheme, host)
        for name in SINGLE:
            require_single(name, headers.get_all(name))
        guest, _ = self._services.guests.read_cookies(headers.get_all("Cookie"))
        self._guard.require_calm(self._sender, guest)
        self._services.bans.require_welcome(guest, self._sender)
        asked = dict(parse_qsl(query))
        wanted = wanted_seat(asked)
        live, _ = self._services.matches.find_watchable(found[1], guest, wanted)
        self._guard.require_socket(self._sender)
        self._counted = True
        base = self._services.own.base_url or f"{scheme}://{host or 'localhost'}"
        return ConnectedPage(self._services, self, live, guest, wanted, base, asked.get("show") == "1", self._sender)

    def _keep_alive(self) -> None:
        if not self._answered or self._peer.state is not State.OPEN:
            self._transport.abort()
            return
        self._answered = False
        self._peer.send_ping(b"")
        self.flush()
        self._ping = self._services.loop.call_later(PING_S, self._keep_alive)

    def _handle_other(self, received: Frame) -> None:
        """Handle a frame that is not a whole short text."""
        if received.opcode is Opcode.TEXT and received.fin:
            self._hear(bytes(received.data))
        elif received.opcode in (Opcode.TEXT, Opcode.CONT):
            self._parts += received.data
            if received.fin:
                whole, self._parts = bytes(self._parts), bytearray()
                self._hear(whole)
        elif received.opcode is Opcode.PONG:
            self._answered = True
            if self._page is not None and received.data:
                self._page.receive_pong(bytes(received.data))
        elif received.opcode is Opcode.BINARY:
            self._peer.fail(CloseCode.UNSUPPORTED_DATA, "messages are text")

    def _describe_end(self) -> dict[str, object]:
        return {
            "code": self._peer.close_code or CloseCode.ABNORMAL_CLOSURE,
            "seconds": round(self._services.loop.time() - self._opened_s),
            "address": self._sender,
        }

    def _hear(self, message: bytes) -> None:
        self._answered = True
        assert self._page is not None, "a message before the handshake"
        if not message.isascii():
            try:
                message.decode()
            except UnicodeDecodeError:
                self._peer.fail(CloseCode.INVALID_DATA, "messages are UTF-8")
                return
        self._page.hear(message)


def wanted_seat(asked: Mapping[str, str]) -> int | None:
    """Return the seat that a socket is for: `seat=N`, or `watch=1` for a spectator's view. Raises `bad-request`."""
    if asked.get("watch") == "1":
        return NOBODY
    if (seat := asked.get("seat")) is None:
        return None
    if not re.fullmatch("[0-7]", seat):
        raise refuse("bad-request", problem="a seat is a number from 0 to 7", where="seat")
    return int(seat)


def _refused(refusal: Refusal) -> Response:
    body = encode_problem(refusal)
    headers = Headers(
        {"Content-Type": "application/problem+json", "Content-Length": str(len(body)), "Connection": "close"}
    )
    return Response(refusal.status, HTTPStatus(refusal.status).phrase, headers, body)
