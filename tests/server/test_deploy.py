"""What deploy/ holds is run: a server as an operator installs it, its upgrades, its backups, its proxy, its socket."""

import asyncio
import json
import os
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from websockets.asyncio.client import connect

from tests import processes
from tests.depth import full
from tests.ports import reserve_port
from tests.repo.sources import ROOT
from tests.server.operated import COMMAND, operated
from tests.server.people import PATIENCE_S, Person, duel

DEPLOY = ROOT / "deploy"
CADDY, ACTIVATE = shutil.which("caddy"), shutil.which("systemd-socket-activate")
pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="deploy/ is for Linux")


class Machine:
    """An installation in a folder: two releases that work, one that does not. All are this checkout."""

    def __init__(self, folder: Path) -> None:
        self.root, self.data, self.backups = folder / "root", folder / "data", folder / "backups"
        self.log = folder / "log"
        for release in ("r1", "r2"):
            self._install(release, f'exec {sys.executable} "$@"')
        self._install("broken", "exit 1")
        (self.root / "current").symlink_to("r1")
        (self.root / "start").symlink_to("current/deploy/start")
        self.environment = {
            **os.environ,
            "BUSSOLOTTO_ROOT": str(self.root),
            "BUSSOLOTTO_DATA": str(self.data),
            "BUSSOLOTTO_BACKUPS": str(self.backups),
            "BUSSOLOTTO_URL": "http://127.0.0.1",
            "BUSSOLOTTO_OPTIONS": "--port 0 --metrics 0 --log json",
            "BUSSOLOTTO_UPGRADE_TENTHS": str(10 * PATIENCE_S),
            "LANG": "en",
        }

    def _install(self, release: str, command: str) -> None:
        python = self.root / release / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f"#!/bin/sh\n{command}\n")
        python.chmod(0o755)
        (self.root / release / "deploy").symlink_to(DEPLOY)

    def run(self, script: str, *arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
        """Run a script of deploy/ to its end."""
        command = [str(DEPLOY / script), *arguments]
        return processes.run(command, env=self.environment | more, capture_output=True, text=True, timeout=300)

    @property
    def status(self) -> dict[str, Any]:
        try:
            told: dict[str, Any] = json.loads((self.data / "server.json").read_text())
        except FileNotFoundError:
            return {}
        return told

    @contextmanager
    def serving(self) -> Iterator["Machine"]:
        """The current release, and whatever it hands over to."""
        with self.log.open("a") as log:
            first = processes.start([str(self.root / "start")], env=self.environment, stdout=log, stderr=log)
        with processes.starting(first):
            wait_for(lambda: bool(self.status), self.log.read_text)
            try:
                yield self
            finally:
                self._end()
            first.wait(PATIENCE_S)

    def _end(self) -> None:
        """End whichever process serves now; it may have ended by itself."""
        if status := self.status:
            with suppress(ProcessLookupError):
                os.kill(status["pid"], signal.SIGTERM)
        wait_for(lambda: not self.status, self.log.read_text)

    @property
    def current(self) -> str:
        return str((self.root / "current").readlink())

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.status['port']}"

    def person(self, name: str = "") -> Person:
        return Person(self, name)  # type: ignore[arg-type]  # all that a person asks of a server is its address


def wait_for(fits: Callable[[], bool], evidence: Callable[[], str]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not fits():
        assert time.monotonic() < deadline, evidence()
        time.sleep(0.02)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def count_guests(database: Path) -> int:
    connection = sqlite3.connect(database)
    found: int = connection.execute("SELECT count(*) FROM guests").fetchone()[0]
    connection.close()
    return found


@full
def test_an_upgrade_during_play_and_one_that_fails(machine: Machine) -> None:
    with machine.serving():
        anna, _bruno, table = duel(machine)  # type: ignore[arg-type]
        first = machine.status["pid"]
        done = machine.run("upgrade", "r2")
        assert done.returncode == 0, done.stdout + done.stderr + machine.log.read_text()
        second = machine.status["pid"]
        assert second != first and machine.current == "r2"
        assert anna.ask("GET", f"/api/tables/{table['table']}")["state"] == "running"
        assert len(list(machine.backups.iterdir())) == 1, "a backup comes before an upgrade"
        time.sleep(1.1)  # backups are named by the second
        failed = machine.run("upgrade", "broken", BUSSOLOTTO_UPGRADE_TENTHS="20")
        assert failed.returncode == 1 and "r2 serves on" in failed.stderr, failed.stderr
        assert machine.status["pid"] == second and machine.current == "r2"
        assert anna.send("GET", "/healthz").is_success
        assert machine.run("upgrade", "nothing").returncode == 1


@full
def test_a_backup_is_restored_and_what_was_there_is_kept(machine: Machine) -> None:
    with machine.serving():
        machine.person("Anna")
        done = machine.run("backup")
        assert done.returncode == 0, done.stderr
        backup = Path(done.stdout.strip())
        assert count_guests(backup) == 1 and backup.stat().st_mode & 0o077 == 0
        machine.person("Bruno")
        in_use = machine.run("restore", str(backup))
        assert in_use.returncode == 1 and "Another server is using" in in_use.stderr
    assert count_guests(machine.data / "bussolotto.sqlite") == 2
    assert machine.run("restore", str(backup)).returncode == 0
    assert count_guests(machine.data / "bussolotto.sqlite") == 1
    [kept] = machine.data.glob("before-restore-*/bussolotto.sqlite")
    assert count_guests(kept) == 2
    with machine.serving():
        assert machine.person().send("GET", "/healthz").is_success
    known = count_guests(machine.data / "bussolotto.sqlite")
    damaged = machine.backups / "damaged.sqlite"
    content = bytearray(backup.read_bytes())
    content[4096:8192] = bytes(4096)
    damaged.write_bytes(content)
    assert machine.run("restore", str(damaged)).returncode == 1
    assert count_guests(machine.data / "bussolotto.sqlite") == known, "a damaged backup replaces nothing"


def test_old_backups_are_removed_but_never_the_newest(machine: Machine) -> None:
    with machine.serving():
        machine.backups.mkdir()
        for age_days in (29, 31, 400):
            old = machine.backups / f"bussolotto-{age_days}.sqlite"
            old.touch()
            os.utime(old, (time.time() - age_days * 86_400 - 3600,) * 2)
        newest = Path(machine.run("backup").stdout.strip())
    assert {path.name for path in machine.backups.iterdir()} == {"bussolotto-29.sqlite", newest.name}


@full
def test_the_rehearsals_of_restore_and_upgrade(machine: Machine) -> None:
    with machine.serving():
        duel(machine)  # type: ignore[arg-type]
        before = machine.status
        assert machine.run("rehearse-restore").returncode == 1, "there is no backup yet"
        upgraded = machine.run("rehearse-upgrade", "r2")
        assert upgraded.returncode == 0 and "r2 serves" in upgraded.stdout, upgraded.stderr
        restored = machine.run("rehearse-restore")
        assert restored.returncode == 0 and "served 2 guests, 1 matches" in restored.stdout, restored.stderr
        assert machine.status == before and machine.current == "r1"


@pytest.mark.skipif(CADDY is None, reason="Caddy is not installed here (apt install caddy)")
def test_caddy_forwards_pages_and_sockets_with_tls(tmp_path: Path) -> None:
    port = reserve_port()
    site = f"https://localhost:{port}"
    settings = {
        "CADDY_GLOBAL": "auto_https disable_redirects\nskip_install_trust",
        "CADDY_TLS": "tls internal",
        "BUSSOLOTTO_SITE": site,
        "XDG_DATA_HOME": str(tmp_path / "caddy"),
        "XDG_CONFIG_HOME": str(tmp_path / "caddy"),
    }
    with (
        operated(tmp_path, "--base-url", site, "--trusted-proxy", "127.0.0.1", "--log", "json") as server,
        (tmp_path / "caddy.log").open("w") as log,
    ):
        settings["BUSSOLOTTO_UPSTREAM"] = server.address.removeprefix("http://")
        command = [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
        caddy = processes.start(command, env={**os.environ, **settings}, stdout=log, stderr=log)
        try:
            authority = tmp_path / "caddy" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
            wait_for(lambda: shakes_hands(port, authority), (tmp_path / "caddy.log").read_text)
            play_through(site, ssl.create_default_context(cafile=authority), server.replace)
        finally:
            processes.end(caddy)


class Ready(BaseHTTPRequestHandler):
    """A server that is the owner or not, by its place in a list."""

    owners: ClassVar[list[int]] = []

    def do_GET(self) -> None:
        port = int(self.connection.getsockname()[1])
        ready = self.path != "/readyz" or port in self.owners
        self.send_response(200 if ready else 503)
        self.end_headers()
        self.wfile.write(str(port).encode())

    def log_message(self, *values: object) -> None:
        """Silence."""


@pytest.mark.skipif(CADDY is None, reason="Caddy is not installed here (apt install caddy)")
def test_caddy_sends_people_to_the_server_that_has_the_site(tmp_path: Path) -> None:
    with behind_caddy(tmp_path, "Caddyfile.two", ("ONE", "TWO")) as (site, ports):
        for owner in (ports["ONE"], ports["TWO"], ports["ONE"]):
            Ready.owners[:] = [owner]
            wait_for(partial(is_answered_by, site, owner), (tmp_path / "log").read_text)


@pytest.mark.skipif(CADDY is None, reason="Caddy is not installed here (apt install caddy)")
def test_caddy_sends_whoever_plays_to_the_server_that_has_the_table(tmp_path: Path) -> None:
    names = ("ONE", "TWO", "TABLES_ONE", "TABLES_TWO")
    with behind_caddy(tmp_path, "Caddyfile.three", names) as (site, ports):
        Ready.owners[:] = [ports["TWO"], ports["TABLES_ONE"], ports["TABLES_TWO"]]
        log = (tmp_path / "log").read_text
        for path, at, wanted in (
            ("/api/matches/m/socket", "one", "TABLES_ONE"),
            ("/api/tables/t", "two", "TABLES_TWO"),
            ("/api/tables/t", "", "TWO"),
            ("/api/tables/t", "three", "TWO"),
            ("/api/me", "one", "TWO"),
        ):
            wait_for(partial(is_answered_by, f"{site}{path}", ports[wanted], f"other=1; bussolotto-at={at}"), log)
        Ready.owners[:] = [ports["TWO"]]
        wait_for(partial(is_answered_by, f"{site}/api/tables/t", ports["TWO"], "bussolotto-at=one"), log)


@contextmanager
def behind_caddy(folder: Path, name: str, upstreams: Sequence[str]) -> Iterator[tuple[str, dict[str, int]]]:
    """Servers that answer with their ports, behind Caddy: the address of that, and the ports."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Ready) for _ in upstreams]
    for one in servers:
        threading.Thread(target=one.serve_forever, daemon=True).start()
    ports = {upstream: one.server_port for upstream, one in zip(upstreams, servers, strict=True)}
    site = f"http://127.0.0.1:{reserve_port()}"
    settings = {"BUSSOLOTTO_SITE": site, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    places = {f"BUSSOLOTTO_{upstream}": f"127.0.0.1:{port}" for upstream, port in ports.items()}
    command = [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(DEPLOY / name)]
    with (folder / "log").open("w") as log:
        caddy = processes.start(command, env={**os.environ, **settings, **places}, stdout=log, stderr=log)
    try:
        yield site, ports
    finally:
        processes.end(caddy)
        for one in servers:
            one.shutdown()
            one.server_close()


def is_answered_by(site: str, port: int, cookie: str = "") -> bool:
    """Whether the proxy, if it listens yet, asks the server on this port."""
    with suppress(httpx.TransportError):
        return httpx.get(site, timeout=PATIENCE_S, headers={"cookie": cookie}).text == str(port)
    return False


def play_through(site: str, trust: ssl.SSLContext, replace: Callable[[], None]) -> None:
    """Open a table and its socket over the proxy, before and after the server behind it was replaced."""
    with httpx.Client(base_url=site, verify=trust, timeout=PATIENCE_S) as http:
        table = http.post("/api/tables", json={"game": "spilorcio", "seats": 2, "sit": 0}).raise_for_status()
        assert table.json()["link"].startswith(site)
        assert "Secure" in table.headers["set-cookie"] and "server" not in table.headers
        assert http.post("/api/tables", json={}, headers={"origin": "https://elsewhere.example"}).status_code == 403
        for _ in range(2):
            address = f"{site.replace('https', 'wss')}/api/matches/{table.json()['match']}/socket"
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            headers = {"Cookie": cookie, "Origin": site}
            assert asyncio.run(first_news(address, trust, headers)) in ("view", "steps", "table")
            replace()
            assert http.get("/healthz").is_success


async def first_news(address: str, trust: ssl.SSLContext, headers: dict[str, str]) -> str:
    """What a page is told first.

    Not by the client with threads: one reads while the other writes, which a TLS connection does not bear before
    Python 3.13. Once in many runs its request was lost, and its end waited for without limit.
    """
    async with asyncio.timeout(PATIENCE_S), connect(address, ssl=trust, additional_headers=headers) as page:
        await page.send(json.dumps({"type": "resume"}))
        told: str = json.loads(await page.recv())["type"]
        return told


@pytest.mark.skipif(ACTIVATE is None, reason="systemd-socket-activate is not installed here (apt install systemd)")
def test_a_server_takes_its_socket_from_systemd(tmp_path: Path) -> None:
    port = reserve_port()
    server = [word for word in COMMAND if word not in ("--port", "0", "--metrics")]
    command = [str(ACTIVATE), f"--listen=127.0.0.1:{port}", *server, "--data", str(tmp_path / "data")]
    with (tmp_path / "log").open("w") as log:
        process = processes.start(command, stdout=log, stderr=log)
    try:
        wait_for(lambda: listens(port), (tmp_path / "log").read_text)
        answer = httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE_S)
        assert answer.is_success, "the first question starts the server and waits for it"
        assert json.loads((tmp_path / "data" / "server.json").read_text())["port"] == port
    finally:
        processes.end(process)


def shakes_hands(port: int, authority: Path) -> bool:
    """Whether there is a certificate already: Caddy makes it after it listens."""
    if not authority.exists():
        return False
    try:
        trust = ssl.create_default_context(cafile=authority)  # it may be half written
        with (
            socket.create_connection(("127.0.0.1", port)) as line,
            trust.wrap_socket(line, server_hostname="localhost"),
        ):
            return True
    except OSError:
        return False


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
