"""Frames that wait for the next one to the same page, so that both are one write."""

import asyncio
from collections.abc import Callable


class HeldFrames:
    """The pages to which something is held back: at most until what happens now has been handled."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: list[Callable[[], None]] = []

    def add(self, release: Callable[[], None]) -> None:
        """Call this soon: once for all pages, as a commit answers many of them."""
        if not self._waiting:
            self._loop.call_soon(self._release)
        self._waiting.append(release)

    def _release(self) -> None:
        waiting, self._waiting = self._waiting, []
        for release in waiting:
            release()
