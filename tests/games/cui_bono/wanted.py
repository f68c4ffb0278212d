"""Matches of Cui bono? to read: 166 plies of set-up, and then some 30 to 100."""

from tests.playthroughs.wanted import Wanted

PLIES = 300
WANTED = [
    Wanted("kept-by-two", "cui-bono", 2, "kept", shows="keep", plies=PLIES),
    Wanted("kept-by-three", "cui-bono", 3, "kept", {"row": "whole_line"}, plies=PLIES),
    Wanted("kept-by-four", "cui-bono", 4, "kept", {"back": "must"}, plies=PLIES),
    Wanted("kept-by-five", "cui-bono", 5, "kept", plies=PLIES),
    Wanted(
        "small",
        "cui-bono",
        4,
        "kept",
        {"lattice": "6", "keeps": "5", "yellow_points": "1", "red_points": "6"},
        plies=PLIES,
    ),
    Wanted("no-progress", "cui-bono", 3, "no-progress", {"repeat": "free"}, plies=PLIES, player="sensible"),
    Wanted("limit-of-six", "cui-bono", 6, "limit", limit=180, plies=PLIES),
]
