"""The server under load, on a core of its own, the load generator on another. Linux only.

1. 500 matches of two people, 500 decisions a second: from the click until it is acknowledged, and so stored.
2. The same matches, everybody as fast as can be: stored decisions per second of the server's processor time, a decision
   with the dice it causes counted once. Afterwards every acknowledged decision is looked for in the database.
   Once more with two pages' nonces in every roll: what is left of it, in the same run.
3. Beside it a bare WebSocket echo on the same stack: messages per second of processor time.
4. 5,000 people sitting idle at 2,500 running matches: memory of the server.
5. 1,000 and 2,000 people come to look on at one match: how long until each sees it and is told how many they are.
6. A long match, fetched from its beginning by many: processor time of the first and of the others.
7. The server killed in the middle of play, again and again: nothing acknowledged is lost.
"""

import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench import report
from bench.hosting import CROWD_CORE, bussolotto_server, echo_server, pinned, resident_mb
from bench.report import Figure
from bench.seating import duels
from bussolotto.server.match.jit import COMPILE_AFTER_S
from tests import processes

MATCHES, RATE = 500, 500
SHARED_RATE = 200  # decisions a second with two pages' nonces each
IDLE_MATCHES = 2_500
ALONE_RATE = 150  # of one match; a page may send 100 messages a second
SPECTATORS, CROWDS = 1_000, 5  # at one match, how often
KILLS, KILLED_MATCHES, KILLED_AFTER_S = 20, 50, (1.5, 3.0)  # connecting takes a second


def measure(quick: bool = False) -> list[Figure]:
    """All of it."""
    seconds = 4 if quick else 20
    return [
        *paced_and_saturated(seconds),
        *shared(seconds),
        *echoing(seconds),
        *idling(IDLE_MATCHES // 10 if quick else IDLE_MATCHES),
        *crowding(SPECTATORS // 10 if quick else SPECTATORS, 1 if quick else CROWDS),
        *catching_up(seconds, 10 if quick else 50),
        *killed(2 if quick else KILLS),
    ]


def paced_and_saturated(seconds: float) -> list[Figure]:
    """500 decisions a second, then all that the server can take; nothing acknowledged is missing in the database."""
    with tempfile.TemporaryDirectory() as folder:
        with bussolotto_server(Path(folder)) as server:
            plan = {"do": "play", "port": server.port, "pid": server.pid, "seconds": seconds}
            plan["duels"] = duels(server.port, MATCHES)
            server.settle()
            paced = crowd({**plan, "rate": RATE})
            server.settle()
            saturated = crowd({**plan, "rate": 0})
        missing = missing_of(Path(folder), paced["acked"] + saturated["acked"])
    cuts = quantiles(paced["ms"], n=100)
    return [
        Figure("decisions, 500 a second asked", paced["decisions"] / paced["seconds"], "decisions/s", bar=0.98 * RATE),
        Figure("click to stored, median", cuts[49], "ms"),
        Figure("click to stored, 99th percentile", cuts[98], "ms", bar=5, at_most=True),
        Figure(
            "saturated",
            saturated["decisions"] / saturated["processor_s"],
            "decisions/CPU s",
            bar=9_000,
        ),
        Figure("saturated, by the clock", saturated["decisions"] / saturated["seconds"], "decisions/s"),
        Figure("acknowledged but not stored", missing, "decisions", bar=0, at_most=True),
    ]


def shared(seconds: float) -> list[Figure]:
    """Everybody as fast as can be, with dice of the server alone and with two pages' nonces in every roll."""
    with tempfile.TemporaryDirectory() as folder, bussolotto_server(Path(folder)) as server:
        plan = {"do": "play", "port": server.port, "pid": server.pid, "seconds": seconds, "rate": 0}
        alone, both = duels(server.port, MATCHES), duels(server.port, MATCHES)
        server.settle()
        rates = []
        for matches, nonces in ((alone, False), (both, True)):
            told = crowd({**plan, "duels": matches, "nonces": nonces})
            server.settle()
            rates.append(told["decisions"] / told["processor_s"])
        paced = crowd({**plan, "duels": duels(server.port, MATCHES), "nonces": True, "rate": SHARED_RATE})
    return [
        Figure("last nonce to dice, 99th percentile", quantiles(paced["fell_ms"], n=100)[98], "ms", 20, at_most=True),
        Figure("saturated, two pages' nonces in every roll", rates[1], "decisions/CPU s"),
        Figure("beside dice of the server alone", rates[1] / rates[0], "times", bar=0.5),
    ]


def echoing(seconds: float) -> list[Figure]:
    """What the stack alone can do."""
    with tempfile.TemporaryDirectory() as folder, echo_server(Path(folder)) as server:
        plan = {"do": "echo", "port": server.port, "pid": server.pid, "connections": 2 * MATCHES, "seconds": seconds}
        echoed = crowd(plan)
    return [Figure("bare WebSocket echo", echoed["messages"] / echoed["processor_s"], "messages/CPU s")]


def idling(matches: int) -> list[Figure]:
    """Memory with two people at each of so many matches."""
    with tempfile.TemporaryDirectory() as folder, bussolotto_server(Path(folder)) as server:
        server.settle()
        empty_mb = resident_mb(server.pid)
        plan = {"do": "idle", "port": server.port, "duels": duels(server.port, matches)}
        running_mb = resident_mb(server.pid)
        with invited(plan) as told:
            full_mb = resident_mb(server.pid)
    assert told["connections"] == 2 * matches, told
    return [
        Figure("memory, empty", empty_mb, "MB"),
        Figure(f"memory, {matches:,} running matches", running_mb, "MB"),
        Figure(f"memory, {2 * matches:,} people idle at them", full_mb, "MB", bar=300, at_most=True),
    ]


def crowding(spectators: int, times: int) -> list[Figure]:
    """So many people come to look on at one match, and twice as many, in alternation; medians."""
    pairs = [(watched_by(spectators), watched_by(2 * spectators)) for _ in range(times)]
    seconds = median(one["seconds"] for one, _ in pairs)
    ratio = median(double["processor_s"] / one["processor_s"] for one, double in pairs)
    return [
        Figure(f"{spectators:,} spectators come, until all see it", seconds, "s", bar=2, at_most=True),
        Figure("processor time for twice as many", ratio, "times", bar=2.2, at_most=True),
    ]


def watched_by(spectators: int) -> dict[str, Any]:
    """How long it takes until so many people look on at a match."""
    with tempfile.TemporaryDirectory() as folder, bussolotto_server(Path(folder)) as server:
        plan = {"do": "watch", "port": server.port, "pid": server.pid, "spectators": spectators}
        plan["match"] = duels(server.port, 1)[0]["match"]
        time.sleep(COMPILE_AFTER_S + 0.5)
        server.settle()  # the rules are compiled by now
        return crowd(plan)


def catching_up(seconds: float, sockets: int) -> list[Figure]:
    """A match played alone for so long, and then fetched from its beginning by many, again and again."""
    with tempfile.TemporaryDirectory() as folder, bussolotto_server(Path(folder)) as server:
        (alone,) = duels(server.port, 1)
        plan = {"port": server.port, "pid": server.pid, "seconds": seconds, "duels": [alone]}
        crowd({**plan, "do": "play", "rate": ALONE_RATE})
        server.settle()
        plan |= {"do": "catch_up", "match": alone["match"], "sockets": sockets}
        first = crowd({**plan, "sockets": 1, "times": 1})
        again = crowd({**plan, "times": 20})
    return [
        Figure("all steps of a long match", first["bytes"] / 1e3, "KB"),
        Figure("sent to the first who asks", 1000 * first["processor_s"], "CPU ms"),
        Figure(f"to {sockets} others, again and again", 1000 * again["processor_s"] / again["resumes"], "CPU ms"),
    ]


def killed(times: int) -> list[Figure]:
    """Acknowledged decisions that are missing after the server was killed, so many times."""
    missing = acked = 0
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            told = played_until_killed(Path(folder))
            missing += missing_of(Path(folder), told)
            acked += len(told)
    return [
        Figure(f"acknowledged before {times} kills", acked, "decisions"),
        Figure(f"lost by {times} kills", missing, "decisions", bar=0, at_most=True),
    ]


def played_until_killed(folder: Path) -> list[tuple[str, str]]:
    """Saturated play, cut off at any moment; what was acknowledged until then."""
    with bussolotto_server(folder) as server:
        plan = {"do": "storm", "port": server.port, "duels": duels(server.port, KILLED_MATCHES)}
        end = threading.Timer(random.uniform(*KILLED_AFTER_S), server.kill)
        end.start()
        acked = crowd(plan)["acked"]
        end.join()
    return list(acked)


def missing_of(folder: Path, acked: Iterable[tuple[str, str]]) -> int:
    """How many acknowledged decisions, as (match, message id), the database does not hold."""
    database = sqlite3.connect(folder / "bussolotto.sqlite")
    stored = set(database.execute("SELECT name, message FROM decisions JOIN matches USING (number)"))
    database.close()
    return len({(match, message) for match, message in acked} - stored)


def crowd(plan: dict[str, Any]) -> dict[str, Any]:
    """What the load generator answers to a plan."""
    with invited(plan) as told:
        return told


@contextmanager
def invited(plan: dict[str, Any], load: str = "bench.crowd") -> Iterator[dict[str, Any]]:
    """The load generator at work; it has answered, and stays connected meanwhile."""
    with pinned(CROWD_CORE):
        guests = processes.start([sys.executable, "-m", load], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert guests.stdin is not None and guests.stdout is not None
    guests.stdin.write(json.dumps(plan) + "\n")
    guests.stdin.flush()
    answer = guests.stdout.readline()
    try:
        if not answer:
            raise RuntimeError("the load generator has given up")
        yield json.loads(answer)
    finally:
        guests.stdin.close()
        guests.wait()
        guests.stdout.close()


if __name__ == "__main__":
    report.run({"server": measure}, __doc__)
