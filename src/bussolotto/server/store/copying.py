"""Moves a site from one store to another: all rows, and each is read again and compared."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from bussolotto.core.errors import refuse
from bussolotto.server.store import opening, private, schema
from bussolotto.server.store.connection import Connection, Source
from bussolotto.server.store.database import FILE, connect, shown
from bussolotto.server.store.files import lock_folder

DERIVED = ("open_tables", "seated")  # written by triggers, from the documents of tables
LAST = ("tables", "sitters", "clocks", "chains")  # in this order: triggers write here when the others are copied
PASSING = ("leases", "placements", "pulse")  # of no worth
PART = 500  # rows that are read or written together


class Table(NamedTuple):
    """A table of the schema. `counted`: whether its key is one number, which the database counts itself."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    counted: bool


def copy(source: Source, target: Source) -> dict[str, int]:
    """Copy all rows to an empty place, all or none. Return how many there are, by table. No server may run on either.

    Raises `data-in-use`, `no-data`, `older-data`, `newer-data`, `not-empty`, `not-copied`, and what opening raises.
    """
    if isinstance(source, Path) and not (source / FILE).exists():
        raise refuse("no-data", file=shown(source))
    with _alone(source) as old, _alone(target) as new:
        schema.require_known(old)
        if not schema.version(old):
            raise refuse("no-data", file=shown(source))
        if (found := schema.version(old)) < len(schema.MIGRATIONS):
            raise refuse("older-data", version=found, known=len(schema.MIGRATIONS))
        schema.migrate(new)
        tables = list_tables()
        for table in tables:
            if table.name not in PASSING and new.execute(f"SELECT 1 FROM {table.name} LIMIT 1").fetchone():  # noqa: S608
                raise refuse("not-empty", target=shown(target))
        return _copy_all(old, new, tables)


@contextmanager
def _alone(source: Source) -> Iterator[Connection]:
    """Open data while no server uses them. Raises `data-in-use`."""
    with ExitStack() as cleanup:
        if isinstance(source, Path):
            with opening.starting(source / FILE):
                private.make_private(source)
                cleanup.callback(lock_folder(source).close)
                connection: Connection = cleanup.enter_context(closing(connect(source / FILE)))
            yield connection
        else:
            from bussolotto.server.store.postgres import SiteConnection

            yield cleanup.enter_context(closing(SiteConnection(source, alone=True)))


def list_tables() -> list[Table]:
    """Return all tables of the schema, by name."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        schema.migrate(empty)
        names = empty.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
        return [_describe(name, empty.execute(f"PRAGMA table_info({name})").fetchall()) for (name,) in names]


def _describe(name: str, columns: list[Any]) -> Table:
    key = sorted((place, column, kind) for _, column, kind, _, _, place in columns if place)
    counted = len(key) == 1 and key[0][2] == "INTEGER"
    return Table(name, tuple(column[1] for column in columns), tuple(column for _, column, _ in key), counted)


def _copy_all(old: Connection, new: Connection, tables: list[Table]) -> dict[str, int]:
    named = {table.name: table for table in tables if table.name not in PASSING}
    first = [table for name, table in named.items() if name not in (*DERIVED, *LAST)]
    old.execute("BEGIN")
    new.execute("BEGIN IMMEDIATE")
    try:
        for table in [*first, *(named[name] for name in LAST)]:
            _copy_table(old, new, table)
        counts = {name: _compare(old, new, table) for name, table in named.items()}
        if not isinstance(new, sqlite3.Connection):
            new.count_on([(table.name, table.key[0]) for table in named.values() if table.counted])
        new.execute("COMMIT")
    except BaseException:
        new.execute("ROLLBACK")
        raise
    finally:
        old.execute("ROLLBACK")
    return counts


def _copy_table(old: Connection, new: Connection, table: Table) -> None:
    columns, places = ", ".join(table.columns), ", ".join("?" * len(table.columns))
    try:
        new.execute(f"DELETE FROM {table.name}")  # noqa: S608  # what triggers have written
        for rows in _parts(old, table):
            values = ", ".join([f"({places})"] * len(rows))
            statement = f"INSERT INTO {table.name} ({columns}) VALUES {values}"  # noqa: S608  # names of our schema
            new.execute(statement, tuple(chain.from_iterable(rows)))
    except (sqlite3.Error, OverflowError, UnicodeError) as problem:
        raise refuse("not-copied", table=table.name, problem=problem) from problem


def _compare(old: Connection, new: Connection, table: Table) -> int:
    """Return how many rows a table has in both. Raises `not-copied` unless they are the same."""
    count = 0
    for here, there in zip_longest(_parts(old, table), _parts(new, table), fillvalue=()):
        if here != there:
            row = next((one for one, other in zip_longest(here, there) if one != other), None)
            raise refuse("not-copied", table=table.name, problem=f"{str(row)[:200]} is not the same")
        count += len(here)
    return count


def _parts(connection: Connection, table: Table) -> Iterator[tuple[tuple[Any, ...], ...]]:
    """Yield all rows in the order of their key, some at a time."""
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    places = [table.columns.index(column) for column in table.key]
    select = f"SELECT {columns} FROM {table.name}"  # noqa: S608  # names of our schema
    after = f"WHERE ({key}) > ({', '.join('?' * len(places))})"
    rest = f"ORDER BY {key} LIMIT {PART}"
    found = connection.execute(f"{select} {rest}").fetchall()
    while found:
        rows = tuple(tuple(row) for row in found)
        yield rows
        found = connection.execute(f"{select} {after} {rest}", tuple(rows[-1][place] for place in places)).fetchall()
