"""The package as it is installed: nothing forgotten, a command that answers, no Numba until speed is asked for."""

import json
import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from email.message import Message
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import bussolotto
from tests import processes
from tests.depth import full
from tests.repo.sources import PACKAGE, ROOT
from tools import description

NOT_SHIPPED = {"__pycache__"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel that `pip install .` makes, built from a copy without asking any package index."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    processes.run([*pip, "--wheel-dir", str(folder), str(ROOT)], check=True, stdin=subprocess.DEVNULL)
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


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    folder = tmp_path_factory.mktemp("source")
    build = f"from flit_core.buildapi import build_sdist; print(build_sdist({str(folder)!r}))"
    done = processes.run([sys.executable, "-c", build], cwd=ROOT, capture_output=True, text=True, check=True)
    archive = folder / done.stdout.split()[-1]
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


@full
def test_the_source_distribution_holds_what_is_tracked(source: Path) -> None:
    """Tests, docs, tools and all; but not what only the repository and its checks at a forge need."""
    tracked = processes.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    wanted = {name for name in tracked if not name.startswith(".") and (ROOT / name).exists()}
    packed = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    assert not wanted - packed
    assert not {name for name in packed if "__pycache__" in name or "node_modules" in name}


@full
def test_a_wheel_can_be_made_of_the_source_distribution(source: Path, wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    processes.run([*pip, "--wheel-dir", str(tmp_path), str(source)], check=True, stdin=subprocess.DEVNULL)
    (made,) = tmp_path.glob("*.whl")
    assert set(zipfile.ZipFile(made).namelist()) == set(wheel.namelist())


def metadata(wheel: zipfile.ZipFile) -> Message:
    """What an index or `pip show` tells of the package."""
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return message_from_string(wheel.read(name).decode())


def test_the_metadata_name_every_licence_that_is_shipped(wheel: zipfile.ZipFile) -> None:
    vendored = json.loads((PACKAGE / "web" / "vendor" / "manifest.json").read_text(encoding="utf-8"))
    shipped = {"Apache-2.0", *(entry["licence"] for entry in vendored)}
    assert set(metadata(wheel)["License-Expression"].split(" AND ")) == shipped
    files = {f"src/bussolotto/web/vendor/{entry['licence_file']}" for entry in vendored}
    assert {"LICENSE", *files} <= set(metadata(wheel).get_all("License-File", []))


def test_the_metadata_say_who_and_for_which_python(wheel: zipfile.ZipFile) -> None:
    assert metadata(wheel)["Author"]
    least = metadata(wheel)["Requires-Python"].removeprefix(">=")
    assert f"Programming Language :: Python :: {least}" in metadata(wheel).get_all("Classifier", [])


def test_the_description_is_the_readme_without_links_that_lead_nowhere(wheel: zipfile.ZipFile) -> None:
    told = description.DESCRIPTION.read_text(encoding="utf-8")
    assert told == description.description(description.README.read_text(encoding="utf-8")), (
        "python -m tools.description"
    )
    assert str(metadata(wheel).get_payload()).strip() == told.strip()
    assert not re.search(r"\]\((?!https?:)", told) and "![" not in told
    for page in re.findall(r"\(`((?:docs|[A-Z]+)[^`]*)`\)", told):
        assert (ROOT / page).exists(), page


def test_the_wheel_works_without_the_checkout(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    shown = python("import bussolotto.locale as l; print(l.__file__, len(l.catalogue('it')) > 100)", tmp_path)
    assert shown.split() == [str(tmp_path / "bussolotto" / "locale" / "__init__.py"), "True"]


def test_the_command_is_installed() -> None:
    (command,) = entry_points(group="console_scripts", name="bussolotto")
    assert callable(command.load())


def test_the_command_answers() -> None:
    done = processes.run(
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
    return processes.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout
