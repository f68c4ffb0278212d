"""Eintrichtern, turned and mirrored: a mirror puts the opposite number in place of every face, 21 - s for a sum s."""

from typing import Any

from bussolotto.core.kernel import CHANCE, copied
from bussolotto.core.pyramid import COUNT, MIRRORS, SIDES
from bussolotto.core.pyramid import SYMMETRIES as SIDE_UNDER
from bussolotto.games.eintrichtern import game
from tests.laws.symmetries import PLACES, POSES

SYMMETRIES = (1, 2, 3, 4, 5)
SIDES_UNDER: list[list[int]] = SIDE_UNDER.tolist()  # [symmetry][side], as lists for speed


def settled(s: Any) -> bool:
    """Do all yellow dice lie there?"""
    return bool(s.laid == game.BASE_COUNT[s.lattice])


def moved_face(symmetry: int, face: int) -> int:
    """What a face becomes; 0 is none."""
    return 7 - face if face and symmetry in MIRRORS else face


def moved_state(s: Any, symmetry: int) -> Any:
    """A copy with the pyramid moved and, in a mirror, the pearl dice turned over."""
    moved = copied(s)
    places, sides = PLACES[symmetry], SIDES_UNDER[symmetry]
    for cell in range(COUNT):
        moved.red[places[cell]] = s.red[cell]
        moved.shown[places[cell]] = s.shown[cell]
    for cell in range(COUNT):
        faces, place = s.face[cell], moved.face[places[cell]]
        for side in range(SIDES):
            place[sides[side]] = moved_face(symmetry, faces[side])
    moved.pearl[:] = [moved_face(symmetry, face) for face in s.pearl]
    moved.lifted = places[s.lifted - 1] + 1 if s.lifted else 0
    return moved


def moved_action(symmetry: int, seat: int, action: int) -> tuple[int, int]:
    """Cells, poses and faces moved; seats stay."""
    if seat != CHANCE:
        return seat, PLACES[symmetry][action] if action < COUNT else action
    if action < game.LAY:
        return seat, action
    if action < game.DIE:
        return seat, game.LAY + POSES[symmetry][action - game.LAY + 1] - 1
    return seat, game.DIE + moved_face(symmetry, action - game.DIE + 1) - 1
