"""The symmetries of each game on the pyramid, one module a game.

SYMMETRIES   those of `pyramid.SYMMETRIES` under which the rules stay what they are
settled(s)   is the set-up over? Dice are laid in the order of cells, which no symmetry keeps
moved_state(s, symmetry)                a copy of a state, moved
moved_action(symmetry, seat, action)    a ply, moved: (seat, action); `seat` is CHANCE for an outcome
"""

from importlib import import_module
from types import ModuleType
from typing import Any

from bussolotto import pyramid


def symmetries_of(game: Any) -> ModuleType | None:
    """What is said of this game here; None for a game that does not play on the pyramid."""
    if getattr(game, "pyramid", None) is not pyramid:
        return None
    return import_module(f"{__name__}.{game.__name__.rpartition('.')[2]}")
