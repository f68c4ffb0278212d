"""The HTTP API: games, guests, matches, files, replays, and how everything wrong is told."""

import json

import pytest

import bussolotto
from bussolotto.play import notation
from tests.server.people import Server, duel, finished, get


def test_ready(server: Server) -> None:
    answer = get(f"{server.address}/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_the_games_are_those_of_the_package(server: Server) -> None:
    anna = server.person()
    listed = anna.ask("GET", "/api/games")
    assert [game["name"] for game in listed] == list(bussolotto.games())
    details = anna.ask("GET", "/api/games/spilorcio")
    assert details["seats"] == [2, 3, 4, 5] and details["options"]["loan"] == ["reserve", "five"]
    assert details["actions"][462:] == [f"place {number}" for number in range(1, 6)]
    assert details["outcomes"][:6] == [f"die {face}" for face in range(1, 7)]
    assert details["clauses"] == "SPI" and "random" in details["players"]
    assert details["ranges"]["loan_cap"] == {"low": 0, "high": 255, "step": 1} and "loan" not in details["ranges"]
    assert (details["minutes"], details["kind"]) == (20, "calm")
    assert [game["name"] for game in listed if game["fewest_win"]] == ["bunte-kuh", "cui-bono"]
    assert (details["apart"], anna.ask("GET", "/api/games/abquetschen")["apart"]) == ([], ["die"])
    assert anna.refused("GET", "/api/games/spilorcia") == (404, "unknown-game")


def test_a_guest_keeps_his_id_and_may_change_his_name(server: Server) -> None:
    anna = server.person()
    assert anna.me["name"] == ""
    named = anna.ask("PUT", "/api/me", {"name": "Änna 🎲"})
    assert (named["id"], named["name"]) == (anna.me["id"], "Änna 🎲")
    assert anna.ask("GET", "/api/me") == named


def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(server: Server) -> None:
    cookie = get(f"{server.address}/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie


def test_a_personal_link_asks_and_then_claims_the_guest_again(server: Server) -> None:
    anna, other = server.person("Anna"), server.person()
    link = anna.me["link"]
    asked = link.replace("/me/", "/api/links/")
    assert other.ask("GET", asked) == {"name": "Anna", "mine": False}
    page = other.send("GET", link, accept="text/html")
    assert page.is_success and page.headers["content-type"].startswith("text/html")
    assert other.ask("GET", "/api/me")["id"] == other.me["id"], "following a link changes nothing"
    assert other.send("POST", link, origin="https://example.org").status_code == 403
    assert other.ask("POST", link)["id"] == other.ask("GET", "/api/me")["id"] == anna.me["id"]
    assert other.ask("GET", asked)["mine"]


def test_what_holds_a_personal_link_is_in_no_cache(server: Server) -> None:
    anna = server.person("Anna")
    for path, accept in ((anna.me["link"], "text/html"), (anna.me["link"], "*/*"), ("/me/x", "text/html")):
        headers = anna.send("GET", path, accept=accept).headers
        assert (headers["cache-control"], headers["referrer-policy"]) == ("no-store", "no-referrer")
    asked = anna.me["link"].replace("/me/", "/api/links/")
    for method, path in (("GET", asked), ("GET", "/api/me"), ("POST", "/api/me/link"), ("DELETE", "/api/me/link")):
        assert anna.send(method, path).headers["cache-control"] == "no-store"


def test_old_links_are_void_when_a_link_is_renewed_or_withdrawn(server: Server) -> None:
    anna, other = server.person("Anna"), server.person()
    first = anna.me["link"]
    second = anna.ask("POST", "/api/me/link")["link"]
    assert first != second == anna.ask("GET", "/api/me")["link"]
    assert other.refused("GET", first) == other.refused("POST", first) == (404, "bad-link")
    assert other.send("GET", first, accept="text/html").status_code == 404
    assert other.send("GET", second, accept="text/html").is_success
    assert anna.ask("DELETE", "/api/me/link")["link"] is None
    assert other.refused("POST", second) == (404, "bad-link")
    third = anna.ask("POST", "/api/me/link")["link"]
    assert len({first, second, third}) == 3 and other.ask("POST", third)["id"] == anna.me["id"]
    assert other.refused("POST", first) == other.refused("POST", second) == (404, "bad-link")


@pytest.mark.parametrize("token", ["x", "l7Z0WB5hP9wC.4CooqXL-3bXuZ1KvXRsGPHB9eBY", "%00", "a.b.c"])
def test_an_invented_link_claims_nobody(server: Server, token: str) -> None:
    assert server.person().refused("GET", f"/me/{token}") == (404, "bad-link")


def test_a_forged_cookie_is_nobody_s(server: Server) -> None:
    anna = server.person("Anna")
    forged = get(f"{server.address}/api/me", headers={"cookie": f"bussolotto={anna.me['id']}.forged"})
    assert forged.json()["id"] != anna.me["id"]


def test_ids_of_guests_are_told_to_nobody_else(server: Server) -> None:
    anna, bruno, table = duel(server)
    told = [
        bruno.send("GET", path).text for path in (f"/api/tables/{table['table']}", f"/api/matches/{table['match']}")
    ]
    with bruno.page(table["match"]) as page:
        page.resume()
        told += [json.dumps(message) for message in page.heard]
    assert not any(anna.me["id"] in text for text in told)


def test_a_running_match_is_told_to_seats_and_spectators(server: Server) -> None:
    anna, bruno, table = duel(server)
    views = {person: person.ask("GET", f"/api/matches/{table['match']}") for person in (anna, bruno, server.person())}
    mine, his, theirs = views.values()
    assert (mine["seat"], his["seat"], theirs["seat"]) == (0, 1, None)
    assert mine["view"] == his["view"] == theirs["view"]
    assert [bool(view["legal"]) for view in (mine, his)] == [view["seat"] in view["movers"] for view in (mine, his)]
    assert theirs["legal"] == []
    assert mine["names"] == ["Anna", "Bruno"] and mine["game"] == "spilorcio" and mine["version"] == 6
    assert not mine["over"] and "returns" not in mine and "end" not in mine
    assert anna.refused("GET", f"/api/matches/{table['match']}/file") == (409, "match-running")
    assert anna.refused("GET", f"/api/matches/{table['match']}/replay") == (409, "match-running")
    (listed,) = anna.ask("GET", "/api/me/matches")
    assert listed["my_turn"] == bool(mine["legal"]) and not listed["over"] and listed["version"] == 6


def test_the_file_of_a_match_reads_back(server: Server) -> None:
    anna, table = finished(server, board="short")
    view = anna.ask("GET", f"/api/matches/{table['match']}")
    assert view["end"]["reason"] == "rules" and sum(view["returns"]) == 1.0
    content = anna.send("GET", f"/api/matches/{table['match']}/file").content
    record = notation.parse(content)
    assert record.names == ["Anna", "random"] and record.end == view["end"]
    assert len(record.steps) == view["version"]
    text = anna.send("GET", f"/api/matches/{table['match']}/file?format=text").text
    assert notation.from_text(text) == record
    assert content == anna.send("GET", f"/api/matches/{table['match']}/file").content, "the salts have changed"
    (listed,) = anna.ask("GET", "/api/me/matches")
    assert listed["over"] and listed["returns"] == view["returns"] and listed["version"] == view["version"]


def test_a_replay_shows_every_ply_and_so_does_the_file_posted(server: Server) -> None:
    anna, table = finished(server, seats=3)
    replay = anna.ask("GET", f"/api/matches/{table['match']}/replay")
    view = anna.ask("GET", f"/api/matches/{table['match']}")
    frames = replay["frames"]
    assert [frame["version"] for frame in frames] == list(range(view["version"] + 1))
    assert frames[0]["seat"] is None and frames[1]["text"].startswith("start ")
    assert frames[-1]["view"] == view["view"] and replay["scores"][-1] == view["scores"]
    content = anna.send("GET", f"/api/matches/{table['match']}/file").content
    posted = anna.http.post("/api/replays", content=content)
    assert posted.json() == replay


def test_a_damaged_file_is_refused_with_its_line(server: Server) -> None:
    anna, table = finished(server, board="short")
    content = anna.send("GET", f"/api/matches/{table['match']}/file").content.replace(b"die 1", b"die 2", 1)
    problem = anna.http.post("/api/replays", content=content).json()
    assert problem["code"] == "damaged-file" and "line" in problem["detail"].lower()


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("GET", "/nowhere", None, (404, "not-found")),
        ("GET", "/api/nowhere", None, (404, "not-found")),
        ("GET", "/api/tables/nowhere", None, (404, "not-found")),
        ("GET", "/api/matches/nowhere", None, (404, "not-found")),
        ("GET", "/api/matches/nowhere/file", None, (404, "not-found")),
        ("POST", "/api/tables/nowhere/start", None, (404, "not-found")),
        ("POST", "/api/tables/nowhere/seats/0", None, (404, "not-found")),
        ("DELETE", "/api/tables/nowhere/seats/0", None, (404, "not-found")),
        ("PATCH", "/api/tables", None, (405, "http")),
        ("POST", "/api/tables", {"game": 5, "seats": 2}, (400, "bad-request")),
        ("POST", "/api/tables", [], (400, "bad-request")),
        ("PUT", "/api/me", {"name": ""}, (400, "bad-request")),
        ("PUT", "/api/me", {"name": "   "}, (400, "bad-request")),
        ("PUT", "/api/me", {"name": "x" * 41}, (400, "bad-request")),
        ("POST", "/api/tables/nowhere/seats/minus", None, (404, "not-found")),
        ("GET", "/api/matches/nowhere/file?format=pdf", None, (400, "bad-request")),
        ("POST", "/api/replays", {"some": "json"}, (400, "damaged-file")),
    ],
)
def test_everything_wrong_is_a_problem_document(
    server: Server, method: str, path: str, body: object, expected: tuple[int, str]
) -> None:
    assert server.person().refused(method, path, body) == expected


def test_a_problem_names_the_place(server: Server) -> None:
    answer = server.person().send("POST", "/api/tables", {"game": "spilorcio", "seats": 99})
    assert answer.json()["where"] == "seats"


def test_broken_json_is_a_problem_too(server: Server) -> None:
    answer = server.person().http.post("/api/tables", content=b'{"game":', headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
