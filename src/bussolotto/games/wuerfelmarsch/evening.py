"""What Würfelmarsch leaves standing for the next game of an evening, and how it begins on a given pile (GEN-9)."""

from typing import Any

from bussolotto.games.wuerfelmarsch.game import standing
from bussolotto.play.evening.pile import NOTHING, Die, GameInEvening, owned


def _leaves(s: Any) -> dict[int, Die]:
    """Armies (WUE-1)."""
    return {cell: Die(die.colour, s.pose[cell] - 1) for cell, die in owned(s).items()}


EVENING = GameInEvening(leaves=_leaves, set_up=NOTHING, standing=standing)  # WUE-1, WUE-9
