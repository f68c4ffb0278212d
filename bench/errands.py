"""Tasks for a cluster, and who sends them: `python -m bench.errands dask|ray ADDRESS many|slow COUNT SECONDS`.

What became of them is one JSON object; every line before it is the number of tasks done so far. For trials alone.
"""

import json
import os
import socket
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from bench.machines import proportional_mb

AHEAD = 10  # lots of tasks under way,
LOT = 100  # of so many each


def slept(number: int, seconds: float) -> tuple[int, str]:
    """A task: its number, and who did it."""
    if seconds:
        time.sleep(seconds)
    return number, address()


def address() -> str:
    """Of the machine in the little network, else of the process."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.77.0.254", 9))
        except OSError:
            return str(os.getpid())
        return str(probe.getsockname()[0])


def by_dask(scheduler: str) -> tuple[Callable[[int, float], Any], Callable[[Any], Any]]:
    """How to send a task, and how to wait for what comes of it."""
    client = import_module("distributed").Client(scheduler, timeout=60)

    def send(number: int, seconds: float) -> Any:
        return client.submit(slept, number, seconds, pure=False)

    return send, client.gather


def by_ray(head: str) -> tuple[Callable[[int, float], Any], Callable[[Any], Any]]:
    """The same."""
    ray = import_module("ray")
    ray.init(address=head, logging_level="ERROR", log_to_driver=False)
    task = ray.remote(max_retries=-1)(slept)
    return task.remote, ray.get


def results(send: Callable[..., Any], wait: Callable[[Any], Any], count: int, seconds: float) -> Iterator[Any]:
    """Of all tasks in order."""
    pending: deque[list[Any]] = deque()
    size = 1 if seconds else LOT
    for first in range(0, count, size):
        pending.append([send(number, seconds) for number in range(first, min(count, first + size))])
        if len(pending) >= AHEAD * LOT // size:
            yield from wait(pending.popleft())
    while pending:
        yield from wait(pending.popleft())


def main() -> None:
    """Send them and tell."""
    kind, where, count, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
    started_s = time.monotonic()
    send, wait = {"dask": by_dask, "ray": by_ray}[kind](where)
    wait([send(0, 0.0)])
    ready_s = time.monotonic()
    before_mb, before_s = proportional_mb(os.getpid()), time.process_time()
    by: Counter[str] = Counter()
    right = True
    for number, (told, worker) in enumerate(results(send, wait, count, seconds)):
        right &= told == number
        by[worker] += 1
        if seconds or not (number + 1) % 1_000:
            print(number + 1, flush=True)
    print(
        json.dumps(
            {
                "connect_s": ready_s - started_s,
                "seconds": time.monotonic() - ready_s,
                "processor_s": time.process_time() - before_s,
                "right": right,
                "by": by,
                "grown_mb": proportional_mb(os.getpid()) - before_mb,
            }
        )
    )


if __name__ == "__main__":
    main()
