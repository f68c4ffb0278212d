"""`bussolotto solve`: what it prints, for people and for programs, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import bussolotto
from bussolotto import solve
from bussolotto.cli import app, words
from bussolotto.games.spilorcio import solver as spilorcio
from bussolotto.locale import LANGUAGES
from tests.depth import full, in_full_runs
from tests.terminals import OpenTerminal

HEADLINES = {
    "cincinnati": "0.4779671",
    "my-dice-your-dice": "0.5287905389",
    "spilorcio": "0.4561812443",
}  # first digits
QUICKLY = {"cincinnati", "my-dice-your-dice"}  # solved in a second


@pytest.fixture(autouse=True)
def in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words.Speaker, "language", "en")
    monkeypatch.setattr("bussolotto.solve.kept.folder", lambda: tmp_path)
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


@pytest.mark.parametrize("name", [*sorted(QUICKLY), *in_full_runs(*sorted({*solve.solved()} - QUICKLY))])
def test_every_solver_tells_how_far_it_is_and_has_a_headline(name: str) -> None:
    told: list[tuple[int, int]] = []
    solver = solve.solver(bussolotto.game(name))
    assert solver is not None
    solution = solver.solve(lambda done, steps: told.append((done, steps)))
    assert told and told[-1][0] == told[-1][1] and told == sorted(told)
    assert json.dumps(solver.as_json(solution))
    assert f"{solver.headline(solution):.10f}".startswith(HEADLINES[name])
    assert name in bussolotto.games()


def test_spilorcio_is_solved_on_the_board_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def solved(setup: spilorcio.Setup, progress: solve.Progress | None) -> spilorcio.Solution:
        return spilorcio.Solution(setup, np.full((2, 1, 19, 19), setup.start / 72))

    monkeypatch.setattr(spilorcio, "solved", solved)
    assert tuple(spilorcio.SETUPS) == bussolotto.game("spilorcio").facts.boards
    assert do("spilorcio", "--board", "reduced").stdout == do("spilorcio").stdout
    assert do("spilorcio", "--board", "reduced").stdout.endswith(
        " small board 2d>1 2d>1 2>1 3y2>1 3y2>2: 0.0694444444\n"
    )
    assert do("spilorcio", "--board", "standard").stdout.endswith(" standard board, our reconstruction: 0.2500000000\n")
    told = json.loads(do("spilorcio", "--board", "standard", "--json").stdout)
    assert told == {"start_value": 0.25, "board": "4d>1 5d>1 6y4>2 7y4>2 8y4>3"}


@pytest.mark.parametrize(("name", "known"), [("spilorcio", "reduced, standard"), ("my-dice-your-dice", "-")])
def test_a_board_without_a_solution_is_refused(name: str, known: str) -> None:
    result = do(name, "--board", "short")
    assert result.exit_code == 2 and result.stdout == ""
    assert f"“short” is not a board on which {name} is solved. There are: {known} " in unboxed(result.stderr)


def test_options_are_those_that_the_solver_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    setups: list[spilorcio.Setup] = []

    def solved(setup: spilorcio.Setup, progress: solve.Progress | None) -> spilorcio.Solution:
        setups.append(setup)
        return spilorcio.Solution(setup, np.full((2, 1, 40, 40), setup.start / 72))

    monkeypatch.setattr(spilorcio, "solved", solved)
    assert do("spilorcio", "--option", "loan=five").stdout == "With loan=five: 0.0694444444\n"
    assert do("spilorcio", "--option", "loan=reserve").stdout == do("spilorcio").stdout
    own = ["--board", "standard", "--option", "starting_chips=26", "--option", "board=short"]
    assert do("spilorcio", *own).exit_code == 0
    assert setups[0] == spilorcio.REDUCED._replace(loan="five")
    assert setups[-1] == spilorcio.Setup("3d>1 4d>1 4y3>2 5y4>2 6y4>3", 130, 26, "reserve", 56)


@full
def test_a_board_is_solved_under_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = spilorcio.Setup("1>1 1d>0 1y1>1 1d>1 2d>1", 4, 2)
    monkeypatch.setitem(spilorcio.SETUPS, "reduced", tiny)
    five = spilorcio.solved(tiny._replace(loan="five")).start()
    told = json.loads(do("spilorcio", "--option", "loan=five", "--json").stdout)
    assert told["start_value"] == five


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["my-dice-your-dice", "--option", "goal=24"],
            "not solved with goal=24. It is solved with its printed numbers.",
        ),
        (["spilorcio", "--option", "chips_in_all=80"], "not solved with chips_in_all=80. It is solved with: loan."),
        (["spilorcio", "--option", "loan=six"], "six"),
        (["spilorcio", "--option", "lone=five"], "loan"),
        (["spilorcio", "--option", "loan"], "NAME=VALUE"),
    ],
)
def test_an_option_without_a_solution_is_refused(arguments: list[str], said: str) -> None:
    result = do(*arguments)
    assert result.exit_code == 2 and result.stdout == ""
    assert said in unboxed(result.stderr)


def unboxed(text: str) -> str:
    """A message in one line, without the box around it."""
    return " ".join(text.replace("│", " ").split())


def test_a_game_without_a_solution_is_refused() -> None:
    result = do("raffzahn")
    assert result.exit_code == 2 and "my-dice-your-dice" in result.stderr and result.stdout == ""


def test_a_name_that_is_none_is_perhaps_another() -> None:
    result = do("my-dice-your-dyce")
    assert result.exit_code == 2 and "“my-dice-your-dice”?" in result.stderr


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_in_a_terminal_a_bar_grows_meanwhile(terminal: OpenTerminal) -> None:
    opened = terminal("solve", "my-dice-your-dice")
    opened.until("Computing")
    opened.until(r"0\.5287905389\s")
    assert opened.exit_code() == 0
