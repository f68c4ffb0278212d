"""50 tables at which hard bots search, beside none: how long a move takes, and what others of the same server wait.

The bots of the server (`Bots`, `Planners`) play Cui bono? at 50 tables, two of them against a person who takes three
seconds for a move, on the event loop of this process. A move of a bot takes from the moment when its seat may act until
it acts. Beside them a loop that sleeps for ten milliseconds tells how much later than due it wakes, and bots of medium
strength how long they think.
"""

import asyncio
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from statistics import quantiles
from types import SimpleNamespace
from typing import Any, cast

import bussolotto
from bench import report
from bench.report import Figure
from bussolotto import players
from bussolotto.core.chance import System
from bussolotto.play.match import Match
from bussolotto.server.app.run import SWITCH_S
from bussolotto.server.clock import ServerClock
from bussolotto.server.match.bots import Bots
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.planners import Planners
from bussolotto.solve.planning import compile_for

GAME = bussolotto.game("cui-bono")
TABLES, SEATS, PERSON = 50, 3, 0
PERSON_S = 3
SECONDS, FEW_SECONDS = 30, 5
TICK_S = 0.01
BAR_MS = 1_000
OTHERS = {"lag_ms": "the event loop later than due", "medium_ms": "a medium bot thinks"}


class Table:
    """One table, as far as bots look at it. Match follows match."""

    def __init__(self, threads: ThreadPoolExecutor, planners: Planners) -> None:
        self.threads, self.planners = threads, planners
        self.times_ms: list[float] = []  # of the moves of bots
        self.rng = Random(1)
        self.stopped = False
        self.begin()

    def begin(self) -> None:
        """Open a match."""
        self.match = Match(GAME, SEATS)
        self.match.fall(System())
        loop = asyncio.get_running_loop()
        self.live = SimpleNamespace(
            clock=ServerClock(loop),
            match=self.match,
            bots={seat: "hard" for seat in range(SEATS) if seat != PERSON},
            state="running",
            movers=lambda: [seat for seat in range(SEATS) if self.match.movers() >> seat & 1],
            held=False,
            rest=SimpleNamespace(left_ms=0),
            name="bench",
        )
        self.bots = Bots(cast(Any, self.live), self.threads, self.planners, 1.0, self.play)
        self.ask()

    def ask(self) -> None:
        """Let a bot or the person move."""
        self.asked_s = time.perf_counter()
        if self.match.movers() >> PERSON & 1:
            self.live.clock.call_later(PERSON_S * self.rng.uniform(0.5, 1.5), self.press)
        else:
            self.bots.wake()

    def press(self) -> None:
        """The person plays anything."""
        self.match.act(PERSON, [self.rng.choice(self.match.legal(PERSON))])
        self.go_on()

    def play(self, request: MoveRequest) -> None:
        """Play what a bot has chosen, and ask the next one."""
        self.times_ms.append(1000 * (time.perf_counter() - self.asked_s))
        self.match.act(request.seat, request.actions)
        request.answer(self.match.version)
        self.go_on()

    def go_on(self) -> None:
        """After a move."""
        self.match.fall(System())
        if self.stopped:
            return
        if self.match.over:
            self.begin()
        else:
            self.ask()

    def stop(self) -> None:
        """Play no more."""
        self.stopped = True
        self.bots.stop()


def measure(quick: bool = False) -> list[Figure]:
    """Without such tables, then with them."""
    compile_for(GAME)
    sys.setswitchinterval(SWITCH_S)  # as the server does
    seconds = FEW_SECONDS if quick else SECONDS
    none, many = (asyncio.run(run(tables, seconds)) for tables in (0, TABLES))
    moves = quantiles(many["moves_ms"], n=100)
    return [
        Figure(f"a hard bot's move at {TABLES} tables, median", moves[49], "ms"),
        Figure(f"a hard bot's move at {TABLES} tables, 99th percentile", moves[98], "ms", BAR_MS, at_most=True),
        Figure("moves", len(many["moves_ms"]) / seconds, "moves/s"),
        *(
            Figure(f"{what}, {beside}", quantiles(found[key], n=100)[98], "ms")
            for key, what in (
                ("lag_ms", "the event loop later than due, 99th percentile"),
                ("medium_ms", "a medium bot thinks, 99th percentile"),
            )
            for found, beside in ((none, "no such table"), (many, f"{TABLES} tables"))
        ),
    ]


async def run(tables: int, seconds: float) -> dict[str, list[float]]:
    """The times of moves, of the event loop and of bots of medium strength, in milliseconds."""
    threads, planners = ThreadPoolExecutor(2), Planners(started)
    opened = [Table(threads, planners) for _ in range(tables)]
    lag_ms: list[float] = []
    medium_ms: list[float] = []
    until_s = time.perf_counter() + seconds
    while time.perf_counter() < until_s:
        begun_s = time.perf_counter()
        await asyncio.sleep(TICK_S)
        lag_ms.append(1000 * (time.perf_counter() - begun_s - TICK_S))
        begun_s = time.perf_counter()
        await asyncio.get_running_loop().run_in_executor(threads, think)
        medium_ms.append(1000 * (time.perf_counter() - begun_s))
    for table in opened:
        table.stop()
    planners.stop()
    return {"moves_ms": [ms for table in opened for ms in table.times_ms], "lag_ms": lag_ms, "medium_ms": medium_ms}


def think() -> None:
    """A decision of a medium bot."""
    match = Match(GAME, SEATS)
    match.fall(System())
    seat = match.movers().bit_length() - 1
    players.player("medium", GAME).choose(match.hidden(seat), match.legal(seat), Random(1))


def started(*words: str) -> Any:
    """A program that has ended well: all is compiled."""
    return Ended()


class Ended:
    """A process that has ended well."""

    def poll(self) -> int:
        return 0

    def terminate(self) -> None:
        return

    def __enter__(self) -> None:
        return

    def __exit__(self, *raised: object) -> None:
        return


if __name__ == "__main__":
    report.run({"levels": measure}, __doc__)
