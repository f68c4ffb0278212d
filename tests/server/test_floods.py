"""What strangers send in masses: they are slowed down or closed, and the others do not notice."""

import asyncio
import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench.flooders import CLOSED_SOON, FLOODS, Plan
from bench.floods import CLOSED_S
from bussolotto.core.errors import Refusal
from bussolotto.server.guard.addresses import Addresses, group, is_nearby
from bussolotto.server.guard.guard import OUT_S
from bussolotto.server.guard.long_work import FILES, WAITING, LongWork
from bussolotto.server.guard.loop_time import LoopTime
from bussolotto.server.guard.unread import Backlog, Unread
from bussolotto.server.limits import Buckets, Counts
from bussolotto.server.match.lab import OF_GUEST
from bussolotto.server.match.trials import GUEST_AT_ONCE
from bussolotto.server.table.openings import Openings
from bussolotto.sheets import library
from tests.depth import count, one_in
from tests.moving import MovableClock
from tests.server.outside import until
from tests.server.people import PATIENCE_S, Person, Server, client, duel, opened, running
from tests.server.test_moderation import Operator

MASKED = bytes(4)  # the key: the bytes stay as they are
TEXT, PING = 1, 9  # opcodes
RESTS_S = 6.0  # the libraries below close after five, unless they are told otherwise
POLICY = b"\x03\xf0"  # close code 1008


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server to which everybody is a stranger, though they come from this machine."""
    with running(tmp_path_factory.mktemp("strangers"), special="strangers") as server:
        yield server


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same, but it does not wait for who is slow, as all others are on a busy machine."""
    with running(tmp_path_factory.mktemp("impatient"), special="impatient") as server:
        yield server


def frame(opcode: int, text: bytes = b"", last: bool = True) -> bytes:
    return bytes((opcode | 0x80 * last, 0x80 | len(text))) + MASKED + text


def shake_hands(server: Server, match: str, source: str = "127.0.0.1", headers: str = "") -> socket.socket:
    """A socket of a match, as a program would open it that never reads more than the answer."""
    line = opened.enter_context(
        socket.create_connection(("127.0.0.1", server.port), PATIENCE_S, source_address=(source, 0))
    )
    line.sendall(
        f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{headers}\r\n".encode()
    )
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += line.recv(1)
    assert answer.startswith(b"HTTP/1.1 101"), answer
    return line


def read_to_end(line: socket.socket) -> bytes:
    heard = b""
    with suppress(ConnectionError):
        while piece := line.recv(65_536):
            heard += piece
    return heard


def send(line: socket.socket, flood: bytes) -> None:
    with suppress(ConnectionError):
        line.sendall(flood)


@pytest.mark.parametrize(
    ("first", "flood"),
    [
        (b"", frame(1, b"x")),
        (b"", frame(9)),
        (frame(1, last=False), frame(0, last=False)),
        (b"", frame(10)),
    ],
    ids=["messages of one byte", "pings", "empty fragments", "pongs"],
)
def test_a_flood_of_frames_is_closed(server: Server, first: bytes, flood: bytes) -> None:
    _, _, table = duel(server)
    line = shake_hands(server, table["match"])
    sending = threading.Thread(target=send, args=(line, first + flood * 3_000))
    sending.start()
    heard = read_to_end(line)
    sending.join()
    assert b"\x88\x13" + POLICY in heard, "it was not closed with 1008"


@pytest.fixture(scope="module")
def flooded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str, Person, str]]:
    """A server, a match for the floods, and a player with another match."""
    with running(tmp_path_factory.mktemp("flooded"), special="impatient") as server:
        match, (anna, bruno, table) = duel(server)[2]["match"], duel(server)
        mover = anna if anna.ask("GET", f"/api/matches/{table['match']}")["legal"] else bruno
        yield server, match, mover, table["match"]


@pytest.mark.parametrize("flood", one_in(2, FLOODS))
def test_under_each_flood_a_player_is_answered(flooded: tuple[Server, str, Person, str], flood: str) -> None:
    server, match, mover, own = flooded
    with mover.page(own) as page:
        page.resume()
        plan = Plan(flood, server.port, f"127.9.{list(FLOODS).index(flood)}.1", match, seconds=PATIENCE_S)
        flooding = threading.Thread(target=FLOODS[flood], args=(plan,))
        flooding.start()
        try:
            end_s = time.monotonic() + count(short=2, full=3)
            for number in range(count(short=20, full=60)):
                version, legal = page.position["version"], page.position["legal"]
                page.say(type="preview", id=number, version=version, actions=legal[:1])
                assert page.hear("preview")["id"] == number
            until(lambda: time.monotonic() > end_s and plan.sent > 0)
            if flood in CLOSED_SOON[:3]:
                until(lambda: any(life_s < CLOSED_S for life_s in plan.lives_s))
        finally:
            plan.end_s = 0.0
            flooding.join()


LIGHT = library()["last-light"].read_text("utf-8")
STUDY: dict[str, Any] = {  # with players who search in thousands of matches: it is not done before it is stopped
    "game": "cui-bono",
    "players": ["hard", "hard"],
    "axes": [{"option": "lattice", "values": ["8", "7", "6"]}],
}


class Flooder:
    """Somebody at an address of their own who asks as fast as they can; `answers`: status and problem of each."""

    def __init__(self, server: Server, source: str) -> None:
        self.http = opened.enter_context(client(server.address, source))
        self.http.get("/api/me")
        self.answers: list[tuple[int, dict[str, Any]]] = []

    def ask(self, path: str, body: dict[str, Any]) -> httpx.Response:
        answer = self.http.post(path, json=body)
        self.answers.append((answer.status_code, answer.json()))
        if answer.status_code == 429 and answer.json()["code"] == "come-again":
            assert answer.headers["retry-after"] == str(answer.json()["values"]["seconds"])
        return answer

    def flood(self, ask: Callable[[int], object]) -> None:
        """Ask, each time something else, until many of the answers were refusals, however long each takes."""
        for number in range(1_000):
            if len(self.refusals) == 20:
                return
            ask(number)

    def try_sheet(self, number: int) -> None:
        """Have a text tried, and played on."""
        trial = {"sheet": f"{LIGHT}# {number}\n", "lang": "en", "seed": number, "more": 5}
        self.ask("/api/sheets/trial", trial)

    def study(self, number: int) -> None:
        """Ask a question."""
        self.ask("/api/lab/studies", {**STUDY, "seed": number})

    @property
    def refusals(self) -> list[dict[str, Any]]:
        """Problems."""
        return [told for status, told in self.answers if status != 200]


@pytest.mark.parametrize("what", ["trials of sheets", "studies in the lab"])
def test_who_asks_for_matches_as_fast_as_he_can_is_told_when_to_come_again(tmp_path: Path, what: str) -> None:
    """And two who play have all that they do answered."""
    with running(tmp_path, special="strangers") as server:
        anna, bruno, table = duel(server)
        flooder = Flooder(server, "127.9.40.1")
        ask = flooder.try_sheet if what.startswith("trials") else flooder.study
        with anna.page(table["match"]) as one, bruno.page(table["match"]) as other:
            one.resume(), other.resume()
            flooding = threading.Thread(target=flooder.flood, args=(ask,))
            flooding.start()
            played = 0
            while played < count(short=10, full=60) or flooding.is_alive():
                mover = one if one.position["legal"] else other
                assert mover.play()["type"] == "ack"
                waiting = other if mover is one else one
                while waiting.position["version"] < mover.position["version"]:
                    waiting.hear("steps")
                played += 1
            flooding.join()
        taken = [told for status, told in flooder.answers if status == 200]
        codes = {told["code"] for told in flooder.refusals}
        if what.startswith("trials"):
            assert codes == {"come-again"} and len(taken) >= GUEST_AT_ONCE
            server.time.advance(flooder.refusals[-1]["values"]["seconds"])
            assert flooder.ask("/api/sheets/trial", {"sheet": LIGHT, "lang": "en", "seed": 1}).status_code == 200
        else:
            assert codes == {"too-many-studies"} and len(taken) == OF_GUEST
            for told in taken:
                assert flooder.http.delete(f"/api/lab/studies/{told['study']}").json()["state"] == "stopped"
            assert flooder.ask("/api/lab/studies", {**STUDY, "seed": 99}).status_code == 200


def test_a_message_in_pieces_is_heard(server: Server) -> None:
    _, _, table = duel(server)
    with shake_hands(server, table["match"]) as line:
        line.sendall(frame(1, b'{"type":', last=False) + frame(0, last=False) + frame(0, b'"resume"}'))
        heard = b""
        while b'"type":"view"' not in heard:
            heard += line.recv(65_536)
            assert b"refused" not in heard


def test_what_was_sent_before_a_farewell_counts(server: Server) -> None:
    anna, bruno, table = duel(server)
    with anna.page(table["match"]) as page, bruno.page(table["match"]) as other:
        page.resume(), other.resume()
        mine, mover = (page, anna) if page.position["legal"] else (other, bruno)
        line = shake_hands(server, table["match"], headers=f"Cookie: {mover.cookie()}\r\n")
        version, action = mine.position["version"], mine.position["legal"][0]
        act = {"type": "act", "id": "last", "version": version, "actions": [action]}
        line.sendall(frame(1, json.dumps(act).encode()) + frame(8))
        assert mine.hear("steps")["version"] > version


def ask_from(server: Server, source: str, method: str, path: str, body: str = "", headers: str = "") -> bytes:
    """The whole answer to a request from an address of its own."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE_S, source_address=(source, 0)) as line:
        line.sendall(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
            f"Content-Type: application/json\r\n{headers}\r\n{body}".encode()
        )
        return read_to_end(line)


def test_new_guests_of_an_address_are_limited(strict: Server) -> None:
    answers = [ask_from(strict, "127.2.0.1", "GET", "/api/me") for _ in range(6)]
    assert [b"too-many-guests" in answer for answer in answers] == [False] * 4 + [True] * 2
    assert b"HTTP/1.1 200" in ask_from(strict, "127.2.0.2", "GET", "/api/me"), "somebody else pays for it"


def test_a_trusted_proxy_names_the_sender(strict: Server) -> None:
    def answers(source: str, names: str) -> list[bool]:
        all_of = [
            ask_from(strict, source, "GET", "/api/me", headers=f"X-Forwarded-For: {names}, 203.0.113.{number}\r\n")
            for number in range(6)
        ]
        return [b"too-many-guests" in answer for answer in all_of]

    assert not any(answers("127.1.1.1", "198.51.100.1")), "six people behind a proxy are six"
    assert answers("127.2.0.3", "198.51.100.2") == [False] * 4 + [True] * 2, "a stranger named others"


def test_sockets_of_an_address_are_limited_and_counted_until_they_close(strict: Server) -> None:
    match = duel(strict)[2]["match"]
    lines = [shake_hands(strict, match, "127.2.0.4") for _ in range(3)]
    with pytest.raises(AssertionError, match="429"):
        shake_hands(strict, match, "127.2.0.4")
    shake_hands(strict, match, "127.2.0.5")
    lines[0].sendall(frame(8))
    read_to_end(lines[0])
    shake_hands(strict, match, "127.2.0.4")


def test_who_goes_on_after_many_refusals_is_shut_out_for_a_while(strict: Server) -> None:
    idle = socket.create_connection(("127.0.0.1", strict.port), PATIENCE_S, source_address=("127.2.0.10", 0))
    answers = [ask_from(strict, "127.2.0.10", "GET", "/api/me") for _ in range(4)]
    while b"HTTP/1.1 503" not in answers[-1]:
        answers.append(ask_or_reset(strict, "127.2.0.10"))
        assert len(answers) < 1_000
    assert sum(b"HTTP/1.1 429" in answer for answer in answers) >= 100
    with idle, suppress(ConnectionResetError):
        assert idle.recv(1) == b"", "their other connections are closed"
    assert b"HTTP/1.1 200" in ask_from(strict, "127.2.0.11", "GET", "/api/games"), "nobody else's"
    strict.time.advance(OUT_S)
    assert b"HTTP/1.1 200" in ask_from(strict, "127.2.0.10", "GET", "/api/games")


def test_a_connection_that_rests_stays_open_for_the_next_request(server: Server) -> None:
    """Proxies let theirs rest for a minute: a server that closes one before may cut off a request on its way."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as line:
        line.request("GET", "/api/games")
        line.getresponse().read()
        assert select.select([line.sock], [], [], RESTS_S) == ([], [], []), "it is closed"
        line.request("GET", "/api/games")
        assert line.getresponse().status == 200


def ask_or_reset(server: Server, source: str) -> bytes:
    """The answer, nothing if the connection is ended before."""
    try:
        return ask_from(server, source, "GET", "/api/me")
    except OSError:
        return b""


def test_who_sends_through_a_proxy_does_not_shut_out_the_others(strict: Server) -> None:
    headers = "X-Forwarded-For: 198.51.100.5\r\n"
    answers = [ask_from(strict, "127.1.1.1", "GET", "/api/me", headers=headers) for _ in range(150)]
    assert b"HTTP/1.1 429" in answers[-1]
    other = "X-Forwarded-For: 198.51.100.6\r\n"
    assert b"HTTP/1.1 200" in ask_from(strict, "127.1.1.1", "GET", "/api/me", headers=other)


def test_a_ban_behind_a_trusted_proxy_is_of_the_address_it_names(strict: Server) -> None:
    Operator(strict).ask("POST", "bans", {"address": "198.51.100.7", "hours": 1})
    banned, other = (f"X-Forwarded-For: 198.51.100.{number}\r\n" for number in (7, 8))
    assert b"banned-address" in ask_from(strict, "127.1.1.1", "GET", "/api/games", headers=banned)
    assert b"HTTP/1.1 200" in ask_from(strict, "127.1.1.1", "GET", "/api/games", headers=other)
    assert b"HTTP/1.1 200" in ask_from(strict, "127.2.0.9", "GET", "/api/games", headers=banned), "nobody believes them"


def test_what_waits_for_long_work_is_bounded() -> None:
    work = LongWork()

    async def wait_for(sender: str, number: int) -> None:
        ended = threading.Event()
        jobs = [asyncio.create_task(work.run(sender, ended.wait, PATIENCE_S)) for _ in range(number)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="Too many"):
            await work.run(sender, ended.is_set)
        ended.set()
        await asyncio.gather(*jobs)
        assert await work.run(sender, ended.is_set)

    asyncio.run(wait_for("a", WAITING))
    with work.room_for("a", FILES), work.room_for("b", FILES), pytest.raises(Refusal), work.room_for("a", 1):
        pass
    with work.room_for("a", FILES), work.room_for("b", FILES), pytest.raises(Refusal), work.room_for("c", FILES):
        pass
    with work.room_for("c", FILES):
        pass


def test_tables_of_a_guest_that_do_not_begin_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, special="strangers") as server:
        anna = server.person("Anna")
        wish = {"game": "spilorcio", "seats": 2, "sit": 0}
        first, _ = anna.ask("POST", "/api/tables", wish), anna.ask("POST", "/api/tables", wish)
        assert anna.refused("POST", "/api/tables", wish) == (429, "too-many-waiting")
        anna.ask("POST", f"/api/tables/{first['table']}/seats/1", {"player": "random"})
        anna.ask("POST", f"/api/tables/{first['table']}/start")
        anna.ask("POST", "/api/tables", wish)
        assert [anna.refused("POST", "/api/tables", wish)[1] for _ in range(5)][-1] == "too-many-tables"


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"\r\n",
        b"GET / HTTP/1.1\r\nx: ",
        b"PUT /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
    ],
    ids=["nothing", "empty lines", "headers", "a body"],
)
def test_what_does_not_arrive_in_time_is_not_waited_for(impatient: Server, start: bytes) -> None:
    with socket.create_connection(("127.0.0.1", impatient.port), PATIENCE_S, source_address=("127.2.0.6", 0)) as line:
        line.sendall(start)
        assert b" 200 " not in read_to_end(line)


def test_headers_without_end_are_not_kept(strict: Server) -> None:
    with socket.create_connection(("127.0.0.1", strict.port), PATIENCE_S, source_address=("127.2.0.6", 0)) as line:
        send(line, b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 100_000)
        assert b" 200 " not in read_to_end(line)


def test_who_reads_nothing_is_disconnected(strict: Server) -> None:
    anna, bruno, table = duel(strict)
    with anna.page(table["match"]) as page, bruno.page(table["match"]) as other:
        page.resume(), other.resume()
        line = shake_hands(strict, table["match"], "127.2.0.7")
        line.setblocking(False)
        deadline = time.monotonic() + PATIENCE_S
        with pytest.raises(ConnectionError):
            while time.monotonic() < deadline:
                with suppress(BlockingIOError):
                    line.send(frame(1, b'{"type":"resume"}'))


def test_nobody_keeps_the_loop_to_themselves() -> None:
    done: list[str] = []

    def toil() -> None:
        time.sleep(0.002)
        done.append("flooder")

    async def play() -> int:
        shares = LoopTime(asyncio.get_running_loop(), share=0.25)
        answered: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        for number in range(300):
            shares.run("flooder", toil)
            if number == 100:
                shares.run("player", lambda: answered.set_result(len(done)))
        return await answered

    assert asyncio.run(play()) < 20, "the player waited for the flood"


def test_the_share_of_a_sender_is_earned_again() -> None:
    async def spend() -> float:
        shares = LoopTime(asyncio.get_running_loop(), share=0.5)
        begun_s = time.monotonic()
        shares.charge("flooder", 2.1)  # it had 2 s
        await shares.wait("flooder")
        return time.monotonic() - begun_s

    assert asyncio.run(spend()) > 0.15


def test_jobs_go_on_whatever_one_of_them_raises() -> None:
    """Also where it is no `Exception`: nobody would be answered any more."""

    def cancel() -> None:
        raise asyncio.CancelledError

    async def visit() -> None:
        shares, done = LoopTime(asyncio.get_running_loop(), share=0.25), asyncio.Event()

        def line_up() -> None:  # what a job submits has to wait
            shares.run("first", cancel)
            shares.run("second", done.set)

        shares.run("first", line_up)
        await asyncio.wait_for(done.wait(), PATIENCE_S)

    asyncio.run(visit())


def test_accounts_of_the_loop_are_bounded() -> None:
    async def visit() -> int:
        shares = LoopTime(asyncio.get_running_loop(), share=0.25, most=100)
        for number in range(1_000):
            await shares.wait(f"2001:db8:{number:x}::/64")
        return len(shares)

    assert asyncio.run(visit()) <= 100


class Slow:
    """A transport whose other end takes nothing."""

    def __init__(self) -> None:
        self.size, self.aborted = 0, False

    def get_write_buffer_size(self) -> int:
        return self.size

    def set_write_buffer_limits(self, high: int) -> None:
        """It is told anyway."""

    def abort(self) -> None:
        self.aborted = True


def test_unread_bytes_are_bounded_in_all_connections_together() -> None:
    async def send_to_all() -> list[bool]:
        unread = Unread(asyncio.get_running_loop(), most=1_000_000)
        lines = [Slow() for _ in range(4)]
        for line, size in zip(lines, (300_000, 400_000, 200_000, 200_000), strict=True):
            backlog = Backlog(unread, line)
            line.size = size
            backlog.pause()
        assert unread.total == 700_000
        return [line.aborted for line in lines]

    assert asyncio.run(send_to_all()) == [False, True, False, False], "the longest backlog ends"


def test_openings_are_forgotten_after_an_hour() -> None:
    clock = MovableClock()
    openings = Openings(1, clock.now_s)
    openings.add("anna", "one")
    with pytest.raises(Refusal, match="1 tables"):
        openings.add("anna", "two")
    clock.advance(3601)
    openings.add("anna", "two")


def test_addresses_behind_a_trusted_proxy() -> None:
    proxies = Addresses(("10.0.0.0/8", "2001:db8::1"))
    assert proxies.find("192.0.2.1", ["198.51.100.7"], []) == "192.0.2.1", "a stranger was believed"
    assert proxies.find("10.0.0.1", [], []) == "10.0.0.1"
    assert proxies.find("10.0.0.1", ["203.0.113.5, 198.51.100.7"], []) == "198.51.100.7", "the last hop is the true one"
    assert proxies.find("10.0.0.1", ["203.0.113.5", "198.51.100.7, 10.0.0.2"], []) == "198.51.100.7"
    assert (
        proxies.find("2001:db8::1", [], ['for=203.0.113.5;proto=http, For="[2001:db8:9::7]:4711"']) == "2001:db8:9::7"
    )
    assert proxies.find("10.0.0.1", ["203.0.113.5, nonsense, 10.0.0.2"], []) == "10.0.0.2"
    assert Addresses(()).find("127.0.0.1", ["198.51.100.7"], []) == "127.0.0.1"
    with pytest.raises(Refusal, match="neither an address"):
        Addresses(("proxy.example.org",))


def test_a_network_of_ipv6_is_one_sender() -> None:
    assert group("2001:db8:1:2:3::4") == group("2001:db8:1:2:ffff::") != group("2001:db8:1:3::4")
    assert group("::ffff:192.0.2.1") == group("192.0.2.1") == "192.0.2.1"
    near = ("127.0.0.1", "192.168.1.5", "10.1.2.3", "::1", "fd00::1", "fe80::1%eth0")
    assert [is_nearby(address) for address in (*near, "8.8.8.8", "2606:4700::1", "")] == [True] * 6 + [False] * 3


def test_buckets_are_bounded_and_keep_those_that_know_most() -> None:
    clock = MovableClock()
    buckets = Buckets(rate=1, burst=5, now_s=clock.now_s, most=100)
    while buckets.take("flooder"):
        pass
    for number in range(10_000):
        buckets.take(f"2001:db8:{number:x}::/64")
    assert len(buckets) <= 100 and not buckets.take("flooder")


def test_full_buckets_are_not_kept() -> None:
    clock = MovableClock()
    buckets = Buckets(rate=1, burst=5, now_s=clock.now_s)
    for number in range(9_000):
        buckets.take(f"192.0.2.{number}")
        clock.advance(0.1)
    assert len(buckets) < 1_000


def test_counts_forget_who_has_left() -> None:
    counts = Counts()
    assert [counts.enter("a", 2) for _ in range(3)] == [True, True, False] and counts.total == 2
    counts.leave("a")
    counts.leave("a")
    assert counts.total == 0 and counts.enter("a", 1)


def test_frames_are_heard_however_they_are_cut(server: Server) -> None:
    """Whole short texts are read without the parser: not in the middle of anything else."""
    _, _, table = duel(server)
    page = server.person().page(table["match"])
    page.resume()
    line = shake_hands(server, table["match"])
    text = b'{"type":"resume","version":%d}'
    short, ping = frame(TEXT, text % -1), frame(PING, b"?")
    long = bytes((TEXT | 0x80, 0xFE)) + (200).to_bytes(2, "big") + MASKED + (text % -1).ljust(200)
    wordy = bytes((TEXT | 0x80, 0xFE)) + len(text % -1).to_bytes(2, "big") + MASKED + text % -1  # two bytes of size
    pieces = frame(TEXT, (text % -1)[:9], last=False) + ping + frame(0, (text % -1)[9:])
    flow = short + ping + short + long + short + pieces + short + wordy + short
    for at in range(0, len(flow), 7):
        line.sendall(flow[at : at + 7])
    heard = b""
    while heard.count(b'"type":"view"') < 8:
        heard += line.recv(1 << 16)
    line.sendall(short * 3)
    while heard.count(b'"type":"view"') < 11:
        heard += line.recv(1 << 16)


def test_a_text_inside_a_message_in_pieces_is_refused(server: Server) -> None:
    _, _, table = duel(server)
    line = shake_hands(server, table["match"])
    line.sendall(frame(TEXT, b"{", last=False) + frame(TEXT, b'{"type":"resume"}'))
    assert b"\x03\xea" in read_to_end(line), "1002"
