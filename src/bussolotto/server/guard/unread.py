"""Bytes that were sent and that nobody reads: bounded for each connection, and for all of them together."""

import asyncio
from typing import Protocol

COUNTED_FROM = 16 * 1024  # bytes waiting in one connection; fewer are not counted
PRESSING = 64 * 1024  # from here on a connection that takes nothing is closed soon
MOST = 4 * 1024 * 1024  # bytes waiting in one connection
STALLED_S, SLOW_S = 2.0, 30.0  # without a byte taken: when much waits, when little does


class Transport(Protocol):
    """What is asked of an `asyncio.Transport`."""

    def get_write_buffer_size(self) -> int: ...
    def set_write_buffer_limits(self, high: int) -> None: ...
    def abort(self) -> None: ...


class Backlog:
    """One connection's bytes that wait. Its protocol passes on `pause_writing` and `resume_writing`."""

    def __init__(self, all_unread: "Unread", transport: Transport) -> None:
        self._all = all_unread
        self.transport = transport
        self.size = 0  # as counted; 0 unless it is paused
        self._timer: asyncio.TimerHandle | None = None
        transport.set_write_buffer_limits(high=COUNTED_FROM)

    @property
    def presses(self) -> bool:
        """Whether so much waits that nothing more should be asked for."""
        return self.size > PRESSING

    def pause(self) -> None:
        """Bytes have begun to wait."""
        self.count()
        if self._timer is None:
            self._watch(self.size, STALLED_S)

    def resume(self) -> None:
        """They have been read."""
        self._all.count(self, 0)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def count(self) -> None:
        """Count what waits now. The connection is ended if that is too much."""
        size = self.transport.get_write_buffer_size()
        self._all.count(self, size)
        if size > MOST:
            self.transport.abort()

    def _watch(self, before: int, waited_s: float) -> None:
        self._timer = self._all.loop.call_later(STALLED_S, self._look, before, waited_s)

    def _look(self, before: int, waited_s: float) -> None:
        """End the connection if nothing was taken for too long."""
        size = self.transport.get_write_buffer_size()
        self._all.count(self, size)
        if size < before:
            self._watch(size, STALLED_S)
        elif waited_s >= (STALLED_S if size > PRESSING else SLOW_S):
            self.transport.abort()
        else:
            self._watch(max(size, before), waited_s + STALLED_S)


class Unread:
    """All backlogs. When together they exceed the limit, the longest ends."""

    def __init__(self, loop: asyncio.AbstractEventLoop, most: int) -> None:
        self.loop = loop
        self.most = most
        self.total = 0
        self._waiting: set[Backlog] = set()

    def count(self, backlog: Backlog, size: int) -> None:
        """Note how much waits in this backlog now."""
        self.total += size - backlog.size
        backlog.size = size
        if size:
            self._waiting.add(backlog)
        else:
            self._waiting.discard(backlog)
        while self.total > self.most:
            longest = max(self._waiting, key=lambda one: one.size)
            self.total -= longest.size
            longest.size = 0
            self._waiting.remove(longest)
            longest.transport.abort()
