"""Which controls of the page of Spilorcio make an action."""

from typing import Any

from tests.components.controls import Way


def way(text: str, _view: dict[str, Any], _seat: int | None) -> Way:
    """Dice are chosen and confirmed; the end of the match is asked about once."""
    word, *faces = text.split()
    if word == "place":
        return Way([f'.place-button[data-row="{faces[0]}"]'])
    dice = [f'.die-button[data-die="{face}"]:not(.die-chosen)' for face in faces]
    return Way([*dice, ".action .confirm", "?.action .danger.confirm"])
