"""Who plays while drills are done, and who asks an owner that has no lease any more."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from bench import drain
from bench.crowd import Wire, read
from bench.drain import RESUME, itself
from bench.hosting import PATIENCE_S
from bench.standby.members import ANSWER_S, LOOK_S, Member

LOOK_AGAIN_S, PLAYING_S, WAITING_S, PROBE_ANSWER_S = 1, 5, 2, 3  # as in web/line
OPEN_S = 2  # for the proxy to find out that a server does not answer
PROBE = b'{"type":"probe"}'
STALE = "stale"  # in the ids of actions that are sent to owners without a lease


@dataclass
class Takeovers(drain.Drill):
    """What everybody has seen. `seconds` of takeovers by drill; `said`: by owners without a lease."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    said: list[bytes] = field(default_factory=list)
    asked: int = 0  # of owners without a lease
    silent: set[int] = field(default_factory=set)  # the ports of those
    written_back: int = 0  # transactions of an old primary that came back
    pages: list["Page"] = field(default_factory=list)  # all that play
    begun_s: float = 0.0  # when the drill began that is being done
    serves_s: float = 0.0  # and when somebody served again
    left_s: list[float] = field(default_factory=list)  # until all pages had left who lost the way over the bus
    seats: set[tuple[Any, ...]] = field(default_factory=set)  # tables, and who sits there
    handed_s: list[float] = field(default_factory=list)  # all waits while a table server was stopped
    alone: int = 0  # acknowledged actions while nobody had the site


class Page(drain.Page):
    """A page that notes what comes from an owner without a lease, and finds out when nobody is there any more.

    As `web/line/connection.js` does: it asks after a while of silence, and calls anew who does not answer.
    """

    _silent = 0  # seconds since anything came
    _probed = 0  # as many they were when it asked; 0: it has not
    _leaves = False  # whether it plays no more

    def __init__(self, drill: Takeovers, match: str, cookie: str, ports: Sequence[int]) -> None:
        """`ports`: of the servers that it tries by turns."""
        super().__init__(drill, match, cookie)
        self._ports = ports

    async def watch(self) -> None:
        """Look once a second."""
        while True:
            await asyncio.sleep(LOOK_AGAIN_S)
            self._silent += 1
            if not self._wire.opened.done():
                self._give_up_after(OPEN_S)
            elif self._probed:
                self._give_up_after(self._probed + PROBE_ANSWER_S)
            elif self._silent >= (WAITING_S if self.waits else PLAYING_S) and not self._wire.lost.done():
                self._probed = self._silent
                self._wire.send(PROBE)

    @property
    def wire(self) -> Wire:
        """Its socket, another one after each loss."""
        return self._wire

    @property
    def is_connected(self) -> bool:
        """Whether it has a socket."""
        return self._wire.opened.done() and not self._wire.lost.done()

    def is_at(self, port: int) -> bool:
        """Whether that is at this server."""
        return self.is_connected and self._ports[self._at % len(self._ports)] == port

    def sees_at(self, port: int) -> bool:
        """Whether it has seen its match there."""
        return self.is_at(port) and self._away_since_s is None

    def go_to(self, port: int) -> None:
        """Leave, and come again there."""
        self._at = self._ports.index(port) - 1
        self._wire.close()

    def leave(self) -> None:
        """Begin no more actions."""
        self._leaves = True

    def _act(self, version: int, action: int) -> None:
        if not self._leaves:
            super()._act(version, action)

    def _give_up_after(self, seconds: int) -> None:
        if self._silent >= seconds:
            self._away_since_s = self._away_since_s or time.perf_counter() - self._silent
            self._wire.close()
            self._silent = self._probed = 0

    def _hear(self, text: bytes) -> None:
        self._silent = self._probed = 0
        drill = cast(Takeovers, self._drill)
        if self._ports[self._at % len(self._ports)] in drill.silent:
            drill.said.append(text)
        super()._hear(text)


@asynccontextmanager
async def playing(
    drill: Takeovers, wanted: Sequence[dict[str, Any]], ports: Sequence[int]
) -> AsyncIterator[list[Page]]:
    """Let these matches be played meanwhile. At the end everything is answered."""
    pages = [Page(drill, duel["match"], cookie, ports) for duel in wanted for cookie in duel["cookies"]]
    work = [asyncio.create_task(doing) for page in pages for doing in (page.stay(), page.watch())]
    await asyncio.sleep(0)  # until each has a line
    yield pages
    for page in pages:
        page.leave()
    await until(lambda: not any(page.waits for page in pages))
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await asyncio.sleep(0)  # until the lines are closed


async def until(comes: Callable[[], object]) -> None:
    """Wait until this holds, while pages play."""
    async with asyncio.timeout(PATIENCE_S):
        while not comes():  # noqa: ASYNC110  # it comes about in many places
            await asyncio.sleep(LOOK_S)


async def sit_at(pages: Sequence[Page], port: int) -> None:
    """Wait until all of these are connected to this server, and send them there."""
    async with asyncio.timeout(PATIENCE_S):
        while away := [page for page in pages if not page.is_at(port)]:
            for page in away:
                if page.is_connected:
                    page.go_to(port)
            await asyncio.sleep(LOOK_AGAIN_S / 4)


async def question(member: Member, wanted: Sequence[dict[str, Any]]) -> tuple[list[Wire], list[bytes]]:
    """Pages of these matches that have seen them, and all that they hear from now on."""
    heard: list[bytes] = []
    wires = [await _connect(member, duel["match"], cookie, heard) for duel in wanted for cookie in duel["cookies"]]
    return wires, heard


def ask_for_all(drill: Takeovers, wire: Wire, version: int) -> None:
    """A view, a preview and an action, of which a server without a lease answers none."""
    preview = b'{"type":"preview","id":"p","version":%d,"actions":[0]}' % version
    act = b'{"type":"act","id":"%b-%d","version":%d,"actions":[0]}' % (STALE.encode(), version, version)
    for text in (RESUME, preview, act):
        wire.send(text)
        drill.asked += 1


def version_of(heard: Sequence[bytes]) -> int:
    """The latest version that pages have heard of."""
    return max(read(one).version for one in heard)


async def _connect(member: Member, match: str, cookie: str, heard: list[bytes]) -> Wire:
    wire = Wire(member.port, f"/api/matches/{match}/socket", cookie, heard.append)
    await asyncio.get_running_loop().create_connection(partial(itself, wire), "127.0.0.1", member.port)
    await wire.opened
    wire.send(RESUME)
    before = len(heard)
    await until(lambda: len(heard) > before)
    return wire


async def visit(port: int, match: str, drill: Takeovers) -> None:
    """Ask over HTTP for what only an owner may say. Note what it says; it may say nothing at all."""
    drill.asked += 1
    with suppress(ConnectionError, TimeoutError):
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with closing(writer):
                asked = f"GET /api/matches/{match} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
                writer.write(asked.encode())
                answer = await reader.read()
        if answer and not answer.startswith(b"HTTP/1.1 503"):
            drill.said.append(answer)
