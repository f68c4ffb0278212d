"""One server after the other: nobody waits long, nothing is lost, and a successor that fails changes nothing."""

import asyncio
import os
import signal
import socket
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError, ConnectionClosedOK

from tests.server.in_process import house
from tests.server.operated import operated
from tests.server.people import PATIENCE_S, duel

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no SIGHUP")


def test_the_next_server_takes_over_socket_and_folder(tmp_path: Path) -> None:
    with operated(tmp_path, "--log", "json") as server:
        anna, bruno, table = duel(server)  # type: ignore[arg-type]
        first = server.pid
        with anna.page(table["match"]) as one, bruno.page(table["match"]) as other:
            for page in (one, other):
                page.resume()
            os.kill(first, signal.SIGHUP)
            for page in (one, other):
                page.hear("restarting")
                with pytest.raises((ConnectionClosedError, ConnectionClosedOK)):
                    page.hear()
                assert page.socket.close_code == 1012
        with anna.page(table["match"]) as one:  # it waits in the listening socket
            one.resume()
        server.wait_for_process()
        assert server.pid != first and server.address.endswith(f":{server.status['port']}")
        assert anna.ask("GET", f"/api/tables/{table['table']}")["state"] == "running"
        server.metrics()
    told = [(event["event"], event["pid"]) for event in server.events if "pid" in event]
    second = server.pid
    order = [("waiting", second), ("draining", first), ("stopped", first), ("ready", second), ("stopped", second)]
    assert [event for event in told if event in order] == order


def test_tables_are_not_opened_before_a_restart(tmp_path: Path) -> None:
    async def ask() -> httpx.Response:
        async with house(tmp_path) as server:
            anna = await server.person("Anna")
            await server.services.drain()
            return await anna.send("POST", "/api/tables", {"game": "spilorcio", "seats": 2})

    answer = asyncio.run(ask())
    assert answer.status_code == 503 and answer.json()["code"] == "restarting"
    assert answer.headers["retry-after"] == "1"


def test_a_successor_that_fails_changes_nothing(tmp_path: Path) -> None:
    with operated(tmp_path, "--log", "json", environment={"BUSSOLOTTO_START": "/bin/false"}) as server:
        os.kill(server.pid, signal.SIGHUP)
        server.wait_for_line("the successor did not start")
        assert server.person("Anna").send("GET", "/healthz").is_success
        assert server.status["pid"] == server.pid


def test_systemd_is_told_which_process_serves(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(PATIENCE_S)
        with operated(tmp_path, environment={"NOTIFY_SOCKET": str(tmp_path / "notify")}) as server:
            assert systemd.recv(1000).startswith(b"READY=1")
            server.replace()
            assert systemd.recv(1000) == f"MAINPID={server.pid}".encode()
            assert systemd.recv(1000).startswith(b"READY=1")
        assert systemd.recv(1000) == b"STOPPING=1"
