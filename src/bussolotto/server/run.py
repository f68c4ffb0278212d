"""Start a server: find its folder and port, tell people where it is, and stop it gracefully."""

import gc
import json
import logging
import os
import socket
import sqlite3
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import platformdirs
import uvicorn

from bussolotto.server.app import application
from bussolotto.server.house import PATIENCE_S, House
from bussolotto.server.problems import DataInUse
from bussolotto.server.socket import MatchSocket

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

PORT = 8055
EVERYWHERE = "0.0.0.0"  # noqa: S104  # what --lan is for
STATUS_FILE = "server.json"
KEEP_ALIVE_S = 75  # longer than proxies and clients keep a line that rests: who closes it first may cross a request

log = logging.getLogger(__name__)


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    lan: bool = False,
    base_url: str | None = None,
    open_browser: bool = False,
    bot_pace: float = 1.0,
    welcome: Callable[[str], object] = str,  # nobody is told
    private_hooks: bool = False,
    notice_pace: float = 1.0,
    patience_s: float = PATIENCE_S,
) -> None:
    """Serve until Ctrl-C or SIGTERM. Without a port 8055, or a free one if that is taken; 0 is any free one.

    `bot_pace` stretches the time that bots take; `welcome` is told the link once everything is ready.
    `private_hooks` lets notices go to addresses of private networks, and without TLS; `notice_pace` stretches the time
    after which they are sent. `patience_s`: so long others wait for who is to decide and has no page open.
    Raises DataInUse, NewerData, OSError for an address that is taken.
    """
    folder = data or default_folder()
    folder.mkdir(parents=True, exist_ok=True)
    lock = _lock(folder)
    try:
        listening = _listen(EVERYWHERE if lan else host, port)
        own_port = listening.getsockname()[1]
        address = f"http://{_lan_address() if lan else host}:{own_port}"
        base = (base_url or address).rstrip("/") if base_url or lan else None
        house = House(folder, base, bot_pace, private_hooks, notice_pace, patience_s)
        _Server(house, listening, base or address, welcome, open_browser).run_until_stopped()
    finally:
        lock.close()


def default_folder() -> Path:
    """Where this platform keeps the data of a person's programs."""
    return Path(platformdirs.user_data_dir("bussolotto", appauthor=False))


class _Server(uvicorn.Server):
    """uvicorn with our sockets, that tells when it is ready and leaves nothing behind."""

    def __init__(
        self, house: House, listening: socket.socket, link: str, welcome: Callable[[str], object], open_browser: bool
    ) -> None:
        super().__init__(
            uvicorn.Config(
                application(house),
                http="httptools",
                ws=cast(Any, partial(MatchSocket, house)),  # called like a protocol class
                ws_per_message_deflate=False,
                lifespan="on",
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_keep_alive=KEEP_ALIVE_S,
                timeout_graceful_shutdown=5,
            )
        )
        self._house = house
        self._listening = listening
        self._link = link
        self._welcome = welcome
        self._open_browser = open_browser

    def run_until_stopped(self) -> None:
        _allow_many_connections()
        gc.freeze()  # modules and tables stay; collecting the logs of all live matches often costs a sixth of the time
        gc.set_threshold(50_000, 20, 100)
        with suppress(KeyboardInterrupt):  # raised again by uvicorn after a graceful end
            self.run([self._listening])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _write_status(self._house.folder, self._listening.getsockname()[1])
            self._welcome(self._link)
            if self._open_browser:
                threading.Thread(target=webbrowser.open, args=(self._link,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        (self._house.folder / STATUS_FILE).unlink(missing_ok=True)


def _allow_many_connections() -> None:
    """Up to what the system allows; many shells begin with 1,024 open files."""
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _lock(folder: Path) -> sqlite3.Connection:
    """Hold the folder until this process ends, however it ends. Raises DataInUse."""
    lock = sqlite3.connect(folder / "server.lock", timeout=0, isolation_level=None)
    try:
        lock.execute("PRAGMA journal_mode = MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as problem:
        lock.close()
        raise DataInUse(str(folder)) from problem
    return lock


def _listen(host: str, port: int | None) -> socket.socket:
    try:
        return _bound(host, PORT if port is None else port)
    except OSError:
        if port is not None:
            raise
        return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


def _lan_address() -> str:
    """Our address in the local network; asking for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _write_status(folder: Path, port: int) -> None:
    draft = folder / f"{STATUS_FILE}.new"
    draft.write_text(json.dumps({"port": port, "pid": os.getpid()}))
    draft.replace(folder / STATUS_FILE)
