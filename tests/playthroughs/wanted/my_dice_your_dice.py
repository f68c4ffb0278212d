"""Matches of My Dice - Your Dice to read."""

from tests.playthroughs.wanted import Wanted

WANTED = [
    Wanted("goal", "my-dice-your-dice", 2, "goal", shows="pay", player="sensible"),
    Wanted("goal-perfect", "my-dice-your-dice", 2, "goal", shows="ransom", player="perfect"),
    Wanted("last-dice", "my-dice-your-dice", 2, "last-dice", plies=160),
    Wanted("limit", "my-dice-your-dice", 2, "limit", limit=60),
]
