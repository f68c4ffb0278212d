"""The lobby: open tables by game, free seats, pace and state; and the bots that anybody may ask to sit down."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bench import lobby as bench
from bussolotto import locale, players
from bussolotto.games import game
from bussolotto.games import names as games
from bussolotto.server.store.database import FILE, Reader, connect_to_read
from bussolotto.server.store.table_rows import Listed, Wish, list_open
from tests.server.people import Person, Server, running


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
    listed = server.person().lobby(query)
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
    assert his not in anna.lobby() and hers not in bruno.lobby()
    assert {hers, his} <= set(carla.lobby()) and hers in anna.lobby() and his in bruno.lobby()


@pytest.mark.of_files
@pytest.mark.parametrize("name", games())
def test_every_game_has_bots_of_at_least_two_strengths_with_names(name: str) -> None:
    known = players.names(game(name))
    assert len(known) >= 2
    for language in locale.LANGUAGES:
        told = [locale.catalogue(language)[f"player.{player}"] for player in known]
        assert len(set(told)) == len(known)


def test_lists_come_in_pages_and_ended_tables_are_out(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = server.person("Anna")
        opened = [anna.open_table(2, bots=[{"seat": 1, "player": "random"}])["table"] for _ in range(7)]
        for table in opened[:3]:
            anna.ask("POST", f"/api/tables/{table}/start")
        anna.ask("POST", f"/api/tables/{opened[0]}/resign")
        found = anna.pages("/api/tables?limit=2&game=spilorcio&pace=live")
        assert [len(page) for page in found] == [2, 2, 2]
        assert sorted(table["table"] for page in found for table in page) == sorted(opened[1:])
        assert [len(page) for page in anna.pages("/api/tables?state=waiting&limit=3")] == [3, 1]
        own = anna.pages("/api/me/matches?limit=2")
        assert [[match["over"] for match in page] for page in own] == [[False, False], [True]]
        assert anna.refused("GET", "/api/tables?after=x") == (400, "bad-request")
        assert anna.refused("GET", "/api/me/matches?after=1.x") == (400, "bad-request")


WISHES = (
    Wish(),
    Wish(pace="days"),
    Wish(games=["cincinnati"], free=1, pace="live"),
    Wish(games=["cincinnati", "raffzahn"], state="waiting"),
    Wish(free=9),
    Wish(state="running"),
)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """A database with many open tables."""
    folder = tmp_path_factory.mktemp("grown")
    bench.build(folder, 2_000, 10)
    with closing(connect_to_read(folder / FILE)) as connection:
        yield Reader(connection)


@pytest.mark.of_files
@pytest.mark.parametrize("wish", WISHES)
def test_filters_find_what_looking_at_all_tables_finds(grown: Reader, wish: Wish) -> None:
    rows = grown.rows("SELECT * FROM open_tables WHERE visibility = 'open' ORDER BY changed_s DESC, name DESC")
    wanted = [row["name"] for row in rows if wish == Wish() or wish.fits(row["kind"])]
    found: list[Listed] = []
    while page := list_open(grown, wish, 0, found[-1].place if found else None, 300):
        found += page
    assert [listed.name for listed in found] == wanted


@pytest.mark.of_files
@pytest.mark.parametrize("wish", WISHES)
def test_a_filter_does_not_read_all_tables(grown: Reader, wish: Wish) -> None:
    """As SQLite counts: it takes twenty thousand steps and more to look at two thousand tables."""
    steps: list[int] = []
    assert isinstance(grown._reader, sqlite3.Connection)
    grown._reader.set_progress_handler(lambda: steps.append(100), 100)
    list_open(grown, wish, 0, None, 20)
    grown._reader.set_progress_handler(None, 0)
    assert sum(steps) < 5_000


@pytest.mark.of_files
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="servers are watched through /proc, as on Linux")
def test_the_bench_of_a_grown_database_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "OPEN", 20_000)
    monkeypatch.setattr(bench, "FINISHED", 20_000)
    figures = bench.measure(quick=True)
    assert len(figures) == 14 and all(figure.value > 0 and figure.at_most for figure in figures)
