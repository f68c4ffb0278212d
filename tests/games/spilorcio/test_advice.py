"""Advice in Spilorcio: exact for two on the printed board once it is solved, else what the sensible bot would do."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType

import numpy as np
import pytest

import bussolotto
from bench import hints
from bussolotto.core import chance
from bussolotto.games.spilorcio import advice as own
from bussolotto.games.spilorcio import solver, table
from bussolotto.play.match import Match
from bussolotto.solve.advice import Advice, advice
from tests.depth import count, full

GAME = bussolotto.game("spilorcio")
TINY = solver.Setup("1>1 1d>0 1y1>1 1d>1 2d>1", 4, 2)
OPTIONS = {"board": TINY.board, "starting_chips": 2, "chips_in_all": 4}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("solved") / "table.npy"


@pytest.fixture(scope="module")
def tiny(file: Path) -> solver.Solution:
    """A tiny board as if it were the printed one, solved by the command."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "STANDARD", TINY)
        patch.setitem(solver.SETUPS, "standard", TINY)
        patch.setattr(solver, "table_file", lambda: file)
        return solver.solve(board="standard")


@pytest.fixture
def solved(tiny: solver.Solution, file: Path, monkeypatch: pytest.MonkeyPatch) -> solver.Solution:
    monkeypatch.setattr(solver, "STANDARD", TINY)
    monkeypatch.setattr(solver, "table_file", lambda: file)
    return tiny


def begun(seed: int, seats: int = 2, options: Mapping[str, object] = MappingProxyType({})) -> tuple[Match, int]:
    match = Match(GAME, seats, options)
    match.fall(chance.Fast(seed))
    return match, match.movers().bit_length() - 1


def told(match: Match, seat: int) -> Advice:
    found = advice(GAME, match.hidden(seat), seat, match.legal(seat))
    assert found is not None
    return found


@full
def test_where_it_is_solved_the_mean_over_the_first_rolls_is_the_value_of_the_match(solved: solver.Solution) -> None:
    values = []
    for seed in range(count(short=50, full=150)):
        match, seat = begun(seed, 2, OPTIONS)
        found = told(match, seat)
        assert found["by"] == "exact" and found["measure"] == "win"
        assert sorted(found["values"]) == match.legal(seat)
        values.append(max(found["values"].values()))
    spread = float(np.std(values)) / len(values) ** 0.5
    assert abs(float(np.mean(values)) - solved.start()) < 4 * spread + 1e-6


@full
def test_of_two_who_play_by_it_each_wins_as_often_as_it_says(solved: solver.Solution) -> None:
    shares = [played(seed) for seed in range(150)]
    assert abs(float(np.mean(shares)) - solved.start()) < 4 * float(np.std(shares)) / len(shares) ** 0.5


def played(seed: int) -> float:
    """The share of who begins, both following the first that is best."""
    match, first = begun(seed, 2, OPTIONS)
    dice = chance.Fast(seed, 1)
    while not match.over:
        seat = match.movers().bit_length() - 1
        match.play(seat, told(match, seat)["best"][0])
        match.fall(dice)
    return match.returns()[first]


def keep(lowest: float, apart: float, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of the tiny board as if it were the printed one, with these bounds of all positions."""
    monkeypatch.setattr(solver, "STANDARD", TINY)
    monkeypatch.setattr(solver, "table_file", lambda: file)
    low = np.full_like(solver.unbounded(TINY)[0], lowest)
    solver.store(solver.Solution(TINY, np.stack([low, low + apart])))


def test_only_the_match_that_is_solved_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(0.5, 0, tmp_path / "table.npy", monkeypatch)
    match, seat = begun(1, 2, OPTIONS)
    assert told(match, seat)["by"] == "exact"
    others = [{**OPTIONS, "loan": "five"}, {**OPTIONS, "chips_in_all": 6}, {**OPTIONS, "board": "standard"}]
    for match, seat in [begun(1, 3, OPTIONS), *(begun(1, 2, options) for options in others[: count(short=1, full=3)])]:
        assert told(match, seat)["by"] == "sensible"
        assert own.solvable(match.hidden(seat)) == []


def test_until_it_is_solved_the_sensible_bot_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "table_file", lambda: tmp_path / "none.npy")
    match, seat = begun(3)
    found = told(match, seat)
    choice = bussolotto.players.player("sensible", GAME).choose(match.hidden(seat), match.legal(seat), Random(1))
    assert found["by"] == "sensible" and found["best"] == [choice and choice[0]]
    assert found["values"] == {} and found["measure"] is None and len(found["odds"]) == 5
    assert own.solvable(match.hidden(seat)) == ["spilorcio", "--board", "standard"]
    assert own.solvable(begun(3, 4)[0].hidden(0)) == []


def test_what_is_not_known_well_is_not_told_as_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(0.0, 1.0, tmp_path / "table.npy", monkeypatch)
    match, seat = begun(1, 2, OPTIONS)
    assert told(match, seat)["by"] == "sensible"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_who_follows_it_plays_at_least_as_well_as_the_sensible_bot(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly as well where nothing is solved or searched: each deal is played from every seat."""
    monkeypatch.setattr(table, "stored", lambda: None)
    share = hints.followed("spilorcio", seats, count(short=seats, full=6 * seats), iterations=0)
    assert share.mean == pytest.approx(1 / seats, abs=1e-12)
