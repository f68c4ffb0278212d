"""The folder of a server seen from outside: locked by one server, but copied and read even while it is written to."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from bussolotto.core.errors import Unreadable, refuse
from bussolotto.play import notation
from bussolotto.server.store import fair_rows, match_rows, moderation_rows, opening, private, schema
from bussolotto.server.store.connection import Connection, Row, Source
from bussolotto.server.store.database import FILE, Reader, connect_to_read, open_database, shown
from bussolotto.server.store.moderation_rows import Key

FolderLock = sqlite3.Connection  # held as long as it is open


def lock_folder(folder: Path) -> FolderLock:
    """Lock the folder until this process ends, in whatever way. Raises `data-in-use`."""
    file = folder / "server.lock"
    with opening.starting(file):
        lock = sqlite3.connect(file, timeout=0, isolation_level=None)
    try:
        lock.execute("PRAGMA journal_mode = MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as problem:
        lock.close()
        if problem.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise refuse("data-in-use", folder=str(folder)) from problem
        raise opening.refuse_start(file, problem) from problem
    return lock


def _open_database(source: Source) -> Connection:
    """Open data that are there. Raises `no-data`, `newer-data`."""
    if isinstance(source, Path) and not (source / FILE).exists():
        raise refuse("no-data", file=shown(source))
    connection = open_database(source)
    if not schema.version(connection) and not isinstance(source, Path):
        connection.close()
        raise refuse("no-data", file=shown(source))
    try:
        schema.require_known(connection)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def opened(source: Source) -> Iterator[Connection]:
    """Open the database to read it, even while a server runs. Raises `no-data`, `newer-data`, `damaged-data`."""
    if isinstance(source, Path):
        with opened_file(source) as connection:
            yield connection
        return
    with closing(_open_database(source)) as connection:
        yield connection


@contextmanager
def opened_file(folder: Path, even_damaged: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a file of SQLite to read it."""
    file = folder / FILE
    if not file.exists():
        raise refuse("no-data", file=str(file))
    with opening.starting(file):
        connection = connect_to_read(file)
    try:
        if not even_damaged:
            with opening.starting(file):
                schema.require_known(connection)
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        yield connection
    finally:
        connection.close()


def backup(source: Source, target: Path, force: bool = False) -> None:
    """Copy the database to the file `target`, whole or not at all, even while a server is writing to it.

    Raises `no-data`, `backup-there` unless `force` is given, `backup-of-itself`, `not-written`, and `use-pg-dump` for a
    PostgreSQL database.
    """
    if not isinstance(source, Path):
        raise refuse("use-pg-dump", database=shown(source))
    connection = _open_database(source)
    assert isinstance(connection, sqlite3.Connection), source
    draft = target.with_name(f"{target.name}.new")
    try:
        if target.exists() and target.samefile(source / FILE):
            raise refuse("backup-of-itself", file=target)
        if target.exists() and not force:
            raise refuse("backup-there", file=target)
        private.create_file(draft)
        with closing(sqlite3.connect(draft)) as copy:
            connection.backup(copy)
        draft.replace(target)
    except (OSError, sqlite3.Error) as problem:
        raise refuse("not-written", file=target, problem=problem) from problem
    finally:
        connection.close()
        draft.unlink(missing_ok=True)


def store_operator_key(source: Source, digest: bytes, kind: Key) -> None:
    """Store a key of the operator, even while a server runs. A new token makes all earlier keys void.

    Raises `no-data`, and `not-serving` for data of an older version, which a server has to migrate first.
    """
    connection = _open_database(source)
    try:
        if schema.version(connection) < schema.SINCE_OPERATORS:
            raise refuse("not-serving", folder=shown(source))
        now_s = time.time()
        connection.execute("BEGIN IMMEDIATE")
        if kind == "token":
            connection.execute("DELETE FROM operator_keys")
            connection.execute(*moderation_rows.insert_audit("command", now_s, "token", ""))
        connection.execute(*moderation_rows.insert_key(digest, kind, now_s, None))
        connection.execute("COMMIT")
    finally:
        connection.close()


def delete_operator_key(source: Source, digest: bytes) -> None:
    """Make a key of the operator void, even while a server runs. Raises `no-data`."""
    connection = _open_database(source)
    try:
        connection.execute(*moderation_rows.delete_key(digest))
    finally:
        connection.close()


def read_record(source: Source, name: str) -> tuple[notation.Record, bytes]:
    """Return a stored match and its salt key, even while a server runs.

    Raises `no-data`, NotFound, `not-running`, Unreadable.
    """
    connection = _open_database(source)
    try:
        connection.execute("BEGIN")  # all of it is of one moment: the server may write meanwhile
        store = Reader(connection)
        found = store.row("SELECT * FROM matches WHERE name = ?", name)
        if found is None:
            raise refuse("not-found", what="match", name=name)
        if found["started_s"] is None:
            raise refuse("not-running")
        record, log = _read_record(store, found)
        key = bytes(found["salt_key"])
        record.prove_by(fair_rows.read_proof(store, found["number"], log, record.names, key))
    finally:
        connection.close()
    return record, key


def read_finished(
    source: Source, most: int, *, guest: str | None = None, table: str | None = None
) -> Iterator[tuple[notation.Record, int | None]]:
    """Read the newest finished matches whose dice the program rolled, all or those of a guest or at a table.

    Yields each with the seat of this guest, even while a server runs. What cannot be read is left out, and so are
    practice matches, whose dice are written down beforehand. Raises `no-data`.
    """
    connection = _open_database(source)
    try:
        store = Reader(connection)
        for number, seat in match_rows.list_finished(store, most, guest, table):
            with suppress(Unreadable, msgspec.ValidationError, json.JSONDecodeError):
                found = store.row("SELECT * FROM matches WHERE number = ?", number)
                if found is not None:
                    yield _read_record(store, found)[0], seat
    finally:
        connection.close()


def _read_record(store: Reader, found: Row) -> tuple[notation.Record, match_rows.Log]:
    """Return a match that has begun, and its decisions. Raises Unreadable."""
    match_rows.require_whole(found)
    log = match_rows.read_log(store, found["number"])
    older = store.version < schema.SINCE_CLAIMS
    claims = [] if older else match_rows.list_claims(store, found["number"])
    told = {
        "options": json.loads(found["options"]),
        "names": [occupant["name"] for occupant in json.loads(found["sitters"])],
        "steps": [step for steps in log.steps for step in steps],
        "end": json.loads(found["ending"] or "null"),
        "claims": msgspec.to_builtins(claims),
    }
    return msgspec.convert(dict(found) | told, notation.Record), log


def read_signing_key(source: Source) -> bytes | None:
    """Return the key that signs files, even while a server runs; None if there is none yet."""
    if isinstance(source, Path) and not (source / FILE).exists():
        return None
    connection = _open_database(source)
    try:
        keys = fair_rows.list_signing_keys(Reader(connection))
    finally:
        connection.close()
    return keys[-1].secret if keys else None
