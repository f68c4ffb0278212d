"""The store: what it says is stored is stored, what is not is told, and older data are brought up to date."""

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import uvloop

from bussolotto.core.errors import NotFound, NotStored
from bussolotto.server.store import database, files, schema
from bussolotto.server.store.database import Decision, Store, pack, unpack
from tests.refusals import refused

SCHEMAS = Path(__file__).parent / "schemas"


def with_store(folder: Path, use: Callable[[Store], Awaitable[None]]) -> None:
    """Run something on a store that is open."""

    async def run() -> None:
        opened = Store(folder, asyncio.get_running_loop())
        try:
            await use(opened)
        finally:
            await opened.close()

    uvloop.run(run())


async def put(opened: Store, decision: Decision, statements: Sequence[Any] = ()) -> NotStored | None:
    answered = asyncio.get_running_loop().create_future()
    opened.put(decision, statements, answered.set_result)
    answer: NotStored | None = await answered
    return answer


def rows(folder: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / database.FILE) as connection:
        found = connection.execute("SELECT * FROM decisions ORDER BY number, version").fetchall()
    connection.close()
    return found


def test_steps_pack_and_unpack() -> None:
    steps = [(0, 231), (15, 3), (15, 0)]
    assert pack(steps) == "0:231 15:3 15:0" and unpack(pack(steps)) == steps
    assert unpack(pack([])) == []


def test_many_decisions_in_one_turn_of_the_loop_are_all_stored(tmp_path: Path) -> None:
    decisions = [Decision(number, version, 0, f"m{version}", "0:1") for number in range(20) for version in range(10)]

    async def use(opened: Store) -> None:
        answers = await asyncio.gather(*(put(opened, decision) for decision in decisions))
        assert answers == [None] * 200

    with_store(tmp_path, use)
    assert rows(tmp_path) == [tuple(decision) for decision in decisions]


def test_what_is_answered_can_be_read_by_somebody_else_at_once(tmp_path: Path) -> None:
    async def use(opened: Store) -> None:
        for version in range(20):
            await put(opened, Decision(1, version, 0, "", ""))
            assert len(rows(tmp_path)) == version + 1

    with_store(tmp_path, use)


def test_one_that_cannot_be_stored_does_not_spoil_the_others(tmp_path: Path) -> None:
    async def use(opened: Store) -> None:
        answers = await asyncio.gather(*(put(opened, Decision(1, version, 0, "", "")) for version in (0, 1, 1, 2)))
        assert [answer is None for answer in answers] == [True, True, False, True]

    with_store(tmp_path, use)
    assert [row[1] for row in rows(tmp_path)] == [0, 1, 2]


def test_the_writer_outlives_a_number_that_no_column_can_hold(tmp_path: Path) -> None:
    async def use(opened: Store) -> None:
        answers = await asyncio.gather(*(put(opened, Decision(number, 0, 0, "", "")) for number in (1, 1 << 70, 2)))
        assert [answer is None for answer in answers] == [True, False, True]

    with_store(tmp_path, use)
    assert [row[0] for row in rows(tmp_path)] == [1, 2]


def test_the_writer_outlives_whatever_goes_wrong(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def use(opened: Store) -> None:
        row = Decision(2, 0, 0, "", "")
        one, broken = put(opened, Decision(1, 0, 0, "", "")), put(opened, row, [("?", 1, 2)])  # no SQL of ours
        answers = await asyncio.gather(one, broken, put(opened, row))
        assert [answer is None for answer in answers] == [True, False, True]

    with_store(tmp_path, use)
    assert [row[0] for row in rows(tmp_path)] == [1, 2]
    assert "Traceback" in caplog.text  # it is a fault of ours


def test_statements_of_one_write_are_stored_all_or_none(tmp_path: Path) -> None:
    async def use(opened: Store) -> None:
        good, bad = (
            ("INSERT INTO guests (guest, name, since_s) VALUES ('a', 'Anna', 0)", ()),
            ("INSERT INTO nowhere VALUES (1)", ()),
        )
        with pytest.raises(NotStored):
            await opened.run(good, bad)
        assert opened.rows("SELECT * FROM guests") == []
        await opened.run(good)
        assert len(opened.rows("SELECT * FROM guests")) == 1

    with_store(tmp_path, use)


def test_a_full_disk_is_told_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    async def use(opened: Store) -> None:
        await put(opened, Decision(1, 0, 0, "", ""))
        (pages,) = opened.rows("PRAGMA page_count")[0]
        await opened.run((f"PRAGMA max_page_count = {pages}", ()))
        assert isinstance(await put(opened, Decision(1, 1, 0, "", "x" * 100_000)), NotStored)
        with pytest.raises(NotStored):
            await opened.run(("INSERT INTO guests (guest, name, since_s) VALUES (?, 'Anna', 0)", ("x" * 100_000,)))
        await opened.run(("PRAGMA max_page_count = 100000", ()))
        assert await put(opened, Decision(1, 1, 0, "", "x" * 100_000)) is None

    with_store(tmp_path, use)
    assert [row[1] for row in rows(tmp_path)] == [0, 1]


def test_closing_writes_what_is_left(tmp_path: Path) -> None:
    async def use(opened: Store) -> None:
        for version in range(500):
            opened.put(Decision(1, version, 0, "", ""), (), lambda refusal: None)

    with_store(tmp_path, use)
    assert len(rows(tmp_path)) == 500


def test_the_secret_stays_the_same(tmp_path: Path) -> None:
    found = []

    async def use(opened: Store) -> None:
        found.append(await opened.secret("tokens"))

    with_store(tmp_path, use)
    with_store(tmp_path, use)
    assert found[0] == found[1] and len(found[0]) == 32


@pytest.mark.parametrize("released", sorted(int(file.stem.removeprefix("v")) for file in SCHEMAS.glob("v*.sql")))
def test_data_of_every_released_version_are_brought_up_to_date(tmp_path: Path, released: int) -> None:
    old = sqlite3.connect(tmp_path / database.FILE)
    old.executescript((SCHEMAS / f"v{released}.sql").read_text())
    assert schema.version(old) == released
    schema.migrate(old)
    new = sqlite3.connect(":memory:")
    schema.migrate(new)
    assert schema.version(old) == schema.version(new) == len(schema.MIGRATIONS)
    for table in [name for (name,) in new.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]:
        columns = f"SELECT name, type, \"notnull\", pk FROM pragma_table_info('{table}')"
        assert old.execute(columns).fetchall() == new.execute(columns).fetchall(), table
    old.close()
    new.close()
    record, key = files.read_record(tmp_path, "match-of-v1")
    assert (record.names, record.steps[0], len(key)) == (["Anna", "random"], (15, 6), 32)


def test_a_migration_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = ("CREATE TABLE half (done)", "CREATE TABLE half (done)")  # the second is refused
    connection = sqlite3.connect(":memory:", isolation_level=None)
    schema.migrate(connection)
    before = connection.execute("SELECT * FROM sqlite_schema").fetchall()
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, broken))
    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(connection)
    assert connection.execute("SELECT * FROM sqlite_schema").fetchall() == before
    assert schema.version(connection) == len(schema.MIGRATIONS) - 1
    connection.close()


def test_data_of_a_newer_program_are_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / database.FILE) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    for use in (lambda: with_store(tmp_path, lambda opened: opened.run()), lambda: files.read_record(tmp_path, "m")):
        with refused("newer-data", match="99"):
            use()


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    with refused("no-data"):
        files.backup(tmp_path, tmp_path / "copy.sqlite")
    with_store(tmp_path, lambda opened: opened.run())
    with pytest.raises(NotFound, match="nowhere"):
        files.read_record(tmp_path, "nowhere")


def test_sql_stands_in_the_store_alone() -> None:
    server = Path(str(files.__file__)).parent.parent
    sql = re.compile(
        r"\b(SELECT .* FROM|INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE|PRAGMA|BEGIN \w+)\b"
    )
    found = [file for file in server.rglob("*.py") if sql.search(file.read_text(encoding="utf-8"))]
    assert found and {file.parent.name for file in found} == {"store"}
    others = [file for file in server.rglob("*.py") if "sqlite3" in file.read_text(encoding="utf-8")]
    assert {file.parent.name for file in others} == {"store"}
