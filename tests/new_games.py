"""A new game in a package of its own, as `bussolotto new-game` writes it, installed while a test runs."""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bussolotto.cli.words import Speaker
from tests.pig import forget_games

NAME = "a-game-of-mine-with-a-long-nam"  # as long as a name may be
PACKAGE = NAME.replace("-", "_")


@pytest.fixture
def in_a_folder_for_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In an empty folder; afterwards no game is known that was written there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Speaker, "language", "en")
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = {*sys.modules}
    yield
    monkeypatch.undo()
    forget_games()
    for module in [name for name, found in sys.modules.items() if name not in before and is_within(found, tmp_path)]:
        del sys.modules[module]


def is_within(module: Any, folder: Path) -> bool:
    """Does a module lie in this folder?"""
    return Path(getattr(module, "__file__", None) or "/").is_relative_to(folder)


def install(folder: Path) -> None:
    """As `pip install -e` does: its sources can be imported, and its entry points are written down."""
    sys.path.append(str((folder / "src").resolve()))
    groups = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    (package,) = (found.name for found in (folder / "src").iterdir())
    told = folder / "src" / f"{package}-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    lines = [
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in found.items())
        for group, found in groups.items()
    ]
    (told / "entry_points.txt").write_text("".join(lines))
    forget_games()
