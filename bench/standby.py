"""Two servers on one PostgreSQL database during play, and what may happen to the one that has the site. Linux only.

`python -m bench standby --rounds 20 --duels 20`: in each round, by turns,

- `kill`: the owner is killed;
- `stop`: it is stopped in the orderly way (SIGTERM);
- `pause`: it stands still (SIGSTOP) until the other one has the site, and goes on (SIGCONT). Meanwhile it was sent
  requests; it must not answer any, though it cannot learn yet that it was taken over, and must end when it can;
- `cut`: its lease can be renewed no more, because the process of PostgreSQL for that connection stands still. Once
  another one has the site, it must answer nothing, and must end when it learns of that;
- `database`: PostgreSQL is killed and started again under both.

Each server that ended is started again as a standby. Pages play as in `drain`: what was not answered is sent again
under the same id, to whichever server takes it. At the end each acknowledged action must be stored once, the chains of
all matches must be whole, and everybody must sit where they sat.

The database is a private one that this starts. How long a takeover took is counted from what happened to the owner
until the other one is ready.
"""

import argparse
import asyncio
import json
import os
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import urlopen

from bench import report
from bench.crowd import Wire, read
from bench.drain import RESUME, THINK_S, Drill, Page, itself
from bench.hosting import PATIENCE_S
from bench.report import Figure
from bench.seating import duels
from bussolotto.core.errors import TakenOver
from bussolotto.server.store import inspection
from tests import processes
from tests.server.stores import Cluster, opened_at

ROUNDS, DUELS = 20, 20
KINDS = ("kill", "stop", "pause", "cut", "database")
PLAY_S = 1.0  # before each round
LOOK_S = 0.02
ANSWER_S = 5.0  # on a busy machine
BARS_S = {"kill": (5.0, 10.0), "stop": (2.0, 2.0)}  # median, longest
DURABLE = "-c fsync=on -c synchronous_commit=on -c max_connections=50"
MANY = "1000000"
COMMAND = (
    *(sys.executable, "-m", "bussolotto", "--lang", "en", "serve", "--no-browser", "--standby"),
    *("--max-sockets", MANY, "--max-guests", MANY, "--max-tables", MANY, "--max-requests", MANY),
)


class Member:
    """One of the servers, on a folder and a port of its own."""

    def __init__(self, folder: Path, database: str) -> None:
        self.name = folder.name
        self._folder = folder
        self._database = f"{database}&application_name={self.name}"
        self.port = free_port()
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers: as the owner or as a standby."""
        self._folder.mkdir(exist_ok=True)
        command = [*COMMAND, "--port", str(self.port), "--data", str(self._folder / "data"), "--database"]
        with (self._folder / "log").open("a") as log:
            self.process = processes.start([*command, self._database], stdout=log, stderr=log)
        wait_for(lambda: self.is_up, self.log)

    @property
    def is_up(self) -> bool:
        """Whether it answers at all."""
        assert self.process.poll() is None, self.log()
        return self.ask("/healthz") is not None

    @property
    def is_owner(self) -> bool:
        """Whether it has the site and serves it."""
        told = self.ask("/readyz")
        return told is not None and json.loads(told)["status"] == "ok"

    def ask(self, path: str) -> bytes | None:
        """The content of a good answer; None if there is none, or a refusal."""
        with suppress(OSError), urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=ANSWER_S) as answer:
            return bytes(answer.read())
        return None

    def tell(self, how: int) -> None:
        """Send it a signal."""
        self.process.send_signal(how)

    def wait(self) -> int:
        """Wait until it is gone; its exit status."""
        return int(self.process.wait(PATIENCE_S))

    def log(self) -> str:
        """All it has written."""
        return (self._folder / "log").read_text()


@dataclass
class Takeovers(Drill):
    """What everybody has seen. `seconds` of takeovers by kind; `said`: by an owner that had stood still meanwhile."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    said: list[bytes] = field(default_factory=list)
    asked: int = 0  # of an owner that stood still


class Site:
    """The servers of one database."""

    def __init__(self, folder: Path, cluster: Cluster) -> None:
        self.cluster = cluster
        cluster.create("site")
        self.database = cluster.address("site")
        self.members = [Member(folder / name, self.database) for name in ("one", "two")]

    @property
    def owner(self) -> Member:
        """The server that has the site, as soon as one says so."""
        wait_for(lambda: any(member.is_owner for member in self.members), lambda: "nobody serves")
        found = [member for member in self.members if member.is_owner]
        assert len(found) == 1, [member.log() for member in self.members]
        return found[0]

    def other(self, than: Member) -> Member:
        return self.members[1 - self.members.index(than)]

    def end(self) -> None:
        """End all servers."""
        for member in self.members:
            if member.process.poll() is None:
                member.tell(signal.SIGCONT)
                member.tell(signal.SIGTERM)
                member.wait()


async def play(site: Site, kinds: Sequence[str], wanted: Sequence[dict[str, Any]], think_s: float) -> Takeovers:
    """Let all this happen while these duels are played."""
    drill = Takeovers([member.port for member in site.members], think_s)
    pages = [Page(drill, duel["match"], cookie) for duel in wanted for cookie in duel["cookies"]]
    work = [asyncio.create_task(page.stay()) for page in pages]
    for kind in kinds:
        await play_on(drill)
        begun_s = time.perf_counter()
        await ROUND[kind](site, drill, wanted)
        drill.seconds.setdefault(kind, []).append(drill.seconds.pop("last", [time.perf_counter()])[0] - begun_s)
    await play_on(drill)
    drill.going_on = False
    async with asyncio.timeout(PATIENCE_S):
        while any(page.waits for page in pages):  # noqa: ASYNC110  # it comes about in many places
            await asyncio.sleep(LOOK_S)
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await asyncio.sleep(0)  # until the lines are closed
    return drill


async def play_on(drill: Drill) -> None:
    """Until there are new acknowledgements, and a little longer."""
    before = len(drill.acked)
    async with asyncio.timeout(PATIENCE_S):
        while len(drill.acked) == before:  # noqa: ASYNC110  # it comes about in many places
            await asyncio.sleep(LOOK_S)
    await asyncio.sleep(PLAY_S)


async def kill(site: Site, drill: Takeovers, wanted: Sequence[dict[str, Any]]) -> None:
    await end_owner(site, drill, signal.SIGKILL)


async def stop(site: Site, drill: Takeovers, wanted: Sequence[dict[str, Any]]) -> None:
    await end_owner(site, drill, signal.SIGTERM)


async def end_owner(site: Site, drill: Takeovers, how: int) -> None:
    """End the owner. The other one takes over, and the first becomes its standby."""
    owner = site.owner
    owner.tell(how)
    await asyncio.to_thread(wait_for, lambda: site.other(owner).is_owner, site.other(owner).log)
    drill.seconds["last"] = [time.perf_counter()]
    await asyncio.to_thread(owner.wait)
    await asyncio.to_thread(owner.start)


async def pause(site: Site, drill: Takeovers, wanted: Sequence[dict[str, Any]]) -> None:
    """Let the owner stand still until it has been taken over. It is asked for views, previews and actions meanwhile."""
    owner, heard = site.owner, list[bytes]()
    wires = [await connect(owner, duel["match"], cookie, heard) for duel in wanted[:3] for cookie in duel["cookies"]]
    versions = [max(read(one).version for one in heard)] * len(wires)
    owner.tell(signal.SIGSTOP)
    await asyncio.to_thread(wait_for, lambda: stands_still(owner.process.pid), owner.log)
    await asyncio.sleep(LOOK_S)  # what was on its way has come
    heard.clear()
    for wire, version in zip(wires, versions, strict=True):
        for text in (RESUME, b'{"type":"preview","id":"p","version":%d,"actions":[0]}' % version, act(version)):
            wire.send(text)
            drill.asked += 1
    visitors = [asyncio.create_task(visit(owner.port, duel["match"], drill)) for duel in wanted[:3]]
    await asyncio.to_thread(wait_for, lambda: site.other(owner).is_owner, site.other(owner).log)
    drill.seconds["last"] = [time.perf_counter()]
    with without_renewal(site, owner):
        owner.tell(signal.SIGCONT)
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*visitors, *(wire.lost for wire in wires))
    drill.said += heard
    await come_back(owner)


async def cut(site: Site, drill: Takeovers, wanted: Sequence[dict[str, Any]]) -> None:
    """Let the owner renew no more until it has been taken over, and ask it for views then."""
    owner = site.owner
    with without_renewal(site, owner):
        await asyncio.to_thread(wait_for, lambda: site.other(owner).is_owner, site.other(owner).log)
        drill.seconds["last"] = [time.perf_counter()]
        await asyncio.gather(*(visit(owner.port, duel["match"], drill) for duel in [*wanted[:3]] * 5))
    await come_back(owner)


async def come_back(owner: Member) -> None:
    """It learns that it was taken over, and becomes the standby."""
    status = await asyncio.to_thread(owner.wait)
    assert status == TakenOver.STATUS, (status, owner.log())
    await asyncio.to_thread(owner.start)


@contextmanager
def without_renewal(site: Site, owner: Member) -> Iterator[None]:
    """The database does not answer the connection over which this server renews its lease."""
    with opened_at(site.database) as database:
        pids = [row[0] for row in database.execute(RENEWING, (owner.name,)).fetchall()]
    assert pids, owner.log()
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def act(version: int) -> bytes:
    """An action at this version, which nobody has decided on."""
    return b'{"type":"act","id":"stale-%d","version":%d,"actions":[0]}' % (version, version)


async def connect(member: Member, match: str, cookie: str, heard: list[bytes]) -> Wire:
    """A page that has seen the match, and listens."""
    wire = Wire(member.port, f"/api/matches/{match}/socket", cookie, heard.append)
    await asyncio.get_running_loop().create_connection(partial(itself, wire), "127.0.0.1", member.port)
    await wire.opened
    wire.send(RESUME)
    before = len(heard)
    async with asyncio.timeout(PATIENCE_S):
        while len(heard) == before:  # noqa: ASYNC110  # a list is no event
            await asyncio.sleep(LOOK_S)
    return wire


async def visit(port: int, match: str, drill: Takeovers) -> None:
    """Ask over HTTP for what only an owner may say. Note what it says."""
    drill.asked += 1
    with suppress(ConnectionError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with closing(writer):
            question = f"GET /api/matches/{match} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
            writer.write(question.encode())
            answer = await reader.read()
        if answer and not answer.startswith(b"HTTP/1.1 503"):
            drill.said.append(answer)


async def lose_database(site: Site, drill: Takeovers, wanted: Sequence[dict[str, Any]]) -> None:
    """Kill PostgreSQL and start it again. Whoever has the lease then serves, and the other one stands by."""
    owner = site.owner
    await asyncio.to_thread(site.cluster.stop, signal.SIGQUIT)
    site.cluster.start()  # in this thread: it ends with the one that started it
    await asyncio.to_thread(wait_for, lambda: any(one.is_owner for one in site.members), lambda: "nobody serves")
    drill.seconds["last"] = [time.perf_counter()]
    if not owner.is_owner:  # the other one was quicker
        await come_back(owner)


ROUND = {"kill": kill, "stop": stop, "pause": pause, "cut": cut, "database": lose_database}


def measure(kinds: Sequence[str], number: int, think_s: float = THINK_S, settings: str = DURABLE) -> list[Figure]:
    """Play, and compare what was acknowledged with what is stored."""
    with site_of_two(settings) as site:
        wanted = duels(site.owner.port, number)
        seats = rows_of(site, SEATS)
        drill = asyncio.run(play(site, kinds, wanted, think_s))
        stored = Counter((row[0], row[1]) for row in rows_of(site, ACTIONS))
        moved = Counter(seats) - Counter(rows_of(site, SEATS))
        with opened_at(site.database) as database:
            found = inspection.inspect(database, lambda *_: None)
    away_s = drill.away_s or [0.0]
    return [
        *(figure for kind in KINDS if kind in drill.seconds for figure in takeovers(kind, drill.seconds[kind])),
        Figure("time until a match was seen again, median", median(away_s), "s"),
        Figure("longest time until a match was seen again", max(away_s), "s"),
        Figure("acknowledged actions", len(drill.acked), "actions", bar=1),
        Figure("lost actions", len(set(drill.acked) - set(stored)), "actions", bar=0, at_most=True),
        Figure("doubled actions", sum(times > 1 for times in stored.values()), "actions", bar=0, at_most=True),
        Figure("stored actions that nobody sent", len(set(stored) - drill.sent), "actions", bar=0, at_most=True),
        Figure("matches with a broken order", len(found.findings), "matches", bar=0, at_most=True),
        Figure("seats that are somebody else's", moved.total(), "seats", bar=0, at_most=True),
        Figure("asked of owners that stood still", drill.asked, "requests"),
        Figure("answers of owners without a lease", len(drill.said), "answers", bar=0, at_most=True),
    ]


def takeovers(kind: str, seconds: Sequence[float]) -> Iterator[Figure]:
    usual, longest = BARS_S.get(kind, (None, None))
    yield Figure(f"{kind}: until another serves, median of {len(seconds)}", median(seconds), "s", usual, at_most=True)
    yield Figure(f"{kind}: until another serves, longest", max(seconds), "s", longest, at_most=True)


RENEWING = "SELECT pid FROM pg_stat_activity WHERE application_name = ? AND query LIKE '%UPDATE leases%'"
SEATS = "SELECT name, guest FROM seated ORDER BY name, guest"
ACTIONS = "SELECT name, message FROM decisions JOIN matches USING (number) WHERE message <> ''"


def rows_of(site: Site, query: str) -> list[tuple[Any, ...]]:
    with opened_at(site.database) as database:
        return [tuple(row) for row in database.execute(query).fetchall()]


@contextmanager
def site_of_two(settings: str) -> Iterator[Site]:
    """Two servers and their database; all of them are gone afterwards."""
    with ExitStack() as cleanup:
        folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory()))
        cluster = Cluster(settings)
        cleanup.callback(cluster.remove)
        site = Site(folder, cluster)
        cleanup.callback(site.end)
        yield site


def wait_for(comes: Any, log: Any) -> None:
    """Wait until this holds."""
    deadline = time.monotonic() + PATIENCE_S
    while not comes():
        assert time.monotonic() < deadline, log()
        time.sleep(LOOK_S)


def stands_still(pid: int) -> bool:
    """Whether a process has been stopped by a signal."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def free_port() -> int:
    """A port that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main(arguments: list[str]) -> None:
    """Run as a command. Exit code 1 if anything is lost, doubled or said without a lease, or takes too long."""
    parser = argparse.ArgumentParser("python -m bench standby", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", choices=KINDS, action="append", help="may be repeated; by default all by turns")
    parser.add_argument("--duels", type=int, default=DUELS, help="so many matches of two are played meanwhile")
    parser.add_argument("--think", type=float, default=THINK_S, metavar="SECONDS", help="before each action")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    wanted = parser.parse_args(arguments)
    kinds = wanted.only or KINDS
    figures = measure([kinds[turn % len(kinds)] for turn in range(wanted.rounds)], wanted.duels, wanted.think)
    report.show({"standby": figures}, wanted.json)
    sys.exit(not all(figure.met for figure in figures))
