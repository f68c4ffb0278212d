"""The outside world of a server under test: a webhook and a push service on this machine."""

import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.moving import TimeOf
from tests.server.people import PATIENCE_S

HURRY_S = 30.0
REVIEWED_S = 240  # the first review of a game compiles, beside whatever else is going on


class Post:
    """What the fake outside world was sent."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path = path
        self.headers = headers
        self.body = body

    @property
    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


class World:
    """A webhook and a push service on this machine. `answers` are given in turn by path, then 201.

    Paths that are `slow` are answered when the world ends. `headers` are those of every answer.
    """

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.posts: list[Post] = []
        self.answers: dict[str, list[int]] = {}
        self.slow: set[str] = set()
        self.headers: dict[str, str] = {}
        self.ended = threading.Event()
        world = self

        class Door(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                world.posts.append(Post(self.path, headers, body))  # before the answer, after which it is looked for
                if self.path in world.slow:
                    world.ended.wait()
                    return
                status = (world.answers.get(self.path) or [201]).pop(0)
                self.send_response(status)
                for name, value in {"content-length": "0", **world.headers}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *values: object) -> None:
                """Silence."""

        self.server = ThreadingHTTPServer((host, 0), Door)
        self.address = f"http://{host}:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.ended.set()
        self.server.shutdown()
        self.server.server_close()

    def to(self, path: str) -> list[Post]:
        return [post for post in self.posts if post.path == path]

    def wait(self, path: str, count: int = 1, hurry: TimeOf | None = None) -> list[Post]:
        """Wait until so many posts have come there."""
        until(lambda: len(self.to(path)) >= count, hurry)
        return self.to(path)


def until(holds: Callable[[], bool], hurry: TimeOf | None = None, patience_s: float = PATIENCE_S) -> None:
    """Wait for a state; if a server is to hurry, half a minute passes there between two looks."""
    deadline = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < deadline, "it does not come about"
        time.sleep(0.02)
        if hurry is not None:
            hurry.advance(HURRY_S)
