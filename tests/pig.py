"""Pig, the game of docs/adding-a-game.md, as a package: importable for everybody, installed for whoever asks.

The page is its only source. `game` is found as `pig.game` as soon as this module is imported; `install` and the fixture
`installed` make it one of the games, by an entry point, as of any package that pip has installed.
"""

import hashlib
import importlib
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bussolotto import locale
from bussolotto.core import contract
from bussolotto.core.contract import Game
from bussolotto.games import GROUP, others, packages

PAGE = Path(__file__).resolve().parents[1] / "docs" / "adding-a-game.md"
FILE = re.compile(r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INSTALLED = {
    "METADATA": "Metadata-Version: 2.1\nName: pig\nVersion: 1\n",
    "entry_points.txt": f"[{GROUP}]\npig = pig\n",
}
OF_TEXTS = (locale.catalogue, locale.parts, locale.of_pages, locale._of_table, locale._of_game)
CACHES = (packages, others, contract._part, *OF_TEXTS)


def files() -> dict[str, str]:
    """What the page tells to write, by path."""
    return {"pig/__init__.py": "", **dict(FILE.findall(PAGE.read_text(encoding="utf-8")))}


@cache
def folder() -> Path:
    """Where it is written: always to the same place, so that what was compiled is found again."""
    texts = files() | {f"installed/pig-1.dist-info/{name}": text for name, text in INSTALLED.items()}
    digest = hashlib.sha256(repr(texts).encode()).hexdigest()[:16]
    target = Path(tempfile.gettempdir()) / f"bussolotto-pig-{os.getuid()}-{digest}"
    if not target.exists():
        with tempfile.TemporaryDirectory(dir=target.parent) as written:
            for name, text in texts.items():
                path = Path(written) / "whole" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            try:
                (Path(written) / "whole").rename(target)
            except OSError:
                assert target.exists()  # another process was quicker
    return target


def game() -> Game:
    """The game, whether it is installed or not."""
    return contract.as_game(importlib.import_module("pig.game"))


def find(path: Path) -> None:
    """Let this process, and those it starts, import from here."""
    if str(path) not in sys.path:
        sys.path.append(str(path))
        os.environ["PYTHONPATH"] = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), str(path)])
        importlib.invalidate_caches()


def install() -> None:
    """Make it one of the games, for good."""
    find(folder() / "installed")
    forget_games()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """It is one of the games while a test runs."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("PYTHONPATH", os.environ.get("PYTHONPATH", ""))
    install()
    yield game()
    monkeypatch.undo()
    forget_games()


def forget_games() -> None:
    """What is known of all games is found anew."""
    importlib.invalidate_caches()
    for known in CACHES:
        known.cache_clear()


find(folder())
