"""Matches of Abquetschen to read; a whole pyramid takes some 170 plies, small ones end sooner, but never by a roll."""

from tests.playthroughs.wanted import Wanted

WHOLE = 220  # plies
WANTED = [
    Wanted("roll", "abquetschen", 3, "roll", plies=WHOLE),
    Wanted("empty", "abquetschen", 3, "empty", shows="bonus", plies=WHOLE),
    Wanted("blocked", "abquetschen", 4, "blocked", {"lattice": "4"}),
    Wanted("check-first", "abquetschen", 3, "blocked", {"lattice": "4", "blocked_roll": "check_first"}),
    Wanted("hidden", "abquetschen", 4, "nobody-can-build", {"lattice": "4", "blocked": "hidden"}),
    Wanted("nobody-can-build", "abquetschen", 3, "nobody-can-build", {"lattice": "3"}),
    Wanted("changed", "abquetschen", 3, "roll", {"lattice": "6", "stock": "25", "in_row": "3"}, shows="bonus"),
    Wanted("limit", "abquetschen", 4, "limit", limit=40),
    Wanted("central", "abquetschen", 3, "limit", {"opening": "central"}, limit=60),
    Wanted("pairwise", "abquetschen", 4, "limit", {"touch": "pairwise"}, limit=60),
    Wanted("single-extras", "abquetschen", 4, "blocked", {"lattice": "4", "bonus": "single"}, shows="bonus"),
]
