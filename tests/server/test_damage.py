"""Damaged data: what cannot be read is set aside with its reason, and everybody else plays on."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bussolotto.server.match import persistence
from bussolotto.server.store import database, guest_rows, inspection, moderation_rows, notice_rows
from tests.server.in_process import house
from tests.server.outside import until
from tests.server.people import Person, duel, running
from tests.server.test_restart import moved

CLOCK = {"move_s": 600}
DAMAGE = {
    "a decision": "UPDATE decisions SET steps = '0:999' WHERE number = {number} AND version = 0",
    "no steps at all": "UPDATE decisions SET steps = 'nonsense' WHERE number = {number} AND version = 0",
    "a message": "UPDATE decisions SET message = 'other' WHERE number = {number}",
    "a lost decision": "DELETE FROM decisions WHERE number = {number} AND version = 0",
    "the last decision lost": "DELETE FROM decisions WHERE number = {number}"
    " AND version = (SELECT max(version) FROM decisions WHERE number = {number})",
    "the game": "UPDATE matches SET game = 'raffzahn' WHERE number = {number}",
    "the options": "UPDATE matches SET options = '{{}}' WHERE number = {number}",
    "broken options": "UPDATE matches SET options = '{{' WHERE number = {number}",
    "the people": "UPDATE matches SET sitters = '[]' WHERE number = {number}",
    "the start": "UPDATE matches SET started_s = 'x' WHERE number = {number}",
    "the clock": "UPDATE clocks SET content = '{{}}' WHERE number = {number}",
    "the table": "UPDATE tables SET content = replace(content, 'Anna', 'Otto') WHERE name = '{table}'",
    "no table": "UPDATE tables SET content = '{{' WHERE name = '{table}'",
    "another type": "UPDATE matches SET sitters = x'ff00' WHERE number = {number}",
}


def change(folder: Path, *statements: str) -> None:
    with sqlite3.connect(folder / database.FILE) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def set_aside(folder: Path) -> list[tuple[str, str]]:
    """Kind and reason of what is set aside."""
    with sqlite3.connect(folder / database.FILE) as connection:
        found = connection.execute("SELECT kind, reason FROM aside").fetchall()
    connection.close()
    return found


def test_a_damaged_match_is_set_aside_and_the_others_go_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bruno = server.person("Anna"), server.person("Bruno")
        opened = [begin(anna, bruno) for _ in range(len(DAMAGE) + 1)]
    *damaged, whole = opened
    for number, (statement, table) in enumerate(zip(DAMAGE.values(), damaged, strict=True), 1):
        change(tmp_path, statement.format(number=number, table=table["table"]))
    with running(tmp_path) as server:
        anna = moved(anna, server)
        assert whole["table"] in anna.lobby()
        assert whole["match"] in [match["match"] for match in anna.ask("GET", "/api/me/matches")]
        for name, table in zip(DAMAGE, damaged, strict=True):
            assert anna.refused("GET", f"/api/matches/{table['match']}") == (409, "set-aside"), name
            assert anna.refused("GET", f"/api/tables/{table['table']}") == (409, "set-aside"), name
        assert [match["match"] for match in anna.ask("GET", "/api/me/matches")] == [whole["match"]]
        anna.ask("PUT", "/api/me", {"name": "Otto"})
        play_once(anna, moved(bruno, server), whole["match"])
    assert {kind for kind, _ in set_aside(tmp_path)} == {"match", "table"}


def begin(anna: Person, bruno: Person) -> dict[str, Any]:
    """A match with a clock, in which somebody has acted."""
    table = anna.open_table(clock=CLOCK)
    bruno.ask("POST", f"/api/tables/{table['table']}/seats/1")
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    play_once(anna, bruno, table["match"])
    return table


def play_once(anna: Person, bruno: Person, match: str) -> None:
    with anna.page(match) as hers, bruno.page(match) as his:
        position: dict[str, Any] = hers.resume()
        his.resume()
        (his if position["movers"] == [1] else hers).play()


def test_what_can_be_read_again_is_no_longer_set_aside(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bruno, table = duel(server)
        play_once(anna, bruno, table["match"])
    change(tmp_path, "UPDATE decisions SET message = message || 'x'")
    with running(tmp_path) as server:
        assert moved(anna, server).refused("GET", f"/api/matches/{table['match']}") == (409, "set-aside")
    change(tmp_path, "UPDATE decisions SET message = rtrim(message, 'x')")
    with running(tmp_path) as server:
        assert moved(anna, server).ask("GET", f"/api/matches/{table['match']}")["state"] == "running"
    assert set_aside(tmp_path) == []


def test_a_list_loads_no_match(tmp_path: Path) -> None:
    """Decisions that cannot be played are not noticed by lists, because nobody plays them again for a list."""
    with running(tmp_path) as server:
        anna, bruno, table = duel(server)
        play_once(anna, bruno, table["match"])
        own = anna.ask("GET", "/api/me/matches")
    change(tmp_path, "UPDATE decisions SET steps = '0:999' WHERE version = 0")
    with running(tmp_path) as server:
        anna = moved(anna, server)
        assert anna.ask("GET", "/api/me/matches") == own
        assert table["table"] in anna.lobby()


UNDECODABLE = "CAST(x'ff00' AS TEXT)"
SINGLE_ROWS = {  # by kind: two rows that stand alone, of which the first is damaged in one way or the other
    "guest": ("INSERT INTO guests VALUES ({n}, 'Otto', 1, 1)", "UPDATE guests SET name = {bad} WHERE guest = {n}"),
    "preset": (
        "INSERT INTO presets VALUES ({n}, 'anna', 'spilorcio', {n}, 1, '{{}}', NULL, 1, '[]', '', '')",
        "UPDATE presets SET options = {bad} WHERE preset = {n}",
    ),
    "block": (
        "INSERT INTO blocks VALUES ('anna', {n}, 'Otto', 1, {n})",
        "UPDATE blocks SET name = {bad} WHERE token = {n}",
    ),
    "notice": (
        "INSERT INTO notices VALUES (0 + {n}, 'm', 'anna', 'over', {n}, 1, NULL, 0, NULL)",
        "UPDATE notices SET event = {bad} WHERE notice = 0 + {n}",
    ),
    "ban": (
        "INSERT INTO bans VALUES (0 + {n}, {n}, NULL, 1, NULL, 'why')",
        "UPDATE bans SET reason = {bad} WHERE ban = 0 + {n}",
    ),
    "report": (
        "INSERT INTO reports VALUES (0 + {n}, 'anna', {n}, '', '', 'm', 1, 0, 'name', '', '[]', 4e9, NULL, NULL)",
        "UPDATE reports SET said = {bad} WHERE report = 0 + {n}",
    ),
    "puzzle": (
        "INSERT INTO puzzles VALUES (0 + {n}, 'anna', {n}, 'spilorcio', 1, 1, NULL)",
        "UPDATE puzzles SET game = {bad} WHERE entry = 0 + {n}",
    ),
    "sheet": (
        "INSERT INTO sheets VALUES ({n}, '', 'T', '[]', '', '', '[2]', NULL, 1, NULL, NULL, NULL, NULL)",
        "UPDATE sheets SET authors = {bad} WHERE name = {n}",
    ),
    "audit": (
        "INSERT INTO audit VALUES (0 + {n}, 1, 'token', 'ban', 'anna', '{{}}')",
        "UPDATE audit SET details = {bad} WHERE entry = 0 + {n}",
    ),
}


@pytest.mark.parametrize("bad", [UNDECODABLE, "x'01'"], ids=["no text", "another type"])
def test_a_row_that_stands_alone_is_set_aside_and_the_others_count(tmp_path: Path, bad: str) -> None:
    async def use(damaged: bool) -> None:
        async with house(tmp_path) as server:
            services, store = server.services, server.services.store
            assert services.guests.find_name("7") == ("" if damaged else "Otto")
            assert services.guests.find_name("8") == "Otto"
            kept = [str(name) for name in (7, 8) if not damaged or name == 8]
            assert sorted(preset.preset for preset in guest_rows.list_presets(store, "anna")) == kept
            assert sorted(block.token for block in services.blocks.of("anna")) == kept
            assert [str(row.notice) for row in notice_rows.list_all_of(store, "anna")] == kept
            assert sorted(str(ban.ban) for ban in services.bans.in_force()) == kept
            assert [str(row.report) for row in moderation_rows.list_reports_of(store, "anna")] == kept
            assert [own.puzzle for own in services.own_puzzles.list_of("anna")] == kept
            assert sorted(str(row.entry) for row in moderation_rows.list_audit(store, 10)) == kept
            assert sorted(row.name for row in services.sheets.list_newest()) == kept
            await store.run()

    def write(place: int) -> None:
        numbers = ["'7'"] if place else ["'7'", "'8'"]
        change(tmp_path, *(row[place].format(n=n, bad=bad) for row in SINGLE_ROWS.values() for n in numbers))

    asyncio.run(empty(tmp_path))
    write(0)
    asyncio.run(use(damaged=False))
    assert set_aside(tmp_path) == []
    write(1)
    asyncio.run(use(damaged=True))
    assert {kind for kind, _ in set_aside(tmp_path)} == set(SINGLE_ROWS)
    with closing(database.connect_to_read(tmp_path / database.FILE)) as connection:
        found = inspection.inspect(connection, persistence.read_match).findings
    assert sorted((one.kind, one.name) for one in found) == sorted((kind, "7") for kind in SINGLE_ROWS)


async def empty(folder: Path) -> None:
    """Make the database of a server that nobody has used."""
    async with house(folder):
        pass


def test_a_guest_whose_name_cannot_be_read_chooses_another(tmp_path: Path) -> None:
    """They stay who they are, with their seats."""
    with running(tmp_path) as server:
        anna, _, table = duel(server)
    change(tmp_path, f"UPDATE guests SET name = {UNDECODABLE} WHERE name = 'Anna'")
    with running(tmp_path) as server:
        anna = moved(anna, server)
        assert anna.ask("GET", "/api/me")["name"] == ""
        until(lambda: set_aside(tmp_path) == [("guest", "form")])
        assert anna.ask("PUT", "/api/me", {"name": "Anna again"})["name"] == "Anna again"
        assert anna.ask("GET", f"/api/tables/{table['table']}")["me"]["seat"] == 0
    assert set_aside(tmp_path) == []
