"""The set-up of ./play and ./test: done when needed, and only then; checks and their last lines."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.repo.sources import ROOT
from tools import bootstrap
from tools.bootstrap import Check, Result, SetUpFailed


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with the files that matter and a `.venv` whose pip and Python are make-believe."""
    (tmp_path / "tools").mkdir()
    for name in ("pyproject.toml", "constraints.txt", "requirements.txt", "tools/bootstrap.py"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / ".venv" / "made-from.json")
    return tmp_path


@pytest.fixture
def done(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the set-up does, in order: `venv` and the last argument of every pip."""
    steps: list[str] = []

    def make_venv() -> None:
        steps.append("venv")
        python = bootstrap.python_of(bootstrap.VENV)
        python.parent.mkdir(parents=True, exist_ok=True)
        python.write_text("", encoding="utf-8")

    monkeypatch.setattr(bootstrap, "make_venv", make_venv)
    monkeypatch.setattr(bootstrap, "pip", lambda *arguments: steps.append(Path(arguments[-1]).name))
    return steps


def test_the_first_start_sets_up_and_the_second_does_nothing(checkout: Path, done: list[str]) -> None:
    bootstrap.set_up("play")
    assert done == ["venv", "requirements.txt", checkout.name]
    bootstrap.set_up("play")
    assert len(done) == 3


def test_what_the_tests_need_serves_playing_too(checkout: Path, done: list[str]) -> None:
    bootstrap.set_up("test")
    bootstrap.set_up("play")
    assert done == ["venv", "constraints.txt", checkout.name]


def test_what_playing_needs_is_completed_for_the_tests(checkout: Path, done: list[str]) -> None:
    bootstrap.set_up("play")
    bootstrap.set_up("test")
    assert done[3:] == ["constraints.txt", checkout.name]


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements.txt", "tools/bootstrap.py"])
def test_a_changed_file_is_installed_again_without_a_new_environment(
    checkout: Path, done: list[str], name: str
) -> None:
    bootstrap.set_up("play")
    (checkout / name).write_text("changed", encoding="utf-8")
    bootstrap.set_up("play")
    assert done[3:] == ["requirements.txt", checkout.name]


def interrupt(*arguments: str) -> None:
    """A pip that somebody stops."""
    raise KeyboardInterrupt


def test_an_interrupted_set_up_starts_from_scratch(
    checkout: Path, done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    working = bootstrap.pip
    monkeypatch.setattr(bootstrap, "pip", interrupt)
    with pytest.raises(KeyboardInterrupt):
        bootstrap.set_up("play")
    monkeypatch.setattr(bootstrap, "pip", working)
    bootstrap.set_up("play")
    assert done == ["venv", "venv", "requirements.txt", checkout.name]


def test_an_interrupted_update_starts_from_scratch_too(
    checkout: Path, done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.set_up("play")
    (checkout / "requirements.txt").write_text("newer", encoding="utf-8")
    with monkeypatch.context() as broken, pytest.raises(KeyboardInterrupt):
        broken.setattr(bootstrap, "pip", interrupt)
        bootstrap.set_up("play")
    bootstrap.set_up("play")
    assert done[3:] == ["venv", "requirements.txt", checkout.name]


def lose_python(checkout: Path) -> None:
    """Somebody removes the Python that `.venv` stands on."""
    bootstrap.python_of(checkout / ".venv").unlink()


def move_away(checkout: Path) -> None:
    """The stamp of a checkout that lay elsewhere."""
    stamp = json.loads(bootstrap.STAMP.read_text(encoding="utf-8"))
    bootstrap.STAMP.write_text(json.dumps(stamp | {"home": "elsewhere"}), encoding="utf-8")


def spoil_stamp(checkout: Path) -> None:
    """A stamp that is no JSON."""
    bootstrap.STAMP.write_text("{", encoding="utf-8")


@pytest.mark.parametrize("mishap", [lose_python, move_away, spoil_stamp])
def test_an_unsound_environment_is_made_anew(checkout: Path, done: list[str], mishap: Callable[[Path], None]) -> None:
    bootstrap.set_up("play")
    mishap(checkout)
    bootstrap.set_up("play")
    assert done[3:] == ["venv", "requirements.txt", checkout.name]


def test_a_python_without_venv_is_told_what_to_install(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "python-without-ensurepip")
    failing = subprocess.CompletedProcess([], 1, stdout="ensurepip is not available", stderr="")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failing)
    with pytest.raises(SetUpFailed, match=r"python3-venv(.|\n)*ensurepip is not available"):
        bootstrap.make_venv()
    assert not bootstrap.VENV.exists()


def test_a_failing_pip_ends_the_set_up_in_one_sentence(
    checkout: Path, done: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(bootstrap, "fits", lambda command: False)
    monkeypatch.setattr(bootstrap, "install", lambda command: bootstrap.pip("--no-such-option"))
    monkeypatch.setattr(bootstrap, "python_of", lambda venv: Path(sys.executable))
    assert bootstrap.main(["play"]) == 1
    assert "packages could not be installed" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["plya"]])
def test_another_word_gets_the_two_that_there_are(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(arguments) == 2
    assert "bootstrap.py play" in capsys.readouterr().err


# --- checks -----------------------------------------------------------------------------------------------------------


def script(text: str) -> list[str]:
    """A check that runs this Python."""
    return [sys.executable, "-c", text]


def test_a_check_tells_its_last_line_and_its_skips(capsys: pytest.CaptureFixture[str]) -> None:
    said = "print('SKIPPED [1] tests/web/test_a.py:7: no Chromium'); print('==== 3 passed in 1 s ====')"
    result = bootstrap.run(Check("pytest", script(said)))
    assert (result.failed, result.closing) == (False, "3 passed in 1 s")
    assert result.skips == ("1 test: no Chromium",)
    assert "3 passed" in capsys.readouterr().out


def test_skips_are_told_by_reason() -> None:
    lines = [f"SKIPPED [{count}] tests/web/test_a.py:{count}: no Chromium" for count in (1, 48)]
    lines.append("SKIPPED [1] tests/test_b.py:3: no bash, cp on this machine")
    assert bootstrap.skips_of(lines) == ("49 tests: no Chromium", "1 test: no bash, cp on this machine")


def test_a_check_fails_with_its_command() -> None:
    assert bootstrap.run(Check("mypy", script("raise SystemExit(2)"))).failed


def test_a_check_that_cannot_run_is_a_skip() -> None:
    result = bootstrap.run(Check("tsc", script("raise SystemExit(2)"), "no Node.js on this machine"))
    assert (result.failed, result.skips) == (False, ("no Node.js on this machine",))


def test_the_last_lines_name_every_check_and_every_skip() -> None:
    results = [
        Result("ruff check", failed=True, seconds=0.1, closing="Found 2 errors."),
        Result("tsc", failed=False, seconds=0, skips=("no Node.js on this machine",)),
        Result("pytest", failed=False, seconds=5, closing="9 passed, 1 skipped in 5 s", skips=("1 test: no Chromium",)),
    ]
    assert bootstrap.summary(results) == [
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
    monkeypatch.setattr(bootstrap, "checks", lambda arguments: [Check("tsc", [], "no Node.js on this machine")])
    assert bootstrap.test([]) == status
    assert ("a skip is a failure here" in capsys.readouterr().out) == bool(status)


def test_a_failed_check_fails_all(monkeypatch: pytest.MonkeyPatch) -> None:
    three = [Check("a", script("")), Check("b", script("raise SystemExit(1)")), Check("c", script(""))]
    monkeypatch.setattr(bootstrap, "checks", lambda arguments: three)
    assert bootstrap.test([]) == 1


def test_arguments_go_to_pytest() -> None:
    assert bootstrap.checks(["-k", "floors"])[-1].command[-2:] == ["-k", "floors"]


def test_node_modules_fit_when_every_needed_package_is_there_in_its_version(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = {
        "": {},
        "node_modules/a": {"version": "1.0.0"},
        "node_modules/b": {"version": "2.0.0", "optional": True},
    }
    (checkout / "package-lock.json").write_text(json.dumps({"packages": packages}), encoding="utf-8")
    assert not bootstrap.node_modules_fit()
    package = checkout / "node_modules" / "a" / "package.json"
    package.parent.mkdir(parents=True)
    for version, fits in (("0.9.0", False), ("1.0.0", True)):
        package.write_text(json.dumps({"version": version}), encoding="utf-8")
        assert bootstrap.node_modules_fit() == fits


# --- a skip where nothing may be skipped ------------------------------------------------------------------------------

SKIPPING = {
    "test": "import pytest\ndef test_it():\n    pytest.skip('no Chromium')\n",
    "module": "import pytest\npytest.skip('no Chromium', allow_module_level=True)\n",
    "mark": "import pytest\n@pytest.mark.skipif(True, reason='no Chromium')\ndef test_it(): ...\n",
    "fixture": "import pytest\n@pytest.fixture\ndef page(): pytest.skip('no Chromium')\ndef test_it(page): ...\n",
}


@pytest.mark.parametrize("kind", SKIPPING)
@pytest.mark.parametrize("strict", ["", "1"])
def test_a_skip_of_pytest_becomes_a_failure(tmp_path: Path, kind: str, strict: str) -> None:
    (tmp_path / "conftest.py").write_bytes((ROOT / "tests" / "conftest.py").read_bytes())
    (tmp_path / "test_it.py").write_text(SKIPPING[kind], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-ra", "-p", "no:cacheprovider", str(tmp_path)],
        env={**os.environ, "BUSSOLOTTO_NO_SKIP": strict, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "no Chromium" in done.stdout
    assert done.returncode in ((1, 2) if strict else (0, 5)), done.stdout
