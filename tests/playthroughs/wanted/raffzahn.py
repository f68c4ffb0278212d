"""Matches of Raffzahn to read: 164 dice are laid before the first throw."""

from tests.playthroughs.wanted import Wanted

WANTED = [
    Wanted("cleared", "raffzahn", 3, "cleared", player="sensible", plies=360),
    Wanted("limit", "raffzahn", 3, "limit", shows="late", limit=200, plies=200),
]
