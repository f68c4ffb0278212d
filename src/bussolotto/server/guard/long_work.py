"""Calculations that take long, in threads: few at once, and one at a time for each sender, or the others would wait.

(A thread that calculates holds the interpreter's lock for milliseconds; with forty of them, everybody else waits.)
"""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from litestar.concurrency import sync_to_thread

AT_ONCE = 2

Values = ParamSpec("Values")
Result = TypeVar("Result")


class LongWork:
    """The long calculations of one server."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(AT_ONCE)
        self._of: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # those that somebody waits for

    async def run(
        self, sender: str, calculate: Callable[Values, Result], *values: Values.args, **named: Values.kwargs
    ) -> Result:
        """Calculate in a thread, when it is this sender's turn."""
        async with self._of.setdefault(sender, asyncio.Lock()), self._all:
            return await sync_to_thread(calculate, *values, **named)
