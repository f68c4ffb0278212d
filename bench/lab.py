"""Studies of the lab: how soon a curve of ten values stands and is precise, and what other tables wait meanwhile.

1. For every game, as the server runs it: from the question until every value has a first estimate, and until all win
   shares are known within a percentage point at 95 %. The game is compiled; no match was played before. On a machine
   that is busy, the processor time of the whole says what it would take on a quiet one.
2. The 99th percentile from click to stored of a hundred matches of two people, without a study and beside one that the
   server plays, on the same core. Linux only.
"""

from __future__ import annotations

import json
import resource
import secrets
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

import bussolotto
from bench.hosting import bussolotto_server
from bench.report import Figure
from bench.seating import duels
from bench.server import crowd
from bussolotto.play.policies import policy_of
from bussolotto.server.match.lab import PROGRAM
from bussolotto.server.match.solving import start_program
from bussolotto.study.sweep import read_axis

FIRST_S, WHOLE_S, TIMES = 3.0, 60.0, 1.2  # the bars: first curve, all of it, and the wait of others
VALUES = 10
MATCHES, RATE = 100, 100
POLL_S = 0.02
QUICK_GAMES = ("my-dice-your-dice",)
LONG = "spilorcio"  # a game whose sweep takes longer than the others are measured


def measure(quick: bool = False) -> list[Figure]:
    """Both parts."""
    games = QUICK_GAMES if quick else tuple(bussolotto.games())
    return [*(figure for name in games for figure in swept(name)), *waited(3 if quick else 20)]


def question(name: str, seed: int) -> dict[str, Any]:
    """A sweep of the first number of a game over its whole range, between its compiled players."""
    game = bussolotto.game(name)
    option = game.numbers[0] if game.numbers else next(iter(game.OPTIONS))
    axis = read_axis(game, option, VALUES)
    players = [policy_of(game).NAME or "random"] * game.SEATS[0]
    axes = [{"option": axis.option, "values": list(axis.values)}]
    return {"game": name, "players": players, "options": {}, "axes": axes, "target": None, "seed": seed}


def swept(name: str) -> list[Figure]:
    """A sweep of this game, after one match of it has been played so that it is compiled."""
    answered({**question(name, 0), "axes": []})
    first_s, whole_s, worked_s = answered(question(name, secrets.randbelow(1 << 31)))
    return [
        Figure(f"{name}, first curve", first_s, "s", FIRST_S, at_most=True),
        Figure(f"{name}, {VALUES} values within a point", whole_s, "s", WHOLE_S, at_most=True),
        Figure(f"{name}, processor time of that", worked_s, "s"),
    ]


def answered(asked: dict[str, Any]) -> tuple[float, float, float]:
    """How many seconds a program of the server takes for a first estimate of all values, and for the answer.

    The third is the processor time of all of it.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "question.json", Path(folder) / "answer.json"
        source.write_text(json.dumps(asked), encoding="utf-8")
        begun_s, first_s, before_s = time.perf_counter(), 0.0, worked()
        with start_program(PROGRAM, str(source), str(target)) as program:
            while program.poll() is None:
                time.sleep(POLL_S)
                first_s = first_s or (time.perf_counter() - begun_s if has_curve(target) else 0.0)
        whole_s = time.perf_counter() - begun_s
    assert program.returncode == 0, asked
    return first_s or whole_s, whole_s, worked() - before_s


def worked() -> float:
    """Processor time of the programs that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def has_curve(target: Path) -> bool:
    """Is there an estimate of every value?"""
    return target.exists() and json.loads(target.read_text(encoding="utf-8")).get("played", 0) > 1


def waited(seconds: float) -> list[Figure]:
    """What others wait without a study, and beside one."""
    with tempfile.TemporaryDirectory() as folder, bussolotto_server(Path(folder)) as server:
        plan = {"do": "play", "port": server.port, "pid": server.pid, "seconds": seconds, "rate": RATE}
        plan["duels"] = duels(server.port, MATCHES)
        server.settle()
        alone_ms = quantiles(crowd(plan)["ms"], n=100)[98]
        with studying(server.port):
            beside_ms = quantiles(crowd(plan)["ms"], n=100)[98]
    return [
        Figure("click to stored, 99th percentile, no study", alone_ms, "ms"),
        Figure("click to stored, 99th percentile, beside a study", beside_ms, "ms"),
        Figure("beside a study", beside_ms / alone_ms, "times", TIMES, at_most=True),
    ]


@contextmanager
def studying(port: int) -> Iterator[None]:
    """Have a long study played, and look at it once a second as a page does."""
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    path = f"http://127.0.0.1:{port}/api/lab/studies"

    def ask(path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with opener.open(Request(path, data, {"content-type": "application/json"})) as answer:  # ours
            return json.load(answer)

    study = ask(path, question(LONG, secrets.randbelow(1 << 31)))["study"]
    over = threading.Event()

    def look() -> None:
        while not over.wait(1):
            assert ask(f"{path}/{study}")["state"] in ("running", "done")

    looking = threading.Thread(target=look)
    looking.start()
    yield
    over.set()
    looking.join()
