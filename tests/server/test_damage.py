"""Damaged data: what cannot be read is set aside with its reason, and everybody else plays on."""

import sqlite3
from pathlib import Path
from typing import Any

from bussolotto.server.store import database
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
        assert whole["table"] in [listed["table"] for listed in anna.ask("GET", "/api/tables")]
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
        assert table["table"] in [listed["table"] for listed in anna.ask("GET", "/api/tables")]
