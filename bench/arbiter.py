"""Races: what a claim costs in the arbiter, and how punctual the verdicts are at 500 tables at once.

1. Claims of three seats, and of eight, that contest each other again and again: processor time of measuring a round
   trip, hearing a claim and settling it, together.
2. 500 tables of three on one event loop, as the server runs them (`TimedArbiter`): at each a die every two
   seconds for which all three claim. A verdict should come when the arbiter says so: how much later it comes, by the
   clock, which wants a machine that has nothing else to do.
3. The same on a loop whose clock goes by processor time: what the tables hold each other up, whatever else runs.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from random import Random
from statistics import quantiles
from typing import Protocol, cast

from bench import report
from bench.report import Figure
from bussolotto.play.arbiter import Arbiter, Claim, Judged, RoundTrips, RttRange
from bussolotto.server.clock import ServerClock
from bussolotto.server.race.timed_arbiter import TimedArbiter

TABLES, SEATS = 500, 3
PERIOD_S = 2.0  # from die to die at a table
TRIPS_MS = (20.0, 80.0, 150.0)
JITTER_MS = 10.0
LEAST_MS, SEARCH_MS = 180.0, 400.0  # of a reaction
ROUNDS = 4


def measure(quick: bool = False) -> list[Figure]:
    """All of it."""
    grabs, seconds = (2_000, 3.0) if quick else (10_000, 20.0)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        late_ms = runner.run(racing(seconds))
    cuts, alone_ms = quantiles(late_ms, n=1_000), racing_alone(seconds)
    return [
        Figure("a claim, 3 seats", claim_us(3, grabs), "us CPU", bar=50, at_most=True),
        Figure("a claim, 8 seats", claim_us(8, grabs // 2), "us CPU", bar=50, at_most=True),
        Figure(f"verdicts waited for at {TABLES} tables", len(late_ms), "verdicts"),
        Figure("later than due, median", cuts[499], "ms"),
        Figure("later than due, 99th percentile", cuts[989], "ms", bar=10, at_most=True),
        Figure("later than due, 99.9th percentile", cuts[998], "ms"),
        Figure("later than due, most", max(late_ms), "ms"),
        Figure("later by processor time, 99th percentile", quantiles(alone_ms, n=100)[98], "ms"),
        Figure("later by processor time, most", max(alone_ms), "ms", bar=10, at_most=True),
    ]


# --- what a claim costs -----------------------------------------------------------------------------------------------


def claim_us(seats: int, grabs: int) -> float:
    """Microseconds of processor time; the best of some rounds."""
    stories = [list(story(seats, grabs, seed)) for seed in range(ROUNDS)]
    return min(judging_s(seats, claims) / len(claims) for claims in stories) * 1e6


def story(seats: int, grabs: int, seed: int) -> Iterator[tuple[Claim, float]]:
    """Claims in the order of their arrival, each with a round trip that is measured before it."""
    rng, begun_ms = Random(seed), 0.0
    trips_ms = [20.0 + 150.0 * seat / seats for seat in range(seats)]
    rtts = [RttRange(trip, trip + JITTER_MS, trip + 4 * JITTER_MS) for trip in trips_ms]
    for grab in range(grabs):
        claims = []
        for seat in range(seats):
            reaction_ms, trip_ms = reaction(rng), jittered(rng, trips_ms[seat])
            arrived_ms = begun_ms + reaction_ms + trip_ms
            claims.append((Claim(seat, begun_ms, arrived_ms, reaction_ms, rtts[seat], grab, grab), trip_ms))
        claims.sort(key=lambda one: one[0].arrived_ms)
        yield from claims
        begun_ms = claims[-1][0].arrived_ms + 1_000


def judging_s(seats: int, claims: Sequence[tuple[Claim, float]]) -> float:
    """Processor seconds for all of them; what a server does for each, and nothing else."""
    lines, arbiter, rtts = [RoundTrips() for _ in range(seats)], Arbiter(seats, Random(0)), {}
    settled = 0
    begun_s = time.process_time()
    for claim, trip_ms in claims:
        line = lines[claim.seat]
        line.add(trip_ms)
        rtts[claim.seat] = line.rtt or claim.rtt
        while (due_ms := arbiter.due_ms) is not None and due_ms <= claim.arrived_ms:
            settled += len(arbiter.settle(due_ms))
        arbiter.receive(claim, rtts)
    settled += len(arbiter.settle(float("inf")))
    taken_s = time.process_time() - begun_s
    assert settled == len(claims), (settled, len(claims))
    return taken_s


# --- many tables at once ----------------------------------------------------------------------------------------------


Work = Callable[..., None]


class Timer(Protocol):
    """What can be called off."""

    def cancel(self) -> None: ...


class Loop(Protocol):
    """What races need of an event loop."""

    def time(self) -> float: ...
    def call_at(self, when: float, callback: Work, /, *args: object) -> Timer: ...
    def call_later(self, delay: float, callback: Work, /, *args: object) -> Timer: ...


class Quiet:
    """An event loop alone on its machine: nothing takes time but what it does, and that its processor time."""

    def __init__(self) -> None:
        self._timers: list[tuple[float, int, Wakening]] = []
        self._now_s = 0.0
        self._begun_s = time.thread_time()
        self._number = 0

    def time(self) -> float:
        """Now, with what has been done of the work at hand."""
        return self._now_s + time.thread_time() - self._begun_s

    def call_at(self, when: float, callback: Work, /, *args: object) -> Timer:
        self._number += 1
        wakening = Wakening(callback, args)
        heappush(self._timers, (when, self._number, wakening))
        return wakening

    def call_later(self, delay: float, callback: Work, /, *args: object) -> Timer:
        return self.call_at(self.time() + delay, callback, *args)

    def run(self, seconds: float) -> None:
        """Everything until then, each as soon as it is time and the work before it is done."""
        while self._timers and self._now_s < seconds:
            when_s, _, wakening = heappop(self._timers)
            self._now_s, self._begun_s = max(self.time(), when_s), time.thread_time()
            if not wakening.cancelled:
                wakening.work(*wakening.arguments)


class Wakening:
    """Work for later."""

    def __init__(self, work: Work, arguments: tuple[object, ...]) -> None:
        self.work = work
        self.arguments = arguments
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Alarm:
    """The clock of a race, which notes how much later than it was set for it has done what it should."""

    def __init__(self, loop: Loop, now_s: Callable[[], float], late_ms: list[float]) -> None:
        self.now_s = loop.time
        self._loop = loop
        self._real_s = now_s
        self._late_ms = late_ms

    def call_at(self, when_s: float, what: Work, *arguments: object) -> Timer:
        def ring() -> None:
            what(*arguments)
            self._late_ms.append(max(0.0, 1_000 * (self._real_s() - when_s)))

        return self._loop.call_at(when_s, ring)


class Table:
    """Three people who claim the same dice."""

    def __init__(self, loop: Loop, alarm: Alarm, number: int) -> None:
        self.claims = self.verdicts = 0
        self._loop = loop
        self._rng = Random(number)
        self._race = TimedArbiter(cast(ServerClock, alarm), SEATS, self._settle, Random(0))
        self._rtts = {
            seat: RttRange(trip, trip + JITTER_MS, trip + 4 * JITTER_MS) for seat, trip in enumerate(TRIPS_MS)
        }
        loop.call_later(PERIOD_S * self._rng.random(), self._die)

    def _die(self) -> None:
        """A die that all can take."""
        sent_ms = self._race.now_ms
        for seat, trip_ms in enumerate(TRIPS_MS):
            reaction_ms = reaction(self._rng)
            self._after(reaction_ms + jittered(self._rng, trip_ms), self._claim, seat, sent_ms, reaction_ms)
        self._after(1_000 * PERIOD_S, self._die)

    def _after(self, ms: float, what: Work, *arguments: object) -> None:
        self._loop.call_later(ms / 1_000, what, *arguments)

    def _claim(self, seat: int, sent_ms: float, reaction_ms: float) -> None:
        self.claims += 1
        claim = Claim(seat, sent_ms, self._race.now_ms, reaction_ms, self._rtts[seat], 0, self.claims)
        self._race.receive(claim, self._rtts)

    def _settle(self, settled: Sequence[Judged]) -> None:
        self.verdicts += len(settled)


async def racing(seconds: float) -> list[float]:
    """How many milliseconds later than it should each verdict came that claims had to wait for."""
    late_ms: list[float] = []
    loop = asyncio.get_running_loop()
    alarm = Alarm(loop, time.monotonic, late_ms)
    tables = [Table(loop, alarm, number) for number in range(TABLES)]
    await asyncio.sleep(seconds)
    check(tables)
    return late_ms


def racing_alone(seconds: float) -> list[float]:
    """The same, by processor time."""
    late_ms: list[float] = []
    loop = Quiet()
    alarm = Alarm(loop, loop.time, late_ms)
    tables = [Table(loop, alarm, number) for number in range(TABLES)]
    loop.run(seconds)
    check(tables)
    return late_ms


def check(tables: Sequence[Table]) -> None:
    """Every claim is settled, but those that were heard just now."""
    open_claims = sum(table.claims - table.verdicts for table in tables)
    assert 0 <= open_claims < len(tables), open_claims


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """The kind of event loop that the server has."""
    if sys.platform == "win32":
        return asyncio.new_event_loop
    import uvloop

    return uvloop.new_event_loop


def reaction(rng: Random) -> float:
    """One reaction in milliseconds."""
    return LEAST_MS + rng.expovariate(1 / SEARCH_MS)


def jittered(rng: Random, trip_ms: float) -> float:
    """One round trip in milliseconds."""
    return trip_ms + rng.gammavariate(2.0, JITTER_MS / 2**0.5)


if __name__ == "__main__":
    report.run({"arbiter": measure}, __doc__)
