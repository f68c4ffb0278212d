"""PostgreSQL as the store: chosen by its address, and nothing acknowledged is lost however it fails."""

import asyncio
import json
import signal
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvloop

from bussolotto.core.errors import NotStored, Refusal
from bussolotto.server.ownership import begin_tenure
from bussolotto.server.store import copying, dialect, files, inspection, keeper, leases, schema, table_rows
from bussolotto.server.store.connection import DATABASE, without_password
from bussolotto.server.store.database import Decision, Store
from bussolotto.server.store.postgres import PostgresWriter
from tests import processes
from tests.command_line import do, done
from tests.depth import full
from tests.refusals import refused
from tests.server import stores
from tests.server.operated import operated
from tests.server.people import duel, get, opened, running
from tests.server.stores import Cluster
from tests.server.test_restart import moved, turn
from tests.server.test_store import put


@pytest.fixture(autouse=True)
def on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "chosen", stores.POSTGRESQL)


@pytest.fixture(scope="module")
def mortal() -> Iterator[Cluster]:
    """One that may be stopped: no other test needs it."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


def with_store(source: Any, use: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(source, asyncio.get_running_loop())
        try:
            await use(store)
        finally:
            await store.close()

    uvloop.run(run())


async def until(fits: Callable[[], bool]) -> None:
    for _ in range(60_000):
        if fits():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it does not come")


def decision(version: int, message: str = "") -> Decision:
    return Decision(1, version, 0, message, "0:1")


def stored(folder: Path) -> list[int]:
    with stores.database(folder) as database:
        return [row["version"] for row in database.execute("SELECT version FROM decisions ORDER BY version").fetchall()]


def test_a_match_is_played_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bruno, table = duel(server)
        pages = [anna.page(table["match"]), bruno.page(table["match"])]
        for _ in range(6):
            known = turn(pages).play()["version"]
        opened.close()
        server.kill()
    assert not (tmp_path / "bussolotto.sqlite").exists()
    with running(tmp_path) as server:
        anna, bruno = moved(anna, server), moved(bruno, server)
        assert anna.ask("GET", f"/api/tables/{table['table']}")["state"] == "running"
        pages = [anna.page(table["match"]), bruno.page(table["match"])]
        assert [page.resume()["version"] for page in pages] == [known, known]
        assert turn(pages).play()["type"] == "ack"
        server.stop()
    assert_copied_there_and_back(tmp_path, table["match"])


def rows(folder: Path) -> list[str]:
    """All that is stored; when the disk was last tried, and who had the site, is of no worth."""
    return [line for line in stores.dump(folder).splitlines() if '"pulse"' not in line and '"leases"' not in line]


def assert_copied_there_and_back(folder: Path, match: str) -> None:
    """The site moves into a file and into another database, and is the same."""
    address = stores.address_of(folder)
    before, dumped = files.read_record(address, match), rows(folder)
    counts = copying.copy(address, folder / "file")
    assert counts["decisions"] > 6 and counts["matches"] == 1 and counts["seated"] == 2
    assert files.read_record(folder / "file", match) == before
    second = stores.address_of(folder / "second")
    assert copying.copy(folder / "file", second) == counts
    assert files.read_record(second, match) == before and rows(folder / "second") == dumped
    with files.opened(second) as database:
        assert inspection.inspect(database, lambda row, steps: None) == inspection.Report([], [], 1, 0)
    with refused("not-empty"):
        copying.copy(folder / "file", address)


def test_a_copy_that_differs_in_one_row_is_noticed_and_undone(tmp_path: Path) -> None:
    source, target = stores.address_of(tmp_path / "one"), tmp_path / "two"

    async def fill(store: Store) -> None:
        await asyncio.gather(*(put(store, decision(version)) for version in range(5)))

    with_store(source, fill)
    with stores.database(tmp_path / "one") as database:  # as a fault of the target would
        database.execute("INSERT INTO audit (at_s, operator, action, subject, details) VALUES (1, 'a', 'b', 'c', 'd')")
    target.mkdir()
    with sqlite3.connect(target / "bussolotto.sqlite", isolation_level=None) as file:
        schema.migrate(file)
        file.execute("CREATE TRIGGER fault AFTER INSERT ON audit BEGIN UPDATE audit SET subject = 'x'; END")
    file.close()
    with refused("not-copied", match="audit"):
        copying.copy(source, target)
    with sqlite3.connect(target / "bussolotto.sqlite") as file:
        assert file.execute("SELECT count(*) FROM decisions").fetchone() == (0,)
    file.close()


def test_one_that_cannot_be_stored_does_not_spoil_the_others(tmp_path: Path) -> None:
    """A version that is there, a number of 70 bits, a NUL, half a character; then the rest is stored."""
    bad = [decision(1), Decision(1 << 70, 0, 0, "", ""), decision(7, "a\0b"), decision(8, "\ud800")]

    async def use(store: Store) -> None:
        answers = await asyncio.gather(*(put(store, one) for one in [decision(0), decision(1), *bad, decision(2)]))
        assert [answer is None for answer in answers] == [True, True, False, False, False, False, True]
        with pytest.raises(NotStored):
            await store.run(
                ("INSERT INTO guests (guest, name, since_s) VALUES ('a', 'Anna', 0)", ()),
                ("INSERT INTO nowhere VALUES (1)", ()),
            )
        assert (
            store.rows("SELECT * FROM guests") == [] and store.row("SELECT 1 FROM guests WHERE guest = ?", "\0") is None
        )

    with_store(stores.address_of(tmp_path), use)
    assert stored(tmp_path) == [0, 1, 2]


@pytest.mark.parametrize("committed", [True, False])
def test_a_connection_lost_around_commit_stores_exactly_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    """Whoever loses it does not know whether COMMIT was carried out; the next connection does."""
    carry_out = PostgresWriter._transact
    cuts: list[str] = []

    def cut(self: PostgresWriter, batch: str, statements: Any) -> None:
        if committed or cuts or not statements:
            carry_out(self, batch, statements)
        if not cuts and statements:
            cuts.append(batch)
            self._link.close()
            carry_out(self, batch, statements)

    async def use(store: Store) -> None:
        monkeypatch.setattr(PostgresWriter, "_transact", cut)
        assert await asyncio.gather(*(put(store, decision(version)) for version in range(3))) == [None] * 3
        assert await put(store, decision(3)) is None

    with_store(stores.address_of(tmp_path), use)
    assert len(cuts) == 1 and stored(tmp_path) == [0, 1, 2, 3]


def test_nothing_acknowledged_is_lost_while_the_database_dies_and_comes_back(mortal: Cluster) -> None:
    acknowledged: list[int] = []

    async def use(store: Store) -> None:
        waiting = [asyncio.create_task(put(store, decision(version))) for version in range(200)]
        await waiting[0]
        mortal.stop(signal.SIGQUIT)
        waiting += [asyncio.create_task(put(store, decision(version))) for version in range(200, 300)]
        await until(lambda: store.lost)
        refusals = [await put(store, decision(version)) for version in range(300, 303)]
        assert [refusal and refusal.code for refusal in refusals] == ["not-stored"] * 3
        with pytest.raises(Refusal, match="cannot be read"):
            store.rows("SELECT * FROM decisions")
        mortal.start()  # in this thread: it ends with the one that started it
        answers = await asyncio.gather(*waiting)
        acknowledged.extend(version for version, answer in enumerate(answers) if answer is None)
        await until(lambda: not store.lost)
        assert await put(store, decision(1000)) is None
        found = [row["version"] for row in store.rows("SELECT version FROM decisions ORDER BY version")]
        assert found == [*acknowledged, 1000]

    with_store(mortal.address(), use)
    assert len(acknowledged) >= 200


def test_an_owner_is_silent_until_it_can_renew_its_lease(mortal: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has had the site meanwhile, so it goes on."""
    monkeypatch.setattr(keeper, "begin_tenure", partial(begin_tenure, term_s=0.3, margin_s=0.1))
    monkeypatch.setattr(keeper, "RENEW_S", 0.05)

    async def use(store: Store) -> None:
        fence = store.ownership.fence
        mortal.stop(signal.SIGQUIT)
        await until(lambda: not store.ownership.speaks())
        with refused("not-owner"):
            store.ownership.require()
        mortal.start()
        await until(store.ownership.speaks)
        await store.run(("DELETE FROM tables WHERE name = ?", ("none",)))
        assert not store.ownership.lost and store.ownership.fence == fence

    with_store(mortal.address(), use)


def test_a_start_that_fails_says_why_in_a_sentence(tmp_path: Path) -> None:
    address = stores.address_of(tmp_path)
    with_store(address, lambda store: store.run())
    for wrong, code, words in (
        ("mysql://localhost/x", "bad-database", "postgresql://"),
        ("postgresql://localhost/x?nonsense=1", "bad-database", "nonsense"),
        (f"postgresql://{stores.OWNER}:secret@/nowhere?host={stores.cluster().folder}", "no-database", "nowhere"),
        (f"postgresql://{stores.OWNER}:secret@/postgres?host={tmp_path}", "no-database", "No such file"),
        (f"{address}%20-cdefault_transaction_read_only%3Don", "cannot-write", "read-only"),
    ):
        with refused(code, match=words) as refusal:
            with_store(wrong, lambda store: store.run())
        assert "secret" not in str(refusal.value) and "\n" not in str(refusal.value)
    with stores.database(tmp_path) as database:
        database.execute("UPDATE schema_version SET version = 99")
    for use in (lambda: with_store(address, lambda store: store.run()), lambda: files.read_record(address, "m")):
        with refused("newer-data", match="99"):
            use()


def test_a_standby_is_told(mortal: Cluster) -> None:
    signal_file = mortal.folder / "data" / "standby.signal"
    mortal.stop(signal.SIGINT)
    signal_file.touch()
    mortal.start()
    with refused("no-database", match="standby"):
        with_store(mortal.address(), lambda store: store.run())
    mortal.stop(signal.SIGINT)
    signal_file.unlink()
    mortal.start()


def test_a_wrong_password_is_told(mortal: Cluster) -> None:
    rules = mortal.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    with stores.opened_at(mortal.address()) as database:
        database.execute("CREATE ROLE closed LOGIN PASSWORD 'right'")
        rules.write_text("local all closed scram-sha-256\n" + before)
        database.execute("SELECT pg_reload_conf()")
    address = mortal.address(user="closed:wrong")
    deadline = time.monotonic() + stores.PATIENCE_S
    told = ""
    while "password" not in told:  # the other process reads its rules again when it gets round to it
        assert time.monotonic() < deadline, told
        with pytest.raises(Refusal) as refusal:
            with_store(address, lambda store: store.run())
        assert refusal.value.code != "no-database" or "closed" in str(refusal.value)
        told = str(refusal.value)
    assert refusal.value.code == "no-database" and "password authentication failed" in told and "wrong" not in told


@full
def test_the_commands_of_an_operator_and_a_successor_find_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = stores.address_of(tmp_path)
    monkeypatch.setenv(DATABASE, address)
    monkeypatch.setattr(stores, "chosen", stores.SQLITE)  # what stands in the environment counts
    with operated(tmp_path) as server:
        anna = server.person("Anna")
        server.replace()
        assert anna.ask("GET", "/api/me")["name"] == "Anna"
        assert get(f"{server.address}/readyz").status_code == 200
        where = ("--data", str(server.folder))
        assert "Anna" in done("admin", "list", *where).output
        assert json.loads(done("doctor", "--json", *where).output)["database"] == without_password(address)
        assert do("backup", str(tmp_path / "copy"), *where).exit_code == 2
    assert not (server.folder / "bussolotto.sqlite").exists()


def test_a_second_server_on_a_database_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bussolotto.server.store.postgres.LOCK_WITHIN_S", 0.0)
    monkeypatch.setattr("bussolotto.server.store.keeper.LOCK_WITHIN_S", 0.0)
    address = stores.address_of(tmp_path)

    async def use(store: Store) -> None:
        with refused("data-in-use"):
            Store(address, asyncio.get_running_loop())
        with refused("data-in-use"):
            copying.copy(address, tmp_path / "file")

    with_store(address, use)


def test_a_database_without_a_site_and_what_only_files_have_are_told(tmp_path: Path) -> None:
    address = stores.address_of(tmp_path)
    with refused("no-data"):
        files.read_record(address, "m")
    with refused("use-pg-dump"):
        files.backup(address, tmp_path / "copy.sqlite")


def test_every_trigger_of_the_schema_is_written_for_both() -> None:
    statements = [statement for migration in schema.MIGRATIONS for statement in migration]
    named = {found[1] for statement in statements if (found := dialect.TRIGGER.match(statement))}
    assert named == dialect.TRIGGERS.keys()
    known = [*statements, table_rows.REPLACE, leases.ACQUIRE]
    assert all(any(phrase in statement for statement in known) for phrase in dialect.PHRASES)


def test_statements_are_translated() -> None:
    for statement, text, names in (
        ("SELECT '?:a' FROM t WHERE a = ? AND b = ?", "SELECT '?:a' FROM t WHERE a = $1 AND b = $2", None),
        ("SELECT ?2 + ?1 + ?2", "SELECT $2 + $1 + $2", None),
        ("UPDATE t SET a = :b, c = :d WHERE e = :b", "UPDATE t SET a = $1, c = $2 WHERE e = $1", ("b", "d")),
        ("SELECT CAST(a AS INTEGER)", "SELECT CAST(a AS bigint)", None),
    ):
        assert dialect.translate(statement) == (text, names)


def test_a_server_with_a_file_imports_nothing_of_postgresql(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "import bussolotto.server\n"
        "from bussolotto.server.store.database import Store\n"
        "async def run():\n"
        "    await Store(Path(sys.argv[1]), asyncio.get_running_loop()).close()\n"
        "asyncio.run(run())\n"
        "own = {f'bussolotto.server.store.{name}' for name in ('copying', 'dialect', 'keeper', 'leases', 'postgres')}\n"
        "assert not {'psycopg', *own} & set(sys.modules)\n"
    )
    processes.run([sys.executable, "-c", program, str(tmp_path)], check=True)
