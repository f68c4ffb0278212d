"""The tables of the database, version by version. Released migrations never change: a release adds one."""

import sqlite3

from bussolotto.core.errors import refuse
from bussolotto.server.store.connection import Connection

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
CHAINS_FOLLOW = """
    CREATE TRIGGER chains_follow AFTER INSERT ON decisions WHEN new.checksum IS NOT NULL BEGIN
        INSERT OR REPLACE INTO chains VALUES (new.number, new.checksum);
    END
"""
DOCUMENT = "CASE WHEN json_valid(new.content) THEN new.content ELSE '{}' END"  # damage must not stop a statement
LIST_TABLE = f"""
    DELETE FROM open_tables WHERE name = new.name;
    DELETE FROM seated WHERE name = new.name;
    INSERT INTO open_tables
        SELECT new.name, json_extract(found, '$.match'),
            CASE WHEN json_extract(found, '$.shut') THEN NULL ELSE json_extract(found, '$.visibility') END,
            coalesce(json_extract(found, '$.game'), ''), coalesce(json_extract(found, '$.pace'), 'live'),
            (SELECT count(*) FROM json_each(found, '$.seats')
                WHERE json_extract(found, fullkey || '.guest') IS NULL
                    AND json_extract(found, fullkey || '.player') IS NULL),
            (SELECT count(*) FROM json_each(found, '$.seats')
                WHERE json_extract(found, fullkey || '.guest') IS NOT NULL),
            CASE WHEN matches.started_s IS NULL THEN 'waiting' ELSE 'running' END,
            new.changed_s
        FROM (SELECT {DOCUMENT} AS found) LEFT JOIN matches ON matches.name = json_extract(found, '$.match')
        WHERE matches.ended_s IS NULL AND json_extract(found, '$.match') IS NOT NULL;
    INSERT OR IGNORE INTO seated
        SELECT json_extract(found, fullkey || '.guest'), new.name
        FROM (SELECT {DOCUMENT} AS found), json_each(found, '$.seats')
        WHERE json_extract(found, fullkey || '.guest') IS NOT NULL;
"""  # noqa: S608  # no values
NOTE_MATCH = """
    UPDATE open_tables SET state = 'running'
        WHERE name = new.table_name AND match = new.name AND new.started_s IS NOT NULL;
    DELETE FROM open_tables WHERE name = new.table_name AND match = new.name AND new.ended_s IS NOT NULL;
    UPDATE sitters SET over = 1 WHERE number = new.number AND new.ended_s IS NOT NULL;
    UPDATE clocks SET due_s = NULL WHERE number = new.number AND new.ended_s IS NOT NULL;
"""
PUBLIC = (  # for a server that strangers use: lists in pages, checksums, what is set aside, what expires
    # Checksums of what a row says (`store/checksums.py`); NULL in rows of older versions, which are not checked.
    # Those of decisions form a chain, whose last one is kept apart: a lost row is noticed as well.
    "ALTER TABLE tables ADD COLUMN checksum INTEGER",
    "ALTER TABLE matches ADD COLUMN checksum INTEGER",
    "ALTER TABLE decisions ADD COLUMN awaited INTEGER",  # the seats that may act afterwards, as a bit set, if known
    "ALTER TABLE decisions ADD COLUMN checksum INTEGER",
    "ALTER TABLE claims ADD COLUMN checksum INTEGER",
    "ALTER TABLE clocks ADD COLUMN checksum INTEGER",
    "CREATE TABLE chains (number INTEGER PRIMARY KEY, checksum INTEGER NOT NULL)",
    CHAINS_FOLLOW,
    # what could not be read, and why: a match, a table, a guest ..
    """CREATE TABLE aside (
        kind TEXT,
        name TEXT,
        reason TEXT NOT NULL,
        detail TEXT NOT NULL,
        since_s INTEGER NOT NULL,
        PRIMARY KEY (kind, name)
    ) WITHOUT ROWID""",
    # /readyz writes here, to know whether anything can be stored
    "CREATE TABLE pulse (id INTEGER PRIMARY KEY, at_s INTEGER NOT NULL)",
    # the tables whose match is not over, and who sits at which table: as their documents say, kept by triggers
    """CREATE TABLE open_tables (
        name TEXT PRIMARY KEY,
        match TEXT,
        visibility TEXT,
        game TEXT,
        pace TEXT,
        free INTEGER,
        people INTEGER,
        state TEXT,
        changed_s INTEGER,
        kind TEXT AS (game || ' ' || pace || ' ' || state || ' ' || free)
    ) WITHOUT ROWID""",
    "CREATE TABLE seated (guest TEXT, name TEXT, PRIMARY KEY (guest, name)) WITHOUT ROWID",
    "CREATE INDEX seated_by_table ON seated (name)",
    "CREATE INDEX open_tables_listed ON open_tables (changed_s, name) WHERE visibility = 'open'",
    "CREATE INDEX open_tables_by_kind ON open_tables (kind, changed_s, name) WHERE visibility = 'open'",
    "CREATE INDEX open_tables_over_days ON open_tables (state, match) WHERE pace = 'days'",
    "CREATE INDEX open_tables_waiting ON open_tables (changed_s) WHERE state = 'waiting'",
    f"CREATE TRIGGER tables_opened AFTER INSERT ON tables BEGIN {LIST_TABLE} END",
    f"CREATE TRIGGER tables_changed AFTER UPDATE ON tables BEGIN {LIST_TABLE} END",
    """CREATE TRIGGER tables_deleted AFTER DELETE ON tables BEGIN
        DELETE FROM open_tables WHERE name = old.name;
        DELETE FROM seated WHERE name = old.name;
    END""",
    # a guest's own matches: those that run first, then the newest
    "ALTER TABLE sitters ADD COLUMN over INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX sitters_by_guest ON sitters (guest, over, number)",
    "CREATE INDEX sitters_by_match ON sitters (number)",
    "CREATE INDEX matches_running ON matches (number) WHERE started_s IS NOT NULL AND ended_s IS NULL",
    "CREATE INDEX matches_by_end ON matches (ended_s) WHERE ended_s IS NOT NULL",
    "CREATE INDEX matches_by_table ON matches (table_name)",
    # the earliest time at which a clock of a running match may run out
    "ALTER TABLE clocks ADD COLUMN due_s REAL",
    "CREATE INDEX clocks_by_due ON clocks (due_s) WHERE due_s IS NOT NULL",
    f"CREATE TRIGGER matches_inserted AFTER INSERT ON matches BEGIN {NOTE_MATCH} END",
    f"CREATE TRIGGER matches_changed AFTER UPDATE OF started_s, ended_s ON matches BEGIN {NOTE_MATCH} END",
    # what expires: a refused claim by the time of its refusal, a guest by the day of their last visit
    "ALTER TABLE claims ADD COLUMN refused_s INTEGER",
    "CREATE INDEX claims_by_refusal ON claims (refused_s) WHERE refused_s IS NOT NULL",
    "ALTER TABLE guests ADD COLUMN seen_s INTEGER",
    "CREATE INDEX guests_by_visit ON guests (seen_s, guest)",
    "UPDATE guests SET seen_s = CAST(strftime('%s', 'now') AS INTEGER)",
    "UPDATE tables SET changed_s = changed_s",
    "UPDATE sitters SET over = 1 WHERE number IN (SELECT number FROM matches WHERE ended_s IS NOT NULL)",
    """UPDATE clocks SET due_s = 0
        WHERE number IN (SELECT number FROM matches WHERE started_s IS NOT NULL AND ended_s IS NULL)""",
    # who may not use this server: a guest, or all at an address (IPv6: a network of /64)
    """CREATE TABLE bans (
        ban INTEGER PRIMARY KEY,
        guest TEXT UNIQUE,
        address TEXT UNIQUE,
        since_s INTEGER NOT NULL,
        until_s INTEGER,
        reason TEXT NOT NULL
    )""",
    # the personal link of a guest, unless it is their first one: how often it was renewed, and whether it is withdrawn
    """CREATE TABLE links (
        guest TEXT PRIMARY KEY,
        number INTEGER NOT NULL,
        withdrawn INTEGER NOT NULL
    ) WITHOUT ROWID""",
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
FAIR = (  # dice that anyone can verify: what the transcript says of the plies of a decision
    "ALTER TABLE decisions ADD COLUMN marks TEXT",
    # the secret seed of a match, its start message, and how the transcript ended
    """CREATE TABLE fair (
        number INTEGER PRIMARY KEY,
        seed BLOB NOT NULL,
        start TEXT NOT NULL,
        ending TEXT,
        head BLOB
    )""",
)
REVIEWED = (  # what the review of a match has found of the seat of a guest: `content` is a `SeatReview`
    """CREATE TABLE reviewed (
        guest TEXT,
        number INTEGER,
        content TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (guest, number)
    ) WITHOUT ROWID""",
    "CREATE INDEX reviewed_by_match ON reviewed (number)",
)
NONCES = (  # dice in which pages have a part: the lines of a transcript that hold no plies, in order
    # version: the plies before it; what a roll begins with stands before the roll itself is stored
    """CREATE TABLE nonces (
        number INTEGER,
        place INTEGER,
        version INTEGER NOT NULL,
        line TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (number, place)
    ) WITHOUT ROWID""",
)
PUZZLES = (  # what guests have answered: `answers` until the right one, at `solved_s`
    """CREATE TABLE puzzles (
        entry INTEGER PRIMARY KEY,
        guest TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        game TEXT NOT NULL,
        answers INTEGER NOT NULL,
        since_s INTEGER NOT NULL,
        solved_s INTEGER,
        UNIQUE (guest, puzzle)
    )""",
)
SHEETS = (  # rule sheets by the name of their game, which has a digest of the text, and reports of them
    # guest: who brought it, NULL once they are deleted; removed_s: when the operator took it down; measured: as JSON
    """CREATE TABLE sheets (
        name TEXT PRIMARY KEY,
        text TEXT NOT NULL,
        title TEXT NOT NULL,
        authors TEXT NOT NULL,
        licence TEXT NOT NULL,
        about TEXT NOT NULL,
        seats TEXT NOT NULL,
        guest TEXT,
        since_s INTEGER NOT NULL,
        removed_s INTEGER,
        measured TEXT
    ) WITHOUT ROWID""",
    "ALTER TABLE reports ADD COLUMN sheet TEXT",  # in place of a person; `match` is its name too, so one report counts
)
COLLECTION = (  # what its bringer has withdrawn; and house rules, as JSON, of the game named here
    "ALTER TABLE sheets ADD COLUMN withdrawn_s INTEGER",
    "ALTER TABLE sheets ADD COLUMN game TEXT",
)
LEASES = (  # who has what for a while: see `leases`. The second key is what takeovers lock and renewals do not
    """CREATE TABLE leases (
        scope TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        fence INTEGER NOT NULL,
        expires_ms INTEGER NOT NULL,
        UNIQUE (scope, fence)
    ) WITHOUT ROWID""",
)
REVIEWS = (  # whole reviews: `content` is a `ReviewTold` without names, as packed JSON; `edition`: of what made it
    """CREATE TABLE reviews (
        number INTEGER PRIMARY KEY,
        edition TEXT NOT NULL,
        content BLOB NOT NULL,
        checksum INTEGER NOT NULL,
        made_s INTEGER NOT NULL
    )""",
    "CREATE INDEX reviews_by_time ON reviews (made_s)",
)
CREDITS = (  # what a file of house rules tells of them: by whom, by which licence, what they are for
    "ALTER TABLE presets ADD COLUMN authors TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE presets ADD COLUMN licence TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE presets ADD COLUMN about TEXT NOT NULL DEFAULT ''",
)
PLACEMENTS = (  # the tables of a site that table servers have, under which number of their lease; the others the owner
    """CREATE TABLE placements (
        table_name TEXT PRIMARY KEY,
        scope TEXT NOT NULL,
        fence INTEGER NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX placements_by_scope ON placements (scope)",
)
MIGRATIONS = (
    FIRST, TOGETHER, PUBLIC, FAIR, REVIEWED, NONCES, PUZZLES, SHEETS, COLLECTION, LEASES, REVIEWS, CREDITS, PLACEMENTS,
)  # fmt: skip
SINCE_CLAIMS = 2  # the version since which there is a table of claims
SINCE_CHECKSUMS = 3
SINCE_FAIR = 4
SINCE_NONCES = 6
SINCE_PUZZLES = 7
SINCE_SHEETS = 8
SINCE_LEASES = 10
SINCE_REVIEWS = 11
SINCE_PLACEMENTS = 13
SINCE_OPERATORS = 3  # the version since which there are keys of the operator


def version(connection: Connection) -> int:
    """Return the version of the schema, 0 of an empty database."""
    if not isinstance(connection, sqlite3.Connection):
        return connection.version
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return int(found)


def require_known(connection: Connection) -> None:
    """Raises `newer-data` if a newer program made this database."""
    if version(connection) > len(MIGRATIONS):
        raise refuse("newer-data", version=version(connection), known=len(MIGRATIONS))


def migrate(connection: Connection) -> None:
    """Migrate a database of any released version, or an empty one, to the newest version, all or nothing."""
    require_known(connection)
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not isinstance(connection, sqlite3.Connection):
            connection.prepare()
        for number in range(version(connection), len(MIGRATIONS)):
            for statement in MIGRATIONS[number]:
                connection.execute(statement)
            _note_version(connection, number + 1)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _note_version(connection: Connection, number: int) -> None:
    if isinstance(connection, sqlite3.Connection):
        connection.execute(f"PRAGMA user_version = {number}")
    else:
        connection.note_version(number)
