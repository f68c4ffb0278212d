"""Puzzles: found where one choice is clearly best, weighed by what the seat could see, and kept without names."""

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest

import bussolotto
from bussolotto.games import game as game_of
from bussolotto.games import names
from bussolotto.play import notation
from bussolotto.play.notation import Record
from bussolotto.review import puzzles as kept
from bussolotto.review.finding import GAP, OBVIOUS, is_for_puzzles, look
from bussolotto.review.puzzles import Looked, Puzzle
from bussolotto.solve.advice import adviser
from tests.command_line import do, done
from tests.refusals import refused
from tests.review.sittings import sensible
from tests.review.test_estimated import GAME as BETS
from tests.review.test_estimated import played

SOLVED = bussolotto.game("my-dice-your-dice")


def careless(seed: int = 1) -> Record:
    return sensible(SOLVED, 2, seed, careless=0.5)


def looked_at(record: Record) -> Looked:
    found = look(record)
    assert found is not None
    return found


@cache
def some() -> Looked:
    """A match with puzzles."""
    return next(found for found in map(looked_at, map(careless, range(20))) if found.puzzles)


def test_in_a_solved_game_the_costs_are_those_of_the_table() -> None:
    looked = some()
    for found in looked.puzzles:
        match = Puzzle(looked, found).match()
        values = dict(adviser(SOLVED).worth(match.hidden(found.seat), found.seat, match.legal(found.seat)))
        most = max(values.values())
        assert {cost.action: cost.loss for cost in found.costs} == {
            code: most - value for code, value in values.items()
        }
        assert found.kind == "exact" and found.share == most and found.costs[0].loss == 0.0
        assert GAP <= found.costs[1].loss <= OBVIOUS


@pytest.mark.parametrize("on", ["die", "card"])
def test_what_is_measured_agrees_with_what_is_known(on: str) -> None:
    """A bet on at most so much is lost by what the die, or a hidden card, shows more than that."""
    (found,) = _puzzles(on, 4)
    assert [cost.action for cost in found.costs] == [5, 4, 3, 2, 1, 0]
    for cost in found.costs[1:]:
        assert abs(cost.loss - (5 - cost.action) / 6) < 4 * cost.error


@pytest.mark.parametrize("bet", [1, 6])
def test_neither_what_nobody_would_do_nor_what_was_best_is_a_puzzle(bet: int) -> None:
    assert _puzzles("die", bet) == []


def _puzzles(on: str, bet: int) -> list[kept.Found]:
    found = look(played(on, bet, 1), depth=0.3, threads=1, game=BETS)
    assert found is not None
    return found.puzzles


def test_a_search_that_is_stopped_finds_nothing_rather_than_less() -> None:
    assert look(played("die", 4, 1), stopped=lambda: True, game=BETS) is None


def test_there_are_none_in_races_and_where_one_must_remember() -> None:
    asked = [name for name in names() if is_for_puzzles(game_of(name))]
    assert asked and not any(game_of(name).RACE for name in asked)
    assert len([name for name in names() if not game_of(name).RACE]) > len(asked), "games of memory"


def test_what_comes_with_the_games_can_be_played_and_is_for_several_games() -> None:
    by_game = {name: kept.puzzles_of(kept.shipped(game_of(name))) for name in names()}
    with_some = {name for name, found in by_game.items() if found}
    assert len(with_some) >= 5 and all(is_for_puzzles(game_of(name)) for name in with_some)
    for puzzle in (one for found in by_game.values() for one in found):
        match = puzzle.match()
        assert match.movers() >> puzzle.found.seat & 1
        assert GAP <= puzzle.found.costs[1].loss <= OBVIOUS
    everyone = [puzzle.name for found in by_game.values() for puzzle in found]
    assert len(everyone) == len(set(everyone))


def test_a_file_holds_no_names_and_gives_back_what_was_written() -> None:
    looked = some()
    content = kept.encode([looked, looked])
    assert kept.decode(content) == [looked, looked]
    assert b"Anna" not in content and b"Bruno" not in content


@pytest.mark.parametrize(
    "wrong",
    [b"{", b"\xff", b"[]", b'{"match": 1}', b"[" * 10_000, b'{"x": "' + b"x" * (1 << 20) + b'"}'],
    ids=["half", "no-text", "a-list", "other", "deep", "long"],
)
def test_a_damaged_line_is_named(wrong: bytes) -> None:
    with refused("damaged-file") as problem:
        kept.decode(kept.encode([some()]) + wrong + b"\n")
    assert problem.value.values["line"] == 2


def test_a_puzzle_without_a_choice_or_beyond_the_match_is_damage() -> None:
    looked = some()
    for changed in ({"costs": looked.puzzles[0].costs[:1]}, {"ply": len(looked.steps) + 1}, {"ply": -1}):
        puzzle = msgspec.structs.replace(looked.puzzles[0], **changed)
        with refused("damaged-file"):
            kept.decode(kept.encode([msgspec.structs.replace(looked, puzzles=[puzzle])]))


def test_a_puzzle_of_other_rules_or_games_is_left_out() -> None:
    looked = some()
    for changed in ({"rules": 999}, {"game": "chess"}):
        assert kept.puzzles_of([msgspec.structs.replace(looked, **changed)]) == []
    assert len(kept.puzzles_of([looked])) == len(looked.puzzles)


def test_costs_that_are_not_those_of_the_position_are_noticed() -> None:
    looked = some()
    found = msgspec.structs.replace(looked.puzzles[0], seat=1 - looked.puzzles[0].seat)
    with refused("broken-log"):
        Puzzle(looked, found).match()


def test_the_command_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    folder, out = tmp_path / "matches", tmp_path / "found.jsonl"
    folder.mkdir()
    for seed in (1, 2):
        (folder / f"{seed}.jsonl").write_bytes(notation.write(careless(seed), bytes(32)))
    done("puzzles", str(folder / "1.jsonl"), "--out", str(out))
    first = out.read_bytes()
    told = json.loads(done("puzzles", str(folder), "--out", str(out), "--json").stdout)
    assert out.read_bytes().startswith(first) and len(told) == 2 == out.read_bytes().count(b"\n")
    out.write_bytes(first.replace(b'"depth":1.0', b'"depth":7.0'))  # looked at more deeply before
    done("puzzles", str(folder / "1.jsonl"), "--out", str(out))
    assert b'"depth":7.0' in out.read_bytes()


def test_the_command_shows_the_position_and_what_is_best(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    seed = next(seed for seed in range(20) if looked_at(careless(seed)).puzzles)
    file.write_bytes(notation.write(careless(seed), bytes(32)))
    said = done("puzzles", str(file)).output
    puzzle = kept.puzzles_of([looked_at(careless(seed))])[0]
    assert puzzle.name in said and puzzle.match().show(puzzle.found.seat) in said and "Best:" in said


def test_what_the_command_cannot_do_it_says(tmp_path: Path) -> None:
    assert do("puzzles").exit_code == 2
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("{")
    assert do("puzzles", str(damaged)).exit_code == 1
    whole = tmp_path / "whole.jsonl"
    whole.write_bytes(notation.write(careless(), bytes(32)))
    assert do("puzzles", str(whole), "--out", str(damaged)).exit_code == 1
    assert damaged.read_text() == "{", "what is not ours is not written over"
    assert do("puzzles", "--data", str(tmp_path)).exit_code == 2
