"""The time of a server: every part that asks for the time, or wants to be called later, asks this.

Only connections keep time by the event loop itself: how long a shutdown, a calculation or a silent line is waited for.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that has been scheduled."""

    def cancel(self) -> None:
        """Do not make the call."""


class ServerClock:
    """The real time, and the timers of an event loop. Attributes, so that asking costs no more than the loop itself."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.now_s: Callable[[], float] = loop.time  # seconds since some moment; never set back
        self.wall_s: Callable[[], float] = time.time  # seconds since 1970, for what outlives the process
        self.call_at: Callable[..., Timer] = loop.call_at  # by `now_s`: call_at(when_s, call, *values)
        self.call_later: Callable[..., Timer] = loop.call_later  # call_later(wait_s, call, *values)
