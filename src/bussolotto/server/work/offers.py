"""Offers work to other processes over the bus. Nobody is needed: what no worker does in its time is computed here.

A worker may be gone, slow, busy, of another version, or wrong; whatever it is, the same computation follows here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Literal

import msgspec

from bussolotto.server.bus.messages import Bus, NoAnswer
from bussolotto.server.work.identity import identity, subject_of
from bussolotto.server.work.searches import (
    SEARCH,
    CannotBeSent,
    Look,
    SearchAnswer,
    SearchJob,
    found_in,
    job_of,
    legal_of,
)
from bussolotto.solve.planning import Measuring

if TYPE_CHECKING:
    from bussolotto.search import Found  # brings the compiler

SLACK_S = 0.2  # for the way there and back, and until its turn comes
TRIES = 3  # workers that are asked, where they are busy
LEAST_S = 0.001
ELSEWHERE = ("busy", "compiling", "another-version")  # refusals after which another worker may do it
NOBODY_S = 1.0  # in which nobody is asked, where there is no worker
REST_S = 5.0  # in which nobody is asked, when somebody did not answer: who waits twice is late for his move

Where = Literal["worker", "here", "failed"]  # what failed elsewhere is computed here, too
Jobs = Counter[tuple[str, str]]  # by kind, and where

log = logging.getLogger(__name__)


class Offers:
    """What one server offers. Belongs to the loop of its bus; threads may call `search`."""

    def __init__(self, bus: Bus, jobs: Jobs) -> None:
        self.bus = bus
        self._jobs = jobs
        self._counting = Lock()
        self._loop = asyncio.get_running_loop()
        self._rests_until_s = 0.0
        self._closed = False
        identity()  # is computed once, and not while people play

    @property
    def open(self) -> bool:
        """Whether anybody is to be asked now."""
        return not self._closed and self.bus.connected and time.monotonic() >= self._rests_until_s

    def search(self, look: Look, milliseconds: float) -> Found | None:
        """Let a worker search for so long, and wait for it, as only other threads may; None if none has found it."""
        found = None
        with suppress(CannotBeSent, CancelledError, TimeoutError, RuntimeError):  # the last: the loop has ended
            if self.open:
                wait_s = milliseconds / 1000 + SLACK_S
                work = self.find(job_of(look, milliseconds), legal_of(look), wait_s)
                found = asyncio.run_coroutine_threadsafe(work, self._loop).result(wait_s + SLACK_S)
        self.count("hint" if isinstance(look, Measuring) else "move", "here" if found is None else "worker")
        return found

    async def find(self, job: SearchJob, legal: Sequence[int], wait_s: float) -> Found | None:
        """Ask workers for this, for so long; None if it has not been found."""
        until_s, message = time.monotonic() + wait_s, msgspec.msgpack.encode(job)
        try:
            for _ in range(TRIES):
                left_s = max(until_s - time.monotonic(), LEAST_S)
                told = await self.bus.request(subject_of(SEARCH), message, left_s)
                answer = msgspec.msgpack.decode(told, type=SearchAnswer)
                if answer.refused not in ELSEWHERE:
                    return found_in(answer, legal)
        except NoAnswer as problem:
            if problem.why == "late":
                self.fail(job.kind, "no worker answered in time")
            else:
                self._rests_until_s = time.monotonic() + NOBODY_S
        except (ValueError, msgspec.MsgspecError) as problem:
            self.fail(job.kind, str(problem))
        return None

    def count(self, kind: str, where: Where) -> None:
        """Count a job of this kind."""
        with self._counting:
            self._jobs[kind, where] += 1

    def fail(self, kind: str, why: str) -> None:
        """Note that a job was not done elsewhere though somebody had it, and ask nobody for a while."""
        log.warning("a %s is computed here: %s", kind, why)
        self.count(kind, "failed")
        self._rests_until_s = time.monotonic() + REST_S

    def close(self) -> None:
        """Offer nothing from now on."""
        self._closed = True
