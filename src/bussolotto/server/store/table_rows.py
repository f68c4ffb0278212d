"""Tables, each as one JSON document, and the lists of those whose match is not over."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bussolotto.server.store import checksums
from bussolotto.server.store.connection import Row
from bussolotto.server.store.database import Reader, Statement

OPEN = """
    SELECT name, changed_s FROM open_tables
    WHERE visibility = 'open' AND changed_s > ?1 AND (changed_s, name) < (?2, ?3)
    ORDER BY changed_s DESC, name DESC LIMIT ?4
"""
OPEN_OF_KIND = """
    SELECT name, changed_s FROM open_tables
    WHERE visibility = 'open' AND kind = ?5 AND changed_s > ?1 AND (changed_s, name) < (?2, ?3)
    ORDER BY changed_s DESC, name DESC LIMIT ?4
"""
NEXT_KIND = "SELECT min(kind) FROM open_tables WHERE visibility = 'open' AND kind > ?"  # one step into the index
OPEN_OF_GUEST = "SELECT name FROM seated JOIN open_tables USING (name) WHERE guest = ?"
# The conflict clause of a statement overrides those in the triggers that it fires: with `DO UPDATE` a guest in two
# seats of a table would be a conflict. PostgreSQL reads another statement (`dialect.PHRASES`).
REPLACE = "INSERT OR REPLACE INTO tables (name, content, changed_s, checksum) VALUES (?, ?, ?, ?)"
LATEST = (1 << 62, "")  # a place before all tables


class Place(NamedTuple):
    """A place in the list of tables, newest first: after the table of this name, which changed then."""

    changed_s: int
    name: str


class Wish(NamedTuple):
    """Which tables to list. There are some dozens of kinds of tables, however many tables there are."""

    games: Sequence[str] = ()
    free: int = 0
    pace: str | None = None
    state: str | None = None

    def fits(self, kind: str) -> bool:
        """Return whether tables of this kind, as the index names it, are to be listed."""
        game, pace, state, free = ["", "", "", *kind.rsplit(" ", 3)][-4:]
        return (
            (not self.games or game in self.games)
            and free.isdecimal()  # or it is damaged
            and int(free) >= self.free
            and self.pace in (None, pace)
            and self.state in (None, state)
        )


class Listed(NamedTuple):
    name: str
    place: Place


def replace(name: str, content: str, changed_s: int) -> Statement:
    """Return the statement that stores the document of a table."""
    values = name, content, changed_s, checksums.of_row(name, content)
    return REPLACE, values


def find(store: Reader, name: str) -> str | None:
    """Return the document of a table. Raises Unreadable."""
    row = store.row("SELECT content, checksum FROM tables WHERE name = ?", name)
    return checksums.read_content(row, name)


def list_open(store: Reader, wish: Wish, young_s: int, after: Place | None, most: int) -> list[Listed]:
    """Return public tables of this kind that changed after `young_s`, newest first, from a place on."""
    where = young_s, *(after or LATEST), most
    if wish == Wish():
        return [_listed(row) for row in store.rows(OPEN, *where)]
    kinds = [kind for kind in _list_kinds(store) if wish.fits(kind)]
    found = [_listed(row) for kind in kinds for row in store.rows(OPEN_OF_KIND, *where, kind)]
    return sorted(found, key=lambda listed: listed.place, reverse=True)[:most]


def _list_kinds(store: Reader) -> Iterator[str]:
    """Yield all kinds of which there are open tables."""
    kind = store.value(NEXT_KIND, "")
    while kind is not None:
        yield kind
        kind = store.value(NEXT_KIND, kind)


def _listed(row: Row) -> Listed:
    return Listed(row["name"], Place(row["changed_s"], row["name"]))


def list_of_guest(store: Reader, guest: str) -> list[str]:
    """Return the names of the tables where a guest sits."""
    return [row["name"] for row in store.rows("SELECT name FROM seated WHERE guest = ?", guest)]


def list_open_of_guest(store: Reader, guest: str) -> list[str]:
    """Return the names of the tables where a guest sits and whose match is not over."""
    return [row["name"] for row in store.rows(OPEN_OF_GUEST, guest)]


def list_recent(store: Reader, most: int) -> list[str]:
    """Return the names of the tables changed most recently, newest first."""
    return [row["name"] for row in store.rows("SELECT name FROM tables ORDER BY changed_s DESC LIMIT ?", most)]
