"""Würfelmarsch, turned with its seats. No mirror: turns go round one way."""

from typing import Any

from bussolotto.games import wuerfelmarsch as game
from bussolotto.kernel import CHANCE, copied
from bussolotto.pyramid import CELL_UNDER, POSE_UNDER, SIDE_OF_SEAT
from bussolotto.pyramid import SYMMETRIES as SIDE_UNDER

SYMMETRIES = (1, 2)
# As lists, for speed: [symmetry][cell], [symmetry][pose + 1] and [symmetry][seat].
PLACES: list[list[int]] = CELL_UNDER.tolist()
POSES: list[list[int]] = [[0, *(pose + 1 for pose in poses)] for poses in POSE_UNDER.tolist()]
SIDES: list[int] = SIDE_OF_SEAT.tolist()
SEATS: list[list[int]] = [[SIDES.index(under[side]) for side in SIDES] for under in SIDE_UNDER.tolist()]


def settled(s: Any) -> bool:
    """Is it known who starts? All dice stand there before."""
    return bool(s.phase != game.DRAWING)


def moved_state(s: Any, symmetry: int) -> Any:
    """A copy with the base and everybody round it moved."""
    moved = copied(s)
    poses, seats = POSES[symmetry], SEATS[symmetry]
    owners = [0, *(seat + 1 for seat in seats)]
    for cell, place in enumerate(PLACES[symmetry]):
        moved.owner[place] = owners[s.owner[cell]]
        moved.pose[place] = poses[s.pose[cell]]
    for seat, place in enumerate(seats):
        for field in ("armies", "won", "lost", "last_move"):
            getattr(moved, field)[place] = getattr(s, field)[seat]
    moved.turn = seats[s.turn]
    moved.picked = PLACES[symmetry][s.picked - 1] + 1 if s.picked else 0
    return moved


def moved_action(symmetry: int, seat: int, action: int) -> tuple[int, int]:
    """Cells, poses and seats moved; left stays left, as a rotation takes the owner along."""
    if seat == CHANCE:
        return seat, SEATS[symmetry][action]
    return SEATS[symmetry][seat], _moved_code(symmetry, action)


def _moved_code(symmetry: int, action: int) -> int:
    if action < game.TIP:
        return PLACES[symmetry][action]
    if action < game.POSE:
        return action
    if action < game.FIGHT:
        return game.POSE + POSES[symmetry][action - game.POSE + 1] - 1
    return game.FIGHT + PLACES[symmetry][action - game.FIGHT]
