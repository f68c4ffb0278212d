"""Calculations that take long, in threads: few at once, and one at a time for each sender, or the others would wait.

(A thread that calculates holds the interpreter's lock for milliseconds; with forty of them, everybody else waits.)
What waits for its turn is bounded as well, and so are the files that are sent along.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from litestar.concurrency import sync_to_thread

from bussolotto.core.errors import refuse
from bussolotto.server.limits import Counts

AT_ONCE = 2
WAITING, ALL_WAITING = 60, 600  # calculations of one sender, perhaps of a whole class, and of all
FILES, ALL_FILES = 24 * 1024 * 1024, 64 * 1024 * 1024  # bytes that one sender has sent along and that wait, and all

Values = ParamSpec("Values")
Result = TypeVar("Result")


class LongWork:
    """The long calculations of one server."""

    def __init__(self) -> None:
        self._all = asyncio.Semaphore(AT_ONCE)
        self._of: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # those that somebody waits for
        self._waiting = Counts()
        self._files = Counts()

    async def run(
        self, sender: str, calculate: Callable[Values, Result], *values: Values.args, **named: Values.kwargs
    ) -> Result:
        """Calculate in a thread, when it is this sender's turn. Raises `too-fast` if too many wait already."""
        with _counted(self._waiting, sender, 1, WAITING, ALL_WAITING):
            async with self._of.setdefault(sender, asyncio.Lock()), self._all:
                return await sync_to_thread(calculate, *values, **named)

    @contextmanager
    def room_for(self, sender: str, size: int) -> Iterator[None]:
        """Have room for a file of so many bytes, until its calculation is done. Raises `too-fast` if there is none."""
        with _counted(self._files, sender, size, FILES, ALL_FILES):
            yield


@contextmanager
def _counted(counts: Counts, sender: str, number: int, most: int, most_in_all: int) -> Iterator[None]:
    if counts.total + number > most_in_all or not counts.enter(sender, most, number):
        raise refuse("too-fast")
    try:
        yield
    finally:
        counts.leave(sender, number)
