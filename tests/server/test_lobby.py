"""The lobby: open tables by game, free seats, pace and state; and the bots that anybody may ask to sit down."""

from pathlib import Path
from typing import Any

import pytest

from bussolotto import locale, players
from bussolotto.games import game
from bussolotto.games import names as games
from tests.server.people import Person, Server, running


def names(person: Person, query: str = "") -> list[str]:
    return [table["table"] for table in person.ask("GET", f"/api/tables{query}")]


def tables_of_all_kinds(anna: Person) -> dict[str, str]:
    """Open tables by what they are."""
    wishes: dict[str, dict[str, Any]] = {
        "chips": {"seats": 3},
        "cow": {"game": "bunte-kuh", "seats": 2, "options": {}},
        "days": {"seats": 2, "pace": "days"},
        "full": {"seats": 2, "bots": [{"seat": 1, "player": "random"}]},
        "wide": {"game": "eintrichtern", "seats": 6, "options": {}},
    }
    opened = {name: anna.open_table(**wish)["table"] for name, wish in wishes.items()}
    playing = anna.open_table(2, bots=[{"seat": 1, "player": "random"}])["table"]
    anna.ask("POST", f"/api/tables/{playing}/start")
    return opened | {"playing": playing}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"chips", "cow", "days", "full", "wide", "playing"}),
        ("?game=bunte-kuh", {"cow"}),
        ("?game=bunte-kuh&game=spilorcio", {"chips", "cow", "days", "full", "playing"}),
        ("?free=1", {"chips", "cow", "days", "wide"}),
        ("?free=2", {"chips", "wide"}),
        ("?pace=days", {"days"}),
        ("?pace=live&state=waiting", {"chips", "cow", "full", "wide"}),
        ("?state=running", {"playing"}),
        ("?game=eintrichtern&free=5", {"wide"}),
        ("?game=eintrichtern&free=6", set()),
    ],
)
def test_tables_of_one_kind(server: Server, query: str, found: set[str]) -> None:
    opened = tables_of_all_kinds(server.person("Anna"))
    listed = names(server.person(), query)
    assert {name for name, table in opened.items() if table in listed} == found


@pytest.mark.parametrize("query", ["?game=chess", "?free=9", "?free=some", "?pace=slow", "?state=new"])
def test_a_wish_that_makes_no_sense_is_refused(server: Server, query: str) -> None:
    status, code = server.person().refused("GET", f"/api/tables{query}")
    assert (status, code) == ((404, "unknown-game") if "chess" in query else (400, "bad-request"))


def test_who_blocked_somebody_does_not_see_his_tables_and_is_not_seen(server: Server) -> None:
    anna, bruno, carla = (server.person(name) for name in ("Anna", "Bruno", "Carla"))
    shared = anna.open_table(3)
    bruno.ask("POST", f"/api/tables/{shared['table']}/seats/1")
    anna.ask("POST", f"/api/tables/{shared['table']}/seats/1/block")
    hers, his = anna.open_table()["table"], bruno.open_table()["table"]
    assert his not in names(anna) and hers not in names(bruno)
    assert {hers, his} <= set(names(carla)) and hers in names(anna) and his in names(bruno)


@pytest.mark.parametrize("name", games())
def test_every_game_has_bots_of_at_least_two_strengths_with_names(name: str) -> None:
    known = players.names(game(name))
    assert len(known) >= 2
    for language in locale.LANGUAGES:
        told = [locale.catalogue(language)[f"player.{player}"] for player in known]
        assert len(set(told)) == len(known)


def pages(person: Person, path: str) -> list[list[Any]]:
    """All pages of a list."""
    found, following = [], path
    while following:
        answer = person.send("GET", following)
        assert answer.is_success, answer.text
        found.append(answer.json())
        following = answer.links.get("next", {}).get("url", "")
    return found


def test_lists_come_in_pages_and_ended_tables_are_out(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = server.person("Anna")
        opened = [anna.open_table(2, bots=[{"seat": 1, "player": "random"}])["table"] for _ in range(7)]
        for table in opened[:3]:
            anna.ask("POST", f"/api/tables/{table}/start")
        anna.ask("POST", f"/api/tables/{opened[0]}/resign")
        found = pages(anna, "/api/tables?limit=2&game=spilorcio&pace=live")
        assert [len(page) for page in found] == [2, 2, 2]
        assert sorted(table["table"] for page in found for table in page) == sorted(opened[1:])
        assert [len(page) for page in pages(anna, "/api/tables?state=waiting&limit=3")] == [3, 1]
        own = pages(anna, "/api/me/matches?limit=2")
        assert [[match["over"] for match in page] for page in own] == [[False, False], [True]]
        assert anna.refused("GET", "/api/tables?after=x") == (400, "bad-request")
        assert anna.refused("GET", "/api/me/matches?after=1.x") == (400, "bad-request")
