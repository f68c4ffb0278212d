"""Perspectives, turned and mirrored: how a die lies does not matter, so only cells move."""

from typing import Any

from bussolotto.core.kernel import CHANCE, copied
from bussolotto.core.pyramid import COUNT
from bussolotto.games.perspectives import game
from tests.laws.symmetries import PLACES

SYMMETRIES = (1, 2, 3, 4, 5)


def settled(s: Any) -> bool:
    """Is it known who starts? Nothing is laid before."""
    return bool(s.phase != game.DRAWING)


def moved_state(s: Any, symmetry: int) -> Any:
    """A copy with the pyramid moved."""
    moved = copied(s)
    for cell, place in enumerate(PLACES[symmetry]):
        moved.owner[place] = s.owner[cell]
        moved.hollow[place] = s.hollow[cell]
    return moved


def moved_action(symmetry: int, seat: int, action: int) -> tuple[int, int]:
    """Cells moved; faces and seats stay."""
    if seat == CHANCE or action >= game.THROW:
        return seat, action
    use, cell = divmod(action, COUNT)
    return seat, use * COUNT + PLACES[symmetry][cell]
