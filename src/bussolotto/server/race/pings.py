"""Measures how long a message takes to a page and back, as seen by the server."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from bussolotto.play.arbiter import RoundTrips, RttRange
from bussolotto.server.clock import ServerClock, Timer

FIRST_PINGS = 4  # one after another, as soon as a page connects
RACING_S = 2.0  # between later pings
WAITING_S = 10.0  # while the match has not begun
NONCE_BYTES = 8  # long enough that nobody can answer a ping they did not receive
OUTSTANDING = 8


@dataclass
class Pings:
    """The measurements of one connection. `ping` sends a ping with these bytes; `measured` is called after each result.

    `pause_s` returns how long to wait before the next ping, or None to stop.
    """

    clock: ServerClock
    ping: Callable[[bytes], None]
    measured: Callable[[], None]
    pause_s: Callable[[], float | None]
    _trips: RoundTrips = field(default_factory=RoundTrips)
    _sent_ms: dict[bytes, float] = field(default_factory=dict)
    _missing: int = FIRST_PINGS
    _timer: Timer | None = None

    @property
    def rtt(self) -> RttRange | None:
        """The measured round trips of this connection, or None before the first answer."""
        return self._trips.rtt

    def send(self) -> None:
        """Send a ping and schedule the next. The first ones follow each other as soon as they are answered."""
        self.stop()
        self._missing = max(0, self._missing - 1)
        pause_s = self.pause_s()
        if pause_s is None:
            return
        if len(self._sent_ms) >= OUTSTANDING:
            del self._sent_ms[next(iter(self._sent_ms))]
        nonce = secrets.token_bytes(NONCE_BYTES)
        self._sent_ms[nonce] = self._now_ms()
        self.ping(nonce)
        self._timer = self.clock.call_later(pause_s, self.send)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def receive_pong(self, nonce: bytes) -> None:
        """Record a pong. A pong that matches none of our pings is ignored."""
        sent_ms = self._sent_ms.pop(nonce, None)
        if sent_ms is None:
            return
        self._trips.add(self._now_ms() - sent_ms)
        self.measured()
        if self._missing:
            self.send()

    def _now_ms(self) -> float:
        return 1000 * self.clock.now_s()
