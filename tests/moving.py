"""A clock that tests move: of a part of the server, of a server in this process, or of one in a process of its own."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any

from bussolotto.server.clock import ServerClock

if TYPE_CHECKING:
    from tests.forked import Process

MOVED = b"moved\n"


class MovableClock(ServerClock):
    """Time that stands still until it is moved, or (with a loop, between `go` and `stand`) also goes on as usual.

    What is due while it is moved is called in order, each at its time. What these calls begin and do not end, such as
    a write, comes afterwards.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self.now_s, self.wall_s = self._now, self._wall
        self.call_at, self.call_later = self._call_at, self._call_later
        self._loop = loop
        self._base_s = 1000.0
        self._wall_s = time.time() - self._base_s
        self._since_s: float | None = None  # of the loop, if time goes on: since when
        self._due: list[tuple[float, int, _Timer]] = []
        self._numbers = count()
        self._alarm: asyncio.Handle | None = None

    @property
    def next_s(self) -> float | None:
        """When the next call is due."""
        while self._due and self._due[0][2].cancelled:
            heappop(self._due)
        return self._due[0][0] if self._due else None

    def advance(self, seconds: float) -> None:
        """Let so much time pass."""
        self.go_to(self.now_s() + seconds)

    def go_to(self, end_s: float) -> None:
        """Let time pass until then."""
        while (due_s := self.next_s) is not None and due_s <= end_s:
            timer = heappop(self._due)[2]
            self._skip_to(due_s)
            timer.call()
        self._skip_to(end_s)
        self._arm()

    def go(self) -> None:
        """Let time go on."""
        assert self._loop is not None
        self._since_s = self._loop.time()
        self._arm()

    def stand(self) -> None:
        """Let time stand still."""
        self._base_s, self._since_s = self.now_s(), None
        self._arm()

    def _now(self) -> float:
        if self._loop is None or self._since_s is None:
            return self._base_s
        return self._base_s + self._loop.time() - self._since_s

    def _wall(self) -> float:
        return self._wall_s + self.now_s()

    def _skip_to(self, at_s: float) -> None:
        self._base_s += max(0.0, at_s - self.now_s())

    def _call_later(self, wait_s: float, call: Callable[..., object], *values: Any) -> "_Timer":
        return self._call_at(self.now_s() + wait_s, call, *values)

    def _call_at(self, at_s: float, call: Callable[..., object], *values: Any) -> "_Timer":
        timer = _Timer(call, values)
        heappush(self._due, (at_s, next(self._numbers), timer))
        self._arm()
        return timer

    def _arm(self) -> None:
        """Let the loop call what is due, as far as time reaches it by itself."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._loop is None or (due_s := self.next_s) is None:
            return
        wait_s = due_s - self.now_s()
        if wait_s <= 0:
            self._alarm = self._loop.call_soon(self._ring)
        elif self._since_s is not None:
            self._alarm = self._loop.call_later(wait_s, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self.advance(0)


class _Timer:
    def __init__(self, call: Callable[..., object], values: tuple[Any, ...]) -> None:
        self._call, self._values = call, values
        self.cancelled = False

    def call(self) -> None:
        self._call(*self._values)

    def cancel(self) -> None:
        self.cancelled = True


def obey(loop: asyncio.AbstractEventLoop) -> MovableClock:
    """A clock that the test moves which has started this process: by lines on stdin, each answered when it is done.

    What the loop was about to do comes before time is moved, such as what a server does as soon as it has started.
    """
    clock = MovableClock(loop)
    clock.go()

    def read() -> None:
        lines = os.read(0, 4096).splitlines()
        if not lines:
            loop.remove_reader(0)
        for line in lines:
            loop.call_soon(move, line)

    def move(line: bytes) -> None:
        {b"go": clock.go, b"stand": clock.stand}.get(line, lambda: clock.advance(float(line)))()
        os.write(1, MOVED)

    loop.add_reader(0, read)
    return clock


class TimeOf:
    """The time of a server in another process, which has `obey` for its clock, and pipes for its stdin and stdout."""

    def __init__(self, process: "Process") -> None:
        self.ahead_s = 0.0  # of the real time, if it never stood still
        self._process = process

    def advance(self, seconds: float) -> None:
        """Let so much time pass there."""
        self._tell(repr(float(seconds)))
        self.ahead_s += seconds

    def stop(self) -> None:
        """Nothing takes time there any more, except where it is moved."""
        self._tell("stand")

    @contextmanager
    def stands(self) -> Iterator[None]:
        """Nothing takes time there meanwhile, except where it is moved."""
        self.stop()
        try:
            yield
        finally:
            self._tell("go")

    def _tell(self, line: str) -> None:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        os.write(stdin.fileno(), f"{line}\n".encode())
        answer = os.read(stdout.fileno(), len(MOVED))
        assert answer == MOVED, "the server is gone"
