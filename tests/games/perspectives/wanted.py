"""Matches of Perspectives to read: some fifty dice fall in a round of four, ninety in one of eight."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.games.perspectives import game as perspectives
from bussolotto.games.perspectives.bot import Sensible
from tests.playthroughs.wanted import Wanted


class Idle(Sensible):
    """Places nothing: calls Stop at once, the sooner if it has nothing to place."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        return legal[-1], 1 + (legal[0] != legal[-1])


NUMBERS = {"hand_size": "6", "dice_each": "20", "bonus_dice": "3"}
WANTED = [
    Wanted("complete", "perspectives", 5, "complete", shows="bonus", plies=1300),
    Wanted("out-of-dice", "perspectives", 8, "out-of-dice", player="sensible", plies=2000),
    Wanted("no-progress", "perspectives", 4, "no-progress", player=Idle, plies=perspectives.MAX_PLIES),
    Wanted("limit", "perspectives", 6, "limit", shows="handicap", limit=160, plies=160),
    Wanted("numbers", "perspectives", 4, "limit", NUMBERS, shows="bonus", limit=180, plies=180),
    Wanted("bonus", "perspectives", 7, "limit", shows="bonus", limit=180, plies=180),
]
