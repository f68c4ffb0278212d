"""Races at live tables: a clock for the arbiter (`bussolotto.play.arbiter`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from bussolotto.play import arbiter
from bussolotto.play.arbiter import Judged, RttRange
from bussolotto.server.clock import ServerClock, Timer


@dataclass
class TimedArbiter:
    """The arbiter of one match with a clock. `settle` receives claims when they are due, in the order of their presses.

    It needs no socket: `clock` provides the time and one timer. `random` decides dead heats, by default the system's.
    """

    clock: ServerClock
    seats: int
    settle: Callable[[Sequence[Judged]], None]
    random: Random | None = None
    spent_ms: Sequence[float] = ()
    _timer: Timer | None = None

    def __post_init__(self) -> None:
        self._arbiter = arbiter.Arbiter(self.seats, self.random, self.spent_ms)

    @property
    def now_ms(self) -> float:
        """Return the time on the clock used for claims."""
        return 1000 * self.clock.now_s()

    def receive(self, claim: arbiter.Claim, rtts: Mapping[int, RttRange]) -> None:
        """Receive a claim. `rtts` holds the round trips of all seats that may have been earlier."""
        due_ms = self._arbiter.receive(claim, rtts)
        self._ring(due_ms if due_ms <= claim.arrived_ms else 0.0)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _ring(self, due_ms: float = 0.0) -> None:
        """Settle the claims that are due, and schedule the next wake-up."""
        self.stop()
        settled = self._arbiter.settle(max(due_ms, self.now_ms))
        next_ms = self._arbiter.due_ms
        if next_ms is not None:
            self._timer = self.clock.call_at(next_ms / 1000, self._ring, next_ms)
        if settled:
            self.settle(settled)
