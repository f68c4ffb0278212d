"""What a server counts about itself: plain numbers, changed where something happens and read when somebody asks.

Other threads read them while they change; a reader copies a list or a dictionary at once before it goes through it.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0)


class Histogram:
    """How many durations were at most so many seconds."""

    __slots__ = ("counts", "sum_s")

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)  # the last one is of longer durations
        self.sum_s = 0.0

    def note(self, seconds: float) -> None:
        """Count one duration."""
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.sum_s += seconds


@dataclass(slots=True)
class StoreCounts:
    """Of the database: decisions and writes that are on disk, writes that failed, and how long commits took."""

    decisions: int = 0
    stored: int = 0
    failed: int = 0
    commit: Histogram = field(default_factory=Histogram)


@dataclass(slots=True)
class ServerCounts:
    """Of one server, since its start. `notices` are counted by what became of them, `requests` by status.

    `jobs`: what may be computed by workers, by its kind and by where that was done. `relayed`: connections that now go
    through this process and another one of its site; `relays`: what has become of connections that were to.
    """

    sockets: int = 0
    ack: Histogram = field(default_factory=Histogram)
    refusals: Counter[str] = field(default_factory=Counter)
    requests: Counter[int] = field(default_factory=Counter)
    request: Histogram = field(default_factory=Histogram)
    notices: Counter[str] = field(default_factory=Counter)
    lag: Histogram = field(default_factory=Histogram)
    lag_worst_s: float = 0.0
    lines_dropped: int = 0
    jobs: Counter[tuple[str, str]] = field(default_factory=Counter)
    relayed: int = 0
    relays: Counter[str] = field(default_factory=Counter)

    def drop_line(self) -> None:
        """Count a line of the log that was lost."""
        self.lines_dropped += 1


class MetricsPort(NamedTuple):
    """Where all this is served to Prometheus, and how to stop that."""

    port: int
    stop: Callable[[], None]
