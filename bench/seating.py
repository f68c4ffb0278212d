"""Matches of two people, opened over HTTP as browsers do."""

import http.client
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

ENDLESS = {"board": "1>0 1>0 1>0 1>0 1>0"}  # every chip placed comes back at once: a match that does not end
LONG = {"game": "spilorcio", "seats": 2, "sit": 0, "options": ENDLESS, "visibility": "link"}
MARK = "bussolotto-at="  # the cookie that is for proxies
GOOD = (200, 201)  # statuses


class Guest:
    """A browser with its cookie. It comes from an address of its own, for strangers are counted by address."""

    def __init__(self, port: int, number: int) -> None:
        own = f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(own, 0))
        self.cookie = ""

    def post(self, path: str, body: object = None, allowed: Sequence[int] = GOOD) -> Any:
        """What the server answers; its cookie is kept."""
        return json.loads(self.ask("POST", path, body or {}, allowed))

    def get(self, path: str) -> Any:
        """What the server answers, if it is JSON."""
        content = self.ask("GET", path, allowed=(*GOOD, 403, 404, 409))
        return json.loads(content) if content[:1] in (b"[", b"{") and content.count(b"\n") < 2 else content

    def ask(self, method: str, path: str, body: object = None, allowed: Sequence[int] = GOOD) -> bytes:
        """The content of an answer, whose status must be one of those."""
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        self._http.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._http.getresponse()
        content = answer.read()
        assert answer.status in allowed, f"{method} {path}: {answer.status} {content.decode()}"
        given = [cookie.partition(";")[0] for cookie in answer.headers.get_all("Set-Cookie", [])]
        self.cookie = next((cookie for cookie in given if not cookie.startswith(MARK)), self.cookie)
        return content

    def leave(self) -> None:
        """Close the connection; the cookie is still good."""
        self._http.close()


@contextmanager
def leaving(*guests: Guest) -> Iterator[None]:
    """Their connections are closed at the end, also where something went wrong or nobody waits any more."""
    try:
        yield
    finally:
        for guest in guests:
            guest.leave()


def duels(port: int, count: int, wish: dict[str, Any] = LONG) -> list[dict[str, Any]]:
    """So many running matches of two: `{match, cookies}`."""
    return [duel(Guest(port, 2 * number), Guest(port, 2 * number + 1), wish) for number in range(count)]


def duel(anna: Guest, bruno: Guest, wish: dict[str, Any] = LONG) -> dict[str, Any]:
    """One running match."""
    with leaving(anna, bruno):
        opened = anna.post("/api/tables", wish)
        bruno.post(f"/api/tables/{opened['table']}/seats/1")
        anna.post(f"/api/tables/{opened['table']}/start")
    return {"match": opened["match"], "cookies": [anna.cookie, bruno.cookie]}
