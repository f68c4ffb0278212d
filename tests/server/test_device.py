"""One device passed around, and a screen that shows the table to telephones: several seats of one guest, and none."""

from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from bussolotto.core import dice
from tests.server.people import Page, Person, Server
from tests.server.test_tables import path

SHORT = {"rounds": "4"}
COVERED = {0, len(dice.KEEPS)}  # dice of somebody else under a cup: none yet, or unknown


def passed(server: Server, names: tuple[str, ...] = ("Anna", "Bruno"), **wish: Any) -> tuple[Person, dict[str, Any]]:
    """People round one device, with a bot in the last of three seats, the match begun."""
    holder = server.person("The tablet")
    wish = {"game": "cincinnati", "options": SHORT, "bots": [{"seat": 2, "player": "random"}]} | wish
    table = holder.open_table(3, sit=None, device=True, names=names, **wish)
    holder.ask("POST", path(table, "/start"))
    return holder, table


def of_seats(holder: Person, table: dict[str, Any]) -> tuple[Page, Page]:
    """A page for each of two seats, both told where the match stands."""
    pages = holder.page(table["match"], "?seat=0"), holder.page(table["match"], "?seat=1")
    for page in pages:
        page.resume()
    return pages


def test_the_people_round_a_device_take_the_free_seats_under_their_names(server: Server) -> None:
    holder = server.person("The tablet")
    bots = [{"seat": 1, "player": "random"}]
    table = holder.open_table(4, game="cincinnati", options={}, sit=None, device=True, names=["Anna", "Bo"], bots=bots)
    told = holder.ask("GET", path(table))
    assert [seat["name"] for seat in told["seats"]] == ["Anna", "random", "Bo", ""]
    assert told["device"] is True and told["me"] == {"seat": 0, "host": True, "seats": [0, 2]}
    assert holder.ask("GET", path(table, "?seat=2"))["me"]["seat"] == 2
    holder.ask("PUT", "/api/me", {"name": "Another name"})
    assert holder.ask("GET", path(table))["seats"][0]["name"] == "Anna", "the device has a name, its people have theirs"
    friend = server.person("Far away")
    assert [seat["name"] for seat in friend.ask("POST", path(table, "/seats/3"))["seats"]][3] == "Far away"
    assert friend.ask("GET", path(table))["me"] == {"seat": 3, "host": False, "seats": [3]}


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "raffzahn", "seats": 3, "names": ["Anna", "Bo"]}, "device-race"),
        ({"names": []}, "bad-request"),
        ({"names": ["Anna", "Bo", "Cleo", "Dino"]}, "no-such-seat"),
        ({"names": ["Anna", "  "]}, "bad-request"),
    ],
)
def test_a_device_that_cannot_be_passed_around(server: Server, wish: dict[str, Any], code: str) -> None:
    body = {"game": "cincinnati", "seats": 3, "device": True, **wish}
    assert server.person().refused("POST", "/api/tables", body)[1] == code


def test_each_seat_is_shown_its_own_secrets_and_no_others(server: Server) -> None:
    holder, table = passed(server)
    pages = of_seats(holder, table)
    for own, page in enumerate(pages):
        other = 1 - own
        for view in (page.position["view"], holder.ask("GET", f"/api/matches/{table['match']}?seat={own}")["view"]):
            assert view["dice"][own] in dice.HANDS.tolist() and view["dice"][other] in COVERED
        page.say(type="resume", version=0)
        told = page.hear("steps", lambda message: len(message["steps"]) == message["version"])
        page.act(page.position["legal"][own])
        assert {step["seat"] for step in told["steps"] if step["text"] is None} <= {15, other, 2}
    last = holder.ask("GET", f"/api/matches/{table['match']}?seat=1")
    assert last["seat"] == 1 and last["view"]["chosen"][1] > 0
    whole = holder.ask("GET", f"/api/matches/{table['match']}")
    assert whole["seat"] == 0, "the first of his seats, unless told which"


def test_who_holds_the_device_may_look_with_nobodys_eyes(server: Server) -> None:
    holder, table = passed(server)
    with holder.page(table["match"], "?watch=1") as page:
        page.resume()
        assert set(page.position["view"]["dice"][:3]) <= COVERED and page.position["legal"] == []
        assert page.table["me"] == {"seat": None, "host": True, "seats": [0, 1]}
        assert page.act(0)["code"] == "not-seated"


def test_another_seat_than_ones_own_is_refused(server: Server) -> None:
    holder, table = passed(server)
    stranger = server.person("Stranger")
    match = f"/api/matches/{table['match']}"
    for person, seat in ((holder, 2), (stranger, 0), (stranger, 7)):
        for asked in (match, f"{match}/advice", f"{match}/picture"):
            assert person.refused("GET", f"{asked}?seat={seat}") == (403, "not-your-seat")
        assert person.refused("GET", path(table, f"?seat={seat}")) == (403, "not-your-seat")
        assert person.refused("POST", path(table, f"/resign?seat={seat}")) == (403, "not-your-seat")
        with pytest.raises(InvalidStatus, match="403"):
            person.page(table["match"], f"?seat={seat}")
    for nonsense in ("8", "-1", "one"):
        with pytest.raises(InvalidStatus, match="400"):
            holder.page(table["match"], f"?seat={nonsense}")


def test_every_seat_acts_for_itself(server: Server) -> None:
    holder, table = passed(server)
    anna, bruno = of_seats(holder, table)
    assert [page.act(page.position["legal"][0])["type"] for page in (anna, bruno)] == ["ack", "ack"]
    again = anna.act(anna.position["legal"][0], version=0)
    assert again["code"] in ("stale", "not-your-turn"), "the hand of one seat does not reach into another"


def test_of_several_seats_one_is_given_up_alone(server: Server) -> None:
    holder, table = passed(server)
    told = holder.ask("POST", path(table, "/resign?seat=1"))
    assert [seat["kind"] for seat in told["seats"]] == ["person", "bot", "bot"]
    assert told["me"] == {"seat": 0, "host": True, "seats": [0]}
    stood_up = holder.ask("DELETE", path(table, "/seats/0"))
    assert stood_up["seats"][0]["left"]
    assert holder.ask("POST", path(table, "/seats/0"))["seats"][0]["name"] == "Anna"


def test_those_round_a_device_agree_by_word_of_mouth_and_play_again_in_their_seats(server: Server) -> None:
    holder, table = passed(server)
    ended = holder.ask("POST", path(table, "/end"))
    assert ended["state"] == "over" and ended["end"]["reason"] == "agreed"
    again = holder.ask("POST", path(table, "/rematch"))
    told = holder.ask("GET", path(table))
    assert told["me"]["seats"] == [0, 1] and [seat["name"] for seat in told["seats"][:2]] == ["Anna", "Bruno"]
    past = holder.ask("GET", "/api/me/matches")
    assert [match["match"] for match in past] == [again["match"], table["match"]], "a match is listed once"
    assert all(match["seats"] == [0, 1] for match in past)
    assert past[0]["my_turn"], "it is the turn of one of them"


def test_games_tell_whether_a_seat_sees_what_others_may_not(server: Server) -> None:
    told = {game["name"]: game["secrets"] for game in server.person().ask("GET", "/api/games")}
    assert told["cincinnati"] and not told["spilorcio"]
    assert not told["eintrichtern"], "what lies in its funnels nobody knows more of than the others"


def test_a_screen_is_host_without_a_seat(server: Server) -> None:
    screen = server.person("The television")
    table = screen.open_table(2, sit=None)
    for seat, name in enumerate(("Anna", "Bruno")):
        server.person(name).ask("POST", path(table, f"/seats/{seat}"))
    screen.ask("POST", path(table, "/start"))
    anna = server.person("Passer-by")
    assert anna.refused("POST", path(table, "/rematch")) == (403, "not-seated")
    assert screen.refused("POST", path(table, "/rematch")) == (409, "match-running")


def test_the_code_leads_telephones_to_the_table(server: Server) -> None:
    table = server.person().open_table(2, sit=None)
    answer = server.person().send("GET", path(table, "/code"))
    assert answer.headers["content-type"] == "image/svg+xml" and answer.text.startswith("<?xml")
    import segno

    wanted = segno.make(f"{server.address}/t/{table['table']}?hand", error="m")
    assert (
        f'd="{wanted.svg_inline(scale=8).partition(chr(100) + chr(61) + chr(34))[2].partition(chr(34))[0]}"'
        in answer.text
    )
    assert server.person().refused("GET", "/api/tables/none/code") == (404, "not-found")
