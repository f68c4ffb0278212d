"""Bytes of one connection over a bus, both ways, in order: whole, or the tunnel ends.

A bus may lose messages or bring them twice. So each piece has a number: one that has come is dropped, and where one is
missing the tunnel ends, as a connection does that breaks. What was sent and is not taken yet is bounded: the other
end says how much it has taken.
"""

from __future__ import annotations

import asyncio
import struct
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import Protocol

PIECE = 64 * 1024  # bytes of one message
WINDOW = 256 * 1024  # bytes on their way
TAKEN_S = 0.02  # how long it may be untold what was taken
LOST_S = 5.0  # in which the other end must have heard what was sent
_HEAD = struct.Struct(">16sBI")  # tunnel, kind, number
_COUNTS = struct.Struct(">QQ")  # bytes heard, bytes taken


class Kind(IntEnum):
    """What a message says. A piece is `WHOLE` where what was written together ends."""

    PART = 1
    WHOLE = 2
    TAKEN = 3
    CLOSE = 4


class End(Protocol):
    """What is at one end of a tunnel."""

    def take(self, piece: bytes, whole: bool) -> None:
        """Bytes have come; `Tunnel.note_taken` is to be called once they are done with."""

    def drained(self) -> None:
        """Less is waiting to be sent."""

    def broken(self) -> None:
        """The other end has closed, or something was lost: there is no tunnel any more."""


class Tunnel:
    """One end of a tunnel. `send` puts a message on its way, in order; `forget` is called when it has ended."""

    def __init__(self, name: bytes, send: Callable[[bytes], object], end: End, forget: Callable[[], object]) -> None:
        self.name = name
        self.closed = False
        self.lost = False  # whether it has ended without a word from the other end
        self.waiting = 0  # bytes that were written and are not sent yet
        self._send = send
        self._end = end
        self._forgotten = forget
        self._loop = asyncio.get_running_loop()
        self._pieces: deque[tuple[Kind, bytes]] = deque()
        self._number = self._expected = 0
        self._sent = self._heard_there = self._taken_there = 0  # bytes
        self._heard = self._taken = 0
        self._telling: asyncio.TimerHandle | None = None
        self._looking: asyncio.TimerHandle | None = None

    def write(self, content: bytes) -> None:
        """Send these bytes, when there is room on the way."""
        for at in range(0, len(content), PIECE):
            piece = content[at : at + PIECE]
            self._pieces.append((Kind.WHOLE if at + PIECE >= len(content) else Kind.PART, piece))
        self.waiting += len(content)
        self._push()

    def note_taken(self, size: int) -> None:
        """So many bytes that have come are done with."""
        self._taken += size
        self._tell_soon()

    def close(self) -> None:
        """End it; the other end learns of it."""
        if not self.closed:
            self._forget()
            self._say(Kind.CLOSE, 0, b"")

    def lose(self) -> None:
        """End it, because nothing more can come."""
        self.lost = True
        self.close()
        self._end.broken()

    def hear(self, kind: int, number: int, content: bytes) -> None:
        """A message of this tunnel has come. Raises ValueError, struct.error for what is none."""
        if self.closed:
            return
        if Kind(kind) is Kind.CLOSE:
            self._break()
        elif kind == Kind.TAKEN:
            self._note_counts(*_COUNTS.unpack(content))
        elif number == self._expected:
            self._expected += 1
            self._heard += len(content)
            self._tell_soon()
            self._end.take(content, kind == Kind.WHOLE)
        elif number > self._expected:  # one was lost
            self.lose()

    def _push(self) -> None:
        while self._pieces and self._sent - self._taken_there < WINDOW and not self.closed:
            kind, piece = self._pieces.popleft()
            self.waiting -= len(piece)
            self._sent += len(piece)
            self._say(kind, self._number, piece)
            self._number += 1
        if self._looking is None and self._sent > self._heard_there and not self.closed:
            self._looking = self._loop.call_later(LOST_S, self._look, self._sent)

    def _note_counts(self, heard: int, taken: int) -> None:
        self._heard_there = max(self._heard_there, min(heard, self._sent))
        self._taken_there = max(self._taken_there, min(taken, self._sent))
        if self.waiting:
            self._push()
            self._end.drained()

    def _look(self, sent: int) -> None:
        """Has the other end heard what was sent until then?"""
        self._looking = None
        if self._heard_there < sent:
            self.lose()
        else:
            self._push()

    def _tell_soon(self) -> None:
        if self._telling is None and not self.closed:
            self._telling = self._loop.call_later(TAKEN_S, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._say(Kind.TAKEN, 0, _COUNTS.pack(self._heard, self._taken))

    def _say(self, kind: Kind, number: int, content: bytes) -> None:
        self._send(_HEAD.pack(self.name, kind, number) + content)

    def _break(self) -> None:
        self._forget()
        self._end.broken()

    def _forget(self) -> None:
        self.closed = True
        self._pieces.clear()
        self.waiting = 0
        for timer in (self._telling, self._looking):
            if timer is not None:
                timer.cancel()
        self._forgotten()


def read_message(message: bytes) -> tuple[bytes, int, int, bytes]:
    """Return tunnel, kind, number and content of a message. Raises struct.error for what is none."""
    name, kind, number = _HEAD.unpack_from(message)
    return name, kind, number, message[_HEAD.size :]


def farewell(name: bytes) -> bytes:
    """Return what is said to an end whose tunnel is not known here."""
    return _HEAD.pack(name, Kind.CLOSE, 0)
