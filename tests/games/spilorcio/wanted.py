"""Matches of Spilorcio to read."""

from tests.playthroughs.wanted import Wanted

SMALL_BOARD = "2d>1 3dy2>2 1>3 4y1y3>2 2y1y2>3"
NUMBERS = {"loan": "five", "starting_chips": "10", "chips_in_all": "80", "loan_cap": "3"}
WANTED = [
    Wanted("no-chips", "spilorcio", 2, "no-chips"),
    Wanted("debt", "spilorcio", 3, "debt"),
    Wanted("stopped", "spilorcio", 2, "stopped", {"loan": "five"}),
    Wanted("limit", "spilorcio", 2, "limit", limit=60),
    Wanted("order-chosen", "spilorcio", 3, "debt", {"loan": "five"}, shows="place"),
    Wanted("board-short", "spilorcio", 4, "no-chips", {"board": "short"}),
    Wanted("board-gentle", "spilorcio", 5, "debt", {"board": "gentle"}),
    Wanted("numbers", "spilorcio", 3, "no-chips", NUMBERS),
    Wanted("board-own", "spilorcio", 4, "no-chips", {"board": SMALL_BOARD}),
]
