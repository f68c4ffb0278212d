"""Pictures of Spilorcio: its board, and the printed example as the program plays it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bussolotto.core.kernel import CHANCE
from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.games.spilorcio.game import BOARDS, read_board
from bussolotto.pictures.svg import AMBER, INK, IVORY, RED, YELLOW, arrow, bold, box, picture, text
from bussolotto.play.match import Match

SQUARE = 44  # side of a square of the board, px
GAP = 6


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


PICTURES: dict[str, Callable[[], str]] = {"spilorcio-board.svg": standard_board, "spilorcio-example.svg": example}
