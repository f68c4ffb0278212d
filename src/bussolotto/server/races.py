"""Races at live tables: the arbiter (`bussolotto.arbiter`) gets a clock."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from random import Random

from bussolotto import arbiter
from bussolotto.arbiter import Band, Judged


class Race:
    """The arbiter of one match with a clock: `settle` gets claims when they are due, in the order of their presses.

    It needs no socket: `loop` gives the time and one timer. `random` decides dead heats, by default the system's.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        seats: int,
        settle: Callable[[Sequence[Judged]], None],
        random: Random | None = None,
        spent_ms: Sequence[float] = (),
    ) -> None:
        self._loop = loop
        self._arbiter = arbiter.Arbiter(seats, random, spent_ms)
        self._settle = settle
        self._timer: asyncio.TimerHandle | None = None

    @property
    def now_ms(self) -> float:
        """The clock by which claims are timed."""
        return 1000 * self._loop.time()

    def hears(self, claim: arbiter.Claim, bands: Mapping[int, Band]) -> None:
        """A claim has arrived; `bands` of all seats that may have been earlier."""
        due_ms = self._arbiter.hears(claim, bands)
        self._ring(due_ms if due_ms <= claim.arrived_ms else 0.0)

    def stop(self) -> None:
        """Settle nothing more."""
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self, due_ms: float = 0.0) -> None:
        """Settle what is due, and wake up for the next."""
        self.stop()
        settled = self._arbiter.settled(max(due_ms, self.now_ms))
        next_ms = self._arbiter.due_ms
        if next_ms is not None:
            self._timer = self._loop.call_at(next_ms / 1000, self._ring, next_ms)
        if settled:
            self._settle(settled)
