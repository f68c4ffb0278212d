"""Matches of Eintrichtern to read: 45 dice are laid before the first throw, and a turn takes two to six plies."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.games.eintrichtern import game as eintrichtern
from bussolotto.games.eintrichtern.bot import Sensible
from tests.playthroughs.wanted import Wanted


class Stubborn(Sensible):
    """Never throws anew, and lifts the same red die again and again."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        return legal[0], 1


class Modest(Sensible):
    """Lifts what hardly matches as soon as one more match would win."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        if view.won[view.turn] + 1 < eintrichtern.TARGET[view.goal][view.seats] or legal[0] >= eintrichtern.THROW:
            return super().choose(view, legal, rng)
        chances = self.chances(view, [code for code in legal if code < eintrichtern.THROW], rng)
        return min(chances, key=lambda funnel: chances[funnel][sum(view.pearl)]), 1


WANTED = [
    Wanted("won", "eintrichtern", 2, "won", player="sensible", plies=200),
    Wanted("won-memo", "eintrichtern", 3, "won", {"memo": "on"}, player="sensible", plies=200),
    Wanted("won-by-four", "eintrichtern", 4, "won", player="sensible", plies=200),
    Wanted("won-by-five", "eintrichtern", 5, "won", player="sensible", plies=170),
    Wanted("won-by-six", "eintrichtern", 6, "won", player="sensible", plies=170),
    Wanted("won-by-seven", "eintrichtern", 7, "won", player="sensible", plies=170),
    Wanted("red-gone", "eintrichtern", 8, "red-gone", {"memo": "on"}, player=Modest, plies=700),
    Wanted("no-progress", "eintrichtern", 2, "no-progress", player=Stubborn, plies=500),
    Wanted("small", "eintrichtern", 4, "won", {"lattice": "6", "goal": "4"}, player="sensible", plies=200),
    Wanted("limit", "eintrichtern", 3, "limit", limit=80, plies=80),
]
