"""Where work is done: in this process, by threads or processes of this machine, or by the machines of a cluster.

Work is a function and many items, each done by itself: what comes of an item depends on nothing but the function and
the item, so that it does not matter who does it, nor how often it is begun. Results come in the order of the items.

A cluster is one of Dask (docs/cluster.md tells why, and how to set one up). Its workers must have the same sources of
this package, and the same Python, NumPy and Numba; every answer says what its worker has, so that late ones are asked
too. What a worker did that has died is done again by another.
"""

from __future__ import annotations

import logging
import os
import platform
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib import metadata
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, Protocol, TypeVar

from bussolotto import errors

AHEAD = 64  # items handed to workers of this machine before the first of them is waited for
WORTH_PROCESSES_S = 3.0  # of work left, as one would do it
PATIENCE_S = 5.0  # how long a cluster may take to answer
PORT = 8786  # of a scheduler, where an address names none
TASK_S = 0.5  # how long the items that a worker of a cluster is given at once should take it
AHEAD_EACH = 4  # tasks under way for each thread of a cluster: more than one, so that one who is late holds up nobody
COUNTED_EVERY_S = 1.0  # workers come and go

_PACKAGE = Path(__file__).parent
_NO_MATTER = {"__main__.py", "cli", "coach", "notation", "pictures", "server", "web"}  # sources no result depends on

Item = TypeVar("Item")
Result = TypeVar("Result")


class Engine(Protocol):
    """Does work."""

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """What the function makes of each item, in their order, as it is there; who closes the iterator ends the work.

        Items are taken when somebody is free to do them. Function, items and results may have to be pickled.
        """

    def close(self) -> None:
        """Let everybody go."""


class Here:
    """This process, one item after the other."""

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Each when it is asked for."""
        return map(function, items)

    def close(self) -> None:
        """There is nobody to let go."""


class Threads:
    """Threads of this process: for compiled work, which does not hold them up."""

    def __init__(self, count: int | None = None) -> None:
        """As many as there are processors, unless said."""
        self._pool = ThreadPoolExecutor(count or os.cpu_count())

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """The first alone, for it compiles what all need, then some of them at a time."""
        left = iter(items)
        for item in islice(left, 1):
            yield function(item)
        yield from _in_order(self._pool, function, left)

    def close(self) -> None:
        """What is under way is finished first."""
        self._pool.shutdown(cancel_futures=True)


class Processes:
    """Processes of this machine: for interpreted work. They are stopped, whatever they are at, when they are let go."""

    def __init__(self, count: int | None = None) -> None:
        """As many as there are processors, unless said."""
        self._others = set(active_children())
        self._pool = ProcessPoolExecutor(count, get_context("spawn"), _ignore_interrupt)

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Some of them at a time."""
        return _in_order(self._pool, function, items)

    def close(self) -> None:
        """At once."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(active_children()) - self._others:
            worker.terminate()


class AsPays:
    """Processes of this machine if they pay for their start; the first item, done here, tells how long all take."""

    def __init__(self) -> None:
        """Nobody is there yet."""
        self._processes: Processes | None = None

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Here, or some of them at a time."""
        left = list(items)
        started_s = monotonic()
        for item in left[:1]:
            yield function(item)
        if (monotonic() - started_s) * (len(left) - 1) > WORTH_PROCESSES_S:
            self._processes = self._processes or Processes()
            yield from self._processes.map(function, left[1:])
        else:
            yield from map(function, left[1:])

    def close(self) -> None:
        """If there was anybody."""
        if self._processes is not None:
            self._processes.close()


@contextmanager
def engine(cluster: str | None = None, workers: int | None = None, compiled: bool = False) -> Iterator[Engine]:
    """Who works, let go at the end: the cluster at an address, or so many of this machine; unless said, as many as pay.

    Compiled work is for threads, other work for processes. Raises what Cluster does.
    """
    chosen: Engine
    if cluster is not None:
        chosen = Cluster(cluster)
    elif workers == 1:
        chosen = Here()
    elif compiled:
        chosen = Threads(workers)
    else:
        chosen = AsPays() if workers is None else Processes(workers)
    try:
        yield chosen
    finally:
        chosen.close()


def _ignore_interrupt() -> None:
    """Ctrl-C is for the process that asked; it lets the workers go."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _in_order(pool: Executor, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    pending: deque[Future[Result]] = deque()
    try:
        for item in items:
            pending.append(pool.submit(function, item))
            if len(pending) > AHEAD:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()


# --- a cluster --------------------------------------------------------------------------------------------------------


class Done(NamedTuple):
    """What a worker of a cluster answers."""

    by: dict[str, str]  # what it has, as `identity` tells it
    results: list[Any]
    seconds: float


class Cluster:
    """The workers at the address of a Dask scheduler."""

    def __init__(self, address: str, patience_s: float | None = None) -> None:
        """Find it and look at its workers.

        Raises MissingExtra, NoCluster, NoWorkers, WorkerLacksPackage and WorkerDiffers.
        """
        patience_s = PATIENCE_S if patience_s is None else patience_s
        self.address = _whole(address)
        self._client = _connected(self.address, patience_s)
        self._counted_s = -COUNTED_EVERY_S
        self._threads = 0
        try:
            self._look(patience_s)
        except BaseException:
            self.close()
            raise

    def _look(self, patience_s: float) -> None:
        """Is there somebody, and do all have what we have?"""
        try:
            self._client.wait_for_workers(1, timeout=patience_s)
        except TimeoutError as problem:
            raise errors.NoWorkers(self.address) from problem
        for worker, version in self._client.run(metadata.version, __package__, on_error="return").items():
            if isinstance(version, Exception):
                raise errors.WorkerLacksPackage(worker) from version
            _require_same(worker, {"bussolotto": version})
        for worker, theirs in self._client.run(identity).items():
            _require_same(worker, theirs)

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Several items a task, so that a task is worth its way. Raises ClusterLost, and what looking raises."""
        left = iter(items)
        pending: deque[Any] = deque()
        size = 1
        try:
            while True:
                with self._talking():
                    while len(pending) < self._room() and (part := list(islice(left, size))):
                        pending.append(self._client.submit(_done, function, part, pure=False))
                    if not pending:
                        return
                    done: Done = pending[0].result()
                pending.popleft().release()
                _require_same(self.address, done.by)
                yield from done.results
                fitting = int(len(done.results) * TASK_S / max(done.seconds, 1e-6))
                size = max(1, min(2 * size, fitting))
        finally:
            self._client.cancel(list(pending), force=True)

    def _room(self) -> int:
        """How many tasks are to be under way."""
        if monotonic() > self._counted_s + COUNTED_EVERY_S:
            self._threads = sum(self._client.nthreads().values())
            self._counted_s = monotonic()
        return max(1, AHEAD_EACH * self._threads)

    @contextmanager
    def _talking(self) -> Iterator[None]:
        """What goes wrong with the cluster meanwhile is said in one sentence; what the work raises comes as it is."""
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        try:
            yield
        except (KilledWorker, CommClosedError, CancelledError) as problem:
            raise errors.ClusterLost(self.address, " ".join(str(problem).split())) from problem

    def close(self) -> None:
        """Nothing of ours stays there."""
        self._client.close()


def identity() -> dict[str, str]:
    """What results depend on beside the work: sources, and whose arithmetic it is."""
    return dict(_identity())


@cache
def _identity() -> dict[str, str]:
    digest = sha256()
    for source in sorted(_PACKAGE.rglob("*.py")):
        if source.relative_to(_PACKAGE).parts[0] not in _NO_MATTER:
            digest.update(source.read_bytes())
    python = ".".join(platform.python_version_tuple()[:2])
    versions = {name: metadata.version(name) for name in ("bussolotto", "numpy", "numba")}
    return {**versions, "python": python, "sources": digest.hexdigest()[:12]}


def _require_same(worker: str, theirs: dict[str, str]) -> None:
    ours = _identity()
    for what, version in theirs.items():
        if version != ours.get(what):
            raise errors.WorkerDiffers(worker, what, version, str(ours.get(what)))


def _done(function: Callable[[Any], Any], items: Sequence[Any]) -> Done:
    """One task, on a worker."""
    started_s = monotonic()
    results = [function(item) for item in items]
    return Done(identity(), results, monotonic() - started_s)


def _whole(address: str) -> str:
    """`host`, `host:port` or `tcp://host:port` as the last of these."""
    scheme, _, place = address.rpartition("://")
    port = place.rpartition(":")[2]
    return f"{scheme or 'tcp'}://{place if port.isdigit() else f'{place}:{PORT}'}"


def _connected(address: str, patience_s: float) -> Any:
    try:
        from distributed import Client
    except ModuleNotFoundError as problem:
        raise errors.MissingExtra("cluster") from problem
    for name in ("distributed", "distributed.client"):  # what goes wrong is said in one sentence, by us
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        return Client(address, timeout=patience_s, set_as_default=False)  # type: ignore[no-untyped-call]  # has no types
    except (OSError, ValueError) as problem:
        raise errors.NoCluster(address) from problem
