"""Which tables of a site table servers have: a row each. Those without a row are the owner's.

A row counts while its number is that of the lease of its scope (`leases`). The owner of the site adds it, once it has
stored what it knows of the table; the table server deletes it, once it has. Where a table server is gone, its lease is
ended first, and what it had is deleted then: so at any time one process alone can store anything of a table.
"""

from typing import NamedTuple

from bussolotto.server.store.connection import Connection
from bussolotto.server.store.database import Reader, Statement

TABLES = "tables:"  # how the scopes of table servers begin; their names follow
PLACE = """
    INSERT INTO placements (table_name, scope, fence)
    SELECT :table_name, scope, fence FROM leases WHERE scope = :scope AND expires_ms > 0
    ON CONFLICT (table_name) DO NOTHING
"""
TAKE_BACK = "DELETE FROM placements WHERE table_name = :table_name AND scope = :scope"
KEEP = "UPDATE placements SET fence = :fence WHERE scope = :scope"
FIND = "SELECT table_name, scope, fence FROM placements WHERE table_name = ?"
LIST = "SELECT table_name, scope, fence FROM placements ORDER BY table_name"
LIST_OF_SCOPE = "SELECT table_name, scope, fence FROM placements WHERE scope = ? ORDER BY table_name"

COUNT = "SELECT scope, count(*) FROM placements GROUP BY scope"


class Placement(NamedTuple):
    """Who has a table: the owner of a lease under this number."""

    table: str
    scope: str
    fence: int


def place(table: str, scope: str) -> Statement:
    """Let the table server that has this lease have a table. Does nothing if it has released the lease."""
    return PLACE, {"table_name": table, "scope": scope}


def take_back(table: str, scope: str) -> Statement:
    """Let the owner of the site have a table that a table server has."""
    return TAKE_BACK, {"table_name": table, "scope": scope}


def keep(scope: str, fence: int) -> Statement:
    """Let a table server that has started again have what it had, unless that was freed."""
    return KEEP, {"scope": scope, "fence": fence}


def count(connection: Connection) -> dict[str, int]:
    """Return how many tables each table server has, by scope, if it has any."""
    return {str(scope): int(number) for scope, number in connection.execute(COUNT).fetchall()}


def find(reader: Reader, table: str) -> Placement | None:
    """Return who has a table; None for the owner of the site."""
    row = reader.row(FIND, table)
    return None if row is None else Placement(*row)


def list_all(reader: Reader) -> list[Placement]:
    """Return what all table servers have."""
    return [Placement(*row) for row in reader.rows(LIST)]


def list_of(reader: Reader, scope: str) -> list[Placement]:
    """Return what one table server has."""
    return [Placement(*row) for row in reader.rows(LIST_OF_SCOPE, scope)]
