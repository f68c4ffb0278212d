"""A server is replaced during play, again and again: how long anybody waits, and whether anything is lost. Linux only.

`python -m bench drain --rounds 20 --duels 50`: people think for a second before each action, or for `--think` seconds,
and come back as a page does, each after a wait of up to 0.4 s of its own; what was not answered is sent again under the
same id. Meanwhile a visitor asks for something every 20 ms, over a new connection. At the end each action must be
stored once.

A wait is the time from an action until it is acknowledged, from a closed socket until the match is seen again, or from
the visitor's question until the answer.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from bench import report
from bench.crowd import Told, Wire, read
from bench.hosting import PATIENCE_S, Hosted, bussolotto_server
from bench.report import Figure
from bench.seating import duels

ROUNDS, DUELS = 20, 50
THINK_S, JITTER_S = 1.0, 0.4  # the latter as in web/line/connection.js
PLAY_S = 1.0  # between two rounds
PROBE_S = 0.02
LONGEST_S = 2.0
RESUME = b'{"type":"resume","version":0}'


@dataclass
class Drill:
    """What everybody has seen. `acked`: match and message id of each acknowledged action, `sent` of each action."""

    ports: Sequence[int]  # of the servers, which a page tries by turns
    think_s: float
    going_on: bool = True
    ack_s: list[float] = field(default_factory=list)
    away_s: list[float] = field(default_factory=list)
    probe_s: list[float] = field(default_factory=list)
    acked: list[tuple[str, str]] = field(default_factory=list)
    sent: set[tuple[str, str]] = field(default_factory=set)
    refused: Counter[str] = field(default_factory=Counter)
    failed: int = 0  # questions of the visitor without an answer


class Page:
    """A page of one player that behaves as the one in a browser."""

    def __init__(self, drill: Drill, match: str, cookie: str) -> None:
        self._drill = drill
        self._match = match
        self._cookie = cookie
        self._ports = drill.ports
        self._pending: tuple[bytes, float] | None = None  # what was sent and not answered, and when first
        self._away_since_s: float | None = None
        self._version = -1
        self._at = 0  # the server that is tried next

    @property
    def waits(self) -> bool:
        """Whether an answer is due."""
        return self._pending is not None

    async def stay(self) -> None:
        """Be connected, and come back whenever the line is lost."""
        loop, path = asyncio.get_running_loop(), f"/api/matches/{self._match}/socket"
        while True:
            port = self._ports[self._at % len(self._ports)]
            self._wire = wire = Wire(port, path, self._cookie, self._hear)
            with suppress(ConnectionError), closing(wire):
                await loop.create_connection(partial(itself, wire), "127.0.0.1", port)
                await wire.opened
                wire.send(b'{"type":"resume","version":%d}' % max(self._version, 0))
                if self._pending is not None:
                    wire.send(self._pending[0])
                await asyncio.shield(wire.lost)
            self._at += 1
            self._away_since_s = self._away_since_s or time.perf_counter()
            await asyncio.sleep(JITTER_S * random.random())

    def _hear(self, text: bytes) -> None:
        told = read(text)
        if told.type == "ack":
            self._settle(told)
        elif told.type == "refused":
            self._drill.refused[text.decode()] += 1
            self._pending, self._version = None, -1
            self._wire.send(RESUME)
        elif told.type in ("view", "steps"):
            self._see(told)

    def _settle(self, told: Told) -> None:
        if self._pending is not None:
            self._drill.ack_s.append(time.perf_counter() - self._pending[1])
            self._drill.acked.append((self._match, told.id))
            self._pending = None

    def _see(self, told: Told) -> None:
        if self._away_since_s is not None:
            self._drill.away_s.append(time.perf_counter() - self._away_since_s)
            self._away_since_s = None
        fresh, self._version = told.version > self._version, told.version
        if told.legal and fresh:
            asyncio.get_running_loop().call_later(
                self._drill.think_s, self._act, told.version, random.choice(told.legal)
            )

    def _act(self, version: int, action: int) -> None:
        if not self._drill.going_on or self._pending is not None:
            return
        message = f"{version}-{random.getrandbits(32):x}"
        text = json.dumps({"type": "act", "id": message, "version": version, "actions": [action]}).encode()
        self._drill.sent.add((self._match, message))
        self._pending = text, time.perf_counter()
        if self._wire.opened.done() and not self._wire.lost.done():
            self._wire.send(text)


def itself(wire: Wire) -> Wire:
    """The protocol of a connection that is made only now."""
    return wire


async def play(server: Hosted, status: Path, rounds: int, wanted: Sequence[dict[str, Any]], think_s: float) -> Drill:
    """Replace the server so many times while all these duels are played."""
    drill = Drill([server.port], think_s)
    pages = [Page(drill, duel["match"], cookie) for duel in wanted for cookie in duel["cookies"]]
    work = [asyncio.create_task(page.stay()) for page in pages]
    work.append(asyncio.create_task(ask_again_and_again(drill)))
    for _ in range(rounds):
        await asyncio.sleep(PLAY_S)
        await replace(server, status)
    await asyncio.sleep(PLAY_S)
    drill.going_on = False
    async with asyncio.timeout(PATIENCE_S):
        while any(page.waits for page in pages):  # noqa: ASYNC110  # it comes about in many places
            await asyncio.sleep(0.01)
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await asyncio.sleep(0)  # until the lines are closed
    return drill


async def replace(server: Hosted, status: Path) -> None:
    """Tell the server to make way, and wait until its successor serves."""
    os.kill(server.pid, signal.SIGHUP)
    async with asyncio.timeout(PATIENCE_S):
        while (pid := pid_in(status)) in (server.pid, None):  # noqa: ASYNC110  # a file is no event
            await asyncio.sleep(0.01)
    server.pid = pid


def pid_in(status: Path) -> int | None:
    """Which process serves; nothing between two of them."""
    with suppress(FileNotFoundError):
        return int(json.loads(status.read_text())["pid"])
    return None


async def ask_again_and_again(drill: Drill) -> None:
    """Ask as somebody does who has just come: each time over a new connection."""
    question = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{drill.ports[0]}\r\nConnection: close\r\n\r\n".encode()
    while True:
        begun_s = time.perf_counter()
        try:
            answer = await ask_once(drill.ports[0], question)
        except ConnectionError:
            answer = b""
        drill.failed += not answer.startswith(b"HTTP/1.1 200")
        drill.probe_s.append(time.perf_counter() - begun_s)
        await asyncio.sleep(PROBE_S)


async def ask_once(port: int, question: bytes) -> bytes:
    """The whole answer, over a connection that is closed however this ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with closing(writer):
        writer.write(question)
        return await reader.read()


def measure(rounds: int, number: int, think_s: float = THINK_S) -> list[Figure]:
    """Play, and compare what was acknowledged with what is stored."""
    with tempfile.TemporaryDirectory() as folder:
        with replaceable_server(Path(folder)) as server:
            wanted = duels(server.port, number)
            drill = asyncio.run(play(server, Path(folder) / "server.json", rounds, wanted, think_s))
        stored = Counter(stored_in(Path(folder)))
    longest_s = max(*drill.ack_s, *drill.away_s, *drill.probe_s)
    return [
        Figure("replaced during play", rounds, "times"),
        Figure("acknowledged actions", len(drill.acked), "actions", bar=1),
        Figure("longest wait of anybody", longest_s, "s", bar=LONGEST_S, at_most=True),
        Figure("longest wait for an acknowledgement", max(drill.ack_s), "s"),
        Figure("longest time until a match was seen again", max(drill.away_s, default=0.0), "s"),
        Figure("longest wait of a new visitor", max(drill.probe_s), "s"),
        Figure("visitors without an answer", drill.failed, "visitors", bar=0, at_most=True),
        Figure("lost actions", len(set(drill.acked) - set(stored)), "actions", bar=0, at_most=True),
        Figure("doubled actions", sum(times > 1 for times in stored.values()), "actions", bar=0, at_most=True),
        Figure("refused actions", drill.refused.total(), "actions", bar=0, at_most=True),
        Figure("stored actions that nobody sent", len(set(stored) - drill.sent), "actions", bar=0, at_most=True),
    ]


def stored_in(folder: Path) -> Iterator[tuple[str, str]]:
    """Match and message id of each stored action."""
    database = sqlite3.connect(folder / "bussolotto.sqlite")
    rows = database.execute("SELECT name, message FROM decisions JOIN matches USING (number) WHERE message <> ''")
    yield from [(name, message) for name, message in rows]
    database.close()


@contextmanager
def replaceable_server(folder: Path) -> Iterator[Hosted]:
    """A server, and at the end whichever process has become of it is gone."""
    with bussolotto_server(folder) as server:
        first = server.pid
        try:
            yield server
        finally:
            if server.pid != first:
                with suppress(ProcessLookupError):  # it has ended by itself
                    os.kill(server.pid, signal.SIGTERM)
                wait_until_gone(folder)


def wait_until_gone(folder: Path) -> None:
    """Until the last server has written everything: it removes its status then."""
    deadline = time.monotonic() + PATIENCE_S
    while (folder / "server.json").exists():
        assert time.monotonic() < deadline, "the server did not end"
        time.sleep(0.01)


def main(arguments: list[str]) -> None:
    """Run as a command. Exit code 1 if somebody waited too long, or anything is lost or doubled."""
    parser = argparse.ArgumentParser("python -m bench drain", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--duels", type=int, default=DUELS, help="so many matches of two are played meanwhile")
    parser.add_argument("--think", type=float, default=THINK_S, metavar="SECONDS", help="before each action")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    wanted = parser.parse_args(arguments)
    figures = measure(wanted.rounds, wanted.duels, wanted.think)
    report.show({"drain": figures}, wanted.json)
    sys.exit(not all(figure.met for figure in figures))
