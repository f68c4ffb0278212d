"""Which controls of the page of Cincinnati make an action."""

from typing import Any

from tests.components.controls import Way, button


def way(text: str, _view: dict[str, Any], _seat: int | None) -> Way:
    """Dice to keep are picked in the tray; all else are buttons."""
    word, *faces = text.split()
    dice = [f'.cin-tray [data-die="{face}"][aria-pressed=false]' for face in faces] if word == "keep" else []
    return Way([*dice, button(text)])
