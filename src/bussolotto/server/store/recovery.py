"""Writes what can be read of a damaged database into a new file. The old one is not touched.

Rows are copied by ranges of their key. A range that cannot be read is halved again and again, so that a damaged page
costs the rows that are on it, and no others.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bussolotto.core.errors import refuse
from bussolotto.server.store import schema
from bussolotto.server.store.database import connect

LETTERS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"  # of names, in the order of SQLite
DEEPEST = 3  # letters by which rows with a name are looked for
LARGEST = 1 << 40
LAST_LETTER = "\U0010ffff"
MOST_FAILED = 5_000  # ranges in a row that cannot be read: the root of the table is damaged
NOT_COPIED = ("open_tables", "seated", "leases", "placements", "pulse")  # written again by triggers, or of no worth


def recover(source: sqlite3.Connection, target: Path) -> dict[str, int]:
    """Copy all rows that can be read to a new file. Return how many, by table. Raises `file-there`."""
    if target.exists():
        raise refuse("file-there", file=str(target))
    os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
    copy = connect(target)
    try:
        schema.migrate(copy)
        tables = [name for (name,) in copy.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        copy.execute("DROP TRIGGER chains_follow")  # a lost end of a chain must stay lost
        counts = {name: _copy_table(source, copy, name) for name in tables if name not in NOT_COPIED}
        copy.execute(schema.CHAINS_FOLLOW)
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
    return counts


def _copy_table(source: sqlite3.Connection, copy: sqlite3.Connection, table: str) -> int:
    columns = [(row[1], row[2], row[5]) for row in copy.execute(f"PRAGMA table_info({table})")]
    known = _columns_of(source, table)
    names = [name for name, _, _ in columns if name in known]
    if not names:
        return 0
    key, kind = next((name, kind) for name, kind, place in columns if place == 1)
    statement = f"INSERT OR REPLACE INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608
    copied = 0
    copy.execute("BEGIN")
    query = f"SELECT {', '.join(names)} FROM {table} WHERE {key}"  # noqa: S608  # names of our own schema
    ranges = _by_number(source, query) if kind == "INTEGER" else _by_name(source, query)
    for row in ranges:
        with suppress(sqlite3.IntegrityError, OverflowError):  # a column that must not be empty
            copied += copy.execute(statement, tuple(row)).rowcount
    copy.execute("COMMIT")
    return copied


def _columns_of(source: sqlite3.Connection, table: str) -> set[str]:
    """Return the columns that a table has in the damaged file, none if that is of an older version."""
    try:
        return {row[1] for row in source.execute(f"PRAGMA table_info({table})")}
    except sqlite3.Error:
        return set()


def _by_number(source: sqlite3.Connection, query: str) -> Iterator[sqlite3.Row]:
    """Yield the rows of all ranges of numbers that can be read."""
    waiting, failed = [(-1, LARGEST)], 0
    while waiting and failed < MOST_FAILED:
        low, high = waiting.pop()
        rows, whole = _read(source, f"{query} > ? AND {_key(query)} <= ?", low, high)
        yield from rows
        failed = 0 if whole else failed + 1
        if not whole and high - low > 1:
            middle = (low + high) // 2
            waiting += [(middle, high), (low, middle)]


def _by_name(source: sqlite3.Connection, query: str) -> Iterator[sqlite3.Row]:
    """Yield the rows of all ranges of names that can be read: those that begin alike belong together."""
    waiting, failed = [""], 0
    while waiting and failed < MOST_FAILED:
        prefix = waiting.pop()
        rows, whole = _read(source, f"{query} >= ? AND {_key(query)} < ?", prefix, prefix + LAST_LETTER)
        yield from rows
        failed = 0 if whole else failed + 1
        if not whole and len(prefix) < DEEPEST:
            waiting += [prefix + letter for letter in reversed(LETTERS)]


def _key(query: str) -> str:
    return query.rpartition(" ")[2]


def _read(source: sqlite3.Connection, query: str, low: object, high: object) -> tuple[list[sqlite3.Row], bool]:
    """Return the rows of a range as far as they can be read, and whether that was all."""
    rows: list[sqlite3.Row] = []
    try:
        rows += source.execute(query, (low, high)).fetchall()
    except (sqlite3.Error, OverflowError):
        return rows, False
    return rows, True
