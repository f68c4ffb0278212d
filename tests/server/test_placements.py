"""Placements: no state of the model breaks a promise, every planted fault does, and the statements do as it says.

What the model found in processes is tried on them, too.
"""

import asyncio
import itertools
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

from bussolotto.server.app.services import Services
from bussolotto.server.ownership import TERM_S
from bussolotto.server.store import dialect, leases, match_rows, placement_rows, schema, table_rows, watching
from bussolotto.server.store.connection import Connection
from bussolotto.server.store.database import FILE, Reader, Store
from bussolotto.server.table.placements import LentPlacements, OwnerPlacements
from tests.depth import count, in_full_runs
from tests.server import stores
from tests.server.in_process import house
from tests.server.placement_model import (
    MOST_FENCES,
    SITE,
    Database,
    Freeing,
    Lease,
    Process,
    Row,
    Rules,
    Sent,
    State,
    Step,
    Violation,
    explore,
    on_the_way,
)

TABLE, OWNER = "table", "process"
ONE, OTHER = 1, 2  # scopes of table servers
AHEAD_MS = 1 << 50  # by any clock of a database
BLOCKED_MS = 50  # of a statement that waits for a transaction: it has to be given up

INSERT_ROW = "INSERT INTO placements (table_name, scope, fence) VALUES (?, ?, ?)"

# The scopes of processes, up to which number leases of table servers change hands, and a number of states.
USUAL: list[tuple[Sequence[int], int, int]] = [
    ((SITE, SITE, ONE), MOST_FENCES, count(short=20_000, full=40_000)),
    ((SITE, ONE, OTHER), count(short=1, full=2), count(short=10_000, full=100_000)),
]
WORLDS: list[Any] = [
    *USUAL,
    *in_full_runs(
        ((SITE, ONE, ONE), 3, 30_000),  # the second on another folder, under the same name
        ((SITE, SITE, ONE, ONE), 2, 40_000),
        ((SITE, SITE, ONE, OTHER), 1, 70_000),
    ),
]


class WritesWithoutANumber(Database):
    def holds(self, lease: Lease, sent: Sent) -> bool:
        return True


class KeepsWithoutANumber(Database):
    def holds(self, lease: Lease, sent: Sent) -> bool:
        return sent.kind == "keep" or super().holds(lease, sent)


class EndsWhileItIsWrittenTo(Database):
    def waits_for_writes(self) -> bool:
        return False


class FreesByAnOlderNumber(Database):
    def waits_for_freeing(self) -> bool:
        return False


class FreesWhatItHasListed(Database):
    def lists(self, row: Row | None, freeing: Freeing) -> bool:
        return super().free(row, freeing) != row

    def free(self, row: Row | None, freeing: Freeing) -> Row | None:
        return None if freeing.listed else row


class FreesWithoutEnding(Database):
    def free(self, row: Row | None, freeing: Freeing) -> Row | None:
        return None if row is not None and row.scope == freeing.scope else row


class EndsUnderTheSameNumber(Database):
    def fence_off(self, lease: Lease) -> Lease:
        return lease._replace(free=True)


class StartsUnderTheSameNumber(Rules):
    def start(self, lease: Lease) -> Lease:
        return super().start(lease) if lease.free else lease


class TakesWhatIsBeingGivenBack(Rules):
    def finds_itself(self, process: Process, state: State) -> bool:
        given = any(sent.kind == "take_back" for one in state.processes for sent in on_the_way(one))
        return super().finds_itself(process, state) or (process.scope == SITE and given)


class GoesByTheScopeAlone(Rules):
    def finds_itself(self, process: Process, state: State) -> bool:
        found = state.row is not None and state.row.scope == process.scope
        return super().finds_itself(process, state) or found


class KeepsWhatItGivesBack(Rules):
    def after_hand_over(self, process: Process) -> Process:
        return super().after_hand_over(process) if process.scope == SITE else process


class ForgetsOnceItIsPlaced(Rules):
    def after_hand_over(self, process: Process) -> Process:
        return process if process.scope == SITE else super().after_hand_over(process)

    def may_look(self, process: Process) -> bool:
        return process.sent is None


class LooksWhileItHandsOver(Rules):
    def may_look(self, process: Process) -> bool:
        return super().may_look(process) or (process.scope == SITE and not process.has)


class LooksWhileItGivesBack(Rules):
    def may_look(self, process: Process) -> bool:
        giving_back = process.sent is not None and process.sent.kind == "take_back"
        return super().may_look(process) or giving_back


class ReadsBeforeItKnows(Rules):
    def may_read(self, process: Process) -> bool:
        return process.read is None and process.sent is None


class LeavesWhatIsReleased(Rules):
    def ends(self, lease: Lease, has_table: bool) -> bool:
        return not lease.free


TWO, NOBODY = "a write is stored on top of something else", "nobody has the table any more"
FAULTS: list[tuple[Rules, str]] = [
    (Rules(WritesWithoutANumber()), TWO),
    (Rules(KeepsWithoutANumber()), TWO),
    (Rules(EndsWhileItIsWrittenTo()), TWO),
    (Rules(FreesByAnOlderNumber()), TWO),
    (Rules(FreesWhatItHasListed()), TWO),
    (Rules(FreesWithoutEnding()), TWO),
    (Rules(EndsUnderTheSameNumber()), NOBODY),
    (StartsUnderTheSameNumber(), TWO),
    (TakesWhatIsBeingGivenBack(), TWO),
    (GoesByTheScopeAlone(), TWO),
    (KeepsWhatItGivesBack(), TWO),
    (ForgetsOnceItIsPlaced(), TWO),
    (LooksWhileItHandsOver(), TWO),
    (LooksWhileItGivesBack(), TWO),
    (ReadsBeforeItKnows(), TWO),
    (LeavesWhatIsReleased(), NOBODY),
]


explored = cache(partial(explore, Rules()))


@pytest.fixture(scope="module")
def steps() -> set[Step]:
    """All that the database is asked in the usual worlds."""
    found = set[Step]().union(*(explored(scopes, most)[1] for scopes, most, _ in USUAL))
    assert {step.kind for step in found} == {"begin", *CARRIED_OUT}
    return found


@pytest.mark.parametrize(("scopes", "most", "states"), WORLDS)
def test_no_state_breaks_a_promise(scopes: Sequence[int], most: int, states: int) -> None:
    visited, _ = explored(scopes, most)
    assert visited > states


@pytest.mark.parametrize(("rules", "broken"), FAULTS)
def test_every_planted_fault_breaks_a_promise(rules: Rules, broken: str) -> None:
    with pytest.raises(Violation, match=broken):
        explore(rules, (SITE, ONE), 3)


def test_the_statements_do_what_the_model_says(steps: set[Step]) -> None:
    """Of a file; each from the lease and the row that the model had."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        prepare(file)
        for step in steps:
            if step.kind != "begin":
                assert carried_out(file, step) == expected(step), step


def test_those_of_postgresql_too(steps: set[Step], site: "Site") -> None:
    with site.link() as database:
        for step in steps:
            if step.kind == "begin":
                put(database, step)
                begun = is_begun(database, step.scope, step.fence)
                assert begun is Database().holds(step.lease, Sent("write", step.fence)), step
            else:
                assert carried_out(database, step) == expected(step), step


def expected(step: Step) -> tuple[Lease, Row | None]:
    """What a statement of the model makes of a lease and of the row."""
    model, (kind, scope, lease, row, fence) = Database(), step
    if kind in ("acquire", "fence_off"):
        return getattr(model, kind)(lease), row
    if kind == "release":
        return model.release(lease, fence), row
    rows: dict[str, Callable[[], Row | None]] = {
        "place": lambda: model.place(row, scope, lease),
        "take_back": lambda: model.take_back(row, scope),
        "keep": lambda: model.keep(row, scope, fence),
        "free": lambda: model.free(row, Freeing(scope, lease.fence)),
    }
    return lease, rows[kind]()


def carried_out(database: Connection, step: Step) -> tuple[Lease, Row | None]:
    """The same of the real statement."""
    put(database, step)
    CARRIED_OUT[step.kind](database, name_of(step.scope), step.fence)
    return read_lease(database, step.scope), read_row(database)


def change(database: Connection, ask: Callable[..., object], scope: str) -> None:
    """Let a lease change hands as it was seen; nothing happens where it was renewed meanwhile."""
    seen = leases.read(database, scope)
    ask(database, scope, seen._replace(expires_ms=seen.expires_ms + 1))
    assert leases.read(database, scope) == seen
    ask(database, scope, seen)


def acquire(database: Connection, scope: str, seen: leases.Lease) -> None:
    leases.acquire(database, scope, OWNER, seen)


CARRIED_OUT: dict[str, Callable[[Connection, str, int], object]] = {
    "acquire": lambda database, scope, _: change(database, acquire, scope),
    "fence_off": lambda database, scope, _: change(database, leases.fence_off, scope),
    "release": lambda database, scope, fence: leases.release(database, scope, OWNER, fence),
    "place": lambda database, scope, _: database.execute(*placement_rows.place(TABLE, scope)),
    "take_back": lambda database, scope, _: database.execute(*placement_rows.take_back(TABLE, scope)),
    "keep": lambda database, scope, fence: database.execute(*placement_rows.keep(scope, fence)),
    "free": lambda database, _, __: watching.free(database),
}


def name_of(scope: int) -> str:
    return leases.SITE if scope == SITE else f"{placement_rows.TABLES}{scope}"


def prepare(database: Connection) -> None:
    schema.migrate(database)
    for scope in (SITE, ONE, OTHER):
        leases.add(database, name_of(scope))


def put(database: Connection, step: Step) -> None:
    """Write a lease and the row of the model."""
    expires_ms = 0 if step.lease.free else AHEAD_MS
    database.execute(
        "UPDATE leases SET owner = ?, fence = ?, expires_ms = ? WHERE scope = ?",
        (OWNER, step.lease.fence, expires_ms, name_of(step.scope)),
    )
    database.execute("DELETE FROM placements")
    if step.row is not None:
        database.execute(INSERT_ROW, (TABLE, name_of(step.row.scope), step.row.fence))


def read_lease(database: Connection, scope: int) -> Lease:
    found = leases.read(database, name_of(scope))
    return Lease(found.fence, not found.expires_ms)


def read_row(database: Connection) -> Row | None:
    placed = placement_rows.find(Reader(database), TABLE)
    return None if placed is None else Row(int(placed.scope.removeprefix(placement_rows.TABLES)), placed.fence)


def begin(database: Any, scope: int, fence: int) -> None:
    """Begin a transaction that writes, as `PostgresWriter` does."""
    database.execute("BEGIN IMMEDIATE")
    database._link.execute(dialect.BEGIN_BATCH, ("batch", name_of(scope), OWNER, fence, scope))


def is_begun(database: Connection, scope: int, fence: int) -> bool:
    import psycopg

    try:
        begin(database, scope, fence)
    except psycopg.errors.NotNullViolation:
        return False
    finally:
        database.execute("ROLLBACK")
    return True


class Site:
    """A PostgreSQL database that processes share. The lease of a table server has the number 2."""

    def __init__(self, folder: Path) -> None:
        self.address = stores.address_of(folder)
        with self.link() as database:
            prepare(database)

    @contextmanager
    def link(self) -> Iterator[Connection]:
        """A connection that does not wait for long."""
        with stores.opened_at(self.address) as database:
            database.execute(f"SET lock_timeout = {BLOCKED_MS}")
            yield database

    @contextmanager
    def links(self, row: Row | None) -> Iterator[tuple[Connection, Connection]]:
        """Two connections, with this row in the database."""
        with ExitStack() as open_links:
            one, other = (open_links.enter_context(self.link()) for _ in range(2))
            put(one, Step("", ONE, Lease(2, False), row))
            put(one, Step("", SITE, Lease(1, False), row))
            yield one, other


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def require_waiting(database: Connection, *kinds: str) -> None:
    """Each of these statements waits for what another transaction holds."""
    for kind in kinds:
        with pytest.raises(sqlite3.OperationalError, match="lock timeout"):
            CARRIED_OUT[kind](database, name_of(ONE), 2)


def test_a_lease_changes_hands_after_what_has_begun_under_it(site: Site) -> None:
    with site.links(None) as (one, other):
        begin(one, ONE, 2)
        require_waiting(other, "acquire", "fence_off")
        watching.free(other)
        one.execute("COMMIT")
        CARRIED_OUT["fence_off"](other, name_of(ONE), 2)
        assert read_lease(other, ONE) == Lease(3, True)


def test_a_lease_changes_hands_after_what_was_placed_under_it_is_free(site: Site) -> None:
    with site.links(Row(ONE, 1)) as (one, other):
        one.execute("BEGIN IMMEDIATE")
        assert leases.lock(one, name_of(ONE)) == 2
        require_waiting(other, "acquire", "fence_off")
        assert is_begun(other, ONE, 2)


def test_what_is_kept_while_it_is_about_to_be_freed_is_not_freed(site: Site) -> None:
    with site.links(Row(ONE, 1)) as (one, other):
        begin(one, ONE, 2)
        one.execute(*placement_rows.keep(name_of(ONE), 2))
        require_waiting(other, "free")
        one.execute("COMMIT")
        watching.free(other)
        assert read_row(other) == Row(ONE, 2)


def test_a_table_is_placed_under_the_number_that_a_lease_had_at_the_beginning(site: Site) -> None:
    with site.links(None) as (one, other):
        begin(one, SITE, 1)
        one.execute(*placement_rows.place(TABLE, name_of(ONE)))
        CARRIED_OUT["fence_off"](other, name_of(ONE), 2)
        watching.free(other)
        one.execute("COMMIT")
        assert read_row(other) == Row(ONE, 2)
        watching.free(other)
        assert read_row(other) is None


@pytest.mark.parametrize("row", [None, Row(ONE, 2)])
@pytest.mark.parametrize("lease", [Lease(2, True), Lease(2, False)])
def test_a_lease_that_nobody_renews_is_ended_as_in_the_model(
    lease: Lease, row: Row | None, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = itertools.count(step=TERM_S)
    monkeypatch.setattr(watching, "monotonic_s", lambda: float(next(now_s)))
    with site.link() as database, closing(watching.LeaseWatch(site.address)) as watch:
        put(database, Step("", ONE, lease, row))
        for _ in range(3):
            assert watch.look() is not None
        ended = Rules().ends(lease, row is not None)
        assert read_lease(database, ONE) == (Lease(3, True) if ended else lease)
        assert read_row(database) is None


def test_a_look_does_not_find_what_is_being_handed_over_where_it_was() -> None:
    async def recall(name: str, table: str) -> None:
        raise AssertionError("nobody asks")

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        prepare(file)
        placements = OwnerPlacements(cast(Store, Reader(file)), recall)
        placements.leave(TABLE, "1")
        placements.learn({})
        placements.look(TABLE)  # as after a message from the table server that had it before
        assert placements.find(TABLE) == "1"
        placements.stay(TABLE)  # it was not stored
        assert placements.find(TABLE) is None
        placements.leave(TABLE, "1")
        put(file, Step("", ONE, Lease(1, False), Row(ONE, 1)))
        placements.stay(TABLE)
        assert placements.find(TABLE) == "1"
        put(file, Step("", ONE, Lease(2, False), None))
        placements.learn({})
        assert placements.find(TABLE) is None


def test_what_was_read_before_a_table_came_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with table_server(tmp_path) as (services, table, match):
            hand_over_after(table_rows, "find", table, tmp_path, monkeypatch)
            before = services.tables.find(table)
            assert services.tables.find(table) is not before
            assert services.tables.find(table) is services.tables.find(table)
            assert services.matches.find(match) is services.matches.find_loaded(match)

    asyncio.run(run())


def test_so_is_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with table_server(tmp_path) as (services, table, match):
            hand_over_after(match_rows, "read_log", table, tmp_path, monkeypatch)
            assert services.matches.find(match).name == match
            assert services.matches.find_loaded(match) is None
            assert services.matches.find(match) is services.matches.find_loaded(match)

    asyncio.run(run())


@asynccontextmanager
async def table_server(folder: Path) -> AsyncIterator[tuple[Services, str, str]]:
    """A server that has no table, as it believes; a table where a match runs, and the match."""
    async with house(folder) as served:
        anna, services = await served.person("Anna"), served.services
        wish = {"game": "spilorcio", "seats": 2, "sit": 0, "bots": [{"seat": 1, "player": "random"}]}
        opened = await anna.ask("POST", "/api/tables", wish)
        table, match = opened["table"], opened["match"]
        await anna.ask("POST", f"/api/tables/{table}/start")
        services.matches.discard(match)
        services.tables.forget(table)
        services.tables.placements = LentPlacements(services.store, name_of(ONE))
        yield services, table, match


def hand_over_after(rows: ModuleType, read: str, table: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the owner of the site hand a table over when this has just been read."""
    find = getattr(rows, read)

    def find_first(*asked: object) -> object:
        found = find(*asked)
        with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as file:
            file.execute(f"{INSERT_ROW} ON CONFLICT DO NOTHING", (table, name_of(ONE), 0))
        return found

    monkeypatch.setattr(rows, read, find_first)
