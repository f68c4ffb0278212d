"""Matches of Bunte Kuh to read: 45 dice are laid before the first throw, and every throw takes four plies."""

from collections.abc import Sequence
from random import Random
from typing import Any

from bussolotto.games.bunte_kuh import game as bunte_kuh
from bussolotto.games.bunte_kuh.bot import Sensible
from tests.playthroughs.wanted import Wanted


class Silent(Sensible):
    """Throws, and gives up at once."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        return next(((code, 1) for code in (bunte_kuh.THROW, bunte_kuh.PASS) if code in legal), None)


WANTED = [
    Wanted("placed", "bunte-kuh", 6, "placed", shows="fiasco", player="sensible", plies=230),
    Wanted("placed-search", "bunte-kuh", 5, "placed", {"fiasco": "search"}, player="sensible", plies=250),
    Wanted("penalty", "bunte-kuh", 4, "penalty", plies=160),
    Wanted("penalty-search", "bunte-kuh", 6, "penalty", {"fiasco": "search"}, shows="fiasco", plies=110),
    Wanted(
        "small",
        "bunte-kuh",
        3,
        "placed",
        {"lattice": "7", "shared": "30", "penalty": "2"},
        player="sensible",
        plies=250,
    ),
    Wanted("no-progress", "bunte-kuh", 2, "no-progress", player=Silent, plies=260),
    Wanted("limit", "bunte-kuh", 3, "limit", shows="decline", limit=100, plies=100),
]
