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
from tests.server.lease_model import TERM, Database, Owner, Row, Rules, Step, Violation, explore

AHEAD_MS = 1 << 50  # by any clock of a database


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
    def acquire(self, row: Row, owner: int, same: bool) -> Row | None:
        found = super().acquire(row, owner, same)
        return found and found._replace(fence=max(1, row.fence))

    def holds(self, row: Row, owner: int, fence: int) -> bool:
        return row.fence == fence


class TakesOverTooSoon(Rules):
    def may_take(self, row: Row, owner: int, seen: int) -> bool:
        return super().may_take(row, owner, seen + 2)


class WatchesSinceItAsked(Rules):
    def seen_since(self, age: int) -> int:
        return age


class TakesWhatWasRenewed(Database):
    def acquire(self, row: Row, owner: int, same: bool) -> Row | None:
        return super().acquire(row, owner, True)


class RenewsUnseen(Database):
    def differs(self, kind: str) -> bool:
        return kind != "renew"


class RenewsWhatOthersHave(Database):
    def renew(self, row: Row, owner: int, fence: int) -> Row | None:
        return row._replace(free=False)


class ReleasesWhatOthersHave(Database):
    def release(self, row: Row, owner: int, fence: int) -> Row | None:
        return row._replace(free=True)


VIEW, WRITE = "a view without a lease", "a stale write is stored"
FAULTS: list[tuple[Rules, str]] = [
    (CountsFromTheAnswer(), VIEW),
    (HasNoMargin(), VIEW),
    (GoesByTheWallClock(), VIEW),
    (SpeaksUntilItIsReleased(), VIEW),
    (Rules(WritesWithoutANumber()), WRITE),
    (Rules(LooksAndDoesNotHold()), WRITE),
    (Rules(TakesOverUnderTheSameNumber()), VIEW),
    (TakesOverTooSoon(), VIEW),
    (WatchesSinceItAsked(), VIEW),
    (Rules(TakesWhatWasRenewed()), VIEW),
    (Rules(RenewsUnseen()), VIEW),
    (Rules(RenewsWhatOthersHave()), VIEW),
    (Rules(ReleasesWhatOthersHave()), VIEW),
]


@pytest.fixture(scope="module")
def steps() -> set[Step]:
    """All that the database is asked in any state of the model, which breaks no promise."""
    visited, found = explore(Rules())
    assert visited > 10_000
    return found


@pytest.mark.parametrize(("rules", "broken"), FAULTS)
def test_every_planted_fault_breaks_a_promise(rules: Rules, broken: str) -> None:
    with pytest.raises(Violation, match=broken):
        explore(rules)


def test_the_statements_do_what_the_model_says(steps: set[Step]) -> None:
    """Of a file; each from the row that the model had."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        schema.migrate(file)
        leases.add(file, leases.SITE)
        for step in steps:
            if step.kind != "write":
                assert carried_out(file, step) == expected(step), step


def test_those_of_postgresql_too(steps: set[Step], tmp_path: Path) -> None:
    with stores.opened_at(stores.address_of(tmp_path)) as database:
        schema.migrate(database)
        leases.add(database, leases.SITE)
        for step in steps:
            if step.kind == "write":
                put(database, step.row)
                assert is_begun(database, step.owner, step.fence) is Database().holds(*step[1:4]), step
            else:
                assert carried_out(database, step) == expected(step), step


def expected(step: Step) -> tuple[bool, bool, Row]:
    """Whether a statement of the model finds the lease, whether the row differs then, and what it is."""
    model, (kind, row, owner, fence, same) = Database(), step
    found = model.acquire(row, owner, same) if kind == "acquire" else getattr(model, kind)(row, owner, fence)
    return found is not None, found is not None and model.differs(kind), (found or row)._replace(epoch=0)


def carried_out(database: Connection, step: Step) -> tuple[bool, bool, Row]:
    """The same of the real statement."""
    kind, row, owner, fence, same = step
    put(database, row)
    before = leases.read(database, leases.SITE)
    if kind == "acquire":
        seen = before if same else before._replace(expires_ms=before.expires_ms + 1)
        found = leases.acquire(database, leases.SITE, str(owner), seen) is not None
    elif kind == "renew":
        found = leases.renew(database, leases.SITE, str(owner), fence)
    else:
        found = leases.release(database, leases.SITE, str(owner), fence)
    now = leases.read(database, leases.SITE)
    return found, now != before, Row(int(now.owner), now.fence, not now.expires_ms)


def put(database: Connection, row: Row) -> None:
    """Write a row of the model, as if the clock of the database were set back at once."""
    change = "UPDATE leases SET owner = ?, fence = ?, expires_ms = ? WHERE scope = ?"
    database.execute(change, (str(row.owner), row.fence, 0 if row.free else AHEAD_MS, leases.SITE))


def is_begun(database: Any, owner: int, fence: int) -> bool:
    """Whether the first statement of a write is carried out: see `PostgresWriter`."""
    import psycopg

    database.execute("BEGIN")
    try:
        database._link.execute(dialect.BEGIN_BATCH, ("batch", leases.SITE, str(owner), fence, 1))
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
