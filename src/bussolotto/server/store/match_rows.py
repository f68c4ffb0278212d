"""Tables, each as one JSON document; their matches, with occupants, decisions, clocks and claims."""

import json
import secrets
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from bussolotto.play.notation import ClaimTold
from bussolotto.server.protocol import Dice, End
from bussolotto.server.store.database import Decision, Statement, Store, read_row

INSERT = """
    INSERT INTO matches (number, name, table_name, game, rules, seats, options, salt_key, closed, dice)
    VALUES (:number, :name, :table_name, :game, :rules, :seats, :options, :salt_key, :closed, :dice)
"""
PAST = """
    SELECT matches.*, sitters.seat, last.version AS last_version, last.steps AS last_steps
    FROM sitters JOIN matches USING (number)
    LEFT JOIN decisions AS last ON last.number = matches.number
        AND last.version = (SELECT max(version) FROM decisions WHERE decisions.number = matches.number)
    WHERE sitters.guest = ? ORDER BY matches.started_s DESC, matches.number DESC LIMIT ?
"""
OVER_DAYS = """
    SELECT matches.name FROM matches JOIN tables ON tables.name = matches.table_name
    WHERE started_s IS NOT NULL AND (ended_s IS NULL OR ended_s > ?)
        AND json_extract(tables.content, '$.pace') = 'days'
"""
CLAIMS = "SELECT content FROM claims WHERE number = ? ORDER BY place"
WITH_CLOCKS = "SELECT name FROM clocks JOIN matches USING (number) WHERE started_s IS NOT NULL AND ended_s IS NULL"


class MatchRow(Struct, rename={"table": "table_name", "occupants": "sitters"}):
    """A match as stored. `occupants` is JSON, None before the match has begun. `ending` is None while it continues."""

    number: int
    name: str
    table: str
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    closed: bool
    dice: Dice
    occupants: str | None = None
    started_s: int | None = None
    ended_s: int | None = None
    ending: End | None = None


class PastRow(NamedTuple):
    """A match that a guest has played in from its start, with the guest's seat and the last decision."""

    match: MatchRow
    seat: int
    last_version: int
    last_steps: str


def replace_table(name: str, content: str, changed_s: int) -> Statement:
    return "INSERT OR REPLACE INTO tables VALUES (?, ?, ?)", (name, content, changed_s)


def find_table(store: Store, name: str) -> str | None:
    found: str | None = store.value("SELECT content FROM tables WHERE name = ?", name)
    return found


def list_changed_tables(store: Store, after_s: int) -> list[str]:
    """Return the documents of all tables changed after this time."""
    return [row["content"] for row in store.rows("SELECT content FROM tables WHERE changed_s > ?", after_s)]


def insert(match: MatchRow) -> Statement:
    """Return the statement that stores a match that has not begun, with the salt key of its file (never served)."""
    row = {"options": json.dumps(match.options), "salt_key": secrets.token_bytes(32)}
    return INSERT, msgspec.to_builtins(match) | row


def start(number: int, occupants: Sequence[Struct], now_s: float) -> Statement:
    """Return the statement that stores that a match has begun, with these occupants."""
    return "UPDATE matches SET sitters = ?, started_s = ? WHERE number = ?", (_json(occupants), int(now_s), number)


def insert_occupant(guest: str, number: int, seat: int) -> Statement:
    return "INSERT INTO sitters VALUES (?, ?, ?)", (guest, number, seat)


def set_occupants(number: int, occupants: Sequence[Struct]) -> Statement:
    return "UPDATE matches SET sitters = ? WHERE number = ?", (_json(occupants), number)


def finish(number: int, ending: End, now_s: float) -> Statement:
    return "UPDATE matches SET ended_s = ?, ending = ? WHERE number = ?", (int(now_s), _json(ending), number)


def find(store: Store, name: str) -> MatchRow | None:
    row = store.row("SELECT * FROM matches WHERE name = ?", name)
    return None if row is None else read_row(row, MatchRow, "options", "ending")


def list_decisions(store: Store, number: int) -> list[Decision]:
    """Return all decisions of a match in order."""
    rows = store.rows("SELECT * FROM decisions WHERE number = ? ORDER BY version", number)
    return [Decision(*row) for row in rows]


def find_salt_key(store: Store, number: int) -> bytes:
    """Return the salt key of a stored match."""
    return bytes(store.value("SELECT salt_key FROM matches WHERE number = ?", number))


def has_begun(store: Store, guest: str, number: int) -> bool:
    return store.row("SELECT 1 FROM sitters WHERE guest = ? AND number = ?", guest, number) is not None


def list_past(store: Store, guest: str, most: int) -> list[PastRow]:
    """Return the matches that a guest was seated in when they began, newest first."""
    return [
        PastRow(
            read_row(row, MatchRow, "options", "ending"), row["seat"], row["last_version"] or 0, row["last_steps"] or ""
        )
        for row in store.rows(PAST, guest, most)
    ]


def list_over_days(store: Store, ended_after_s: float) -> list[str]:
    """Return the names of matches over days that are running, or ended after this time."""
    return [row["name"] for row in store.rows(OVER_DAYS, ended_after_s)]


def list_with_clocks(store: Store) -> list[str]:
    """Return the names of running matches that have a clock."""
    return [row["name"] for row in store.rows(WITH_CLOCKS)]


def replace_clocks(number: int, content: str) -> Statement:
    """Return the statement that stores the clock state at the last decision, as one JSON document."""
    return "INSERT OR REPLACE INTO clocks VALUES (?, ?)", (number, content)


def find_clocks(store: Store, number: int) -> str | None:
    found: str | None = store.value("SELECT content FROM clocks WHERE number = ?", number)
    return found


def insert_claim(number: int, place: int, claim: ClaimTold) -> Statement:
    """Return the statement that stores a judged claim of a race at this place in the order of judging."""
    return "INSERT INTO claims VALUES (?, ?, ?)", (number, place, _json(claim))


def list_claims(store: Store, number: int) -> list[ClaimTold]:
    """Return all judged claims of a match, in the order of judging."""
    return [msgspec.json.decode(row["content"], type=ClaimTold) for row in store.rows(CLAIMS, number)]


def _json(document: object) -> str:
    return msgspec.json.encode(document).decode()
