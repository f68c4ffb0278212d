"""Compiled and interpreted rules agree byte for byte; the compiled laws hold; nothing is compiled twice."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bussolotto
from bussolotto import chance, compiler
from tests.laws import compiled
from tests.laws.test_laws import named
from tests.laws.worlds import GAMES, World, every_world

MATCHES = 2_000


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_interpreted_and_compiled_agree(game: Any) -> None:
    for seed in (1, 2):
        for world in every_world(game, seed):
            compiled.same_resets(world)
            compiled.side_by_side(world)


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_laws_in_compiled_play(game: Any) -> None:
    compiled.law_loops(game, MATCHES)


def test_the_toys_are_played_with_eight_seats() -> None:
    assert any(8 in game.SEATS for game in GAMES)


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_compiled_with_bounds_checks(game: Any) -> None:
    done = run_python("-m", "tests.laws.compiled", game.NAME, NUMBA_BOUNDSCHECK="1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{game.NAME}: ") and "plies under the compiled laws" in done.stdout


def test_bounds_checks_see_a_write_past_the_end_of_a_field() -> None:
    write = (
        "import bussolotto, tests.laws.toys.whispers as game\n"
        "fast = bussolotto.compiled(game)\n"
        "s = bussolotto.new_state(game, 2); s.phase = 0; s.dealt = 8\n"
        "fast.apply(s, 15, 1)\n"
    )
    assert "IndexError" in run_python("-c", write, NUMBA_BOUNDSCHECK="1").stderr


def test_side_by_side_bites(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = GAMES[-1]
    compiled.side_by_side(World(toy, 8, 1))
    monkeypatch.setattr(toy, "reveal", lambda s: setattr(s, "phase", toy.OVER))
    with pytest.raises(AssertionError, match="whispers, rules 1, seats 8"):
        compiled.side_by_side(World(toy, 8, 1))


def test_the_compiled_law_loop_bites() -> None:
    """A record that starts past its limit of plies is caught by the compiled loop."""
    world = World(GAMES[-1], 2, 1)
    fast = bussolotto.compiled(world.game)
    opening = np.array([world.open()], world.game.STATE)
    opening[0]["plies"] = world.game.MAX_PLIES + 1
    broken, _, _ = fast.law_matches(opening, opening.copy(), 2, chance.seeded(1), 1)
    assert broken == fast.LIMIT


COUNT_COMPILATIONS = """
import numpy as np, bussolotto
from bussolotto import chance
game = bussolotto.game("spilorcio")
fast = bussolotto.compiled(game)
s = bussolotto.new_state(game, 2)
fast.movers(s), fast.odds(s, np.zeros(game.OUTCOMES, np.int64)), fast.apply(s, 15, 6)
functions = [fast.movers, fast.odds, fast.apply]
print(sum(len(f.stats.cache_misses) for f in functions), sum(len(f.stats.cache_hits) for f in functions))
"""


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    first, second = (run_python("-c", COUNT_COMPILATIONS, BUSSOLOTTO_CACHE=str(tmp_path)) for _ in range(2))
    assert first.stdout.split() == ["3", "0"], first.stderr
    assert second.stdout.split() == ["0", "3"], second.stderr


def test_a_changed_source_compiles_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = GAMES[0]
    before = compiler.cache_folder(game)
    changed = tmp_path / "spilorcio.py"
    changed.write_text(Path(game.__file__).read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    monkeypatch.setattr(game, "__file__", str(changed))
    assert compiler.cache_folder(game) != before


def test_old_compilations_are_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BUSSOLOTTO_CACHE", str(tmp_path))
    folder = compiler.cache_folder(GAMES[0])
    for age in range(6):
        old = folder.parent / f"old{age}"
        old.mkdir(parents=True)
        os.utime(old, (age, age))
    compiler._written(GAMES[0], folder)
    left = {path.name for path in folder.parent.iterdir()}
    assert left == {folder.name, "old5", "old4", "old3"}


def test_playing_a_match_does_not_import_numba() -> None:
    play = (
        "import sys; from tests.laws.worlds import World; import bussolotto\n"
        "assert World(bussolotto.game('spilorcio'), 3, 1).match().over\n"
        "assert not {'numba', 'litestar', 'uvicorn'} & set(sys.modules), 'imported'\n"
    )
    done = run_python("-c", play)
    assert done.returncode == 0, done.stderr


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run this interpreter in the root of the checkout."""
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root / "src"), str(root)])
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
