"""What was set aside because it cannot be read."""

from typing import NamedTuple

from bussolotto.core.errors import Unreadable
from bussolotto.server.store.database import Reader, Statement

INSERT = """
    INSERT INTO aside VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (kind, name)
    DO UPDATE SET reason = excluded.reason, detail = excluded.detail, since_s = excluded.since_s
"""


class AsideRow(NamedTuple):
    """A row: what it is and its name, why it cannot be read, in a word and in detail, and since when that is known."""

    kind: str
    name: str
    reason: str
    detail: str
    since_s: int


def insert(row: AsideRow) -> Statement:
    return INSERT, tuple(row)


def delete(kind: str, name: str) -> Statement:
    return "DELETE FROM aside WHERE kind = ? AND name = ?", (kind, name)


def list_names(store: Reader, most: int) -> list[tuple[str, str]]:
    """Return kind and name of what is set aside, as far as that can be read itself."""
    try:
        return [(row["kind"], row["name"]) for row in store.rows("SELECT kind, name FROM aside LIMIT ?", most)]
    except Unreadable:
        return []


def list_all(store: Reader) -> list[AsideRow]:
    """Return everything that is set aside, by kind and name. Raises Unreadable."""
    return [AsideRow(*row) for row in store.rows("SELECT kind, name, reason, detail, since_s FROM aside")]
