"""House rules under a name: saved, handed on by a link, set on a table, told before one sits and in the record."""

import json
from pathlib import Path
from typing import Any

import pytest

from bussolotto.games import game, names
from bussolotto.play import notation
from bussolotto.server.table.presets import MOST
from tests.server import stores
from tests.server.people import Server, running

SHORT = {"rounds": "4", "keep_order": "secret"}


def sundays(game: str = "cincinnati", **more: Any) -> dict[str, Any]:
    """What saves house rules."""
    return {"game": game, "name": "Sundays", "options": SHORT, **more}


def test_rules_are_saved_found_and_handed_on(server: Server) -> None:
    anna, bruno = server.person("Anna"), server.person("Bruno")
    saved = anna.ask("POST", "/api/presets", sundays(seats=4))
    assert saved["link"] == f"{server.address}/p/{saved['preset']}"
    assert saved["options"] == {name: SHORT.get(name, values[0]) for name, values in game("cincinnati").OPTIONS.items()}
    assert anna.ask("GET", "/api/me/presets") == [saved]
    found = bruno.ask("GET", f"/api/presets/{saved['preset']}")
    assert found == {**saved, "mine": False} and (found["by"], found["seats"], found["fits"]) == ("Anna", 4, True)
    assert bruno.ask("GET", "/api/me/presets") == []


def test_the_same_name_replaces_and_keeps_its_link(server: Server) -> None:
    anna = server.person("Anna")
    first = anna.ask("POST", "/api/presets", sundays())
    second = anna.ask("POST", "/api/presets", sundays(options={"rounds": "5"}, name=" Sundays "))
    assert (second["preset"], second["options"]["rounds"]) == (first["preset"], "5")
    other = anna.ask("POST", "/api/presets", {"game": "spilorcio", "name": "Sundays"})
    assert other["preset"] != first["preset"]
    assert [one["game"] for one in anna.ask("GET", "/api/me/presets")] == ["cincinnati", "spilorcio"]


def test_only_ones_own_are_forgotten(server: Server) -> None:
    anna, bruno = server.person("Anna"), server.person("Bruno")
    path = f"/api/presets/{anna.ask('POST', '/api/presets', sundays())['preset']}"
    assert bruno.refused("DELETE", path) == (404, "not-found")
    assert anna.send("DELETE", path).status_code == 204
    assert anna.refused("GET", path) == (404, "not-found") == anna.refused("DELETE", path)


CREDIT: dict[str, Any] = {"authors": [" Carla  B. "], "licence": "CC-BY-4.0", "about": "For  long evenings."}
TOLD = {"authors": ["Carla B."], "licence": "CC-BY-4.0", "about": "For long evenings."}


def test_what_a_file_tells_of_rules_is_kept_with_them(server: Server) -> None:
    anna, bruno = server.person("Anna"), server.person("Bruno")
    saved = anna.ask("POST", "/api/presets", sundays(**CREDIT))
    assert saved == saved | TOLD and saved["by"] == "Anna"
    assert anna.ask("POST", "/api/presets", sundays(options={"rounds": "5"})) | TOLD == saved | {
        "options": saved["options"] | {"rounds": "5", "keep_order": game("cincinnati").OPTIONS["keep_order"][0]}
    }
    assert bruno.ask("GET", f"/api/presets/{saved['preset']}")["authors"] == ["Carla B."]
    assert anna.ask("POST", "/api/presets", sundays(about=""))["about"] == ""
    plain = bruno.ask("POST", "/api/presets", sundays())
    assert (plain["authors"], plain["licence"], plain["about"]) == ([], "", "")


@pytest.mark.parametrize(
    ("wrong", "code", "where"),
    [
        ({"authors": ["Carla", "\u202eanna"]}, "sheet-text", "authors[1]"),
        ({"licence": "CC\u200bBY"}, "sheet-text", "licence"),
        ({"authors": ["Carla"] * 7}, "bad-request", "authors"),
        ({"authors": "Carla"}, "bad-request", "authors"),
        ({"licence": "x" * 41}, "bad-request", "licence"),
        ({"about": "x" * 201}, "bad-request", "about"),
    ],
)
def test_what_a_strangers_file_tells_is_checked(server: Server, wrong: dict[str, Any], code: str, where: str) -> None:
    """And in the same way where house rules are put into the collection."""
    anna = server.person("Anna")
    for path in ("/api/presets", "/api/sheets/rules"):
        answer = anna.send("POST", path, sundays(**wrong))
        assert (answer.status_code, answer.json()["code"]) == (400, code) and where in answer.text
    assert anna.ask("GET", "/api/me/presets") == []


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": ""}, "bad-request"),
        ({"name": "   "}, "bad-request"),
        ({"name": "x" * 41}, "bad-request"),
        ({"game": "chess"}, "unknown-game"),
        ({"options": {"weather": "fine"}}, "unknown-option"),
        ({"options": {"rounds": "13"}}, "unknown-value"),
        ({"seats": 7}, "bad-seats"),
        ({"more": 1}, "bad-request"),
    ],
)
def test_wrong_rules_are_not_saved(server: Server, wrong: dict[str, Any], code: str) -> None:
    anna = server.person("Anna")
    assert anna.refused("POST", "/api/presets", sundays(**wrong))[1] == code
    assert anna.ask("GET", "/api/me/presets") == []


def test_nobody_has_more_than_his_share(server: Server) -> None:
    anna = server.person("Anna")
    for number in range(MOST):
        anna.ask("POST", "/api/presets", sundays(name=f"Evening {number}"))
    assert anna.refused("POST", "/api/presets", sundays()) == (409, "too-many-presets")
    anna.ask("POST", "/api/presets", sundays(name="Evening 3"))  # one he has is saved again


def test_rules_of_another_version_that_no_longer_fit_are_told_and_not_played(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = server.person("Anna")
        path = f"/api/presets/{anna.ask('POST', '/api/presets', sundays())['preset']}"
        with stores.database(tmp_path) as database:
            database.execute("UPDATE presets SET rules = 0, options = ?", (json.dumps({"rounds": "4", "hurry": "on"}),))
        found = anna.ask("GET", path)
        assert (found["fits"], found["rules"], found["options"]["hurry"]) == (False, 0, "on")
        wish = {"game": "cincinnati", "seats": 3, "options": found["options"]}
        assert anna.refused("POST", "/api/tables", wish)[1] == "unknown-option"


@pytest.mark.parametrize("name", names())
def test_every_option_is_told_before_one_sits_and_in_the_record(server: Server, name: str) -> None:
    """The last value of every option of every game, whatever its kind."""
    rules = game(name)
    wish = {option: values[-1] for option, values in rules.OPTIONS.items()}
    anna, bruno = server.person("Anna"), server.person("Bruno")
    bots = [{"seat": seat, "player": "random"} for seat in range(1, rules.SEATS[0])]
    table = anna.open_table(rules.SEATS[0], game=name, options=wish, bots=bots, preset="Sundays")
    told = bruno.ask("GET", f"/api/tables/{table['table']}")
    assert (told["options"], told["preset"]) == (wish, "Sundays")
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    anna.send("POST", f"/api/tables/{table['table']}/end")  # bots may have ended it meanwhile
    path = f"/api/matches/{table['match']}/file"
    record = notation.parse(anna.send("GET", path).content)
    assert record.options == wish == notation.from_text(anna.send("GET", f"{path}?format=text").text).options
