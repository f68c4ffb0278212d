"""`bussolotto solve`: what it prints, for people and for programs, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import bussolotto
from bussolotto import solve
from bussolotto.cli import app, words
from bussolotto.locale import LANGUAGES
from tests.test_cli import Terminal


@pytest.fixture(autouse=True)
def in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words.Speaker, "language", "en")
    monkeypatch.setenv("BUSSOLOTTO_CACHE", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")


def do(*arguments: str) -> Any:
    """The result of the command within this process."""
    return CliRunner().invoke(app, ["solve", *arguments])


def test_programs_get_the_value_and_nothing_else() -> None:
    result = do("my-dice-your-dice", "--json")
    assert result.exit_code == 0 and result.stderr == ""
    assert list(json.loads(result.stdout)) == ["start_value"]
    assert json.loads(result.stdout)["start_value"] == pytest.approx(0.5287905389, abs=5e-11)


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_get_ten_digits_in_a_sentence(language: str) -> None:
    result = CliRunner().invoke(app, ["--lang", language, "solve", "my-dice-your-dice"])
    assert result.stdout.endswith(": 0.5287905389\n")


def test_the_table_is_made_anew(tmp_path: Path) -> None:
    for _ in range(2):
        do("my-dice-your-dice")
        (table,) = tmp_path.rglob("*.npy")
        table.write_bytes(b"")
    do("my-dice-your-dice")
    assert table.stat().st_size > 1_000_000


@pytest.mark.parametrize("name", solve.SOLVERS)
def test_every_solver_tells_how_far_it_is_and_has_a_headline(name: str) -> None:
    told: list[tuple[int, int]] = []
    solver = solve.solver(name)
    solution = solver.solve(lambda done, steps: told.append((done, steps)))
    assert told and told[-1][0] == told[-1][1] and told == sorted(told)
    assert solver.headline(solution) > 0
    assert json.dumps(solver.as_json(solution))
    assert name in bussolotto.games()


def test_a_game_without_a_solution_is_refused() -> None:
    result = do("raffzahn")
    assert result.exit_code == 2 and "my-dice-your-dice" in result.stderr and result.stdout == ""


def test_a_name_that_is_none_is_perhaps_another() -> None:
    result = do("my-dice-your-dyce")
    assert result.exit_code == 2 and "“my-dice-your-dice”?" in result.stderr


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_in_a_terminal_a_bar_grows_meanwhile() -> None:
    terminal = Terminal("solve", "my-dice-your-dice")
    terminal.until("Reckoning")
    terminal.until(r"0\.5287905389\s")
    assert terminal.exit_code() == 0
