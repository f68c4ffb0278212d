"""The set-up of ./play and ./test: done when needed, and only then."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.depth import full
from tools import bootstrap
from tools.bootstrap import SetUpFailed


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


@full
def test_an_activated_environment_is_made_anew_by_the_python_that_it_stands_on(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = bootstrap.python_of(bootstrap.VENV)
    own.parent.mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(bootstrap.VENV))
    monkeypatch.setattr(sys, "executable", str(own))
    bootstrap.make_venv()
    assert own.resolve() == Path(sys._base_executable).resolve()  # type: ignore[attr-defined]  # as `venv` does


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
