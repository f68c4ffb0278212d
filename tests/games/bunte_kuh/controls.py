"""Which controls of the page of Bunte Kuh make an action."""

from typing import Any

from tests.components.controls import Way, button, cell


def way(text: str, _view: dict[str, Any], _seat: int | None) -> Way:
    """A funnel or a pose is picked, then shown or put there; calls are buttons."""
    word, _, what = text.partition(" ")
    if word == "funnel":
        return Way([cell(what), button(text)])
    if word == "pose":
        return Way([f'[data-pose="{what}"]', button(text)])
    return Way([button(text)])
