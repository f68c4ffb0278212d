"""Token buckets for rate limiting: short bursts are allowed, floods are refused."""

from collections.abc import Callable


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
        now_s = self.now_s()
        self.tokens = min(self.burst, self.tokens + (now_s - self.filled_s) * self.rate)
        self.filled_s = now_s
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Buckets:
    """One bucket for each requester. Full buckets are discarded when there are too many."""

    def __init__(self, rate: float, burst: float, now_s: Callable[[], float], most: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self.now_s = now_s
        self.most = most
        self._of: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        """Take a token from the bucket of `who`. Returns whether one was available."""
        bucket = self._of.get(who)
        if bucket is None:
            if len(self._of) >= self.most:
                self._forget()
            bucket = self._of[who] = Bucket(self.rate, self.burst, self.now_s)
        return bucket.take()

    def _forget(self) -> None:
        full_after_s = self.burst / self.rate
        now_s = self.now_s()
        self._of = {who: bucket for who, bucket in self._of.items() if now_s - bucket.filled_s < full_after_s}
