"""Two servers on one database: the second takes over, and from then on the first neither stores nor says anything."""

import asyncio
import json
import re
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, cast

import pytest
import uvloop

from bench import standby
from bussolotto.core.errors import NotStored
from bussolotto.server.app.metrics import serve_metrics
from bussolotto.server.app.owning import Waiting
from bussolotto.server.counts import ServerCounts
from bussolotto.server.http.owner_only import OwnerOnly, answer_as_standby
from bussolotto.server.ownership import MARGIN_S, TERM_S, Ownership, is_over, monotonic_s
from bussolotto.server.store import dialect, keeper, leases
from bussolotto.server.store.database import Decision, Store
from bussolotto.server.store.keeper import LeaseKeeper, owner_of
from tests.command_line import do
from tests.depth import full
from tests.refusals import refused
from tests.server import stores
from tests.server.people import get
from tests.server.test_leases import AHEAD_MS
from tests.server.test_store import put

pytestmark = pytest.mark.usefixtures("on_postgresql")
SHORT_S = 0.5
DRILLS = (  # by so many, for each group starts servers and a database
    ("stop", "pause", "failover", "stalled"),
    ("kill", "cut", "database", "clock", "database-clock"),
    ("partition", "no-requests", "no-answers"),
    ("bus", "kill", "bus-partition", "bus-no-requests", "bus-no-answers"),
    ("tables-kill", "tables-owner", "tables-pause", "tables-cut"),
    ("tables-bus", "tables-no-requests", "tables-bus-no-requests"),
    ("tables-no-answers", "tables-bus-no-answers"),
    ("update", "tables-stop"),  # a table server of the later version
)


@pytest.fixture
def on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "chosen", stores.POSTGRESQL)


@pytest.fixture
def address(tmp_path: Path) -> str:
    return stores.address_of(tmp_path)


@pytest.fixture
def first(address: str) -> Iterator[LeaseKeeper]:
    """The owner of a site."""
    lease = LeaseKeeper(address, "first").acquire()
    yield lease
    lease.release()


def with_store(lease: LeaseKeeper, use: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(lease.address, asyncio.get_running_loop(), lease)
        try:
            await use(store)
        finally:
            await store.close()

    uvloop.run(run())


def take_over(address: str) -> None:
    """What a second server does once the lease is over."""
    with stores.opened_at(address) as database:  # it may be renewed between the two
        wait_until(lambda: leases.acquire(database, leases.SITE, "second", leases.read(database, leases.SITE)))


def decision(version: int) -> Decision:
    return Decision(1, version, 0, f"{version}", "0:1")


def wait_until(comes: Callable[[], Any]) -> None:
    deadline = time.monotonic() + stores.PATIENCE_S
    while not comes():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.005)


def test_whoever_was_taken_over_stores_nothing_and_learns_of_it(first: LeaseKeeper) -> None:
    told = threading.Event()

    async def use(store: Store) -> None:
        store.ownership.watch(told.set)
        assert await put(store, decision(0)) is None
        assert store.ownership.speaks()
        first._stopping.set()  # it stands still
        take_over(first.address)
        answers = await asyncio.gather(*(put(store, decision(version)) for version in range(1, 9)))
        assert all(isinstance(answer, NotStored) for answer in answers)
        assert told.is_set() and not store.ownership.speaks()
        assert [row[0] for row in store.rows("SELECT version FROM decisions")] == [0]

    with_store(first, use)
    with stores.opened_at(first.address) as database:
        assert database.execute("SELECT owner FROM leases WHERE expires_ms > 0").fetchall()[0][0] == "second"


def test_whoever_was_taken_over_does_not_bring_the_schema_up_to_date(first: LeaseKeeper) -> None:
    first._stopping.set()
    take_over(first.address)
    with stores.opened_at(first.address) as database:
        database.execute("UPDATE schema_version SET version = version - 1")
    with refused("taken-over"):
        with_store(first, lambda store: store.run())


def test_a_renewal_that_finds_another_owner_ends_this_one(first: LeaseKeeper) -> None:
    told = threading.Event()
    first.watch(told.set)
    take_over(first.address)
    assert told.wait(stores.PATIENCE_S) and first.lost and not first.speaks()


@pytest.mark.parametrize("request_", ["_renew", "try_to_acquire"])
def test_a_tenure_counts_from_before_the_request(address: str, monkeypatch: pytest.MonkeyPatch, request_: str) -> None:
    """However late the answer comes: the lease runs from some moment in between."""
    now_s = [100.0]

    def answer(*_: object) -> int:
        now_s[0] += 2.0
        return 1

    lease = LeaseKeeper(address, "slow")
    monkeypatch.setattr(keeper, "monotonic_s", lambda: now_s[0])
    monkeypatch.setattr(leases, "renew", answer)
    monkeypatch.setattr(leases, "read", lambda *_: leases.Lease())
    monkeypatch.setattr(leases, "acquire", answer)
    lease._stopping.set()
    getattr(lease, request_)()
    assert lease.speaks() and lease.left_s == pytest.approx(TERM_S - MARGIN_S - 2.0)
    now_s[0] += lease.left_s
    assert not lease.speaks()
    lease.close()


def test_a_takeover_waits_for_a_write_that_has_begun_and_a_renewal_does_not(first: LeaseKeeper) -> None:
    with stores.opened_at(first.address) as writing, stores.opened_at(first.address) as other:
        writing.execute("BEGIN")
        cast(Any, writing)._link.execute(dialect.BEGIN_BATCH, ("batch", leases.SITE, "first", first.fence, 1))
        assert leases.renew(other, leases.SITE, "first", first.fence)
        taken: list[int | None] = []

        def acquire() -> None:
            with stores.opened_at(first.address) as second:
                taken.append(leases.acquire(second, leases.SITE, "second", leases.read(second, leases.SITE)))

        thread = threading.Thread(target=acquire)
        first.close()
        thread.start()
        blocked = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%SET owner%'"
        wait_until(lambda: other.execute(blocked).fetchall())
        assert not taken
        writing.execute("COMMIT")
        thread.join(stores.PATIENCE_S)
        assert taken == [first.fence + 1]


def test_the_next_process_on_a_folder_need_not_wait(first: LeaseKeeper, tmp_path: Path) -> None:
    """The lock of the folder says that the one before is gone."""
    again = LeaseKeeper(first.address, "first")
    assert again.try_to_acquire() and again.fence == first.fence + 1
    again.release()
    assert owner_of(tmp_path) == owner_of(tmp_path) != owner_of(Path("/"))


def test_another_server_is_refused_or_waits_until_the_lease_is_released(
    first: LeaseKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "LOCK_WITHIN_S", 0.0)
    with refused("data-in-use"):
        LeaseKeeper(first.address, "second").acquire()
    second = LeaseKeeper(first.address, "second")
    waiting = threading.Thread(target=second.wait)
    waiting.start()
    assert not second.speaks() and not second.held
    first.release()
    waiting.join(stores.PATIENCE_S)
    wait_until(second.speaks)
    assert not first.speaks() and not first.lost
    second.release()


@pytest.fixture
def second(first: LeaseKeeper, monkeypatch: pytest.MonkeyPatch) -> Iterator[LeaseKeeper]:
    """Another server that wants the site; a term is a moment for it, but long enough for renewals."""
    monkeypatch.setattr(keeper, "is_over", partial(is_over, term_s=SHORT_S))
    lease = LeaseKeeper(first.address, "second")
    yield lease
    lease.release()


@pytest.mark.parametrize("clock_ms", [1, AHEAD_MS])
def test_a_lease_is_taken_once_it_is_no_longer_renewed_whatever_clock_the_database_has(
    first: LeaseKeeper, second: LeaseKeeper, clock_ms: int
) -> None:
    """By its clock the lease is over long ago, or lasts for thousands of years."""
    first.close()  # it stands still
    with stores.opened_at(first.address) as database:
        database.execute("UPDATE leases SET expires_ms = ?", (clock_ms,))
        assert not second.try_to_acquire()
        assert leases.renew(database, leases.SITE, "first", first.fence)
    renewed_s = monotonic_s()
    second.wait()
    wait_until(second.speaks)
    assert second.fence == first.fence + 1
    assert monotonic_s() - renewed_s >= SHORT_S


def test_a_lease_that_is_renewed_is_not_taken(first: LeaseKeeper, second: LeaseKeeper) -> None:
    end_s = monotonic_s() + 3 * SHORT_S
    with stores.opened_at(first.address) as database:
        while monotonic_s() < end_s:
            assert leases.renew(database, leases.SITE, "first", first.fence)
            assert not second.try_to_acquire()


def test_who_has_lost_the_database_watches_anew(first: LeaseKeeper, second: LeaseKeeper) -> None:
    """It may be another one now, that lacks the last renewals."""
    first.close()
    assert not second.try_to_acquire()
    wait_until(lambda: monotonic_s() - second._seen_s > SHORT_S)
    second._disconnect()
    assert not second.try_to_acquire()
    second.wait()
    wait_until(second.speaks)


class Toggled(Ownership):
    """One that may speak until it is told otherwise."""

    def __init__(self) -> None:
        self.may = True

    def speaks(self) -> bool:
        return self.may


@pytest.mark.parametrize("when", ["before", "meanwhile", "between"])
def test_a_request_is_not_answered_once_the_lease_has_run_out(when: str) -> None:
    """Neither by who has it not, nor by who loses it while it works, nor to the end."""
    ownership, sent = Toggled(), list[Any]()

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        ownership.may = when != "meanwhile"
        await send({"type": "http.response.start", "status": 200, "headers": []})
        ownership.may = when != "between" and ownership.may
        await send({"type": "http.response.body", "body": b"secret", "more_body": False})

    async def note(message: Any) -> None:
        sent.append(message)

    ownership.may = when != "before"
    asyncio.run(OwnerOnly(cast(Any, answer), ownership)(cast(Any, asked("/api/tables")), cast(Any, None), note))
    assert b"secret" not in [message.get("body") for message in sent]
    if when != "between":
        assert sent[0]["status"] == 503 and json.loads(sent[1]["body"])["code"] == "not-owner"


def asked(path: str) -> dict[str, str]:
    return {"type": "http", "method": "GET", "path": path}


def test_a_standby_lives_and_says_that_it_waits() -> None:
    def told(path: str) -> tuple[int, dict[str, Any]]:
        sent: list[Any] = []

        async def note(message: Any) -> None:
            sent.append(message)

        asyncio.run(answer_as_standby(cast(Any, asked(path)), cast(Any, None), note))
        return sent[0]["status"], json.loads(sent[1]["body"])

    assert told("/healthz") == (200, {"status": "ok"})
    assert told("/readyz")[0] == 503 and told("/readyz")[1]["role"] == "standby"
    assert told("/")[0] == 503 and told("/")[1]["code"] == "not-owner"


def test_metrics_say_who_has_the_site_and_under_which_number(first: LeaseKeeper) -> None:
    """Those of a standby, too, which tells nothing else."""
    waiting = LeaseKeeper(first.address, "second")
    wait_until(first.speaks)
    assert measured(first) == {"owner": 1, "fence": first.fence, "relayed": 0} and first.fence
    assert measured(waiting, relayed=3) == {"owner": 0, "fence": 0, "relayed": 3}
    first.lose()
    assert measured(first) == {"owner": 0, "fence": first.fence, "relayed": 0}
    assert measured(Ownership()) == {"owner": 1, "fence": 0, "relayed": 0}
    waiting.close()


def measured(ownership: Ownership, relayed: int = 0) -> dict[str, float]:
    port = serve_metrics(Waiting(ownership, ServerCounts(relayed=relayed)), 0)
    try:
        text = get(f"http://127.0.0.1:{port.port}/metrics").text
    finally:
        port.stop()
    found = re.findall(r"^bussolotto_(owner|fence|relayed) (\S+)", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


def test_a_standby_needs_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "chosen", stores.SQLITE)
    ended = do("serve", "--standby", "--data", str(tmp_path))
    assert ended.exit_code == 2 and "--database" in ended.output


def test_every_drill_is_done() -> None:
    assert {*chain.from_iterable(DRILLS)} == set(standby.DRILLS)


@full
@pytest.mark.parametrize("drills", DRILLS)
def test_nothing_is_lost_whatever_happens_to_the_owner(drills: tuple[str, ...]) -> None:
    """The drills of `python -m bench standby`, once; how long they take is for machines that do nothing else."""
    findings = standby.measure(drills, number=3, think_s=0.2, settings=stores.QUICK, still_s=TERM_S)
    bars = {
        figure.what: figure
        for figure in standby.figures_of([findings])
        if figure.bar is not None and figure.unit != "s"
    }
    assert len(bars) >= 8 and [figure for figure in bars.values() if not figure.met] == []
