"""Floods by strangers while somebody plays at another table, singly and all at once. Linux only.

`python -m bench floods --seconds 8`: the player tries a decision every 20 ms; what counts is how long the answers
take, and how much memory the server takes meanwhile. Who floods must be closed within five seconds. Every
flood (`flooders.py`) is a process of its own and comes from an address of its own, which counts as a stranger's.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from time import sleep
from typing import Any

from bench import report
from bench.flooders import CLOSED, CLOSED_SOON, FLOODS
from bench.hosting import CROWD_CORE, Hosted, bussolotto_server, pinned, resident_mb
from bench.report import Figure
from bench.seating import duels
from bench.server import crowd
from tests.processes import start

LATENCY_MS, MEMORY_MB, CLOSED_S = 100, 100, 5
LONG_S, LONG_RATE = 5.0, 150  # seconds and decisions a second of the match that is asked for again and again
STRANGERS = "nearby=1"
REST_S = 1.0  # between floods


def measure(seconds: float, wanted: Sequence[str]) -> list[Figure]:
    """No flood, each of these, and if there are several all at once."""
    with tempfile.TemporaryDirectory() as folder, bussolotto_server(Path(folder), STRANGERS) as server:
        long, victim = duels(server.port, 2)
        crowd(
            {
                "do": "play",
                "port": server.port,
                "pid": server.pid,
                "seconds": LONG_S,
                "duels": [long],
                "rate": LONG_RATE,
            }
        )
        server.settle()
        at_once = [wanted] if len(wanted) > 1 else []
        figures = []
        for floods in ([], *([flood] for flood in wanted), *at_once):
            figures += under(server, floods, long["match"], victim, seconds)
            sleep(REST_S)
    return figures


def under(server: Hosted, floods: Sequence[str], match: str, victim: dict[str, Any], seconds: float) -> list[Figure]:
    """What the player notices of these floods, and what they cost."""
    name = floods[0] if len(floods) == 1 else f"{len(floods)} floods at once" if floods else "no flood"
    before_mb = resident_mb(server.pid)
    with flooding(server.port, floods, match, seconds) as answers, peak(server.pid) as most_mb:
        plan = {"do": "probe", "port": server.port, "pid": server.pid, "seconds": seconds}
        probed = crowd({**plan, "duels": [victim]})
    waits_ms, busy_ms = (quantiles(probed[kind], n=100)[98] for kind in ("ms", "busy_ms"))
    figures = [
        Figure(f"{name}: 99th percentile of the answers", waits_ms, "ms", LATENCY_MS if floods else None, True),
        Figure(f"{name}: the server's processor time meanwhile", busy_ms, "ms", LATENCY_MS, True),
        Figure(f"{name}: memory", max(most_mb) - before_mb, "MB more", MEMORY_MB, True),
    ]
    lives_s = [life_s for flood, answer in answers.items() if flood in CLOSED_SOON for life_s in answer["lives_s"]]
    if lives_s:
        figures.append(Figure(f"{name}: the longest life of a sender", max(lives_s), "s", CLOSED_S, True))
    alone = [flood for flood in floods if flood in CLOSED and len(floods) == 1]
    unharmed = [flood for flood in alone if not answers[flood]["lives_s"]]
    return [*figures, *(Figure(f"{flood}: connections closed", 0, "", 1) for flood in unharmed)]


@contextmanager
def flooding(port: int, floods: Sequence[str], match: str, seconds: float) -> Iterator[dict[str, Any]]:
    """The floods at work. Afterwards, what they answered."""
    answers: dict[str, Any] = {}
    with pinned(CROWD_CORE):
        processes = {
            flood: start(
                ["nice", sys.executable, "-m", "bench.flooders"],  # shares a core with the player, who measures
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for flood in floods
        }
    for number, (flood, process) in enumerate(processes.items()):
        plan = {"flood": flood, "port": port, "address": f"127.9.{number}.1", "match": match, "seconds": seconds}
        assert process.stdin is not None
        process.stdin.write(json.dumps(plan) + "\n")
        process.stdin.flush()
    yield answers
    for flood, process in processes.items():
        answers[flood] = json.loads(process.communicate()[0])


@contextmanager
def peak(pid: int) -> Iterator[list[float]]:
    """The memory of a process, looked at all the time."""
    seen = [resident_mb(pid)]
    done = threading.Event()

    def look() -> None:
        while not done.wait(0.05):
            seen.append(resident_mb(pid))

    looking = threading.Thread(target=look)
    looking.start()
    yield seen
    done.set()
    looking.join()


def main(arguments: list[str]) -> None:
    """Run as a command. Exit code 1 if a bar is missed."""
    parser = argparse.ArgumentParser("python -m bench floods", description=__doc__)
    parser.add_argument("flood", nargs="*", metavar="FLOOD", help=f"all, or some of: {', '.join(FLOODS)}")
    parser.add_argument("--seconds", type=float, default=15.0, help="each of them for so long")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    wanted = parser.parse_args(arguments)
    if unknown := set(wanted.flood) - set(FLOODS):
        parser.error(f"there is no flood {unknown.pop()!r}; there are: {', '.join(FLOODS)}")
    figures = measure(wanted.seconds, wanted.flood or list(FLOODS))
    report.show({"floods": figures}, wanted.json)
    sys.exit(not all(figure.met for figure in figures))
