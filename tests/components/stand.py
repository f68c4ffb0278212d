"""One page in one browser that shows golden views, and the few files and answers it needs: no server of Bussolotto."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import msgspec

from bussolotto import locale
from bussolotto.core.errors import Refusal
from bussolotto.games import names
from bussolotto.play.notation import record_of
from bussolotto.server.http.match_routes import show_game
from bussolotto.server.http.middleware import POLICY
from bussolotto.server.http.replays import build_replay
from tests.components.views import NAMES, View

PACKAGE = Path(locale.__file__).parent.parent
HERE = Path(__file__).parent
OWN = {"/": "stand.html", "/stand.js": "stand.js"}


class Stand(ThreadingHTTPServer):
    """Serves the files of the page, the texts, what a game is, and what would be after some actions of a known view."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.views: dict[str, View] = {}

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: Stand

    def do_GET(self) -> None:
        """A file, texts, or a game."""
        path = self.path.partition("?")[0]
        found = OWN.get(path)
        if found:
            self._send((HERE / found).read_bytes(), guess_type(found)[0])
        elif path.startswith("/locale/"):
            self._send_json(texts(path))
        elif path.startswith("/api/matches/"):
            self._send_json(build_replay(record_of(self.server.views[path.split("/")[3]].match, NAMES)))
        elif path.startswith("/game/"):
            self._send_json(asyncio.run(details(path.removeprefix("/game/"))))
        elif (PACKAGE / path[1:]).is_file():
            self._send((PACKAGE / path[1:]).read_bytes(), guess_type(path)[0])
        else:
            self._send(b"", None, 404)

    def do_POST(self) -> None:
        """What would be after these actions?"""
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        view = self.server.views[asked["name"]]
        assert view.seat is not None
        try:
            self._send_json(view.position(view.match.preview(view.seat, asked["actions"])))
        except Refusal as refusal:
            told = {"code": refusal.code, "clause": refusal.clause, "text": refusal.text, "values": refusal.values}
            self._send_json(told, 409)

    def handle(self) -> None:
        """Requests of one line; the page may have left before it is answered."""
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""

    def _send_json(self, told: Any, status: int = 200) -> None:
        self._send(msgspec.json.encode(told), "application/json", status)

    def _send(self, content: bytes, media_type: str | None, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("content-type", media_type or "application/octet-stream")
        self.send_header("content-length", str(len(content)))
        self.send_header("content-security-policy", POLICY)
        self.end_headers()
        self.wfile.write(content)


async def details(name: str) -> Any:
    """A game as the server tells of it."""
    return await show_game.fn(name)


def texts(path: str) -> dict[str, str]:
    """The catalogue that an address names, as the server answers it."""
    language, _, part = path.removeprefix("/locale/").removesuffix(".json").partition("/")
    if not part:
        return locale.of_pages(language)
    return locale.of_table(language, part) if part in names() else locale.of_area(language, part)


def standing() -> Iterator[Stand]:
    """A stand while it is needed."""
    stand = Stand()
    threading.Thread(target=stand.serve_forever, daemon=True).start()
    yield stand
    stand.shutdown()
    stand.server_close()
