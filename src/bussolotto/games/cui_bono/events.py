"""What Cui bono? tells its players: dice that have to be kept, and why the match is over."""

from collections.abc import Iterator
from typing import Any

from bussolotto.core.events import RESULT, Event, Events, Kind, Ply, Values, was_tied, winners
from bussolotto.games.cui_bono.game import COLOURS, FACTS, KEEP, OVER, ending, points_of, returns

KINDS = {
    "forced": Kind(1300, ("flight", "count")),
    "kept": Kind(1000, ("flight", "count"), instead=True),
    "end-kept": Kind(still=RESULT),
    "end-no-progress": Kind(still=RESULT),
}


def find(ply: Ply) -> Iterator[Event]:
    """The events of a ply."""
    before, after, seat = ply.before, ply.after, ply.seat
    colour = next((c for c in range(len(COLOURS)) if seat < 6 and after.kept[seat][c] > before.kept[seat][c]), None)
    if colour is not None:
        points = points_of(after, seat) - points_of(before, seat)
        word = "kept" if ply.action == KEEP else "forced"
        yield Event(word, {"seat": seat, "colour": COLOURS[colour], "n": points, "dice": sum(after.kept[seat])})
    if after.phase == OVER:
        dice = sum(after.kept[seat]) if seat < 6 else 0
        yield Event(f"end-{FACTS.endings[ending(after)]}", {"seat": seat, "dice": dice, **_best(after)})


def _best(after: Any) -> Values:
    """Who has the fewest points at the end, or of several with as few the fewest dice (CUI-6)."""
    seats = winners(after, returns)
    points = [points_of(after, seat) for seat in range(after.seats)]
    return {"seats": seats, "by": "dice" if was_tied(points, seats) else "points", "n": points[seats[0]]}


EVENTS = Events(KINDS, find, watched=("phase", "kept"))
