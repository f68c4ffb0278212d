"""The pictures of the documentation, drawn from the program's own tables.

    python -m tools.diagrams

writes them all to docs/images; a test draws them again and compares.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tools import (
    board_pictures,
    cup_pictures,
    game_pictures,
    house_pictures,
    pyramid_pictures,
    race_pictures,
    sheet_pictures,
)

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
PICTURES: dict[str, Callable[[], str]] = {
    **house_pictures.PICTURES,
    **board_pictures.PICTURES,
    **pyramid_pictures.PICTURES,
    **game_pictures.PICTURES,
    **cup_pictures.PICTURES,
    **race_pictures.PICTURES,
    **sheet_pictures.PICTURES,
}


def main() -> None:
    """Write every picture."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (IMAGES / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
