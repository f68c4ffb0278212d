"""A server has loaded its games before anybody asks: the first table takes no longer than the others."""

import logging
import sys

import pytest

from bussolotto.server.app import loading
from tests import processes

FIRST_TABLE = """
import sys
import bussolotto.server.app.run
from bussolotto import players
from bussolotto.games import game, names
from bussolotto.server.app.loading import load_games
load_games()
before = set(sys.modules)
for name in names():
    for level in players.levels(game(name)):
        players.player(level, game(name))
    game(name).events
print(sorted(module for module in set(sys.modules) - before if module.startswith("bussolotto.games")))
"""


def test_the_first_table_of_a_game_loads_nothing_of_it() -> None:
    loaded = processes.run([sys.executable, "-c", FIRST_TABLE], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


def test_a_game_that_cannot_be_loaded_does_not_stop_the_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(loading, "names", lambda: ["no-such-game", "pig"])
    with caplog.at_level(logging.WARNING):
        loading.load_games()
    assert "no-such-game" in caplog.text
