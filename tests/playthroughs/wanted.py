"""Which matches stand in the golden files: for each game a module `wanted` beside its tests, with its list `WANTED`."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from bussolotto.players import Player

GAMES = Path(__file__).parent.parent / "games"
READABLE = 130  # plies that a person can read in one go


class Wanted(NamedTuple):
    """A match to look for: the first, by seed, of these players that ends as wanted and shows what it should.

    `ends` is a word of the game's ENDINGS; `shows` the word of an action that must come up; `limit` the limit of plies,
    0 for the game's own; `plies` how long it may be; `player` who sits in every seat: a name, or a class for a game
    that nobody plays so.
    """

    name: str
    game: str
    seats: int
    ends: str
    options: Mapping[str, str] = MappingProxyType({})
    shows: str = ""
    limit: int = 0
    plies: int = READABLE
    player: str | Callable[[Any], Player] = "random"


def wanted() -> list[Wanted]:
    """Those of all games."""
    modules = sorted(path.parent.name for path in GAMES.glob("*/wanted.py"))
    return [each for name in modules for each in import_module(f"tests.games.{name}.wanted").WANTED]
