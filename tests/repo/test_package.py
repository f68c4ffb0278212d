"""The package as it is installed: nothing forgotten, a command that answers, no Numba until speed is asked for."""

import subprocess
import sys
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import bussolotto
from tests.repo.sources import PACKAGE, ROOT

NOT_SHIPPED = {"__pycache__"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel that `pip install .` makes, built from a copy without asking any package index."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(ROOT)], check=True, stdin=subprocess.DEVNULL)
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_holds_every_file_of_the_package(wheel: zipfile.ZipFile) -> None:
    here = [path.relative_to(PACKAGE.parent) for path in PACKAGE.rglob("*") if path.is_file()]
    wanted = {path.as_posix() for path in here if not NOT_SHIPPED & set(path.parts)}
    packed = {name for name in wheel.namelist() if name.startswith("bussolotto/")}
    assert packed == wanted
    assert {"bussolotto/web/index.html", "bussolotto/locale/parts/page.it.json", "bussolotto/py.typed"} <= packed


def test_the_wheel_holds_the_licences_and_the_command(wheel: zipfile.ZipFile) -> None:
    (about,) = {name.partition("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    licences = {Path(name).name for name in wheel.namelist() if name.startswith(f"{about}/licenses/")}
    assert {"LICENSE", "preact-core.licence.txt", "figtree.licence.txt"} <= licences
    assert "bussolotto=bussolotto.__main__:main" in wheel.read(f"{about}/entry_points.txt").decode()
    metadata = wheel.read(f"{about}/METADATA").decode()
    assert f"Version: {bussolotto.__version__}\n" in metadata
    assert "Requires-Python: >=3.11" in metadata


def test_the_wheel_works_without_the_checkout(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    shown = python("import bussolotto.locale as l; print(l.__file__, len(l.catalogue('it')) > 100)", tmp_path)
    assert shown.split() == [str(tmp_path / "bussolotto" / "locale" / "__init__.py"), "True"]


def test_the_command_is_installed() -> None:
    (command,) = entry_points(group="console_scripts", name="bussolotto")
    assert callable(command.load())


def test_the_command_answers() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bussolotto", "--help"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    for command in ("serve", "play", "games", "simulate", "replay", "check", "export", "backup"):
        assert command in done.stdout


ONE_MATCH = """
import sys
from random import Random
import bussolotto
from bussolotto.chance import Fast
from bussolotto.match import Match
for name in bussolotto.games():
    game = bussolotto.game(name)
    match, rng, dice = Match(game, min(game.SEATS)), Random(1), Fast(1)
    while not match.over:
        match.fall(dice)
        movers = [seat for seat in range(match.seats) if match.movers() >> seat & 1]
        if movers:
            seat = rng.choice(movers)
            match.play(seat, rng.choice(match.legal(seat)))
    print(name, round(sum(match.returns()), 9))
print([name for name in ("numba", "llvmlite", "litestar", "uvicorn") if name in sys.modules])
"""


def test_playing_a_match_of_every_game_imports_neither_numba_nor_the_server() -> None:
    *played, imported = python(ONE_MATCH).splitlines()
    assert played == [f"{name} 1.0" for name in bussolotto.games()]
    assert imported == "[]"


def python(code: str, folder: Path = PACKAGE.parent) -> str:
    """What a fresh interpreter prints, with the package of this folder."""
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(folder)!r})\n{code}"]
    return subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout
