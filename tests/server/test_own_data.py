"""What is stored of a guest: everything of it can be downloaded and deleted, and nothing of others comes with it."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from bussolotto.play import notation
from bussolotto.server.store import guest_data, schema
from bussolotto.sheets import library
from tests.command_line import done
from tests.server import stores
from tests.server.in_process import house
from tests.server.people import Person, Server, duel, running
from tests.server.test_moderation import path

ENDPOINT = "https://127.0.0.1:9/push/anna"
HOOK = "https://127.0.0.1:9/hook/anna"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, which may notify this machine."""
    with running(tmp_path, special="hooked") as server:
        yield server


def lived(server: Server) -> tuple[Person, Person, dict[str, Any], dict[str, Any]]:
    """Annabella has left something in every table of the database; her match with Bruno is over, another goes on."""
    anna, bruno, ended = duel(server, chat="free")
    anna.ask("PUT", "/api/me", {"name": "Annabella"})
    with anna.page(ended["match"]) as page:
        page.resume()
        page.say(type="say", id="1", text="I am Annabella")
        page.hear("ack")
    anna.ask("POST", path(ended, "/seats/1/report"), {"reason": "insults", "words": "He shouts"})
    bruno.ask("POST", path(ended, "/seats/0/report"), {"reason": "name", "words": "Annabella!"})
    anna.ask("POST", path(ended, "/seats/1/block"))
    bruno.ask("POST", path(ended, "/seats/0/block"))
    anna.ask("POST", path(ended, "/resign"))
    anna.ask("POST", "/api/presets", {"game": "spilorcio", "name": "Annabella's", "options": {}})
    anna.ask("POST", "/api/sheets", {"sheet": library()["last-light"].read_text("utf-8")})
    anna.ask("POST", "/api/sheets/rules", {"game": "spilorcio", "name": "Shared"})
    anna.me = anna.ask("POST", "/api/me/link")
    anna.ask("PUT", "/api/me/notices", {"webhook": HOOK})
    anna.ask("POST", "/api/me/push", {"endpoint": ENDPOINT})
    carla = server.person("Carla")
    going = anna.open_table(3, pace="days")
    carla.ask("POST", path(going, "/seats/1"))
    server.person("Dario").ask("POST", path(going, "/seats/2"))
    anna.ask("POST", path(going, "/start"))
    anna.ask("POST", "/api/games/spilorcio/practice")
    puzzle = anna.ask("GET", "/api/puzzles/today")
    anna.ask("POST", f"/api/puzzles/{puzzle['puzzle']}/answer", {"actions": puzzle["position"]["legal"][:1]})
    away = carla.open_table(2)
    anna.ask("POST", path(away, "/seats/1"))
    carla.ask("DELETE", path(away, "/seats/1"))  # she is sent away
    return anna, bruno, ended, going


def stored(folder: Path) -> str:
    """All that the database holds, as text."""
    return stores.dump(folder)


def test_every_table_of_the_schema_is_deleted_from_or_has_a_reason(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "empty.sqlite")) as database:
        schema.migrate(database)
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    known = [*guest_data.DELETED, *guest_data.SCRUBBED, *guest_data.WITHOUT_GUESTS]
    assert sorted(tables) == sorted(known)
    assert all(guest_data.WITHOUT_GUESTS.values())


def test_a_guest_downloads_everything_and_nothing_of_others(server: Server) -> None:
    anna, bruno, ended, going = lived(server)
    answer = anna.send("GET", "/api/me/data")
    told = answer.json()
    assert "attachment" in answer.headers["content-disposition"] and answer.headers["cache-control"] == "no-store"
    assert (told["guest"], told["name"]) == (anna.me["id"], "Annabella")
    assert {ended["table"], going["table"]} <= {table["table"] for table in told["tables"]}
    matches = {match["match"]: match for match in told["matches"]}
    assert len(matches) == 3 and matches[ended["match"]]["names"] == ["Annabella", "Bruno"]
    assert matches[ended["match"]]["returns"] == [0.0, 1.0] and matches[going["match"]]["ended"] is None
    assert [preset["name"] for preset in told["presets"]] == ["Annabella's"]
    assert [block["name"] for block in told["blocks"]] == ["Bruno"]
    assert [answer["answers"] for answer in told["puzzles"]] == [1]
    assert (told["webhook"], told["browsers"]) == (HOOK, [ENDPOINT])
    assert [(report["name"], report["words"]) for report in told["reports"]] == [("Bruno", "He shouts")]
    for other in (bruno.me["id"], "Annabella!", "token", "secret"):  # ids, what others reported, what signs in
        assert other not in answer.text, other
    tables = {"guests": "name", "sitters": "matches", "pushes": "browsers", "webhooks": "webhook"}
    for table in guest_data.DELETED.keys() - {"bans"}:  # who is banned now cannot ask
        assert tables.get(table, table) in told, table


def test_a_stranger_has_nothing_and_too_many_downloads_are_refused(server: Server) -> None:
    anna = server.person("Anna")
    assert [anna.send("GET", "/api/me/data").status_code for _ in range(6)] == [200] * 5 + [429]
    anna.http.cookies.clear()
    assert anna.refused("GET", "/api/me/data") == (404, "not-found")
    assert anna.send("DELETE", "/api/me").status_code == 204


def test_nothing_of_a_deleted_guest_is_left_anywhere(server: Server) -> None:
    anna, bruno, ended, going = lived(server)
    before = stored(server.folder)
    assert all(word in before for word in (anna.me["id"], "Annabella", HOOK, ENDPOINT))
    link = anna.me["link"]
    with anna.page(ended["match"]) as page:
        page.resume()
        answer = anna.send("DELETE", "/api/me")
        assert answer.status_code == 204 and "Max-Age=0" in answer.headers["set-cookie"]
        with pytest.raises(ConnectionClosed):
            while True:
                page.hear()
    assert not anna.http.cookies
    left = stored(server.folder)
    for word in (anna.me["id"], "Annabella", HOOK, ENDPOINT, "He shouts"):
        assert word not in left, word
    assert bruno.ask("GET", "/api/me/blocked") == []
    assert [sheet["title"] for sheet in bruno.ask("GET", "/api/sheets")] == ["Last Light"]
    assert "Annabella" not in json.dumps(bruno.ask("GET", "/api/me/matches"))
    with bruno.page(ended["match"]) as page:
        page.resume()
        assert not any(message["type"] == "said" for message in page.heard)
    assert bruno.refused("GET", link) == (404, "bad-link")
    cookie = f"bussolotto={anna.me['id']}"
    assert anna.send("GET", "/api/me", cookie=cookie).json()["id"] != anna.me["id"]
    told = bruno.ask("GET", path(going))
    assert (told["state"], told["seats"][0]["name"], told["seats"][0]["left"]) == ("running", "", True)


def test_a_cookie_kept_by_a_deleted_guest_makes_a_new_one(server: Server) -> None:
    anna = server.person("Anna")
    kept = dict(anna.http.cookies)
    assert anna.send("DELETE", "/api/me").status_code == 204
    anna.http.cookies.update(kept)
    again = anna.ask("GET", "/api/me")
    assert again["id"] != anna.me["id"] and again["name"] == ""


def test_matches_and_evenings_stay_whole(server: Server, tmp_path: Path) -> None:
    anna, bruno = server.person("Annabella"), server.person("Bruno")
    games = {"games": [{"game": "spilorcio"}, {"game": "spilorcio"}], "score": "places", "shared": False}
    table = anna.open_table(2, evening=games, visibility="link")
    bruno.ask("POST", path(table, "/seats/1"))
    anna.ask("POST", path(table, "/start"))
    anna.ask("POST", path(table, "/resign"))
    second = anna.ask("POST", path(table, "/next"))
    bruno.ask("POST", path(table, "/resign"))
    files = [
        f"/api/matches/{table['match']}/file",
        f"/api/matches/{second['match']}/file",
        path(table, "/evening/file"),
    ]
    before = [bruno.send("GET", file).content for file in files]
    anna.send("DELETE", "/api/me")
    for number, (file, old) in enumerate(zip(files, before, strict=True)):
        new = bruno.send("GET", file).content
        assert b"Annabella" in old and b"Annabella" not in new and b"Bruno" in new
        for name, content in {"old": old, "new": new}.items():
            kept = tmp_path / f"{name}-{number}.jsonl"
            kept.write_bytes(content)
            done("check", str(kept))
        replayed = "replay", str(tmp_path / f"new-{number}.jsonl")
        assert "Guest" in done(*replayed).stdout
    exported = done("export", table["match"], "--data", str(server.folder), "--text").stdout
    assert notation.from_text(exported).names == ["", "Bruno"]


def test_the_others_at_a_table_go_on_and_somebody_else_is_host(server: Server) -> None:
    anna, bruno, table = duel(server)
    with bruno.page(table["match"]) as page:
        page.resume()
        anna.send("DELETE", "/api/me")
        told = page.hear("table", lambda message: not message["table"]["seats"][0]["name"])["table"]
        assert told["me"]["host"]
        assert told["seats"][0] | {"here": True} == {
            "seat": 0,
            "name": "",
            "kind": "bot",
            "player": "medium",
            "here": True,
            "left": True,
            "away": False,
            "late": False,
        }
        for _ in range(3):
            page.play()
    assert bruno.ask("POST", path(table, "/seats/0/resign"))["end"]["reason"] == "resigned"


def test_nobody_becomes_the_host_of_a_table_whose_host_is_gone(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.open_table(bots=[{"seat": 1, "player": "sensible"}])
    anna.send("DELETE", "/api/me")
    stranger = server.person()
    for visitor in (stranger, anna):
        visitor.http.cookies.clear()
        assert visitor.refused("POST", path(table, "/start")) == (403, "not-host")
        assert visitor.ask("GET", path(table))["me"]["host"] is False


def test_the_operator_deletes_a_guest_in_the_same_way(server: Server) -> None:
    anna, *_ = lived(server)
    done("admin", "ban", anna.me["id"], "--data", str(server.folder))
    done("admin", "delete", anna.me["id"], "--yes", "--data", str(server.folder))
    left = stored(server.folder)
    assert "Annabella" not in left and HOOK not in left
    assert {line.split("(")[0] for line in left.splitlines() if anna.me["id"] in line} == {'INSERT INTO "audit" VALUES'}


def test_a_deletion_that_cannot_be_stored_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it is one transaction: tables, matches and rows."""

    def kept() -> str:
        return "\n".join(line for line in stores.dump(tmp_path).splitlines() if "Annabella" in line)

    async def run() -> None:
        async with house(tmp_path) as server:
            anna, bruno = await server.person("Annabella"), await server.person("Bruno")
            table = await anna.ask("POST", "/api/tables", {"game": "spilorcio", "seats": 2, "sit": 0})
            await bruno.ask("POST", path(table, "/seats/1"))
            await anna.ask("POST", path(table, "/start"))
            await anna.ask("POST", path(table, "/resign"))
            await anna.ask("POST", "/api/presets", {"game": "spilorcio", "name": "Annabella's", "options": {}})
            before = kept()
            with monkeypatch.context() as broken:
                broken.setitem(guest_data.DELETED, "guests", "DELETE FROM no_such_table")
                assert (await anna.send("DELETE", "/api/me")).status_code == 503
                assert kept() == before
            assert (await bruno.ask("GET", path(table)))["seats"][0]["name"] == "Annabella"
            assert (await anna.send("DELETE", "/api/me")).status_code == 204
            assert kept() == ""
            assert (await bruno.ask("GET", path(table)))["seats"][0]["name"] == ""

    asyncio.run(run())
