"""Pictures of positions for sharing: SVG, drawn from a view, so that a picture shows only what its viewer may see.

    svg = pictures.position(match.game, match.view(seat), ["Giulia", "Paolo"], match.scores(), "Cui bono?")

The size is 1200 x 630 units, as expected by pages that show links. There are no scripts and no external references.
"""

from collections.abc import Sequence

import numpy as np

from bussolotto.core import kernel
from bussolotto.core.contract import Game
from bussolotto.locale import grouped
from bussolotto.pictures import marks
from bussolotto.pictures.layout import HEIGHT, SCENE, SEAT_HEIGHT, SIDE, WIDTH, seat_top
from bussolotto.pictures.marks import Fallen, Marked
from bussolotto.pictures.piles import seat_colours
from bussolotto.pictures.pyramids import declared_pile
from bussolotto.pictures.svg import AMBER, FELT_DEEP, IVORY, QUIET, Position, bold, box, fixed, picture, text

LETTER = 0.65  # width of a monospaced letter relative to its size
LONGEST = 22  # letters shown of a name
LARGE, SMALL = 30, 20  # letters of names


def position(
    game: Game,
    view: Position,
    names: Sequence[str],
    scores: Sequence[float],
    title: str,
    lang: str = "en",
    marked: Marked | Fallen | None = None,
) -> str:
    """Return the position of a view as SVG. `names` and `scores` are by seat; `title` is the name of the game.

    `marked`: a choice in this position that is to be shown, or what has just fallen.
    """
    shapes = [*_scene(game, view), bold(text(SCENE + 20, 76, title, IVORY, _fitting(title, SIDE, 34)))]
    colours = seat_colours(game.facts.colours)
    points = [grouped(lang, game.facts.point_worth * score) for score in scores]
    for seat, (name, point) in enumerate(zip(names, points, strict=True)):
        shapes += _seat(colours[seat], seat_top(seat), name, point)
    shapes += marks.draw(game, view, marked) if marked else ()
    told = f"{title}: {', '.join(map(' '.join, zip(names, points, strict=True)))}"
    return picture(WIDTH, HEIGHT, told, shapes)


def _scene(game: Game, view: Position) -> list[str]:
    """Return the table as the game draws it, else its pile, else in words."""
    if part := game.part("picture"):
        return list(part.scene(view))
    look = game.facts.looks.pile
    return declared_pile(view, look) if look else describe(game, view)


def describe(game: Game, view: Position) -> list[str]:
    """Return the position in words, for a game without scene and pile: the output of its `show` for this view."""
    record = np.zeros(1, game.STATE)
    for name, value in view.items():
        record[name] = value
    lines = str(game.show(kernel.plain(record[0]))).splitlines()
    size = min(SCENE / (LETTER * max(map(len, lines), default=1)), (HEIGHT - 60) / (1.3 * max(1, len(lines))), 26)
    return [fixed(text(30, 50 + 1.3 * size * row, line, IVORY, int(size))) for row, line in enumerate(lines)]


def _seat(colour: str, y: float, name: str, points: str) -> list[str]:
    """Return a player in their colour, with their points."""
    room = SIDE - 76 - LETTER * LARGE * len(points)
    shown = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
    return [
        box(SCENE + 20, y, SIDE, SEAT_HEIGHT, FELT_DEEP),
        f'<circle cx="{SCENE + 46}" cy="{y + 26}" r="12" fill="{colour}" stroke="{QUIET}"/>',
        text(SCENE + 70, y + 36, shown, IVORY, max(SMALL, _fitting(shown, room, LARGE))),
        bold(text(WIDTH - 44, y + 36, points, AMBER, LARGE, "end")),
    ]


def _fitting(words: str, room: float, most: int) -> int:
    """Return the size at which words fit into so much room."""
    return min(most, int(room / (LETTER * max(1, len(words)))))
