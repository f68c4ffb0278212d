"""The laws on many matches: 100,000 a game in compiled play, 1,000 of each game against its slow twin.

Exit code 1, with game, rules, seats, options and seed, when one is broken.
"""

import importlib
import sys
import time
from collections.abc import Callable
from functools import partial

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

import bussolotto
from bench import report
from bench.report import Figure
from bussolotto.testing.compiled import law_loop
from bussolotto.testing.worlds import every_world

COMPILED_MATCHES, TWIN_MATCHES = 100_000, 1_000
SEED = 2011

Task = tuple[int, Callable[[], object]]  # matches, and what plays them


def measure(quick: bool = False) -> list[Figure]:
    """Matches that kept all laws, and how fast they were looked at."""
    share = 20 if quick else 1
    figures = []
    for name in bussolotto.games():
        plans = {
            "compiled": compiled_tasks(name, COMPILED_MATCHES // share),
            "beside the twin": twin_tasks(name, TWIN_MATCHES // share),
        }
        for what, tasks in plans.items():
            matches, seconds = worked_off(f"{name}, {what}", tasks)
            figures.append(Figure(f"{name}, {what}, no fault", matches, "matches"))
            figures.append(Figure(f"{name}, {what}, speed", matches / seconds, "matches/s"))
    return figures


def compiled_tasks(name: str, matches: int) -> list[Task]:
    """Matches under the compiled law loop, shared out evenly to all seats and options."""
    worlds = every_world(bussolotto.game(name), SEED, thorough=True)
    each = -(-matches // len(worlds))
    return [(each, partial(law_loop, world, each)) for world in worlds]


def twin_tasks(name: str, matches: int) -> list[Task]:
    """Matches against the slow twin, ten at a time."""
    twin = importlib.import_module(f"tests.reference.test_twin_{name.replace('-', '_')}")
    return [(10, partial(twin.compare, 10, seed)) for seed in range(SEED, SEED + matches // 10)]


def worked_off(what: str, tasks: list[Task]) -> tuple[int, float]:
    """Do all tasks with a bar of progress; matches and processor seconds. Exit code 1 when a law is broken."""
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    begun_s = time.process_time()
    done = 0
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task(what, total=sum(matches for matches, _ in tasks))
        for matches, play in tasks:
            try:
                play()
            except AssertionError as broken:
                sys.exit(f"{what}: {broken}")
            done += matches
            progress.update(bar, completed=done)
    return done, time.process_time() - begun_s


if __name__ == "__main__":
    report.run({"laws": measure}, __doc__)
