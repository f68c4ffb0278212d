"""Who plays, and what our compiled rules must reach beside them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from bench.peers import environments
from bench.peers.environments import Missing, last_line
from tests import processes

ROOT = Path(__file__).resolve().parents[2]
BATCHES, FEW_BATCHES = (64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384), (1024, 4096)


class Command(NamedTuple):
    """What is run, and what is added to its environment."""

    words: tuple[str, ...]
    variables: Mapping[str, str] = {}


class Peer(NamedTuple):
    """One way to play. `command(quick)` raises Missing; `bars`: by game, how many times as fast ours must be."""

    key: str
    title: str
    command: Callable[[bool], Command]
    bars: Mapping[str, float] = {}


def module(name: str, *arguments: str, ours: bool = False) -> Command:
    """A module of this folder, in the environment of the peers or in ours."""
    interpreter = sys.executable if ours else str(environments.python())
    return Command((interpreter, "-m", f"bench.peers.{name}", *arguments))


def pgx(quick: bool) -> Command:
    """All sizes, or few of them."""
    return module("with_pgx", *map(str, FEW_BATCHES if quick else BATCHES))


def boardgame(quick: bool) -> Command:
    """With the packages that lie in the cache folder."""
    modules = str(environments.node_modules())
    return Command(("node", str(Path(__file__).with_name("with_boardgame.js"))), {"NODE_PATH": modules})


OURS = Peer("ours", "Bussolotto", lambda _: module("ours", ours=True))
PEERS = (
    Peer(
        "openspiel-engine",
        "OpenSpiel, inside its C++",
        lambda _: module("with_openspiel", "engine"),
        {"pig": 4, "tic_tac_toe": 4, "connect_four": 8, "yacht": 30},
    ),
    Peer("openspiel-python", "OpenSpiel, from Python", lambda _: module("with_openspiel", "python")),
    Peer("pgx", "Pgx, its best batch", pgx, {"tic_tac_toe": 5, "connect_four": 5}),
    Peer("pettingzoo", "PettingZoo", lambda _: module("with_pettingzoo")),
    Peer("boardgame", "boardgame.io, its reducer", boardgame),
)


class Worker:
    """A running peer, on one core where the system can hold it there."""

    def __init__(self, peer: Peer, quick: bool) -> None:
        """Starts it and hears what it can play. Raises Missing."""
        command = peer.command(quick)
        self.peer = peer
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  # closed in __exit__
        with on_one_core():
            self._process = processes.start(
                command.words,
                cwd=ROOT,
                env={**os.environ, **command.variables},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
            )
        hello = self._heard()
        self.versions: dict[str, str] = hello["versions"]
        self.games: list[str] = hello["games"]

    def ask(self, game: str, seconds: float) -> dict[str, Any]:
        """Let it play. Raises Missing when it has died."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"game": game, "seconds": seconds}) + "\n")
        self._process.stdin.flush()
        return self._heard()

    def _heard(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            status = self._process.wait()
            self._errors.seek(0)
            told = last_line(self._errors.read())
            self.close()
            raise Missing(f"it has ended with {status}: {told}")
        heard: dict[str, Any] = json.loads(line)
        return heard

    def close(self) -> None:
        """End it."""
        for pipe in (self._process.stdin, self._process.stdout, self._errors):
            assert pipe is not None
            pipe.close()
        self._process.terminate()
        self._process.wait()


@contextmanager
def on_one_core() -> Iterator[None]:
    """What is started here stays on the last core that we may use, for all peers are to play on the same."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
