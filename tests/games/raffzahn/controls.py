"""Which controls of the page of Raffzahn make an action."""

from typing import Any

from tests.components.controls import Way, button, cell


def way(text: str, _view: dict[str, Any], _seat: int | None) -> Way:
    """A die is grabbed by picking it; calls are buttons."""
    _, *place = text.split()
    return Way([cell(place[0]) if place else button(text)])
