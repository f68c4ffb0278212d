"""Which controls of the page of Würfelmarsch make an action."""

from typing import Any

from bussolotto.core import pyramid
from bussolotto.games.wuerfelmarsch import game as wuerfelmarsch
from tests.components.controls import PRIMARY, Way, cell

NEAR, LEFT = ".wue-faces:first-child", ".wue-faces:last-child"
OTHER_FACE = f'{NEAR} .wue-face[aria-pressed="false"]'


def way(text: str, view: dict[str, Any], seat: int | None) -> Way:
    """A die is picked, then tipped or turned over, then confirmed; so is a fight."""
    assert seat is not None
    word, what = text.split()
    if word == "pick":
        return Way([cell(what)], (f"{PRIMARY}:enabled", OTHER_FACE))
    if word == "fight":
        return Way([cell(what), PRIMARY])
    if word == "tip":
        return Way([f'[data-cell="{goal(what, view, seat)}"]', PRIMARY])
    side = pyramid.SIDE_OF_SEAT[seat]
    near, left = what[side], what[pyramid.LEFT_OF[side]]
    return Way(
        [
            f'?{NEAR} [data-face="{near}"][aria-pressed="false"]',
            f'?{LEFT} [data-face="{left}"][aria-pressed="false"]',
            PRIMARY,
        ]
    )


def goal(way: str, view: dict[str, Any], seat: int) -> int:
    """The cell that the die in hand is tipped into."""
    toward, away = wuerfelmarsch.TIPS[seat][wuerfelmarsch.WAYS.index(way)]
    return int(pyramid.TIPS_TO[view["picked"] - 1][toward][away])
