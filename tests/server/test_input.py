"""Input that no page of ours sends: each is answered with a refusal, and nothing is read as something else."""

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from bussolotto.core.characters import is_hidden
from bussolotto.server.guard.own_addresses import OwnAddresses
from bussolotto.server.http.match_routes import LARGEST_FILE
from bussolotto.server.table.names import LONGEST, clean_name, name_apart
from tests.refusals import refused
from tests.server.people import PATIENCE_S, Server, client, duel, get, running

DEEP = "[" * 30_000 + "]" * 30_000
HIDDEN = "\u202e\u200b\u2066\ufeff\u00ad\u034f\u200d\ufe00\ue000\x00\U000e0041"
BLANK = "\u2800\u3164\u115f\u180e"
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a public address that has TLS."""
    with running(tmp_path_factory.mktemp("named"), base_url="https://dice.example.org") as server:
        yield server


def exchange(server: Server, request: str | bytes) -> tuple[int, dict[str, str], bytes]:
    """Send these bytes; status, headers and body of the answer."""
    content = request if isinstance(request, bytes) else request.encode("latin-1")
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as line:
        line.sendall(content)
        answer = b""
        while not complete(answer):
            answer += line.recv(65_536) or b"\r\n\r\ncontent-length: 0"
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (one.partition(": ") for one in lines)}
    return int(status.split()[1]), headers, body


def complete(answer: bytes) -> bool:
    head, ended, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    return bool(ended) and length is not None and len(body) >= int(length[1])


def problem(server: Server, request: str | bytes) -> tuple[int, str]:
    """Status and code of the answer, which must be a problem."""
    status, headers, body = exchange(server, request)
    assert headers["content-type"] == "application/problem+json", body
    return status, json.loads(body)["code"]


class TestBodies:
    @pytest.mark.parametrize("body", [DEEP, DEEP[:30_000], f'{{"name":{DEEP}}}', '{"name":"x","y":' + DEEP + "}"])
    @pytest.mark.parametrize(
        ("method", "path"), [("PUT", "/api/me"), ("POST", "/api/tables"), ("POST", "/api/presets")]
    )
    def test_deep_ones_are_refused(self, server: Server, method: str, path: str, body: str) -> None:
        answer = server.person().http.request(method, path, content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")

    @pytest.mark.parametrize(
        "body", [b'{"name":"\xff"}', b"\xff", b'{"name":"\xed\xa0\x80"}', b'{"\xff":1,"name":"x"}']
    )
    def test_those_that_are_not_utf_8_are_refused(self, server: Server, body: bytes) -> None:
        kind = {"content-type": "application/json"}
        answer = server.person().http.request("PUT", "/api/me", content=body, headers=kind)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")

    @pytest.mark.parametrize("body", [DEEP.encode(), b"\xff\n", b'{"line":"evening","x":' + DEEP.encode() + b"}\n"])
    def test_files_of_that_kind_are_refused(self, server: Server, body: bytes) -> None:
        answer = server.person().http.post("/api/replays", content=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "damaged-file")

    def test_a_file_is_read_up_to_the_limit_that_the_refusal_names(self, server: Server) -> None:
        answer = server.person().http.post("/api/replays", content=b" " * (LARGEST_FILE + 1))
        assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")
        assert answer.json()["values"]["limit"] == LARGEST_FILE


class TestMessages:
    def test_deep_ones_are_refused(self, server: Server) -> None:
        anna, _, table = duel(server)
        with anna.page(table["match"]) as page:
            page.socket.send(DEEP)
            page.socket.send('{"type":"resume","x":' + DEEP[:20_000])
            assert [page.hear("refused")["code"] for _ in range(2)] == ["bad-request"] * 2

    @pytest.mark.parametrize("parts", [[b'{"type":"\xff"}'], [b'{"type":"resume","x":"\xc3', b'\x28"}']])
    def test_those_that_are_not_utf_8_end_the_socket(self, server: Server, parts: list[bytes]) -> None:
        anna, _, table = duel(server)
        with anna.page(table["match"]) as page:
            page.socket.send(iter(parts) if len(parts) > 1 else parts[0], text=True)
            with pytest.raises(ConnectionClosed, match="1007"):
                while True:
                    page.hear()


class TestHeaders:
    @pytest.mark.parametrize(
        ("method", "doubled"),
        [
            ("GET", "Host: localhost\r\n"),
            ("GET", "Host: localhost\r\nContent-Type: a/b\r\nContent-Type: c/d\r\n"),
            ("POST", "Content-Length: 0\r\nOrigin: http://localhost\r\nOrigin: http://localhost\r\n"),
            ("POST", "Content-Length: 2\r\nContent-Length: 3\r\n"),
            ("POST", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"),
        ],
    )
    def test_doubled_ones_are_refused(self, server: Server, method: str, doubled: str) -> None:
        status, code = problem(server, f"{method} /api/games HTTP/1.1\r\nHost: localhost\r\n{doubled}\r\n")
        assert (status, code) == (400, "bad-request")

    @pytest.mark.parametrize("doubled", ["Host", "Origin", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version"])
    def test_doubled_ones_of_a_socket_are_refused(self, server: Server, doubled: str) -> None:
        _, _, table = duel(server)
        request = f"GET /api/matches/{table['match']}/socket HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n{UPGRADE}"
        line = next(line for line in request.split("\r\n") if line.startswith(f"{doubled}: "))
        assert problem(server, f"{request}{line}\r\n\r\n") == (400, "bad-request")

    def test_two_cookies_are_one(self, server: Server) -> None:
        anna = server.person("Anna")
        lines = f"Cookie: a=b\r\nCookie: {anna.cookie()}\r\n"
        _, _, body = exchange(server, f"GET /api/me HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n")
        assert json.loads(body)["id"] == anna.me["id"]

    @pytest.mark.parametrize(
        "request_",
        [
            b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET /?\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET /%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET /api/tables/%ff?game=%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: \xff={\r\n\r\n",
            b"GET /\x00 HTTP/1.1\r\n\r\n",
            b"\x16\x03\x01\x02\x00\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"X" * 100 + b"\r\n\r\n",
            b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
            b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: a; charset=\xff\r\nContent-Length: 2\r\n\r\n{}",
        ],
    )
    def test_bytes_that_are_no_request_are_answered(self, server: Server, request_: bytes) -> None:
        status, headers, _ = exchange(server, request_)
        assert status < 500
        assert status < 400 or headers["content-type"].startswith(("application/problem+json", "text/html"))

    def test_any_bytes(self, server: Server) -> None:
        word = st.binary(max_size=12)

        @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.sampled_from([b"GET", b"POST", b"PUT"]), word, st.lists(st.tuples(word, word), max_size=3), word)
        def ask(method: bytes, path: bytes, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
            lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
            length = b"Connection: close\r\nContent-Length: %d\r\n" % len(body)
            request = method + b" /" + path + b" HTTP/1.1\r\nHost: localhost\r\n" + length + lines + b"\r\n" + body
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as line:
                line.sendall(request)
                line.shutdown(socket.SHUT_WR)
                answer = b""
                while piece := line.recv(65_536):
                    answer += piece
            assert b" 5" not in answer[:12], (request, answer)

        ask()

    @pytest.mark.parametrize(
        "path", ["/", "/nowhere", "/locale/en.json", "/web/style.css", "/manifest.webmanifest", "/api/games", "/sw.js"]
    )
    def test_a_content_type_has_one_charset(self, server: Server, path: str) -> None:
        answer = get(server.address + path, headers={"accept": "text/html, */*"})
        assert answer.headers["content-type"].count("charset") <= 1
        assert answer.headers.get_list("content-type") == [answer.headers["content-type"]]

    def test_text_of_a_match_has_one_charset(self, server: Server) -> None:
        anna, _, table = duel(server)
        anna.ask("POST", f"/api/tables/{table['table']}/resign")
        answer = anna.send("GET", f"/api/matches/{table['match']}/file?format=text")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"

    def test_only_a_server_with_tls_asks_for_it(self, server: Server, named: Server) -> None:
        name = "strict-transport-security"
        assert name not in get(server.address).headers
        assert int(get(named.address).headers[name].removeprefix("max-age=")) >= 31_536_000


class TestOwnAddresses:
    own = OwnAddresses("https://dice.example.org", ["Other.Example."])

    @pytest.mark.parametrize(
        "host",
        [
            "127.0.0.1:8055",
            "192.168.1.7",
            "[::1]:80",
            "localhost",
            "a.localhost:1",
            "dice.local",
            "DICE.example.org:443",
            "other.example",
            "dice.example.org.",
        ],
    )
    def test_own_hosts(self, host: str) -> None:
        assert self.own.require_host([host]) == host

    @pytest.mark.parametrize(
        "host", ["evil.example", "1.2.3.4.evil.example", "xlocalhost", "localhost.evil.example", "1"]
    )
    def test_foreign_hosts(self, host: str) -> None:
        with refused("unknown-host"):
            self.own.require_host([host])

    @pytest.mark.parametrize("host", ["", "a b", "a/b", "a@b", "[::1", "a:b", "ä", "x:123456"])
    def test_what_is_no_host(self, host: str) -> None:
        with refused("bad-request"):
            self.own.require_host([host])

    @pytest.mark.parametrize(
        ("origin", "scheme", "host"),
        [
            ("https://dice.example.org", "http", "127.0.0.1"),
            ("http://localhost:8055", "http", "localhost:8055"),
            ("http://localhost", "http", "localhost:80"),
            ("https://other.example", "https", "other.example"),
        ],
    )
    def test_own_origins(self, origin: str, scheme: str, host: str) -> None:
        self.own.require_origin([origin], scheme, host)

    @pytest.mark.parametrize(
        "origin", ["http://dice.example.org", "https://localhost", "null", "", "http://localhost:81", "ws://localhost"]
    )
    def test_foreign_origins(self, origin: str) -> None:
        with refused("foreign-origin"):
            self.own.require_origin([origin], "http", "localhost")

    def test_the_server_asks(self, server: Server, named: Server) -> None:
        for host, known in (("evil.example", False), ("192.168.7.7:8055", True), ("dice.example.org", False)):
            answer = get(f"{server.address}/api/games", headers={"host": host})
            assert answer.is_success is known and (known or answer.json()["code"] == "unknown-host")
        assert get(named.address, headers={"host": "dice.example.org"}).is_success
        _, _, table = duel(server)
        socket_of_match = f"GET /api/matches/{table['match']}/socket HTTP/1.1\r\nHost: evil.example\r\n{UPGRADE}\r\n"
        assert problem(server, socket_of_match) == (400, "unknown-host")

    def test_the_scheme_of_an_origin_counts(self, server: Server) -> None:
        foreign = server.address.replace("http:", "https:")
        answer = server.person().send("POST", "/api/tables", {"game": "spilorcio", "seats": 2}, origin=foreign)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-origin")


class TestNames:
    @pytest.mark.parametrize("name", [*(f"A{hidden}B" for hidden in HIDDEN), *BLANK, "A\x1b[2J", "\x85A\x07"])
    def test_hidden_characters_are_refused_wherever_there_is_a_name(self, server: Server, name: str) -> None:
        anna = server.person("Anna")
        table = anna.open_table()["table"]
        device = {"game": "spilorcio", "seats": 2, "device": True, "names": ["A", name]}
        preset = {"game": "spilorcio", "name": name}
        for method, path, body in (
            ("PUT", "/api/me", {"name": name}),
            ("POST", f"/api/tables/{table}/seats/1", {"name": name}),
            ("POST", "/api/tables", device),
            ("POST", "/api/presets", preset),
        ):
            assert anna.refused(method, path, body) in ((400, "bad-name"), (400, "bad-request"))
        assert anna.ask("GET", "/api/me")["name"] == "Anna"

    @given(st.text(max_size=60))
    def test_a_name_that_is_taken_can_be_seen(self, name: str) -> None:
        try:
            found = clean_name(name)
        except Exception:  # noqa: BLE001  # the other tests say which
            return
        assert 0 < len(found) <= LONGEST and not any(map(is_hidden, found)) and found == clean_name(found)

    @pytest.mark.parametrize("name", ["Anna", "José", "Łukasz", "李小龙", "Ana María", "A ❤", "مريم", "🎲"])
    def test_usual_names_stay(self, name: str) -> None:
        assert clean_name(f"  {name} \t") == name

    def test_names_are_told_apart_at_a_table(self, server: Server) -> None:
        people = [server.person(name) for name in ("Anna", "ANNA", "\uff21nna")]
        table = people[0].open_table(3)["table"]
        for seat, person in enumerate(people[1:], 1):
            shown: Any = person.ask("POST", f"/api/tables/{table}/seats/{seat}")
        assert [seat["name"] for seat in shown["seats"]] == ["Anna", "ANNA (2)", "\uff21nna (3)"]
        people[2].ask("PUT", "/api/me", {"name": "anna"})
        shown = people[2].ask("GET", f"/api/tables/{table}")
        assert [seat["name"] for seat in shown["seats"]] == ["Anna", "ANNA (2)", "anna (3)"]

    def test_on_one_device_too(self, server: Server) -> None:
        wish = {"game": "spilorcio", "seats": 3, "device": True, "names": ["Eva", "Eva", "eva"]}
        anna = server.person()
        table = anna.ask("POST", "/api/tables", wish)["table"]
        seats = anna.ask("GET", f"/api/tables/{table}")["seats"]
        assert [seat["name"] for seat in seats] == ["Eva", "Eva (2)", "eva (3)"]

    def test_long_ones_stay_within_the_limit(self) -> None:
        name = "x" * LONGEST
        found = name_apart(name, [name])
        assert len(found) == LONGEST and found.endswith(" (2)")
        assert name_apart(name, [name, found]).endswith(" (3)")
        assert name_apart("", [""]) == ""


class TestCookies:
    def test_a_foreign_cookie_before_ours_changes_nothing(self, server: Server) -> None:
        anna = server.person("Anna")
        for foreign in ('foo={"a":1}', "a", "=", ";;", "bussolotto=other", 'q="', "é=1"):
            cookies = f"{foreign}; {anna.cookie()}".encode("latin-1")
            answer = get(f"{server.address}/api/me", headers={b"cookie": cookies})
            assert answer.json()["id"] == anna.me["id"] and "set-cookie" not in answer.headers

    def test_two_servers_at_one_host_leave_each_other_s_cookie(self, server: Server, tmp_path: Path) -> None:
        with running(tmp_path) as second, client() as browser:
            first = browser.get(f"{server.address}/api/me").json()
            other = browser.get(f"{second.address}/api/me").json()
            assert browser.get(f"{server.address}/api/me").json() == first
            assert browser.get(f"{second.address}/api/me").json() == other
            assert len(browser.cookies) == 2

    def test_the_cookie_of_old_is_taken_and_renewed(self, server: Server) -> None:
        anna = server.person("Anna")
        ((name, value),) = anna.http.cookies.items()
        assert name.startswith("bussolotto-")
        with client(server.address, cookies={"bussolotto": value}) as browser:
            assert browser.get("/api/me").json()["id"] == anna.me["id"]
            assert browser.cookies[name] == value
            assert "set-cookie" not in browser.get("/api/me").headers
