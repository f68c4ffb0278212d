"""How much one sender may take: the settings, and token buckets that allow short bursts and refuse floods."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from bussolotto.core.errors import refuse

FEW = 500  # buckets, which need not be looked through


@dataclass(frozen=True)
class Limits:
    """What one address may take of the server. A network of IPv6 (/64) counts as one address.

    A class of thirty behind one address plays undisturbed. `nearby` multiplies all limits of private and loopback
    addresses. `trusted` names the proxies whose word about the sender is believed: addresses or networks.
    """

    sockets: int = 200  # of matches, open at once
    connections: int = 200  # for HTTP, open at once
    all_connections: int = 20_000  # of everybody, for HTTP and matches
    requests_a_second: int = 200  # in the long run
    requests_at_once: int = 2_000  # by one guest; all guests of an address together six times as many
    guests_an_hour: int = 120
    tables_an_hour: int = 240
    waiting_tables: int = 30  # opened by one guest in an hour and not begun
    loop_share: float = 0.25  # of the time of the event loop, in the long run
    unread_mb: int = 64  # sent to everybody and not read yet
    nearby: float = 10
    trusted: tuple[str, ...] = ()


class Bucket:
    """A token bucket that holds up to `burst` tokens and gains `rate` tokens per second, by the clock `now_s`."""

    __slots__ = ("burst", "filled_s", "now_s", "rate", "tokens")

    def __init__(self, rate: float, burst: float, now_s: Callable[[], float]) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.now_s = now_s
        self.filled_s = now_s()

    def take(self) -> bool:
        """Take one token if available. Returns whether it was."""
        now_s = self.now_s()  # as in `refill`; this is done for every frame
        tokens = min(self.burst, self.tokens + (now_s - self.filled_s) * self.rate)
        self.filled_s = now_s
        if tokens < 1:
            self.tokens = tokens
            return False
        self.tokens = tokens - 1
        return True

    def refill(self) -> float:
        """Add the tokens gained since the last time. Returns how many there are."""
        now_s = self.now_s()
        tokens = self.tokens + (now_s - self.filled_s) * self.rate
        self.tokens = tokens = min(self.burst, tokens)
        self.filled_s = now_s
        return tokens

    def wait_s(self) -> float:
        """Return how long it is until there is a token."""
        return max(0.0, (1 - self.refill()) / self.rate)


class Buckets:
    """One bucket for each requester, at most `most`. Full ones are discarded now and then: they know nothing.

    If too many are not full, the fuller half goes, which knows least.
    """

    def __init__(self, rate: float, burst: float, now_s: Callable[[], float], most: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self.now_s = now_s
        self.most = most
        self._of: dict[str, Bucket] = {}
        self._looked_at = min(FEW, most)  # so many are looked through for full ones

    def take(self, who: str, times: float = 1) -> bool:
        """Take a token from the bucket of `who`, which is so many times as large. Returns whether there was one."""
        bucket = self._of.get(who)
        if bucket is None:
            if len(self._of) >= self._looked_at:
                self._forget()
            bucket = self._of[who] = Bucket(self.rate * times, self.burst * times, self.now_s)
        return bucket.take()

    def wait_s(self, who: str) -> float:
        """Return how long it is until the bucket of `who` has a token."""
        bucket = self._of.get(who)
        return bucket.wait_s() if bucket else 0.0

    def __len__(self) -> int:
        return len(self._of)

    def _forget(self) -> None:
        known = [(who, bucket) for who, bucket in self._of.items() if bucket.refill() < bucket.burst]
        if len(known) > self.most // 2:
            known = sorted(known, key=lambda item: item[1].tokens / item[1].burst)[: self.most // 2]
        self._of = dict(known)
        self._looked_at = min(max(FEW, 2 * len(known)), self.most)


class Counts:
    """How many of something each requester has now."""

    def __init__(self) -> None:
        self._of: dict[str, int] = {}
        self.total = 0

    def enter(self, who: str, most: float, number: int = 1) -> bool:
        """Count so many more, unless they were more than `most` then. Returns whether there was room."""
        count = self._of.get(who, 0) + number
        if count > most:
            return False
        self._of[who] = count
        self.total += number
        return True

    def leave(self, who: str, number: int = 1) -> None:
        """Count so many less."""
        count = self._of.pop(who) - number
        self.total -= number
        if count:
            self._of[who] = count


class Asker(NamedTuple):
    """Who asks: a guest (None for a stranger), and the address as the guard counts it, so many times as large."""

    guest: str | None
    sender: str
    times: float = 1


class Allowance:
    """How much each guest may take, and all of an address together; a stranger counts as the address alone."""

    def __init__(self, guest: tuple[float, float], address: tuple[float, float], now_s: Callable[[], float]) -> None:
        """`guest`, `address`: tokens gained a second, and held at most."""
        self._by_guest = Buckets(*guest, now_s)
        self._by_address = Buckets(*address, now_s)

    def take(self, asker: Asker) -> bool:
        """Take a token of both. Returns whether there were."""
        has = asker.guest is None or self._by_guest.take(asker.guest)
        return has and self._by_address.take(asker.sender, asker.times)

    def require(self, asker: Asker) -> None:
        """Take a token of both. Raises `come-again`, with the seconds until there is one."""
        if not self.take(asker):
            of_guest = self._by_guest.wait_s(asker.guest) if asker.guest else 0.0
            seconds = ceil(max(of_guest, self._by_address.wait_s(asker.sender)))
            raise refuse("come-again", seconds=max(1, seconds))
