"""Raffzahn, turned with its seats. No mirror: it would send the turquoise die to the right."""

from typing import Any

from bussolotto.core.kernel import CHANCE, copied
from bussolotto.core.pyramid import COUNT
from bussolotto.games.raffzahn import game
from tests.laws.symmetries import PLACES, POSES, SEATS

SYMMETRIES = (1, 2)


def settled(s: Any) -> bool:
    """Is the pyramid complete?"""
    return bool(s.phase > game.LAYING)


def moved_state(s: Any, symmetry: int) -> Any:
    """A copy with the pyramid and everybody round it moved."""
    moved = copied(s)
    poses, seats = POSES[symmetry], SEATS[symmetry]
    for cell, place in enumerate(PLACES[symmetry]):
        moved.pose[place] = poses[s.pose[cell]]
        moved.covered[place] = s.covered[cell]
    for seat, place in enumerate(seats):
        moved.taken[place] = s.taken[seat]
        moved.takeable[place] = s.takeable[seat]
    moved.turn = seats[s.turn]
    return moved


def moved_action(symmetry: int, seat: int, action: int) -> tuple[int, int]:
    """Cells, poses and seats moved; a turned die shows the same numbers."""
    if seat != CHANCE:
        return SEATS[symmetry][seat], PLACES[symmetry][action] if action < COUNT else action
    if action < game.LAY:
        return seat, SEATS[symmetry][action]
    return seat, game.LAY + POSES[symmetry][action - game.LAY + 1] - 1 if action < game.DIE else action
