"""The games, one module each: rules and nothing else."""

from importlib import import_module
from types import ModuleType

from bussolotto import errors

NAMES = (
    "spilorcio",
    "abquetschen",
    "raffzahn",
    "bunte-kuh",
    "cui-bono",
    "eintrichtern",
    "wuerfelmarsch",
    "perspectives",
    "cincinnati",
    "my-dice-your-dice",
)


def game(name: str) -> ModuleType:
    """The module of a game by its name, `my-dice-your-dice` for instance. Raises UnknownGame."""
    if name not in NAMES:
        raise errors.UnknownGame(name, NAMES)
    return import_module(f"bussolotto.games.{name.replace('-', '_')}")
