"""Würfelmarsch, turned with its seats. No mirror: turns go round one way."""

from typing import Any

from bussolotto.core.kernel import CHANCE, copied
from bussolotto.games.wuerfelmarsch import game
from tests.laws.symmetries import PLACES, POSES, SEATS

SYMMETRIES = (1, 2)


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
