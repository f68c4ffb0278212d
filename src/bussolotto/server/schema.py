"""The tables of the database, version by version. A release never changes an old migration: it adds one."""

import sqlite3

from bussolotto.server.problems import NewerData


def _first(connection: sqlite3.Connection) -> None:
    """Guests, tables, matches, and one row a decision with all the steps it caused."""
    for statement in (
        "CREATE TABLE secrets (name TEXT PRIMARY KEY, secret BLOB NOT NULL) WITHOUT ROWID",
        "CREATE TABLE guests (guest TEXT PRIMARY KEY, name TEXT NOT NULL, since_s INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE tables (name TEXT PRIMARY KEY, content TEXT NOT NULL, changed_s INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE INDEX tables_by_change ON tables (changed_s)",
        """CREATE TABLE matches (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            table_name TEXT NOT NULL,
            game TEXT NOT NULL,
            rules INTEGER NOT NULL,
            seats INTEGER NOT NULL,
            options TEXT NOT NULL,
            salt_key BLOB NOT NULL,
            sitters TEXT,
            closed INTEGER NOT NULL,
            started_s INTEGER,
            ended_s INTEGER,
            ending TEXT
        )""",
        """CREATE TABLE sitters (
            guest TEXT,
            number INTEGER,
            seat INTEGER NOT NULL,
            PRIMARY KEY (guest, number)
        ) WITHOUT ROWID""",
        """CREATE TABLE decisions (
            number INTEGER,
            version INTEGER,
            seat INTEGER NOT NULL,
            message TEXT NOT NULL,
            steps TEXT NOT NULL,
            PRIMARY KEY (number, version)
        ) WITHOUT ROWID""",
    ):
        connection.execute(statement)


def _together(connection: sqlite3.Connection) -> None:
    """What playing together needs beside tables and matches."""


MIGRATIONS = (_first, _together)


def version(connection: sqlite3.Connection) -> int:
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return int(found)


def require_known(connection: sqlite3.Connection) -> None:
    """Raises NewerData when a newer program has made this database."""
    if version(connection) > len(MIGRATIONS):
        raise NewerData(version(connection), len(MIGRATIONS))


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database of any released version, or an empty one, to the newest. All of it or nothing."""
    require_known(connection)
    connection.execute("BEGIN IMMEDIATE")
    try:
        for number in range(version(connection), len(MIGRATIONS)):
            MIGRATIONS[number](connection)
            connection.execute(f"PRAGMA user_version = {number + 1}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
