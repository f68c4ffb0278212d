"""A soak: for an hour tables are opened, played and left, and the memory of the server is watched. Linux only.

`python -m bench soak --minutes 60 --matches 24`: always so many matches are in play. Each has two people, or one and a
bot; somebody looks on from the first ply; afterwards the file is fetched and all leave. Meanwhile visitors look at the
lobby, pictures and files. Resident memory at the end may be 5 % above that after a third of the time. A line a minute
shows how it goes; Ctrl-C ends it early, with the figures so far.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any, NamedTuple

from bench import report
from bench.crowd import Told, Wire, connected, read
from bench.hosting import Hosted, bussolotto_server, processor_s, resident_mb
from bench.report import Figure
from bench.seating import Guest, leaving

GROWTH = 5  # percent
LOOK_S, LINE_S = 2.0, 60.0  # between samples, between lines
LONGEST = 60  # decisions; then somebody resigns
PAUSE_S = (1.0, 3.0)  # before each decision
WAIT_S = 60.0  # for the server
VISITS = ("/api/tables", "/", "/api/games", "/api/me/matches", "{match}", "{match}/picture", "{match}/advice", "/r/{0}")


class Sample(NamedTuple):
    """What was seen at a moment."""

    at_s: float
    resident_mb: float
    playing: int


@dataclass
class Soak:
    """What happens, and what was seen of it."""

    server: Hosted
    pause_s: tuple[float, float] = PAUSE_S
    playing: int = 0
    finished: int = 0
    decisions: int = 0
    running: list[str] = field(default_factory=list)  # matches in play, by name
    samples: list[Sample] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=count)

    async def run(self, matches: int, seconds: float, tell: Callable[[str], object]) -> None:
        """Keep so many matches in play for so long, and note the memory."""
        games = [game for game in await self._fetch("/api/games") if 2 in game["seats"] and not game["race"]]
        work = [self._again(lambda: self._sit(random.choice(games))) for _ in range(matches)]
        work += [self._again(self._visit), self._watch(tell)]
        end_s = monotonic() + seconds
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*work)
        assert monotonic() >= end_s, "the server did not answer"

    async def _again(self, step: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await step()

    async def _watch(self, tell: Callable[[str], object]) -> None:
        begun_s, next_line_s, spent_s = monotonic(), LINE_S, processor_s(self.server.pid)
        while True:
            await asyncio.sleep(LOOK_S)
            at_s = monotonic() - begun_s
            self.samples.append(Sample(at_s, resident_mb(self.server.pid), self.playing))
            if at_s >= next_line_s:
                now_spent_s = processor_s(self.server.pid)
                tell(self._line(at_s, (now_spent_s - spent_s) / LINE_S))
                next_line_s, spent_s = next_line_s + LINE_S, now_spent_s

    def _line(self, at_s: float, share: float) -> str:
        last = self.samples[-1]
        return (
            f"minute {at_s / 60:3.0f}: {last.resident_mb:6.1f} MB, {last.playing} matches in play, "
            f"{self.finished} ended, {self.decisions} decisions, {share:.0%} of a core"
        )

    async def _sit(self, game: dict[str, Any]) -> None:
        """Open a table, play, fetch the file and leave."""
        people = [Guest(self.server.port, next(self.numbers)) for _ in range(2)]
        table = await asyncio.to_thread(_seat, people, game, with_bot=random.random() < 0.25)
        match = table["match"]
        players = [_Player(self, person, match) for person in people if person.cookie]
        watcher = Wire(self.server.port, f"/api/matches/{match}/socket?watch=1", "", lambda _: None)
        self.running.append(match)
        self.playing += 1
        wires = [*(player.wire for player in players), watcher]
        try:
            await connected(wires, self.server.port)
            watcher.send(b'{"type":"resume","version":0}')
            await asyncio.gather(*(player.play() for player in players))
            self.playing -= 1
            self.running.remove(match)
            self.finished += 1
            seats = [seat for seat, person in enumerate(people) if person.cookie]
            await asyncio.to_thread(_leave, people, table, seats)
        finally:
            for wire in wires:
                wire.close()

    async def _visit(self) -> None:
        """Look at something, as a stranger."""
        await asyncio.sleep(random.uniform(*self.pause_s))
        if self.running:
            match = random.choice(self.running)
            path = random.choice(VISITS).replace("{match}", f"/api/matches/{match}").replace("{0}", match)
            await self._fetch(path)

    async def _fetch(self, path: str) -> Any:
        return await asyncio.to_thread(_look, Guest(self.server.port, next(self.numbers)), path)


class _Player:
    """A page that decides at random when it may; after so many decisions it resigns."""

    def __init__(self, soak: Soak, person: Guest, match: str) -> None:
        self.wire = Wire(soak.server.port, f"/api/matches/{match}/socket", person.cookie, self._hear)
        self._soak = soak
        self._person = person
        self._table = ""
        self._told: Told | None = None
        self._over = False
        self._news = asyncio.Event()

    async def play(self) -> None:
        """Until the match is over."""
        self.wire.send(b'{"type":"resume","version":-1}')
        for number in count():
            await self._turn()
            if self._over:
                return
            if number == LONGEST:
                await asyncio.to_thread(self._resign)
            await asyncio.sleep(random.uniform(*self._soak.pause_s))
            self._decide()

    def _resign(self) -> None:
        with leaving(self._person):
            self._person.post(f"/api/tables/{self._table}/resign", allowed=(200, 409))

    async def _turn(self) -> None:
        while not self._over and not (self._told and self._told.legal):
            self._news.clear()
            async with asyncio.timeout(WAIT_S):
                await self._news.wait()

    def _decide(self) -> None:
        told, self._told = self._told, None
        if told is not None and told.legal:
            message = b"%d-%x" % (told.version, random.getrandbits(32))
            action = random.choice(told.legal)
            self.wire.send(b'{"type":"act","id":"%s","version":%d,"actions":[%d]}' % (message, told.version, action))

    def _hear(self, text: bytes) -> None:
        told = read(text)
        if told.type in ("view", "steps"):
            self._told = told
        elif told.type == "ack":
            self._soak.decisions += 1
        elif told.type == "table":
            table = json.loads(text)["table"]
            self._table, self._over = table["table"], table["state"] == "over"
        self._news.set()


# What follows runs in threads, which go on when the soak ends: each closes what it has opened


def _look(visitor: Guest, path: str) -> Any:
    with leaving(visitor):
        return visitor.get(path)


def _seat(people: list[Guest], game: dict[str, Any], with_bot: bool) -> dict[str, Any]:
    """A running match of two people, or of one and a bot."""
    anna, bruno = people
    bots = [{"seat": 1, "player": game["players"][0]}] if with_bot else []
    wish = {"game": game["name"], "seats": 2, "sit": 0, "bots": bots}
    with leaving(anna, bruno):  # an idle connection would be closed by the server at some moment
        table: dict[str, Any] = anna.post("/api/tables", wish)
        if not with_bot:
            bruno.post(f"/api/tables/{table['table']}/seats/1")
        anna.post(f"/api/tables/{table['table']}/start")
    return table


def _leave(people: list[Guest], table: dict[str, Any], seats: list[int]) -> None:
    """Fetch what was played, and stand up."""
    with leaving(*people):
        people[0].get(f"/api/matches/{table['match']}/file")
        people[0].get(f"/api/matches/{table['match']}/replay")
        for seat in seats:
            people[seat].ask("DELETE", f"/api/tables/{table['table']}/seats/{seat}", allowed=(200, 403, 409))


def growth(samples: list[Sample]) -> list[Figure]:
    """Memory after a third of the time and at the end, each the median of the nearest samples, and its growth."""
    end_s = samples[-1].at_s

    def around(part: float) -> float:
        nearest = sorted(samples, key=lambda one: abs(one.at_s - part * end_s))
        return median(one.resident_mb for one in nearest[: max(3, len(samples) // 30)])

    third_mb, last_mb = around(1 / 3), around(1)
    return [
        Figure(f"resident memory after {end_s / 180:.3g} minutes", third_mb, "MB"),
        Figure(f"resident memory after {end_s / 60:.3g} minutes", last_mb, "MB"),
        Figure("growth", 100 * (last_mb / third_mb - 1), "%", bar=GROWTH, at_most=True),
    ]


def measure(seconds: float, matches: int, tell: Callable[[str], object], pause_s: tuple[float, float]) -> list[Figure]:
    """Soak a server of its own."""
    with tempfile.TemporaryDirectory() as folder, bussolotto_server(Path(folder)) as server:
        soak = Soak(server, pause_s)
        with suppress(KeyboardInterrupt):
            asyncio.run(soak.run(matches, seconds, tell))
    if not soak.samples:
        return []
    return [
        *growth(soak.samples),
        Figure("matches in play, on average", sum(one.playing for one in soak.samples) / len(soak.samples), ""),
        Figure("matches ended", soak.finished, ""),
        Figure("decisions", soak.decisions, ""),
    ]


def main(arguments: list[str]) -> None:
    """Run as a command. Exit code 1 if memory grew."""
    parser = argparse.ArgumentParser("python -m bench soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--matches", type=int, default=24, help="so many are in play all the time")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    wanted = parser.parse_args(arguments)
    figures = measure(60 * wanted.minutes, wanted.matches, lambda line: print(line, file=sys.stderr), PAUSE_S)
    report.show({"soak": figures}, wanted.json)
    sys.exit(not (figures and all(figure.met for figure in figures)))
