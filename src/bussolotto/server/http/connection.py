"""An HTTP connection, as uvicorn's, within bounds: headers and bodies arrive in time, answers are read, there is room.

A connection over which a WebSocket is opened is no longer one of these.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bussolotto.core.errors import refuse
from bussolotto.server.guard.guard import Guard
from bussolotto.server.guard.unread import Backlog
from bussolotto.server.problems import PROBLEM, encode_problem

HEADERS_S, BODY_S = 10.0, 60.0  # from the first byte; from the end of the headers
LARGEST_HEAD = 64 * 1024
PIECE = 4 * 1024  # bytes that are parsed together
MOST_PIPELINED = 16  # requests that wait for the answer to an earlier one
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
PASSED_ON = "bussolotto.passed_on"  # of a connection that another process has, and that must not go on to a third
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: %d\r\ncontent-type: %s\r\n\r\n"

Divert = Callable[[str, bool], Any]  # of a path, and whether it was passed on


class HttpConnection(HttpToolsProtocol):
    """One connection. `guard` counts it; `divert` makes what takes a WebSocket in place of this server, if anything."""

    def __init__(self, guard: Guard, divert: Divert | None = None, **parts: Any) -> None:
        super().__init__(**parts)
        self._guard = guard
        self._divert = divert
        self._peer: str | None = None  # while it is counted
        self._backlog: Backlog | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._head = 0  # bytes of headers that are not complete
        self._reading = ""  # what of a request is incomplete: its headers, its body, or nothing
        self._answering = 0  # requests whose answer is not complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        if not self._guard.admit_connection(peer, self):
            transport.write(BUSY)
            transport.close()
            return
        self._peer = peer
        self._backlog = Backlog(self._guard.unread, transport)
        self._expect(HEADERS_S)

    def data_received(self, data: bytes) -> None:
        for at in range(0, len(data), PIECE):
            if self._peer is None or self.transport.is_closing():
                return
            piece = data[at : at + PIECE]
            super().data_received(piece)
            self._head = self._head + len(piece) if self._reading == "headers" else 0
            if self._head > LARGEST_HEAD or len(self.pipeline) > MOST_PIPELINED:
                self.transport.abort()
        if self._timer is None and self._peer is not None and not self._answering:
            self._expect(HEADERS_S)  # something has come that is no request yet

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request of HTTP, as everything is refused."""
        body = encode_problem(refuse("bad-request", problem=msg))
        self.transport.write(UNREADABLE % (len(body), PROBLEM) + body)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._leave()

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        if self._divert is not None:
            path = self.url.partition(b"?")[0].decode("ascii", "replace")
            passed_on = bool(self.transport.get_extra_info(PASSED_ON))
            self.ws_protocol_class = self._divert(path, passed_on) or self.ws_protocol_class
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does at the end: the two hold each other

    def on_message_begin(self) -> None:
        super().on_message_begin()
        scope: Any = self.scope
        scope[PASSED_ON] = bool(self.transport.get_extra_info(PASSED_ON))
        self._reading = "headers"
        if self._timer is None:
            self._expect(HEADERS_S)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._reading = "body"
        self._answering += 1
        self._expect(BODY_S)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._reading = ""
        self._expect(None)

    def on_response_complete(self) -> None:
        self._answering -= 1
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._backlog is not None:
            self._backlog.pause()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._backlog is not None:
            self._backlog.resume()

    def shut(self) -> None:
        """End it now: its sender goes on though much was refused."""
        self.transport.abort()

    def _expect(self, seconds: float | None) -> None:
        """Close the connection unless the next part of a request is complete in time."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self._timer = None
        self.transport.abort()

    def _leave(self) -> None:
        """Count this connection no more."""
        self._expect(None)
        if self._backlog is not None:
            self._backlog.resume()
            self._backlog = None
        if self._peer is not None:
            self._guard.leave_connection(self._peer, self)
            self._peer = None
