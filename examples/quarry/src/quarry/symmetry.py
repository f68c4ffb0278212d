"""Quarry, turned and mirrored: dice have no pips that matter, so only cells move."""

from typing import Any

from bussolotto.core import pyramid
from bussolotto.core.kernel import CHANCE, copied

from quarry import game  # isort: skip

SYMMETRIES = (1, 2, 3, 4, 5)


def settled(s: Any) -> bool:
    """Do all dice lie there?"""
    return bool(s.phase != game.LAYING)


def moved_state(s: Any, symmetry: int) -> Any:
    """A copy with the pyramid moved."""
    moved = copied(s)
    for cell, place in enumerate(pyramid.CELL_UNDER[symmetry]):
        moved.colour[place] = s.colour[cell]
    return moved


def moved_action(symmetry: int, seat: int, action: int) -> tuple[int, int]:
    """Cells moved; seats stay, and so do dice."""
    if seat == CHANCE or action == game.HAUL:
        return seat, action
    return seat, int(pyramid.CELL_UNDER[symmetry][action])
