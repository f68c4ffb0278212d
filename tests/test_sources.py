"""Which sources a module rests on."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bussolotto.play import sources


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small package of games outside of this project."""
    files = {
        "hogs/__init__.py": "from hogs import unused\n",
        "hogs/unused.py": "",
        "hogs/pig/__init__.py": "from .game import ROLL\n",
        "hogs/pig/game.py": "import numpy\nfrom bussolotto.kernel import rule\nfrom . import odds\nROLL = 1\n",
        "hogs/pig/odds.py": "from ..tables import FACES\ndef late():\n    import hogs.lazily\n",
        "hogs/tables.py": "from hogs.pig import game\nFACES = 6\n",  # a circle
        "hogs/lazily.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("hogs")]:
        del sys.modules[name]


def ours(found: dict[str, Path]) -> set[str]:
    """The modules of the small package."""
    return {name for name in found if name.startswith("hogs")}


def test_imports_are_followed_whichever_way_they_are_written(package: Path) -> None:
    found = sources.closure(["hogs.pig.game"])
    assert ours(found) == {"hogs.pig.game", "hogs.pig.odds", "hogs.tables", "hogs.lazily"}
    assert found["hogs.tables"] == package / "hogs" / "tables.py"
    assert {"bussolotto.kernel", "bussolotto.core.kernel"} <= found.keys()
    assert not any(name.startswith("numpy") for name in found)


def test_what_a_package_hands_on_counts(package: Path) -> None:
    assert ours(sources.closure(["hogs.pig"])) >= {"hogs.pig", "hogs.pig.game"}


def test_the_digest_follows_every_source(package: Path) -> None:
    before = sources.digest(["hogs.pig.game"])
    assert sources.digest(["hogs.pig.game"]) == before
    (package / "hogs" / "unused.py").write_text("# a comment\n", encoding="utf-8")
    assert sources.digest(["hogs.pig.game"]) == before
    (package / "hogs" / "lazily.py").write_text("# another\n", encoding="utf-8")
    assert sources.digest(["hogs.pig.game"]) != before
    assert sources.digest(["hogs.pig.game"], "x = 1") != sources.digest(["hogs.pig.game"], "x = 2")
