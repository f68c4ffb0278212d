"""The socket of a match: a WebSocket protocol for uvicorn over the sans-I/O core of `websockets`.

It runs without a task or a queue a connection: a message is handled when its bytes arrive, a frame that several people
get is encoded once and written to each of them. (Measured beside an ASGI endpoint: 13.5 us a message against 17.5, and
5 KiB an idle connection against 18.)
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import parse_qsl

import msgspec
from websockets.datastructures import Headers
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from bussolotto.arbiter import HERE, Band
from bussolotto.errors import Refusal
from bussolotto.server import gallery, protocol
from bussolotto.server.house import House
from bussolotto.server.judging import Claim, preview
from bussolotto.server.limits import Bucket
from bussolotto.server.origins import require_own_origin
from bussolotto.server.pings import RACING_S, WAITING_S, Pings
from bussolotto.server.problems import (
    BadRequest,
    NotFound,
    NotSeated,
    TooFast,
    problem_bytes,
)
from bussolotto.server.referee import Line
from bussolotto.server.sitters import NOBODY
from bussolotto.server.sittings import Sitting

PATH = re.compile(r"/api/matches/([\w-]{1,64})/socket")
LARGEST_MESSAGE = 64 * 1024
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 100, 400
UNREAD_LIMIT = 4 * 1024 * 1024  # bytes: who reads slower than this is cut off and may resume
PING_S = 25
RESUMED_KEPT = 8

log = logging.getLogger(__name__)


class MatchSocket(asyncio.Protocol):
    """One connected page: a watcher of a match, and its player if the guest sits there."""

    def __init__(self, house: House, *, config: Any, server_state: Any, app_state: Any) -> None:
        self.guest: str | None = None
        self.wanted: int | None = None
        self.base = ""
        self.live = False
        self.shows = False
        self.sitting: Sitting = cast(Sitting, None)  # until the handshake is done
        self._house = house
        self._connections: set[Any] = server_state.connections
        self._peer = ServerProtocol(max_size=LARGEST_MESSAGE)
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._parts: list[bytes] = []
        self._held = b""  # an acknowledgement that goes out together with the news it brings
        self._arrived = False
        self._answered = True
        self._ping: asyncio.TimerHandle | None = None
        self._pings: Pings | None = None  # in a race
        self._sent_ms: dict[int, float] = {}  # versions that this page was sent apart from the others

    @property
    def band(self) -> Band | None:
        """The round trips of this line; None where they are not measured."""
        return self._pings.band if self._pings else None

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
        if self._pings is not None:
            self._pings.stop()
        if self._arrived:
            self._arrived = False
            self._house.depart(self)

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

    def dismiss(self) -> None:
        """Show this page out: it may not watch any more."""
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
        if self._arrived and self._peer.state is State.OPEN:
            self._peer.send_close(code)
        self._flush()
        self._transport.close()

    def _handshake(self, request: Request) -> None:
        try:
            self._admit(request)
        except Refusal as refusal:
            self._peer.send_response(_refused(refusal))
            return
        response = self._peer.accept(request)
        self._peer.send_response(response)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self._flush()
            self._arrived = True
            self._house.arrive(self)
            self._ping = self._house.loop.call_later(PING_S, self._keep_alive)
            if self.sitting.match.module.RACE:
                self._pings = Pings(self._house.loop, self._measure, lambda: self._house.measured(self.sitting))
                self._pings.begin(self._pause_s)

    def _measure(self, nonce: bytes) -> None:
        if self._peer.state is State.OPEN and not self._transport.is_closing():
            self._peer.send_ping(nonce)
            self._flush()

    def _pause_s(self) -> float | None:
        """How long to the next measurement."""
        return {"waiting": WAITING_S, "running": RACING_S, "over": None}[self.sitting.state]

    def _admit(self, request: Request) -> None:
        """Who is this, and may he watch? Raises the refusal that the handshake is answered with."""
        path, _, query = request.path.partition("?")
        found = PATH.fullmatch(path)
        if found is None:
            raise NotFound("socket", path)
        headers = request.headers
        require_own_origin(headers.get("Origin"), headers.get("Host"), self._house.base_url)
        self.base = f"http://{headers.get('Host', '')}"
        self.guest = self._house.guests.of_cookies(headers.get("Cookie"))
        if not self._house.requests.take(self.guest or str(self._transport.get_extra_info("peername", ("",))[0])):
            raise TooFast()
        asked = dict(parse_qsl(query))
        self.wanted = wanted_seat(asked)
        self.sitting, _ = self._house.watchable(found[1], self.guest, self.wanted)
        self.shows = asked.get("show") == "1"

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
            self._message(bytes(received.data))
        elif received.opcode in (Opcode.TEXT, Opcode.CONT):
            self._parts.append(bytes(received.data))
            if received.fin:
                whole, self._parts = b"".join(self._parts), []
                self._message(whole)
        elif received.opcode is Opcode.PONG:
            self._answered = True
            if self._pings is not None and received.data:
                self._pings.answered(bytes(received.data))
        elif received.opcode is Opcode.BINARY:
            self._peer.fail(CloseCode.UNSUPPORTED_DATA, "messages are text")

    def _message(self, data: bytes) -> None:
        self._answered = True
        if not self._bucket.take():
            self.send(protocol.refused(None, TooFast()))
            return
        try:
            request = protocol.read(data)
        except msgspec.DecodeError as problem:
            self.send(protocol.refused(None, BadRequest(str(problem))))
            return
        try:
            self._answer(request)
        except Refusal as refusal:
            self.send(protocol.refused(getattr(request, "id", None), refusal))

    def _answer(self, request: protocol.Request) -> None:
        if isinstance(request, protocol.Act):
            self._act(request)
        elif isinstance(request, protocol.Preview):
            trial = preview(self.sitting, self._seat(), request.version, request.actions)
            self.send(gallery.trial_view(request.id, trial, self._seat()))
        elif isinstance(request, protocol.Throw):
            self.sitting.throw(self._claim(request, request.outcomes))
        elif isinstance(request, protocol.Say):
            self._say(request)
        else:
            self._resume(request.version)

    def _seat(self) -> int:
        seat = self.sitting.seat_of(self.guest, self.wanted)
        if seat is None:
            raise NotSeated()
        return seat

    def _act(self, request: protocol.Act) -> None:
        claim = self._claim(request, request.actions)
        told_ms = request.reaction_ms if self.band else None  # whose line is not known yet, waits for nobody
        sent_ms = self._sent_ms.get(request.version)
        self._house.referees.hears(
            self.sitting, claim, Line(self.band or HERE, told_ms, sent_ms, self._contested(request.id))
        )

    def _contested(self, message: str | int) -> Callable[[list[int]], None]:
        return lambda seats: self.send(protocol.frame(protocol.ContestedMessage(message, seats)))

    def _claim(self, request: protocol.Act | protocol.Throw, wished: list[int]) -> Claim:
        def answer(answered: int | Refusal) -> None:
            if isinstance(answered, int):
                self._held += protocol.frame(protocol.Ack(request.id, answered))
                self._house.loop.call_soon(self._release)
            else:
                self.send(protocol.refused(request.id, answered))

        seat = self._seat()
        self.sitting.require_own_hand(seat)
        return Claim(seat, request.version, wished, str(request.id), answer)

    def _say(self, request: protocol.Say) -> None:
        self._house.say(self.sitting.table, self.guest, str(request.id), request.phrase, request.text)
        self.send(protocol.frame(protocol.Ack(request.id, self.sitting.match.version)))

    def _resume(self, version: int | None) -> None:
        """Tell what this page has missed, or everything; from now on it is told every step."""
        self.live = True
        self._sees_now(version)
        seat = self.sitting.seat_of(self.guest, self.wanted)
        if version is None or version < 0:
            self.send(gallery.whole_view(self.sitting, seat))
        elif version > self.sitting.match.version:
            self.send(protocol.frame(protocol.Resync()))
            self.send(gallery.whole_view(self.sitting, seat))
        else:
            self.send(gallery.Report(self.sitting, version).frame(seat, self.shows))
        self.send(self._house.views.frame(self._house.table_of(self.sitting), self))
        self._house.retell(self)

    def _sees_now(self, known: int | None) -> None:
        """Note when this page, in a race, is sent what the others have had already."""
        now = self.sitting.match.version
        if self._pings is not None and known != now:
            self._sent_ms[now] = 1000 * self._house.loop.time()
            if len(self._sent_ms) > RESUMED_KEPT:
                del self._sent_ms[next(iter(self._sent_ms))]


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
