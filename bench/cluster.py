"""Dask and Ray on a small network of this machine: start, memory, small tasks, a worker that dies, one that is late.

Each machine is a network namespace with one worker of one core; the head has the scheduler and who sends tasks. What is
not installed is left out. docs/cluster.md tells what was measured and which one is supported.
"""

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.machines import Machine, machines
from bench.report import Figure
from tests import processes

BINARIES = Path(sys.executable).parent
SMALL = {False: 20_000, True: 3_000}  # quick or not -> tiny tasks
SLOW, SLOW_S = {False: 240, True: 100}, 0.25  # tasks for the trials of deaths and late arrivals
LOST_AFTER = 10  # tasks done when a worker dies, or another comes
SETTLE_S = 8.0
PATIENCE_S = 300  # what is not done by then is given up


class Dask:
    """`dask scheduler`, `dask worker`."""

    name, module = "dask", "distributed"

    def head(self, machine: Machine) -> None:
        """The scheduler."""
        machine.start(
            f"{BINARIES}/dask", "scheduler", "--host", machine.address, "--no-dashboard", until="Scheduler at"
        )

    def worker(self, machine: Machine, head: Machine) -> None:
        """One process, watched by another that would start it again."""
        where = self.address(head)
        words = ("--nthreads", "1", "--no-dashboard", "--host", machine.address, "--local-directory", "/tmp")
        machine.start(f"{BINARIES}/dask", "worker", where, *words)

    def address(self, head: Machine) -> str:
        """For who sends tasks."""
        return f"tcp://{head.address}:8786"


class Ray:
    """`ray start`."""

    name, module = "ray", "ray"
    COMMON = ("--block", "--disable-usage-stats", "--object-store-memory", "100000000")

    def head(self, machine: Machine) -> None:
        """Does nothing but direct."""
        words = ("--head", "--port", "6379", "--num-cpus", "0", "--include-dashboard", "false")
        where = ("--node-ip-address", machine.address)
        machine.start(f"{BINARIES}/ray", "start", *words, *where, *self.COMMON, until="will now block")

    def worker(self, machine: Machine, head: Machine) -> None:
        """One core."""
        words = ("--address", self.address(head), "--num-cpus", "1", "--node-ip-address", machine.address)
        machine.start(f"{BINARIES}/ray", "start", *words, *self.COMMON, until="will now block")  # two at once are lost

    def address(self, head: Machine) -> str:
        """For who sends tasks."""
        return f"{head.address}:6379"


Kind = Dask | Ray


class Errand:
    """Tasks that are sent from the head."""

    def __init__(self, kind: Kind, head: Machine, count: int, seconds: float) -> None:
        words = ("-m", "bench.errands", kind.name, kind.address(head), str(count), str(seconds))
        self._process = processes.start(
            head.there([sys.executable, *words]), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._told: list[str] = []
        self._timer = threading.Timer(PATIENCE_S, self._process.kill)
        self._timer.daemon = True
        self._timer.start()

    def until(self, done: int) -> None:
        """Wait until so many are done."""
        for line in self._out():
            if line.strip().isdigit() and int(line) >= done:
                return

    def end(self) -> dict[str, Any]:
        """What became of them. Raises TimeoutError where they were given up."""
        for _ in self._out():
            pass
        if self._process.wait() == -signal.SIGKILL:
            raise TimeoutError
        self._timer.cancel()
        assert self._told and self._told[-1].startswith("{"), "the tasks were not done"
        told: dict[str, Any] = json.loads(self._told[-1])
        return told

    def _out(self) -> Any:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._told.append(line)
            yield line


def measure(quick: bool = False) -> list[Figure]:
    """All figures of what is installed."""
    kinds = [kind for kind in (Dask(), Ray()) if find_spec(kind.module)]
    return [figure for kind in kinds for figure in _figures(kind, quick)]


def _figures(kind: Kind, quick: bool) -> list[Figure]:
    say = kind.name
    found = []
    with machines(2) as network:
        head, one = network
        found += [Figure(f"{say}: from nothing to the first result", _started(kind, head, [one]), "s")]
        time.sleep(SETTLE_S)
        found += [
            Figure(f"{say}: idle scheduler", head.megabytes(), "MB"),
            Figure(f"{say}: idle worker", one.megabytes(), "MB"),
        ]
        found += _small(kind, head, one, SMALL[quick])
    found += _tried(f"{say}: a late worker", partial(_late, kind, SLOW[quick]))
    for how in ("killed", "unplugged"):
        found += _tried(f"{say}: one {how}", partial(_lost, kind, how, SLOW[quick]))
    return found


def _tried(what: str, trial: Callable[[], list[Figure]]) -> list[Figure]:
    """The figures of a trial; one that is never done is a figure, too."""
    try:
        return trial()
    except TimeoutError:
        return [Figure(f"{what}: not done, given up after", PATIENCE_S, "s")]


def _started(kind: Kind, head: Machine, workers: list[Machine]) -> float:
    """Seconds until a task has been done."""
    started_s = time.monotonic()
    kind.head(head)
    for machine in workers:
        kind.worker(machine, head)
    Errand(kind, head, 1, 0.0).end()
    return time.monotonic() - started_s


def _small(kind: Kind, head: Machine, one: Machine, count: int) -> list[Figure]:
    """Many tiny tasks: how fast, and who grows meanwhile."""
    before = head.megabytes(), one.megabytes()
    before_s = head.processor_s() + one.processor_s()
    told = Errand(kind, head, count, 0.0).end()
    assert told["right"], "wrong results"
    taken_s = head.processor_s() + one.processor_s() - before_s + told["processor_s"]
    grown = [after - was for after, was in zip((head.megabytes(), one.megabytes()), before, strict=True)]
    what = f"{kind.name}: {count:,} tiny tasks"
    return [
        Figure(what, count / told["seconds"], "a second"),
        Figure(f"{what}: processor time of all", 1000 * taken_s / count, "ms a task"),
        Figure(f"{what}: the scheduler has grown by", grown[0], "MB"),
        Figure(f"{what}: the worker has grown by", grown[1], "MB"),
        Figure(f"{what}: who sends them has grown by", told["grown_mb"], "MB"),
    ]


def _late(kind: Kind, tasks: int) -> list[Figure]:
    """A second worker comes when the first tasks are done."""
    with machines(3) as (head, one, late):
        _started(kind, head, [one])
        errand = Errand(kind, head, tasks, SLOW_S)
        errand.until(LOST_AFTER)
        kind.worker(late, head)
        told = errand.end()
    assert told["right"], "wrong results"
    what = f"{kind.name}: {tasks} tasks of {SLOW_S} s, a second worker comes late"
    by_late = told["by"].get(late.address, 0)
    return [Figure(what, told["seconds"], "s"), Figure(f"{what}: done by it", by_late, "tasks")]


def _lost(kind: Kind, how: str, tasks: int) -> list[Figure]:
    """One of two workers goes, in the middle of it."""
    with machines(3) as network:
        head, one, two = network
        if how == "unplugged" and not head.apart:
            return []
        _started(kind, head, [one, two])
        errand = Errand(kind, head, tasks, SLOW_S)
        errand.until(LOST_AFTER)
        if how == "unplugged":
            two.unplug()
        else:
            two.kill()
        told = errand.end()
    assert told["right"], "wrong results"
    what = f"{kind.name}: {tasks} tasks of {SLOW_S} s, one of two workers {how}"
    return [Figure(what, told["seconds"], "s")]
