"""A game of another package is found by everything: what is tried here of ours is tried elsewhere of all of them.

Three packages: what `new-game` writes, the example (a pyramid, dice, bots, four languages), and a toy without a player
or text whose first mover is a seat. Each is a package with an entry point, as pip installs it.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import bussolotto
from bussolotto import players
from bussolotto.cli.words import Speaker
from bussolotto.core import contract
from bussolotto.core.looks import Figure, Looks, Pile, Tray
from bussolotto.games import game, packages
from bussolotto.play import evening
from bussolotto.play.batch import Batch
from bussolotto.play.match import Match
from bussolotto.server.http.match_routes import _details
from bussolotto.testing import check
from tests.command_line import done
from tests.new_games import in_a_folder_for_games, install
from tests.repo.sources import ROOT

__all__ = ["in_a_folder_for_games"]
WRITTEN, EXAMPLE, TOY = "left-or-right", "quarry", "dare"
OTHERS = [WRITTEN, EXAMPLE, TOY]
PROJECT = '[project.entry-points."bussolotto.games"]\ndare = "dare_of_others"\n'


@pytest.fixture(autouse=True)
def installed(in_a_folder_for_games: None) -> Iterator[None]:
    """All three are there."""
    Speaker.language = "en"
    done("new-game", WRITTEN, "--into", ".")
    shutil.copytree(ROOT / "examples" / EXAMPLE, EXAMPLE)
    shutil.copytree(ROOT / "tests" / "laws" / "toys" / "dare", Path(TOY) / "src" / "dare_of_others")
    (Path(TOY) / "pyproject.toml").write_text(PROJECT)
    for name in OTHERS:
        install(Path(name))
    yield


def test_they_are_games_like_ours() -> None:
    assert set(OTHERS) <= set(bussolotto.games()) and packages()[TOY] == "dare_of_others"
