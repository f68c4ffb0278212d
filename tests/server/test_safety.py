"""What strangers, foreign pages and floods cannot do."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bussolotto.server.app import run
from bussolotto.server.app.services import Settings
from bussolotto.server.limits import Bucket, Buckets
from bussolotto.sheets.game import BLANK
from tests.moving import MovableClock
from tests.server.people import Server, client, duel, get, running

FOREIGN = "https://example.org"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is told its public address."""
    with running(tmp_path_factory.mktemp("proxied"), base_url="https://dice.example.org") as server:
        yield server


def test_foreign_pages_change_nothing(server: Server) -> None:
    answer = server.person().send("POST", "/api/tables", {"game": "spilorcio", "seats": 2}, origin=FOREIGN)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")


def test_our_own_pages_may(server: Server) -> None:
    answer = server.person().send("POST", "/api/tables", {"game": "spilorcio", "seats": 2}, origin=server.address)
    assert answer.status_code == 201


@pytest.mark.parametrize("origin", [FOREIGN, "null", ""])
def test_foreign_pages_get_no_socket(server: Server, origin: str) -> None:
    _, _, table = duel(server)
    address = f"{server.address.replace('http', 'ws')}/api/matches/{table['match']}/socket"
    with pytest.raises(InvalidStatus, match="403"), connect(address, additional_headers={"Origin": origin}):
        pass


def test_behind_a_proxy_its_pages_are_ours(proxied: Server) -> None:
    anna = proxied.person("Anna")
    body = {"game": "spilorcio", "seats": 2}
    answer = anna.send("POST", "/api/tables", body, origin="https://dice.example.org")
    assert answer.json()["link"].startswith("https://dice.example.org/t/")
    assert anna.send("POST", "/api/tables", body, origin="http://dice.example.org").status_code == 403


def test_behind_a_secure_proxy_the_cookie_is_secure(proxied: Server) -> None:
    assert "; Secure" in get(f"{proxied.address}/api/me").headers["set-cookie"]


def test_studies_and_sheets_are_for_everybody_at_home_and_for_nobody_on_a_public_server(
    server: Server, proxied: Server
) -> None:
    sheet, study = {"sheet": BLANK.read_text("utf-8")}, {"game": "my-dice-your-dice", "players": ["random", "random"]}
    for here, on in ((server, True), (proxied, False)):
        told = get(f"{here.address}/api/lab").json()
        assert (told["on"], told["sheets"]) == (on, on)
    assert server.person("Anna").ask("POST", "/api/sheets", sheet)["mine"]
    anna = proxied.person("Anna")
    assert anna.refused("POST", "/api/sheets", sheet) == anna.refused("GET", "/api/sheets") == (403, "sheets-off")
    assert anna.refused("POST", "/api/lab/studies", study) == (403, "lab-off")


@pytest.mark.parametrize("address", [None, "https://dice.example.org"])
@pytest.mark.parametrize(("lab", "sheets"), [(True, False), (False, True)])
def test_whether_there_are_studies_and_sheets_can_be_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str | None, lab: bool, sheets: bool
) -> None:
    begun: list[Settings] = []

    def begin(settings: Settings, process: run.Process) -> None:
        begun.append(settings)
        for one in process.sockets:
            one.close()

    monkeypatch.setattr(run, "_run", begin)
    run.serve(port=0, data=tmp_path, base_url=address, lab=lab, sheets=sheets)
    assert [(settings.lab, settings.sheets) for settings in begun] == [(lab, sheets)]


@pytest.mark.parametrize("path", ["/healthz", "/api/games", "/nowhere", "/", "/web/cup/worker.js", "/web/nowhere.svg"])
def test_every_answer_carries_the_policy(server: Server, path: str) -> None:
    headers = get(server.address + path).headers
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/web/app.js", "/web/style.css", "/locale/en.json", "/games/spilorcio/page/page.js"])
def test_what_is_part_of_a_page_carries_no_policy_of_a_page(server: Server, path: str) -> None:
    """Half of what a table weighs were headers that mean nothing there."""
    headers = get(server.address + path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert not {"content-security-policy", "x-frame-options", "permissions-policy"} & headers.keys()


def test_the_page_has_no_inline_script_or_style(server: Server) -> None:
    for path in ("/", "/t/some-table", "/m/some-match", "/r/some-match", "/open"):
        page = get(server.address + path)
        assert page.headers["content-type"].startswith("text/html")
        assert "<script>" not in page.text and " style=" not in page.text and "<style" not in page.text


def test_static_files_are_zipped_and_known_again(server: Server) -> None:
    address = f"{server.address}/web/app.js"
    first = get(address, headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip" and "javascript" in first.headers["content-type"]
    assert first.content == get(address, headers={"accept-encoding": "identity"}).content
    again = get(address, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert get(address, headers={"if-none-match": '"other"'}).status_code == 200


def test_a_picture_is_kept_for_good_by_who_asks_for_its_content(server: Server) -> None:
    games = get(f"{server.address}/api/games").json()
    path = next(game["picture"] for game in games if game["picture"])
    named, bare, other = (
        get(f"{server.address}{path.partition('?')[0]}{query}")
        for query in (f"?{path.partition('?')[2]}", "", "?v=other")
    )
    assert named.headers["content-type"] == "image/webp" and named.content == bare.content == other.content
    assert "immutable" in named.headers["cache-control"] and "max-age=31536000" in named.headers["cache-control"]
    assert bare.headers["cache-control"] == other.headers["cache-control"] == "no-cache"


def test_the_catalogues_are_served(server: Server) -> None:
    english, german = (get(f"{server.address}/locale/{name}.json").json() for name in ("en", "de"))
    assert english.keys() == german.keys() and english != german
    assert get(f"{server.address}/locale/xx.json").status_code == 404


def test_texts_of_an_area_that_comes_later_are_served_apart(server: Server) -> None:
    everywhere, later = (get(f"{server.address}/locale/en{name}.json").json() for name in ("", "/later-home"))
    assert later["home.title"] and not later.keys() & everywhere.keys()
    for name in ("en/later-none", "en/page", "xx/later-home"):
        assert get(f"{server.address}/locale/{name}.json").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "../kernel.py",
        "%2e%2e/kernel.py",
        "..%2fkernel.py",
        "%2fetc%2fpasswd",
        "/etc/passwd",
        "a/../../kernel.py",
        "..%5ckernel.py",
        "app.js%00.html",
        "",
        ".",
    ],
)
def test_nothing_beside_the_page_is_served(server: Server, path: str) -> None:
    with client() as stranger:
        request = stranger.build_request("GET", server.address)
        request.url = request.url.copy_with(raw_path=f"/web/{path}".encode())
        assert stranger.send(request).status_code == 404


def test_the_page_of_a_game_is_served(server: Server) -> None:
    games = get(f"{server.address}/api/games").json()
    assert [game["page"] for game in games if game["name"] == "bunte-kuh"] == ["/games/bunte_kuh/page/page.js"]
    for game in games:
        answer = get(server.address + game["page"])
        assert answer.status_code == 200 and "javascript" in answer.headers["content-type"]


@pytest.mark.parametrize(
    "path",
    [
        "raffzahn.py",
        "__init__.py",
        "raffzahn/page",
        "raffzahn/page/",
        "raffzahn/game.py",
        "raffzahn/page/../game.py",
        "raffzahn/page/../../raffzahn.py",
        "raffzahn/page/%2e%2e/%2e%2e/raffzahn.py",
        "raffzahn/page/..%2f..%2fraffzahn.py",
        "raffzahn/page/..%5c..%5craffzahn.py",
        "../page/web/app.js",
        "%2e%2e/page/page.js",
        "hog/page/page.js",
        "raffzahn/page/page.js%00.html",
    ],
)
def test_nothing_beside_the_page_of_a_game_is_served(server: Server, path: str) -> None:
    with client() as stranger:
        request = stranger.build_request("GET", server.address)
        request.url = request.url.copy_with(raw_path=f"/games/{path}".encode())
        assert stranger.send(request).status_code == 404


def test_a_body_that_is_too_large_is_refused(server: Server) -> None:
    anna = server.person()
    answer = anna.http.put("/api/me", content=json.dumps({"name": "x" * 70_000}))
    assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")
    answer = anna.http.post("/api/replays", content=b"x" * (8 * 1024 * 1024 + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")


def test_a_message_that_is_too_large_ends_the_socket(server: Server) -> None:
    anna, _, table = duel(server)
    with anna.page(table["match"]) as page:
        page.socket.send("x" * 70_000)
        with pytest.raises(ConnectionClosed, match="1009"):
            while True:
                page.hear()


def test_binary_messages_end_the_socket(server: Server) -> None:
    anna, _, table = duel(server)
    with anna.page(table["match"]) as page:
        page.socket.send(b"\x00")
        with pytest.raises(ConnectionClosed, match="1003"):
            while True:
                page.hear()


def test_a_flood_of_messages_is_refused_and_then_forgiven(server: Server) -> None:
    anna, _, table = duel(server)
    with server.time.stands(), anna.page(table["match"]) as page:
        for _ in range(600):
            page.say(type="leave")
        codes = [page.hear("refused")["code"] for _ in range(600)]
        assert codes == ["bad-request"] * 400 + ["too-fast"] * 200
        server.time.advance(1)
        page.say(type="leave")
        assert page.hear("refused")["code"] == "bad-request"


def test_a_flood_of_requests_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, special="strict") as server:
        anna = server.person("Anna")
        answers = [anna.send("GET", "/healthz") for _ in range(60)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) > 5
        assert refused[0].json()["code"] == "too-fast" and refused[0].headers["retry-after"] == "1"
        assert server.person("Bruno").send("GET", "/healthz").is_success, "Bruno pays for what Anna did"


def test_buckets_fill_again_and_are_forgotten_when_full() -> None:
    clock = MovableClock()
    bucket = Bucket(rate=10, burst=3, now_s=clock.now_s)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.advance(0.125)
    assert [bucket.take() for _ in range(2)] == [True, False]
    buckets = Buckets(rate=10, burst=3, now_s=clock.now_s, most=2)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    assert buckets.take("c"), "a third guest"
    assert not buckets.take("a"), "who has used up his tokens is not forgotten"
