"""A practice table: a match by the real rules, in which only what the practice asks for is accepted."""

from typing import Any

import bussolotto
from tests.server.people import Page, Person, Server, running

CINCINNATI = bussolotto.game("cincinnati")
ACTION = {CINCINNATI.say(0, code): code for code in range(CINCINNATI.ACTIONS)}


def practise(server: Server, game: str = "cincinnati") -> tuple[Person, dict[str, Any], Page]:
    anna = server.person("Anna")
    table = anna.ask("POST", f"/api/games/{game}/practice")
    page = anna.page(table["match"])
    page.resume()
    return anna, table, page


def do(page: Page, action: str) -> dict[str, Any]:
    """Do this at the next turn, and follow what it brings until it is the person's turn again or all is done."""
    page.turn()
    answer = page.act(ACTION[action])
    while answer["type"] == "ack" and page.position["version"] < answer["version"]:
        page.hear("steps")
    return answer


WAY = ["table A", "keep 5 5", "keep 5 5 5", "pass", "table C", "keep 1 1 1", "keep 1 1 1", "buy", "keep 1 1", "duel 2"]


def test_a_practice_is_played_from_its_first_step_to_its_last(server: Server) -> None:
    _, _, page = practise(server)
    assert page.table["practice"] and page.table["state"] == "running"
    assert page.position["practice"] == {"done": 0, "steps": 10, "next": "table", "last": None}
    assert page.position["view"]["dice"][0] == CINCINNATI.read(0, "keep 1 2 3 5 5")  # as the script has it
    for number, action in enumerate(WAY, 1):
        assert do(page, action)["type"] == "ack", action
        assert page.position["practice"]["done"] == number
    assert page.position["practice"] == {"done": 10, "steps": 10, "next": None, "last": "duel"}
    assert page.position["legal"] == []
    assert page.act(ACTION["pass"])["code"] == "practice-over"


def test_what_is_not_asked_for_is_refused_and_not_offered(server: Server) -> None:
    _, _, page = practise(server)
    assert [CINCINNATI.say(0, code) for code in page.position["legal"]] == ["table A", "table C"]
    assert page.act(ACTION["keep 5 5"])["code"] == "practice-step"
    assert page.act(ACTION["table B"])["clause"] == "CIN-5"  # of the right kind, and against the rules
    for action in WAY[:3]:
        do(page, action)
    assert [CINCINNATI.say(0, code) for code in page.turn()] == ["pass"]  # though a token could be paid
    assert page.act(ACTION["buy"])["code"] == "practice-step"
    assert page.act(ACTION["pass"])["type"] == "ack"


def test_what_a_preview_shows_is_what_the_practice_accepts_next(server: Server) -> None:
    _, _, page = practise(server)
    page.say(type="preview", id="p", version=page.position["version"], actions=[ACTION["table A"]])
    assert page.hear("preview")["legal"] == []


def test_a_practice_is_in_no_list(server: Server) -> None:
    anna, table, page = practise(server)
    do(page, "table A")
    assert anna.ask("GET", "/api/me/matches") == []
    assert table["table"] not in anna.lobby()


def test_nobody_plays_for_who_leaves_a_practice_and_the_script_goes_on(server: Server) -> None:
    anna, table, page = practise(server)
    anna.ask("POST", f"/api/tables/{table['table']}/resign")
    assert page.resume()["practice"]["done"] == 0


def test_a_practice_goes_on_after_a_restart(tmp_path: Any) -> None:
    with running(tmp_path) as server:
        anna, table, page = practise(server)
        for action in WAY[:4]:
            do(page, action)
        page.turn()
        seen = page.position["view"]
        cookie = anna.http.cookies
    with running(tmp_path) as server:
        again = server.person()
        again.http.cookies = cookie
        page = again.page(table["match"])
        page.resume()
        assert page.position["view"] == seen and page.position["practice"]["next"] == "second"
        for action in WAY[4:]:
            assert do(page, action)["type"] == "ack"


def test_which_games_have_a_practice_is_told(server: Server) -> None:
    anna = server.person()
    told = {game["name"]: game["practice"] for game in anna.ask("GET", "/api/games")}
    assert told["cincinnati"]
    assert anna.refused("POST", "/api/games/no-such/practice") == (404, "unknown-game")


def test_a_game_without_a_script_has_none(tmp_path: Any) -> None:
    with running(tmp_path, special="pig") as server:
        assert server.person().refused("POST", "/api/games/pig/practice") == (404, "no-practice")


def test_other_seats_act_only_when_the_person_is_not_awaited(server: Server) -> None:
    _, _, page = practise(server)
    assert page.position["view"]["chosen"] == [0, 0, 0, 0, 0, 0]
    do(page, "table A")
    assert page.turn() and page.position["view"]["chosen"][:3] == [1, 1, 3]


def test_a_practice_that_ends_by_the_rules_can_be_played_again(server: Server) -> None:
    """The 3 uses up the only chip, so no other die can be paid (SPI-6)."""
    spilorcio = bussolotto.game("spilorcio")
    anna, table, page = practise(server, "spilorcio")
    for action in ("keep 1 1 2 3 4", "place 3"):
        page.turn()
        page.act(spilorcio.read(0, action))
        while page.position["practice"]["next"] == "keep":
            page.hear("steps")
    assert page.hear("table", lambda news: news["table"]["state"] == "over")
    match = anna.ask("POST", f"/api/tables/{table['table']}/rematch")["match"]
    again = anna.page(match)
    again.resume()
    again.turn()
    assert again.position["practice"]["done"] == 0 and again.position["view"]["filled"][1] == 4
