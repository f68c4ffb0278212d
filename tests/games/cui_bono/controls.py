"""Which controls of the page of Cui bono? make an action."""

from typing import Any

from tests.components.controls import Way, button, cell


def way(text: str, _view: dict[str, Any], _seat: int | None) -> Way:
    """A die or a funnel is picked, then confirmed."""
    _, *place = text.split()
    return Way([*map(cell, place), button(text)])
