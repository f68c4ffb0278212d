"""Opens the database of a folder for a server: brought up to date, after a copy, and tried for writing."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bussolotto.core.errors import Refusal, refuse
from bussolotto.server.store import schema

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT)
BEAT = "INSERT INTO pulse VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at_s = excluded.at_s"


@contextmanager
def starting(file: Path) -> Iterator[None]:
    """Refuse a start in one sentence, if the file is damaged or the disk does not take anything."""
    try:
        yield
    except (sqlite3.Error, UnicodeError) as problem:  # the latter where what SQLite complains of is damaged itself
        raise refuse_start(file, problem) from problem
    except OSError as problem:
        raise refuse("cannot-write", folder=str(file.parent), problem=problem.strerror or problem) from problem


def refuse_start(file: Path, problem: sqlite3.Error | UnicodeError) -> Refusal:
    """Return why a server cannot start with this file."""
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF  # extended codes: the lowest byte
    if code in DAMAGED:
        return refuse("damaged-data", file=str(file), problem=problem)
    return refuse("cannot-write", folder=str(file.parent), problem=problem)


def bring_up_to_date(connection: sqlite3.Connection, file: Path) -> None:
    """Migrate the database to the newest version, after a copy of it, and try to write. Raises sqlite3.Error."""
    schema.require_known(connection)
    copy = None
    if 0 < schema.version(connection) < len(schema.MIGRATIONS):
        copy = copy_before(connection, file)
    try:
        schema.migrate(connection)
    except BaseException:
        if copy is not None:
            copy.unlink()  # nothing has changed
        raise
    connection.execute(BEAT, (int(time.time()),))


def copy_before(connection: sqlite3.Connection, file: Path) -> Path:
    """Copy a database before its migration, to a file that only its owner can read. Return the file."""
    target = _find_free(file.with_name(f"{file.name}.before-{len(schema.MIGRATIONS)}"))
    draft = target.with_name(f"{target.name}.new")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL, 0o600))
    copy = sqlite3.connect(draft)
    try:
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    except BaseException:
        copy.close()
        draft.unlink()
        raise
    copy.close()
    return draft.rename(target)


def _find_free(file: Path) -> Path:
    """Return this name, or the next one with a number that no file has."""
    found, number = file, 2
    while found.exists():
        found, number = file.with_name(f"{file.name}-{number}"), number + 1
    return found
