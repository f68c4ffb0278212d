"""People at a server under test: real processes, real sockets, a real database."""

import json
import os
import random
import signal
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from tests import forked, processes
from tests.moving import TimeOf
from tests.server import stores

SERVE = """
import os
import sys
if sys.argv[4] in ("whispers", "dare"):  # a toy as if it were one of the games: with secrets, begun by a seat
    from bussolotto.games import packages
    packages()[sys.argv[4]] = f"tests.laws.toys.{sys.argv[4]}"
if sys.argv[4] == "pig":  # the game of docs/adding-a-game.md, as if it were installed
    from tests import pig
    pig.install()
if sys.argv[4] == "dishonest":  # cheats with its dice
    from tests import dishonest
    dishonest.install()
from pathlib import Path
from tests import interpreting
if sys.argv[4] == "watched":  # notes which games would be compiled
    from bussolotto.server.match import jit
    jit.find_faster = lambda module: print(module.NAME, file=(Path(sys.argv[1]) / "compiled").open("a"), flush=True)
    jit.compile_turns = lambda module: None
elif sys.argv[4] == "compiled":
    interpreting.play_compiled(Path(sys.argv[1]) / "compiled")
else:
    interpreting.interpret()
interpreting.measure_on_demand()
from bussolotto.server import serve
from bussolotto.server.limits import Limits
if sys.argv[4] == "impatient":  # with strangers, who are not waited for as long
    from bussolotto.server.guard import unread
    from bussolotto.server.http import connection
    connection.HEADERS_S, connection.BODY_S, unread.STALLED_S = 0.3, 0.6, 0.3
strangers = Limits(sockets=3, guests_an_hour=4, tables_an_hour=8, waiting_tables=2, nearby=1, trusted=("127.1.1.1",))
limits = {  # a thousand people at one address, or fifty requests and then next to none, or what strangers may do
    "strict": Limits(requests_a_second=0.01, requests_at_once=50, guests_an_hour=10_000),
    "strangers": strangers,
    "impatient": strangers,
}.get(sys.argv[4], Limits(guests_an_hour=100_000, tables_an_hour=100_000, waiting_tables=10_000, loop_share=100))
from tests.moving import obey
serve(
    port=0,
    data=Path(sys.argv[1]),
    bot_pace=float(sys.argv[2]),
    base_url=sys.argv[3] or None,
    private_hooks=sys.argv[4] == "hooked",  # notices go to this machine
    pauses=True if sys.argv[4] == "resting" else None,  # events stop the table, though bots take no time
    clock=obey,
    limits=limits,
    database=os.environ.get("BUSSOLOTTO_DATABASE"),
    bus=os.environ.get("BUSSOLOTTO_BUS"),
    standby="BUSSOLOTTO_STANDBY" in os.environ,
    tables=os.environ.get("BUSSOLOTTO_TABLES"),
)
"""
ENDLESS = {"board": "1>0 1>0 1>0 1>0 1>0"}  # every chip placed comes back at once: a match that does not end
PAUSE_S = 0.03  # between looks, or the server finds who looks too fast
PATIENCE_S = 60
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # without certificates
opened = ExitStack()  # connections of the test that is running


class Server:
    """A server process on a folder."""

    def __init__(self, folder: Path, bot_pace: float = 0, base_url: str = "", special: str = "") -> None:
        self.folder = folder
        arguments = [str(folder), str(bot_pace), base_url, special]
        self.process = forked.start(SERVE, arguments, {**os.environ, **stores.environment_of(folder)}, log=None)
        self.time = TimeOf(self.process)
        self.port = self._port()
        self.address = f"http://127.0.0.1:{self.port}"

    def _port(self) -> int:
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                status = json.loads((self.folder / "server.json").read_text())
            except FileNotFoundError:
                status = {}
            if status.get("pid") == self.process.pid:
                return int(status["port"])
            time.sleep(0.01)
        self.process.kill()
        raise AssertionError(f"the server did not start: {self.process.communicate()[1]}")

    def kill(self) -> None:
        """As a power cut would."""
        processes.kill(self.process)

    def stop(self, how: int = signal.SIGTERM) -> str:
        """As a person would; what it wrote to stderr."""
        return str(processes.end(self.process, how)[1])

    def person(self, name: str = "") -> "Person":
        return Person(self, name)


def get(address: str, **how: Any) -> httpx.Response:
    """The answer to somebody without a cookie."""
    return httpx.get(address, timeout=PATIENCE_S, **how)


def answers(server: Server, path: str) -> bool:
    """Whether a process does; one that becomes the owner may close a connection on which it is just asked."""
    try:
        return get(f"{server.address}{path}").is_success
    except httpx.TransportError:
        return False


@contextmanager
def running(folder: Path, bot_pace: float = 0, base_url: str = "", special: str = "") -> Iterator[Server]:
    """A server that is gone afterwards, and must have had nothing to complain of."""
    server = Server(folder, bot_pace, base_url, special)
    try:
        yield server
    finally:
        complaints = server.stop() if server.process.poll() is None else ""
    assert "Traceback" not in complaints, complaints


def client(address: str = "", source: str | None = None, **more: Any) -> httpx.Client:
    """A client of a server that speaks plain HTTP: reading the machine's certificates would take 25 ms for each.

    `source`: the address of this machine that it connects from; `more`: what `httpx.Client` takes.
    """
    transport = httpx.HTTPTransport(verify=PLAIN, local_address=source)
    return httpx.Client(base_url=address, transport=transport, timeout=PATIENCE_S, **more)


class Person:
    """A guest with a browser."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        self.http = opened.enter_context(client(server.address))
        self.me = self.ask("GET", "/api/me")
        if name:
            self.ask("PUT", "/api/me", {"name": name})

    def send(self, method: str, path: str, body: object = None, **headers: str) -> httpx.Response:
        content = None if body is None else json.dumps(body)
        kind = {} if body is None else {"content-type": "application/json"}
        return self.http.request(method, path, content=content, headers={**kind, **headers})

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The answer, which must be a good one."""
        answer = self.send(method, path, body)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def refused(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        """Status and code of an answer that must be a problem."""
        answer = self.send(method, path, body)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        problem = answer.json()
        assert problem["status"] == answer.status_code and problem["detail"] and problem["title"], problem
        return answer.status_code, problem["code"]

    def open_table(self, seats: int = 2, **wishes: Any) -> dict[str, Any]:
        wish = {"game": "spilorcio", "seats": seats, "sit": 0, "options": ENDLESS, **wishes}
        table: dict[str, Any] = self.ask("POST", "/api/tables", wish)
        return table

    def pages(self, path: str) -> list[list[Any]]:
        """All pages of a list."""
        found, following = [], path
        while following:
            answer = self.send("GET", following)
            assert answer.is_success, answer.text
            found.append(answer.json())
            following = answer.links.get("next", {}).get("url", "")
        return found

    def lobby(self, query: str = "") -> list[str]:
        """All tables that this person may join or watch: of a second they come in any order, fifty on a page."""
        return [table["table"] for page in self.pages(f"/api/tables{query}") for table in page]

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def page(self, match: str, query: str = "") -> "Page":
        return Page(self, match, query)


class Page:
    """A browser page connected to a match."""

    def __init__(self, person: Person, match: str, query: str = "") -> None:
        address = person.server.address.replace("http", "ws")
        self.person = person
        self.match = match
        opening = connect(
            f"{address}/api/matches/{match}/socket{query}",
            additional_headers={"Cookie": person.cookie()},
            open_timeout=PATIENCE_S,
        )
        self.socket: ClientConnection = opened.enter_context(opening)
        self.ids = (f"{id(self)}-{number}" for number in count())
        self.table: dict[str, Any] = {}
        self.position: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.socket.close()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, kind: str | None = None, fits: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """The next message, or the next of this kind that fits; what else comes is kept in mind."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE_S))
            self.heard.append(message)
            if message["type"] == "table":
                self.table = message["table"]
            if message["type"] in ("view", "steps"):
                self.position = message
            if kind in (None, message["type"]) and fits(message):
                return message

    def resume(self, version: int | None = None) -> dict[str, Any]:
        """Catch up; the message that did it."""
        self.say(type="resume", version=version)
        told = self.hear(fits=lambda message: message["type"] in ("view", "steps"))
        self.hear("table")
        return told

    def act(self, *actions: int, version: int | None = None, message: str | None = None) -> dict[str, Any]:
        """Act, and wait for the answer to that."""
        name = message or next(self.ids)
        at = self.position["version"] if version is None else version
        self.say(type="act", id=name, version=at, actions=actions)
        return self.hear(fits=lambda answer: answer.get("id") == name)

    def turn(self) -> list[int]:
        """Wait until this seat may act; the legal actions."""
        while not self.position.get("legal"):
            self.hear("steps")
        legal: list[int] = self.position["legal"]
        return legal

    def play(self) -> dict[str, Any]:
        """Any legal action at this page's turn; the answer, with the news of it heard as well."""
        answer = self.act(random.choice(self.turn()))
        while self.position["version"] < answer["version"]:
            self.hear("steps")
        return answer


def finished(server: Server, game: str = "spilorcio", seats: int = 2, **options: str) -> tuple[Person, dict[str, Any]]:
    """A person and a table at which a match against bots was played to its end with their last legal actions."""
    anna = server.person("Anna")
    bots = [{"seat": seat, "player": "random"} for seat in range(1, seats)]
    table = anna.open_table(seats, game=game, bots=bots, options=options)
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    with anna.page(table["match"]) as page:
        page.resume()
        while page.table["state"] != "over":
            if page.position["legal"]:
                page.act(page.position["legal"][-1])
            page.hear()
    return anna, table


def duel(server: Server, **wishes: Any) -> tuple[Person, Person, dict[str, Any]]:
    """Two people at a table of two, the match begun."""
    anna, bruno = server.person("Anna"), server.person("Bruno")
    table = anna.open_table(**wishes)
    bruno.ask("POST", f"/api/tables/{table['table']}/seats/1")
    anna.ask("POST", f"/api/tables/{table['table']}/start")
    return anna, bruno, table
