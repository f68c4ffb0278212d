"""The checks of ./test: which are run for which words, how they went, and that a skip may be refused."""

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import processes
from tests.depth import full
from tests.repo.sources import ROOT
from tools import checks, reach, tiers
from tools.checks import Check, Result


def script(text: str) -> list[str]:
    """A check that runs this Python."""
    return [sys.executable, "-c", text]


def test_a_check_tells_its_last_line_and_its_skips(capsys: pytest.CaptureFixture[str]) -> None:
    said = "print('SKIPPED [1] tests/web/test_a.py:7: no Chromium'); print('==== 3 passed in 1 s ====')"
    result = checks.run(Check("pytest", script(said)))
    assert (result.failed, result.closing) == (False, "3 passed in 1 s")
    assert result.skips == ("1 test: no Chromium",)
    assert "3 passed" in capsys.readouterr().out


def test_skips_are_told_by_reason() -> None:
    lines = [f"SKIPPED [{count}] tests/web/test_a.py:{count}: no Chromium" for count in (1, 48)]
    lines.append("SKIPPED [1] tests/test_b.py:3: no bash, cp on this machine")
    assert checks.skips_of(lines) == ("49 tests: no Chromium", "1 test: no bash, cp on this machine")


def test_a_check_fails_with_its_command() -> None:
    assert checks.run(Check("mypy", script("raise SystemExit(2)"))).failed


def test_python_keeps_what_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert checks.run(Check("pytest", script("import sys; print(sys.dont_write_bytecode)"))).closing == "False"


INTERRUPTED = """
import os, signal, sys, time
def tell(*_):
    time.sleep(0.5)  # longer than subprocess waits by itself
    os.write(1, b'1 failed before the interruption\\n')  # `print` below may not be over
    sys.exit(2)
signal.signal(signal.SIGINT, tell)
print('begun', flush=True)
while True:  # a signal just before `signal.pause` would be waited for in vain
    time.sleep(0.01)
"""


@pytest.mark.skipif(not hasattr(signal, "pause"), reason="signals of a process group are known to Unix only")
def test_what_a_check_says_when_it_is_interrupted_is_shown() -> None:
    asked = f"from tools import checks; print(checks.run(checks.Check('pytest', {script(INTERRUPTED)!r})))"
    command = [sys.executable, "-c", asked]
    program = processes.start(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert program.stdout is not None
    assert [program.stdout.readline() for _ in range(3)] == ["\n", "--- pytest\n", "begun\n"]
    os.killpg(program.pid, signal.SIGINT)
    told, _ = program.communicate(timeout=60)
    assert told == "1 failed before the interruption\n" and program.returncode


@pytest.mark.skipif(not processes.BOUND, reason="only on Linux processes end with the one that started them")
def test_a_check_ends_with_the_command_that_is_killed(tmp_path: Path) -> None:
    line = tmp_path / "line"
    os.mkfifo(line)
    asked = f"import time; held = open({str(line)!r}, 'w'); time.sleep(600)"
    asked = f"from tools import checks; checks.run(checks.Check('pytest', {script(asked)!r}))"
    program = processes.start([sys.executable, "-c", asked], cwd=ROOT)
    with line.open() as heard:  # from now on the check has it open, and nobody else
        processes.kill(program)
        assert select.select([heard], [], [], 60)[0], "it goes on"
        assert heard.read() == ""


WAITING = """
import pathlib, sys, time
mine, others = map(pathlib.Path, sys.argv[1:])
mine.touch()
while not others.exists():
    time.sleep(0.01)
print(mine.name)
"""


def test_quick_checks_run_beside_each_other_and_are_told_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each of the two waits until the other one runs."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    one, other = str(tmp_path / "one"), str(tmp_path / "other")
    both = [
        Check("one", [*script(WAITING), one, other]),
        Check("all", script("print('many')"), alone=True),
        Check("other", [*script(WAITING), other, one]),
    ]
    assert [(each.name, each.closing) for each in checks.run_all(both)] == [
        ("one", "one"),
        ("other", "other"),
        ("all", "many"),
    ]
    first, second, last = capsys.readouterr().out.split("\n\n")
    assert {first.strip(), second} == {"--- one\none", "--- other\nother"} and last == "--- all\nmany\n"


def test_after_an_interruption_no_check_begins() -> None:
    assert checks.run_quietly(Check("mypy", script("print('begun')")), [True]) == (Result("mypy", True, 0), [])


@pytest.mark.parametrize(
    ("told", "missing"), [("v18.0.0", ""), ("v20.20.2", ""), ("v16.20.2", "16.20.2"), ("", "another")]
)
def test_an_old_node_is_as_good_as_none(
    told: str, missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = tmp_path / "node"
    node.write_text(f"#!/bin/sh\necho {told}\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert missing in checks.page().missing and bool(checks.page().missing) == bool(missing)
    node.unlink()
    assert checks.page().missing == "no Node.js on this machine"


def test_a_check_that_cannot_run_is_a_skip() -> None:
    result = checks.run(Check("tsc", script("raise SystemExit(2)"), "no Node.js on this machine"))
    assert (result.failed, result.skips) == (False, ("no Node.js on this machine",))


def test_the_last_lines_name_every_check_and_every_skip() -> None:
    results = [
        Result("ruff check", failed=True, seconds=0.1, closing="Found 2 errors."),
        Result("tsc", failed=False, seconds=0, skips=("no Node.js on this machine",)),
        Result("pytest", failed=False, seconds=5, closing="9 passed, 1 skipped in 5 s", skips=("1 test: no Chromium",)),
    ]
    assert checks.summary(results) == [
        "ruff check   FAILED      0.1 s  Found 2 errors.",
        "tsc          skipped     0.0 s",
        "pytest       ok          5.0 s  9 passed, 1 skipped in 5 s",
        "skipped: tsc: no Node.js on this machine",
        "skipped: pytest: 1 test: no Chromium",
    ]


@pytest.mark.parametrize(("strict", "status"), [("", 0), ("0", 0), ("1", 1)])
def test_a_skip_fails_only_where_nothing_may_be_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], strict: str, status: int
) -> None:
    monkeypatch.setenv("BUSSOLOTTO_NO_SKIP", strict)
    monkeypatch.setattr(checks, "checks", lambda arguments: [Check("tsc", [], "no Node.js on this machine")])
    assert checks.main([]) == status
    assert ("a skip is a failure here" in capsys.readouterr().out) == bool(status)


def test_a_failed_check_fails_all(monkeypatch: pytest.MonkeyPatch) -> None:
    three = [Check("a", script("")), Check("b", script("raise SystemExit(1)")), Check("c", script(""))]
    monkeypatch.setattr(checks, "checks", lambda arguments: three)
    assert checks.main([]) == 1


def names(*arguments: str) -> list[str]:
    """The checks that these words ask for."""
    return [check.name for check in checks.checks(arguments)]


def test_without_a_word_everything_is_checked() -> None:
    assert names()[0] == "ruff check"
    assert names()[-2:] == ["page", "pytest"]
    assert not [word for word in checks.checks([])[-1].command if word.startswith("tests/")]


def test_arguments_go_to_pytest() -> None:
    assert checks.checks(["-k", "floors"])[-1].command[-2:] == ["-k", "floors"]
    assert checks.checks(["rules", "-k", "floors"])[-1].command[-2:] == ["-k", "floors"]


@pytest.mark.parametrize(
    ("tier", "ran"),
    [
        ("page", ["page"]),
        ("rules", ["pytest"]),
        ("server", ["pytest"]),
        ("library", ["pytest"]),
        ("browser", ["pytest"]),
        ("static", ["ruff check", "ruff format", "floors", "mypy", "tsc", "prettier"]),
    ],
)
def test_a_tier_runs_its_own_checks(tier: str, ran: list[str]) -> None:
    assert names(tier) == ran


def test_the_rules_of_one_game() -> None:
    (check,) = checks.checks(["rules", "cincinnati", "raffzahn", "-x"])
    assert check.command[-3:] == ["-k", "cincinnati or raffzahn", "-x"]
    assert "tests/laws/test_laws.py" in check.command
    assert "tests/server/test_play.py" not in check.command


def test_the_rules_of_one_game_have_its_laws() -> None:
    listing = ["-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests/laws/test_laws.py"]
    cases = processes.run([sys.executable, *listing], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    for game in tiers.games():
        command = checks.checks(["rules", game.replace("_", "-")])[0].command
        names = command[command.index("-k") + 1].split(" or ")
        assert any(name in case for name in names for case in cases), game


def test_full_is_told_to_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUSSOLOTTO_FULL", "0")
    monkeypatch.setattr(checks, "checks", lambda arguments: [Check("test", script(f"assert {arguments} == ['rules']"))])
    assert checks.main(["rules", "--full"]) == 0
    assert os.environ["BUSSOLOTTO_FULL"] == "1"


@full
def test_what_changed_is_asked_of_git(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(reach, "changed_files", lambda since: ["src/bussolotto/games/raffzahn/bot.py"])
    commands = {check.name: check.command for check in checks.checks(["changed", "--since", "main", "-x"])}
    assert "tests/games/raffzahn/test_bot.py" in commands["pytest"]
    assert commands["pytest -k"][-3:] == ["-k", "raffzahn", "-x"]
    assert "1 changed files reach" in capsys.readouterr().out


def test_nothing_changed_means_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "changed_files", lambda since: [])
    assert checks.checks(["changed"]) == []


def test_an_unknown_commit_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert checks.main(["changed", "--since", "no-such-commit"]) == 2
    assert "no-such-commit" in capsys.readouterr().err


def test_node_modules_fit_when_every_needed_package_is_there_in_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    packages = {
        "": {},
        "node_modules/a": {"version": "1.0.0"},
        "node_modules/b": {"version": "2.0.0", "optional": True},
    }
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": packages}), encoding="utf-8")
    assert not checks.node_modules_fit()
    package = tmp_path / "node_modules" / "a" / "package.json"
    package.parent.mkdir(parents=True)
    for version, fits in (("0.9.0", False), ("1.0.0", True)):
        package.write_text(json.dumps({"version": version}), encoding="utf-8")
        assert checks.node_modules_fit() == fits


# --- a skip where nothing may be skipped ------------------------------------------------------------------------------

NOTHING_LEFT_OUT = ("-ra", "--no-fold-skipped", "--continue-on-collection-errors")
SKIPPING = {
    "test": "import pytest\ndef test_it():\n    pytest.skip('no Chromium')\n",
    "module": "import pytest\npytest.skip('no Chromium', allow_module_level=True)\n",
    "mark": "import pytest\n@pytest.mark.skipif(True, reason='no Chromium')\ndef test_it(): ...\n",
    "fixture": "import pytest\n@pytest.fixture\ndef page(): pytest.skip('no Chromium')\ndef test_it(page): ...\n",
}


@pytest.mark.parametrize(("strict", "outcome"), [("", "4 skipped"), ("1", "1 failed, 3 errors")])
def test_a_skip_of_pytest_becomes_a_failure(tmp_path: Path, strict: str, outcome: str) -> None:
    (tmp_path / "conftest.py").write_bytes((ROOT / "tests" / "conftest.py").read_bytes())
    for kind, text in SKIPPING.items():
        (tmp_path / f"test_{kind}.py").write_text(text, encoding="utf-8")
    done = processes.run(
        [sys.executable, "-m", "pytest", "-q", *NOTHING_LEFT_OUT, "-p", "no:cacheprovider", str(tmp_path)],
        env={
            **os.environ,
            "BUSSOLOTTO_NO_SKIP": strict,
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": str(ROOT),  # what the tests share imports more of them
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.count(": no Chromium") >= len(SKIPPING)
    assert done.stdout.splitlines()[-1].startswith(outcome), done.stdout
    assert done.returncode in ((1, 2) if strict else (0, 5))
