"""The tables of the database, version by version. Released migrations never change: a release adds one."""

import sqlite3

from bussolotto.core.errors import refuse

FIRST = (  # guests, tables, matches, and one row per decision with all the steps it caused
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
)
TOGETHER = (  # data for playing together, besides tables and matches
    # judged claims of a race in order: `content` as in the match file
    """CREATE TABLE claims (
        number INTEGER,
        place INTEGER,
        content TEXT NOT NULL,
        PRIMARY KEY (number, place)
    ) WITHOUT ROWID""",
    # the clock state of a match when its last decision was stored
    "CREATE TABLE clocks (number INTEGER PRIMARY KEY, content TEXT NOT NULL)",
    # where a guest wants to be notified of their turns: their own address, and their browsers
    """CREATE TABLE webhooks (
        guest TEXT PRIMARY KEY,
        url TEXT NOT NULL,
        secret TEXT NOT NULL,
        base TEXT NOT NULL
    ) WITHOUT ROWID""",
    "CREATE TABLE pushes (endpoint TEXT PRIMARY KEY, guest TEXT NOT NULL, since_s INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE INDEX pushes_by_guest ON pushes (guest)",
    # turn: the version that identifies a guest's turn; waiting: channels to notify, NULL before it is decided
    """CREATE TABLE notices (
        notice INTEGER PRIMARY KEY,
        match TEXT NOT NULL,
        guest TEXT NOT NULL,
        event TEXT NOT NULL,
        turn INTEGER NOT NULL,
        since_s INTEGER NOT NULL,
        due_s REAL,
        tries INTEGER NOT NULL DEFAULT 0,
        waiting TEXT,
        UNIQUE (match, guest, event, turn)
    )""",
    """CREATE TABLE blocks (
        blocker TEXT,
        blocked TEXT,
        name TEXT NOT NULL,
        since_s INTEGER NOT NULL,
        token TEXT NOT NULL UNIQUE,
        PRIMARY KEY (blocker, blocked)
    ) WITHOUT ROWID""",
    "CREATE INDEX notices_by_guest ON notices (guest, notice)",
    "CREATE INDEX notices_by_due ON notices (due_s) WHERE due_s IS NOT NULL",
    "ALTER TABLE matches ADD COLUMN dice TEXT NOT NULL DEFAULT 'program'",  # who rolls the dice
    # named house rules
    """CREATE TABLE presets (
        preset TEXT PRIMARY KEY,
        guest TEXT NOT NULL,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        rules INTEGER NOT NULL,
        options TEXT NOT NULL,
        seats INTEGER,
        since_s INTEGER NOT NULL,
        UNIQUE (guest, game, name)
    ) WITHOUT ROWID""",
)
PUBLIC = (  # for a server that strangers may use
    # who may not use this server: a guest, or all at an address (IPv6: a network of /64)
    """CREATE TABLE bans (
        ban INTEGER PRIMARY KEY,
        guest TEXT UNIQUE,
        address TEXT UNIQUE,
        since_s INTEGER NOT NULL,
        until_s INTEGER,
        reason TEXT NOT NULL
    )""",
    # what players have reported; `said`: the chat of the table at that time. NULL for guests who are deleted
    """CREATE TABLE reports (
        report INTEGER PRIMARY KEY,
        reporter TEXT,
        reported TEXT,
        name TEXT NOT NULL,
        table_name TEXT NOT NULL,
        match TEXT NOT NULL,
        version INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        reason TEXT NOT NULL,
        words TEXT NOT NULL,
        said TEXT NOT NULL,
        since_s INTEGER NOT NULL,
        settled_s INTEGER,
        UNIQUE (reporter, reported, match)
    )""",
    "CREATE INDEX reports_by_reported ON reports (reported)",
    # everything the operator has done
    """CREATE TABLE audit (
        entry INTEGER PRIMARY KEY,
        at_s INTEGER NOT NULL,
        operator TEXT NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL,
        details TEXT NOT NULL
    )""",
    # digests of the keys that prove who the operator is: of the token, of signed-in pages, of single commands
    """CREATE TABLE operator_keys (
        digest BLOB PRIMARY KEY,
        kind TEXT NOT NULL,
        since_s INTEGER NOT NULL,
        until_s INTEGER
    ) WITHOUT ROWID""",
)
MIGRATIONS = (FIRST, TOGETHER, PUBLIC)
SINCE_CLAIMS = 2  # the version since which there is a table of claims
SINCE_OPERATORS = 3  # the version since which there are keys of the operator


def version(connection: sqlite3.Connection) -> int:
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return int(found)


def require_known(connection: sqlite3.Connection) -> None:
    """Raises `newer-data` if a newer program made this database."""
    if version(connection) > len(MIGRATIONS):
        raise refuse("newer-data", version=version(connection), known=len(MIGRATIONS))


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate a database of any released version, or an empty one, to the newest version, all or nothing."""
    require_known(connection)
    connection.execute("BEGIN IMMEDIATE")
    try:
        for number in range(version(connection), len(MIGRATIONS)):
            for statement in MIGRATIONS[number]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
