"""A PostgreSQL database as the second store, with the same meaning as the file of SQLite.

Statements come in the words of SQLite (`dialect`), problems leave as the errors of `sqlite3` that mean the same, so
that whoever reads or writes rows need not know which store it is. psycopg is imported when such a database is opened.
"""

import logging
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from hashlib import blake2b
from typing import Any, Protocol

from bussolotto.core.errors import Refusal, refuse
from bussolotto.server.store import checksums, dialect, leases, opening, schema
from bussolotto.server.store.connection import Cursor, without_password

try:
    import psycopg
    from psycopg import conninfo, errors
    from psycopg.pq import TransactionStatus
    from psycopg.types import numeric

    from bussolotto.server.store import primary
except ModuleNotFoundError as missing:
    raise refuse("missing-extra", extra="postgres") from missing

SCHEMES = ("postgresql://", "postgres://")
OLDEST = 150_000  # as libpq numbers versions
USUAL = {  # unless the address says otherwise; seconds, or milliseconds
    "application_name": "bussolotto",
    "connect_timeout": "5",
    "tcp_user_timeout": "10000",
    "keepalives_idle": "10",
    "keepalives_interval": "3",
    "keepalives_count": "3",
}
SITE = (
    0x6275_7373  # the number of the lock that servers of a database share, and that is whose who is to be alone: "buss"
)
MIGRATING = SITE + 1
LOCK = f"SELECT pg_try_advisory_lock({SITE}, hashtext(current_schema()))"
SHARE_LOCK = f"SELECT pg_try_advisory_lock_shared({SITE}, hashtext(current_schema()))"
LOCK_MIGRATION = f"SELECT pg_advisory_xact_lock({MIGRATING}, hashtext(current_schema()))"
LOCK_WITHIN_S = 5.0  # in which the database learns that the process before us is gone
OWN_BACKEND = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
END_BACKEND = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2"
DURABLE = """
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')
"""
END_UNFINISHED = (
    "SET idle_in_transaction_session_timeout = '2s'"  # of an owner that was stopped: a takeover waits for it
)
LONGEST_READ_MS = 5_000
READ_WITHIN_S = 6.0  # by our clock
WRITE_WITHIN_S = 10.0  # then a new connection learns whether it was stored
AGAIN_S = 0.2  # between attempts to reach a database that is gone
PATIENCE = 4  # a read that waits for a connection holds up everybody: at most a fifth of the time
SITE_BATCHES = 1  # in earlier versions that of everybody
NOWHERE = "\uffff"  # a number that Unicode gives to no character
Values = Sequence[Any] | Mapping[str, Any]
Backend = tuple[Any, ...]  # a process of PostgreSQL: its number, and since when it has that

log = logging.getLogger(__name__)


class Lease(Protocol):
    """The right to write: see `leases`."""

    scope: str
    owner: str
    lost: bool

    @property
    def fence(self) -> int: ...
    def lose(self) -> None:
        """Somebody else has it: nothing is said any more."""


class PostgresError(sqlite3.OperationalError):
    """A problem of PostgreSQL. Its code is that of the error of SQLite with the same meaning."""

    def __init__(self, problem: Exception, code: int) -> None:
        super().__init__(_tell(problem))
        self.sqlite_errorcode = code


class Row:
    """A row as `sqlite3.Row`: its columns by place or by name."""

    __slots__ = ("_places", "_values")

    def __init__(self, values: Sequence[Any], places: dict[str, int]) -> None:
        self._values = values
        self._places = places

    def __getitem__(self, column: int | str) -> Any:
        return self._values[self._places[column] if isinstance(column, str) else column]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def keys(self) -> list[str]:
        """Return the names of the columns, in order."""
        return list(self._places)


class PostgresConnection:
    """A connection that reads, and writes a statement at a time. A lost one is made anew by the next statement."""

    text_factory: Any = str  # nothing in a PostgreSQL database is no UTF-8
    usual: Mapping[str, str] = USUAL
    within_s = 0.0  # in which a statement must be answered; 0 for ever

    def __init__(self, address: str, longest_ms: int = 0) -> None:
        """Open it. Statements may take so long, 0 for ever. Raises `bad-database`, `no-database`, `old-database`."""
        self.address = address
        self._longest_ms = longest_ms
        self._known_version = 0
        self._again_s = 0.0
        try:
            self._link = self._connect()
        except psycopg.ProgrammingError as problem:
            raise refuse("bad-database", database=without_password(address), problem=_tell(problem)) from problem
        except psycopg.Error as problem:
            raise refuse("no-database", database=without_password(address), problem=_tell(problem)) from problem

    def execute(self, statement: str, values: Values = (), /) -> Cursor:
        """Carry out a statement. What is lost on the way is tried again, if it only reads."""
        with translated_problems():
            self._leave_old()
            try:
                return self._run(statement, values)
            except psycopg.OperationalError:
                if not self._link.closed or not statement.lstrip().startswith("SELECT"):
                    raise
                self._reconnect()
                return self._run(statement, values)

    def close(self) -> None:
        self._link.close()

    def limit(self, within_s: float) -> None:
        """Give a statement up from now on that is not answered for so long."""
        self.within_s = self._link.within_s = within_s

    @property
    def version(self) -> int:
        """The version of the schema, 0 in an empty database."""
        if not self._known_version and self.execute(dialect.VERSION_IS_KEPT).fetchone()[0]:
            self._known_version = int(self.execute(dialect.VERSION).fetchone()[0])
        return self._known_version

    def prepare(self) -> None:
        """Let one migration run at a time. Make in an empty database what the statements of SQLite need."""
        self._link.execute(LOCK_MIGRATION)
        self._known_version = 0
        if not self.version:
            for statement in dialect.FUNCTIONS:
                self._link.execute(statement)

    def note_version(self, number: int) -> None:
        """Store the version of the schema."""
        self._link.execute(dialect.NOTE_VERSION, (number,))
        self._known_version = 0

    def count_on(self, columns: Sequence[tuple[str, str]]) -> None:
        """Give to rows that are inserted later the numbers after those that are there. `columns`: of which table."""
        for table, column in columns:
            self._link.execute(dialect.COUNT_ON.format(table=table, column=column).encode())

    def _leave_old(self) -> None:
        """Close a connection to a primary in whose place another server was promoted."""
        if self._link.place.is_old:
            self._link.close()

    def _run(self, statement: str, values: Values) -> "psycopg.Cursor[Row]":
        asked = dialect.translate(statement)
        arranged = asked.arrange(values)
        if statement.lstrip().startswith("SELECT"):  # no text holds a NUL, so what asks for one finds nothing
            arranged = [one.replace("\0", NOWHERE) if isinstance(one, str) else one for one in arranged]
        return self._link.execute(asked.text, arranged or None)

    def _connect(self) -> primary.Link:
        if not self.address.startswith(SCHEMES):
            raise psycopg.ProgrammingError(f"it begins with {SCHEMES[0]}")
        given = {**self.usual, **conninfo.conninfo_to_dict(self.address)}
        link = primary.connect(
            given,  # type: ignore[arg-type]  # texts, as in an address
            autocommit=True,
            client_encoding="UTF8",
            cursor_factory=psycopg.RawCursor,
            row_factory=_make_rows,
        )
        _adapt(link)
        if link.info.server_version < OLDEST or link.info.parameter_status("server_encoding") != "UTF8":
            link.close()
            raise refuse("old-database", database=without_password(self.address))
        if self._longest_ms:
            link.execute(f"SET statement_timeout = {int(self._longest_ms)}")
        link.within_s = self.within_s
        return link

    def _reconnect(self) -> None:
        """Make the connection anew. Whoever asks waits for that, so it is tried again the later the longer it took."""
        begun_s = time.monotonic()
        if begun_s < self._again_s:
            raise errors.ConnectionFailure("the database cannot be reached")
        self._link.close()
        try:
            self._link = self._connect()
        finally:
            now_s = time.monotonic()
            self._again_s = now_s + max(AGAIN_S, PATIENCE * (now_s - begun_s))


class SiteConnection(PostgresConnection):
    """A connection that writes, on disk when a statement returns. Servers share a database; `alone` shuts them out.

    `backend`: the process of PostgreSQL that serves it. A connection that follows it ends that process, which may not
    have learnt yet that nobody is there any more, and may hold what others wait for.
    """

    def __init__(self, address: str, alone: bool = False, before: Backend | None = None) -> None:
        """`before`: what served the connection that this one follows.

        Raises `data-in-use`, and what `PostgresConnection` raises.
        """
        self.backend = before
        self._lock_statement = LOCK if alone else SHARE_LOCK
        super().__init__(address)

    def _connect(self) -> primary.Link:
        link = super()._connect()
        try:
            link.execute(DURABLE)
            self._lock(link)
            if self.backend is not None:
                link.execute(END_BACKEND, self.backend)
            self.backend = tuple(link.execute(OWN_BACKEND).fetchone() or ())
        except BaseException:
            link.close()
            raise
        return link

    def _lock(self, link: "psycopg.Connection[Row]") -> None:
        if link.execute("SELECT pg_is_in_recovery()").fetchone()[0]:  # type: ignore[index]  # it has a row
            raise errors.ReadOnlySqlTransaction("it is a standby, which takes nothing")
        end_s = time.monotonic() + LOCK_WITHIN_S
        while not link.execute(self._lock_statement).fetchone()[0]:  # type: ignore[index]  # it has a row
            if time.monotonic() > end_s:
                raise refuse("data-in-use", folder=without_password(self.address))
            time.sleep(AGAIN_S)


class PostgresWriter(SiteConnection):
    """The connection of a server that writes: transactions on disk when they return, none without the lease.

    A connection may break after COMMIT was sent and before it was answered. Each transaction therefore notes a number
    of its own; a new connection finds there whether the last one was carried out, and waits for one that still runs.
    """

    def __init__(self, address: str, lease: Lease) -> None:
        """Raises `data-in-use`, and what `PostgresConnection` raises."""
        self.lost = False  # whether the database cannot be reached right now
        self._lease = lease
        self._batches = batches_of(lease.scope)
        self._stopping = False  # whether nobody waits for a lost database any more
        super().__init__(address)

    def write_all(self, statements: Sequence[tuple[str, Values]]) -> None:
        """Carry out all statements or none. If the connection is lost, wait for the next to learn which.

        Raises sqlite3.Error; then nothing was stored, or the lease is lost.
        """
        batch = secrets.token_hex(8)
        while True:
            try:
                self._transact(batch, statements)
            except psycopg.OperationalError as problem:
                if not self._link.closed:
                    raise PostgresError(problem, _code_of(problem)) from problem
                if self._is_stored(batch):
                    return
            except (psycopg.Error, sqlite3.Error) as problem:
                raise self._explain(problem) from problem
            else:
                return

    def prepare(self) -> None:
        super().prepare()
        try:
            self._begin_batch(secrets.token_hex(8))
        except psycopg.Error as problem:
            raise self._explain(problem) from problem

    def _transact(self, batch: str, statements: Sequence[tuple[str, Values]]) -> None:
        self._leave_old()
        try:
            with self._link.pipeline():
                self._link.execute("BEGIN")
                self._begin_batch(batch)
                for statement, values in statements:
                    self._write(statement, values)
                ended = self._link.execute("COMMIT")
            if ended.statusmessage != "COMMIT":
                raise errors.InFailedSqlTransaction("nothing was stored")
        finally:
            if not self._link.closed and self._link.info.transaction_status != TransactionStatus.IDLE:
                # Statements that were to be prepared after the one that failed are not. psycopg prepares all anew, but
                # only after a ROLLBACK whose text it has not seen before.
                self._link.execute(f"ROLLBACK /* {batch} */".encode())

    def _begin_batch(self, batch: str) -> None:
        """Hold the lease until the transaction ends; it fails if somebody else has taken it."""
        lease = self._lease
        self._link.execute(dialect.BEGIN_BATCH, (batch, lease.scope, lease.owner, lease.fence, self._batches))

    def _explain(self, problem: Exception) -> PostgresError:
        """Return the problem of a transaction. One that the lease is not held for says that it is lost."""
        if isinstance(problem, errors.NotNullViolation) and problem.diag.table_name == dialect.BATCHES:
            self._lease.lose()
            problem = errors.ReadOnlySqlTransaction("another server has taken over")
        return PostgresError(problem, _code_of(problem))

    def _write(self, statement: str, values: Values) -> None:
        rechecked = dialect.split_checksums(statement)
        if rechecked is None:
            self._run(statement, values)
            return
        assert isinstance(values, Mapping), statement
        for row in self._run(rechecked.select, values).fetchall():
            found, named = list(row), dict(values)
            for letter, length in zip("abcdefgh", rechecked.lengths, strict=False):
                named[f"checksum_{letter}"] = checksums.of_row(*found[:length])
                del found[:length]
            self._run(rechecked.update, named)

    def _is_stored(self, batch: str) -> bool:
        """Reach the database again, however long it takes, and return whether this transaction was carried out."""
        self.lost = True
        log.error("the database %s is lost; trying to reach it", without_password(self.address))
        while True:
            try:
                self._link = self._connect()
                last = self._link.execute(dialect.LAST_BATCH, (self._batches,)).fetchone()
            except (psycopg.Error, Refusal) as problem:
                if self._stopping:
                    raise PostgresError(problem, sqlite3.SQLITE_BUSY) from problem
                time.sleep(AGAIN_S)
                continue
            log.warning("the database %s is back", without_password(self.address))
            self.lost = False
            return last is not None and last[0] == batch

    def _connect(self) -> primary.Link:
        link = super()._connect()
        try:
            link.execute(END_UNFINISHED)
        except BaseException:
            link.close()
            raise
        return link

    def stop_waiting(self) -> None:
        """Give up a lost database: what was not answered is answered no more."""
        self._stopping = True


def batches_of(scope: str) -> int:
    """Return under which number the last transaction of the owner of a scope is noted."""
    if scope == leases.SITE:
        return SITE_BATCHES
    return int.from_bytes(blake2b(scope.encode(), digest_size=8).digest(), signed=True)


def open_for_server(address: str, lease: Lease) -> tuple[PostgresWriter, PostgresConnection]:
    """Open a database that is this process's: to write, and to read. Raises `newer-data`, `cannot-write` as well."""
    with ExitStack() as cleanup:
        writer = cleanup.enter_context(closing(PostgresWriter(address, lease)))
        try:
            schema.migrate(writer)
            writer.write_all([(opening.BEAT, (int(time.time()),))])
        except sqlite3.Error as problem:
            if lease.lost:
                raise refuse("taken-over", database=without_password(address)) from problem
            raise refuse("cannot-write", folder=without_password(address), problem=problem) from problem
        reader = PostgresConnection(address, LONGEST_READ_MS)
        writer.limit(WRITE_WITHIN_S)
        reader.limit(READ_WITHIN_S)
        cleanup.pop_all()
    return writer, reader


@contextmanager
def translated_problems() -> Iterator[None]:
    """Raise the problems of PostgreSQL as those of SQLite."""
    try:
        yield
    except psycopg.Error as problem:
        raise PostgresError(problem, _code_of(problem)) from problem


def _code_of(problem: Exception) -> int:
    if isinstance(problem, errors.DataCorrupted | errors.IndexCorrupted):
        return sqlite3.SQLITE_CORRUPT
    if isinstance(problem, errors.DiskFull):
        return sqlite3.SQLITE_FULL
    if isinstance(problem, psycopg.IntegrityError):
        return sqlite3.SQLITE_CONSTRAINT
    if isinstance(problem, errors.ReadOnlySqlTransaction | errors.InsufficientPrivilege):
        return sqlite3.SQLITE_READONLY
    return sqlite3.SQLITE_ERROR if isinstance(problem, psycopg.ProgrammingError) else sqlite3.SQLITE_BUSY


def _tell(problem: Exception) -> str:
    """Return what is wrong in one line. libpq tells each of its attempts to connect; the last counts."""
    if isinstance(problem, psycopg.Error) and problem.diag.message_primary:
        return problem.diag.message_primary
    lines = [line.strip() for line in str(problem).splitlines() if line.strip() and not line.startswith("\t")]
    told = lines[-1] if lines else type(problem).__name__
    return told.rpartition("failed: ")[2].removeprefix("FATAL:").strip().rstrip(".")


def _make_rows(cursor: Any) -> Callable[[Sequence[Any]], Row]:
    places = {column.name: place for place, column in enumerate(cursor.description or ())}
    return lambda values: Row(values, places)


class _Flag(numeric.Int8Dumper):
    """Flags are stored as numbers."""

    def dump(self, obj: Any) -> Any:
        return super().dump(int(obj))


def _adapt(link: "psycopg.Connection[Row]") -> None:
    """Pass every whole number with 64 bits, or each size would be a statement of its own."""
    link.adapters.register_dumper(int, numeric.Int8Dumper)
    link.adapters.register_dumper(bool, _Flag)
