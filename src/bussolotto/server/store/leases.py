"""Leases: who has a part of the site for a while, by the clock of the database. A part is named by its `scope`.

Each time a lease changes hands its `fence` grows by one. Every write of an owner carries that number, and the database
refuses one that is not the lease's (`dialect.BEGIN_BATCH`), so what an owner sends who has been taken over without
knowing is not stored. A lease that has expired and that nobody else has taken can be renewed.

An owner may take its own lease again at once: it is named after the folder whose lock it holds, so the process that had
it before is gone.
"""

from bussolotto.server.ownership import TERM_S
from bussolotto.server.store.connection import Connection

SITE = "site"
NAME = "name"  # no lease: the owner of this row is what the site is called where it may meet others, at a bus
NOW_MS = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
ADD = "INSERT INTO leases (scope, owner, fence, expires_ms) VALUES (:scope, '', 0, 0) ON CONFLICT (scope) DO NOTHING"
ADD_NAME = """
    INSERT INTO leases (scope, owner, fence, expires_ms) VALUES (:scope, :name, 0, 0) ON CONFLICT (scope) DO NOTHING
"""
READ_NAME = "SELECT owner FROM leases WHERE scope = :scope"
ACQUIRE = f"""
    UPDATE leases SET owner = :owner, fence = fence + 1, expires_ms = {NOW_MS} + :term_ms
    WHERE scope = :scope AND (expires_ms <= {NOW_MS} OR owner = :owner)
    RETURNING fence
"""  # noqa: S608  # no values
RENEW = f"""
    UPDATE leases SET expires_ms = {NOW_MS} + :term_ms
    WHERE scope = :scope AND owner = :owner AND fence = :fence
    RETURNING fence
"""  # noqa: S608  # no values
RELEASE = """
    UPDATE leases SET expires_ms = 0
    WHERE scope = :scope AND owner = :owner AND fence = :fence
    RETURNING fence
"""


def add(connection: Connection, scope: str) -> None:
    """Make a lease that nobody has, unless there is one."""
    connection.execute(ADD, {"scope": scope})


def name_of_site(connection: Connection, new: str) -> str:
    """What the site is called: as it is for all who use this database, or this new name if it has none."""
    connection.execute(ADD_NAME, {"scope": NAME, "name": new})
    return str(connection.execute(READ_NAME, {"scope": NAME}).fetchall()[0][0])


def acquire(connection: Connection, scope: str, owner: str, term_s: float = TERM_S) -> int | None:
    """Take a lease that has expired, was released or is this owner's. Return its number, None if others have it.

    Waits for writes of the last owner that the database is carrying out.
    """
    return _find_fence(connection, ACQUIRE, {"scope": scope, "owner": owner, "term_ms": round(1000 * term_s)})


def renew(connection: Connection, scope: str, owner: str, fence: int, term_s: float = TERM_S) -> bool:
    """Let a lease begin anew, even one that has expired. Return whether nobody else has taken it."""
    asked = {"scope": scope, "owner": owner, "fence": fence, "term_ms": round(1000 * term_s)}
    return _find_fence(connection, RENEW, asked) is not None


def release(connection: Connection, scope: str, owner: str, fence: int) -> bool:
    """Let others have a lease at once. Return whether it was still this owner's."""
    return _find_fence(connection, RELEASE, {"scope": scope, "owner": owner, "fence": fence}) is not None


def _find_fence(connection: Connection, statement: str, values: dict[str, object]) -> int | None:
    rows = connection.execute(statement, values).fetchall()
    return int(rows[0][0]) if rows else None
