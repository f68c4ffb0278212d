"""The two stores of a server under test: a file of SQLite in its folder, or PostgreSQL, private to this run.

A folder has a schema of its own in the PostgreSQL database of the worker, so what asks for a folder's data finds them
after a restart.
"""

import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from bussolotto.server.store import connection, copying
from bussolotto.server.store.connection import Connection, Source
from bussolotto.server.store.database import FILE
from tests import processes

SQLITE, POSTGRESQL = "sqlite", "postgresql"
QUICK = "-c fsync=off -c synchronous_commit=on -c full_page_writes=off -c max_connections=50 -c shared_buffers=16MB"
OWNER = "bussolotto"
USER = "postgres"  # whom Debian's package brings: PostgreSQL does not run as root

STARTS_WITHIN_LOOKS, LOOK_S, PATIENCE_S = 1200, 0.05, 60

chosen = SQLITE  # the store of the test that is running


@cache
def programs() -> Path | None:
    """Where PostgreSQL is installed; None if it is not."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent  # where all the others are
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


class Cluster:
    """A PostgreSQL server of our own, on a socket in its folder."""

    def __init__(self, settings: str = QUICK) -> None:
        if programs() is None:
            pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # a short name: it becomes that of a socket
        self._settings = settings
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        self._account = USER if os.geteuid() == 0 else None
        self._make()
        self.start()

    def _make(self) -> None:
        """Make the data that it is started on."""
        self._run("initdb", "-U", OWNER, "-E", "UTF8", "--locale=C", "--auth=trust", "--no-sync")

    def start(self, settings: str = "") -> None:
        """Start it, and wait until it takes connections. `settings`: of this start only."""
        import psycopg

        command = [self._program("postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        with (self.folder / "log").open("a") as log:
            self._process = processes.start(
                [*command, "-c", "listen_addresses=", *self._settings.split(), *settings.split()],
                stdout=log,
                stderr=log,
                user=self._account,
                cwd=self.folder,
            )
        with processes.starting(self._process):
            for _ in range(STARTS_WITHIN_LOOKS):
                with suppress(psycopg.OperationalError), psycopg.connect(self.address()):
                    return
                assert self._process.poll() is None, (self.folder / "log").read_text()
                time.sleep(LOOK_S)
            raise AssertionError((self.folder / "log").read_text())

    def stop(self, how: int = signal.SIGQUIT) -> None:
        """Stop it: by SIGQUIT at once, as a power cut would."""
        self._process.send_signal(how)
        processes.end(self._process, signal.SIGCONT)  # it may have been made to stand still

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def create(self, schema: str) -> None:
        """Make a schema in its database: the place of one server's data."""
        import psycopg

        with psycopg.connect(self.address(), autocommit=True) as link:
            link.execute(f"CREATE SCHEMA {schema}".encode())

    def address(self, schema: str = "", user: str = OWNER) -> str:
        """Return the address of its database, or of a schema in it."""
        options = f"&options=-csearch_path%3D{schema}" if schema else ""
        return f"postgresql://{user}@/postgres?host={self.folder}{options}"

    def _run(self, program: str, *arguments: str) -> None:
        """Let a program of PostgreSQL work on the data."""
        processes.run(
            [self._program(program), "-D", str(self.folder / "data"), *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            user=self._account,
            cwd=self.folder,
        )

    def _program(self, name: str) -> str:
        found = programs()
        assert found is not None, name
        return str(found / name)


@cache
def cluster() -> Cluster:
    """The one of this worker, started when it is first needed."""
    return Cluster()


def remove_cluster() -> None:
    """Remove it, if there is one."""
    if cluster.cache_info().currsize:
        cluster().remove()
        cluster.cache_clear()


def source_of(folder: Path) -> Source:
    """Where a server on this folder keeps its data."""
    return folder if chosen == SQLITE else address_of(folder)


@cache
def address_of(folder: Path) -> str:
    """The address of the schema that belongs to this folder, in the cluster of this worker."""
    name = f"s{sha256(str(folder).encode()).hexdigest()[:16]}"
    cluster().create(name)
    return cluster().address(name)


def address_in_use(folder: Path) -> str | None:
    """The address of a folder's data, None where they are in a file."""
    return None if chosen == SQLITE else address_of(folder)


def environment_of(folder: Path) -> dict[str, str]:
    """What a server on this folder, and commands for it, have in their environment."""
    found = address_in_use(folder)
    return {connection.DATABASE: found} if found else {}


@contextmanager
def database(folder: Path) -> Iterator[Connection]:
    """The data of a server on this folder, to look into and to change beside it."""
    found = source_of(folder)
    if isinstance(found, Path):
        with closing(sqlite3.connect(found / FILE, isolation_level=None)) as file:
            yield file
        return
    with opened_at(found) as link:
        yield link


@contextmanager
def opened_at(address: str) -> Iterator[Connection]:
    """A PostgreSQL database at this address."""
    from bussolotto.server.store.postgres import PostgresConnection

    with closing(PostgresConnection(address)) as link:
        yield link


def dump(folder: Path) -> str:
    """All rows of a server on this folder, each on a line as SQLite writes it."""
    found = source_of(folder)
    if isinstance(found, Path):
        with closing(sqlite3.connect(found / FILE)) as file:
            return "\n".join(file.iterdump())
    with database(folder) as link:
        return "\n".join(
            f'INSERT INTO "{table}" VALUES({", ".join(str(value) for value in row)})'
            for table in [found.name for found in copying.list_tables()]
            for row in link.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
        )
