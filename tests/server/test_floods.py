"""What strangers send in masses: they are slowed down or closed, and the others do not notice."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from bussolotto.core.errors import Refusal
from bussolotto.server.guard.addresses import Addresses, group, is_nearby
from bussolotto.server.limits import Buckets, Counts
from tests.moving import MovableClock
from tests.server.people import PATIENCE_S, Server, duel, opened, running

MASKED = bytes(4)  # the key: the bytes stay as they are
POLICY = b"\x03\xf0"  # close code 1008


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server to which everybody is a stranger, though they come from this machine."""
    with running(tmp_path_factory.mktemp("strangers"), special="strangers") as server:
        yield server


def frame(opcode: int, text: bytes = b"", last: bool = True) -> bytes:
    return bytes((opcode | 0x80 * last, 0x80 | len(text))) + MASKED + text


def shake_hands(server: Server, match: str, source: str = "127.0.0.1", headers: str = "") -> socket.socket:
    """A socket of a match, as a program would open it that never reads more than the answer."""
    line = opened.enter_context(
        socket.create_connection(("127.0.0.1", server.port), PATIENCE_S, source_address=(source, 0))
    )
    line.sendall(
        f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
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


def test_counts_forget_who_has_left() -> None:
    counts = Counts()
    assert [counts.enter("a", 2) for _ in range(3)] == [True, True, False] and counts.total == 2
    counts.leave("a")
    counts.leave("a")
    assert counts.total == 0 and counts.enter("a", 1)
