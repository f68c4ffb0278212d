"""Tables, each as one JSON document, and the lists of those whose match is not over."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from bussolotto.server.store import checksums
from bussolotto.server.store.database import Reader, Statement

OPEN = """
    SELECT name, changed_s FROM open_tables
    WHERE visibility = 'open' AND changed_s > ?1 AND (changed_s, name) < (?2, ?3)
        AND free >= ?4 AND (?5 IS NULL OR pace = ?5) AND (?6 IS NULL OR state = ?6)
        AND (?7 = '[]' OR game IN (SELECT value FROM json_each(?7)))
    ORDER BY changed_s DESC, name DESC LIMIT ?8
"""
OPEN_OF_GUEST = "SELECT name FROM seated JOIN open_tables USING (name) WHERE guest = ?"
LATEST = (1 << 62, "")  # a place before all tables


class Place(NamedTuple):
    """A place in the list of tables, newest first: after the table of this name, which changed then."""

    changed_s: int
    name: str


class Wish(NamedTuple):
    """Which tables to list."""

    games: Sequence[str] = ()
    free: int = 0
    pace: str | None = None
    state: str | None = None


class Listed(NamedTuple):
    name: str
    place: Place


def replace(name: str, content: str, changed_s: int) -> Statement:
    """Return the statement that stores the document of a table."""
    values = name, content, changed_s, checksums.of_row(name, content)
    return "INSERT OR REPLACE INTO tables (name, content, changed_s, checksum) VALUES (?, ?, ?, ?)", values


def find(store: Reader, name: str) -> str | None:
    """Return the document of a table. Raises Unreadable."""
    row = store.row("SELECT content, checksum FROM tables WHERE name = ?", name)
    if row is None:
        return None
    checksums.require_row(row["checksum"], name, row["content"])
    return str(row["content"])


def list_open(store: Reader, wish: Wish, young_s: int, after: Place | None, most: int) -> list[Listed]:
    """Return public tables of this kind that changed after `young_s`, newest first, from a place on."""
    games = json.dumps(list(wish.games))
    found = store.rows(OPEN, young_s, *(after or LATEST), wish.free, wish.pace, wish.state, games, most)
    return [Listed(row["name"], Place(row["changed_s"], row["name"])) for row in found]


def list_of_guest(store: Reader, guest: str) -> list[str]:
    """Return the names of the tables where a guest sits."""
    return [row["name"] for row in store.rows("SELECT name FROM seated WHERE guest = ?", guest)]


def list_open_of_guest(store: Reader, guest: str) -> list[str]:
    """Return the names of the tables where a guest sits and whose match is not over."""
    return [row["name"] for row in store.rows(OPEN_OF_GUEST, guest)]


def list_recent(store: Reader, most: int) -> list[str]:
    """Return the names of the tables changed most recently, newest first."""
    return [row["name"] for row in store.rows("SELECT name FROM tables ORDER BY changed_s DESC LIMIT ?", most)]
