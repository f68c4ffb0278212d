"""Clusters of processes on this machine, by the commands of docs/cluster.md; and what workers are given to do."""

import os
import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bussolotto.core import errors
from bussolotto.play.engines import Cluster
from tests import processes
from tests.ports import reserve_port
from tests.repo.sources import ROOT

PAGE = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
HEAD = "10.0.0.1"  # as the page calls it
NAP_S = 0.01


def commands() -> list[list[str]]:
    """The commands of the page that sets up a cluster, without the comments."""
    (block,) = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return [shlex.split(line) for line in block.splitlines() if not line.startswith("#")]


def listens(port: int) -> bool:
    """Is somebody there?"""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Town:
    """A cluster: a scheduler, and workers as they come."""

    def __init__(self) -> None:
        self.port = reserve_port()
        self.address = f"127.0.0.1:{self.port}"
        self.processes: list[subprocess.Popen[bytes]] = []
        _, self._scheduler, self._worker, self.simulate = (self._here(words) for words in commands())

    def _here(self, words: list[str]) -> list[str]:
        """A command of the page, for this machine, this port and this environment."""
        here = [word.replace(HEAD, "127.0.0.1").replace("8786", str(self.port)) for word in words]
        return [str(Path(sys.executable).parent / here[0]), *here[1:]]

    def start_scheduler(self) -> None:
        """And wait until it listens."""
        scheduler = self._start(self._scheduler)
        while not listens(self.port):
            assert scheduler.poll() is None, "the scheduler has ended"
            time.sleep(0.05)

    def start_workers(self, count: int, *words: str) -> "subprocess.Popen[bytes]":
        """Of one machine."""
        command = list(self._worker)
        command[command.index("--nworkers") + 1] = str(count)
        return self._start([*command, *words])

    def start_stranger(self, first: str) -> "subprocess.Popen[bytes]":
        """A worker that runs this code before anything else."""
        code = f"{first}\nfrom distributed.cli.dask_worker import main\nmain()"
        return self._start([sys.executable, "-c", code, f"tcp://{self.address}", "--no-dashboard", "--no-nanny"])

    def _start(self, command: list[str]) -> "subprocess.Popen[bytes]":
        paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        environment = {**os.environ, "PYTHONPATH": paths}
        process = processes.start(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        self.processes.append(process)
        return process

    def joined(self, workers: int) -> Cluster:
        """The cluster, with so many workers."""
        while True:
            try:
                cluster = Cluster(self.address)
            except errors.Refusal as refusal:
                if refusal.code != "no-workers":
                    raise
                continue
            cluster._client.wait_for_workers(workers)
            return cluster


@contextmanager
def town() -> Iterator[Town]:
    """A cluster without workers yet."""
    here = Town()
    try:
        here.start_scheduler()
        yield here
    finally:
        for process in here.processes:
            process.terminate()
        with ExitStack() as each:
            for process in here.processes:
                each.callback(processes.end, process)


def squared(number: int) -> tuple[int, int]:
    """Something to do that takes a while; and who has done it."""
    time.sleep(NAP_S)
    return number * number, os.getpid()
