"""Start a server: find its folder and port, print its address, and stop it gracefully."""

import asyncio
import gc
import json
import logging
import os
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import platformdirs
import uvicorn

from bussolotto.server.app.application import application
from bussolotto.server.app.services import Services, Settings, start_services
from bussolotto.server.clock import ServerClock
from bussolotto.server.http.connection import HttpConnection
from bussolotto.server.limits import Limits
from bussolotto.server.socket.match_socket import MatchSocket
from bussolotto.server.store.files import lock_folder

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

PORT = 8055
EVERYWHERE = "0.0.0.0"  # noqa: S104  # --lan listens on all interfaces
STATUS_FILE = "server.json"
KEEP_ALIVE_S = 75  # longer than proxies and clients keep idle connections: a closing server may cut off a request

log = logging.getLogger(__name__)


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    lan: bool = False,
    base_url: str | None = None,
    open_browser: bool = False,
    bot_pace: float = 1.0,
    welcome: Callable[[str], object] = str,  # prints nothing
    private_hooks: bool = False,
    clock: Callable[[asyncio.AbstractEventLoop], ServerClock] = ServerClock,
    pauses: bool | None = None,
    solve: bool = False,
    limits: Limits | None = None,
) -> None:
    """Serve until Ctrl-C or SIGTERM. The default port is 8055, or a free port if 8055 is taken; 0 means any free port.

    `bot_pace` scales the time that bots take. `welcome` is called with the link once everything is ready.
    `private_hooks` allows notices to be sent to private networks, and without TLS. Tests pass a `clock` of their own.
    `pauses`: do events stop the table? By default they do unless bots are hurried.
    `solve`: compute solutions of games that are asked for hints and can be solved, in a process of lowest priority.
    `limits`: what one address may take of the server.
    Raises `data-in-use`, `newer-data`, `bad-address`, and OSError if the address is taken.
    """
    folder = data or default_folder()
    folder.mkdir(parents=True, exist_ok=True)
    lock = lock_folder(folder)
    try:
        listening = _listen(EVERYWHERE if lan else host, port)
        own_port = listening.getsockname()[1]
        address = f"http://{_lan_address() if lan else host}:{own_port}"
        base = (base_url or address).rstrip("/") if base_url or lan else None
        stops = bot_pace >= 1 if pauses is None else pauses
        settings = Settings(folder, base, bot_pace, stops, private_hooks, clock, solve, limits or Limits())
        _prepare_process()
        runner = asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory())
        with suppress(KeyboardInterrupt), runner:  # uvicorn raises it again after a graceful shutdown
            runner.run(_serve(settings, listening, base or address, welcome, open_browser))
    finally:
        lock.close()


def default_folder() -> Path:
    """Return the platform's standard folder for user data."""
    return Path(platformdirs.user_data_dir("bussolotto", appauthor=False))


async def _serve(
    settings: Settings, listening: socket.socket, link: str, welcome: Callable[[str], object], open_browser: bool
) -> None:
    services = await start_services(settings)

    def announce() -> None:
        _write_status(settings.folder, listening.getsockname()[1])
        welcome(link)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()

    await _Server(services, announce, settings.folder / STATUS_FILE).serve([listening])


class _Server(uvicorn.Server):
    """A uvicorn server that uses our sockets, announces when it is ready, and closes the services when it stops."""

    def __init__(self, services: Services, announce: Callable[[], None], status: Path) -> None:
        super().__init__(
            uvicorn.Config(
                application(services),
                http=cast(Any, partial(HttpConnection, services.guard)),
                ws=cast(Any, partial(MatchSocket, services.socket)),  # uvicorn calls it like a protocol class
                ws_per_message_deflate=False,
                lifespan="off",
                proxy_headers=False,  # the guard knows which proxies are trusted
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_keep_alive=KEEP_ALIVE_S,
                timeout_graceful_shutdown=5,
            )
        )
        self._services = services
        self._announce = announce
        self._status = status

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the services before uvicorn re-raises the signal that stopped it."""
        await super().shutdown(sockets)
        await self._services.close()
        self._status.unlink(missing_ok=True)


def _prepare_process() -> None:
    """Raise the open-file limit to its maximum (many shells start with 1,024), and collect garbage less often."""
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.freeze()  # exempts modules and tables; collecting the logs of all live matches often costs a sixth of the time
    gc.set_threshold(50_000, 20, 100)


def _listen(host: str, port: int | None) -> socket.socket:
    try:
        return _bind(host, PORT if port is None else port)
    except OSError:
        if port is not None:
            raise
        return _bind(host, 0)


def _bind(host: str, port: int) -> socket.socket:
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
    """Return our address in the local network. Looking up a route sends no packets."""
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
