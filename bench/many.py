"""Many sockets: 10,000 that sit there and look on, and 1,000 people who race at 500 tables. Linux only.

1. Ten look on at each of 1,000 matches: how long until all have seen theirs, memory, and processor time while nothing
   happens (only pings go to and fro).
2. At 500 tables of two everybody claims something at random every two seconds: how long until the claim is answered,
   which may have to wait for others (docs/fair-races.md), and processor time.
"""

import tempfile
import time
from pathlib import Path
from statistics import quantiles

from bench.hosting import Hosted, bussolotto_server, resident_mb
from bench.report import Figure
from bench.seating import duels
from bench.server import invited
from bussolotto.server.match.jit import COMPILE_AFTER_S

IDLE, EACH = 10_000, 10
RACING, PERIOD_S = 1_000, 2.0
LOAD = "bench.racers"


def measure(quick: bool = False) -> list[Figure]:
    """All of it."""
    part, seconds = (20, 4) if quick else (1, 30)
    return [*idling(IDLE // part, seconds), *racing(RACING // part, seconds)]


def idling(sockets: int, seconds: float) -> list[Figure]:
    """What so many cost who only look on."""
    with tempfile.TemporaryDirectory() as folder, bussolotto_server(Path(folder)) as server:
        matches = [duel["match"] for duel in duels(server.port, sockets // EACH)]
        settle(server)
        before_mb = resident_mb(server.pid)
        plan = {"do": "look", "port": server.port, "pid": server.pid, "matches": matches, "each": EACH}
        with invited({**plan, "seconds": seconds}, LOAD) as told:
            full_mb = resident_mb(server.pid)
    assert told["connections"] == sockets, told
    return [
        Figure(f"{sockets:,} sockets opened, until each has seen its match", told["seconds"], "s"),
        Figure("memory of one of them", 1000 * (full_mb - before_mb) / sockets, "KB"),
        Figure(f"processor time while {sockets:,} sit there", 100 * told["processor_s"] / seconds, "% of a core"),
    ]


def racing(people: int, seconds: float) -> list[Figure]:
    """How long so many wait for answers who all race."""
    with tempfile.TemporaryDirectory() as folder, bussolotto_server(Path(folder)) as server:
        races = duels(server.port, people // 2, {"game": "bunte-kuh", "seats": 2, "sit": 0, "visibility": "link"})
        settle(server)
        plan = {"do": "race", "port": server.port, "pid": server.pid, "races": races, "period_s": PERIOD_S}
        with invited({**plan, "seconds": seconds}, LOAD) as told:
            full_mb = resident_mb(server.pid)
    cuts = quantiles(told["ms"], n=100)
    return [
        Figure(f"{people:,} people race: claims answered", told["claims"] / told["seconds"], "/s"),
        Figure("from the claim to the answer, median", cuts[49], "ms"),
        Figure("from the claim to the answer, 99th percentile", cuts[98], "ms"),
        Figure("processor time of the server", 100 * told["processor_s"] / told["seconds"], "% of a core"),
        Figure("memory", full_mb, "MB"),
    ]


def settle(server: Hosted) -> None:
    """Wait until its rules are compiled and nothing is left to do."""
    time.sleep(COMPILE_AFTER_S + 1)
    server.settle()
