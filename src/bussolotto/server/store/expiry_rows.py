"""What has expired, a part at a time: found by indexes, and deleted.

Times are stored as whole seconds and compared with such: PostgreSQL uses no index of these for a fraction.
"""

from math import ceil
from typing import NamedTuple

from bussolotto.server.store import puzzle_rows
from bussolotto.server.store.database import Reader, Statement

WAITING = """
    SELECT name, match FROM open_tables
    WHERE state = 'waiting' AND changed_s < ?1 AND (people = 0 OR changed_s < ?2)
    ORDER BY changed_s LIMIT ?3
"""
ENDED = """
    SELECT number, name, table_name FROM matches
    WHERE ended_s < ?1
        AND NOT EXISTS (SELECT 1 FROM open_tables WHERE open_tables.name = table_name)
    ORDER BY ended_s LIMIT ?2
"""
GUESTS = """
    SELECT guest, seen_s, NOT (
        EXISTS (SELECT 1 FROM sitters WHERE sitters.guest = guests.guest)
        OR EXISTS (SELECT 1 FROM seated WHERE seated.guest = guests.guest)
        OR EXISTS (SELECT 1 FROM presets WHERE presets.guest = guests.guest)
        OR EXISTS (SELECT 1 FROM sheets WHERE sheets.guest = guests.guest)
        OR EXISTS (SELECT 1 FROM blocks WHERE blocker = guests.guest)
        OR EXISTS (SELECT 1 FROM webhooks WHERE webhooks.guest = guests.guest)
        OR EXISTS (SELECT 1 FROM pushes WHERE pushes.guest = guests.guest)
        OR EXISTS (SELECT 1 FROM bans WHERE bans.guest = guests.guest)
    ) AS idle
    FROM guests WHERE seen_s < ?1 AND (seen_s, guest) > (?2, ?3) ORDER BY seen_s, guest LIMIT ?4
"""
REFUSED = "(SELECT number, place FROM claims WHERE refused_s < ? LIMIT ?)"
OF_MATCH = ("decisions", "chains", "claims", "clocks", "sitters", "fair", "reviewed", "nonces", "reviews")
NO_MATCH_LEFT = "DELETE FROM tables WHERE name = ?1 AND NOT EXISTS (SELECT 1 FROM matches WHERE table_name = ?1)"


class ExpiredTable(NamedTuple):
    """A table whose match has never begun."""

    name: str
    match: str


class ExpiredMatch(NamedTuple):
    """A match that is over."""

    number: int
    name: str
    table: str


class SeenGuest(NamedTuple):
    """A guest. `idle`: without a match that is kept, and with nothing else stored but answers to puzzles."""

    guest: str
    seen_s: int
    idle: bool


def list_waiting(store: Reader, empty_before_s: float, before_s: float, most: int) -> list[ExpiredTable]:
    """Return tables that wait since these times: where nobody sits, and all others."""
    return [ExpiredTable(*row) for row in store.rows(WAITING, ceil(empty_before_s), ceil(before_s), most)]


def list_ended(store: Reader, before_s: float, most: int) -> list[ExpiredMatch]:
    """Return matches that ended before this time, at tables where no other goes on."""
    return [ExpiredMatch(*row) for row in store.rows(ENDED, ceil(before_s), most)]


def list_guests(store: Reader, before_s: float, after: tuple[int, str], most: int) -> list[SeenGuest]:
    """Return the guests who have not come since, from one of them on, the longest away first."""
    return [SeenGuest(*row) for row in store.rows(GUESTS, ceil(before_s), *after, most)]


def count_refused(store: Reader, before_s: float, most: int) -> int:
    """Return how many claims were refused before this time, up to a number."""
    return int(store.value(f"SELECT count(*) FROM {REFUSED} AS refused", ceil(before_s), most))  # noqa: S608  # no values


def delete_refused(before_s: float, most: int) -> Statement:
    return f"DELETE FROM claims WHERE (number, place) IN {REFUSED}", (ceil(before_s), most)  # noqa: S608  # no values


def delete_waiting(table: ExpiredTable) -> list[Statement]:
    return [
        ("DELETE FROM tables WHERE name = ?", (table.name,)),
        ("DELETE FROM matches WHERE name = ? AND started_s IS NULL", (table.match,)),
    ]


def delete_ended(match: ExpiredMatch) -> list[Statement]:
    """Return the statements that delete a match, and its table after the last one."""
    return [
        *((f"DELETE FROM {table} WHERE number = ?", (match.number,)) for table in OF_MATCH),  # noqa: S608  # no values
        ("DELETE FROM notices WHERE match = ?", (match.name,)),
        ("DELETE FROM matches WHERE number = ?", (match.number,)),
        (NO_MATCH_LEFT, (match.table,)),
    ]


def delete_guest(guest: str) -> list[Statement]:
    """Return the statements that delete an idle guest, with the puzzles they have answered."""
    return [puzzle_rows.delete_of(guest), ("DELETE FROM guests WHERE guest = ?", (guest,))]
