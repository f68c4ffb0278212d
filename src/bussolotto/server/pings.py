"""How long a message takes to a page and back, as the server itself measures it."""

import asyncio
import secrets
from collections.abc import Callable

from bussolotto.arbiter import Band, RoundTrips

FIRST_PINGS = 4  # one after another, as soon as a page is connected
RACING_S = 2.0  # between the later ones
WAITING_S = 10.0  # while the match has not begun
NONCE_BYTES = 8  # nobody answers a ping that he has not got
OUTSTANDING = 8


class Pings:
    """The measurements of one connection. `ping` sends one with these bytes, `measured` is told of every new one."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, ping: Callable[[bytes], None], measured: Callable[[], None]
    ) -> None:
        self._loop = loop
        self._ping = ping
        self._measured = measured
        self._trips = RoundTrips()
        self._sent_ms: dict[bytes, float] = {}
        self._missing = FIRST_PINGS
        self._timer: asyncio.TimerHandle | None = None
        self._pause_s: Callable[[], float | None] = lambda: None

    @property
    def band(self) -> Band | None:
        """What is known of this line; None before the first answer."""
        return self._trips.band

    def begin(self, pause_s: Callable[[], float | None]) -> None:
        """Measure from now on; `pause_s` is asked how long to wait for the next ping, None to end."""
        self._pause_s = pause_s
        self._send()

    def stop(self) -> None:
        """No more."""
        if self._timer is not None:
            self._timer.cancel()

    def answered(self, nonce: bytes) -> None:
        """A pong has come. One that answers no ping of ours tells nothing."""
        sent_ms = self._sent_ms.pop(nonce, None)
        if sent_ms is None:
            return
        self._trips.add(self._now_ms() - sent_ms)
        self._measured()
        if self._missing:
            self._send()

    def _send(self) -> None:
        """One ping, and the next after a pause; the first ones follow each other as they are answered."""
        self.stop()
        self._missing = max(0, self._missing - 1)
        pause_s = self._pause_s()
        if pause_s is None:
            return
        if len(self._sent_ms) >= OUTSTANDING:
            del self._sent_ms[next(iter(self._sent_ms))]
        nonce = secrets.token_bytes(NONCE_BYTES)
        self._sent_ms[nonce] = self._now_ms()
        self._ping(nonce)
        self._timer = self._loop.call_later(pause_s, self._send)

    def _now_ms(self) -> float:
        return 1000 * self._loop.time()
