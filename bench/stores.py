"""The two stores side by side: stored decisions per second of the server's processor time. Linux only.

The same crowd plays as fast as can be at a server with a file of SQLite and at one with PostgreSQL, by turns, so that
what else the machine does meets both. PostgreSQL is a private one that this starts, with everything written to disk;
its own processor time is listed beside.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from bench.hosting import TICKS_A_SECOND, bussolotto_server, processor_s
from bench.report import Figure
from bench.seating import duels
from bench.server import MATCHES, crowd
from bussolotto.server.store.connection import DATABASE
from tests.server.stores import Cluster

DURABLE = "-c fsync=on -c synchronous_commit=on -c shared_buffers=128MB"


def measure(quick: bool = False) -> list[Figure]:
    """Both, by turns."""
    seconds, turns = (3, 1) if quick else (15, 3)
    cluster = Cluster(DURABLE)
    try:
        played = [(play(seconds), _play_on(cluster, turn, seconds)) for turn in range(turns)]
    finally:
        cluster.remove()
    file, server = median(rate(one) for one, _ in played), median(rate(other) for _, other in played)
    beside = median(other["database_s"] / other["decisions"] for _, other in played)
    return [
        Figure("saturated, a file of SQLite", file, "decisions/CPU s"),
        Figure("saturated, PostgreSQL", server, "decisions/CPU s"),
        Figure("PostgreSQL beside SQLite", median(rate(other) / rate(one) for one, other in played), "times"),
        Figure("what PostgreSQL itself takes", 1e6 * beside, "CPU us/decision"),
    ]


def play(seconds: float) -> dict[str, Any]:
    """What the crowd tells of a server that plays as fast as it can."""
    with tempfile.TemporaryDirectory() as folder, bussolotto_server(Path(folder)) as server:
        plan = {"do": "play", "port": server.port, "pid": server.pid, "seconds": seconds, "rate": 0}
        plan["duels"] = duels(server.port, MATCHES)
        server.settle()
        return crowd(plan)


def _play_on(cluster: Cluster, turn: int, seconds: float) -> dict[str, Any]:
    with _site(cluster, f"turn_{turn}"):
        before_s = database_s(cluster)
        told = play(seconds)
        return told | {"database_s": database_s(cluster) - before_s}


@contextmanager
def _site(cluster: Cluster, schema: str) -> Iterator[None]:
    cluster.create(schema)
    with patch.dict(os.environ, {DATABASE: cluster.address(schema)}):
        yield


def database_s(cluster: Cluster) -> float:
    """Processor time of all processes of PostgreSQL; the first one has that of those which have ended."""
    children = Path(f"/proc/{cluster.pid}/task/{cluster.pid}/children").read_text().split()
    ended = Path(f"/proc/{cluster.pid}/stat").read_text().rpartition(")")[2].split()[13:15]
    alive_s = processor_s(cluster.pid)
    for child in children:
        with suppress(OSError):  # it has just ended
            alive_s += processor_s(int(child))
    return alive_s + sum(map(int, ended)) / TICKS_A_SECOND


def rate(told: dict[str, Any]) -> float:
    """Decisions a second of processor time."""
    return float(told["decisions"] / told["processor_s"])
