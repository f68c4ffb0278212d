"""The symmetries of our games on the pyramid: each has a module `symmetry`, as the law asks for, beside its tests."""

from importlib import import_module
from types import ModuleType
from typing import Any

from bussolotto.core import pyramid

# The tables of `pyramid` as lists, for speed: where a cell, a pose + 1 (0 is none), one of three seats comes to lie.
PLACES: list[list[int]] = pyramid.CELL_UNDER.tolist()  # [symmetry][cell]
POSES: list[list[int]] = [[0, *(pose + 1 for pose in poses)] for poses in pyramid.POSE_UNDER.tolist()]
_SIDES: list[int] = pyramid.SIDE_OF_SEAT.tolist()
SEATS: list[list[int]] = [[_SIDES.index(under[side]) for side in _SIDES] for under in pyramid.SYMMETRIES.tolist()]


def symmetries_of(game: Any) -> ModuleType | None:
    """What is said of this game beside its tests; None for a game that does not play on the pyramid."""
    if "pyramid" not in vars(game.rules):
        return None
    return import_module(f"tests.games.{game.NAME.replace('-', '_')}.symmetry")
