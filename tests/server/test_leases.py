"""Leases: no state of the model breaks a promise, every planted fault does, and the statements do as the model says."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bussolotto.server.ownership import Ownership, Tenure, may_speak
from bussolotto.server.store import dialect, leases, schema
from bussolotto.server.store.connection import Connection
from tests.refusals import refused
from tests.server import stores
from tests.server.lease_model import TERM, Database, Owner, Row, Rules, Violation, explore

TICK_S = 3600  # so long that no time passes while a test runs


class CountsFromTheAnswer(Rules):
    def begin(self, fence: int, age: int) -> Tenure:
        return super().begin(fence, 0)


class HasNoMargin(Rules):
    def begin(self, fence: int, age: int) -> Tenure:
        return Tenure(fence, TERM - age)


class GoesByTheWallClock(Rules):
    def set_back(self, owner: Owner) -> Iterator[Owner]:
        if owner.tenure is not None and may_speak(owner.tenure, 0):
            yield owner._replace(tenure=owner.tenure._replace(until_s=TERM))


class SpeaksUntilItIsReleased(Rules):
    def after_release(self, owner: Owner) -> Owner:
        return owner


class WritesWithoutANumber(Database):
    def holds(self, row: Row, owner: int, fence: int) -> bool:
        return True


class LooksAndDoesNotHold(Database):
    def waits_for_writes(self) -> bool:
        return False


class TakesOverUnderTheSameNumber(Database):
    def acquire(self, row: Row, owner: int) -> Row | None:
        found = super().acquire(row, owner)
        return found and found._replace(fence=max(1, row.fence))

    def holds(self, row: Row, owner: int, fence: int) -> bool:
        return row.fence == fence


class TakesOverTooSoon(Database):
    def acquire(self, row: Row, owner: int) -> Row | None:
        return super().acquire(row._replace(left=max(0, row.left - 2)), owner)


class RenewsWhatOthersHave(Database):
    def renew(self, row: Row, owner: int, fence: int) -> Row | None:
        return row._replace(left=TERM)


class ReleasesWhatOthersHave(Database):
    def release(self, row: Row, owner: int, fence: int) -> Row | None:
        return row._replace(left=0)


VIEW, WRITE = "a view without a lease", "a stale write is stored"
FAULTS: list[tuple[Rules, str]] = [
    (CountsFromTheAnswer(), VIEW),
    (HasNoMargin(), VIEW),
    (GoesByTheWallClock(), VIEW),
    (SpeaksUntilItIsReleased(), VIEW),
    (Rules(WritesWithoutANumber()), WRITE),
    (Rules(LooksAndDoesNotHold()), WRITE),
    (Rules(TakesOverUnderTheSameNumber()), VIEW),
    (Rules(TakesOverTooSoon()), VIEW),
    (Rules(RenewsWhatOthersHave()), VIEW),
    (Rules(ReleasesWhatOthersHave()), VIEW),
]


@pytest.fixture(scope="module")
def steps() -> set[tuple[str, Row, int, int]]:
    """All that the database is asked in any state of the model, which breaks no promise."""
    visited, found = explore(Rules())
    assert visited > 10_000
    return found


@pytest.mark.parametrize(("rules", "broken"), FAULTS)
def test_every_planted_fault_breaks_a_promise(rules: Rules, broken: str) -> None:
    with pytest.raises(Violation, match=broken):
        explore(rules)


def test_the_statements_do_what_the_model_says(steps: set[tuple[str, Row, int, int]]) -> None:
    """Of a file; each from the row that the model had."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        schema.migrate(file)
        leases.add(file, leases.SITE)
        for kind, row, owner, fence in steps:
            if kind != "write":
                assert carried_out(file, kind, row, owner, fence) == expected(kind, row, owner, fence), (kind, row)


def test_those_of_postgresql_too(steps: set[tuple[str, Row, int, int]], tmp_path: Path) -> None:
    with stores.opened_at(stores.address_of(tmp_path)) as database:
        schema.migrate(database)
        leases.add(database, leases.SITE)
        for kind, row, owner, fence in steps:
            if kind == "write":
                put(database, row)
                assert is_begun(database, owner, fence) is Database().holds(row, owner, fence), row
            else:
                assert carried_out(database, kind, row, owner, fence) == expected(kind, row, owner, fence), (kind, row)


def expected(kind: str, row: Row, owner: int, fence: int) -> tuple[bool, Row]:
    """Whether a statement of the model finds the lease, and what the row is afterwards."""
    model = Database()
    found = model.acquire(row, owner) if kind == "acquire" else getattr(model, kind)(row, owner, fence)
    return found is not None, (found or row)._replace(epoch=0)


def carried_out(database: Connection, kind: str, row: Row, owner: int, fence: int) -> tuple[bool, Row]:
    """The same of the real statement."""
    put(database, row)
    if kind == "acquire":
        found = leases.acquire(database, leases.SITE, str(owner), TERM * TICK_S) is not None
    elif kind == "renew":
        found = leases.renew(database, leases.SITE, str(owner), fence, TERM * TICK_S)
    else:
        found = leases.release(database, leases.SITE, str(owner), fence)
    query = f"SELECT owner, fence, expires_ms - {leases.NOW_MS} FROM leases WHERE scope = ?"
    (now,) = database.execute(query, (leases.SITE,)).fetchall()
    return found, Row(int(now[0]), int(now[1]), max(0, round(now[2] / 1000 / TICK_S)))


def put(database: Connection, row: Row) -> None:
    left_ms = row.left * TICK_S * 1000
    change = f"UPDATE leases SET owner = ?, fence = ?, expires_ms = {leases.NOW_MS} + ? WHERE scope = ?"
    database.execute(change, (str(row.owner), row.fence, left_ms, leases.SITE))


def is_begun(database: Any, owner: int, fence: int) -> bool:
    """Whether the first statement of a write is carried out: see `PostgresWriter`."""
    import psycopg

    database.execute("BEGIN")
    try:
        database._link.execute(dialect.BEGIN_BATCH, ("batch", leases.SITE, str(owner), fence))
    except psycopg.errors.NotNullViolation:
        return False
    finally:
        database.execute("ROLLBACK")
    return True


def test_a_server_with_a_file_may_always_speak() -> None:
    owner = Ownership()
    owner.require()
    assert owner.speaks() and not owner.lost and owner.left_s > TERM


def test_one_without_a_lease_may_not() -> None:
    class Silent(Ownership):
        def speaks(self) -> bool:
            return False

    with refused("not-owner"):
        Silent().require()
