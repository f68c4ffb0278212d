"""Bots: objects, one for each seat, that receive what a person receives and take their own time to decide.

`EVERY_GAME` holds the players of every game. A game's own players are in its module `bot`, in the table `PLAYERS`.
Every game has players at three `LEVELS`, too: its module `levels` says which, if it has one; else they are made of its
own players, and in a game that has none they search (`planning.general_levels`).
"""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from bussolotto.core.contract import Game
from bussolotto.core.errors import refuse
from bussolotto.players.planning import Planned, general_level, general_levels
from bussolotto.players.player import Maker, Player, RandomPlayer
from bussolotto.players.searching import CALMER

__all__ = [
    "EVERY_GAME",
    "LEVELS",
    "Careless",
    "Maker",
    "Player",
    "RandomPlayer",
    "careless",
    "level_of",
    "levels",
    "makers",
    "named",
    "names",
    "plans",
    "player",
    "usual",
]

EVERY_GAME: Mapping[str, Maker] = {"random": RandomPlayer}
LEVELS = ("easy", "medium", "hard")
CARELESS = 0.5  # of the moves of an easy player, unless its game says otherwise


class Careless(RandomPlayer):
    """Plays as another does, but now and then any legal move, without asking the other."""

    def __init__(self, maker: Maker, often: float, game: Game) -> None:
        """`often`: the chance of any move."""
        self._other = maker(game)
        self._often = often

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """The other sees it."""
        self._other.watch(view, seat, action)

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """Anything, or what the other chooses."""
        return super().choose(view, legal, rng) if rng.random() < self._often else self._other.choose(view, legal, rng)


def careless(maker: Maker, often: float = CARELESS) -> Maker:
    """Makes players that play as those of `maker` do, but as often as this any legal move."""
    return partial(Careless, maker, often)


def makers(game: Game) -> dict[str, Maker]:
    """The factories of the players of this game by name, the weakest first as far as one can tell.

    A level stands beside the player of the game that it is; else the easy one before them all, the others after them.
    """
    by_level = levels(game)
    easy = {name: by_level[name] for name in LEVELS[:1] if name in by_level}
    known = {**EVERY_GAME, **easy}
    for name, maker in _of_game(game).items():
        known |= {name: maker, **{level: each for level, each in by_level.items() if each is maker}}
    return {**known, **by_level}


def named(game: Game) -> list[str]:
    """The players that know this game by their own names, not by level: those of any game, and of this one."""
    return [*EVERY_GAME, *_of_game(game)]


def levels(game: Game) -> Mapping[str, Maker]:
    """The factories of `LEVELS`; of a game that names none, those of its players, and such that search.

    Where it brings none, all three search; where it brings a single one, the hard one does.
    """
    own = list(_of_game(game).values())
    if part := game.part("levels"):
        return part.LEVELS  # type: ignore[no-any-return]  # a table of factories
    if not own:
        return general_levels(game)
    if game.RACE:
        return dict(zip(LEVELS, own, strict=False))
    hardest = own[-1] if len(own) > 1 else general_level(game, LEVELS[-1], own[0])
    return dict(zip(LEVELS, (careless(own[0]), own[0], hardest), strict=True))


def level_of(game: Game, player: str) -> str | None:
    """The level that a player is known by: its own, or in a race that of the next slower one; None without any."""
    by_level, own = levels(game), makers(game).get(player)
    found = (level for level, maker in by_level.items() if player == level or maker is own)
    if (level := next(found, None)) is None and game.RACE and player in CALMER:
        return level_of(game, CALMER[player])
    return level


def _of_game(game: Game) -> Mapping[str, Maker]:
    """The factories of the players that only this game has."""
    bot = game.part("bot")
    return bot.PLAYERS if bot else {}


def names(game: Game) -> list[str]:
    """The players that know this game, by their own names and by level."""
    return list(makers(game))


def usual(game: Game) -> str:
    """The player that sits down where nobody chose one: in a race the easy one, elsewhere the medium one."""
    known = levels(game)
    wanted = "easy" if game.RACE else "medium"
    return wanted if wanted in known else named(game)[-1]


def player(name: str, game: Game) -> Player:
    """A player for one seat of one match. Raises UnknownPlayer."""
    known = makers(game)
    if name not in known:
        raise refuse("unknown-player", game=game.NAME, player=name, known=known)
    return known[name](game)


def plans(game: Game, player: str) -> bool:
    """Does a player of this name search?"""
    return isinstance(makers(game).get(player), Planned)
