"""Pictures of the program itself: its floors, and what happens to one action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bussolotto.pictures.svg import AMBER, FELT, FELT_DEEP, QUIET, WOOD, arrow, bold, box, picture, text
from tools.floors import FLOORS


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


PICTURES: dict[str, Callable[[], str]] = {"floors.svg": floors, "action.svg": action}
