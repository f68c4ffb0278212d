"""A match in which a seat decides before anything falls is stored, played, read back and exported like any other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bussolotto.server.store import files
from tests.laws.toys.dare.game import ROLL, STAY
from tests.server import stores
from tests.server.people import Page, Person, Server, duel, running

GAME = {"game": "dare", "options": {}}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, special="dare") as server:
        yield server


def begun(person: Person, match: str) -> Page:
    page = person.page(match)
    page.resume()
    return page


def test_the_first_decision_is_stored_and_answered_and_the_match_is_played_to_its_end(server: Server) -> None:
    anna, bruno, table = duel(server, **GAME)
    hers, his = begun(anna, table["match"]), begun(bruno, table["match"])
    assert hers.position["version"] == 0 and hers.position["movers"] == [0]
    assert hers.act(ROLL, message="first")["version"] == 2
    assert hers.act(ROLL, version=0, message="first")["version"] == 2, "a retry gets the original answer"
    assert hers.act(STAY, version=2)["version"] == 3
    his.turn()
    his.act(STAY)
    view = anna.ask("GET", f"/api/matches/{table['match']}")
    assert view["over"] and view["returns"] == [1, 0]
    record, _ = files.read_record(stores.source_of(server.folder), table["match"])
    assert [seat for seat, _ in record.steps] == [0, record.steps[1][0], 0, 1]
    (past,) = anna.ask("GET", "/api/me/matches")
    assert past["over"] and past["version"] == 4
    again = anna.ask("POST", f"/api/tables/{table['table']}/rematch")
    assert again["version"] == 0
    assert begun(anna, again["match"]).act(ROLL)["version"] == 2


def test_it_is_there_again_after_a_restart_before_and_after_the_first_decision(tmp_path: Path) -> None:
    with running(tmp_path, special="dare") as server:
        anna, _, table = duel(server, **GAME)
        cookies = dict(anna.http.cookies)
        server.kill()
    for version in (0, 2):
        with running(tmp_path, special="dare") as server:
            anna = server.person()
            anna.http.cookies.clear()
            anna.http.cookies.update(cookies)
            page = begun(anna, table["match"])
            assert page.position["version"] == version
            assert page.act(ROLL)["version"] == version + 2
            server.kill()


def test_people_who_roll_real_dice_type_the_first_of_them_after_the_first_decision(server: Server) -> None:
    anna, _, table = duel(server, **GAME, dice="real")
    page = begun(anna, table["match"])
    assert page.act(ROLL)["version"] == 1
    page.say(type="throw", id="dice", version=1, outcomes=[5])
    assert page.hear(fits=lambda answer: answer.get("id") == "dice")["version"] == 2
    assert anna.ask("GET", f"/api/matches/{table['match']}")["view"]["points"][0] == 6


def test_a_bot_may_begin(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.open_table(2, sit=1, bots=[{"seat": 0, "player": "random"}], **GAME)
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    page = begun(anna, table["match"])
    page.turn()
    page.act(STAY)
    assert anna.ask("GET", f"/api/matches/{table['match']}")["over"]
