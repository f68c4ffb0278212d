"""Abquetschen, turned and mirrored: pips do not matter, so only cells move."""

from typing import Any

from bussolotto.core.kernel import CHANCE, copied
from bussolotto.games.abquetschen import game
from tests.laws.symmetries import PLACES

SYMMETRIES = (1, 2, 3, 4, 5)


def settled(s: Any) -> bool:
    """Is it drawn who opens?"""
    return bool(s.phase >= game.OPENING)


def moved_state(s: Any, symmetry: int) -> Any:
    """A copy with the pyramid moved, and what the look-ahead has found out about its cells."""
    moved = copied(s)
    for cell, place in enumerate(PLACES[symmetry]):
        moved.owner[place] = s.owner[cell]
        moved.mark[place] = s.mark[cell]
    if s.phase != game.OPENING:
        moved.apex = PLACES[symmetry][s.apex]
    return moved


def moved_action(symmetry: int, seat: int, action: int) -> tuple[int, int]:
    """Cells moved; seats stay."""
    if seat == CHANCE or action >= game.BONUS:
        return seat, action
    if action >= game.OPEN:
        return seat, game.OPEN + PLACES[symmetry][action - game.OPEN]
    return seat, PLACES[symmetry][action]
