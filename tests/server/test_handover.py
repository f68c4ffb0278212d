"""One server after the other: nobody waits long, nothing is lost, and a successor that fails changes nothing."""

import asyncio
import json
import os
import signal
import socket
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError, ConnectionClosedOK

from bussolotto.core.errors import Refusal
from bussolotto.core.events import Event
from bussolotto.core.kernel import SPECTATOR
from bussolotto.play.match import Match, replay
from bussolotto.play.turns import CompiledTurns
from bussolotto.server.counts import ServerCounts
from bussolotto.server.http.request_log import RequestLog
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.replays import Replays
from bussolotto.server.store import match_rows
from tests.server.in_process import House, house
from tests.server.operated import operated
from tests.server.people import ENDLESS, PATIENCE_S, duel

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
    in_order = sorted(server.events, key=lambda event: str(event["time"]))  # each process writes them a little later
    told = [(event["event"], event["pid"]) for event in in_order if "pid" in event]
    second = server.pid
    order = [("waiting", second), ("draining", first), ("stopped", first), ("ready", second), ("stopped", second)]
    assert [event for event in told if event in order] == order
    assert [event["matches"] for event in server.events if event["event"] == "waiting"] == [1], "replayed before"


def test_whoever_a_stopping_server_does_not_wait_for_is_asked_to_come_again() -> None:
    """uvicorn cancels them after a while, and where nothing was answered it says that the server failed (500)."""
    sent: list[Any] = []
    counts = ServerCounts()

    async def wait(*_: object) -> None:
        await asyncio.Event().wait()

    async def note(message: Any) -> None:
        sent.append(message)

    async def run() -> None:
        asked: Any = {"type": "http", "method": "POST"}
        waiting = asyncio.ensure_future(RequestLog(wait, counts)(asked, cast(Any, wait), note))
        await asyncio.sleep(0)
        waiting.cancel()
        await waiting

    asyncio.run(run())
    start, body = sent
    assert start["status"] == 503 and (b"retry-after", b"1") in start["headers"]
    assert json.loads(body["body"])["code"] == "restarting"
    assert counts.requests == {503: 1}


def test_a_long_match_is_replayed_before_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what was stored since then is left to play, and the events are told of what was replayed."""
    played: list[int] = []
    play = Match.play

    def counting(match: Match, seat: int, action: int) -> None:
        played.append(action)
        play(match, seat, action)

    async def run() -> None:
        async with house(tmp_path) as server:
            match = await start_match(server, 30)
        replays = Replays()
        replays.read(tmp_path, [match, "no such match"])
        assert len(replays) == 1
        async with house(tmp_path) as server:  # the server before this one plays on
            await decide(server, match, 1)
            whole = server.services.matches.find(match).match.log
            told = events_of(server.services.matches.find(match))
        monkeypatch.setattr(Match, "play", counting)
        async with house(tmp_path, replays=replays) as server:
            live = server.services.matches.find(match)
            assert live.match.log == whole and len(played) < 10 < len(whole)
            assert events_of(live) == told and len(played) < 20
            assert not len(replays)
            await decide(server, match, 3)

    asyncio.run(run())


def test_a_match_that_was_replayed_and_is_another_by_now_is_read_anew(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as server:
            match = await start_match(server, 5)
            replays = Replays()
            replays.read(tmp_path, [match])
            row, log = match_rows.find(server.services.store, match), server.services.matches.find(match).match.log
            assert row is not None
            assert replays.take(row, log[:-1]) is None, "shorter than it was"
            assert len(replays) == 0

    asyncio.run(run())


def events_of(live: LiveMatch) -> list[tuple[int, list[Event]]]:
    """What everybody is told of a match, by version."""
    return [(version, told.events) for version, told in live.narration.found(live.match.log, SPECTATOR)]


async def start_match(server: House, decisions: int) -> str:
    """A match of two with so many decisions."""
    anna, bruno = await server.person("Anna"), await server.person("Bruno")
    table = await anna.ask("POST", "/api/tables", {"game": "spilorcio", "seats": 2, "sit": 0, "options": ENDLESS})
    await bruno.ask("POST", f"/api/tables/{table['table']}/seats/1")
    await anna.ask("POST", f"/api/tables/{table['table']}/start")
    await decide(server, table["match"], decisions)
    return str(table["match"])


async def decide(server: House, match: str, times: int) -> None:
    """Let whoever is to act decide so many times."""
    live = server.services.matches.find(match)
    live.rests = False  # nobody looks at what happens
    for seat in live.people:
        live.skip(seat, live.match.version)
    for number in range(times):
        (seat,) = live.movers()
        version = live.match.version
        answers: list[int | Refusal] = []
        action = live.legal(seat)[0]
        live.submit(MoveRequest(seat, version, [action], f"{version}-{number}", answers.append))
        while not answers:
            await server.services.store.run()
        assert isinstance(answers[0], int), answers


def test_a_match_goes_on_the_same_once_its_decisions_are_compiled(tmp_path: Path) -> None:
    """What was played on a draft before, and is told only later, stays as it was; and no states are kept for ever."""

    async def run() -> None:
        async with house(tmp_path) as server:
            live = server.services.matches.find(await start_match(server, 5))
            live.use_turns(CompiledTurns(live.match.game))
            await decide(server, live.name, 20)
            assert len(live.match.traced().states) == 1
            told = events_of(live)
            copy = replay(live.match.game, 2, live.match.options, live.match.log)
            assert bytes(copy.state) == bytes(live.match.state) and told
        async with house(tmp_path) as server:
            assert events_of(server.services.matches.find(live.name)) == told

    asyncio.run(run())


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
