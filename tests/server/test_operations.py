"""What an operator sees: metrics that add up, one line for each request, and no secret in either."""

import json
import logging
import queue
import re
import shlex
from pathlib import Path

import pytest

from bussolotto.server.app import logs
from bussolotto.server.counts import SECONDS, Histogram
from tests import processes
from tests.repo.sources import ROOT
from tests.server.operated import COMMAND, operated
from tests.server.people import duel, get


def test_metrics_tell_who_plays_what_and_how_long_it_takes(tmp_path: Path) -> None:
    with operated(tmp_path) as server:
        before = server.metrics()
        assert (before["bussolotto_people"], before["bussolotto_sockets"]) == (0, 0)
        anna, bruno, table = duel(server)  # type: ignore[arg-type]
        with anna.page(table["match"]) as one, bruno.page(table["match"]) as other:
            for page in (one, other):
                page.resume()
            mover = one if one.position["legal"] else other
            mover.play()
            assert mover.act(0, version=0)["code"] == "stale"
            during = server.metrics()
        assert (during["bussolotto_people"], during["bussolotto_sockets"]) == (2, 2)
        assert during["bussolotto_matches spilorcio running"] == 1
        assert during["bussolotto_decisions_total"] == during["bussolotto_ack_seconds_count"] == 1
        assert during["bussolotto_refusals_total stale"] == 1
        assert during["bussolotto_requests_total 200"] >= 4
        assert during["bussolotto_commit_seconds_count"] > 0 and during["bussolotto_writes_waiting"] == 0
        assert during["process_resident_memory_bytes"] > 1e7
        server.wait_for_line("")
    assert "request" not in server.log, "a server at home says nothing unless asked to"


def test_metrics_of_a_refused_handshake_and_of_a_flood_of_requests(tmp_path: Path) -> None:
    with operated(tmp_path) as server:
        anna = server.person("Anna")
        assert anna.send("GET", "/api/matches/nowhere/socket", upgrade="websocket").status_code == 404
        assert anna.refused("POST", "/api/tables", {"game": "nothing"})[0] in (400, 404)
        assert anna.send("POST", "/api/tables", {}, origin="https://elsewhere.example").status_code == 403
        found = server.metrics()
        assert found["bussolotto_refusals_total foreign-origin"] == 1


def test_strangers_cannot_read_the_metrics(tmp_path: Path) -> None:
    with operated(tmp_path) as server:
        assert server.person().send("GET", "/metrics").status_code == 404
        found = get(f"http://127.0.0.1:{server.status['metrics']}/metrics")
        assert found.is_success and "bussolotto_people" in found.text
        ports = Path("/proc/net/tcp").read_text() if Path("/proc/net/tcp").exists() else ""
        everywhere = f"00000000:{server.status['metrics']:04X}"
        assert everywhere not in ports


def test_without_the_library_the_option_says_what_is_missing(tmp_path: Path) -> None:
    lacking = "import sys; sys.modules['prometheus_client'] = None; from bussolotto.cli import main; main()"
    command = [COMMAND[0], "-c", lacking, *COMMAND[3:], "--data", str(tmp_path)]
    done = processes.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and "bussolotto[metrics]" in done.stderr, done.stderr


def test_a_line_tells_each_request_and_each_event_but_no_secret(tmp_path: Path) -> None:
    with operated(tmp_path, "--log", "json") as server:
        anna, bruno, table = duel(server)  # type: ignore[arg-type]
        with anna.page(table["match"]) as page:
            page.resume()
        assert bruno.send("GET", anna.me["link"]).status_code < 400
        bruno.send("GET", "/me/wrong?token=secret")
        bruno.send("GET", f"/me/{anna.cookie()}/deeper")
        server.wait_for_line("socket-closed")
    events = server.events
    told = [event["event"] for event in events]
    assert told[0] == "starting" and told[-1] == "stopped" and "ready" in told and "draining" in told
    requests = [event for event in events if event["event"] == "request"]
    assert {"POST /api/tables 201", "GET /me/{token} 404", "GET unknown 404"} <= {
        f"{request['method']} {request['route']} {request['status']}" for request in requests
    }
    token = anna.me["link"].rpartition("/")[2]
    for secret in (token, anna.cookie().partition("=")[2], table["table"], table["match"], "secret"):
        assert secret not in server.log


def test_lines_as_text_can_be_split_again(tmp_path: Path) -> None:
    with operated(tmp_path, "--log", "text") as server:
        server.person("Anna")
    line = next(line for line in server.log.splitlines() if "event=request" in line)
    fields = dict(word.split("=", 1) for word in shlex.split(line))
    assert fields["route"] == "/api/me" and fields["status"] == "200" and fields["level"] == "info"


@pytest.mark.parametrize("style", ["text", "json"])
def test_whatever_is_logged_stays_one_line(style: logs.LogStyle) -> None:
    problem = ValueError("a\nb\x1b[31m")
    raised = (ValueError, problem, None)
    failed = logging.LogRecord("x", logging.ERROR, "x.py", 1, "GET %s\r\nfailed \u202e", ("/\x1b[2J",), raised)
    line = logs.LineFormatter(style).format(failed)
    assert line.isascii() and line.isprintable(), line
    if style == "json":
        assert json.loads(line)["text"] == "GET /\x1b[2J\r\nfailed \u202e" and "ValueError" in line


def test_lines_that_nobody_reads_are_dropped_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[int] = []
    full: queue.Queue[logging.LogRecord] = queue.Queue(1)
    handler = logs.DroppingHandler(full, lambda: lost.append(1))
    for _ in range(3):
        handler.handle(logging.LogRecord("x", logging.INFO, "x.py", 1, "event", (), None))
    assert full.qsize() == 1 and len(lost) == 2


def test_a_histogram_counts_each_duration_once() -> None:
    found = Histogram()
    for seconds in (0.0005, 0.001, 0.0011, 7.0):
        found.note(seconds)
    assert found.counts == [2, 1, *[0] * (len(SECONDS) - 2), 1] and round(found.sum_s, 4) == 7.0026


def test_the_page_for_operators_tells_every_metric(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "running-a-server.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`((?:bussolotto|process)_\w+)`", page))
    with operated(tmp_path) as server:
        text = get(f"http://127.0.0.1:{server.status['metrics']}/metrics").text
    served = {name.removesuffix("_created") for name in re.findall(r"^# TYPE (bussolotto_\w+)", text, re.MULTILINE)}
    assert {name for name in told if name.startswith("bussolotto")} == served
