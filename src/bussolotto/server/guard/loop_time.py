"""Shares the time of the event loop among senders: nobody keeps it to themselves, however much they send.

A job is done at once while this iteration of the loop has time left. What is left waits for the next ones, where
senders take turns, and those who have used little go first. A sender that has used up their share waits until they have
earned some again.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from time import perf_counter

ITERATION_S = 0.005  # for jobs in one iteration of the loop; the rest waits
BURST_S = 1.0  # what a sender may use at once, at a share of 1/4
NOMINAL_S = 0.001  # a request until its true time is known

log = logging.getLogger(__name__)
Job = Callable[[], None]


class _Account:
    """The time that a sender may still use, and the jobs that wait."""

    __slots__ = ("burst_s", "filled_s", "jobs", "left_s", "queued", "share")

    def __init__(self, share: float, now_s: float) -> None:
        self.share = share
        self.burst_s = self.left_s = 4 * BURST_S * share
        self.filled_s = now_s
        self.jobs: list[Job] = []  # mostly empty, where a deque would take 600 bytes
        self.queued = False

    @property
    def light(self) -> bool:
        """Whether this sender has used little lately, and so goes first."""
        return self.left_s > self.burst_s / 2

    def refill(self, now_s: float) -> float:
        """Add what was earned since the last time. Returns the time left."""
        left_s = self.left_s + (now_s - self.filled_s) * self.share
        self.left_s = left_s = min(self.burst_s, left_s)
        self.filled_s = now_s
        return left_s


class LoopTime:
    """The accounts of all senders."""

    def __init__(self, loop: asyncio.AbstractEventLoop, share: float, most: int = 2_000) -> None:
        self._loop = loop
        self._share = share
        self._most = most
        self._of: dict[str, _Account] = {}
        self._first: deque[_Account] = deque()  # of those who have used little
        self._then: deque[_Account] = deque()
        self._spent_s = 0.0  # in this iteration of the loop
        self._renewing = False
        self._draining = False
        self._doing = False

    def run(self, sender: str, job: Job, times: float = 1) -> None:
        """Do this now or soon, in order for each sender. A sender's share may be so many times as large."""
        account = self._account(sender, times)
        others = self._first or (self._then and not account.light)
        if self._doing or others or self._spent_s >= ITERATION_S or account.jobs or account.left_s <= 0:
            account.jobs.append(job)
            self._queue(account)
        else:
            self._do(account, job)

    async def wait(self, sender: str, times: float = 1) -> None:
        """Wait for a turn of this sender. What is done then must be charged."""
        turn: asyncio.Future[None] = self._loop.create_future()

        def begin() -> None:
            self._spend(NOMINAL_S)
            if not turn.cancelled():
                turn.set_result(None)

        self.run(sender, begin, times)
        if not turn.done():
            await turn

    def charge(self, sender: str, seconds: float, times: float = 1) -> None:
        """Take time from a sender's account that was used apart from `run`."""
        account = self._account(sender, times)
        account.refill(perf_counter())
        account.left_s -= seconds

    def __len__(self) -> int:
        return len(self._of)

    def _account(self, sender: str, times: float) -> _Account:
        account = self._of.get(sender)
        if account is None:
            if len(self._of) >= self._most:
                self._forget()
            account = self._of[sender] = _Account(self._share * times, perf_counter())
        return account

    def _forget(self) -> None:
        """Forget the accounts that are full, which know nothing; if need be, all without jobs but the emptier half."""
        now_s = perf_counter()
        busy = {sender: account for sender, account in self._of.items() if account.jobs}
        rest = [item for item in self._of.items() if not item[1].jobs and item[1].refill(now_s) < item[1].burst_s]
        rest.sort(key=lambda item: item[1].left_s / item[1].burst_s)
        self._of = busy | dict(rest[: self._most // 2])

    def _do(self, account: _Account, job: Job) -> None:
        begun_s = perf_counter()
        self._doing = True
        try:
            job()
        finally:
            self._doing = False
            ended_s = perf_counter()
            account.refill(ended_s)
            account.left_s -= ended_s - begun_s
            self._spend(ended_s - begun_s)

    def _spend(self, seconds: float) -> None:
        self._spent_s += seconds
        if not self._renewing:
            self._renewing = True
            self._loop.call_soon(self._renew)

    def _renew(self) -> None:
        self._renewing = False
        self._spent_s = 0.0

    def _queue(self, account: _Account) -> None:
        if account.queued:
            return
        account.refill(perf_counter())
        self._line_up(account)

    def _line_up(self, account: _Account) -> None:
        """Queue an account that has just been refilled."""
        account.queued = True
        if account.left_s > 0:
            self._enter(account)
        else:
            self._loop.call_later(max(0.001, -account.left_s / account.share), self._enter, account)

    def _enter(self, account: _Account) -> None:
        (self._first if account.light else self._then).append(account)
        if not self._draining:
            self._draining = True
            self._loop.call_soon(self._drain)

    def _drain(self) -> None:
        """Do one job of each sender in turn, until the time of this iteration is used up."""
        self._spent_s = 0.0
        while (ready := self._first or self._then) and self._spent_s < ITERATION_S:
            account = ready.popleft()
            account.queued = False
            job = account.jobs.pop(0)
            try:
                self._do(account, job)
            except (Exception, asyncio.CancelledError):
                log.exception("a job failed")  # the other senders' jobs are done nevertheless
            if account.jobs and not account.queued:
                self._line_up(account)
        self._draining = bool(self._first or self._then)
        if self._draining:
            self._loop.call_soon(self._drain)
