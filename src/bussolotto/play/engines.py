"""Engines that do work in this process, in threads or processes of this machine, or on the machines of a cluster.

Work is a function and many independent items: the result for an item depends on nothing but the function and the item,
so it does not matter which worker does it, or how often it is started. Results come in the order of the items.

A cluster is a Dask cluster (docs/cluster.md explains why, and how to set one up). Its workers must have the same
sources of this package, and the same Python, NumPy and Numba. Every answer says what its worker has, so that workers
that join late are checked too. If a worker dies, another one repeats its work.
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
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple, Protocol, TypeVar

from bussolotto.core import errors

AHEAD = 64  # items submitted to workers of this machine before waiting for the first result
WORTH_PROCESSES_S = 3.0  # seconds of remaining work above which workers save time
PATIENCE_S = 5.0  # how long a cluster may take to answer
PORT = 8786  # of a scheduler, if the address does not give one
TASK_S = 0.5  # how long a worker of a cluster should need for the items that it gets at once
AHEAD_EACH = 4  # tasks in flight for each thread of a cluster: more than one, so that a slow one delays nobody
COUNTED_EVERY_S = 1.0  # how often workers are counted, because they come and go

_PACKAGE = Path(__file__).parent.parent
_NO_MATTER = {"__main__.py", "cli", "notation", "pictures", "server", "web"}  # folders on which no result depends

Item = TypeVar("Item")
Result = TypeVar("Result")


class Engine(Protocol):
    """Applies a function to items."""

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """The result for each item, in order, as soon as it is available; closing the iterator stops the work.

        Items are taken when a worker is free. Function, items and results may have to be pickled.
        """

    def close(self) -> None:
        """Release all workers."""


class Here:
    """Work in this process, one item after the other."""

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Compute each result when it is asked for."""
        return map(function, items)

    def close(self) -> None:
        """There is no worker to release."""


class Threads:
    """Threads of this process: for compiled work, during which they do not block each other."""

    def __init__(self, count: int | None = None) -> None:
        """Use this many threads, by default one for each processor."""
        self._pool = ThreadPoolExecutor(count or os.cpu_count())

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Run the first item alone, because it compiles what all items need; then several at a time."""
        left = iter(items)
        for item in islice(left, 1):
            yield function(item)
        yield from _in_order(self._pool, function, left)

    def close(self) -> None:
        """Finish the work that has begun, then release the threads."""
        self._pool.shutdown(cancel_futures=True)


class Processes:
    """Processes of this machine: for interpreted work. When released they stop at once."""

    def __init__(self, count: int | None = None) -> None:
        """Use this many processes, by default one for each processor."""
        self._others = set(active_children())
        self._pool = ProcessPoolExecutor(count, get_context("spawn"), _follow_main_process)

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Run several items at a time."""
        return _in_order(self._pool, function, items)

    def close(self) -> None:
        """Stop all processes at once."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(active_children()) - self._others:
            worker.terminate()


class AsPays:
    """Processes of this machine if they save time; the first item, run in this process, shows how long all take."""

    def __init__(self) -> None:
        """Start no process yet."""
        self._processes: Processes | None = None

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Run the items in this process, or several at a time in others."""
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
        """Release the processes, if any were started."""
        if self._processes is not None:
            self._processes.close()


@contextmanager
def engine(cluster: str | None = None, workers: int | None = None, compiled: bool = False) -> Iterator[Engine]:
    """The engine to use, closed at the end.

    That is the cluster at an address, or this many threads or processes of this machine; if no number is given, as many
    as save time. Compiled work uses threads, other work processes. Raises what Cluster raises.
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


def _follow_main_process() -> None:
    """Leave Ctrl-C to the main process, which stops its workers, and end when that process is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_after, args=(parent_process(),), daemon=True).start()


def _end_after(main_process: Any) -> None:
    main_process.join()
    os._exit(1)


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
    """The answer of a worker of a cluster."""

    by: dict[str, str]  # its versions, as `identity` returns them
    results: list[Any]
    seconds: float


class Cluster:
    """The workers at the address of a Dask scheduler."""

    def __init__(self, address: str, patience_s: float | None = None) -> None:
        """Connect to the scheduler and check its workers.

        Raises MissingExtra, `no-cluster`, `no-workers`, `worker-lacks-package` and `worker-differs`.
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
        """Check that there is a worker, and that all workers have the same versions as this process."""
        try:
            self._client.wait_for_workers(1, timeout=patience_s)
        except TimeoutError as problem:
            raise errors.refuse("no-workers", address=self.address) from problem
        for worker, version in self._client.run(metadata.version, "bussolotto", on_error="return").items():
            if isinstance(version, Exception):
                raise errors.refuse("worker-lacks-package", worker=worker) from version
            _require_same(worker, {"bussolotto": version})
        for worker, theirs in self._client.run(identity).items():
            _require_same(worker, theirs)

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Run several items per task, so that a task is worth sending.

        Raises `cluster-lost`, and what the check of workers raises.
        """
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
        finally:  # an error keeps this frame, and with it the futures: they are released by hand
            self._client.cancel(list(pending), force=True)
            for future in pending:
                future.release()

    def _room(self) -> int:
        """The number of tasks to have in flight."""
        if monotonic() > self._counted_s + COUNTED_EVERY_S:
            self._threads = sum(self._client.nthreads().values())
            self._counted_s = monotonic()
        return max(1, AHEAD_EACH * self._threads)

    @contextmanager
    def _talking(self) -> Iterator[None]:
        """Turn any failure of the cluster into one refusal; errors of the work itself are passed on unchanged."""
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        try:
            yield
        except (KilledWorker, CommClosedError, CancelledError) as problem:
            raise errors.refuse(
                "cluster-lost", address=self.address, problem=" ".join(str(problem).split())
            ) from problem

    def close(self) -> None:
        """Release all of this engine's data on the cluster."""
        self._client.close()


def identity() -> dict[str, str]:
    """What results depend on besides the work itself: the sources and the libraries that do the arithmetic."""
    return dict(_identity())


@cache
def _identity() -> dict[str, str]:
    digest = sha256()
    for source in sorted(_PACKAGE.rglob("*.py")):
        if _NO_MATTER.isdisjoint(source.relative_to(_PACKAGE).parts):
            digest.update(source.read_bytes())
    python = ".".join(platform.python_version_tuple()[:2])
    versions = {name: metadata.version(name) for name in ("bussolotto", "numpy", "numba")}
    return {**versions, "python": python, "sources": digest.hexdigest()[:12]}


def _require_same(worker: str, theirs: dict[str, str]) -> None:
    ours = _identity()
    for what, version in theirs.items():
        if version != ours.get(what):
            raise errors.refuse("worker-differs", worker=worker, what=what, theirs=version, ours=str(ours.get(what)))


def _done(function: Callable[[Any], Any], items: Sequence[Any]) -> Done:
    """Run one task, on a worker."""
    started_s = monotonic()
    results = [function(item) for item in items]
    return Done(identity(), results, monotonic() - started_s)


def _whole(address: str) -> str:
    """Expand `host` or `host:port` to the form `tcp://host:port`."""
    scheme, _, place = address.rpartition("://")
    port = place.rpartition(":")[2]
    return f"{scheme or 'tcp'}://{place if port.isdigit() else f'{place}:{PORT}'}"


def _connected(address: str, patience_s: float) -> Any:
    try:
        from distributed import Client
    except ModuleNotFoundError as problem:
        raise errors.refuse("missing-extra", extra="cluster") from problem
    for name in ("distributed", "distributed.client"):  # we report every failure ourselves, in one sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        return Client(address, timeout=patience_s, set_as_default=False)  # type: ignore[no-untyped-call]  # has no types
    except (OSError, ValueError) as problem:
        raise errors.refuse("no-cluster", address=address) from problem
