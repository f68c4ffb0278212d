"""Pig, a game without bot, picture, page and translations: the server plays it and tells what the page needs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bussolotto.locale import LANGUAGES
from tests.pig import game
from tests.server.people import Page, Person, Server, duel, running

GAME = {"game": "pig", "options": {"goal": "12"}}
ROLL, HOLD = 0, 1


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, special="pig") as server:
        yield server


def begun(person: Person, match: str) -> Page:
    page = person.page(match)
    page.resume()
    return page


def played_on(pages: list[Page]) -> None:
    """Both roll until something lies in the pot, and bank it, to the end of the match."""
    for _ in range(400):
        for page in pages:
            page.resume()
        turn = [page for page in pages if page.position["legal"]]
        if not turn:
            return
        turn[0].act(HOLD if HOLD in turn[0].position["legal"] else ROLL)
    raise AssertionError("not over after 400 actions")


def test_it_is_listed_with_what_the_general_page_needs(server: Server) -> None:
    anna = server.person("Anna")
    (told,) = [each for each in anna.ask("GET", "/api/games") if each["name"] == "pig"]
    assert told["players"] == ["random", "easy", "medium", "hard"] and told["options"]["goal"][0] == "30"
    whole = anna.ask("GET", "/api/games/pig")
    assert whole["actions"] == ["roll", "hold"] and whole["outcomes"] == [f"die {face}" for face in range(1, 7)]
    for language in LANGUAGES:
        assert anna.ask("GET", f"/locale/{language}.json")["game.pig.title"] == "Pig"
        assert anna.ask("GET", f"/locale/{language}/pig.json")["word.hold"] == "Hold"


def test_two_people_play_it_to_its_end_and_take_the_file_and_the_picture_along(server: Server) -> None:
    anna, bruno, table = duel(server, **GAME)
    played_on([begun(anna, table["match"]), begun(bruno, table["match"])])
    view = anna.ask("GET", f"/api/matches/{table['match']}")
    assert view["over"] and max(view["scores"]) >= 12 and sum(view["returns"]) == 1
    assert anna.send("GET", f"/api/matches/{table['match']}/picture").text.count("pot:") == 1
    assert b'"pig"' in anna.send("GET", f"/api/matches/{table['match']}/file").content


def test_a_bot_plays_it_and_nobody_is_given_a_hint(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.open_table(2, bots=[{"seat": 1, "player": "random"}], **GAME)
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    page = begun(anna, table["match"])
    page.act(ROLL)
    for _ in range(200):
        if anna.ask("GET", f"/api/matches/{table['match']}")["over"]:
            break
        page.resume()
        if page.position["legal"]:
            page.act(page.position["legal"][-1])
    assert anna.refused("GET", f"/api/matches/{page.match}/advice")[1] == "hints-off"


def test_what_it_forbids_is_said_with_its_clause(server: Server) -> None:
    anna, _, table = duel(server, **GAME)
    answer = begun(anna, table["match"]).act(HOLD)
    assert answer["code"] == "illegal-action" and answer["clause"] == "PIG-2"


def test_its_goal_may_be_any_number_in_its_range(server: Server) -> None:
    anna = server.person("Anna")
    low, high = game().facts.options["goal"].suggested[0], "101"
    assert anna.ask("POST", "/api/tables", {"game": "pig", "seats": 2, "sit": 0, "options": {"goal": low}})
    wish = {"game": "pig", "seats": 2, "sit": 0, "options": {"goal": high}}
    assert anna.refused("POST", "/api/tables", wish)[1] == "unknown-value"
