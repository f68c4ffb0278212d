"""The games: one package each, discovered in this folder, and games that other packages declare as entry points."""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from bussolotto.core import errors
from bussolotto.core.contract import ContractError, Game, as_game
from bussolotto.sheets.game import known as known_sheet

GROUP = "bussolotto.games"  # of entry points, by which other packages bring their games


@cache
def packages() -> dict[str, str]:
    """The package of every game by the game's name: ours, then those of other packages, sorted by name."""
    ours = [found.name for found in iter_modules(__path__) if found.ispkg]
    own = {name.replace("_", "-"): f"{__name__}.{name}" for name in ours}
    others = {point.name: point.value for point in entry_points(group=GROUP)}
    return dict(sorted(own.items())) | dict(sorted(others.items()))


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(packages())


def knows(name: str) -> bool:
    """Is there a game of this name, or has a sheet of this name been read in this process?"""
    return name in packages() or known_sheet(name) is not None


def game(name: str) -> Game:
    """A game by its name, `my-dice-your-dice` for instance, or that of a sheet which has been read in this process.

    Raises UnknownGame, or ContractError for a broken one.
    """
    found = packages()
    if sheet := known_sheet(name):
        return sheet
    if name not in found:
        raise errors.refuse("unknown-game", name=name, known=names())
    known = as_game(import_module(f"{found[name]}.game"))
    if name != known.NAME:
        raise ContractError(f"{found[name]} says that it is {known.NAME!r}, not {name!r}")
    return known
