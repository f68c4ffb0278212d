"""A position as a picture to be shared: SVG, drawn from a view, so that it shows what its viewer may see.

    svg = pictures.position(match.module, match.view(seat), ["Giulia", "Paolo"], match.scores(), "Cui bono?")

1200 x 630 units, the size that pages which show links expect. No script, no reference to anything outside.
"""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from bussolotto.pictures import cups, pyramids
from bussolotto.pictures.piles import SEATS
from bussolotto.pictures.svg import AMBER, FELT_DEEP, IVORY, QUIET, bold, box, picture, text

WIDTH, HEIGHT = 1200, 630
SCENE = 820  # the scene is as wide as this, the seats stand to its right
SCENES = {**pyramids.SCENES, **cups.SCENES}
SEAT_HEIGHT = 62
LONGEST = 22  # letters of a name that are shown


def position(
    game: ModuleType, view: Mapping[str, Any], names: Sequence[str], scores: Sequence[float], title: str
) -> str:
    """The position of a view as SVG. `names` and `scores` by seat; `title` is what the game is called."""
    shapes = SCENES[game.NAME](view)
    shapes += [bold(text(SCENE + 20, 76, title, IVORY, 34 if len(title) < LONGEST - 4 else 27))]
    for seat, (name, score) in enumerate(zip(names, scores, strict=True)):
        shapes += _seat(seat, 110 + seat * SEAT_HEIGHT, name, score)
    told = f"{title}: {', '.join(f'{name} {score:g}' for name, score in zip(names, scores, strict=True))}"
    return picture(WIDTH, HEIGHT, told, shapes)


def _seat(seat: int, y: float, name: str, score: float) -> list[str]:
    """Who sits there, in his colour, with his points."""
    shown = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
    return [
        box(SCENE + 20, y, WIDTH - SCENE - 44, SEAT_HEIGHT - 10, FELT_DEEP),
        f'<circle cx="{SCENE + 46}" cy="{y + 26}" r="12" fill="{SEATS[seat]}" stroke="{QUIET}"/>',
        text(SCENE + 70, y + 33, shown, IVORY, 20),
        bold(text(WIDTH - 44, y + 34, f"{score:,.0f}", AMBER, 22, "end")),
    ]
