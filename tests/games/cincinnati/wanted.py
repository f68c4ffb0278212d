"""Matches of Cincinnati to read: whole ones are long, so most are cut off after some rounds."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.games.cincinnati import game as cincinnati
from bussolotto.games.cincinnati.bot import Keen
from tests.playthroughs.wanted import Wanted


class Content(Keen):
    """Keeps its first roll, and buys nothing."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        if view.phase == cincinnati.CHOOSING or view.phase == cincinnati.NAMING:
            return super().choose(view, legal, rng)
        return legal[-1], 1  # all five dice; `pass` comes after `buy`


NUMBERS = {
    "condition_a": "one-pair",
    "condition_c": "14",
    "rounds": "4",
    "starting_tokens": "1",
    "tokens_a_card": "3",
    "token_worth": "10",
}
WANTED = [
    Wanted("rounds", "cincinnati", 3, "rounds", shows="duel", player=Content, plies=450),
    Wanted("duel", "cincinnati", 4, "limit", shows="duel", player="keen", limit=180, plies=180),
    Wanted("secret", "cincinnati", 5, "limit", {"keep_order": "secret"}, shows="buy", limit=130),
    Wanted("six", "cincinnati", 6, "limit", shows="buy", player="keen", limit=150, plies=150),
    Wanted("unlimited", "cincinnati", 4, "limit", {"token_supply": "unlimited"}, limit=130, player="keen"),
    Wanted("numbers", "cincinnati", 3, "rounds", NUMBERS, player=Content, plies=200),
]
