"""Which controls of the page of Perspectives make an action."""

from typing import Any

from tests.components.controls import Way, button, cell


def way(text: str, view: dict[str, Any], seat: int | None) -> Way:
    """A die is taken up by its number and put into a hollow, a bonus die at once; calls are buttons."""
    assert seat is not None
    word, *place = text.split()
    face = {"turquoise": view["number"], "handicap": view["handicap"][seat]}.get(word)
    taken = [f'.per-hand [data-face="{face}"]'] if face else []
    return Way([*taken, cell(place[0]) if place else button(text)])
