"""The games: one package each, discovered in this folder, and games that other packages declare as entry points."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from bussolotto.core import errors
from bussolotto.core.contract import ContractError, Game, as_game
from bussolotto.core.errors import BrokenGame
from bussolotto.games.others import GROUP, Others, broken_game, failed, find_others
from bussolotto.sheets.game import SheetGame, game_from_text
from bussolotto.sheets.game import known as known_sheet

__all__ = ["GROUP", "blaming", "broken", "game", "names", "packages", "sheet_of", "told", "told_game"]


@cache
def packages() -> dict[str, str]:
    """The package of every game by the game's name: ours, then those of other packages, sorted by name."""
    return _ours() | others().packages


@cache
def others() -> Others:
    """The games of other packages, and those of them that cannot be used."""
    return find_others(_ours())


def broken() -> tuple[BrokenGame, ...]:
    """Why games of other packages cannot be used, one for each."""
    return others().broken


@contextmanager
def blaming() -> Iterator[None]:
    """What a game of another package raises within it, a bot or a rule, becomes a refusal that says where. Of ours not.

    Where it was raised is forgotten between processes, so this belongs into the one that plays.
    """
    try:
        yield
    except Exception as problem:
        if refusal := failed(others(), problem):
            raise refusal from problem
        raise


def _ours() -> dict[str, str]:
    ours = sorted(found.name for found in iter_modules(__path__) if found.ispkg)
    return dict(sorted((name.replace("_", "-"), f"{__name__}.{name}") for name in ours))


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(packages())


def knows(name: str) -> bool:
    """Is there a game of this name, or a sheet that has been read in this process or can be found?"""
    return name in packages() or known_sheet(name) is not None


def game(name: str) -> Game:
    """A game by its name, `my-dice-your-dice` for instance, or that of a sheet.

    A sheet has to have been read in this process, or somebody has to find it (`finding`).
    Raises UnknownGame, BrokenGame for one of another package that cannot be used, ContractError for one of ours.
    """
    found = packages()
    if name not in found:
        if sheet := known_sheet(name):
            return sheet
        raise _unknown(name)
    known = as_game(import_module(f"{found[name]}.game"))
    if name != known.NAME:
        raise ContractError(f"{found[name]} says that it is {known.NAME!r}, not {name!r}")
    return known


def sheet_of(game: Game) -> str:
    """The text of the rule sheet that a game is; "" for other games."""
    return game.text if isinstance(game, SheetGame) else ""


def told(game: Game) -> str:
    """What another process finds this game by: its name, or the whole sheet that it is."""
    return sheet_of(game) or game.NAME


def told_game(text: str) -> Game:
    """The game that `told` has told of. Raises what `game` and `game_from_text` raise."""
    return game_from_text(text) if "\n" in text else game(text)


def _unknown(name: str) -> errors.Refusal:
    for refusal in broken():
        if refusal.values["name"] == name:
            return broken_game(name, refusal.values["package"], refusal.values["problem"])
    return errors.refuse("unknown-game", name=name, known=names())
