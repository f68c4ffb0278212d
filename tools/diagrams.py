"""The pictures of the documentation, drawn from the program's own tables.

    python -m tools.diagrams

writes them all to docs/images; a test draws them again and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from bussolotto.games import spilorcio
from bussolotto.games.spilorcio import BOARDS, read_board
from bussolotto.kernel import CHANCE
from bussolotto.match import Match
from bussolotto.pictures.svg import (
    AMBER,
    FELT,
    FELT_DEEP,
    INK,
    IVORY,
    QUIET,
    RED,
    WOOD,
    YELLOW,
    arrow,
    bold,
    box,
    picture,
    text,
)
from tools import cup_pictures, game_pictures, pyramid_pictures, race_pictures
from tools.floors import FLOORS

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"

SQUARE = 44  # side of a square of the board, px
GAP = 6


def main() -> None:
    """Write every picture."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (IMAGES / name).write_text(draw(), encoding="utf-8")


# --- how it is built --------------------------------------------------------------------------------------------------


def floors() -> str:
    """The floors of the package, the highest on top."""
    shapes = []
    for level, floor in enumerate(reversed(FLOORS)):
        y = 16 + level * 40
        shapes += [
            box(16, y, 768, 34, FELT_DEEP, WOOD),
            bold(text(32, y + 23, ", ".join(floor.modules), AMBER)),
            text(250, y + 23, floor.meaning),
        ]
    return picture(800, 24 + len(FLOORS) * 40, "Who may import whom: each module only those on floors below", shapes)


STATIONS = ("page", "socket", "match", "chance", "store")
FLOW = (  # from, to, what; the same station twice: something it does
    ("page", "socket", "act {id, version, actions}"),
    ("socket", "match", "still that version? then act(seat, actions)"),
    ("match", "match", "legal, then apply; or the clause"),
    ("match", "chance", "odds"),
    ("chance", "match", "outcome, until a seat must decide"),
    ("match", "store", "one row: the decision and its dice"),
    ("store", "store", "commit, with all that queued"),
    ("store", "socket", "on the disk"),
    ("socket", "page", "ack, then steps to all, each his own view"),
)


def action() -> str:
    """What happens to one action, from the tap to the ack."""
    place = {name: 80 + index * 170 for index, name in enumerate(STATIONS)}
    bottom = 84 + len(FLOW) * 46
    shapes = [f'<path d="M{x},56 V{bottom}" stroke="{QUIET}" stroke-dasharray="3 5"/>' for x in place.values()]
    for name, x in place.items():
        shapes += [box(x - 56, 18, 112, 36, FELT_DEEP, WOOD), bold(text(x, 42, name, AMBER, anchor="middle"))]
    for index, (start, end, words) in enumerate(FLOW):
        shapes += message(place[start], place[end], 96 + index * 46, f"{index + 1}  {words}")
    return picture(840, bottom + 12, "One action from the tap to the acknowledgement: stored before it is told", shapes)


def message(start: int, end: int, y: int, words: str) -> Sequence[str]:
    """An arrow between two stations with its words above, or a note at one."""
    if start == end:
        width = 7.3 * len(words) + 20
        left = min(start - width / 2, 832 - width)
        return [box(left, y - 22, width, 30, WOOD), text(left + 10, y - 2, words, size=14)]
    middle = (start + end) / 2
    width = 7 * len(words)
    left = min(max(middle - width / 2, 24), 816 - width)
    return [box(left - 4, y - 24, width + 8, 20, FELT), text(left, y - 9, words, size=14), arrow(start, y, end, y)]


# --- Spilorcio --------------------------------------------------------------------------------------------------------


def standard_board() -> str:
    """The empty board with a legend."""
    legend = [
        *square(24, 300, IVORY, "2", 0), text(78, 327, "takes two chips"),
        *square(240, 300, YELLOW, "◆", 0), text(294, 327, "paid by the reserve"),
        *square(480, 300, RED, "★", 0), text(534, 327, "completes the row"),
    ]  # fmt: skip
    title = "The standard board of Spilorcio: five rows of four to eight squares with their arrows"
    return picture(720, 364, title, [*board(24, 24, [0] * 5), *legend])


def example() -> str:
    """The printed example, before and after, as the program plays it."""
    before, after = example_positions()
    assert [before["filled"], after["filled"]] == [[0, 3, 0, 3, 3], [0, 1, 0, 4, 3]], (before, after)
    shapes = [bold(text(24, 34, "Before: 4, 2, 2, 6 and 2 lie aside", AMBER)), *board(24, 48, before["filled"])]
    shapes += [bold(text(24, 344, f"After: {words_of(before, after)}", AMBER)), *board(24, 358, after["filled"])]
    return picture(720, 644, "The printed example: row 2 is completed and begun again, row 4 gains a chip", shapes)


def words_of(before: dict[str, list[int]], after: dict[str, list[int]]) -> str:
    """What the example changes: the stocks by seat."""
    stocks = [f"{old} → {new}" for old, new in zip(before["chips"], after["chips"], strict=True) if old]
    return f"the player {stocks[0]} chips, the others {' and '.join(stocks[1:])}"


def example_positions() -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """The views before and after the example, played with three seats."""
    match = Match(spilorcio, 3)
    match.play(CHANCE, spilorcio.read(CHANCE, "start 0"))
    match.state.filled[:] = [0, 3, 0, 3, 3]
    match.state.reserve -= sum(spilorcio.chips_on(match.state, row) for row in range(5))
    for face in (4, 2, 2, 6, 2):
        match.play(CHANCE, spilorcio.read(CHANCE, f"die {face}"))
    before = match.view(0)
    match.play(0, spilorcio.read(0, "keep 2 2 2 4 6"))
    return before, match.view(0)


def board(x: int, y: int, filled: Sequence[int]) -> list[str]:
    """The standard board with chips on the first squares of its rows."""
    shapes = []
    for row, (length, double, yellow, pays) in enumerate(read_board(BOARDS["standard"])):
        top = y + row * (SQUARE + GAP)
        shapes += [bold(text(x + 12, top + 30, str(row + 1), AMBER, 22, "middle"))]
        for index in range(length):
            two = bool(double and index == 0)
            colour, mark = (RED, "★") if index == length - 1 else (YELLOW, "◆") if yellow >> index & 1 else (IVORY, "")
            left = x + 40 + index * (SQUARE + GAP)
            shapes += square(left, top, colour, "2" if two else mark, (1 + two) * (index < filled[row]))
        right = x + 46 + length * (SQUARE + GAP)
        shapes += [
            arrow(right, top + 22, right + 40, top + 22, AMBER),
            text(right + 50, top + 28, f"others pay {pays}"),
        ]
    return shapes


def square(x: float, y: float, colour: str, mark: str, chips: int) -> list[str]:
    """One square, with what is printed on it or the chips that lie there."""
    shapes = [box(x, y, SQUARE, SQUARE, colour, INK)]
    if not chips:
        return [*shapes, text(x + SQUARE / 2, y + 29, mark, INK, 18, "middle")] if mark else shapes
    lean = 6 if chips == 2 else 0
    return shapes + [
        f'<circle cx="{x + SQUARE / 2 + side:g}" cy="{y + SQUARE / 2 + side:g}" r="13" fill="{AMBER}" stroke="{INK}" '
        f'stroke-width="2"/>'
        for side in sorted({-lean, lean})
    ]


PICTURES: dict[str, Callable[[], str]] = {
    "floors.svg": floors,
    "action.svg": action,
    "spilorcio-board.svg": standard_board,
    "spilorcio-example.svg": example,
    **pyramid_pictures.PICTURES,
    **game_pictures.PICTURES,
    **cup_pictures.PICTURES,
    **race_pictures.PICTURES,
}

if __name__ == "__main__":
    main()
