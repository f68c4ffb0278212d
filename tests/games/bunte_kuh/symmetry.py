"""Bunte Kuh, turned and mirrored: a mirror puts the opposite number in place of every face, 21 - s for a sum s."""

from typing import Any

from bussolotto.core.kernel import CHANCE, copied
from bussolotto.core.pyramid import MIRRORS, SIDES
from bussolotto.games.bunte_kuh import game
from tests.laws.symmetries import PLACES, POSES

SYMMETRIES = (1, 2, 3, 4, 5)


def settled(s: Any) -> bool:
    """Is the base complete?"""
    return bool(s.phase > game.LAYING)


def moved_faces(symmetry: int, total: int, faces: int = 1) -> int:
    """What the sum of so many faces becomes; 0 is none."""
    return 7 * faces - total if total and symmetry in MIRRORS else total


def moved_state(s: Any, symmetry: int) -> Any:
    """A copy with the pyramid moved and, in a mirror, the pearl dice turned over."""
    moved = copied(s)
    places, poses = PLACES[symmetry], POSES[symmetry]
    for cell, place in enumerate(places):
        moved.pose[place] = poses[s.pose[cell]]
        moved.sums[place] = moved_faces(symmetry, s.sums[cell], SIDES)
    moved.pearl[:] = [moved_faces(symmetry, face) for face in s.pearl]
    moved.chosen = places[s.chosen - 1] + 1 if s.chosen else 0
    return moved


def moved_action(symmetry: int, seat: int, action: int) -> tuple[int, int]:
    """Cells, poses and faces moved; seats stay."""
    if seat == CHANCE:
        if action >= game.DIE:
            return seat, game.DIE + moved_faces(symmetry, action - game.DIE + 1) - 1
        return seat, game.LAY + POSES[symmetry][action - game.LAY + 1] - 1 if action >= game.LAY else action
    if action < game.POSE:
        return seat, PLACES[symmetry][action]
    return seat, game.POSE + POSES[symmetry][action - game.POSE + 1] - 1 if action < game.FIASCO else action
