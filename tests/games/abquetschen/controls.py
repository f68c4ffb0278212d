"""Which controls of the page of Abquetschen make an action."""

from typing import Any

from tests.components.controls import PRIMARY, Way, button, cell

ONWARD = (f"{PRIMARY}:enabled", ".bench-buttons [data-action^=bonus]", ".pile-cell[data-place]")


def way(text: str, _view: dict[str, Any], _seat: int | None) -> Way:
    """A place is picked, and more of them until the build is whole and can be let stand."""
    word, what = text.split()
    return Way([button(text) if word == "bonus" else cell(what)], ONWARD)
