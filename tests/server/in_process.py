"""A server in this process, without sockets, whose time the test moves: how long a line is, is exact."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

import httpx

from bussolotto.server.app.application import application
from bussolotto.server.app.services import Services, Settings, start_services
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.replays import Replays
from bussolotto.server.socket.connected_page import ConnectedPage
from tests.moving import MovableClock
from tests.server import stores
from tests.server.people import ENDLESS

ADDRESS = "http://bussolotto.local"


class House:
    """The services, their clock, and the HTTP API."""

    def __init__(self, services: Services, clock: MovableClock) -> None:
        self.services = services
        self.clock = clock
        self.api = httpx.ASGITransport(cast(Any, application(services)))

    async def person(self, name: str) -> "Guest":
        """A new guest of this name."""
        http = httpx.AsyncClient(transport=self.api, base_url=ADDRESS)
        guest = Guest(self, http)
        await guest.ask("PUT", "/api/me", {"name": name})
        return guest

    async def duel(self) -> LiveMatch:
        """A match of Spilorcio between two guests that has begun, with dice from the server alone."""
        return (await self.duelists()).live

    async def duelists(self, **wishes: object) -> "Duel":
        """The same, with the people and their table. `wishes`: how else it is opened."""
        anna, bruno = [await self.person(name) for name in ("Anna", "Bruno")]
        wish = {"game": "spilorcio", "seats": 2, "sit": 0, "options": ENDLESS, "fair": "server", **wishes}
        opened = await anna.ask("POST", "/api/tables", wish)
        await bruno.ask("POST", f"/api/tables/{opened['table']}/seats/1")
        await anna.ask("POST", f"/api/tables/{opened['table']}/start")
        await self.advance(10)
        return Duel(anna, bruno, opened["table"], self.services.matches.find(opened["match"]))

    async def advance(self, seconds: float) -> None:
        """Let so much time pass, and everything be done that happens in it, each thing at its time."""
        end_s = self.clock.now_s() + seconds
        await self._finish()
        while (due_s := self.clock.next_s) is not None and due_s <= end_s:
            self.clock.go_to(due_s)
            await self._finish()
        self.clock.go_to(end_s)

    async def _finish(self) -> None:
        """Until everything is stored, and what follows from it is done."""
        store = self.services.store
        for _ in range(2):
            await asyncio.sleep(0)
            await store.run()


class Guest:
    """Somebody who asks the HTTP API, and has pages."""

    def __init__(self, house: House, http: httpx.AsyncClient) -> None:
        self.house = house
        self.http = http

    async def send(self, method: str, path: str, body: object = None) -> httpx.Response:
        return await self.http.request(method, path, json=body)

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer, which must be a good one."""
        answer = await self.send(method, path, body)
        assert answer.is_success, answer.text
        return answer.json()

    def page(self, match: str, way_s: float = 0.0) -> "FarPage":
        """A page of a match, whose messages take so long each way."""
        guests = self.house.services.guests
        guest, _ = guests.read_cookies([f"{guests.cookie}={self.http.cookies[guests.cookie]}"])
        return FarPage(self.house, guest, match, way_s)


class Duel(NamedTuple):
    """A match of two guests, and its table."""

    anna: Guest
    bruno: Guest
    table: str
    live: LiveMatch


class FarPage:
    """A page at the other end of a line: what it sends and is sent takes its time."""

    def __init__(self, house: House, guest: str | None, match: str, way_s: float) -> None:
        self.heard: list[dict[str, Any]] = []
        self._call_later = house.clock.call_later
        self._way_s = way_s
        live = house.services.matches.find(match)
        self._page = ConnectedPage(house.services.socket, self, live, guest, None, ADDRESS, shows=False)
        self._page.arrive()

    def say(self, **message: Any) -> None:
        self._call_later(self._way_s, self._page.hear, json.dumps(message).encode())

    def close(self) -> None:
        """The line breaks, and the server notices."""
        self._page.depart()

    def told(self, fits: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        """The messages heard so far that fit."""
        return [message for message in self.heard if fits(message)]

    def answers(self, *names: str) -> list[dict[str, Any]]:
        """The answers to these claims, or to all, in the order in which they came."""
        return self.told(lambda one: one["type"] in ("ack", "refused") and (not names or one.get("id") in names))

    # --- the end of the line at the server: see `connected_page.Wire` ---

    def send(self, message: bytes) -> None:
        self._call_later(self._way_s, self._hear, message)

    hold = send

    def measure(self, nonce: bytes) -> None:
        self._call_later(2 * self._way_s, self._page.receive_pong, nonce)

    def announce_restart(self) -> None:
        raise AssertionError("no table is handed over here")

    def shutdown(self) -> None:
        raise AssertionError("no table is handed over here")

    def dismiss(self) -> None:
        raise AssertionError("nobody is dismissed here")

    def _hear(self, message: bytes) -> None:
        head = {126: 4, 127: 10}.get(message[1], 2)  # of the frame, by its length (RFC 6455, 5.2)
        self.heard.append(json.loads(message[head:]))


@asynccontextmanager
async def house(folder: Path, replays: Replays | None = None) -> AsyncIterator[House]:
    """A server on this folder, where nothing takes time. What was replayed before is passed to it."""
    clock = MovableClock(asyncio.get_running_loop())
    services = await start_services(
        Settings(
            folder,
            stores.address_in_use(folder),
            clock=lambda _: clock,
            replays=Replays() if replays is None else replays,
        )
    )
    try:
        yield House(services, clock)
    finally:
        await services.close()
