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
    assert standing - {"__init__", "__main__"} <= floors.HEIGHT.keys()


def test_the_package_has_ten_floors_at_most() -> None:
    assert len(floors.FLOORS) <= 10


def test_every_part_of_the_server_stands_on_a_floor() -> None:
    standing = {path.stem for path in (floors.PACKAGE / "server").iterdir() if path.name != "__pycache__"}
    assert standing - {"__init__"} == floors.SERVER_HEIGHT.keys() - {"server"}


SMALL = (
    *("core/__init__.py", "core/kernel.py", "core/dice.py", "core/errors.py", "play/__init__.py", "play/match.py"),
    *("games/__init__.py", "games/pig/__init__.py", "games/pig/game.py", "games/hog/game.py", "games/hog/sums.py"),
    *("games/hog/bot.py", "games/pig/bot.py"),
    *("solve/__init__.py", "study/__init__.py", "match.py"),
    *("server/__init__.py", "server/protocol.py", "server/store/__init__.py", "server/store/rows.py"),
    *("server/match/live.py", "server/table/tables.py", "server/socket/line.py", "server/http/routes.py"),
)


def planted(folder: Path, file: str, text: str) -> list[str]:
    """The breaches in a small package with two games, a server and this one file more."""
    for name in (*SMALL, file):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("", encoding="utf-8")
    (folder / file).write_text(text, encoding="utf-8")
    return floors.breaches(folder)


@pytest.mark.parametrize(
    ("file", "line", "told"),
    [
        ("core/kernel.py", "from bussolotto.play import match", "core may not import play"),
        ("play/match.py", "import bussolotto.server", "play may not import server"),
        ("core/dice.py", "def f():\n    from bussolotto.games.pig import game", "dice.py:2: core may not import"),
        ("games/hog/game.py", "from bussolotto.play.match import Match", "rules may not import bussolotto.play.match"),
        ("games/hog/game.py", "from bussolotto.games.pig import game", "rules may not import bussolotto.games.pig"),
        ("games/hog/game.py", "import os", "rules may not import os"),
        ("games/hog/game.py", "from bussolotto import games", "rules may not import bussolotto.games"),
        ("games/hog/game.py", "from bussolotto.core import errors", "rules may not import bussolotto.core.errors"),
        ("games/hog/bot.py", "from bussolotto.games.pig import game", "which is another game's"),
        ("games/hog/bot.py", "from bussolotto.games.pig import bot", "which is another game's"),
        ("games/hog/bot.py", "from bussolotto.study import matches", "a game's parts may not import study"),
        ("solve/advice.py", "from bussolotto.games.hog import bot", "solve may not import"),
        ("core/dice.py", "import bussolotto", "core may not import bussolotto"),
        ("cellar.py", "from bussolotto import match", "cellar stands on no floor"),
        ("play/chess.py", "from bussolotto.play import chess", "a circle: bussolotto.play.chess"),
        ("server/store/rows.py", "from bussolotto.server.match import live", "store may not import match"),
        ("server/match/live.py", "from bussolotto.server.table.tables import Table", "match may not import table"),
        ("server/http/routes.py", "import bussolotto.server.socket.line", "http may not import socket"),
        ("server/table/tables.py", "from bussolotto.server import serve", "table may not import server"),
        ("server/protocol.py", "from bussolotto.server import store", "protocol may not import store"),
        ("server/attic/dust.py", "from bussolotto.server import protocol", "attic stands on no floor"),
        (
            "server/match/live.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bussolotto.server.table import tables",
            "live.py:3: match may not import table",
        ),
        (
            "server/store/rows.py",
            "from bussolotto.server.store import rows",
            "a circle: bussolotto.server.store.rows -> bussolotto.server.store.rows",
        ),
    ],
)
def test_the_check_bites(tmp_path: Path, file: str, line: str, told: str) -> None:
    (problem,) = planted(tmp_path, file, line)
    assert told in problem


def test_a_circle_in_the_server_is_found_though_it_is_for_the_type_checker_alone(tmp_path: Path) -> None:
    planted(tmp_path, "server/match/live.py", "from bussolotto.server.match import bots")
    (tmp_path / "server/match/bots.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bussolotto.server.match.live import Live"
    )
    live, bots = "bussolotto.server.match.live", "bussolotto.server.match.bots"
    (tmp_path / "server/match/live.py").write_text("from bussolotto.server.match import bots")
    assert floors.breaches(tmp_path) == [f"a circle: {bots} -> {live} -> {bots}"]


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("server/table/tables.py", "from bussolotto.server import protocol\nfrom bussolotto.server.store import rows"),
        ("server/store/more.py", "from bussolotto.server.store.rows import insert"),
        (
            "server/http/more.py",
            "import bussolotto\nfrom bussolotto import match, games\nfrom bussolotto.server import protocol",
        ),
        ("games/hog/game.py", "from bussolotto.core import kernel, dice\nfrom bussolotto.games.hog import sums"),
        ("games/hog/bot.py", "from bussolotto.games.hog import game\nfrom bussolotto import match"),
        ("games/__init__.py", "from bussolotto.core import errors"),
        ("games/__init__.py", "from importlib import import_module"),
        ("play/match.py", "import os, time"),
    ],
)
def test_the_check_leaves_what_is_right(tmp_path: Path, file: str, line: str) -> None:
    assert planted(tmp_path, file, line) == []
