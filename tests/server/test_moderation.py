"""The operator: bans, names, tables and reports, from the command line and over HTTP, all of it recorded."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bussolotto.cli.admin import LISTS, REPORTS, Listed
from tests.command_line import do, done
from tests.server import stores
from tests.server.people import Page, Person, Server, client, duel, opened, running

HOUR_S = 3600
DOCS = Path(__file__).parents[2] / "docs" / "moderation.md"


class Operator:
    """The operator with a token, as a script of theirs."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.token = command(server, "token").strip()
        self.http = opened.enter_context(client(server.address))

    def ask(self, method: str, path: str, body: object = None) -> Any:
        answer = self.send(method, path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def send(self, method: str, path: str, body: object = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}"}
        return self.http.request(method, f"/api/admin/{path}", json=body, headers=headers)


def command(server: Server, *words: str) -> str:
    """What a command of the operator prints; it must succeed."""
    return done("admin", *words, "--data", str(server.folder)).stdout


def listed(server: Server, *words: str) -> Any:
    return json.loads(command(server, *words, "--json"))


def path(table: dict[str, Any], rest: str = "") -> str:
    return f"/api/tables/{table['table']}{rest}"


def is_closed(page: Page) -> bool:
    """Wait until the server closes this page."""
    with pytest.raises(ConnectionClosed):
        while True:
            page.hear()
    return True


def refusal(person: Person, method: str = "GET", where: str = "/api/me", body: object = None) -> dict[str, Any]:
    found: dict[str, Any] = person.send(method, where, body).json()
    return found


@pytest.fixture(scope="module")
def server(store: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own, on that store: what other tests do there is not seen by the operator."""
    with running(tmp_path_factory.mktemp("moderated")) as server:
        yield server


class TestBans:
    def test_a_banned_guest_is_refused_everywhere_and_told_until_when(self, server: Server) -> None:
        anna, bruno, table = duel(server)
        with bruno.page(table["match"]) as page:
            page.resume()
            command(server, "ban", bruno.me["id"], "--hours", "2", "--reason", "Shouting")
            assert is_closed(page)
        told = refusal(bruno)
        assert (told["status"], told["code"], told["values"]["reason"]) == (403, "banned-until", "Shouting")
        assert told["values"]["until"] in told["detail"] and told["values"]["until"].endswith(" UTC")
        for method, where in [
            ("GET", "/api/tables"),
            ("GET", path(table)),
            ("POST", "/api/tables"),
            ("GET", f"/api/matches/{table['match']}"),
            ("DELETE", "/api/me"),
            ("GET", "/"),
            ("GET", "/api/games"),
            ("GET", "/healthz"),
        ]:
            assert refusal(bruno, method, where)["code"] == "banned-until", where
        assert bruno.ask("GET", "/api/me/data")["name"] == "Bruno", "what is stored of them stays theirs"
        with pytest.raises(InvalidStatus, match="403"):
            bruno.page(table["match"])
        assert anna.ask("GET", path(table))["seats"][1] | {"here": True} == {
            "seat": 1,
            "name": "Bruno",
            "kind": "bot",
            "player": "medium",
            "here": True,
            "left": True,
            "away": False,
            "late": False,
        }
        with anna.page(table["match"]) as page:
            page.resume()
            for _ in range(3):
                page.play()

    def test_it_ends_by_itself_or_by_the_operator(self, server: Server) -> None:
        anna, bruno = server.person("Anna"), server.person("Bruno")
        command(server, "ban", anna.me["id"], "--hours", "2")
        command(server, "ban", bruno.me["id"])
        assert refusal(bruno)["code"] == "banned" and "until" not in refusal(bruno)["values"]
        server.time.advance(2 * HOUR_S)
        assert anna.ask("GET", "/api/me")["name"] == "Anna"
        assert refusal(bruno)["code"] == "banned"
        command(server, "unban", bruno.me["id"])
        assert bruno.ask("GET", "/api/me")["name"] == "Bruno"
        assert do("admin", "unban", bruno.me["id"], "--data", str(server.folder)).exit_code == 2

    def test_it_outlives_a_restart(self, tmp_path: Path) -> None:
        with running(tmp_path) as server:
            bruno = server.person("Bruno")
            command(server, "ban", bruno.me["id"])
        with running(tmp_path) as server:
            again = server.person()
            again.http.cookies = bruno.http.cookies
            assert refusal(again)["code"] == "banned"

    def test_a_browser_is_shown_the_page_that_explains_it(self, server: Server) -> None:
        bruno = server.person("Bruno")
        command(server, "ban", bruno.me["id"])
        shown = bruno.send("GET", "/", accept="text/html")
        assert shown.status_code == 403 and shown.headers["content-type"].startswith("text/html")
        for where in ("/web/app.js", "/locale/de.json", "/manifest.webmanifest"):
            assert bruno.send("GET", where).is_success, where

    def test_all_at_an_address_are_banned_for_a_time_and_nobody_elsewhere(self, server: Server) -> None:
        anna, carla = server.person("Anna"), at(server, "127.0.0.7")
        table = anna.open_table(visibility="link")
        assert carla.get(path(table)).is_success
        operator = Operator(server)
        assert operator.send("POST", "bans", {"address": "127.0.0.7"}).json()["code"] == "needs-hours"
        assert operator.send("POST", "bans", {"address": "everywhere", "hours": 1}).json()["code"] == "no-address"
        assert operator.send("POST", "bans", {"hours": 1}).json()["code"] == "nobody-to-ban"
        operator.ask("POST", "bans", {"address": "127.0.0.7", "hours": 1})
        told = carla.get(path(table)).json()
        assert (told["status"], told["code"]) == (403, "banned-address")
        assert at(server, "127.0.0.7").get("/api/me").status_code == 403  # a new guest, too
        assert anna.ask("GET", path(table))["table"] == table["table"]
        server.time.advance(HOUR_S)
        assert carla.get(path(table)).is_success

    def test_the_address_of_a_guest_who_is_here_is_banned_with_them(self, server: Server) -> None:
        """The command reads it from the list; it is stored only in the ban."""
        bruno = server.person("Bruno")
        table = bruno.open_table()
        with bruno.page(table["match"]) as page:
            page.resume()
            [told] = [one for one in listed(server, "list", "guests") if one["guest"] == bruno.me["id"]]
            assert told["addresses"] == ["127.0.0.1"] and told["tables"] == [table["table"]]
            command(server, "ban", bruno.me["id"], "--with-address", "--hours", "1")
            assert is_closed(page)
        with pytest.raises(AssertionError, match="banned-address"):
            server.person()
        server.time.advance(HOUR_S)
        assert bruno.ask("GET", "/api/me")

    def test_who_seeks_a_quick_match_and_who_waits_at_a_table_is_gone(self, server: Server) -> None:
        anna, bruno = server.person("Anna"), server.person("Bruno")
        table = anna.open_table(3)
        bruno.ask("POST", path(table, "/seats/1"))
        bruno.ask("POST", "/api/quick", {"games": ["spilorcio"]})
        command(server, "ban", bruno.me["id"])
        assert anna.ask("GET", path(table))["seats"][1]["kind"] is None
        assert anna.ask("POST", "/api/quick", {"games": ["spilorcio"]})["others"] == 0
        assert anna.send("DELETE", "/api/quick").is_success


class TestGuestsAndTables:
    def test_a_guest_is_renamed_at_the_table_too(self, server: Server) -> None:
        anna, bruno, table = duel(server)
        with anna.page(table["match"]) as page:
            page.resume()
            command(server, "rename", bruno.me["id"], "Player")
            page.hear("table", lambda message: message["table"]["seats"][1]["name"] == "Player")
        assert bruno.ask("GET", "/api/me")["name"] == "Player"
        assert do("admin", "rename", "nobody", "Player", "--data", str(server.folder)).exit_code == 2

    def test_a_table_is_closed_for_good(self, server: Server) -> None:
        anna, bruno, table = duel(server)
        with anna.page(table["match"]) as page:
            page.resume()
            command(server, "close", table["table"], "--yes")
            told = page.hear("table", lambda message: message["table"]["shut"])["table"]
            assert (told["state"], told["end"]["reason"]) == ("over", "stopped")
            page.say(type="say", id="1", phrase=0)
            assert page.hear("refused")["code"] == "table-shut"
        for method, rest in [("POST", "/rematch"), ("POST", "/start"), ("DELETE", "/seats/1"), ("POST", "/seats/1")]:
            assert bruno.refused(method, path(table, rest)) == (409, "table-shut"), rest
        assert table["table"] not in str(anna.pages("/api/tables"))
        file = anna.send("GET", f"/api/matches/{table['match']}/file").content
        assert b'"stopped"' in file
        assert do("admin", "close", table["table"], "--yes", "--data", str(server.folder)).exit_code == 2

    def test_closed_while_it_waits_and_after_a_restart(self, tmp_path: Path) -> None:
        with running(tmp_path) as server:
            anna = server.person("Anna")
            table = anna.open_table(bots=[{"seat": 1, "player": "sensible"}])
            command(server, "close", table["table"], "--yes")
            assert anna.refused("POST", path(table, "/start")) == (409, "table-shut")
        with running(tmp_path) as server:
            again = server.person()
            again.http.cookies = anna.http.cookies
            assert again.refused("POST", path(table, "/start")) == (409, "table-shut")
            assert again.ask("GET", path(table))["shut"]


class TestReports:
    def test_the_operator_sees_who_and_why_and_what_was_said(self, server: Server) -> None:
        anna, bruno, table = duel(server, chat="free")
        with bruno.page(table["match"]) as page:
            page.resume()
            page.say(type="say", id="1", text="You fool")
            page.hear("ack")
        words = {"reason": "insults", "words": " He \u202eshouts\n"}
        assert anna.ask("POST", path(table, "/seats/1/report"), words) == {"name": "Bruno", "reason": "insults"}
        assert anna.refused("POST", path(table, "/seats/1/report"), words) == (409, "already-reported")
        [report] = [one for one in listed(server, "reports") if one["match"] == table["match"]]
        assert (report["reporter"], report["reported"]) == (anna.me["id"], bruno.me["id"])
        assert (report["reason"], report["words"], report["table"]) == ("insults", "He shouts", table["table"])
        assert [(line["name"], line["text"]) for line in report["said"]] == [("Bruno", "You fool")]
        assert "You fool" in command(server, "reports") and "insults" in command(server, "reports")
        command(server, "settle", str(report["report"]))
        assert report["report"] not in [one["report"] for one in listed(server, "reports")]
        settled = [one for one in listed(server, "reports", "--settled") if one["report"] == report["report"]]
        assert settled[0]["settled"] is not None

    def test_only_who_sits_there_reports_and_only_others(self, server: Server) -> None:
        anna, bruno, table = duel(server)
        said = {"reason": "stalling"}
        assert server.person().refused("POST", path(table, "/seats/1/report"), said) == (403, "not-seated")
        assert anna.refused("POST", path(table, "/seats/0/report"), said) == (409, "nobody-there")
        assert anna.refused("POST", path(table, "/seats/7/report"), said) == (404, "no-such-seat")
        for wrong in ({"reason": "ugly"}, {"reason": "name", "words": "x" * 401}, {}):
            assert anna.refused("POST", path(table, "/seats/1/report"), wrong) == (400, "bad-request")
        assert bruno.ask("POST", path(table, "/seats/0/report"), said)["name"] == "Anna"

    def test_so_many_a_day(self, server: Server) -> None:
        anna, bruno = server.person("Anna"), server.person("Bruno")
        for _ in range(20):
            table = anna.open_table()
            bruno.ask("POST", path(table, "/seats/1"))
            anna.ask("POST", path(table, "/seats/1/report"), {"reason": "other"})
        table = anna.open_table()
        bruno.ask("POST", path(table, "/seats/1"))
        assert anna.refused("POST", path(table, "/seats/1/report"), {"reason": "other"}) == (429, "too-many-reports")
        server.time.advance(24 * HOUR_S)
        assert anna.ask("POST", path(table, "/seats/1/report"), {"reason": "other"})

    def test_they_are_deleted_after_half_a_year_and_bans_when_they_are_over(self, tmp_path: Path) -> None:
        with running(tmp_path) as server:
            anna, bruno, table = duel(server)
            anna.ask("POST", path(table, "/seats/1/report"), {"reason": "other"})
            command(server, "ban", bruno.me["id"], "--hours", "3")
            assert rows(tmp_path, "reports") == 1 == rows(tmp_path, "bans")
            server.time.advance(181 * 24 * HOUR_S)
        assert rows(tmp_path, "reports") == 0 == rows(tmp_path, "bans") == rows(tmp_path, "operator_keys")


class TestTheOperator:
    def test_everything_done_is_recorded(self, server: Server) -> None:
        _, bruno, table = duel(server)
        command(server, "rename", bruno.me["id"], "Player")
        command(server, "ban", bruno.me["id"], "--hours", "3")
        command(server, "unban", bruno.me["id"])
        command(server, "close", table["table"], "--yes")
        command(server, "delete", bruno.me["id"], "--yes")
        operator = Operator(server)
        told = [(one["operator"], one["action"], one["subject"]) for one in operator.ask("GET", "audit")][:6]
        guest = bruno.me["id"]
        done = [("rename", guest), ("ban", guest), ("unban", guest), ("close", table["table"]), ("delete", guest)]
        assert told == [("command", *one) for one in [*done, ("token", "")]][::-1]
        assert "table closed" in command(server, "list", "audit")

    def test_nobody_else_may_do_any_of_it(self, server: Server) -> None:
        anna, bruno = server.person("Anna"), server.person("Bruno")
        described = anna.ask("GET", "/api/schema")["paths"]
        routes = [(where, how) for where, hows in described.items() if "/admin/" in where for how in hows]
        assert len(routes) == 15
        for where, how in routes:
            filled = where.format(report=1, guest=bruno.me["id"], table="t", sheet="s", ban_number=1)
            body = {"session": {"token": "wrong"}, "{guest}": {"name": "x"}, "bans": {}}.get(where.rpartition("/")[2])
            answer = anna.send(how.upper(), filled, body if how in ("post", "put") else None)
            assert answer.status_code in (400, 401, 429), f"{how} {filled}: {answer.text}"
        assert bruno.ask("GET", "/api/me")["name"] == "Bruno"

    def test_wrong_tokens_are_limited_and_the_right_one_is_not(self, server: Server) -> None:
        operator, guesser = Operator(server), server.person()
        answers = [guesser.refused("POST", "/api/admin/session", {"token": f"guess {number}"}) for number in range(30)]
        assert answers[0] in [(401, "not-operator"), (429, "too-fast")] and answers[-1] == (429, "too-fast")
        assert operator.ask("GET", "bans") is not None

    def test_a_page_signs_in_with_a_cookie_of_its_own_and_proves_that_it_is_ours(self, server: Server) -> None:
        operator, page = Operator(server), server.person()
        answer = page.send("POST", "/api/admin/session", {"token": operator.token})
        cookie = answer.headers["set-cookie"]
        assert all(word in cookie for word in ("HttpOnly", "SameSite=Strict", "Path=/api/admin", "Max-Age=43200"))
        assert operator.token not in cookie
        csrf = answer.json()["csrf"]
        assert page.ask("GET", "/api/admin/session") == {"csrf": csrf}
        ban = {"guest": server.person().me["id"]}
        assert page.refused("POST", "/api/admin/bans", ban) == (403, "foreign-page")
        assert page.send("POST", "/api/admin/bans", ban, **{"bussolotto-csrf": "wrong"}).status_code == 403
        assert page.send("POST", "/api/admin/bans", ban, **{"bussolotto-csrf": csrf}).status_code == 201
        origin = {"bussolotto-csrf": csrf, "origin": "https://elsewhere.example"}
        assert page.send("POST", "/api/admin/bans", ban, **origin).json()["code"] == "foreign-origin"
        assert page.send("DELETE", "/api/admin/session", **{"bussolotto-csrf": csrf}).is_success
        assert page.refused("GET", "/api/admin/session")[1] in ("not-operator", "too-fast")

    def test_a_page_is_signed_out_after_hours_and_by_a_new_token(self, server: Server) -> None:
        operator, page = Operator(server), server.person()
        page.ask("POST", "/api/admin/session", {"token": operator.token})
        server.time.advance(12 * HOUR_S)
        assert page.refused("GET", "/api/admin/session")[1] in ("not-operator", "too-fast")
        page.ask("POST", "/api/admin/session", {"token": operator.token})
        Operator(server)
        assert page.refused("GET", "/api/admin/session")[1] in ("not-operator", "too-fast")
        assert operator.send("GET", "bans").status_code in (401, 429)

    def test_keys_are_kept_as_digests_and_are_in_no_log(self, tmp_path: Path) -> None:
        with running(tmp_path) as server:
            operator, page = Operator(server), server.person()
            page.ask("POST", "/api/admin/session", {"token": operator.token})
            [cookie] = [one.value for one in page.http.cookies.jar if one.name.startswith("bussolotto-operator-")]
            assert cookie is not None
            names = {one.name.rpartition("-")[2] for one in page.http.cookies.jar}
            assert len(names) == 1, "both cookies are named by the database: servers at one host do not share them"
            written = server.stop()
        stored = stores.dump(tmp_path)
        for secret in (operator.token, cookie):
            assert secret not in stored and secret not in written
            assert not any(secret.encode() in file.read_bytes() for file in tmp_path.iterdir() if file.is_file())

    def test_without_a_server_the_commands_say_so(self, tmp_path: Path) -> None:
        with running(tmp_path) as server:
            server.person("Anna")
        told = do("admin", "list", "--data", str(tmp_path))
        assert told.exit_code == 2 and "No server is running" in told.stderr
        assert do("admin", "list", "--data", str(tmp_path / "nowhere")).exit_code == 2


def test_what_only_a_later_version_stores_is_shown_by_its_own_word() -> None:
    kinds = {"state": "asleep", "shut": False, "operator": "letter", "action": "praise", "reason": "too-good"}
    columns = [*LISTS[Listed.tables], *LISTS[Listed.audit], *REPORTS]
    shown = [column.show(kinds) for column in columns if column.key in kinds]
    assert shown == ["asleep", "letter", "praise", "too good"]


def test_the_commands_that_the_docs_show_exist() -> None:
    """With their options: --help is answered only where the others are known."""
    shown = re.findall(r"^bussolotto (admin .+?)(?:  .*)?$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(shown) >= 13
    for line in shown:
        done(*line.split(), "--help")


def rows(folder: Path, table: str) -> int:
    """How many rows a table of the database has."""
    with stores.database(folder) as database:
        (found,) = database.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(found)


def at(server: Server, address: str) -> httpx.Client:
    """A client that connects from this address of the machine."""
    return opened.enter_context(client(server.address, source=address))
