"""Which controls of the page of My Dice - Your Dice make an action."""

from typing import Any

from tests.components.controls import Way, button

MAIN = (1, 6)  # the main number of who did not begin, and of who did


def way(text: str, view: dict[str, Any], _seat: int | None) -> Way:
    """As many dice of the opponent's main number as are to be ransomed are picked; all else are buttons."""
    word, *number = text.split()
    theirs = MAIN[view["first"] == 1 - view["turn"]]
    dice = [f'.tray-die[data-die="{theirs}"]:not(.is-kept)'] * int(number[0]) if word == "ransom" else []
    return Way([*dice, button(text)])
