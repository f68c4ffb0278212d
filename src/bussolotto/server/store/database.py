"""The store: one SQLite file or one PostgreSQL database, one writer thread, natural group commit.

Everything submitted while the last commit ran, or while what it has stored is answered, is handed over and committed
together; there is no timer.
A function of a `*_rows` module that returns a `Statement` runs nothing: related statements are submitted together.
`done` of a write runs on the event loop after its commit is on disk (of SQLite: WAL, synchronous=FULL), or with the
refusal if it could not be stored. (Handing over writes one by one would cost a thread wake-up and, on a fast disk, a
commit for nearly every decision: 90 microseconds of processor time instead of 10.)
"""

import asyncio
import json
import logging
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain, count
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import msgspec

from bussolotto.core.errors import NotStored, Refusal, SetAside, Unreadable, refuse
from bussolotto.server.counts import StoreCounts
from bussolotto.server.ownership import Ownership
from bussolotto.server.store import checksums, opening, schema
from bussolotto.server.store.connection import Connection, Row, Source, without_password

if TYPE_CHECKING:
    from bussolotto.server.store.keeper import LeaseKeeper
    from bussolotto.server.store.postgres import PostgresConnection, PostgresWriter

FILE = "bussolotto.sqlite"
LOST_LOOK_S = 0.05
LOG_PAGES = 4_000  # 16 MB of log before it is copied to the file: the pages of matches in play change in most commits
STEPS_KEPT = 20_000  # as text, of all games
ROWS_A_STATEMENT = 64  # one INSERT of many rows releases the GIL once instead of once per row
INSERT_DECISIONS = [
    "INSERT INTO decisions VALUES " + ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * rows)  # noqa: S608  # placeholders, no values
    for rows in range(ROWS_A_STATEMENT + 1)
]
INSERT_DECISION = INSERT_DECISIONS[1]
INSERT_LINES = [
    "INSERT INTO nonces (number, place, version, line, checksum) VALUES " + ", ".join(["(?, ?, ?, ?, ?)"] * rows)  # noqa: S608  # placeholders, no values
    for rows in range(ROWS_A_STATEMENT + 1)
]
INSERT_LINE = INSERT_LINES[1]
NUMBERS = "numbers"  # no lease: the fencing number of this row is the last number that was given to a process
NUMBERS_AT_ONCE = 64
LAST_NUMBER = """
    SELECT coalesce(max(number), 0)
    FROM (SELECT (SELECT max(number) FROM matches) AS number UNION ALL SELECT (SELECT max(number) FROM decisions)) AS n
"""  # of a match that was lost, decisions may still be there
TAKE_NUMBERS = f"""
    INSERT INTO leases (scope, owner, fence, expires_ms)
    VALUES ('{NUMBERS}', '', ({LAST_NUMBER}) + {NUMBERS_AT_ONCE}, 0)
    ON CONFLICT (scope) DO UPDATE SET fence = greatest(leases.fence, ({LAST_NUMBER})) + {NUMBERS_AT_ONCE}
    RETURNING fence
"""  # noqa: S608  # no values
PASSING = (
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_ERROR,
)  # fmt: skip

EXPECTED = (sqlite3.Error, UnicodeError, OverflowError)  # the last: a number of more than 64 bits

Kind = TypeVar("Kind")
Steps = list[tuple[int, int]]
Statement = tuple[str, tuple[Any, ...] | dict[str, Any]]
Done = Callable[[Refusal | None], None]

log = logging.getLogger(__name__)


def shown(source: Source) -> str:
    """Return where data are, for people to read."""
    return str(source / FILE) if isinstance(source, Path) else without_password(source)


class Decision(NamedTuple):
    """A row: the decision of a seat at a version of a match, and every ply it caused. Chance alone has no message.

    `awaited`: the seats that may act afterwards, as a bit set; None where that depends on who rolls real dice.
    `checksum` belongs to the chain of the match (`checksums.extend`). Rows of older versions have neither. `marks`:
    what the transcript says of the plies (`fair.ledger`); None where the dice of the match cannot be verified.
    """

    number: int
    version: int
    seat: int
    message: str
    steps: str
    awaited: int | None = None
    checksum: int | None = None
    marks: str | None = None


class Write(msgspec.Struct, frozen=True):
    decision: Decision | None
    statements: Sequence[Statement]
    done: Done


def pack(steps: Sequence[tuple[int, int]]) -> str:
    """Encode steps: `[(0, 231), (15, 3)]` as `0:231 15:3`."""
    return " ".join(map(_pack_step, steps))


@lru_cache(STEPS_KEPT)
def _pack_step(step: tuple[int, int]) -> str:
    return f"{step[0]}:{step[1]}"


def unpack(steps: str) -> Steps:
    """Decode steps encoded by `pack`."""
    return [(int(seat), int(action)) for seat, _, action in (step.partition(":") for step in steps.split())]


def read_row(row: Row, kind: type[Kind], *documents: str) -> Kind:
    """Convert a row to a struct with a field for every column. The columns named in `documents` hold JSON.

    Raises Unreadable.
    """
    found = dict(row)
    try:
        for name in documents:
            found[name] = None if found[name] is None else json.loads(found[name])
        return msgspec.convert(found, kind, strict=False)  # flags are stored as numbers
    except (ValueError, TypeError, RecursionError) as problem:
        raise refuse("unreadable", cause="form", problem=str(problem)) from problem


def connect(file: Path) -> sqlite3.Connection:
    """Open a file of SQLite. Commits are on disk when they return."""
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.create_function("checksum_of", -1, checksums.of_row, deterministic=True)
    return connection


def connect_to_read(file: Path) -> sqlite3.Connection:
    """Open a file of SQLite, to write nothing."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA busy_timeout = 5000")
    return connection


def open_database(source: Source) -> Connection:
    """Open data to read them and to write single statements. Raises sqlite3.Error; of PostgreSQL as `open_postgres`."""
    return connect(source / FILE) if isinstance(source, Path) else open_postgres(source)


def open_postgres(address: str) -> "PostgresConnection":
    """Raises `missing-extra`, `bad-database`, `no-database`, `old-database`."""
    from bussolotto.server.store.postgres import PostgresConnection

    return PostgresConnection(address)


class RowWatch(Protocol):
    """Learns which rows can be read. `kind` says what a row is, `name` which one; "?" if that is not known."""

    def note_unreadable(self, kind: str, name: str, problem: Refusal) -> None: ...
    def note_readable(self, kind: str, name: str) -> None: ...


class Reader:
    """Reads a database directly, as stored on disk. `watch`, if any, learns of rows that stand alone."""

    def __init__(self, connection: Connection) -> None:
        self._reader = connection
        self.watch: RowWatch | None = None

    @property
    def version(self) -> int:
        """The version of its schema."""
        return schema.version(self._reader)

    def rows(self, query: str, *values: object) -> list[Row]:
        """Return all rows of a query. Raises Unreadable."""
        try:
            return self._reader.execute(query, values).fetchall()
        except (sqlite3.Error, UnicodeError) as problem:
            raise _unreadable(problem) from problem

    def rows_until(self, query: str, *values: object) -> tuple[list[Row], Refusal | None]:
        """Return the rows of a query as far as they can be read, and why there are no more.

        Text that cannot be decoded is returned as bytes.
        """
        rows: list[Row] = []
        self._reader.text_factory = _decode
        try:
            for row in self._reader.execute(query, values):
                rows.append(row)  # noqa: PERF402  # those before the damage count
        except sqlite3.Error as problem:
            return rows, _unreadable(problem)
        finally:
            self._reader.text_factory = str
        return rows, None

    def row(self, query: str, *values: object) -> Row | None:
        """Return the first row of a query, or None. Raises Unreadable."""
        try:
            found: Row | None = self._reader.execute(query, values).fetchone()
        except (sqlite3.Error, UnicodeError) as problem:
            raise _unreadable(problem) from problem
        return found

    def value(self, query: str, *values: object) -> Any:
        """Return the first column of the first row of a query, or None. Raises Unreadable."""
        found = self.row(query, *values)
        return None if found is None else found[0]


class Store(Reader):
    """The database of a running server. Reads are direct, writes go through the writer thread."""

    def __init__(self, source: Source, loop: asyncio.AbstractEventLoop, lease: "LeaseKeeper | None" = None) -> None:
        """Open or create the database. `lease`: that of a PostgreSQL database, if it was acquired before.

        Raises `newer-data`, `damaged-data`, `cannot-write`; of PostgreSQL `bad-database`, `no-database`, `data-in-use`.
        """
        self._loop = loop
        self.source = source
        self._writer, reader, self.ownership = _open_for_server(source, lease)
        super().__init__(reader)
        self.counts = StoreCounts()
        self._submitted = 0
        self._waiting: list[Write] = []
        self._writing = False
        self._batches: SimpleQueue[list[Write] | None] = SimpleQueue()
        alone = isinstance(source, Path)
        self._numbers: Iterator[int] = count(1 + int(self.value(LAST_NUMBER))) if alone else iter(())
        self._thread = Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many writes have been submitted and are not on disk yet."""
        return self._submitted - self.counts.stored - self.counts.failed

    @property
    def lost(self) -> bool:
        """Whether the database cannot be reached right now. A file always can."""
        return self._writer.lost

    def new_number(self) -> int:
        """Return the number of a new match. Each number is returned once. Raises Unreadable."""
        number = next(self._numbers, None)
        if number is not None:
            return number
        last = int(self.value(TAKE_NUMBERS))  # processes that share a database are given some at a time
        self._numbers = iter(range(last - NUMBERS_AT_ONCE + 1, last + 1))
        return next(self._numbers)

    def put(self, decision: Decision | None, statements: Sequence[Statement], done: Done) -> None:
        """Submit a decision with the statements that belong to it, or only statements.

        `done` is called on the loop with None once everything is on disk, else with the refusal.
        """
        if self._writer.lost:  # what was submitted before waits to learn whether it was stored
            self._loop.call_soon(done, refuse("not-stored", cause="busy"))
            return
        self._submitted += 1
        self._waiting.append(Write(decision, statements, done))
        if not self._writing:
            self._hand_over_soon()

    async def run(self, *statements: Statement) -> None:
        """Write all statements or none, and wait until they are on disk. Raises NotStored."""
        stored: asyncio.Future[None] = self._loop.create_future()

        def done(refusal: Refusal | None) -> None:
            if stored.cancelled():
                return
            if refusal is None:
                stored.set_result(None)
            else:
                stored.set_exception(refusal)

        self.put(None, statements, done)
        await stored

    async def secret(self, name: str) -> bytes:
        """Return random bytes of this database. They are generated once and never served."""
        await self.run(("INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING", (name, secrets.token_bytes(32))))
        return bytes(self.value("SELECT secret FROM secrets WHERE name = ?", name))

    async def close(self, keep: bool = False) -> None:
        """Write pending changes and close the database. One that is lost is not waited for.

        `keep`: leave the lease to who has the folder next; by default anybody may take it.
        """
        self._writer.stop_waiting()
        while self._writing or self._waiting:
            if self.lost:
                await asyncio.sleep(LOST_LOOK_S)  # until the writer gives up
                continue
            with suppress(NotStored):
                await self.run()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reader.close()
        await asyncio.to_thread(self.ownership.close if keep else self.ownership.release)

    def _hand_over_soon(self) -> None:
        """Hand over what waits, together with everything else from this iteration of the loop."""
        self._writing = True
        self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        batch, self._waiting = self._waiting, []
        self._batches.put(batch)

    def _write_all(self) -> None:
        while (batch := self._batches.get()) is not None:
            begun_s = perf_counter()
            refusals = [_refusal(problem) for problem in self._commit(batch)]
            self._count(batch, refusals, perf_counter() - begun_s)
            self._loop.call_soon_threadsafe(self._settle, batch, refusals)
        self._writer.close()

    def _count(self, batch: list[Write], refusals: list[Refusal | None], seconds: float) -> None:
        counts = self.counts
        stored = [write.decision for write, refusal in zip(batch, refusals, strict=True) if refusal is None]
        counts.commit.note(seconds)
        counts.stored += len(stored)
        counts.failed += len(batch) - len(stored)
        counts.decisions += len(stored) - stored.count(None)

    def _settle(self, batch: list[Write], refusals: list[Refusal | None]) -> None:
        for write, refusal in zip(batch, refusals, strict=True):
            try:
                write.done(refusal)
            except (SetAside, Unreadable) as problem:
                log.error("what follows a stored write failed: %s", problem)  # noqa: TRY400  # the file is damaged
            except Exception:
                log.exception("what follows a stored write failed")  # the other writes are stored nevertheless
        self._writing = False
        if self._waiting:
            self._hand_over_soon()

    def _commit(self, batch: list[Write]) -> list[Exception | None]:
        """Commit all writes together. If that fails, commit each one separately, so a failure affects only itself.

        Whatever is raised: the thread has to go on, or every later write waits for ever.
        """
        try:
            self._execute(batch)
        except Exception as problem:  # noqa: BLE001  # it becomes a refusal
            if len(batch) == 1:
                return [problem]
            return [self._commit([write])[0] for write in batch]
        return [None] * len(batch)

    def _execute(self, batch: list[Write]) -> None:
        rows = [write.decision for write in batch if write.decision is not None]
        every = [statement for write in batch for statement in write.statements]
        lines = [values for text, values in every if text is INSERT_LINE]
        statements = [statement for statement in every if statement[0] is not INSERT_LINE]
        inserts = [*_insert_all(INSERT_DECISIONS, rows), *_insert_all(INSERT_LINES, lines)]
        self._writer.write_all([*statements, *inserts])


class FileWriter:
    """The connection of a server that writes to a file of SQLite."""

    lost = False

    def __init__(self, connection: sqlite3.Connection) -> None:
        """What undoes a single statement is kept in memory: in a file, 64 decisions would take half as long again."""
        self._connection = connection
        connection.execute("PRAGMA temp_store = MEMORY")

    def write_all(self, statements: Sequence[Statement]) -> None:
        """Carry out all statements or none. Raises sqlite3.Error."""
        if len(statements) == 1:
            self._connection.execute(*statements[0])  # a transaction of its own
            return
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements:
                self._connection.execute(*statement)
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def stop_waiting(self) -> None:
        """A file is never waited for."""

    def close(self) -> None:
        self._connection.close()


def _open_for_server(
    source: Source, lease: "LeaseKeeper | None"
) -> "tuple[FileWriter | PostgresWriter, Connection, Ownership]":
    """Open data up to date: to write, and to read; and whether this process may speak of them."""
    if not isinstance(source, Path):
        from bussolotto.server.store.keeper import open_with_lease

        return open_with_lease(source, lease)
    source.mkdir(parents=True, exist_ok=True)
    with opening.starting(source / FILE):
        connection = connect(source / FILE)
        opening.bring_up_to_date(connection, source / FILE)
        return FileWriter(connection), connect(source / FILE), Ownership()


def _insert_all(inserts: Sequence[str], rows: Sequence[Iterable[Any]]) -> list[Statement]:
    """Return statements that insert all these rows. `inserts`: the statement for so many of them."""
    parts = [rows[at : at + ROWS_A_STATEMENT] for at in range(0, len(rows), ROWS_A_STATEMENT)]
    return [(inserts[len(part)], tuple(chain.from_iterable(part))) for part in parts]


def _decode(text: bytes) -> str | bytes:
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text


def _refusal(problem: Exception | None) -> Refusal | None:
    if problem is None:
        return None
    log.error("could not store: %s", problem, exc_info=None if isinstance(problem, EXPECTED) else problem)
    return refuse("not-stored", cause=_unreadable(problem).values["cause"])


def _unreadable(problem: Exception) -> Refusal:
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF  # extended codes: the lowest byte
    return refuse("unreadable", cause="busy" if code in PASSING else "file", problem=str(problem))
