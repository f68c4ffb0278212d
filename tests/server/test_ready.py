"""A race at a table with a countdown: nothing happens before everybody has said Ready."""

from typing import Any

import pytest

import bussolotto
from tests.server.people import Page, Person, Server, running

RAFFZAHN = bussolotto.game("raffzahn")
THROW = RAFFZAHN.read(0, "throw")
COUNTDOWN_MS = 3000


def race(server: Server, bots: int = 0, **wishes: Any) -> tuple[list[Person], dict[str, Any]]:
    """People at Raffzahn, in the first of three seats; bots in the others. The match has begun."""
    people = [server.person(name) for name in ("Anna", "Bruno", "Carla")[: 3 - bots]]
    seated = [{"seat": 2 - at, "player": "random"} for at in range(bots)]
    table = people[0].open_table(3, game="raffzahn", options={}, bots=seated, countdown=True, **wishes)
    for seat, person in enumerate(people[1:], 1):
        person.ask("POST", f"/api/tables/{table['table']}/seats/{seat}")
    people[0].ask("POST", f"/api/tables/{table['table']}/start")
    return people, table


def ready(person: Person, table: dict[str, Any]) -> Any:
    return person.ask("POST", f"/api/tables/{table['table']}/ready")["ready"]


def first_throw(pages: list[Page]) -> tuple[Page, int]:
    """The page of who throws first, and the version."""
    told = pages[0].resume()
    return pages[told["view"]["turn"]], told["version"]


def test_all_wait_until_the_last_is_ready_then_three_two_one(server: Server) -> None:
    people, table = race(server)
    pages = [person.page(table["match"]) for person in people]
    page, version = first_throw(pages)
    assert page.act(THROW, version=version)["code"] == "race-waits"
    assert ready(people[1], table) == [1]
    assert ready(people[0], table) == [0, 1] == ready(people[0], table)
    assert page.act(THROW, version=version)["code"] == "race-waits"
    assert ready(people[2], table) is None
    news = pages[0].hear("steps", lambda news: news.get("rest_ms", 0) > 0)
    assert news["version"] == version and COUNTDOWN_MS / 2 < news["rest_ms"] <= COUNTDOWN_MS
    refusal = page.act(THROW, version=version)
    assert refusal["code"] == "too-soon"
    server.time.advance(refusal["values"]["wait_ms"] / 1000)
    assert page.act(THROW, version=version)["type"] == "ack"


def test_bots_do_nothing_before_ready(server: Server) -> None:
    """They take no time to think here."""
    (anna,), table = race(server, bots=2)
    page = anna.page(table["match"])
    before = page.resume()["version"]
    assert anna.ask("GET", f"/api/tables/{table['table']}")["ready"] == []
    assert page.resume()["version"] == before
    assert ready(anna, table) is None
    page.hear("steps", lambda news: news["version"] == before and news.get("rest_ms", 0) > 0)
    if page.resume()["view"]["turn"] == 0:
        server.time.advance(COUNTDOWN_MS / 1000)
        assert page.act(THROW, version=before)["type"] == "ack"
    page.hear("steps", lambda news: news["version"] > before)


def test_who_leaves_is_not_waited_for(server: Server) -> None:
    people, table = race(server)
    assert [ready(person, table) for person in people[:2]] == [[0], [0, 1]]
    left = people[2].ask("DELETE", f"/api/tables/{table['table']}/seats/2")
    assert left["ready"] is None


def test_only_people_who_play_are_asked(server: Server) -> None:
    people, table = race(server)
    path = f"/api/tables/{table['table']}/ready"
    assert server.person("Dora").refused("POST", path)[1] == "not-seated"
    waiting = people[0].open_table(3, game="raffzahn", options={}, countdown=True)
    assert people[0].refused("POST", f"/api/tables/{waiting['table']}/ready")[1] == "not-running"


@pytest.mark.parametrize("wishes", [{"game": "raffzahn"}, {"game": "spilorcio", "countdown": True}])
def test_without_a_countdown_and_in_turns_nobody_is_waited_for(server: Server, wishes: dict[str, Any]) -> None:
    anna = server.person("Anna")
    bots = [{"seat": seat, "player": "random"} for seat in (1, 2)]
    table = anna.open_table(3, options={}, bots=bots, **wishes)
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    assert ready(anna, table) is None


def test_a_server_that_starts_again_still_waits(tmp_path: Any) -> None:
    with running(tmp_path) as server:
        people, table = race(server)
        ready(people[0], table)
        server.kill()
    with running(tmp_path) as server:
        assert server.person().ask("GET", f"/api/tables/{table['table']}")["ready"] == [0]


def test_a_rematch_waits_again(server: Server) -> None:
    people, table = race(server)
    for person in people:
        ready(person, table)
    for person in people:
        ended = person.ask("POST", f"/api/tables/{table['table']}/end")
    assert ended["state"] == "over"
    people[0].ask("POST", f"/api/tables/{table['table']}/rematch")
    assert people[0].ask("GET", f"/api/tables/{table['table']}")["ready"] == []


def test_bots_are_slower_when_their_only_opponent_asks(server: Server) -> None:
    anna = server.person("Anna")
    bots = [{"seat": 1, "player": "quick"}, {"seat": 2, "player": "sensible"}]
    table = anna.open_table(3, game="raffzahn", options={}, bots=bots, countdown=True)
    path = f"/api/tables/{table['table']}/slower"
    assert anna.refused("POST", path)[1] == "not-running"
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    asked = [[seat["player"] for seat in anna.ask("POST", path)["seats"]] for _ in range(3)]
    assert asked == [[None, "brisk", "quick"], [None, "calm", "brisk"], [None, "calm", "calm"]]
    assert server.person("Dora").refused("POST", path)[1] == "not-seated"


def test_levels_are_slower_by_one_level(server: Server) -> None:
    anna = server.person("Anna")
    bots = [{"seat": 1, "player": "hard"}, {"seat": 2, "player": "medium"}]
    table = anna.open_table(3, game="raffzahn", options={}, bots=bots)
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    told = anna.ask("POST", f"/api/tables/{table['table']}/slower")
    assert [seat["player"] for seat in told["seats"]] == [None, "medium", "easy"]


def test_bots_do_not_slow_down_where_others_play_too(server: Server) -> None:
    people, table = race(server, bots=1)
    assert people[0].refused("POST", f"/api/tables/{table['table']}/slower") == (409, "not-alone")
