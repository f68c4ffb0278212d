"""Measures how late the event loop calls what is due: every decision waits at least as long."""

import asyncio

from bussolotto.server.counts import ServerCounts

PERIOD_S = 0.25


class LoopLag:
    """A timer of the loop itself, not of the server's clock, that notes how late it is called."""

    def __init__(self, loop: asyncio.AbstractEventLoop, counts: ServerCounts) -> None:
        self._loop = loop
        self._counts = counts
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Measure from now on."""
        self._due_s = self._loop.time() + PERIOD_S
        self._timer = self._loop.call_at(self._due_s, self._note)

    def stop(self) -> None:
        """Measure no longer."""
        if self._timer is not None:
            self._timer.cancel()

    def _note(self) -> None:
        late_s = max(0.0, self._loop.time() - self._due_s)
        self._counts.lag.note(late_s)
        self._counts.lag_worst_s = max(self._counts.lag_worst_s, late_s)
        self.start()
