"""Bots: objects, one a seat, that get what a person gets and decide in their own time.

A player of every game stands in `EVERY_GAME`; a game's own players in the module of its name here, listed by
level in its `PLAYERS`, the weakest first.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Any, Protocol

from bussolotto.errors import UnknownPlayer
from bussolotto.players.random import RandomPlayer


class Player(Protocol):
    """Sits in one seat. Views are states after `hide`, in the interpreter's reading; not to be kept."""

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Told of every step after it was applied to `view`; action is None where the seat may not see it."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """One of the legal codes and after how many milliseconds to play it; None to let the moment pass."""


Maker = Callable[[ModuleType], Player]

EVERY_GAME: Mapping[str, Maker] = {"random": RandomPlayer}


def makers(game: ModuleType) -> dict[str, Maker]:
    """What makes the players of this game, by name."""
    module = f"{__name__}.{game.NAME.replace('-', '_')}"
    own = import_module(module).PLAYERS if find_spec(module) else {}
    return {**EVERY_GAME, **own}


def names(game: ModuleType) -> list[str]:
    """The players that know this game, the weakest first."""
    return list(makers(game))


def player(name: str, game: ModuleType) -> Player:
    """A player for one seat of one match. Raises UnknownPlayer."""
    known = makers(game)
    if name not in known:
        raise UnknownPlayer(game.NAME, name, known)
    return known[name](game)
