"""What a bus does for processes of one site. Messages are bytes, and may be lost or come twice.

Whoever sends one learns of its fate by an answer alone, and whoever receives one checks it: it may come from a process
of another version. A bus that is away is no error: what is sent meanwhile is lost, requests have no answer, and what
was subscribed to goes on once it is back.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

LARGEST = 1_000_000  # bytes of a message; NATS takes 1 MiB unless it is told otherwise

Hear = Callable[[bytes], None]
Answer = Callable[[bytes], Awaitable[bytes | None]]  # None: no answer
Cancel = Callable[[], Awaitable[None]]

log = logging.getLogger(__name__)


class NoAnswer(Exception):
    """Nobody answered: `nobody` serves that subject, the answer is `late`, or the bus is `away`."""

    def __init__(self, why: str) -> None:
        super().__init__(f"no answer over the bus: {why}")
        self.why = why


class TooLarge(ValueError):
    """A message that no bus takes."""

    def __init__(self, subject: str, size: int, limit: int) -> None:
        super().__init__(f"a message of {size} bytes to {subject} is too large: at most {limit} bytes")


class Bus(Protocol):
    """One process at a bus. It belongs to one event loop."""

    @property
    def connected(self) -> bool:
        """Whether messages get through now, as far as is known."""

    async def publish(self, subject: str, message: bytes) -> None:
        """Send this to everybody who has subscribed. Raises TooLarge."""

    async def subscribe(self, subject: str, hear: Hear) -> Cancel:
        """Call `hear` with each message from now on, until what is returned is called."""

    async def request(self, subject: str, message: bytes, timeout_s: float) -> bytes:
        """Return the first answer to this. Raises NoAnswer, TooLarge. Who cancels it gets no answer any more."""

    async def serve(self, subject: str, group: str, answer: Answer) -> Cancel:
        """Answer requests, each of which goes to one process of the group, until what is returned is called."""

    async def close(self) -> None:
        """Send and hear nothing from now on."""


def require_size(subject: str, message: bytes, limit: int = LARGEST) -> None:
    """Raises TooLarge."""
    if len(message) > limit:
        raise TooLarge(subject, len(message), limit)


def hear_safely(hear: Hear, message: bytes, subject: str) -> None:
    """Whatever a message does, others are heard after it."""
    try:
        hear(message)
    except Exception:
        log.exception("a message to %s failed", subject)


async def answer_safely(answer: Answer, message: bytes, subject: str) -> bytes | None:
    """Return the answer to a message; None where there is none, or it cannot be sent."""
    try:
        found = await answer(message)
        if found is not None:
            require_size(f"whoever asked {subject}", found)
    except Exception:
        log.exception("a request to %s failed", subject)
        return None
    return found
