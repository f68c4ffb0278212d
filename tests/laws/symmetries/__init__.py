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

# The tables of `pyramid` as lists, for speed: where a cell, a pose + 1 (0 is none), one of three seats comes to lie.
PLACES: list[list[int]] = pyramid.CELL_UNDER.tolist()  # [symmetry][cell]
POSES: list[list[int]] = [[0, *(pose + 1 for pose in poses)] for poses in pyramid.POSE_UNDER.tolist()]
_SIDES: list[int] = pyramid.SIDE_OF_SEAT.tolist()
SEATS: list[list[int]] = [[_SIDES.index(under[side]) for side in _SIDES] for under in pyramid.SYMMETRIES.tolist()]


def symmetries_of(game: Any) -> ModuleType | None:
    """What is said of this game here; None for a game that does not play on the pyramid."""
    if getattr(game, "pyramid", None) is not pyramid:
        return None
    return import_module(f"{__name__}.{game.__name__.rpartition('.')[2]}")
