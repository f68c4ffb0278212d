"""Any process takes any socket: a standby passes connections on to the owner, and says so when there is none."""

import asyncio
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed

from bussolotto.server.app import relaying
from bussolotto.server.app.relaying import RESTART, Acceptor, Relay, TunnelTransport
from bussolotto.server.bus import tunnels
from bussolotto.server.bus.memory import Hub
from bussolotto.server.bus.tunnels import WINDOW, Kind, Tunnel, read_message
from bussolotto.server.counts import ServerCounts
from bussolotto.server.http.owner_only import answer_as_standby
from bussolotto.server.store import leases, schema
from bussolotto.server.table.placements import OWNER
from bussolotto.server.table.placing import Subjects
from tests.server import outside, stores
from tests.server.buses import PATIENCE_S, NatsPlace, until
from tests.server.people import answers, running
from tests.server.test_standby import Toggled

SITE = "5172"
SOCKET = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"


# --- tunnels ------------------------------------------------------------------


class Heap:
    """One end of a tunnel: keeps what comes."""

    def __init__(self) -> None:
        self.came = b""
        self.wholes = 0
        self.is_broken = False
        self.drains = 0

    def take(self, piece: bytes, whole: bool) -> None:
        self.came += piece
        self.wholes += whole

    def drained(self) -> None:
        self.drains += 1

    def broken(self) -> None:
        self.is_broken = True


class Line:
    """A tunnel between two heaps, whose messages the test carries."""

    def __init__(self) -> None:
        self.there: list[bytes] = []
        self.back: list[bytes] = []
        self.here, self.far = Heap(), Heap()
        self.tunnel = Tunnel(bytes(16), self.there.append, self.here, lambda: None)
        self.other = Tunnel(bytes(16), self.back.append, self.far, lambda: None)

    def carry(self, *messages: bytes) -> None:
        for message in messages or tuple(self.there):
            self.other.hear(*read_message(message)[1:])
        self.there.clear()

    def carry_back(self) -> None:
        for message in self.back:
            self.tunnel.hear(*read_message(message)[1:])
        self.back.clear()


def on_a_line(use: Callable[[Line], Awaitable[None]]) -> None:
    async def run() -> None:
        line = Line()
        await use(line)
        for tunnel in (line.tunnel, line.other):
            tunnel.close()

    asyncio.run(run())


def test_what_goes_in_comes_out_once_and_in_order() -> None:
    async def use(line: Line) -> None:
        content = bytes(range(256)) * 500
        line.tunnel.write(content)
        line.tunnel.write(b"end")
        line.carry(*[message for message in line.there for _ in (1, 2)])  # each comes twice
        assert line.far.came == content + b"end"
        assert line.far.wholes == 2
        assert not line.far.is_broken

    on_a_line(use)


def test_a_tunnel_of_which_something_is_lost_ends() -> None:
    async def use(line: Line) -> None:
        for content in (b"1", b"2", b"3"):
            line.tunnel.write(content)
        line.carry(line.there[0], line.there[2])
        assert (line.far.came, line.far.is_broken) == (b"1", True)
        line.carry_back()
        assert line.here.is_broken
        line.tunnel.write(b"4")
        assert not line.there

    on_a_line(use)


def test_a_tunnel_of_which_the_last_is_lost_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tunnels, "LOST_S", 0.01)

    async def use(line: Line) -> None:
        line.tunnel.write(b"1")
        line.there.clear()
        await until(lambda: line.here.is_broken)

    on_a_line(use)


def test_what_is_on_its_way_is_bounded_until_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tunnels, "TAKEN_S", 0.0)

    async def use(line: Line) -> None:
        line.tunnel.write(bytes(4 * WINDOW))
        line.carry()
        await until(lambda: line.back)
        line.carry_back()
        assert len(line.far.came) == WINDOW  # it was heard, but not taken
        assert line.tunnel.waiting == 3 * WINDOW
        while line.tunnel.waiting:
            before = len(line.far.came)
            line.other.note_taken(before - line.other._taken)
            await until(lambda: line.back)
            line.carry_back()
            line.carry()
            assert before < len(line.far.came) <= before + WINDOW
        assert line.here.drains >= 3
        assert line.far.came == bytes(4 * WINDOW)

    on_a_line(use)


def test_what_is_no_message_of_a_tunnel_raises_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(line: Line) -> None:
        for kind, content in ((9, b""), (Kind.TAKEN, b"short")):
            with pytest.raises((ValueError, struct.error)):
                line.tunnel.hear(kind, 0, content)
        with pytest.raises(struct.error):
            read_message(b"short")

    on_a_line(use)


# --- a standby and an owner ---------------------------------------------------


class Echo(asyncio.Protocol):
    """A connection of an owner that opens a socket, or answers with what it gets."""

    def __init__(self, made: list["Echo"]) -> None:
        made.append(self)
        self.came = b""
        self.lost = False

    def connection_made(self, transport: Any) -> None:
        self.transport: TunnelTransport = transport

    def data_received(self, data: bytes) -> None:
        self.came += data
        if self.came.startswith(b"GET /socket") and self.came == data:
            self.transport.write(SOCKET)
        elif not self.came.startswith(b"GET /silent"):
            self.transport.write(data)

    def connection_lost(self, problem: Exception | None) -> None:
        self.lost = True


class Site:
    """An owner and a standby that listens, both in this process."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.ownership = Toggled()
        self.counts, self.owner_counts = ServerCounts(), ServerCounts()
        self.made: list[Echo] = []
        self.connections: set[Any] = set()
        self.acceptor = self.owner()
        self.relay = Relay(self.hub.join(), SITE, self.counts)

    def owner(self) -> Acceptor:
        subject = Subjects(SITE).connections(OWNER)
        return Acceptor(self.hub.join(), subject, self.ownership, self.owner_counts, lambda: Echo(self.made))

    async def listen(self) -> None:
        await self.acceptor.begin()
        await self.relay.begin()
        config = uvicorn.Config(cast(Any, answer_as_standby), ws="none", lifespan="off", log_config=None)
        config.load()
        state = SimpleNamespace(connections=self.connections, tasks=set(), total_requests=0, default_headers=[])
        make = self.relay.connection
        self.server = await asyncio.get_running_loop().create_server(
            lambda: make(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.server.sockets[0].getsockname()[1])

    async def ask(self, request: bytes) -> bytes:
        """All that is answered."""
        reader, writer = await self.connect()
        writer.write(request)
        answer = await asyncio.wait_for(reader.read(), PATIENCE_S)
        writer.close()
        return answer

    async def open_socket(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.connect()
        writer.write(b"GET /socket HTTP/1.1\r\n\r\n")
        assert await reader.readexactly(len(SOCKET)) == SOCKET
        return reader, writer


def at_a_site(use: Callable[[Site], Awaitable[None]]) -> None:
    async def run() -> None:
        site = Site()
        await site.listen()
        try:
            await use(site)
        finally:
            site.server.close()
            await site.acceptor.close()
            await site.relay.close()
            for connection in list(site.connections):
                connection.shutdown()
            await asyncio.sleep(0)

    asyncio.run(run())


def test_bytes_go_to_the_owner_and_back_with_the_address_of_who_connects() -> None:
    async def use(site: Site) -> None:
        reader, writer = await site.connect()
        content = b"POST / HTTP/1.1\r\n\r\n" + bytes(3 * WINDOW)
        writer.write(content)
        assert await asyncio.wait_for(reader.readexactly(len(content)), PATIENCE_S) == content
        own = writer.get_extra_info("sockname")
        assert site.made[0].transport.get_extra_info("peername") == own
        writer.close()
        await until(lambda: site.made[0].lost)

    at_a_site(use)


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_each_process_speaks_for_itself_about_its_health(path: str) -> None:
    async def use(site: Site) -> None:
        answer = await site.ask(f"GET {path} HTTP/1.1\r\nconnection: close\r\n\r\n".encode())
        assert answer.startswith(b"HTTP/1.1 200" if path == "/healthz" else b"HTTP/1.1 503")
        assert not site.made

    at_a_site(use)


@pytest.mark.parametrize("lacks", ["owner", "lease", "bus"])
def test_without_an_owner_it_answers_as_a_standby(lacks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaying, "OPEN_S", 0.05)

    async def use(site: Site) -> None:
        if lacks == "owner":
            await site.acceptor.close()
        site.ownership.may = lacks != "lease"
        site.hub.runs = lacks != "bus"
        answer = await site.ask(b"GET /api/tables HTTP/1.1\r\nconnection: close\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"retry-after: 1" in answer
        assert b'"not-owner"' in answer
        assert not site.made

    at_a_site(use)


@pytest.fixture
def miss_silent(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From when this is called, who is asked a few times and says nothing counts as gone; before, he may be late."""
    monkeypatch.setattr(relaying, "BEAT_S", 0.02)
    usual = relaying.BEATS
    monkeypatch.setattr(relaying, "BEATS", 1_000_000)
    return lambda: monkeypatch.setattr(relaying, "BEATS", usual)


async def close(site: Site) -> None:
    await site.acceptor.close()


async def kill(site: Site) -> None:
    await site.acceptor._bus.close()


async def take_away(site: Site) -> None:
    site.hub.runs = False


async def stop_here(site: Site) -> None:
    for connection in list(site.connections):
        connection.shutdown()


@pytest.mark.parametrize("happens", [close, kill, take_away, stop_here])
def test_when_the_owner_or_the_bus_goes_sockets_are_closed_so_that_pages_come_again(
    happens: Callable[[Site], Awaitable[None]], miss_silent: Callable[[], None]
) -> None:
    async def use(site: Site) -> None:
        reader, writer = await site.open_socket()
        asked, silent = await site.connect()
        silent.write(b"GET /silent HTTP/1.1\r\n\r\n")
        await until(lambda: len(site.made) == 2 and site.made[1].came)
        await happens(site)
        miss_silent()
        assert await asyncio.wait_for(reader.read(), PATIENCE_S) == RESTART
        refused = await asyncio.wait_for(asked.read(), PATIENCE_S)
        assert refused.startswith(b"HTTP/1.1 503")
        assert b'"not-owner"' in refused
        for end in (writer, silent):
            end.close()
        await until(lambda: not site.connections)

    at_a_site(use)


def test_a_socket_that_the_owner_closes_keeps_its_code() -> None:
    async def use(site: Site) -> None:
        reader, writer = await site.open_socket()
        farewell = b"\x88\x02\x03\xf0"  # 1008
        site.made[0].transport.write(farewell)
        site.made[0].transport.close()
        assert await asyncio.wait_for(reader.read(), PATIENCE_S) == farewell
        writer.close()

    at_a_site(use)


def test_a_connection_that_a_standby_has_given_up_meanwhile_ends_at_the_owner() -> None:
    """As when the request for it was held back on its way, like all those that followed it in vain."""

    async def use(site: Site) -> None:
        late = relaying.Opening(bytes(16), site.relay._tunnels.process, ("", 0), ("", 0))
        await site.acceptor._open(msgspec.msgpack.encode(late))
        await until(lambda: site.made[0].lost)

    at_a_site(use)


def test_the_owner_may_say_something_before_a_standby_knows_of_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(site: Site) -> None:
        heard: list[bytes] = []
        bus = site.relay._bus
        await bus.subscribe(f"bussolotto.tunnels.{site.relay._tunnels.process}", heard.append)
        request = bus.request

        async def answer_late(*asked: Any) -> bytes:
            found = await request(*asked)
            await until(lambda: heard)
            return found

        monkeypatch.setattr(bus, "request", answer_late)
        _, writer = await site.open_socket()
        assert not site.made[0].lost
        writer.close()

    at_a_site(use)


def test_a_bus_that_takes_nothing_does_not_keep_a_standby_from_leaving_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be about to take over."""
    monkeypatch.setattr(relaying, "LAST_S", 0.01)

    async def use(site: Site) -> None:
        async def wait(subject: str, message: bytes) -> None:
            await asyncio.Event().wait()

        _, writer = await site.open_socket()
        monkeypatch.setattr(site.relay._bus, "publish", wait)
        writer.write(b"hello")
        await until(lambda: site.relay._tunnels._sending)
        await asyncio.wait_for(site.relay.close(), PATIENCE_S / 2)
        writer.close()

    at_a_site(use)


def test_a_connection_of_a_standby_that_is_gone_ends_at_the_owner(miss_silent: Callable[[], None]) -> None:
    async def use(site: Site) -> None:
        _, writer = await site.open_socket()
        await site.relay._bus.close()
        miss_silent()
        await until(lambda: site.made[0].lost)
        writer.close()

    at_a_site(use)


def test_both_processes_count_what_becomes_of_connections(miss_silent: Callable[[], None]) -> None:
    async def use(site: Site) -> None:
        both = (site.counts, site.owner_counts)
        (_, first), (_, second) = await site.open_socket(), await site.open_socket()
        assert [counts.relayed for counts in both] == [2, 2]
        first.close()
        await until(lambda: [counts.relayed for counts in both] == [1, 1])
        site.hub.runs = False
        miss_silent()
        await until(lambda: [counts.relayed for counts in both] == [0, 0])
        await site.ask(b"GET /api/tables HTTP/1.1\r\nconnection: close\r\n\r\n")
        assert +site.counts.relays == {"passed-on": 2, "broken": 1, "refused": 1}
        assert +site.owner_counts.relays == {"taken": 2, "broken": 1}
        second.close()

    at_a_site(use)


def test_a_request_for_a_connection_that_comes_twice_opens_one() -> None:
    async def use(site: Site) -> None:
        _, writer = await site.open_socket()
        tunnel = next(iter(site.acceptor._tunnels._tunnels))
        again = relaying.Opening(tunnel, site.relay._tunnels.process, ("", 0), ("", 0))
        await site.acceptor._open(msgspec.msgpack.encode(again))
        assert len(site.made) == 1
        writer.close()

    at_a_site(use)


def test_an_owner_reads_no_more_than_it_wants_and_a_slow_reader_holds_nobody_up() -> None:
    async def use(site: Site) -> None:
        reader, writer = await site.open_socket()
        owner = site.made[0]
        owner.transport.pause_reading()
        writer.write(bytes(20 * WINDOW))
        await until(lambda: len(owner.transport._held) * tunnels.PIECE >= WINDOW)
        assert owner.came.count(0) == 0
        other, second = await site.open_socket()
        second.write(b"hello")
        assert await other.readexactly(5) == b"hello"
        owner.transport.resume_reading()
        assert await asyncio.wait_for(reader.readexactly(20 * WINDOW), PATIENCE_S) == bytes(20 * WINDOW)
        for end in (writer, second):
            end.close()

    at_a_site(use)


def test_sites_do_not_meet_and_all_who_use_a_database_know_its_name(tmp_path: Path) -> None:
    names = set()
    for folder in ("one", "two"):
        with stores.opened_at(stores.address_of(tmp_path / folder)) as database:
            schema.migrate(database)
            names |= {leases.name_of_site(database, new) for new in (f"{folder}-a", f"{folder}-b")}
    assert names == {"one-a", "two-a"}


def test_who_connects_and_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaying, "FIRST_S", 0.01)

    async def use(site: Site) -> None:
        with suppress(ConnectionResetError):  # it may be closed before the standby has read what was said
            assert await site.ask(b"GET") == b""
        await until(lambda: not site.connections)

    at_a_site(use)


# --- real ones ----------------------------------------------------------------


def test_a_match_is_played_at_a_standby_and_goes_on_there_when_the_owner_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "chosen", stores.POSTGRESQL)
    address, place = stores.address_of(tmp_path), NatsPlace()
    monkeypatch.setattr(stores, "environment_of", lambda _: {"BUSSOLOTTO_DATABASE": address})
    monkeypatch.setenv("BUSSOLOTTO_BUS", place.address)
    monkeypatch.setenv("BUSSOLOTTO_STANDBY", "1")
    try:
        with running(tmp_path / "one") as owner, running(tmp_path / "two") as standby:
            outside.until(partial(answers, standby, "/api/games"))  # once both have found the bus
            anna = standby.person("Anna")
            table = anna.open_table(bots=[{"seat": 1, "player": "random"}])
            anna.ask("POST", f"/api/tables/{table['table']}/start")
            with anna.page(table["match"]) as page:
                page.resume()
                version = page.play()["version"]
                owner.kill()
                with pytest.raises(ConnectionClosed) as closed:
                    while True:
                        page.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            outside.until(partial(answers, standby, "/readyz"))
            with anna.page(table["match"]) as page:
                assert page.resume()["version"] >= version
                page.play()
    finally:
        place.stop()
