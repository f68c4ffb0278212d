"""Sending somebody away from a table, and never meeting somebody again."""

from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.people import Person, Server, duel, running


def path(table: dict[str, Any], rest: str = "") -> str:
    return f"/api/tables/{table['table']}{rest}"


def trio(server: Server, **wishes: Any) -> tuple[Person, Person, Person, dict[str, Any]]:
    """Three people at a table; Anna is host."""
    anna, bruno, carla = (server.person(name) for name in ("Anna", "Bruno", "Carla"))
    table = anna.open_table(3, **wishes)
    bruno.ask("POST", path(table, "/seats/1"))
    carla.ask("POST", path(table, "/seats/2"))
    return anna, bruno, carla, table


class TestSendingAway:
    def test_from_a_table_that_waits(self, server: Server) -> None:
        anna, bruno, _, table = trio(server)
        with bruno.page(table["match"]) as page:
            page.resume()
            told = anna.ask("DELETE", path(table, "/seats/1"))
            assert told["seats"][1]["kind"] is None and "sent_away" not in told["me"]
            page.hear("table", lambda message: message["table"]["me"].get("sent_away"))
        for seat in (1, 2):
            assert bruno.refused("POST", path(table, f"/seats/{seat}"))[1] in ("sent-away", "seat-taken")
        assert bruno.refused("POST", path(table, "/seats/1")) == (403, "sent-away")
        assert bruno.ask("GET", path(table))["me"] == {"seat": None, "host": False, "sent_away": True}
        assert "sent_away" not in server.person().ask("GET", path(table))["me"]

    def test_only_the_host_may_and_not_himself(self, server: Server) -> None:
        anna, bruno, carla, table = trio(server)
        assert bruno.refused("DELETE", path(table, "/seats/2")) == (403, "not-your-seat")
        assert anna.ask("DELETE", path(table, "/seats/0"))["me"]["seat"] is None
        assert anna.ask("POST", path(table, "/seats/0"))["me"]["seat"] == 0
        assert carla.ask("GET", path(table))["me"]["seat"] == 2

    def test_during_a_match_a_bot_plays_on_and_nobody_wins_by_it(self, server: Server) -> None:
        anna, bruno, table = duel(server)
        bruno.ask("POST", path(table, "/end"))
        told = anna.ask("DELETE", path(table, "/seats/1"))
        assert (told["state"], told["offers"]) == ("running", [])
        assert (told["seats"][1]["kind"], told["seats"][1]["player"]) == ("bot", "medium")
        with anna.page(table["match"]) as page:
            page.resume()
            for _ in range(4):
                page.play()
        assert bruno.refused("POST", path(table, "/seats/1")) == (403, "sent-away")
        assert bruno.ask("GET", f"/api/matches/{table['match']}")["seat"] is None

    def test_he_may_watch_unless_the_table_is_closed(self, server: Server) -> None:
        anna, bruno, table = duel(server, visibility="closed")
        with bruno.page(table["match"]) as page:
            page.resume()
            anna.ask("DELETE", path(table, "/seats/1"))
            with pytest.raises(ConnectionClosed):
                while True:
                    page.hear()
        assert page.table["me"]["sent_away"]
        with pytest.raises(InvalidStatus, match="403"):
            bruno.page(table["match"])
        assert bruno.refused("GET", f"/api/matches/{table['match']}") == (403, "closed-table")
        anna.ask("POST", path(table, "/resign"))
        assert bruno.ask("GET", f"/api/matches/{table['match']}")["over"]

    def test_it_outlives_a_restart(self, tmp_path: Path) -> None:
        with running(tmp_path) as server:
            anna, bruno, _, table = trio(server)
            anna.ask("DELETE", path(table, "/seats/1"))
            cookies = bruno.http.cookies
        with running(tmp_path) as server:
            again = server.person()
            again.http.cookies = cookies
            assert again.refused("POST", path(table, "/seats/1")) == (403, "sent-away")


class TestBlocking:
    def test_the_two_do_not_sit_down_together_again_and_neither_learns_why(self, server: Server) -> None:
        anna, bruno, carla, table = trio(server)
        told = anna.ask("POST", path(table, "/seats/1/block"))
        assert told["name"] == "Bruno" and told.keys() == {"name", "since", "token"}
        assert bruno.me["id"] not in str(anna.ask("GET", "/api/me/blocked"))
        hers, his = anna.open_table(), bruno.open_table()
        assert bruno.refused("POST", path(hers, "/seats/1")) == (403, "no-seat-for-you")
        assert anna.refused("POST", path(his, "/seats/1")) == (403, "no-seat-for-you")
        third = carla.open_table(3)
        anna.ask("POST", path(third, "/seats/1"))
        assert bruno.refused("POST", path(third, "/seats/2")) == (403, "no-seat-for-you")
        anna.ask("DELETE", path(third, "/seats/1"))
        bruno.ask("POST", path(third, "/seats/2"))
        assert bruno.ask("GET", "/api/me/blocked") == []

    def test_a_match_that_runs_and_one_s_own_seat_are_not_touched(self, server: Server) -> None:
        anna, bruno, table = duel(server)
        bruno.ask("POST", path(table, "/seats/0/block"))
        with bruno.page(table["match"]) as his, anna.page(table["match"]) as hers:
            his.resume()
            hers.resume()
            (his if his.position["legal"] else hers).play()
        bruno.ask("DELETE", path(table, "/seats/1"))
        assert bruno.ask("POST", path(table, "/seats/1"))["me"]["seat"] == 1

    def test_it_can_be_taken_back_by_who_did_it_alone(self, server: Server) -> None:
        anna, bruno, _, table = trio(server)
        token = anna.ask("POST", path(table, "/seats/1/block"))["token"]
        assert anna.ask("POST", path(table, "/seats/1/block"))["token"] == token
        assert bruno.refused("DELETE", f"/api/me/blocked/{token}") == (404, "not-found")
        assert anna.send("DELETE", f"/api/me/blocked/{token}").status_code == 204
        assert anna.refused("DELETE", f"/api/me/blocked/{token}") == (404, "not-found")
        assert anna.ask("GET", "/api/me/blocked") == []
        bruno.ask("POST", path(anna.open_table(), "/seats/1"))

    @pytest.mark.parametrize(("seat", "refusal"), [(0, (409, "nobody-there")), (1, (409, "nobody-there"))])
    def test_only_another_person_can_be_blocked(self, server: Server, seat: int, refusal: tuple[int, str]) -> None:
        anna = server.person("Anna")
        table = anna.open_table(3, bots=[{"seat": 1, "player": "random"}])
        assert anna.refused("POST", path(table, f"/seats/{seat}/block")) == refusal
        assert anna.refused("POST", path(table, "/seats/7/block")) == (404, "no-such-seat")

    def test_it_outlives_a_restart(self, tmp_path: Path) -> None:
        with running(tmp_path) as server:
            anna, bruno, _, table = trio(server)
            anna.ask("POST", path(table, "/seats/1/block"))
            own = bruno.open_table()
            cookies = anna.http.cookies
        with running(tmp_path) as server:
            again = server.person()
            again.http.cookies = cookies
            assert [one["name"] for one in again.ask("GET", "/api/me/blocked")] == ["Bruno"]
            assert again.refused("POST", path(own, "/seats/1")) == (403, "no-seat-for-you")
