"""A replica is promoted in place of the primary: nobody uses the old one again, nor waits for one that stands still."""

import os
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bench.standby.members import wait_for
from bench.standby.replicas import Replica, stall
from bussolotto.server.store import leases, primary
from bussolotto.server.store.keeper import LeaseConnection, LeaseKeeper
from bussolotto.server.store.postgres import PostgresConnection, PostgresError, open_for_server
from tests.depth import full
from tests.refusals import refused
from tests.server import stores
from tests.server.stores import QUICK, Cluster, address_of, opened_at

AnyCluster = TypeVar("AnyCluster", bound=Cluster)
WAITING = """
    SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%SET owner%'
"""
WHICH = "SELECT setting FROM pg_settings WHERE name = 'data_directory'"


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[Cluster, Cluster]]:
    """An old primary, and the replica that was promoted in its place; both take writes."""
    with closing_cluster(Cluster(QUICK)) as old, closing_cluster(Replica(QUICK, old)) as promoted:
        promoted.promote()
        yield old, promoted


@pytest.fixture(autouse=True)
def new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that has used no database yet."""
    monkeypatch.setattr(primary, "_newest", {})


@contextmanager
def closing_cluster(cluster: AnyCluster) -> Iterator[AnyCluster]:
    try:
        yield cluster
    finally:
        cluster.remove()


def hosts_of(*clusters: Cluster) -> str:
    hosts = ",".join(str(cluster.folder) for cluster in clusters)
    return f"postgresql://bussolotto@/postgres?host={hosts}"


def which(connection: PostgresConnection) -> str:
    return str(connection.execute(WHICH).fetchone()[0])


def test_of_two_primaries_the_one_is_used_that_was_promoted_last(
    both: tuple[Cluster, Cluster], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(primary, "OTHERS_WITHIN_S", stores.PATIENCE_S)  # both can be reached
    old, promoted = both
    for order in ((old, promoted), (promoted, old)):
        with closing(PostgresConnection(hosts_of(*order))) as connection:
            assert which(connection) == f"{promoted.folder}/data"


def test_who_has_used_the_promoted_one_does_not_use_the_old_one(both: tuple[Cluster, Cluster]) -> None:
    """Neither over a new connection nor over one that it had before."""
    old, promoted = both
    with closing(PostgresConnection(hosts_of(old))) as before:
        assert which(before) == f"{old.folder}/data"
        PostgresConnection(hosts_of(promoted)).close()
        with pytest.raises(PostgresError, match="promoted"):
            which(before)
    with refused("no-database"):
        PostgresConnection(hosts_of(old))


def test_a_database_that_does_not_tell_which_one_it_is_can_be_used(both: tuple[Cluster, Cluster]) -> None:
    _, promoted = both
    with opened_at(promoted.address()) as operator:
        operator.execute("CREATE ROLE tenant LOGIN")
        operator.execute("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC")
    with closing(PostgresConnection(promoted.address(user="tenant"))) as connection:
        assert connection.execute("SELECT 1").fetchone()[0] == 1


@contextmanager
def standing_still(connection: PostgresConnection) -> Iterator[None]:
    """The process of PostgreSQL that serves this connection."""
    pid = int(connection.execute("SELECT pg_backend_pid()").fetchone()[0])
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):  # where its cluster has been killed meanwhile
            os.kill(pid, signal.SIGCONT)


def test_a_lease_is_not_waited_for_without_end(tmp_path: Path) -> None:
    """As long as another connection might be answered."""
    address = address_of(tmp_path)
    LeaseKeeper(address, "first").close()
    with closing(LeaseConnection(address)) as link, standing_still(link):
        link.limit(0.2)
        with pytest.raises(PostgresError, match="does not answer"):
            leases.acquire(link, leases.SITE, "first", leases.Lease())
        with closing(LeaseConnection(address)) as other:
            assert leases.acquire(other, leases.SITE, "first", leases.Lease())


def test_what_asked_for_a_lease_in_vain_is_not_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a replica is missed, each attempt would leave a process that waits for it, until there is none left."""
    acquire = leases.acquire

    def acquire_soon(link: LeaseConnection, *asked: Any) -> int | None:
        link.limit(0.2)  # this alone, not what comes before
        return acquire(link, *asked)

    monkeypatch.setattr(leases, "acquire", acquire_soon)
    address = address_of(tmp_path)
    lease = LeaseKeeper(address, "first")
    with opened_at(address) as other:
        other.execute("BEGIN")
        other.execute("SELECT fence FROM leases FOR UPDATE")
        for _ in range(3):
            with pytest.raises(PostgresError, match="does not answer"):
                lease.try_to_acquire()
        wait_for(lambda: len(other.execute(WAITING).fetchall()) == 1, str)
        other.execute("ROLLBACK")
    lease.close()


def test_a_write_that_is_not_answered_is_stored_once_over_another_connection(tmp_path: Path) -> None:
    address = address_of(tmp_path)
    lease = LeaseKeeper(address, "first").acquire()
    writer, reader = open_for_server(address, lease)
    with closing(reader), closing(writer):
        writer.limit(0.2)
        with standing_still(writer):
            writer.write_all([("INSERT INTO secrets VALUES (?, ?)", ("once", b"stored"))])
        assert [row[0] for row in reader.execute("SELECT name FROM secrets").fetchall()] == ["once"]
        writer.write_all([("DELETE FROM secrets", ())])
    lease.release()


@full
def test_a_server_that_was_made_to_stand_still_can_be_removed() -> None:
    """So that a drill which fails says why; meanwhile it is not left behind."""
    cluster = Cluster(QUICK)
    stall(cluster)
    cluster.remove()
    assert not cluster.runs
    assert not cluster.folder.exists()
