"""Players written as rules: functions of the state alone, so that they compile together with a game.

A module of a game's name here says `NAME`, the name of the player among those of the game; `tables(opening)`, a tuple
of arrays that it looks things up in, made for the seats and options of an opening position; and the rule
`decide(s, seat, rng, tables)`, the action of a seat that may act. It reads of the state only what this seat may know
(a law: on a view it decides the same), `rng` is the state int64[4] of a generator. A game without one has `nobody`.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any


def policy_of(game: ModuleType | Any) -> ModuleType:
    """The module with this game's compiled player, or `nobody`."""
    name = f"{__name__}.{str(game.NAME).replace('-', '_')}"
    return import_module(name if find_spec(name) else f"{__name__}.nobody")
