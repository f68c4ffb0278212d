"""Who stays away: a bot takes over while others wait, and gives the seat back; who leaves does not spoil the game."""

from pathlib import Path
from typing import Any

from bussolotto.server.people.away import PATIENCE_S
from tests.server.people import ENDLESS, Page, Person, Server, duel, opened, running
from tests.server.test_restart import moved


def path(table: dict[str, Any], rest: str = "") -> str:
    return f"/api/tables/{table['table']}{rest}"


def looking(person: Person, table: dict[str, Any]) -> Page:
    """His page, which knows the match."""
    page = person.page(table["match"])
    page.resume()
    return page


def play_until_missed(server: Server, page: Page, seat: int = 1) -> dict[str, Any]:
    """Play on, whenever it is one's turn; let the patience of all end when it is the turn of this seat."""
    while not is_away(seat)(page.table):
        if page.position.get("legal"):
            page.play()
        elif page.position["movers"] == [seat]:
            server.time.advance(PATIENCE_S)
            page.hear("table", lambda told: is_away(seat)(told["table"]))
        else:
            page.hear()
    return page.table


def is_away(seat: int) -> Any:
    return lambda table: table["seats"][seat]["away"]


def test_a_bot_takes_over_and_the_seat_is_given_back_to_who_returns(server: Server) -> None:
    anna, bruno, table = duel(server)
    with looking(anna, table) as page:
        told = play_until_missed(server, page)["seats"][1]
        assert (told["kind"], told["name"], told["late"]) == ("bot", "Bruno", False)
        for _ in range(3):
            page.play()  # which comes to an end only if somebody plays for Bruno
        with looking(bruno, table) as own:
            own.hear("table", lambda told: not told["table"]["seats"][1]["away"]) if is_away(1)(own.table) else None
            assert own.table["seats"][1]["kind"] == "person" and own.table["me"]["stand_in"]["plies"] > 0
            page.hear("table", lambda told: told["table"]["seats"][1]["kind"] == "person")
            for _ in range(2):
                while not page.position.get("legal") and not own.position.get("legal"):
                    own.hear("steps")
                    while page.position["version"] < own.position["version"]:
                        page.hear("steps")
                (page if page.position.get("legal") else own).play()
                own.resume(own.position["version"])
                page.resume(page.position["version"])


def test_what_a_bot_did_is_told_until_one_acts(server: Server) -> None:
    anna, bruno, table = duel(server)
    with looking(anna, table) as page:
        play_until_missed(server, page)
        page.play()
        since = page.position["version"]
        with looking(bruno, table) as own:
            while "stand_in" not in own.table["me"] or own.table["seats"][1]["away"]:
                own.hear("table")
            told = own.table["me"]["stand_in"]
            log = own.resume(0)["steps"]
            assert told["since"] <= since
            assert told["plies"] == sum(step["seat"] == 1 for step in log[told["since"] :])
            own.resume(own.position["version"])
            while not own.position.get("legal"):
                page.play() if page.position.get("legal") else page.hear("steps")
                own.resume(own.position["version"])
            own.play()
            assert "stand_in" not in bruno.ask("GET", path(table))["me"]
    assert "stand_in" not in anna.ask("GET", path(table))["me"]


def test_nothing_hurries_where_nobody_waits_and_in_a_match_over_days(server: Server) -> None:
    """A third match that is begun later shows that the patience is over."""
    _, _, deserted = duel(server)
    anna, _, slow = duel(server, pace="days")
    with looking(anna, slow):
        carla, _, lively = duel(server)
        with looking(carla, lively) as page:
            play_until_missed(server, page)
        for table in (deserted, slow):
            assert [seat["away"] for seat in anna.ask("GET", path(table))["seats"]] == [False, False]


def test_who_only_looks_on_is_nobody_who_waits(server: Server) -> None:
    _, _, table = duel(server)
    with looking(server.person("Dora"), table):
        carla, _, lively = duel(server)
        with looking(carla, lively) as page:
            play_until_missed(server, page)
        assert not any(seat["away"] for seat in carla.ask("GET", path(table))["seats"])


def test_in_a_race_too(server: Server) -> None:
    people = [server.person(name) for name in ("Anna", "Bruno", "Carla")]
    table = people[0].open_table(3, game="raffzahn", options={})
    for seat in (1, 2):
        people[seat].ask("POST", path(table, f"/seats/{seat}"))
    with looking(people[0], table) as page, looking(people[1], table):
        people[0].ask("POST", path(table, "/start"))
        server.time.advance(PATIENCE_S)
        told = page.hear("table", lambda told: told["table"]["seats"][2]["away"])["table"]
        assert [seat["away"] for seat in told["seats"]] == [False, False, True]
        with looking(people[2], table):
            page.hear("table", lambda told: not told["table"]["seats"][2]["away"])


def test_a_device_is_here_for_all_who_sit_round_it(server: Server) -> None:
    anna, bruno = server.person("Anna"), server.person("Bruno")
    table = anna.open_table(3, device=True, names=["Anna", "Carla"])
    bruno.ask("POST", path(table, "/seats/2"))
    with anna.page(table["match"], "?seat=0") as first, anna.page(table["match"], "?seat=1") as second:
        anna.ask("POST", path(table, "/start"))
        first.resume()
        second.resume()
        while not is_away(2)(first.table):
            if first.position["movers"] == [2]:
                server.time.advance(PATIENCE_S)
                first.hear("table", lambda told: is_away(2)(told["table"]))
            else:
                (first if first.position["legal"] else second).play()
                for page in (first, second):
                    page.resume(page.position["version"])
        assert [seat["away"] for seat in first.table["seats"]] == [False, False, True]


def test_a_restart_forgets_no_takeover_and_nobody_is_missed_at_once(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bruno, table = duel(server)
        with looking(anna, table) as page:
            play_until_missed(server, page)
        opened.close()
        server.kill()
    with running(tmp_path) as server:
        anna, bruno = moved(anna, server), moved(bruno, server)
        with looking(anna, table) as page:
            assert [seat["away"] for seat in page.table["seats"]] == [False, True]
            for _ in range(3):
                page.play()
            with looking(bruno, table):
                page.hear("table", lambda told: told["table"]["seats"][1]["kind"] == "person")


def test_a_bot_takes_the_seat_of_who_leaves_until_he_is_back(server: Server) -> None:
    anna, bruno, table = duel(server)
    with looking(anna, table) as page, looking(bruno, table) as own:
        left = bruno.ask("DELETE", path(table, "/seats/1"))["seats"][1]
        assert (left["kind"], left["name"], left["left"], left["away"]) == ("bot", "Bruno", True, False)
        for _ in range(3):
            page.play()
        assert own.act(0, version=0)["code"] == "bot-plays"
        assert bruno.ask("POST", path(table, "/seats/1"))["seats"][1]["kind"] == "person"
        assert own.act(0, version=0)["code"] != "bot-plays"


def test_who_leaves_only_bots_keeps_them_waiting(server: Server) -> None:
    anna = server.person("Anna")
    table = anna.open_table(bots=[{"seat": 1, "player": "random"}])
    anna.ask("POST", path(table, "/start"))
    left = anna.ask("DELETE", path(table, "/seats/0"))["seats"][0]
    assert (left["kind"], left["left"]) == ("person", True)
    assert anna.ask("POST", path(table, "/seats/0"))["seats"][0]["left"] is False


def test_in_a_match_of_two_the_other_may_end_it_as_given_up(server: Server) -> None:
    anna, bruno, table = duel(server)
    assert anna.refused("POST", path(table, "/seats/1/resign")) == (409, "still-there")
    bruno.ask("DELETE", path(table, "/seats/1"))
    assert bruno.refused("POST", path(table, "/seats/0/resign")) == (409, "still-there")
    assert bruno.refused("POST", path(table, "/seats/1/resign")) == (409, "still-there")
    assert server.person().refused("POST", path(table, "/seats/1/resign")) == (403, "not-seated")
    told = anna.ask("POST", path(table, "/seats/1/resign"))
    assert (told["state"], told["end"]["reason"], told["returns"]) == ("over", "resigned", [1.0, 0.0])


def test_of_three_nobody_may_end_it_for_who_left(server: Server) -> None:
    people = [server.person(name) for name in ("Anna", "Bruno", "Carla")]
    table = people[0].open_table(3)
    for seat in (1, 2):
        people[seat].ask("POST", path(table, f"/seats/{seat}"))
    people[0].ask("POST", path(table, "/start"))
    people[1].ask("DELETE", path(table, "/seats/1"))
    assert people[0].refused("POST", path(table, "/seats/1/resign")) == (409, "still-there")


def test_after_the_match_the_seat_of_who_left_is_free(server: Server) -> None:
    anna, bruno, table = duel(server)
    bruno.ask("DELETE", path(table, "/seats/1"))
    anna.ask("POST", path(table, "/seats/1/resign"))
    assert anna.refused("POST", path(table, "/rematch")) == (409, "seat-empty")
    carla = server.person("Carla")
    carla.ask("POST", path(table, "/seats/1"))
    anna.ask("POST", path(table, "/rematch"))
    assert [seat["name"] for seat in carla.ask("GET", path(table))["seats"]] == ["Anna", "Carla"]
    assert [match["names"] for match in bruno.ask("GET", "/api/me/matches")] == [["Anna", "Bruno"]]


def test_the_host_may_seat_a_bot_there_and_who_was_away_plays_again(server: Server) -> None:
    people = [server.person(name) for name in ("Anna", "Bruno", "Carla")]
    table = people[0].open_table(3, options=ENDLESS)
    for seat in (1, 2):
        people[seat].ask("POST", path(table, f"/seats/{seat}"))
    people[0].ask("POST", path(table, "/start"))
    people[2].ask("DELETE", path(table, "/seats/2"))
    with looking(people[0], table) as page:
        play_until_missed(server, page)
        assert people[0].ask("POST", path(table, "/end"))["state"] == "over"  # those for whom bots play are not asked
        people[0].ask("POST", path(table, "/seats/2"), {"player": "random"})
        people[0].ask("POST", path(table, "/rematch"))
    told = people[0].ask("GET", path(table))["seats"]
    assert [(seat["kind"], seat["name"]) for seat in told] == [
        ("person", "Anna"),
        ("person", "Bruno"),
        ("bot", "random"),
    ]
