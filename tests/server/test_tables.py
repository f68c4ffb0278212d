"""Tables: seats, host, start, leaving and coming back, resigning, agreement, rematch, the lobby."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bussolotto.server.match.seats import Occupant
from tests.server.in_process import house
from tests.server.people import ENDLESS, Person, Server, duel


def path(table: dict[str, Any], rest: str = "") -> str:
    return f"/api/tables/{table['table']}{rest}"


def starter(person: Person, match: str) -> int:
    with person.page(match) as page:
        first: int = page.resume(0)["steps"][0]["action"]
        return first


def test_who_opens_a_table_is_host_and_may_sit_at_once(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.open_table(3, bots=[{"seat": 2, "player": "random"}])
    assert table["link"] == f"{server.address}/t/{table['table']}"
    told = anna.ask("GET", path(table))
    assert [seat["kind"] for seat in told["seats"]] == ["person", None, "bot"]
    assert told["seats"][0]["name"] == "Anna"
    assert told["me"] == {"seat": 0, "host": True} and told["host"] == 0
    assert (told["state"], told["match"]) == ("waiting", table["match"])


def test_a_table_of_open_invitation_is_in_the_lobby_and_others_are_not(server: Server) -> None:
    anna = server.person("Anna")
    tables = {kind: anna.open_table(visibility=kind)["table"] for kind in ("open", "link", "closed")}
    listed = server.person().lobby()
    assert tables["open"] in listed
    assert tables["link"] not in listed and tables["closed"] not in listed


def test_seats(server: Server) -> None:
    anna, bruno = server.person("Anna"), server.person("Bruno")
    table = anna.open_table(3)
    assert bruno.refused("POST", path(table, "/seats/0")) == (409, "seat-taken")
    assert bruno.refused("POST", path(table, "/seats/7")) == (404, "no-such-seat")
    bruno.ask("POST", path(table, "/seats/1"), {"name": "Bruno B."})
    moved = bruno.ask("POST", path(table, "/seats/2"))
    assert [seat["name"] for seat in moved["seats"]] == ["Anna", "", "Bruno B."]
    assert bruno.refused("DELETE", path(table, "/seats/0")) == (403, "not-your-seat")
    left = bruno.ask("DELETE", path(table, "/seats/2"))
    assert left["seats"][2]["kind"] is None and left["me"]["seat"] is None


def test_only_the_host_seats_and_removes_bots(server: Server) -> None:
    anna, bruno = server.person("Anna"), server.person("Bruno")
    table = anna.open_table(3)
    assert bruno.refused("POST", path(table, "/seats/1"), {"player": "random"}) == (403, "not-host")
    assert anna.refused("POST", path(table, "/seats/1"), {"player": "grandmaster"})[1] == "unknown-player"
    anna.ask("POST", path(table, "/seats/1"), {"player": "random"})
    assert bruno.refused("POST", path(table, "/seats/1")) == (409, "seat-taken")
    assert bruno.refused("DELETE", path(table, "/seats/1")) == (403, "not-host")
    assert anna.ask("DELETE", path(table, "/seats/1"))["seats"][1]["kind"] is None


def test_only_the_host_starts_and_only_a_full_table(server: Server) -> None:
    anna, bruno = server.person("Anna"), server.person("Bruno")
    table = anna.open_table()
    assert anna.refused("POST", path(table, "/start")) == (409, "seat-empty")
    bruno.ask("POST", path(table, "/seats/1"))
    assert bruno.refused("POST", path(table, "/start")) == (403, "not-host")
    assert anna.ask("POST", path(table, "/start")) == {"match": table["match"], "version": 6}
    assert anna.refused("POST", path(table, "/start")) == (409, "match-running")


def test_the_host_who_leaves_passes_the_role_to_the_next_person(server: Server) -> None:
    anna, bruno, carla = (server.person(name) for name in ("Anna", "Bruno", "Carla"))
    table = anna.open_table(4, bots=[{"seat": 1, "player": "random"}])
    bruno.ask("POST", path(table, "/seats/3"))
    carla.ask("POST", path(table, "/seats/2"))
    anna.ask("DELETE", path(table, "/seats/0"))
    assert carla.ask("GET", path(table))["me"] == {"seat": 2, "host": True}
    assert bruno.ask("GET", path(table))["host"] == 2


def test_the_role_rather_goes_to_somebody_who_is_here(server: Server) -> None:
    anna, bruno, carla = (server.person(name) for name in ("Anna", "Bruno", "Carla"))
    table = anna.open_table(3)
    carla.ask("POST", path(table, "/seats/1"))
    bruno.ask("POST", path(table, "/seats/2"))
    with bruno.page(table["match"]) as page:
        page.resume()
        anna.ask("DELETE", path(table, "/seats/0"))
        page.hear("table", lambda told: told["table"]["host"] == 2)


def test_everybody_at_the_table_hears_who_comes_and_goes(server: Server) -> None:
    anna, bruno = server.person("Anna"), server.person("Bruno")
    table = anna.open_table()
    with anna.page(table["match"]) as page:
        page.resume()
        bruno.ask("POST", path(table, "/seats/1"))
        assert page.hear("table")["table"]["seats"][1]["here"] is False
        with bruno.page(table["match"]):
            page.hear("table", lambda told: told["table"]["seats"][1]["here"])
        page.hear("table", lambda told: not told["table"]["seats"][1]["here"])
        bruno.ask("PUT", "/api/me", {"name": "Bruno the Second"})
        page.hear("table", lambda told: told["table"]["seats"][1]["name"] == "Bruno the Second")


def test_leaving_during_a_match_keeps_the_seat(server: Server) -> None:
    _anna, bruno, table = duel(server, options=ENDLESS)
    left = bruno.ask("DELETE", path(table, "/seats/1"))
    assert left["seats"][1] == {
        "seat": 1,
        "name": "Bruno",
        "kind": "bot",  # that plays on
        "player": "medium",
        "here": True,
        "left": True,
        "away": False,
        "late": False,
    }
    assert server.person().refused("POST", path(table, "/seats/1")) == (409, "seat-taken")
    assert bruno.ask("POST", path(table, "/seats/1"))["seats"][1]["left"] is False


def test_a_bot_may_play_on_for_who_left_until_he_comes_back(server: Server) -> None:
    anna, bruno, table = duel(server)
    assert anna.refused("POST", path(table, "/seats/1"), {"player": "random"}) == (409, "seat-taken")
    bruno.ask("DELETE", path(table, "/seats/1"))
    anna.ask("POST", path(table, "/seats/1"), {"player": "random"})
    with anna.page(table["match"]) as page:
        page.resume()
        for _ in range(5):
            page.play()
        bruno.ask("POST", path(table, "/seats/1"))
        page.hear("table", lambda told: told["table"]["seats"][1]["kind"] == "person")


def test_of_two_the_one_who_resigns_loses(server: Server) -> None:
    anna, bruno, table = duel(server)
    with anna.page(table["match"]) as page:
        page.resume()
        bruno.ask("POST", path(table, "/resign"))
        told = page.hear("table", lambda told: told["table"]["state"] == "over")["table"]
        assert told["end"]["reason"] == "resigned" and told["returns"] == [1.0, 0.0]
        assert page.act(1)["code"] == "not-running"
    view = anna.ask("GET", f"/api/matches/{table['match']}")
    assert view["over"] and view["returns"] == [1.0, 0.0] and view["legal"] == []
    assert bruno.refused("POST", path(table, "/resign")) == (409, "not-running")


def test_of_three_a_bot_plays_on_for_who_resigns(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.open_table(3, bots=[{"seat": 1, "player": "random"}, {"seat": 2, "player": "random"}], options={})
    anna.ask("POST", path(table, "/start"))
    with anna.page(table["match"]) as page:
        page.resume()
        told = anna.ask("POST", path(table, "/resign"))
        assert told["seats"][0]["kind"] == "bot" and told["state"] == "running"
        page.hear("table", lambda told: told["table"]["state"] == "over")
    assert anna.ask("GET", "/api/me/matches")[0]["match"] == table["match"]


def test_a_match_ends_when_all_people_agree(server: Server) -> None:
    anna, bruno, table = duel(server)
    assert server.person().refused("POST", path(table, "/end")) == (403, "not-seated")
    assert anna.ask("POST", path(table, "/end"))["offers"] == [0]
    assert anna.ask("DELETE", path(table, "/end"))["offers"] == []
    anna.ask("POST", path(table, "/end"))
    told = bruno.ask("POST", path(table, "/end"))
    assert told["state"] == "over" and told["end"]["reason"] == "agreed"
    assert sum(told["returns"]) == 1.0
    assert told["end"]["scores"] == anna.ask("GET", f"/api/matches/{table['match']}")["scores"]


def test_who_left_need_not_agree(server: Server) -> None:
    anna, bruno, table = duel(server)
    bruno.ask("DELETE", path(table, "/seats/1"))
    assert anna.ask("POST", path(table, "/end"))["state"] == "over"


def test_a_rematch_begins_with_the_next_seat_and_moves_everybody_on(server: Server) -> None:
    anna, bruno, table = duel(server)
    assert bruno.refused("POST", path(table, "/rematch")) == (409, "match-running")
    began = starter(anna, table["match"])
    with bruno.page(table["match"]) as page:
        page.resume()
        for _ in range(3):
            bruno.ask("POST", path(table, "/resign"))
            again = anna.ask("POST", path(table, "/rematch"))["match"]
            while page.table["match"] != again:
                page.hear("table")
            following = starter(anna, again)
            assert following != began and {following, began} == {6, 7}  # `start 0` and `start 1`
            began = following
    assert len(bruno.ask("GET", "/api/me/matches")) == 4


def test_a_rematch_needs_everybody(server: Server) -> None:
    anna, bruno, table = duel(server)
    bruno.ask("POST", path(table, "/resign"))
    bruno.ask("DELETE", path(table, "/seats/1"))
    assert anna.refused("POST", path(table, "/rematch")) == (409, "seat-empty")
    carla = server.person("Carla")
    carla.ask("POST", path(table, "/seats/1"))
    anna.ask("POST", path(table, "/rematch"))
    past = bruno.ask("GET", "/api/me/matches")
    assert [match["names"] for match in past] == [["Anna", "Bruno"]]


def test_closed_tables_refuse_spectators(server: Server) -> None:
    _anna, bruno, table = duel(server, visibility="closed")
    stranger = server.person()
    match = f"/api/matches/{table['match']}"
    assert stranger.refused("GET", match) == (403, "closed-table")
    with pytest.raises(InvalidStatus, match="403"):
        stranger.page(table["match"])
    bruno.ask("POST", path(table, "/resign"))
    for rest in ("", "/file", "/replay"):
        assert stranger.refused("GET", match + rest) == (403, "closed-table")
        assert bruno.send("GET", match + rest).is_success


def test_who_only_watched_a_closed_table_fill_up_is_shown_out(server: Server) -> None:
    anna, bruno, stranger = server.person("Anna"), server.person("Bruno"), server.person()
    table = anna.open_table(visibility="closed")
    bruno.ask("POST", path(table, "/seats/1"))
    with stranger.page(table["match"]) as page:
        page.resume()
        anna.ask("POST", path(table, "/start"))
        with pytest.raises(ConnectionClosed, match="1008"):
            while True:
                page.resume()
    assert not any(message["type"] == "steps" for message in page.heard), "a stranger was told the first dice"


def test_several_tables_at_once_do_not_mix(server: Server) -> None:
    anna, bruno, first = duel(server)
    second = anna.open_table()
    bruno.ask("POST", path(second, "/seats/1"))
    anna.ask("POST", path(second, "/start"))
    with anna.page(first["match"]) as one, anna.page(second["match"]) as two:
        one.resume()
        two.resume()
        bruno.ask("POST", path(first, "/resign"))
        one.hear("table", lambda told: told["table"]["state"] == "over")
        assert anna.ask("GET", path(second))["state"] == "running"
        assert two.resume()["type"] == "view"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "spilorcia"}, "unknown-game"),
        ({"seats": 6}, "bad-seats"),
        ({"options": {"lone": "five"}}, "unknown-option"),
        ({"options": {"loan": "six"}}, "unknown-value"),
        ({"bots": [{"seat": 1, "player": "sensibel"}]}, "unknown-player"),
        ({"bots": [{"seat": 5, "player": "random"}]}, "no-such-seat"),
        ({"bots": [{"seat": 1, "player": "random"}, {"seat": 1, "player": "random"}]}, "seat-taken"),
        ({"bots": [{"seat": 0, "player": "random"}]}, "seat-taken"),
        ({"visibility": "secret"}, "bad-request"),
        ({"vizibility": "open"}, "bad-request"),
    ],
)
def test_a_wish_for_a_table_that_cannot_be(server: Server, wish: dict[str, Any], code: str) -> None:
    anna = server.person()
    body = {"game": "spilorcio", "seats": 2, "sit": 0, **wish}
    assert anna.refused("POST", "/api/tables", body)[1] == code


def test_who_stands_up_while_they_choose_a_name_has_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as server:
            anna = await server.person("Anna")
            table = await anna.ask("POST", "/api/tables", {"game": "spilorcio", "seats": 2, "sit": 0})
            tables = server.services.tables
            async with tables.draft(table["table"]) as draft:
                choosing = asyncio.create_task(anna.ask("PUT", "/api/me", {"name": "Annabella"}))
                while (await anna.ask("GET", "/api/me"))["name"] != "Annabella":
                    pass
                draft.seats[0] = Occupant()
                await tables.keep(draft)
            assert (await choosing)["name"] == "Annabella"

    asyncio.run(run())
