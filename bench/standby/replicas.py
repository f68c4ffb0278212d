"""A synchronous replica of a PostgreSQL server of our own, and what happens when the primary is lost."""

import os
import signal
from contextlib import closing

from bench.machines import tell_family
from bench.standby.members import wait_for
from tests.server.stores import OWNER, Cluster

IN_STEP = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
TRANSACTIONS = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"  # that have written something


class Replica(Cluster):
    """A server that follows another one."""

    def __init__(self, settings: str, primary: Cluster) -> None:
        self._primary = primary
        super().__init__(settings)

    def _make(self) -> None:
        where = ("-h", str(self._primary.folder), "-U", OWNER)
        self._run("pg_basebackup", *where, "-R", "-X", "stream", "-c", "fast", "--no-sync")

    def promote(self) -> None:
        """Let it be the primary: it follows nobody from now on, and waits for no replica."""
        self._run("pg_ctl", "promote", "-w")


def wait_for_replica(primary: Cluster) -> None:
    """Acknowledge nothing from now on that is not stored by the replica, too."""
    ask(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")
    ask(primary, "SELECT pg_reload_conf()")
    wait_for(lambda: ask(primary, IN_STEP), lambda: f"{primary.folder}/log")


def stall(cluster: Cluster) -> None:
    """Let all its processes stand still, as when its disk no longer answers. Who asks it waits."""
    os.kill(cluster.pid, signal.SIGSTOP)  # it starts no more of them
    tell_family(cluster.pid, signal.SIGSTOP)


def kill(cluster: Cluster) -> None:
    """End all its processes at once, if it still has any."""
    if cluster.runs:
        tell_family(cluster.pid, signal.SIGKILL)
    cluster.stop(signal.SIGKILL)


def count_transactions(cluster: Cluster) -> int:
    """How many have ever written something, or tried to."""
    return ask(cluster, TRANSACTIONS)


def ask(cluster: Cluster, statement: str) -> int:
    """The number that a statement returns, 0 if it returns none."""
    import psycopg

    with closing(psycopg.connect(cluster.address(), autocommit=True)) as link:
        cursor = link.execute(statement.encode())
        row = cursor.fetchone() if cursor.description else None
        return int(row[0]) if row else 0
