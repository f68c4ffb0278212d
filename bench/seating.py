"""Matches of two people, opened over HTTP as browsers do."""

import http.client
import json
from typing import Any

ENDLESS = {"board": "1>0 1>0 1>0 1>0 1>0"}  # every chip placed comes back at once: a match that does not end


class Guest:
    """A browser with its cookie. It comes from an address of its own, for strangers are counted by address."""

    def __init__(self, port: int, number: int) -> None:
        own = f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(own, 0))
        self.cookie = ""

    def post(self, path: str, body: object = None) -> Any:
        """What the server answers; its cookie is kept."""
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        self._http.request("POST", path, json.dumps(body or {}), headers)
        answer = self._http.getresponse()
        content = answer.read()
        assert answer.status in (200, 201), f"POST {path}: {answer.status} {content.decode()}"
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        return json.loads(content)

    def leave(self) -> None:
        """Close the connection; the cookie is still good."""
        self._http.close()


def duels(port: int, count: int) -> list[dict[str, Any]]:
    """So many running matches of two: `{match, cookies}`."""
    return [duel(Guest(port, 2 * number), Guest(port, 2 * number + 1)) for number in range(count)]


def duel(anna: Guest, bruno: Guest) -> dict[str, Any]:
    """One running match."""
    wish = {"game": "spilorcio", "seats": 2, "sit": 0, "options": ENDLESS, "visibility": "link"}
    opened = anna.post("/api/tables", wish)
    bruno.post(f"/api/tables/{opened['table']}/seats/1")
    anna.post(f"/api/tables/{opened['table']}/start")
    for guest in (anna, bruno):
        guest.leave()
    return {"match": opened["match"], "cookies": [anna.cookie, bruno.cookie]}
