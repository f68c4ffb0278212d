"""Matches, with their occupants, decisions, clocks and claims."""

import json
import secrets
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from bussolotto.core.errors import refuse
from bussolotto.play.notation import ClaimTold
from bussolotto.server.protocol import Dice, End
from bussolotto.server.store import checksums, schema, sheet_rows
from bussolotto.server.store.connection import Row
from bussolotto.server.store.database import Decision, Reader, Statement, Steps, read_row, unpack

INSERT = """
    INSERT INTO matches (number, name, table_name, game, rules, seats, options, salt_key, closed, dice, checksum)
    VALUES (:number, :name, :table_name, :game, :rules, :seats, :options, :salt_key, :closed, :dice, :checksum)
"""
COLUMNS = (  # of a match, as its checksum includes them
    "number", "name", "table_name", "game", "rules", "seats", "options", "salt_key", "closed", "dice",
    "sitters", "started_s", "ended_s", "ending",
)  # fmt: skip
OWN = """
    SELECT number, seat, over FROM sitters
    WHERE guest = ?1 AND (over > ?2 OR (over = ?2 AND number < ?3)) ORDER BY over, number DESC LIMIT ?4
"""
FINISHED = """
    SELECT number, min(seat) FROM matches JOIN sitters USING (number)
    WHERE ended_s IS NOT NULL AND dice = 'program' AND (?1 IS NULL OR guest = ?1) AND (?2 IS NULL OR table_name = ?2)
    GROUP BY number ORDER BY number DESC LIMIT ?3
"""  # practice matches are nobody's
LAST_DECISION = "SELECT * FROM decisions WHERE number = ? ORDER BY version DESC LIMIT 1"
OVER_DAYS = """
    SELECT match AS name FROM open_tables WHERE pace = 'days' AND state = 'running'
    UNION ALL
    SELECT matches.name FROM matches JOIN tables ON tables.name = matches.table_name
    WHERE ended_s > ?
        AND json_extract(CASE WHEN json_valid(tables.content) THEN tables.content END, '$.pace') = 'days'
"""
CLAIMS = "SELECT * FROM claims WHERE number = ? ORDER BY place"
LAST_OF_CHAIN = "SELECT checksum FROM chains WHERE number = ?"
REPLACE_CLOCKS = """
    INSERT INTO clocks (number, content, due_s, checksum) VALUES (?, ?, ?, ?)
    ON CONFLICT (number)
    DO UPDATE SET content = excluded.content, due_s = excluded.due_s, checksum = excluded.checksum
"""
CLOCKS_DUE = "SELECT name FROM clocks JOIN matches USING (number) WHERE due_s < ? AND ended_s IS NULL ORDER BY due_s"
FIRST_PLACE = (0, 1 << 62)  # in the list of a guest's matches


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


class Log(NamedTuple):
    """All decisions of a match, the plies of each, and the last checksum of their chain."""

    decisions: list[Decision]
    steps: list[Steps]
    chain: int


class OwnRow(NamedTuple):
    """A match that a guest has played in from its start, and their seat. `over` is 0 or 1."""

    number: int
    seat: int
    over: int


def insert(match: MatchRow) -> Statement:
    """Return the statement that stores a match that has not begun, with the salt key of its file (never served)."""
    own = {"options": json.dumps(match.options), "salt_key": secrets.token_bytes(32), "closed": int(match.closed)}
    row = msgspec.to_builtins(match) | own
    return INSERT, row | {"checksum": checksums.of_row(*(row[column] for column in COLUMNS))}


def start(number: int, occupants: Sequence[Struct], now_s: float) -> Statement:
    """Return the statement that stores that a match has begun, with these occupants."""
    return update(number, sitters=_json(occupants), started_s=int(now_s))


def insert_occupant(guest: str, number: int, seat: int) -> Statement:
    return "INSERT INTO sitters (guest, number, seat) VALUES (?, ?, ?)", (guest, number, seat)


def set_occupants(number: int, occupants: Sequence[Struct]) -> Statement:
    return update(number, sitters=_json(occupants))


def finish(number: int, ending: End, now_s: float) -> Statement:
    return update(number, ended_s=int(now_s), ending=_json(ending))


def update(number: int, **changed: object) -> Statement:
    """Return the statement that changes columns of a match, and its checksum unless the row is damaged."""
    before = ", ".join(COLUMNS)
    after = ", ".join(f":{column}" if column in changed else column for column in COLUMNS)
    sets = ", ".join(f"{column} = :{column}" for column in changed)
    statement = f"""
        UPDATE matches SET {sets}, checksum = CASE
            WHEN checksum IS NULL OR checksum = checksum_of({before}) THEN checksum_of({after}) ELSE checksum
        END WHERE number = :number
    """  # noqa: S608  # names of columns
    return statement, {"number": number, **changed}


def find(store: Reader, name: str) -> MatchRow | None:
    """Return a match by its name. Raises Unreadable."""
    row = store.row("SELECT * FROM matches WHERE name = ?", name)
    return None if row is None else read_match_row(row)


def find_table(store: Reader, name: str) -> str | None:
    """Return the table of a match, None if there is no such match. Raises Unreadable."""
    found: str | None = store.value("SELECT table_name FROM matches WHERE name = ?", name)
    return found


def read_match_row(row: Row) -> MatchRow:
    """Read a row of `matches`. Raises Unreadable."""
    require_whole(row)
    return read_row(row, MatchRow, "options", "ending")


def require_whole(row: Row) -> None:
    """Raises Unreadable unless a row of `matches` is as it was written."""
    if "checksum" in row.keys():  # noqa: SIM118  # a row is no dict
        checksums.require_row(row["checksum"], *(row[column] for column in COLUMNS))


def read_log(store: Reader, number: int) -> Log:
    """Return all decisions of a match in order; from now on its game is found, also a rule sheet. Raises Unreadable."""
    sheet_rows.learn(store, number)
    rows = store.rows("SELECT * FROM decisions WHERE number = ? ORDER BY version", number)
    last = store.value(LAST_OF_CHAIN, number) if store.version >= schema.SINCE_CHECKSUMS else None
    decisions = [Decision(*row) for row in rows]
    try:
        steps = [unpack(decision.steps) for decision in decisions]
    except (ValueError, AttributeError) as problem:
        raise refuse("unreadable", cause="form", problem=str(problem)) from problem
    return Log(decisions, steps, checksums.follow(number, decisions, [len(plies) for plies in steps], last))


def find_salt_key(store: Reader, number: int) -> bytes:
    """Return the salt key of a stored match."""
    return bytes(store.value("SELECT salt_key FROM matches WHERE number = ?", number))


def has_begun(store: Reader, guest: str, number: int) -> bool:
    return store.row("SELECT 1 FROM sitters WHERE guest = ? AND number = ?", guest, number) is not None


def list_own(store: Reader, guest: str, after: tuple[int, int] | None, most: int) -> list[OwnRow]:
    """Return the matches that a guest was seated in when they began: running ones, then the others, newest first.

    `after` are `over` and `number` of the last one that is known.
    """
    return [OwnRow(*row) for row in store.rows(OWN, guest, *(after or FIRST_PLACE), most)]


def list_finished(store: Reader, most: int, guest: str | None, table: str | None) -> list[tuple[int, int | None]]:
    """Return the newest finished matches with dice of the program, and the seat of this guest in each.

    All of them, or those of a guest, or those at a table.
    """
    found = store.rows(FINISHED, guest, table, most)
    return [(number, seat if guest is not None else None) for number, seat in found]


def find_by_number(store: Reader, number: int) -> MatchRow | None:
    """Return a match by its number. Raises Unreadable."""
    row = store.row("SELECT * FROM matches WHERE number = ?", number)
    return None if row is None else read_match_row(row)


def find_last_decision(store: Reader, number: int) -> Decision | None:
    row = store.row(LAST_DECISION, number)
    return None if row is None else Decision(*row)


def list_over_days(store: Reader, ended_after_s: float) -> list[str]:
    """Return the names of matches over days that are running, or ended after this time."""
    return [row["name"] for row in store.rows(OVER_DAYS, int(ended_after_s))]


def list_clocks_due(store: Reader, before_s: float) -> list[str]:
    """Return the names of running matches with a clock that may run out before this time, the first one first."""
    return [row["name"] for row in store.rows(CLOCKS_DUE, before_s)]


def replace_clocks(number: int, content: str, due_s: float) -> Statement:
    """Return the statement that stores the clock state at the last decision, as one JSON document.

    Before the time `due_s` no clock runs out.
    """
    values = number, content, due_s, checksums.of_row(number, content)
    return REPLACE_CLOCKS, values


def find_clocks(store: Reader, number: int) -> str | None:
    """Return the clock state of a match. Raises Unreadable."""
    row = store.row("SELECT content, checksum FROM clocks WHERE number = ?", number)
    return checksums.read_content(row, number)


def insert_claim(number: int, place: int, claim: ClaimTold, now_s: float) -> Statement:
    """Return the statement that stores a judged claim of a race at this place in the order of judging."""
    content = _json(claim)
    refused_s = None if claim.verdict == "accepted" else int(now_s)
    values = number, place, content, refused_s, checksums.of_row(number, place, content)
    return "INSERT INTO claims (number, place, content, refused_s, checksum) VALUES (?, ?, ?, ?, ?)", values


def list_claims(store: Reader, number: int) -> list[ClaimTold]:
    """Return all judged claims of a match, in the order of judging. Raises Unreadable."""
    return [_read_claim(row) for row in store.rows(CLAIMS, number)]


def _read_claim(row: Row) -> ClaimTold:
    if "checksum" in row.keys():  # noqa: SIM118  # a row is no dict
        checksums.require_row(row["checksum"], row["number"], row["place"], row["content"])
    try:
        return msgspec.json.decode(row["content"], type=ClaimTold)
    except (msgspec.MsgspecError, TypeError, UnicodeError) as problem:
        raise refuse("unreadable", cause="form", problem=str(problem)) from problem


def _json(document: object) -> str:
    return msgspec.json.encode(document).decode()
