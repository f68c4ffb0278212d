"""Whether this process may speak for its site, or another one may have taken over.

A server with a file always may: the file is locked. One with a PostgreSQL database may while its tenure lasts, counted
by a clock of this machine from before the lease was asked for (`store/leases.py`). Others count from when they have
seen the lease as it is, by clocks of theirs, so it ends here first. A server whose tenure has ended sends nothing about
any match until the lease is renewed.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from bussolotto.core.errors import refuse

TERM_S = 4.0  # of a lease that is not renewed
MARGIN_S = 0.5  # the owner stops so much earlier: clocks do not run alike, and what was just sent is still on its way

# goes on while the machine sleeps, which `time.monotonic` does not
monotonic_s = partial(time.clock_gettime, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic


class Tenure(NamedTuple):
    """What an owner knows of its lease: the fencing number, and when it ends here."""

    fence: int
    until_s: float


def begin_tenure(fence: int, asked_s: float, term_s: float = TERM_S, margin_s: float = MARGIN_S) -> Tenure:
    """Return the tenure of a lease that was granted. `asked_s`: the time before it was asked for, not when it came."""
    return Tenure(fence, asked_s + term_s - margin_s)


def is_over(seen_s: float, asked_s: float, term_s: float = TERM_S) -> bool:
    """Return whether a lease is over that was seen as it still is when it is asked for: its owner is silent by then.

    `seen_s`: the time after it was first seen so, not when somebody asked to see it. `asked_s`: the time before it is
    asked for.
    """
    return asked_s - seen_s >= term_s


def may_speak(tenure: Tenure | None, now_s: float) -> bool:
    """Return whether an owner may speak now."""
    return tenure is not None and now_s < tenure.until_s


class Ownership:
    """Of a server with a file."""

    can_end = False
    site = ""  # what the site is called where it meets others
    lost = False  # whether another process has taken over

    @property
    def fence(self) -> int:
        """The fencing number of its lease, 0 without one."""
        return 0

    def speaks(self) -> bool:
        """Return whether this process may speak now. Asked before every message to anybody."""
        return True

    @property
    def left_s(self) -> float:
        """For how long it may, unless the lease is renewed."""
        return float("inf")

    def require(self) -> None:
        """Raises `not-owner` while this process may not speak."""
        if not self.speaks():
            raise refuse("not-owner")

    def watch(self, on_loss: Callable[[], object]) -> None:
        """Call this, in some thread, when another process has taken over."""

    def release(self) -> None:
        """Let others have the site. Nothing is said or written from now on."""

    def close(self) -> None:
        """Renew nothing from now on."""
