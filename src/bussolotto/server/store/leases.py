"""Leases: who has a part of the site for a while. A part is named by its `scope`.

No clock of the database matters, for it may jump. Each renewal changes the lease, and whoever wants it watches it by a
clock of its own machine: it is over when a whole term has passed without a change (`server/ownership.py`). A takeover
names the lease as it was seen, and fails where that has changed.

Each time a lease changes hands its `fence` grows by one. Every write of an owner carries that number, and the database
refuses one that is not the lease's (`dialect.BEGIN_BATCH`), so what an owner sends who has been taken over without
knowing is not stored. A lease that is over and that nobody else has taken can be renewed.

An owner may take its own lease again at once: it is named after the folder whose lock it holds, so the process that had
it before is gone.
"""

from typing import NamedTuple

from bussolotto.server.ownership import TERM_S
from bussolotto.server.store.connection import Connection

SITE = "site"
NAME = "name"  # no lease: the owner of this row is what the site is called where it may meet others, at a bus
NOW_MS = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
TERM_MS = round(1000 * TERM_S)
# Later than before, whatever the clock says. Earlier versions take a lease once that is over by the database's clock.
NEXT_MS = f"CASE WHEN {NOW_MS} + {TERM_MS} > expires_ms THEN {NOW_MS} + {TERM_MS} ELSE expires_ms + 1 END"
ADD = "INSERT INTO leases (scope, owner, fence, expires_ms) VALUES (:scope, '', 0, 0) ON CONFLICT (scope) DO NOTHING"
ADD_NAME = """
    INSERT INTO leases (scope, owner, fence, expires_ms) VALUES (:scope, :name, 0, 0) ON CONFLICT (scope) DO NOTHING
"""
READ_NAME = "SELECT owner FROM leases WHERE scope = :scope"
READ = "SELECT owner, fence, expires_ms FROM leases WHERE scope = :scope"
ACQUIRE = f"""
    UPDATE leases SET owner = :owner, fence = fence + 1, expires_ms = {NEXT_MS}
    WHERE scope = :scope AND fence = :fence AND expires_ms = :expires_ms
    RETURNING fence
"""  # noqa: S608  # no values
RENEW = f"""
    UPDATE leases SET expires_ms = {NEXT_MS}
    WHERE scope = :scope AND owner = :owner AND fence = :fence
    RETURNING fence
"""  # noqa: S608  # no values
RELEASE = """
    UPDATE leases SET expires_ms = 0
    WHERE scope = :scope AND owner = :owner AND fence = :fence
    RETURNING fence
"""

FENCE_OFF = """
    UPDATE leases SET fence = fence + 1, expires_ms = 0
    WHERE scope = :scope AND fence = :fence AND expires_ms = :expires_ms
    RETURNING fence
"""
LOCK = "UPDATE leases SET fence = fence WHERE scope = :scope RETURNING fence"
LIST = "SELECT scope, owner, fence, expires_ms FROM leases WHERE scope LIKE :beginning || '%'"


class Lease(NamedTuple):
    """A lease as it is at some time: `expires_ms` is another number after each renewal, 0 once it is released."""

    owner: str = ""
    fence: int = 0
    expires_ms: int = 0

    def is_free_for(self, owner: str) -> bool:
        """Return whether this owner may take it without waiting."""
        return not self.expires_ms or self.owner == owner


def add(connection: Connection, scope: str) -> None:
    """Make a lease that nobody has, unless there is one."""
    connection.execute(ADD, {"scope": scope})


def name_of_site(connection: Connection, new: str) -> str:
    """What the site is called: as it is for all who use this database, or this new name if it has none."""
    connection.execute(ADD_NAME, {"scope": NAME, "name": new})
    return str(connection.execute(READ_NAME, {"scope": NAME}).fetchall()[0][0])


def read(connection: Connection, scope: str) -> Lease:
    """Return the lease; one that nobody can take if there is none, as in a database that is not the site's."""
    rows = connection.execute(READ, {"scope": scope}).fetchall()
    return Lease(*rows[0]) if rows else Lease()


def acquire(connection: Connection, scope: str, owner: str, seen: Lease) -> int | None:
    """Take the lease if it is still as it was seen. Return its new number, None if it has changed.

    Waits for writes of the last owner that the database is carrying out.
    """
    asked = {"scope": scope, "owner": owner, "fence": seen.fence, "expires_ms": seen.expires_ms}
    return _find_fence(connection, ACQUIRE, asked)


def renew(connection: Connection, scope: str, owner: str, fence: int) -> bool:
    """Let a lease begin anew, even one that is over. Return whether nobody else has taken it."""
    return _find_fence(connection, RENEW, {"scope": scope, "owner": owner, "fence": fence}) is not None


def release(connection: Connection, scope: str, owner: str, fence: int) -> bool:
    """Let others have a lease at once. Return whether it was still this owner's."""
    return _find_fence(connection, RELEASE, {"scope": scope, "owner": owner, "fence": fence}) is not None


def fence_off(connection: Connection, scope: str, seen: Lease) -> bool:
    """End a lease that is over, so that its owner writes no more. Return whether it was still as it was seen.

    Waits for its writes that the database is carrying out.
    """
    asked = {"scope": scope, "fence": seen.fence, "expires_ms": seen.expires_ms}
    return _find_fence(connection, FENCE_OFF, asked) is not None


def lock(connection: Connection, scope: str) -> int:
    """Let a lease change hands only after this transaction. Return its number, 0 if there is no such lease."""
    return _find_fence(connection, LOCK, {"scope": scope}) or 0


def list_all(connection: Connection, beginning: str) -> dict[str, Lease]:
    """Return all leases whose scopes begin like this, by scope."""
    rows = connection.execute(LIST, {"beginning": beginning}).fetchall()
    return {str(scope): Lease(*lease) for scope, *lease in rows}


def _find_fence(connection: Connection, statement: str, values: dict[str, object]) -> int | None:
    rows = connection.execute(statement, values).fetchall()
    return int(rows[0][0]) if rows else None
