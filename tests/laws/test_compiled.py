"""Compiled and interpreted rules agree byte for byte; the compiled laws hold; nothing is compiled twice."""

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto.core import chance
from bussolotto.games.spilorcio.solver import SWEEP
from bussolotto.play import compiler, compiling, in_turn, optimising
from bussolotto.search.search import PATTERN
from bussolotto.study import matches
from bussolotto.testing import compiled
from bussolotto.testing.worlds import World
from tests import processes
from tests.depth import FULL, count, full
from tests.laws.games import GAMES
from tests.laws.test_laws import named

MATCHES = count(short=300, full=1_000)


@full
@pytest.mark.parametrize("game", GAMES, ids=named)
def test_interpreted_and_compiled_agree(game: Any) -> None:
    """Optimised as wholly as for people: other tests compile quickly. Short runs compare with bounds checks only."""
    told = run_python("-m", "tests.laws.compiled", game.NAME, BUSSOLOTTO_COMPILE="")
    assert told.returncode == 0, told.stderr


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_laws_in_compiled_play(game: Any) -> None:
    compiled.law_loops(game, MATCHES, thorough=FULL)


def test_the_toys_are_played_with_eight_seats() -> None:
    assert any(8 in game.SEATS for game in GAMES)


BY_TURNS = [pytest.param(game, marks=full if turn % 2 else ()) for turn, game in enumerate(GAMES)]  # short runs: half


@pytest.mark.parametrize("game", BY_TURNS, ids=named)
def test_compiled_with_bounds_checks(game: Any) -> None:
    done = run_python("-m", "tests.laws.compiled", game.NAME, NUMBA_BOUNDSCHECK="1")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{game.NAME}: the same beside the interpreter\n"


def test_bounds_checks_see_a_write_past_the_end_of_a_field() -> None:
    write = (
        "import bussolotto, tests.laws.toys.whispers.game as game\n"
        "fast = bussolotto.compiled(game)\n"
        "s = bussolotto.new_state(game, 2); s.phase = 0; s.dealt = 8\n"
        "fast.apply(s, 15, 1)\n"
    )
    assert "IndexError" in run_python("-c", write, NUMBA_BOUNDSCHECK="1").stderr


def test_side_by_side_bites(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = GAMES[-1]
    compiled.side_by_side(World(toy, 8, 1))
    monkeypatch.setattr(toy.rules, "reveal", lambda s: setattr(s, "phase", toy.rules.OVER))
    with pytest.raises(AssertionError, match="whispers, rules 1, seats 8"):
        compiled.side_by_side(World(toy, 8, 1))


def test_the_compiled_law_loop_bites() -> None:
    """A record that starts past its limit of plies is caught by the compiled loop."""
    world = World(GAMES[-1], 2, 1)
    judge = compiled.compiled_laws(world.game)
    opening = np.array([world.open()], world.game.STATE)
    opening[0]["plies"] = world.game.MAX_PLIES + 1
    broken, _, _ = judge.law_matches(opening, opening.copy(), 2, chance.seeded(1), 1)
    assert broken == judge.LIMIT


COUNT_COMPILATIONS = """
import numpy as np, bussolotto, tests.laws.toys.whispers.game as game
fast = bussolotto.compiled(game)
s = bussolotto.new_state(game, 2)
fast.movers(s), fast.odds(s, np.zeros(game.OUTCOMES, np.int64)), fast.apply(s, 15, 1)
functions = [fast.movers, fast.odds, fast.apply]
print(sum(len(f.stats.cache_misses) for f in functions), sum(len(f.stats.cache_hits) for f in functions))
"""


def test_only_what_is_asked_for_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BUSSOLOTTO_CACHE", str(tmp_path))
    monkeypatch.setattr(bussolotto, "game", lambda name: GAMES[-1])
    told: list[tuple[str, int]] = []
    with compiling.watched(lambda game, count: told.append((game, count))):
        matches.batch(matches.MatchConfig("whispers", ("random",) * 2), 0, 5)
    fast = bussolotto.compiled(GAMES[-1])
    (signature,) = fast.play_matches.signatures
    assert str(signature[5]) == "none", "no policy plays, so none is compiled"
    used = {name for name, each in vars(fast).items() if hasattr(each, "signatures") and each.signatures}
    assert not used & {"apply", "legal", "decide", "batch_policy", "law_match"}
    assert told and {game for game, _ in told} == {"whispers"}


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    first, second = (run_python("-c", COUNT_COMPILATIONS, BUSSOLOTTO_CACHE=str(tmp_path)) for _ in range(2))
    assert first.stdout.split() == ["3", "0"], first.stderr
    assert second.stdout.split() == ["0", "3"], second.stderr


LOCKED = pytest.mark.skipif(sys.platform == "win32", reason="files are not locked on Windows")


@full
@LOCKED
def test_what_two_processes_need_at_once_is_compiled_by_one(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        done = pool.map(lambda _: run_python("-c", COUNT_COMPILATIONS, BUSSOLOTTO_CACHE=str(tmp_path)), range(2))
        counts = [tuple(map(int, each.stdout.split())) for each in done]
    assert [sum(count) for count in zip(*counts, strict=True)] == [3, 3], "compiled, and found in the cache"


def test_who_stands_still_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_turn, "PATIENCE_S", 0.1)
    with in_turn.alone(tmp_path), in_turn.alone(tmp_path):
        assert (tmp_path / "in-turn").exists()


def test_an_event_loop_does_not_wait_for_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(seconds: float) -> None:
        raise AssertionError(f"it waits for {seconds} s")

    async def enter() -> bool:
        with in_turn.alone(tmp_path):
            return True

    with in_turn.alone(tmp_path):
        monkeypatch.setattr("time.sleep", fail)
        with pytest.raises(AssertionError, match="it waits"), in_turn.alone(tmp_path):
            pass
        assert asyncio.run(enter())


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("games.cincinnati.game", True),
        ("games.cincinnati.policy", True),
        ("games.cincinnati.chances", True),  # what the policy imports
        ("core.dice", True),
        ("core.chance", True),
        ("play.tally", True),
        ("play.arbiter", False),  # no game imports it
        ("games.spilorcio.game", False),
        ("study.matches", False),
    ],
)
def test_a_changed_source_compiles_again_what_rests_on_it(
    name: str, again: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = bussolotto.game("cincinnati")
    before = compiler.cache_folder(game)
    change(import_module(f"bussolotto.{name}"), monkeypatch, tmp_path)
    assert (compiler.cache_folder(game) != before) == again


def test_a_copy_of_a_solver_is_stored_and_another_one_when_what_it_imports_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = bussolotto.game("spilorcio")
    monkeypatch.setenv("BUSSOLOTTO_CACHE", str(tmp_path / "before"))
    before = compiler.compiled_copy(SWEEP, game)
    assert before.look.stats.cache_path.startswith(str(tmp_path / "before"))
    change(import_module("bussolotto.solve.rolls"), monkeypatch, tmp_path)
    assert compiler.compiled_copy(SWEEP, game) is before, "what is loaded stays"
    monkeypatch.setenv("BUSSOLOTTO_CACHE", str(tmp_path / "after"))
    assert Path(compiler.compiled_copy(SWEEP, game).__file__).name != Path(before.__file__).name


def test_a_search_is_compiled_again_when_what_only_the_search_imports_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Abquetschen values positions by itself, and its search turns that into shares."""
    game = bussolotto.game("abquetschen")
    names = set()
    for cache in ("before", "after"):
        monkeypatch.setenv("BUSSOLOTTO_CACHE", str(tmp_path / cache))
        names.add(Path(compiler.compiled_from(PATTERN, game).__file__).name)
        change(import_module("bussolotto.play.valuations"), monkeypatch, tmp_path)
    assert len(names) == 2


def test_other_loops_are_compiled_with_the_rules_that_are_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Old rules must not be stored under the key of new ones."""
    monkeypatch.setenv("BUSSOLOTTO_CACHE", str(tmp_path))
    game = bussolotto.game("cincinnati")
    folder = Path(bussolotto.compiled(game).__file__).parent
    change(import_module("bussolotto.core.dice"), monkeypatch, tmp_path)
    assert compiler.cache_folder(game) != folder
    assert (
        Path(compiler.compiled_from(Path(compiled.__file__).with_name("law_loops.py"), game).__file__).parent == folder
    )


def test_what_was_compiled_quickly_is_not_taken_for_what_was_compiled_for_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = bussolotto.game("cincinnati")
    folders = set()
    for quick in (False, True):
        monkeypatch.setattr(optimising, "QUICK", quick)
        folders.add(compiler.cache_folder(game))
    assert len(folders) == 2


def test_what_is_loaded_stays_when_its_source_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Old code must not be stored under the key of the new source; and a call does not read sources again."""
    game = bussolotto.game("cincinnati")
    fast = bussolotto.compiled(game)
    change(import_module("bussolotto.core.dice"), monkeypatch, tmp_path)
    assert bussolotto.compiled(game) is fast


def change(module: Any, patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let the source of a module be another one."""
    changed = folder / Path(module.__file__).name
    changed.write_text(Path(module.__file__).read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    patch.setattr(module, "__file__", str(changed))


def test_old_compilations_are_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BUSSOLOTTO_CACHE", str(tmp_path))
    folder = compiler.cache_folder(bussolotto.game("spilorcio"))
    for age in range(10):
        old = folder.parent / f"old{age}"
        old.mkdir(parents=True)
        os.utime(old, (age, age))
    compiler._written("", folder / "compiled.py")
    left = {path.name for path in folder.parent.iterdir()}
    assert left == {folder.name, *(f"old{age}" for age in range(3, 10))}


def test_old_compilations_may_be_forgotten_by_another_process_meanwhile(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "iterdir", lambda folder: iter([folder / "gone"]))
    compiler._written("", tmp_path / "game" / "sources" / "compiled.py")
    assert (tmp_path / "game" / "sources" / "compiled.py").exists()


def test_playing_a_match_does_not_import_numba() -> None:
    play = (
        "import sys; from bussolotto.testing.worlds import World; import bussolotto\n"
        "assert World(bussolotto.game('spilorcio'), 3, 1).match().over\n"
        "assert not {'numba', 'litestar', 'uvicorn'} & set(sys.modules), 'imported'\n"
    )
    done = run_python("-c", play)
    assert done.returncode == 0, done.stderr


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run this interpreter in the root of the checkout."""
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root / "src"), str(root)])
    return processes.run(
        [sys.executable, *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.mark.parametrize(
    "lock", [compiler._writing, pytest.param(nullcontext(), marks=LOCKED)], ids=["threads", "processes"]
)
def test_those_who_need_the_same_copy_write_it_once(lock: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written again it would be compiled again. Threads that do not wait for each other stand for processes."""
    monkeypatch.setattr(compiler, "_writing", lock)
    monkeypatch.setattr(in_turn, "LOOK_S", 0.001)
    path, start = tmp_path / "game" / "sources" / "loops.py", Barrier(8)

    def write(_: int) -> tuple[int, int]:
        start.wait()
        compiler._written("copied = True\n", path)
        found = path.stat()
        return found.st_ino, found.st_mtime_ns

    for _ in range(10):
        with ThreadPoolExecutor(8) as pool:
            assert len(set(pool.map(write, range(8)))) == 1
        assert sorted(file.name for file in path.parent.iterdir()) == ["in-turn", "loops.py"]
        path.unlink()
