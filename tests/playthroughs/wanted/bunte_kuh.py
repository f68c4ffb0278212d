"""Matches of Bunte Kuh to read: 45 dice are laid before the first throw, and every throw takes four plies."""

from tests.playthroughs.wanted import Wanted

WANTED = [
    Wanted("placed", "bunte-kuh", 6, "placed", shows="fiasco", player="sensible", plies=230),
    Wanted("placed-search", "bunte-kuh", 5, "placed", {"fiasco": "search"}, player="sensible", plies=230),
    Wanted("penalty", "bunte-kuh", 4, "penalty", plies=160),
    Wanted("penalty-search", "bunte-kuh", 6, "penalty", {"fiasco": "search"}, shows="fiasco", plies=110),
    Wanted("limit", "bunte-kuh", 3, "limit", shows="decline", limit=100, plies=100),
]
