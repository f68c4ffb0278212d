"""Imports go downward only, and a game knows nothing but the kernel, its tables and pure functions."""

from pathlib import Path

import pytest

from tools import floors


def test_every_import_goes_downward() -> None:
    assert floors.breaches() == []


def test_every_module_stands_on_a_floor() -> None:
    standing = {
        path.stem for path in floors.PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert standing - {"__init__"} <= floors.HEIGHT.keys()


def planted(folder: Path, file: str, text: str) -> list[str]:
    """The breaches in a small package with a game, a server and this one file more."""
    for name in ("kernel.py", "dice.py", "match.py", "games/__init__.py", "games/pig.py", "server/__init__.py", file):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", encoding="utf-8")
    (folder / file).write_text(text, encoding="utf-8")
    return floors.breaches(folder)


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        ("kernel.py", "from bussolotto import match", "kernel may not import match"),
        ("match.py", "import bussolotto.server", "match may not import server"),
        ("dice.py", "def f():\n    from bussolotto.games import pig", "dice.py:2: dice may not import games"),
        ("games/hog.py", "from bussolotto.match import Match", "a game may not import bussolotto.match"),
        ("games/hog.py", "from bussolotto.games import pig", "a game may not import bussolotto.games"),
        ("games/hog.py", "import os", "a game may not import os"),
        ("games/hog.py", "import time", "a game may not import time"),
        ("games/hog.py", "from bussolotto import games", "a game may not import bussolotto.games"),
        ("dice.py", "import bussolotto", "dice may not import bussolotto"),
        ("cellar.py", "from bussolotto import match", "cellar stands on no floor"),
    ],
)
def test_the_check_bites(tmp_path: Path, file: str, line: str, told: str) -> None:
    (problem,) = planted(tmp_path, file, line)
    assert told in problem


@pytest.mark.parametrize(
    ("file", "line"),
    [
        (
            "server/routes.py",
            "import bussolotto\nfrom bussolotto import match, games\nfrom bussolotto.server import app",
        ),
        ("games/hog.py", "import numpy as np\nfrom bussolotto import kernel, dice\nfrom math import comb"),
        ("games/__init__.py", "from importlib import import_module"),
        ("match.py", "import os, time"),
    ],
)
def test_the_check_leaves_what_is_right(tmp_path: Path, file: str, line: str) -> None:
    assert planted(tmp_path, file, line) == []
