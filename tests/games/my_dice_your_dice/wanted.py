"""Matches of My Dice - Your Dice to read."""

from tests.playthroughs.wanted import Wanted

NUMBERS = {"goal": "30", "action_dice": "5", "group_size": "6", "ransom_price": "2"}
WANTED = [
    Wanted("goal", "my-dice-your-dice", 2, "goal", shows="pay", player="sensible"),
    Wanted("goal-perfect", "my-dice-your-dice", 2, "goal", shows="ransom", player="perfect"),
    Wanted("last-dice", "my-dice-your-dice", 2, "last-dice", plies=160),
    Wanted("numbers", "my-dice-your-dice", 2, "last-dice", NUMBERS, shows="ransom", player="sensible"),
    Wanted("limit", "my-dice-your-dice", 2, "limit", limit=60),
]
