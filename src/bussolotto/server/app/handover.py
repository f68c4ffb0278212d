"""From one server to the next without a pause that anybody notices.

On SIGHUP a server starts its successor: the same command, so the program that is installed by then. The successor
inherits the listening sockets, loads everything, replays the matches that people have open, says that it is warm and
waits for the folder. Only then does the
server finish what is under way and release the folder. Connections that come meanwhile wait in the listening sockets.
If the successor does not become warm, the server goes on as if nothing had been asked.
"""

import asyncio
import fcntl
import logging
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from bussolotto import locale
from bussolotto.core.errors import Refusal
from bussolotto.server.app.application import application
from bussolotto.server.app.listening import FIRST_INHERITED
from bussolotto.server.app.loading import load_games
from bussolotto.server.app.services import Settings, start_services
from bussolotto.server.http import pages
from bussolotto.server.match.replays import MOST_MATCHES, Replays
from bussolotto.server.store.connection import Source
from bussolotto.server.store.files import FolderLock, lock_folder

START = "BUSSOLOTTO_START"  # the command that starts a server, if it is not the one that started this process
MATCHES = "BUSSOLOTTO_MATCHES"  # names of the matches that people have open
WARM_FD = "BUSSOLOTTO_WARM_FD"  # where the successor says that it is warm
WARM = b"warm"
WARM_WITHIN_S = 120.0
POLL_S = 0.01
OUT_OF_THE_WAY = 64  # file descriptors from here on are not those that a successor inherits
SET_LISTEN_PID = 'export LISTEN_PID=$$; exec "$@"'  # only the process itself knows its id in time

log = logging.getLogger(__name__)


async def start_successor(sockets: Sequence[socket.socket], matches: Sequence[str]) -> int | None:
    """Start the next server with these sockets, and wait until it is warm and has replayed these matches.

    Returns its process id, None if it fails.
    """
    read_fd, write_fd = os.pipe()
    try:
        pid = _spawn(sockets, write_fd, matches)
    finally:
        os.close(write_fd)
    try:
        async with asyncio.timeout(WARM_WITHIN_S):
            told = await _read(read_fd)
    except TimeoutError:
        told = b""
    finally:
        os.close(read_fd)
    if told == WARM:
        return pid
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    await asyncio.to_thread(os.waitpid, pid, 0)
    return None


def warm_up() -> None:
    """Load what a server needs sooner or later, and build one that is thrown away."""
    load_games()
    for language in locale.LANGUAGES:
        locale.of_pages(language)
    pages.release()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_build_once(Path(folder)))


def wait_for_folder(folder: Path) -> FolderLock:
    """Say that this process is warm, and lock the folder as soon as the server before it has released it."""
    _say_warm()
    while True:
        try:
            return lock_folder(folder)
        except Refusal as refusal:
            if refusal.code != "data-in-use":
                raise
            time.sleep(POLL_S)


def replay_matches(source: Source) -> Replays:
    """Replay the matches that people have open at the server before this one."""
    replays = Replays()
    replays.read(source, os.environ.pop(MATCHES, "").split())
    return replays


def _spawn(sockets: Sequence[socket.socket], warm_fd: int, matches: Sequence[str]) -> int:
    """Start the command with the sockets and the pipe as its first file descriptors."""
    inherited = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, OUT_OF_THE_WAY) for fd in (*map(_fd, sockets), warm_fd)]
    last = FIRST_INHERITED + len(sockets)
    passed = {"LISTEN_FDS": str(len(sockets)), WARM_FD: str(last), MATCHES: " ".join(matches[:MOST_MATCHES])}
    environment = {**os.environ, **passed}
    actions = [(os.POSIX_SPAWN_DUP2, fd, FIRST_INHERITED + number) for number, fd in enumerate(inherited)]
    command = ["/bin/sh", "-c", SET_LISTEN_PID, "sh", *_command()]
    try:
        return os.posix_spawn(command[0], command, environment, file_actions=actions)
    finally:
        for fd in inherited:
            os.close(fd)


def _fd(listening: socket.socket) -> int:
    return listening.fileno()


def _command() -> list[str]:
    start = os.environ.get(START)
    return [start, *sys.argv[1:]] if start else sys.orig_argv


async def _read(fd: int) -> bytes:
    """Return what arrives, b"" if the other end is closed without a word."""
    loop = asyncio.get_running_loop()
    arrived: asyncio.Future[bytes] = loop.create_future()

    def read() -> None:
        if not arrived.done():
            arrived.set_result(os.read(fd, len(WARM)))

    loop.add_reader(fd, read)
    try:
        return await arrived
    finally:
        loop.remove_reader(fd)


def _say_warm() -> None:
    fd = os.environ.pop(WARM_FD, "")
    if fd:
        os.write(int(fd), WARM)
        os.close(int(fd))


async def _build_once(folder: Path) -> None:
    services = await start_services(Settings(folder))
    application(services)
    await services.close()
