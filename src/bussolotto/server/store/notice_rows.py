"""Notices: what to notify guests of, when, and through which channels that have not delivered it yet."""

import json
from typing import Literal

from msgspec import Struct

from bussolotto.server.store.database import Statement, Store
from bussolotto.server.store.single_rows import read_each

Event = Literal["your-turn", "hurry", "over"]
INSERT = """
    INSERT INTO notices (match, guest, event, turn, since_s, due_s) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
UPDATE = "UPDATE notices SET due_s = ?, tries = ?, waiting = ? WHERE notice = ?"
OF_GUEST = """
    SELECT * FROM notices
    WHERE guest = ? AND (event <> 'over' OR since_s > ? AND (due_s IS NOT NULL OR tries > 0))
    ORDER BY notice DESC LIMIT 50
"""
DUE = "SELECT guest, min(due_s) AS due_s FROM notices WHERE due_s IS NOT NULL AND typeof(due_s) = 'real' GROUP BY guest"
DUE_OF_GUEST = "SELECT * FROM notices WHERE guest = ? AND due_s <= ? ORDER BY notice"
TURN_START = "SELECT max(since_s) FROM notices WHERE match = ? AND event = 'your-turn'"


class NoticeRow(Struct):
    """`turn` is the version that identifies a turn. `waiting` holds pending channels, None before the notice is due."""

    notice: int
    match: str
    guest: str
    event: Event
    turn: int
    since_s: int
    tries: int
    waiting: list[str] | None


def insert(match: str, guest: str, event: Event, turn: int, now_s: float, due_s: float | None) -> Statement:
    """Return the statement that stores a notice once. Without `due_s` nobody is notified."""
    return INSERT, (match, guest, event, turn, int(now_s), due_s)


def update(notice: int, due_s: float | None, tries: int, waiting: list[str] | None) -> Statement:
    return UPDATE, (due_s, tries, None if waiting is None else json.dumps(waiting), notice)


def list_of_guest(store: Store, guest: str, ended_after_s: float) -> list[NoticeRow]:
    """Return the turns of a guest, and matches that ended without them after this time, newest first."""
    return _read_each(store, OF_GUEST, guest, ended_after_s)


def list_all_of(store: Store, guest: str) -> list[NoticeRow]:
    """Return all notices of a guest that are stored, oldest first."""
    return _read_each(store, "SELECT * FROM notices WHERE guest = ? ORDER BY notice", guest)


def list_due(store: Store) -> list[tuple[str, float]]:
    """Return each guest with pending notices, and when the first one is due."""
    rows, _ = store.rows_until(DUE)
    return [(row["guest"], row["due_s"]) for row in rows if isinstance(row["guest"], str)]


def list_due_of_guest(store: Store, guest: str, now_s: float) -> list[NoticeRow]:
    """Return the notices of a guest that are due by now, in order."""
    return _read_each(store, DUE_OF_GUEST, guest, now_s)


def find_turn_start(store: Store, match: str) -> int | None:
    """Return the time since which it has been the turn of the seats that are to move."""
    found: int | None = store.value(TURN_START, match)
    return found


def _read_each(store: Store, query: str, *values: object) -> list[NoticeRow]:
    return read_each(store, "notice", "notice", NoticeRow, query, *values)
