"""A slow reading of what stays on a pyramid, by coordinates, from the positions as they are shown."""

from typing import Any

from bussolotto.core import pyramid
from bussolotto.play.match import Match

COLOURS = ("pearl", "yellow", "red")
# what each game shows of a die: whose it is, how it lies, of which colour it is
SHOWS = {
    "abquetschen": "whose",
    "perspectives": "whose",
    "raffzahn": "pose",
    "bunte-kuh": "pose",
    "cui-bono": "colour",
    "wuerfelmarsch": "whose pose",
}


def standing(match: Match) -> dict[pyramid.Cell, dict[str, str]]:
    """The dice by coordinates, each with what is known of it."""
    view = match.view(0)
    found: dict[pyramid.Cell, dict[str, str]] = {}
    for cell, where in enumerate(pyramid.CELLS):
        die = known(view, cell, SHOWS[match.game.NAME])
        if die is not None:
            found[where] = die
    return found


def known(view: dict[str, Any], cell: int, shows: str) -> dict[str, str] | None:
    """What is known of the die in a cell; None where there is none."""
    die: dict[str, str] = {}
    if "whose" in shows:
        if view["owner"][cell] == 0:
            return None
        if view["owner"][cell] <= 3:
            die["colour"] = {1: "red", 2: "yellow", 3: "pearl"}[view["owner"][cell]]
    if "pose" in shows:
        if view["pose"][cell] == 0:
            return None
        die["pose"] = "".join(str(face) for face in pyramid.POSES[view["pose"][cell] - 1])
    if "colour" in shows:
        if view["colour"][cell] == 0:
            return None
        die["colour"] = COLOURS[view["colour"][cell] - 1]
    return die
