"""What Quarry tells its players: that rubble has fallen, and why the match is over."""

from collections.abc import Iterator

from bussolotto.core.events import RESULT, Event, Events, Kind, Ply, winners

from quarry.game import OVER, ROLLING, load, returns  # isort: skip

KINDS = {
    "rubble": Kind(1500, still="the cart is emptied"),
    "end-cleared": Kind(still=RESULT),
}


def find(ply: Ply) -> Iterator[Event]:
    """The events of a ply."""
    before, after = ply.before, ply.after
    if before.phase == ROLLING and after.buried > before.buried:
        yield Event("rubble", {"seat": before.turn, "n": load(before)})
    if after.phase == OVER:
        seats = winners(after, returns)
        yield Event("end-cleared", {"seats": seats, "n": after.points[seats[0]]})


EVENTS = Events(kinds=KINDS, find=find, watched=("buried", "phase"))
