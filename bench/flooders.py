"""Hostile programs, one process each: `python -m bench.flooders` reads a plan from standard input and answers.

The plan is one line of JSON: `{flood, port, address, match, seconds}`. It floods from that address for so long, and
begins anew whenever it is closed. The answer: `{lives_s: how long each connection lived, refused: requests and
connections that were turned away, sent: bytes, requests or connections}`.
"""

import http.client
import json
import select
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any

NO_MASK_KEY = bytes(4)
TEXT, MORE, PING = 0x1, 0x0, 0x9
SILENT, SLOW, POLLING = 120, 60, 16  # connections of a flood that has several
GONE = select.POLLHUP | select.POLLERR | select.POLLRDHUP
SHUT_OUT = 503  # as soon as it connects
PAUSE_S = 0.02  # after a refusal, or between bytes of headers


@dataclass
class Plan:
    """What is asked of a flood, and what became of it."""

    flood: str
    port: int
    address: str
    match: str
    seconds: float
    lives_s: list[float] = field(default_factory=list)
    refused: int = 0
    sent: int = 0

    def __post_init__(self) -> None:
        self.end_s = monotonic() + self.seconds

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return monotonic() < self.end_s

    def connect(self) -> socket.socket:
        """A connection from the address of this flood."""
        return socket.create_connection(("127.0.0.1", self.port), 10, source_address=(self.address, 0))

    def open(self) -> socket.socket | None:
        """A socket of the match, or None if it was refused."""
        line = self.connect()
        line.sendall(
            f"GET /api/matches/{self.match}/socket?watch=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            "".encode()
        )
        answer = line.recv(12)
        if answer == b"HTTP/1.1 101":
            return line
        line.close()
        self.refused += 1
        sleep(PAUSE_S)
        return None


def frame(opcode: int, text: bytes = b"", last: bool = True) -> bytes:
    """A frame of up to 125 bytes as a client sends it."""
    return bytes((opcode | 0x80 * last, 0x80 | len(text))) + NO_MASK_KEY + text


RESUME = frame(TEXT, b'{"type":"resume","version":0}')


def send_frames(first: bytes, again: bytes) -> Callable[[Plan], None]:
    """A flood of one socket at a time, which reads what it is sent."""

    def flood(plan: Plan) -> None:
        while plan.goes_on:
            with suppress(OSError):
                if line := plan.open():
                    with line:
                        _pour(plan, line, first, again * (16_384 // len(again)))

    return flood


def _pour(plan: Plan, line: socket.socket, first: bytes, again: bytes) -> None:
    begun_s = monotonic()
    line.setblocking(False)
    waiting = first + again
    try:
        while plan.goes_on:
            readable, writable, _ = select.select([line], [line], [], 0.1)
            if readable and not line.recv(1 << 20):
                break
            if writable:
                sent = line.send(waiting)
                plan.sent += sent
                waiting = waiting[sent:] or again
    except OSError:  # it is closed
        pass
    if plan.goes_on:
        plan.lives_s.append(monotonic() - begun_s)


def read_nothing(plan: Plan) -> None:
    """Many sockets that ask for a whole match again and again and never read."""
    lines: dict[int, tuple[socket.socket, float]] = {}  # and when each first asked for something, 0 if it has not
    poll = select.poll()
    while plan.goes_on:
        with suppress(OSError):
            while len(lines) < SILENT and plan.goes_on:
                line = plan.open()
                if line is None:
                    break
                line.setblocking(False)
                lines[line.fileno()] = line, 0.0
                poll.register(line, GONE)
        for number, (line, begun_s) in lines.items():
            with suppress(OSError):
                plan.sent += line.send(RESUME * 10)
                lines[number] = line, begun_s or monotonic()
        for number, _ in poll.poll(100):
            line, begun_s = lines.pop(number)
            poll.unregister(line)
            line.close()
            plan.lives_s += [monotonic() - begun_s] if begun_s else []
    for line, _ in lines.values():
        line.close()


def send_headers_slowly(plan: Plan) -> None:
    """Many connections whose headers never end."""
    lines: dict[socket.socket, float] = {}
    while plan.goes_on:
        with suppress(OSError):
            while len(lines) < SLOW:
                line = plan.connect()
                line.sendall(b"GET /api/games HTTP/1.1\r\n")
                lines[line] = monotonic()
        for line, begun_s in list(lines.items()):
            try:
                plan.sent += line.send(b"x: y\r\n")
            except OSError:
                del lines[line]
                line.close()
                plan.lives_s.append(monotonic() - begun_s)
        sleep(0.2)
    for line in lines:
        line.close()


def ask(method: str, path: str, body: object = None, connections: int = 1) -> Callable[[Plan], None]:
    """A flood of requests by strangers, over so many connections."""
    content = None if body is None else json.dumps(body)

    def request(plan: Plan) -> None:
        begun_s = 0.0  # when this sender was let in; 0 while it is shut out
        own = http.client.HTTPConnection("127.0.0.1", plan.port, timeout=10, source_address=(plan.address, 0))
        while plan.goes_on:
            try:
                own.request(method, path, content, {"Content-Type": "application/json"})
                answer = own.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException):
                own.close()
                plan.lives_s += [monotonic() - begun_s] if begun_s else []
                begun_s = 0.0
                sleep(PAUSE_S)
                continue
            plan.sent += 1
            if answer.status in (429, 503):
                plan.refused += 1
                sleep(PAUSE_S)
            if answer.status == SHUT_OUT:
                plan.lives_s += [monotonic() - begun_s] if begun_s else []
                begun_s = 0.0
            else:
                begun_s = begun_s or monotonic()
        own.close()

    def flood(plan: Plan) -> None:
        threads = [threading.Thread(target=request, args=(plan,)) for _ in range(connections)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return flood


FLOODS: dict[str, Callable[[Plan], None]] = {
    "frames of one byte": send_frames(b"", frame(TEXT, b"x")),
    "pings": send_frames(b"", frame(PING)),
    "empty fragments": send_frames(frame(TEXT, last=False), frame(MORE, last=False)),
    "a long match from its start": send_frames(b"", RESUME),
    "sockets that do not read": read_nothing,
    "headers that do not end": send_headers_slowly,
    "new guests and tables": ask("POST", "/api/tables", {"game": "spilorcio", "seats": 2}, connections=4),
    "the lobby": ask("GET", "/api/tables", connections=POLLING),
}
CLOSED = list(FLOODS)[:7]  # the lobby may be looked at for ever, if not as often
CLOSED_SOON = (*CLOSED[:5], "new guests and tables")


def main() -> None:
    """Read the plan, follow it, answer."""
    wish: dict[str, Any] = json.loads(sys.stdin.readline())
    plan = Plan(**wish)
    FLOODS[plan.flood](plan)
    print(json.dumps({"lives_s": plan.lives_s, "refused": plan.refused, "sent": plan.sent}))


if __name__ == "__main__":
    main()
