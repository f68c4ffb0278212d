"""The load generator: hundreds of pages in one process, on another core than the server.

`python -m bench.crowd` reads a plan, one line of JSON, from standard input and answers with one line of JSON:

- `{do: play, port, pid, duels, seconds, rate}`: each duel decides again and again, all of them `rate` times a second,
  or as fast as they can (rate 0); with `nonces` all pages have a part in the dice. With `pids` in place of `pid`,
  several processes serve together. Answers `{decisions, seconds, processor_s, ms: [..], fell_ms: [..],
  acked: [[match, id], ..]}`; `fell_ms`: from the last nonce of a roll to its dice.
- `{do: storm, port, pid, duels}`: as play at rate 0, until the server is gone. Answers `{acked}`.
- `{do: echo, port, pid, connections, seconds}`: every connection sends a message as soon as the last came back.
- `{do: watch, port, pid, match, spectators}`: so many strangers look on. Answers `{seconds, processor_s}`, until each
  has been shown the match and told how many they are.
- `{do: probe, port, pid, duels, seconds}`: who has the turn tries a decision every 20 ms. Answers `{ms: [..], busy_ms:
  [..]}`: how long each answer took, and how much processor time the server has taken meanwhile.
- `{do: catch_up, port, pid, match, sockets, times}`: so many strangers ask so many times for all steps of a match.
  Answers `{resumes, bytes, processor_s}`.
- `{do: idle, port, duels}`: connects, answers when everybody has seen the match, and stays until its input ends.

Frames are written and read by hand, so that the generator is not the limit.
"""

import asyncio
import gc
import json
import os
import random
import resource
import sys
from collections.abc import Callable, Sequence
from functools import partial
from time import clock_gettime, perf_counter
from typing import Any, NamedTuple

import msgspec
import uvloop

from bench.hosting import OPEN_FILES, clock_of, processor_s
from bussolotto.fair.nonces import NonceChain

WARM_UP_S = 2.0
RESUME = b'{"type":"resume","version":-1}'
AT_ONCE = 50  # handshakes under way
PROBE_S = 0.02
CHAIN, COMMIT = 4_000, "commit"  # rolls of a match; the id of the message that commits to a chain
MASKED, NO_MASK_KEY = 0x80, bytes(4)  # a mask of zeros: the bytes stay as they are
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


class Around(msgspec.Struct):
    """What we read of a table."""

    spectators: int


class Fair(msgspec.Struct):
    """What we read of the dice."""

    head: str
    rolls: int
    ask: Sequence[int] = ()


class Told(msgspec.Struct):
    """What we read of a message of the server."""

    type: str
    table: Around | None = None
    spectators: int = 0
    id: str = ""
    version: int = 0
    legal: Sequence[int] = ()
    text: str = ""
    fair: Fair | None = None


read = msgspec.json.Decoder(Told).decode


class Wire(asyncio.Protocol):
    """One WebSocket connection. `hear` gets the text of every message."""

    def __init__(self, port: int, path: str, cookie: str, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self._buffer = b""
        self._open = False
        self._transport: Any = None  # until it is connected
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._greeting = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookie}\r\n\r\n"
        )

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._greeting.encode())

    def connection_lost(self, problem: Exception | None) -> None:
        self.lost.set_result(None)
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"refused: {self._buffer[:200]!r}"))

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        if self._open or self._welcomed():
            self._read_frames()

    def send(self, text: bytes, opcode: int = TEXT) -> None:
        """One frame of up to 125 bytes."""
        self._transport.write(bytes((opcode, MASKED | len(text))) + NO_MASK_KEY + text)

    def close(self) -> None:
        """Hang up, if it was ever connected."""
        if self._transport:
            self._transport.close()

    def _welcomed(self) -> bool:
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        if end and head.startswith(b"HTTP/1.1 101"):
            self._open = True
            self._buffer = rest
            self.opened.set_result(None)
        elif end:  # a refusal
            self.close()
        return self._open

    def _read_frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) >= at + 2:
            size, start = buffer[at + 1], at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(buffer[at + 2 : start]) if len(buffer) >= start else len(buffer)
            if len(buffer) < start + size:
                break
            self._frame(buffer[at], buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]

    def _frame(self, opcode: int, content: bytes) -> None:
        if opcode == TEXT:
            self._hear(content)
        elif opcode == PING:
            self.send(content, PONG)
        elif opcode == CLOSE:
            self.close()


async def connected(wires: Sequence[Wire], port: int, then: Callable[[Wire], object] = str) -> None:
    """Open them all, and do something with each as soon as it is open."""
    door = asyncio.Semaphore(AT_ONCE)
    loop = asyncio.get_running_loop()

    async def enter(wire: Wire) -> None:
        async with door:
            await loop.create_connection(lambda: wire, "127.0.0.1", port)
            await wire.opened
            then(wire)

    await asyncio.gather(*map(enter, wires))


class Spectator:
    """A page that has `seen` all when it was shown the match and told of so many spectators."""

    def __init__(self, port: int, match: str, spectators: int) -> None:
        self.seen = asyncio.Event()
        self.wire = Wire(port, f"/api/matches/{match}/socket", "", self._hear)
        self._missing = {"view", spectators}

    def _hear(self, text: bytes) -> None:
        told = read(text)
        self._missing -= {told.type, told.spectators, told.table.spectators if told.table else 0}
        if not self._missing:
            self.seen.set()


class Reader:
    """A page that asks for all steps of a match, so many times."""

    def __init__(self, port: int, match: str, times: int) -> None:
        self.done = asyncio.Event()
        self.size = 0
        self.wire = Wire(port, f"/api/matches/{match}/socket", "", self._hear)
        self._left = times

    def ask(self) -> None:
        """Ask once more, or be done."""
        self._left -= 1
        if self._left < 0:
            self.done.set()
        else:
            self.wire.send(b'{"type":"resume","version":0}')

    def _hear(self, text: bytes) -> None:
        if text.startswith(b'{"type":"steps"'):
            self.size = len(text)
            self.ask()


class Duel:
    """Two pages of one match. Who has the turn decides when somebody wants it: once in `period_s`, or always (0).

    With `nonces` both have a part in the dice.
    """

    def __init__(self, port: int, match: str, cookies: Sequence[str], period_s: float, nonces: bool = False) -> None:
        self.match = match
        self.acked: list[tuple[float, float, str]] = []  # when it was clicked, when acknowledged, message id
        self.seen = asyncio.Event()  # by both
        self._period_s = period_s
        self._chains = [NonceChain(length=CHAIN) for _ in cookies] if nonces else []
        self.fell_ms: list[float] = []  # from the last nonce of a roll until its dice are seen
        self._opened_s, self._rolls = 0.0, 0
        self._shown: set[int] = set()
        self._turn: tuple[Wire, int, Sequence[int]] | None = None
        self._wanted_s: float | None = None
        self._clicked_s = 0.0
        path = f"/api/matches/{match}/socket"
        self.wires = [Wire(port, path, cookie, partial(self._hear, seat)) for seat, cookie in enumerate(cookies)]

    def resume(self) -> None:
        """Ask where the match stands."""
        for wire in self.wires:
            wire.send(RESUME)

    def want(self) -> None:
        """From now on decisions are wanted."""
        self._wanted_s = self._wanted_s or perf_counter()
        if self._period_s:
            asyncio.get_running_loop().call_later(self._period_s, self.want)
        self._click()

    def _click(self) -> None:
        if self._turn is None or self._wanted_s is None:
            return
        wire, version, legal = self._turn
        now_s = perf_counter()
        self._clicked_s, self._wanted_s = (self._wanted_s, None) if self._period_s else (now_s, now_s)
        self._turn = None
        message = b"%d-%x" % (version, random.getrandbits(32))
        action = random.choice(legal)
        wire.send(b'{"type":"act","id":"%s","version":%d,"actions":[%d]}' % (message, version, action))

    def _hear(self, seat: int, text: bytes) -> None:
        told = read(text)
        if told.fair and self._chains and seat in told.fair.ask:
            self._open(seat, told.fair)
        elif told.fair and self._opened_s and told.fair.rolls > self._rolls:
            self._rolls = told.fair.rolls
            self.fell_ms.append(round(1000 * (perf_counter() - self._opened_s), 3))
        if told.id == COMMIT:
            self._see(seat)
        elif told.type == "ack":
            self.acked.append((self._clicked_s, perf_counter(), told.id))
        elif told.type in ("view", "steps"):
            if self._chains and told.type == "view":
                link = self._chains[seat].commitment.hex().encode()
                self.wires[seat].send(b'{"type":"commit","id":"%s","link":"%s"}' % (COMMIT.encode(), link))
            elif not self._chains:
                self._see(seat)
            if told.legal:
                self._turn = (self.wires[seat], told.version, told.legal)
                self._click()
        elif told.type == "refused":
            sys.exit(f"refused in {self.match}: {told.text}")

    def _see(self, seat: int) -> None:
        """This page is ready."""
        self._shown.add(seat)
        if len(self._shown) == len(self.wires):
            self.seen.set()

    def _open(self, seat: int, fair: Fair) -> None:
        """Open the next link for the roll that waits."""
        link = self._chains[seat].open(bytes.fromhex(fair.head)).hex().encode()
        self._opened_s, self._rolls = perf_counter(), fair.rolls
        self.wires[seat].send(b'{"type":"nonce","id":1,"roll":%d,"link":"%s"}' % (fair.rolls, link))


async def play(plan: dict[str, Any]) -> dict[str, Any]:
    """Everybody decides; what was acknowledged, and how long after the click."""
    duels = await seated(plan, period_s=len(plan["duels"]) / plan["rate"] if plan["rate"] else 0)
    for duel in duels:
        duel.want()
        await asyncio.sleep(1 / plan["rate"] if plan["rate"] else 0)
    await asyncio.sleep(WARM_UP_S)
    window = await watched(plan)
    await asyncio.sleep(WARM_UP_S)  # what was clicked in the window is answered
    clicked = [(at_s, acked_s) for duel in duels for at_s, acked_s, _ in duel.acked]
    in_time = [acked_s for _, acked_s in clicked if window.begun_s <= acked_s < window.ended_s]
    waits_s = [acked_s - at_s for at_s, acked_s in clicked if window.begun_s <= at_s < window.ended_s]
    return {
        "decisions": len(in_time),
        "seconds": window.ended_s - window.begun_s,
        "processor_s": window.processor_s,
        "ms": [round(1000 * wait_s, 3) for wait_s in waits_s],
        "fell_ms": [fell_ms for duel in duels for fell_ms in duel.fell_ms],
        "acked": acked_by(duels),
    }


def acked_by(duels: Sequence[Duel]) -> list[tuple[str, str]]:
    """Match and message id of every acknowledged decision."""
    return [(duel.match, message) for duel in duels for _, _, message in duel.acked]


async def echo(plan: dict[str, Any]) -> dict[str, Any]:
    """Messages of the size of a decision, back and forth."""
    heard = [0]
    message = b'{"type":"act","id":"123-1f2e3d4c","version":123,"actions":[231]}'

    def answer(wire: list[Wire], text: bytes) -> None:
        heard[0] += 1
        wire[0].send(message)

    wires = []
    for _ in range(plan["connections"]):
        own: list[Wire] = []
        own.append(Wire(plan["port"], "/", "", partial(answer, own)))
        wires += own
    await connected(wires, plan["port"])
    for wire in wires:
        wire.send(message)
    await asyncio.sleep(WARM_UP_S)
    before = heard[0]
    window = await watched(plan)
    return {"messages": heard[0] - before, "processor_s": window.processor_s}


async def storm(plan: dict[str, Any]) -> dict[str, Any]:
    """As fast as they can, to the bitter end."""
    duels = await seated(plan, period_s=0)
    for duel in duels:
        duel.want()
    for wire in (wire for duel in duels for wire in duel.wires):
        await wire.lost
    return {"acked": acked_by(duels)}


async def watch(plan: dict[str, Any]) -> dict[str, Any]:
    """Look on, all of them."""
    spectators = [Spectator(plan["port"], plan["match"], plan["spectators"]) for _ in range(plan["spectators"])]
    begun_s, before_s = perf_counter(), processor_s(plan["pid"])
    await connected([spectator.wire for spectator in spectators], plan["port"], lambda wire: wire.send(RESUME))
    await asyncio.gather(*(spectator.seen.wait() for spectator in spectators))
    return {"seconds": perf_counter() - begun_s, "processor_s": processor_s(plan["pid"]) - before_s}


class Probe(Duel):
    """A duel in which a decision is tried again and again, and none is made."""

    def __init__(self, port: int, pid: int, match: str, cookies: Sequence[str]) -> None:
        self.waits_ms: list[float] = []
        self.busy_ms: list[float] = []
        self._clock = clock_of(pid)
        self._all_answered = asyncio.Event()
        self._sent: dict[str, tuple[float, float]] = {}  # when it was due, and the processor time of the server then
        super().__init__(port, match, cookies, period_s=0)

    async def try_again(self, seconds: float) -> None:
        """Every 20 ms for so long, whether or not the last one is answered; then wait for all answers."""
        assert self._turn is not None, "nobody has the turn"
        wire, version, legal = self._turn
        begun_s, count = perf_counter(), int(seconds / PROBE_S)
        for number in range(count):
            due_s = begun_s + number * PROBE_S
            await asyncio.sleep(due_s - perf_counter())
            self._sent[str(number)] = due_s, clock_gettime(self._clock)
            self._all_answered.clear()
            wire.send(b'{"type":"preview","id":"%d","version":%d,"actions":[%d]}' % (number, version, legal[0]))
        await self._all_answered.wait()

    def _hear(self, seat: int, text: bytes) -> None:
        told = read(text)
        if told.type == "preview":
            due_s, spent_s = self._sent[told.id]
            del self._sent[told.id]
            self.waits_ms.append(round(1000 * (perf_counter() - due_s), 3))
            self.busy_ms.append(round(1000 * (clock_gettime(self._clock) - spent_s), 3))
            if not self._sent:
                self._all_answered.set()
        else:
            super()._hear(seat, text)


async def probe(plan: dict[str, Any]) -> dict[str, Any]:
    """How long the answers take."""
    (duel,) = plan["duels"]
    probed = Probe(plan["port"], plan["pid"], duel["match"], duel["cookies"])
    await connected(probed.wires, plan["port"])
    probed.resume()
    await probed.seen.wait()
    await probed.try_again(plan["seconds"])
    return {"ms": probed.waits_ms, "busy_ms": probed.busy_ms}


async def catch_up(plan: dict[str, Any]) -> dict[str, Any]:
    """Ask for a whole match, again and again."""
    readers = [Reader(plan["port"], plan["match"], plan["times"]) for _ in range(plan["sockets"])]
    await connected([reader.wire for reader in readers], plan["port"])
    before_s = processor_s(plan["pid"])
    for reader in readers:
        reader.ask()
    await asyncio.gather(*(reader.done.wait() for reader in readers))
    size = max(reader.size for reader in readers)
    spent_s = processor_s(plan["pid"]) - before_s
    return {"resumes": plan["sockets"] * plan["times"], "bytes": size, "processor_s": spent_s}


async def idle(plan: dict[str, Any]) -> dict[str, Any]:
    """Sit there."""
    duels = await seated(plan, period_s=0)
    return {"connections": sum(len(duel.wires) for duel in duels)}


async def seated(plan: dict[str, Any], period_s: float) -> list[Duel]:
    """All duels connected, everybody shown the match."""
    nonces = plan.get("nonces", False)
    duels = [Duel(plan["port"], duel["match"], duel["cookies"], period_s, nonces) for duel in plan["duels"]]
    await connected([wire for duel in duels for wire in duel.wires], plan["port"])
    for duel in duels:
        duel.resume()
    await asyncio.gather(*(duel.seen.wait() for duel in duels))
    return duels


class Window(NamedTuple):
    """When was measured, and the processor time that the server took meanwhile."""

    begun_s: float
    ended_s: float
    processor_s: float


async def watched(plan: dict[str, Any]) -> Window:
    """Let the time of the plan pass."""
    begun_s, before_s = perf_counter(), spent_s(plan)
    await asyncio.sleep(plan["seconds"])
    return Window(begun_s, perf_counter(), spent_s(plan) - before_s)


def spent_s(plan: dict[str, Any]) -> float:
    """The processor time of the server, or of all processes that serve together."""
    return sum(map(processor_s, plan.get("pids") or [plan["pid"]]))


async def follow(plan: dict[str, Any]) -> None:
    """Do what the plan says, answer, and stay until nobody wants us any more."""
    plans = {
        "play": play,
        "storm": storm,
        "echo": echo,
        "watch": watch,
        "catch_up": catch_up,
        "idle": idle,
        "probe": probe,
    }
    answer = await plans[plan["do"]](plan)
    print(json.dumps(answer), flush=True)
    await asyncio.to_thread(sys.stdin.read)


def main() -> None:
    """Read the plan, follow it."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
    gc.disable()  # a pause of ours would look like one of the server
    uvloop.run(follow(json.loads(sys.stdin.readline())))
    os._exit(0)  # hanging up a thousand times measures nothing


if __name__ == "__main__":
    main()
