"""A series of runs: what failed is counted, an interrupted series goes on, and the busy processes end."""

import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.test_processes import is_alive
from tools import repeat


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The runs that are still to come."""
    runs: list[dict[str, Any]] = [{"seconds": 1, "failed": ["a", "b"]}, {"seconds": 1, "failed": ["b"]}]
    monkeypatch.setattr(repeat, "run", lambda *_: runs.pop(0) if runs else {"seconds": 1, "failed": []})
    return runs


def test_failures_are_counted_over_all_runs(
    tmp_path: Path, told: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["browser", "--runs", "3", "--busy", "0", "--results", str(tmp_path / "results")]
    assert repeat.main(words) == 1
    said = capsys.readouterr().out
    assert "1 of 3 runs without a failure" in said
    assert said.index("   2 b") < said.index("   1 a")


def test_a_series_goes_on_where_it_was(tmp_path: Path, told: list[dict[str, Any]]) -> None:
    results = tmp_path / "results"
    results.write_text('{"seconds": 1, "failed": []}\n', encoding="utf-8")
    told.clear()
    assert repeat.main(["rules", "--runs", "2", "--busy", "0", "--results", str(results)]) == 0
    assert len(repeat.read(results)) == 2


def test_failures_are_read_from_pytest_and_from_node() -> None:
    said = "FAILED tests/a.py::test_b[x] - AssertionError: no\nERROR tests/c.py\nnot ok 3 - it holds\nok 4 - fine\n"
    assert repeat.FAILED.findall(said) == ["tests/a.py::test_b[x]", "tests/c.py", "it holds"]


def test_what_a_run_with_a_failure_printed_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = iter([(0, "3 passed"), (1, "what it saw\nFAILED tests/a.py::test_b - no")])
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, *next(said)))
    words = ["rules", "--runs", "2", "--busy", "0", "--results", str(tmp_path / "results.jsonl")]
    assert repeat.main(words) == 1
    assert [(file.name, "what it saw" in file.read_text()) for file in tmp_path.glob("*.txt")] == [
        ("results.2.txt", True)
    ]


def test_every_run_has_dice_of_its_own_and_pages_that_hear_late_if_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str]] = []

    def run(command: list[str], env: dict[str, str], **_: Any) -> "subprocess.CompletedProcess[str]":
        told.append((env["BUSSOLOTTO_LUCK"], env["BUSSOLOTTO_LATE"]))
        return subprocess.CompletedProcess(command, 0, "3 passed")

    monkeypatch.setattr(subprocess, "run", run)
    words = ["browser", "--runs", "2", "--busy", "0", "--late", "300", "--results", str(tmp_path / "results.jsonl")]
    assert repeat.main(words) == 0
    assert told == [("1", "300"), ("2", "300")]


def test_the_busy_processes_end(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    true = subprocess.Popen

    def start(command: list[str]) -> "subprocess.Popen[bytes]":
        process = true(command)
        started.append(process.pid)
        return process

    monkeypatch.setattr(subprocess, "Popen", start)
    with repeat.kept_busy(2):
        assert all(map(is_alive, started))
    limit = time.monotonic() + 10
    while any(map(is_alive, started)):
        assert time.monotonic() < limit
    assert len(started) == 2
