"""The socket of a match: a WebSocket protocol for uvicorn, built on the sans-I/O core of `websockets`.

It uses no task or queue per connection. A message is handled when its bytes arrive. A frame for several people is
encoded once and written to each of them. (Compared with an ASGI endpoint: 13.5 us per message instead of 17.5,
and 5 KiB per idle connection instead of 18.)
"""

import asyncio
import logging
import re
from collections import deque
from collections.abc import Mapping
from http import HTTPStatus
from time import perf_counter
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
from bussolotto.server.limits import Bucket
from bussolotto.server.match.seats import NOBODY
from bussolotto.server.problems import encode_problem
from bussolotto.server.socket.connected_page import ConnectedPage, SocketServices

PATH = re.compile(r"/api/matches/([\w-]{1,64})/socket")
LARGEST_MESSAGE = 64 * 1024
MASKED, SHORT = 0x80, 125  # a bit of the second byte of a frame, and the largest size that this byte holds
PIECE = 256  # bytes that are parsed together: at most 42 frames
FRAMES_AT_A_TIME, AT_A_TIME_S = 32, 0.002  # then others have their turn
BEHIND_S = 2.5  # who always sends more than is handled for so long is disconnected
FRAMES_A_SECOND, FRAMES_AT_ONCE = 200, 1_000  # of any kind; who sends more is disconnected
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
        self._inbox = bytearray()
        self._events: deque[Frame] = deque()  # parsed and not handled yet
        self._behind: asyncio.TimerHandle | None = None  # runs while there is always something left to do
        self._unparsed = 0  # bytes that the parser has been given, and not returned in a frame
        self._working = False
        self._paused = False
        self._leaving = False
        self._frames = Bucket(FRAMES_A_SECOND, FRAMES_AT_ONCE, services.clock.now_s)
        self._deaf = False
        self._opened_s = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._backlog = Backlog(self._guard.unread, self._transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        if self._page is None:
            self._greet(data)
            return
        if self._leaving or self._deaf:
            return
        self._inbox += data
        if not self._working:
            self._work_on()
            self._read_or_pause()
            if len(self._inbox) > PIECE:
                self._require_pace()

    def eof_received(self) -> None:
        self._discard()
        self._peer.receive_eof()

    def pause_writing(self) -> None:
        self._backlog.pause()
        self._read_or_pause()

    def resume_writing(self) -> None:
        self._backlog.resume()
        if self._busy and not self._working:
            self._work_on()
        self._read_or_pause()

    def connection_lost(self, problem: Exception | None) -> None:
        self._connections.discard(self)
        self._backlog.resume()
        self._discard()
        self._stop_behind()
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

    def announce_restart(self) -> None:
        """Tell the page that the server is about to stop, and hear nothing more: it will ask the next server again."""
        if self._page is not None:
            self.send(RESTARTING)
            self._discard()
            self._deaf = True

    def shutdown(self) -> None:
        """Close because uvicorn is stopping. Pages reconnect to the next server."""
        self._close(CloseCode.SERVICE_RESTART)

    def send(self, message: bytes) -> None:
        """Send one frame, made by `protocol.frame`, after any frame that was held back."""
        message, self._held = self._held + message, b""
        if self._transport.is_closing():
            return
        self._transport.write(message)
        if self._backlog.size:
            self._backlog.count()

    def hold(self, message: bytes) -> None:
        self._held += message
        self._services.loop.call_soon(self._release)

    def measure(self, nonce: bytes) -> None:
        if self._peer.state is State.OPEN and not self._transport.is_closing():
            self._peer.send_ping(nonce)
            self._flush()

    def dismiss(self) -> None:
        self._close(CloseCode.POLICY_VIOLATION)

    def _release(self) -> None:
        if self._held:
            self.send(b"")

    def _work_on(self) -> None:
        self._working = True
        self._guard.loop_time.run(self._sender, self._work, self._times)

    def _work(self) -> None:
        """Handle some of the frames that have arrived. The rest waits for another turn, and so does reading."""
        until_s = perf_counter() + AT_A_TIME_S
        for _ in range(FRAMES_AT_A_TIME):
            if not self._events and not self._read_piece():
                break
            self._frame(self._events.popleft())
            if perf_counter() > until_s:
                break
        self._require_pace()
        self._flush()
        self._working = False
        if self._busy and not self._backlog.presses:
            self._work_on()
        self._read_or_pause()

    @property
    def _busy(self) -> bool:
        return bool(self._inbox or self._events)

    def _read_piece(self) -> bool:
        """Parse what has arrived until there is a frame to be handled. Returns whether there is one."""
        while self._inbox and not self._events and not self._read_text():
            piece = bytes(self._inbox[:PIECE])
            del self._inbox[:PIECE]
            self._peer.receive_data(piece)
            frames = [event for event in self._peer.events_received() if isinstance(event, Frame)]
            self._unparsed += len(piece) - sum(map(_size_of, frames))
            self._events.extend(frames)
        return bool(self._events)

    def _read_text(self) -> bool:
        """Read a whole short text, as most messages are. The parser would take ten times as long."""
        inbox = self._inbox
        if len(inbox) < 6 or inbox[0] != protocol.WHOLE_TEXT or not MASKED <= inbox[1] <= MASKED + SHORT:
            return False
        end = 6 + inbox[1] - MASKED
        peer = self._peer
        if len(inbox) < end or self._unparsed or peer.current_size is not None or peer.state is not State.OPEN:
            return False
        self._events.append(Frame(Opcode.TEXT, _unmask(inbox[6:end], inbox[2:6])))
        del inbox[:end]
        return True

    def _require_pace(self) -> None:
        """Disconnect whoever never lets us finish."""
        if self._busy and self._behind is None:
            self._behind = self._services.loop.call_later(BEHIND_S, self._disconnect)
        elif not self._busy:
            self._stop_behind()

    def _stop_behind(self) -> None:
        if self._behind is not None:
            self._behind.cancel()
            self._behind = None

    def _disconnect(self) -> None:
        """Say why, read no more, and close a moment later: closed at once, the reason would be lost on the way."""
        self._discard()
        if self._peer.state is State.OPEN:
            self._leaving = True
            self._peer.fail(CloseCode.POLICY_VIOLATION, "too many messages")
            self._flush()
            self._read_or_pause()
            self._services.loop.call_later(FAREWELL_S, self._transport.abort)

    def _discard(self) -> None:
        self._inbox.clear()
        self._events.clear()

    def _read_or_pause(self) -> None:
        """Read no more while there is enough to do, or while answers wait to be read."""
        wanted = self._busy or self._leaving or self._backlog.presses
        if wanted == self._paused or self._transport.is_closing():
            return
        self._paused = wanted
        if wanted:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def _flush(self) -> None:
        output = b"".join(self._peer.data_to_send())
        if output and not self._transport.is_closing():
            self._transport.write(output)
        if self._peer.close_expected() and not self._events and not self._leaving:
            self._transport.close()

    def _close(self, code: CloseCode) -> None:
        if self._page is not None and self._peer.state is State.OPEN:
            self._peer.send_close(code)
        self._flush()
        self._transport.close()

    def _greet(self, data: bytes) -> None:
        """Read the handshake, which the HTTP connection has read before."""
        self._peer.receive_data(data)
        self._unparsed = (
            0 if data.endswith(b"\r\n\r\n") else 1
        )  # or it never gets to the end of a frame that we know of
        for event in self._peer.events_received():
            if isinstance(event, Request):
                self._handshake(event)
        self._flush()

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
            self._flush()
            self._page = page
            self._opened_s = self._services.loop.time()
            self._services.counts.sockets += 1
            self._ping = self._services.loop.call_later(PING_S, self._keep_alive)
            page.arrive()

    def _admit(self, request: Request) -> ConnectedPage:
        """Identify the visitor and check access. Raises the refusal to answer the handshake with."""
        path, _, query = request.path.partition("?")
        found = PATH.fullmatch(path)
        if found is None:
            raise refuse("not-found", what="socket", name=path)
        headers = request.headers
        client = self._transport.get_extra_info("peername", ("",))
        peer = str(client[0])
        scheme = self._guard.find_scheme(client, headers.get_all("X-Forwarded-Proto"), "http")
        self._sender = self._guard.find_sender(peer, headers.get_all("X-Forwarded-For"), headers.get_all("Forwarded"))
        self._times = self._guard.times(self._sender)
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
        self._flush()
        self._ping = self._services.loop.call_later(PING_S, self._keep_alive)

    def _frame(self, received: Frame) -> None:
        if not self._frames.take():
            self._disconnect()
        elif received.opcode is Opcode.TEXT and received.fin:
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
        try:
            message.decode()
        except UnicodeDecodeError:
            self._peer.fail(CloseCode.INVALID_DATA, "messages are UTF-8")
            return
        self._page.hear(message)


def _unmask(content: bytearray, mask: bytearray) -> bytes:
    """Return the content of a short frame (RFC 6455, 5.3)."""
    size = len(content)
    return (int.from_bytes(content, "big") ^ int.from_bytes((mask * 32)[:size], "big")).to_bytes(size, "big")


def _size_of(frame: Frame) -> int:
    """Return how many bytes a frame of a client has taken, at least: its size may be written in a longer way."""
    size = len(frame.data)
    return size + (6 if size <= SHORT else 8 if size < 1 << 16 else 14)


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
