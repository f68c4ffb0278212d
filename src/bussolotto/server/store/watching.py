"""Watches the leases of table servers for the owner of a site, and ends those that are over.

As whoever wants a lease (`leases`), it counts by its own clock for how long one has not changed.
"""

import logging
import sqlite3
from typing import NamedTuple

from bussolotto.core.errors import Refusal
from bussolotto.server.ownership import is_over, monotonic_s
from bussolotto.server.store import leases, placement_rows
from bussolotto.server.store.connection import Connection
from bussolotto.server.store.keeper import LeaseConnection
from bussolotto.server.store.leases import Lease
from bussolotto.server.store.placement_rows import TABLES

LIST_VOID = """
    SELECT DISTINCT placements.scope FROM placements LEFT JOIN leases USING (scope)
    WHERE leases.fence IS NULL OR leases.fence <> placements.fence
"""
FREE = "DELETE FROM placements WHERE scope = :scope AND fence <> :fence"

log = logging.getLogger(__name__)


class Looked(NamedTuple):
    """The table servers that have a lease, and how many tables each of them has, by scope."""

    leases: dict[str, Lease]
    counts: dict[str, int]


class LeaseWatch:
    """A connection of its own: a lease ends when writes under it have, for which nobody else should wait."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._link: LeaseConnection | None = None
        self._complained = False  # since it was read last
        self._seen: dict[str, tuple[Lease, float]] = {}  # by scope, and since when

    def look(self) -> Looked | None:
        """End leases that are over, and free what their owners had. None if the database cannot be asked."""
        asked_s = monotonic_s()
        try:
            self._link = self._link or LeaseConnection(self._address)
            looked = self._look(self._link, asked_s)
        except (sqlite3.Error, Refusal) as problem:
            if not self._complained:
                log.warning("the leases of table servers cannot be read: %s", problem)
            self._complained = True
            self.close()
            return None
        self._complained = False
        return looked

    def close(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None
        self._seen.clear()

    def _look(self, link: Connection, asked_s: float) -> Looked:
        found = leases.list_all(link, TABLES)
        now_s = monotonic_s()
        counts = placement_rows.count(link)
        for scope, lease in found.items():
            seen, since_s = self._seen.get(scope, (None, now_s))
            if lease != seen:
                self._seen[scope] = lease, now_s
            released = not lease.expires_ms and scope in counts
            if released or (lease.expires_ms and lease == seen and is_over(since_s, asked_s)):
                ended = leases.fence_off(link, scope, lease)
                log.info("table-server-gone", extra={"fields": {"scope": scope, "ended": ended}})
        free(link)
        running = {scope: lease for scope, lease in leases.list_all(link, TABLES).items() if lease.expires_ms}
        return Looked(running, placement_rows.count(link))


def free(connection: Connection) -> None:
    """Let the owner of the site have what table servers had whose leases have other numbers by now.

    A table server that has just started again either keeps a table before that, or finds that it has it no more: its
    lease cannot change meanwhile, and rows are compared as they are when they are deleted.
    """
    for (scope,) in connection.execute(LIST_VOID).fetchall():
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(FREE, {"scope": scope, "fence": leases.lock(connection, scope)})
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
