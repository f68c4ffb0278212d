"""Bots: objects, one for each seat, that receive what a person receives and take their own time to decide.

`EVERY_GAME` holds the players of every game. A game's own players are in its module `bot`, in the list `PLAYERS`, the
weakest first.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from bussolotto.core.contract import Game
from bussolotto.core.errors import refuse


class Player(Protocol):
    """The player in one seat. Views are states after `hide`, in the interpreter's reading; they must not be kept.

    A subclass that remembers nothing only needs to define `choose`.
    """

    def __init__(self, game: Game) -> None:
        """Set up for one match of this game."""
        return

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Called after every step was applied to `view`; action is None where the seat may not see it."""
        return

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """One of the legal codes and after how many milliseconds to play it; None to wait for the next step."""


class RandomPlayer(Player):
    """Any legal action, all equally likely: the yardstick for all others."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """A uniform choice, within a second."""
        return rng.choice(legal), rng.randint(500, 1000)


Maker = Callable[[Game], Player]

EVERY_GAME: Mapping[str, Maker] = {"random": RandomPlayer}


def makers(game: Game) -> dict[str, Maker]:
    """The factories of the players of this game, by name."""
    bot = game.part("bot")
    return {**EVERY_GAME, **(bot.PLAYERS if bot else {})}


def names(game: Game) -> list[str]:
    """The players that know this game, the weakest first."""
    return list(makers(game))


def usual(game: Game) -> str:
    """The player that sits down where nobody chose one: the calmest in a race, else the best."""
    return names(game)[len(EVERY_GAME) if game.RACE and game.part("bot") else -1]


def player(name: str, game: Game) -> Player:
    """A player for one seat of one match. Raises UnknownPlayer."""
    known = makers(game)
    if name not in known:
        raise refuse("unknown-player", game=game.NAME, player=name, known=known)
    return known[name](game)
