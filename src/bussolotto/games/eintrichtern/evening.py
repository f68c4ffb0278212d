"""What Eintrichtern leaves standing for the next game of an evening, and how it begins on a given pile (GEN-9)."""

from typing import Any

from bussolotto.core import pyramid
from bussolotto.play.evening.pile import Die, GameInEvening, SetUp, lay_unseen, levels


def _leaves(s: Any) -> dict[int, Die]:
    """Yellow dice in poses under red ones (EIN-1)."""
    shown = {cell: tuple(faces[:]) for cell, faces in enumerate(s.face)}
    below = {cell: Die(pose=int(pyramid.POSE_OF[faces])) for cell, faces in shown.items() if all(faces)}
    return {cell: Die() for cell, red in enumerate(s.red) if red} | below


SET_UP = SetUp(lambda size: levels(size, 2), lay_unseen)  # EIN-1, EIN-5
EVENING = GameInEvening(leaves=_leaves, set_up=SET_UP, in_place=True)
