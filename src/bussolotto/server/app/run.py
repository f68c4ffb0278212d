"""Start a server: find its folder and its sockets, print its address, and stop it gracefully."""

import asyncio
import gc
import json
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import platformdirs
import uvicorn

from bussolotto import __version__
from bussolotto.core.errors import Refusal, TakenOver, refuse
from bussolotto.server.app import listening, logs, systemd
from bussolotto.server.app.application import application
from bussolotto.server.app.loading import load_games
from bussolotto.server.app.owning import OwnerWatch, Waiting, open_lease, stand_by
from bussolotto.server.app.services import Services, Settings, start_services
from bussolotto.server.clock import ServerClock
from bussolotto.server.counts import MetricsPort, ServerCounts
from bussolotto.server.http.connection import HttpConnection
from bussolotto.server.limits import Limits
from bussolotto.server.match.replays import Replays
from bussolotto.server.people.expiry import Keep
from bussolotto.server.socket.match_socket import MatchSocket
from bussolotto.server.store import opening, private
from bussolotto.server.store.connection import Source, without_password
from bussolotto.server.store.database import FILE
from bussolotto.server.store.files import FolderLock, lock_folder

if TYPE_CHECKING:
    from bussolotto.server.app.relaying import Relay
    from bussolotto.server.app.routing import Passage
    from bussolotto.server.bus.messages import Bus
    from bussolotto.server.store.keeper import LeaseKeeper

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

STATUS_FILE = "server.json"
KEEP_ALIVE_S = 75  # longer than proxies and clients keep idle connections: a closing server may cut off a request
SWITCH_S = 0.0005  # a tenth of Python's own
CHECK_AFTER_S = 20.0  # a start has more important things to do than to check the whole file
LAST_REQUESTS_S = 0.1  # for those who connected just before to say what they want
LEAVE_WITHIN_S = 2.0
STOP_WITHIN_S, HAND_OVER_WITHIN_S = 5, 1  # for requests and deliveries in progress; a successor waits meanwhile

log = logging.getLogger(__name__)


class Process(NamedTuple):
    """What a server has besides its services: its sockets, its folder, and how it tells what it does."""

    sockets: Sequence[socket.socket]
    folder: Path
    release: Callable[[], object]  # the folder, and at last the log
    announce: Callable[[], object]
    metrics: int | None


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
    keep: Keep | None = None,
    metrics: int | None = None,
    log_style: logs.LogStyle | None = None,
    allowed_hosts: Sequence[str] = (),
    lab: bool | None = None,
    sheets: bool | None = None,
    page_nonces: bool = True,
    database: str | None = None,
    standby: bool = False,
    bus: str | None = None,
    tables: str | None = None,
) -> None:
    """Serve until Ctrl-C or SIGTERM. The default port is 8055, or a free port if 8055 is taken; 0 means any free port.

    `bot_pace` scales the time that bots take. `welcome` is called with the link once everything is ready.
    `private_hooks` allows notices to be sent to private networks, and without TLS. Tests pass a `clock` of their own.
    `pauses`: do events stop the table? By default they do unless bots are hurried. `metrics`: serve metrics for
    Prometheus on this port of the loopback address.
    `solve`: for hints, compute solutions of games that can be solved, at the lowest priority, and search in the others.
    `allowed_hosts`: names of this server, besides that of `base_url`, localhost, `.local` and all numeric addresses.
    `page_nonces`: may the pages of those who play have a part in the dice? Without, the server draws them alone.
    `limits`: what one address may take of the server. `keep`: for how long things are kept.
    `database`: the address of a PostgreSQL database (`postgresql://..`), in place of a file in the folder.
    `standby`: wait while another server has this database. `bus`: a NATS server (`nats://..`) that leads to others.
    `tables`: have only tables that the owner of the database hands over to the table server of this name.
    `log_style`: log a line for each request and each event of the server's life to stderr; by default only failures.
    `lab`, `sheets`: may people ask for studies, bring rule sheets? By default they may unless there is a `base_url`.
    If sockets are passed to this process, as systemd does, it listens on these and waits until the folder is free.
    Raises `data-in-use`, `newer-data`, `bad-address`, `missing-extra`, `standby-alone`, `tables-alone`,
    `bad-server-name`, `bad-bus`, OSError if the port is taken; `taken-over` once another server has taken over.
    """
    folder, joins = data or default_folder(), _find_bus(bus, tables)
    with ExitStack() as cleanup:
        counts = _prepare_folder(folder, log_style, cleanup)
        sockets = listening.inherit()
        replays = _lock_folder(folder, database or folder, bool(sockets), cleanup)
        lease = open_lease(database, folder, standby, tables)
        sockets = sockets or [listening.listen(listening.EVERYWHERE if lan else host, port)]
        address, base = _find_addresses(sockets[0], None if lan else host, base_url)
        stops = bot_pace >= 1 if pauses is None else pauses
        names, bounds, kept = (host, *allowed_hosts), limits or Limits(), keep or Keep()
        choices = base, bot_pace, stops, private_hooks, clock, solve, names, bounds, counts, kept, CHECK_AFTER_S
        studies, others = (base_url is None if wish is None else wish for wish in (lab, sheets))
        settings = Settings(folder, database, *choices, replays, studies, others, page_nonces, joins, lease, tables)
        tell = partial(_announce, base or address, welcome, open_browser)
        _run(settings, Process(sockets, folder, cleanup.close, tell, metrics))


def _find_bus(address: str | None, tables: str | None) -> "Callable[[], Bus] | None":
    """Return what joins the bus at this address. Raises `bad-bus`, `missing-extra`, `tables-alone`."""
    if not address:
        if tables is not None:
            raise refuse("tables-alone")
        return None
    from bussolotto.server.bus.nats import NatsBus, require_address

    require_address(address)
    return partial(NatsBus, address)


def _run(settings: Settings, process: Process) -> None:
    load_games()
    _prepare_process()
    runner = asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory())
    with suppress(KeyboardInterrupt), runner:  # uvicorn raises it again after a graceful shutdown
        runner.run(_serve(settings, process))
    if settings.lease is not None and settings.lease.lost:
        raise refuse("taken-over", database=without_password(settings.lease.address))


def _prepare_folder(folder: Path, log_style: logs.LogStyle | None, cleanup: ExitStack) -> ServerCounts:
    """Make the folder, which nobody else can read, and start the log. Returns what the server counts."""
    cleanup.callback(os.umask, os.umask(private.OTHERS))
    with opening.starting(folder / FILE):
        private.make_private(folder)
    counts = ServerCounts()
    if log_style is not None:
        cleanup.callback(logs.start_log(log_style, counts.drop_line))
    _tell("starting", version=__version__)
    return counts


def default_folder() -> Path:
    """Return the platform's standard folder for user data."""
    return Path(platformdirs.user_data_dir("bussolotto", appauthor=False))


async def _serve(settings: Settings, process: Process) -> None:
    if settings.lease is not None and not settings.lease.held:
        await _stand_by(settings, settings.lease, process)
    services = await start_services(settings)
    try:
        metrics = None if process.metrics is None else _serve_metrics(services, process.metrics)
    except (Refusal, OSError):
        await services.close()
        raise
    await _Server(services, process, metrics, settings.lease).serve(list(process.sockets))


async def _stand_by(settings: Settings, lease: "LeaseKeeper", process: Process) -> None:
    relay = None if settings.bus is None else await _open_relay(settings.bus(), lease, settings.counts)
    metrics = None if process.metrics is None else _serve_metrics(Waiting(lease, settings.counts), process.metrics)
    _write_status(process, metrics)
    try:
        await stand_by(lease, process.sockets, (process.folder / STATUS_FILE).unlink, relay)
    finally:
        if relay is not None:
            await relay.close()
        if metrics is not None:
            metrics.stop()


async def _open_relay(bus: "Bus", lease: "LeaseKeeper", counts: ServerCounts) -> "Relay":
    from bussolotto.server.app.relaying import Relay

    relay = Relay(bus, lease.site, counts)
    await relay.begin()
    return relay


class _Server(uvicorn.Server):
    """A uvicorn server on our sockets. It announces when it is ready, and drains and closes the services at the end."""

    def __init__(
        self, services: Services, process: Process, metrics: MetricsPort | None, lease: "LeaseKeeper | None"
    ) -> None:
        self._passage = _build_passage(services, lease)
        wrap, divert = (None, None) if self._passage is None else (self._passage.wrap, self._passage.divert)
        super().__init__(
            uvicorn.Config(
                application(services, wrap),
                http=cast(Any, partial(HttpConnection, services.guard, divert)),
                ws=cast(Any, partial(MatchSocket, services.socket)),  # uvicorn calls it like a protocol class
                ws_per_message_deflate=False,
                lifespan="off",
                proxy_headers=False,  # the guard knows which proxies are trusted
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_keep_alive=KEEP_ALIVE_S,
                timeout_graceful_shutdown=STOP_WITHIN_S,
            )
        )
        self._services = services
        self._process = process
        self._metrics = metrics
        self._lease = lease
        self._ownership = services.ownership
        self._replacing: asyncio.Task[None] | None = None
        self._replaced = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        on_signal = hasattr(signal, "SIGHUP") and threading.current_thread() is threading.main_thread()
        if on_signal:
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self._replace)
        _write_status(self._process, self._metrics)
        OwnerWatch(self._ownership, self.server_state.connections, self._end).start()
        await self._accept_from_others()
        await self._services.join()
        self._process.announce()
        systemd.notify("READY=1", f"STATUS=Serving version {__version__}")
        _tell("ready", port=self._process.sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is under way, and close the services before uvicorn re-raises the signal that stopped it."""
        begun_s = time.monotonic()
        if not self._replaced:
            systemd.notify("STOPPING=1")
        if self._ownership.lost:
            await self._leave(sockets)
            return
        waited_for = self._replaced or self._ownership.can_end
        self.config.timeout_graceful_shutdown = patience_s = HAND_OVER_WITHIN_S if waited_for else STOP_WITHIN_S
        if self._metrics is not None:
            self._metrics.stop()
        for listener in self.servers:
            listener.close()  # who connects from now on waits for the next server
        if self._passage is not None:
            await self._passage.pause()
        await asyncio.sleep(LAST_REQUESTS_S)
        pages = [page for page in self.server_state.connections if isinstance(page, MatchSocket)]
        for page in pages:
            page.announce_restart()
        _tell("draining", pages=len(pages), successor=self._replaced)
        await self._services.drain(keep=self._replaced)
        _tell("drained")
        await super().shutdown(sockets)
        if self._passage is not None:
            await self._passage.close()
        _tell("disconnected", left=len(self.server_state.connections))
        await self._services.close(patience_s, keep=self._replaced)
        (self._process.folder / STATUS_FILE).unlink(missing_ok=True)
        _tell("stopped", ms=round(1000 * (time.monotonic() - begun_s)))
        self._process.release()

    async def _accept_from_others(self) -> None:
        if self._passage is None:
            return

        def connect() -> asyncio.Protocol:
            parts: dict[str, Any] = {"server_state": self.server_state, "app_state": self.lifespan.state}
            return cast(asyncio.Protocol, cast(Any, self.config.http_protocol_class)(config=self.config, **parts))

        await self._passage.begin(connect)

    def _end(self) -> None:
        self.should_exit = self.force_exit = True

    async def _leave(self, sockets: list[socket.socket] | None) -> None:
        """End because another server has the site: nobody is waited for, and nothing is stored."""
        _tell("taken-over")
        await super().shutdown(sockets)
        (self._process.folder / STATUS_FILE).unlink(missing_ok=True)
        try:
            async with asyncio.timeout(LEAVE_WITHIN_S):
                await self._services.close(0)
        except TimeoutError:  # the database does not answer, and there is nothing to learn from it
            os._exit(TakenOver.STATUS)
        self._process.release()

    def _replace(self) -> None:
        if self._replacing is None or self._replacing.done():
            self._replacing = asyncio.get_running_loop().create_task(self._hand_over())

    async def _hand_over(self) -> None:
        """Start a successor, and stop once it is warm. If it fails, go on."""
        from bussolotto.server.app.handover import start_successor

        _tell("replacing")
        pid = await start_successor(self._process.sockets, self._services.matches.list_watched())
        if pid is None:
            log.error("the successor did not start; this server goes on")
            return
        systemd.notify(f"MAINPID={pid}")
        self._replaced = self.should_exit = True


def _build_passage(services: Services, lease: "LeaseKeeper | None") -> "Passage | None":
    """Build what leads to the other processes of the site, if there is a way."""
    if services.bus is None or lease is None:
        return None
    from bussolotto.server.app.routing import Passage, Routes

    routes = Routes(services.store, services.placements, services.matches, services.has_site)
    return Passage(services.bus, lease.site, services.place, routes, services.ownership, services.counts)


def _serve_metrics(of: Services | Waiting, port: int) -> MetricsPort:
    try:
        from bussolotto.server.app.metrics import serve_metrics
    except ModuleNotFoundError as missing:
        raise refuse("missing-extra", extra="metrics") from missing
    return serve_metrics(of, port)


def _find_addresses(sock: socket.socket, host: str | None, base_url: str | None) -> tuple[str, str | None]:
    """Return where this server is reached, and the address that links begin with, if one is known."""
    address = listening.address_of(sock, host)
    return address, (base_url or address).rstrip("/") if base_url or host is None else None


def _lock_folder(folder: Path, source: Source, follows: bool, cleanup: ExitStack) -> Replays:
    """Lock the folder; where another server is followed, once it is free. Returns what was replayed meanwhile."""
    lock, replays = _wait_for_folder(folder, source) if follows else (lock_folder(folder), Replays())
    cleanup.callback(lock.close)
    return replays


def _wait_for_folder(folder: Path, source: Source) -> tuple[FolderLock, Replays]:
    """Load everything while the server before this one still runs, then lock the folder as soon as it is free."""
    from bussolotto.server.app.handover import replay_matches, wait_for_folder, warm_up

    warm_up()
    replays = replay_matches(source)
    _tell("waiting", matches=len(replays))
    return wait_for_folder(folder), replays


def _announce(link: str, welcome: Callable[[str], object], open_browser: bool) -> None:
    welcome(link)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()


def _prepare_process() -> None:
    """Raise the open-file limit to its maximum (many shells start with 1,024), and collect garbage less often.

    Let the event loop go on soon while other threads compute, which compile rules or think for bots: it gives up the
    interpreter with every row it reads, and would have to wait for it as long each time.
    """
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.freeze()  # exempts modules and tables; collecting the logs of all live matches often costs a sixth of the time
    gc.set_threshold(50_000, 20, 100)
    sys.setswitchinterval(SWITCH_S)


def _write_status(process: Process, metrics: MetricsPort | None = None) -> None:
    """Write where this server can be found."""
    host, port = process.sockets[0].getsockname()[:2]
    status = {"host": host, "port": port, "pid": os.getpid()}
    if metrics is not None:
        status["metrics"] = metrics.port
    draft = process.folder / f"{STATUS_FILE}.new"
    draft.write_text(json.dumps(status))
    draft.replace(process.folder / STATUS_FILE)


def _tell(event: str, **fields: object) -> None:
    log.info(event, extra={"fields": {"pid": os.getpid(), **fields}})
