"""A request that is passed on: answered there, or here if it was not heard there, and never twice."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest

from bussolotto.core.errors import refuse
from bussolotto.server.app import routing
from bussolotto.server.app.application import LARGEST_BODY
from bussolotto.server.app.routing import Answer, Forwarding, Routes
from bussolotto.server.http.connection import PASSED_ON

GOOD = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\nx-own: 1\r\nconnection: close\r\n\r\nhello"
NOT_OWNER = b'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 20\r\n\r\n{"code":"not-owner"}'
NOT_STORED = b'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 21\r\n\r\n{"code":"not-stored"}'
CUT_OFF = b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello"


class There:
    """Another process and the way to it: gives one answer, in pieces. None: nobody takes the connection."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = pieces
        self.asked = b""
        self.knows_late = False  # whether it is found out then alone
        self.came_back = False  # whether the table is here by now
        self.closed = 0

    def find(self, path: str) -> str | None:
        return None if self.came_back else "one"

    def look(self, path: str) -> None:
        self.came_back = self.came_back or self.knows_late

    async def open(self, end: Answer, *addresses: object) -> Any:
        self.end = end
        return self if self.pieces else None

    def write(self, content: bytes) -> None:
        self.asked += content
        self.came_back = not self.knows_late
        for piece in self.pieces:
            self.end.take(piece, True)
        self.end.broken()

    def note_taken(self, size: int) -> None:
        """Nothing waits for that."""

    def close(self) -> None:
        self.closed += 1


def ask(
    there: There, method: str = "POST", body: bytes = b"{}", passed_on: bool = False
) -> tuple[list[Any], list[bytes]]:
    """Ask for something of a table; what was answered, and what was heard here."""
    sent: list[Any] = []
    heard: list[bytes] = []

    async def app(scope: Any, receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        heard.append((await receive())["body"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"here", "more_body": False})

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    asked = {
        "type": "http",
        "method": method,
        "path": "/api/tables/t",
        "raw_path": b"/api/tables/t",
        PASSED_ON: passed_on,
    }
    asked |= {"query_string": b"own=1", "headers": [(b"host", b"x"), (b"te", b"x")], "client": None, "server": None}
    forwarding = Forwarding(cast(Any, app), cast(Any, there), cast(Any, there))
    asyncio.run(forwarding(cast(Any, asked), cast(Any, receive), cast(Any, send)))
    return sent, heard


def code_of(sent: list[Any]) -> str:
    """The code of a refusal."""
    return str(msgspec.json.decode(b"".join(message.get("body", b"") for message in sent))["code"])


def test_an_answer_is_sent_on_as_it_is() -> None:
    there = There(GOOD[:30], GOOD[30:])
    sent, heard = ask(there)
    assert there.asked == (
        b"POST /api/tables/t?own=1 HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"
    )
    assert (sent[0]["status"], sent[0]["headers"]) == (200, [(b"content-length", b"5"), (b"x-own", b"1")])
    assert b"".join(message["body"] for message in sent[1:]) == b"hello"
    assert (heard, there.closed) == ([], 1)


def test_an_answer_without_content_ends_with_its_headers() -> None:
    sent, _ = ask(There(GOOD.removesuffix(b"hello")), "HEAD", b"")
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]


def test_what_was_not_heard_there_is_done_here_if_the_table_came_back() -> None:
    sent, heard = ask(There(NOT_OWNER))
    assert (sent[0]["status"], heard) == (200, [b"{}"])


def test_where_a_table_is_is_learnt_from_who_does_not_have_it() -> None:
    there = There(NOT_OWNER)
    there.knows_late = True
    sent, heard = ask(there)
    assert (sent[0]["status"], heard) == (200, [b"{}"])


def test_what_nobody_takes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routing, "LOOK_S", 0.0)
    sent, heard = ask(There())
    assert (sent[0]["status"], code_of(sent), heard) == (503, "not-owner", [])


def test_another_refusal_is_sent_on() -> None:
    sent, heard = ask(There(NOT_STORED))
    assert (sent[0]["status"], code_of(sent), heard) == (503, "not-stored", [])


@pytest.mark.parametrize("pieces", [(b"",), (b"HTTP/1.1 200 OK\r\n",), (b"no answer at all\r\n\r\n",)])
def test_what_may_have_been_done_there_is_not_done_again(pieces: tuple[bytes, ...]) -> None:
    sent, heard = ask(There(*pieces))
    assert (sent[0]["status"], code_of(sent), heard) == (503, "not-owner", [])


def test_an_answer_that_breaks_off_is_not_made_whole() -> None:
    sent, heard = ask(There(CUT_OFF))
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[-1]["more_body"] is True
    assert heard == []


def test_a_request_is_passed_on_once() -> None:
    there = There(GOOD)
    sent, heard = ask(there, passed_on=True)
    assert (sent[0]["status"], code_of(sent), heard, there.asked) == (503, "not-owner", [], b"")


def test_a_large_request_is_refused_here() -> None:
    there = There(GOOD)
    sent, _ = ask(there, body=bytes(LARGEST_BODY + 1))
    assert (sent[0]["status"], code_of(sent), there.asked) == (413, "body-too-large", b"")


class Lost:
    """Where tables are, of a database that does not answer."""

    def find(self, table: str) -> str | None:
        raise refuse("unreadable", cause="busy", problem="lost")

    def find_of_match(self, match: str) -> str | None:
        return self.find(match)

    def find_loaded(self, match: str) -> None:
        """None is."""

    def value(self, *query: str) -> None:
        self.find("")

    def look(self, table: str) -> None:
        self.find(table)


@pytest.mark.parametrize("path", ["/api/tables/t", "/api/matches/m", "/api/matches/m/socket"])
def test_what_the_database_does_not_say_is_refused_here(path: str) -> None:
    lost = cast(Any, Lost())
    routes = Routes(lost, lost, lost, own_rest=True)
    assert routes.find(path) is routes.find_socket(path) is None
    routes.look(path)
