"""The servers of a site, the database they share, their bus, and the links between: what drills are done to."""

import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

from bench.changed import LATER
from bench.hosting import PATIENCE_S
from bench.standby.links import Link, Where, network
from bussolotto.server.store.keeper import OWNER_FILE
from tests import processes
from tests.ports import reserve_port
from tests.server.buses import NatsPlace
from tests.server.stores import Cluster, opened_at

LOOK_S, ASK_S = 0.02, 0.05
ANSWER_S = 5.0  # on a busy machine
SCHEMA = "site"
CLOCK = (  # of the database, which statements find before the one that PostgreSQL has
    "CREATE SCHEMA drill",
    "CREATE TABLE drill.clock AS SELECT interval '0 s' AS ahead",
    """CREATE FUNCTION drill.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
        'SELECT pg_catalog.clock_timestamp() + ahead FROM drill.clock'""",
)
SEARCHED = f"{SCHEMA},drill,pg_catalog"
DURABLE = "-c fsync=on -c synchronous_commit=on -c max_connections=50 -c autovacuum=off"
MANY = "1000000"
COMMAND = (
    *(sys.executable, "-m", "bench.changed", "--lang", "en", "serve", "--no-browser"),
    *("--max-sockets", MANY, "--max-guests", MANY, "--max-tables", MANY, "--max-requests", MANY),
)
STANDBY, TABLES = ("--standby",), ("--tables", "one")  # kinds of servers
PLACES = 2  # of a database: it fails over from one to the other


class Member:
    """One of the servers, on a folder and a port of its own."""

    def __init__(
        self, folder: Path, links: Sequence[Link], bus: Link | None, kind: Sequence[str], later: int = 0
    ) -> None:
        """`links`: to the places of the database; `bus`: to the bus; `later`: by how many versions it is later."""
        self.name = folder.name
        self.links = links
        self.bus = bus
        self.kind = kind
        self.port = reserve_port()
        self.later = later  # than the version that is here
        self._folder = folder
        self._starts = 0
        self.start()

    @property
    def application(self) -> str:
        """What the database calls this process of it."""
        return f"{self.name}-{self._starts}"

    @property
    def owner(self) -> str:
        """What it is called in a lease."""
        return (self._folder / "data" / OWNER_FILE).read_text()

    def start(self) -> None:
        """Start it, and wait until it answers: as the owner, as a standby or as a table server."""
        self._starts += 1
        self._folder.mkdir(exist_ok=True)
        command = [*COMMAND, *self.kind, "--port", str(self.port), "--data", str(self._folder / "data")]
        bus = [] if self.bus is None else ["--bus", f"nats://127.0.0.1:{self.bus.port}"]
        with (self._folder / "log").open("a") as log:
            self.process = processes.start(
                [*command, *bus, "--database", self._address()],
                stdout=log,
                stderr=log,
                env={**os.environ, LATER: str(self.later)},
            )
        with processes.starting(self.process):
            wait_for(lambda: self.is_up, self.log)

    def _address(self) -> str:
        hosts, ports = ",".join(["127.0.0.1"] * PLACES), ",".join(str(link.port) for link in self.links)
        which = f"host={hosts}&port={ports}&target_session_attrs=read-write"
        named = f"application_name={self.application}&options={quote(f'-csearch_path={SEARCHED}')}&sslmode=disable"
        return f"postgresql://bussolotto@/postgres?{which}&{named}"

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

    @contextmanager
    def cut_off(self, ways: Sequence[str]) -> Iterator[None]:
        """Nothing passes between it and the database, in these directions. What is on its way arrives afterwards."""
        with ExitStack() as links:
            for link in self.links:
                links.enter_context(link.holding(ways))
            yield

    def tell(self, how: int) -> None:
        """Send it a signal."""
        self.process.send_signal(how)

    def wait(self) -> int:
        """Wait until it is gone; its exit status."""
        return int(self.process.wait(PATIENCE_S))

    def log(self) -> str:
        """All it has written."""
        return (self._folder / "log").read_text()


class Site:
    """The servers of one database. `places`: the databases that an address names, at most one of which is used."""

    def __init__(self, folder: Path, settings: str, link: Callable[[Where], Link], bus: NatsPlace | None) -> None:
        self.settings = settings
        self.bus = bus
        self.table_server: Member | None = None
        self.used = 0
        self._folder, self._link = folder, link
        self.places: list[Cluster | None] = [Cluster(settings), None]
        self.cluster.create(SCHEMA)
        with opened_at(self.database) as database:
            for statement in CLOCK:
                database.execute(statement)
        self.members = [self._make(name, STANDBY) for name in ("one", "two")]

    @property
    def cluster(self) -> Cluster:
        """The database that is used."""
        found = self.places[self.used]
        assert found is not None, self.used
        return found

    @property
    def database(self) -> str:
        """Its address, not by way of a link."""
        return self.cluster.address(SCHEMA)

    @property
    def owner(self) -> Member:
        """The server that has the site, as soon as one says so."""
        wait_for(lambda: any(member.is_owner for member in self.members), lambda: "nobody serves")
        found = [member for member in self.members if member.is_owner]
        assert len(found) == 1, [member.log() for member in self.members]
        return found[0]

    def other(self, than: Member) -> Member:
        return self.members[1 - self.members.index(than)]

    @property
    def later(self) -> int:
        """By how many versions the data are later than the version that is here."""
        return max(member.later for member in self.members)

    def start_table_server(self) -> Member:
        """Start the third server, which never has the site, in the version of the others; wait until it answers."""
        if self.table_server is None:
            self.table_server = self._make("tables", TABLES, self.later)
        else:
            self.table_server.later = self.later
            self.table_server.start()
        return self.table_server

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What the database that is used holds."""
        with opened_at(self.database) as database:
            return [tuple(row) for row in database.execute(query, values).fetchall()]

    def set_clock(self, ahead_s: int) -> None:
        """Set the clock of the database, by which leases are counted, so far ahead of the true time."""
        with opened_at(self.database) as database:
            database.execute("UPDATE drill.clock SET ahead = make_interval(secs => ?)", (ahead_s,))

    @contextmanager
    def without_renewal(self, owner: Member) -> Iterator[None]:
        """The database answers this server no more when it wants to renew its lease, over whatever connection."""
        with opened_at(self.database) as database:
            database.execute("INSERT INTO drill_waits VALUES (?)", (owner.application,))
        try:
            yield
        finally:
            with opened_at(self.database) as database:
                database.execute("DELETE FROM drill_waits")

    def end(self) -> None:
        """End all servers."""
        for member in (*self.members, self.table_server):
            if member is not None and member.process.poll() is None:
                member.tell(signal.SIGCONT)
                processes.end(member.process)

    def remove(self) -> None:
        """Remove all databases."""
        for cluster in self.places:
            if cluster is not None:
                cluster.remove()

    def _make(self, name: str, kind: Sequence[str], later: int = 0) -> Member:
        bus = self.bus
        links = [self._link(partial(self._path, place)) for place in range(PLACES)]
        to_bus = None if bus is None else self._link(lambda: ("127.0.0.1", bus.port))
        return Member(self._folder / name, links, to_bus, kind, later)

    def _path(self, place: int) -> str | None:
        cluster = self.places[place]
        return None if cluster is None else f"{cluster.folder}/.s.PGSQL.5432"


@contextmanager
def site_of_two(settings: str, with_bus: bool = False) -> Iterator[Site]:
    """Two servers, their database, and a bus, if they have one; all of them are gone afterwards."""
    with ExitStack() as cleanup:
        folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory()))
        bus = NatsPlace() if with_bus else None
        if bus is not None:
            cleanup.callback(bus.stop)
        site = Site(folder, settings, cleanup.enter_context(network()), bus)
        cleanup.callback(site.remove)
        cleanup.callback(site.end)
        yield site


def wait_for(comes: Callable[[], object], log: Callable[[], str]) -> None:
    """Wait until this holds."""
    deadline = time.monotonic() + PATIENCE_S
    while not comes():
        assert time.monotonic() < deadline, log()
        time.sleep(ASK_S)


def stands_still(pid: int) -> bool:
    """Whether a process has been stopped by a signal."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
