"""The list of planted faults stays true: each can still be planted, and each is a fault of today's code."""

import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.depth import full
from tools import planted_faults, tiers
from tools.planted_faults import Fault

FAULTS = planted_faults.read_faults()


def test_there_are_thirty_and_most_undo_a_fix() -> None:
    assert len(FAULTS) >= 30
    assert sum(bool(fault.commit) for fault in FAULTS) >= 20
    assert all(bool(fault.commit) != bool(fault.drawn) for fault in FAULTS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_each_can_be_planted(fault: Fault) -> None:
    assert planted_faults.misplaced(fault) == ""
    assert fault.old != fault.new
    assert fault.tier in tiers.NAMES
    assert {tiers.tier_of(tiers.ROOT / file) for file in fault.first} <= {fault.tier}
    assert [file for file in fault.first if not (tiers.ROOT / file).exists()] == []


def test_one_that_cannot_is_told(tmp_path: Path) -> None:
    fault = Fault("twice", "a.py", "x", "y", "rules")
    assert "is not there" in planted_faults.misplaced(fault, tmp_path)
    (tmp_path / "a.py").write_text("x x", encoding="utf-8")
    assert "stands 2 times" in planted_faults.misplaced(fault, tmp_path)


def test_draws_follow_from_the_seed() -> None:
    assert list(planted_faults.draw(5, 1)) == list(planted_faults.draw(5, 1))
    assert list(planted_faults.draw(5, 1)) != list(planted_faults.draw(5, 2))
    for fault in planted_faults.draw(20, 3):
        assert planted_faults.misplaced(fault) == ""


def test_a_run_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def search(fault: Fault) -> dict[str, object]:
        asked.append(fault.name)
        return {"name": fault.name, "tier": fault.tier, "found": fault.name != "b", "by": []}

    monkeypatch.setattr(planted_faults, "search", search)
    faults = [Fault(name, "a.py", "x", "y", "rules") for name in ("a", "b", "c")]
    results = tmp_path / "results"
    assert planted_faults.search_all(faults[:1], results) == 0
    assert planted_faults.search_all(faults, results) == 1
    assert asked == ["a", "b", "c"]
    assert "MISSED" in capsys.readouterr().out


def test_files_that_are_named_are_tried_before_the_whole_tier(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ran: list[list[str]] = []

    def failures(command: list[str], *_: object) -> list[str]:
        ran.append(command)
        return ["FAILED"] if found_by in command else []

    monkeypatch.setattr(planted_faults, "failures", failures)
    monkeypatch.setattr(shutil, "copytree", lambda _, to, ignore: to.mkdir())
    monkeypatch.setattr(planted_faults, "plant", lambda *_: None)
    fault = Fault("x", "a.py", "x", "y", "rules", first=["tests/test_match.py"])
    for found_by, commands in (("tests/test_match.py", 1), ("rules", 2), ("nothing", 2)):
        ran.clear()
        assert planted_faults.search(fault)["found"] == (found_by != "nothing") and len(ran) == commands


@full
def test_a_harmless_change_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of the two tests fails that did only because they ran in a copy that looks changed."""
    some = ["-k", "unknown_commit or can_be_planted"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/repo", *some]
    monkeypatch.setattr(planted_faults, "commands", lambda fault: [command])
    monkeypatch.setenv("BUSSOLOTTO_FULL", "0")
    listed = next(fault for fault in FAULTS if fault.name == "interrupt-taken-for-leaving")
    harmless = listed._replace(new=listed.old.replace("EOFError", "(EOFError)"))
    assert planted_faults.search(harmless)["by"] == []


def test_a_tier_that_cannot_run_finds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = [(1, "No module named pytest")]

    def run(*_: object, **__: object) -> CompletedProcess[str]:
        return CompletedProcess([], *said[-1], "")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(shutil, "copytree", lambda _, to, ignore: to.mkdir())
    monkeypatch.setattr(planted_faults, "plant", lambda *_: None)
    results = tmp_path / "results"
    assert planted_faults.main([FAULTS[0].name, "--results", str(results)]) == 2
    assert not results.exists() and "No module named pytest" in capsys.readouterr().err
    said.append((1, "FAILED tests/test_x.py::test_y"))
    assert planted_faults.main([FAULTS[0].name, "--results", str(results)]) == 0
