"""How fast the frames of a connection are handled: some at a time, then others have their turn, and reading pauses."""

import asyncio
from time import perf_counter
from typing import Protocol

from websockets.frames import Frame

from bussolotto.server.guard.unread import Backlog
from bussolotto.server.limits import Bucket
from bussolotto.server.socket.connected_page import SocketServices
from bussolotto.server.socket.inbox import Inbox

FRAMES_AT_A_TIME, AT_A_TIME_S = 32, 0.002  # then others have their turn
BEHIND_S, LOOKS = 2.5, 5  # who always sends more than is handled for so long is disconnected, after so many looks
FRAMES_A_SECOND, FRAMES_AT_ONCE = 200, 1_000  # of any kind; who sends more is disconnected


class Paced(Protocol):
    """A connection, as far as its pace is concerned."""

    def handle(self, frame: Frame | bytes) -> None:
        """Handle one frame."""

    def flush(self) -> None:
        """Send what has been answered."""

    def disconnect(self) -> None:
        """Close the connection because it sends too much."""


class Pace:
    """The pace of one connection. `sender` shares the time of the event loop, `times` as large a share as usual."""

    def __init__(
        self,
        services: SocketServices,
        connection: Paced,
        inbox: Inbox,
        backlog: Backlog,
        transport: asyncio.Transport,
    ) -> None:
        self.sender = ""
        self.times = 1.0
        self._loop = services.loop
        self._loop_time = services.guard.loop_time
        self._connection = connection
        self._inbox = inbox
        self._backlog = backlog
        self._transport = transport
        self._frames = Bucket(FRAMES_A_SECOND, FRAMES_AT_ONCE, services.clock.now_s)
        self._behind: asyncio.TimerHandle | None = None  # runs while there is always something left to do
        self._looks = 0  # how often it has run
        self._working = False
        self._paused = False
        self._leaving = False

    def go_on(self) -> None:
        """Handle what has arrived, now or soon."""
        if not self._working and self._inbox and not self._backlog.presses:
            self._work_on()
            if not self._working:
                return
        long = self._inbox.is_long
        if long or self._paused or self._backlog.size:
            self._read_or_pause()
        if long:
            self._require_pace()

    def leave(self) -> None:
        """Read nothing more."""
        self._leaving = True
        self._read_or_pause()

    def stop(self) -> None:
        """Wait no longer for anything to be done: the connection is gone."""
        if self._behind is not None:
            self._behind.cancel()
            self._behind = None

    def _work_on(self) -> None:
        self._working = True
        self._loop_time.run(self.sender, self._work, self.times)

    def _work(self) -> None:
        """Handle some of the frames that have arrived. The rest waits for another turn, and so does reading."""
        until_s = perf_counter() + AT_A_TIME_S
        for _ in range(FRAMES_AT_A_TIME):
            if (frame := self._inbox.take()) is None:
                break
            if self._frames.take():
                self._connection.handle(frame)
            else:
                self._connection.disconnect()
            if not self._inbox or perf_counter() > until_s:
                break
        more = bool(self._inbox)
        if more or self._behind is not None:
            self._require_pace()
        self._connection.flush()
        self._working = False
        if more and not self._backlog.presses:
            self._work_on()
        if more or self._paused or self._backlog.size:
            self._read_or_pause()

    def _require_pace(self) -> None:
        """Disconnect whoever never lets us finish."""
        if not self._inbox:
            self.stop()
        elif self._behind is None:
            self._looks = 0
            self._look_later()

    def _look_later(self) -> None:
        self._behind = self._loop.call_later(BEHIND_S / LOOKS, self._look)

    def _look(self) -> None:
        """Between two looks others have had their turn. A server that stood still has looked once meanwhile."""
        self._looks += 1
        if self._looks == LOOKS:
            self._connection.disconnect()
        else:
            self._look_later()

    def _read_or_pause(self) -> None:
        """Read no more while there is much to do, or while answers wait to be read.

        A message that waits for its turn is no reason: most pages send one, and then wait for the answer.
        """
        wanted = self._inbox.is_long or self._leaving or self._backlog.presses
        if wanted == self._paused or self._transport.is_closing():
            return
        self._paused = wanted
        if wanted:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()
