"""Matches of Raffzahn to read: 164 dice are laid before the first throw."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.games.raffzahn import game as raffzahn
from bussolotto.games.raffzahn.bot import Sensible
from tests.playthroughs.wanted import Wanted


class Hasty(Sensible):
    """Takes nothing: throws and stops at once."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        return next(((code, 1) for code in (raffzahn.THROW, raffzahn.STOP) if code in legal), None)


WANTED = [
    Wanted("cleared", "raffzahn", 3, "cleared", player="sensible", plies=360),
    Wanted("no-progress", "raffzahn", 3, "no-progress", shows="stop", player=Hasty, plies=300),
    Wanted(
        "small", "raffzahn", 3, "cleared", {"lattice": "6", "remain": "5", "penalty": "0"}, player="sensible", plies=200
    ),
    Wanted("tiny", "raffzahn", 3, "cleared", {"lattice": "4", "remain": "15", "penalty": "2"}, shows="late", plies=120),
    Wanted("said-stops", "raffzahn", 3, "cleared", {"lattice": "4", "auto_stop": "no"}, player="sensible", plies=200),
    Wanted("limit", "raffzahn", 3, "limit", shows="late", limit=200, plies=200),
]
