"""What Perspectives tells its players: who found what in a round and what was overlooked, and why the match is over."""

from collections.abc import Iterator
from typing import Any

from bussolotto.core.events import RESULT, Event, Events, Kind, Ply, Value, gains, winners
from bussolotto.games.perspectives.game import (
    ENDINGS,
    FALLING,
    OVER,
    PLACING,
    STOP,
    THROWING,
    ending,
    placeable,
    returns,
)

KINDS = {
    "stop": Kind(1500, ("count",), instead=True),
    "stop-clean": Kind(1500, ("count",), instead=True),
    "stop-alone": Kind(1500, ("count",)),
    "none": Kind(1200, still="nothing has changed"),
    "end-out-of-dice": Kind(still=RESULT),
    "end-complete": Kind(still=RESULT),
    "end-no-progress": Kind(still=RESULT),
}


def find(ply: Ply) -> Iterator[Event]:
    """The events of a ply."""
    before, after = ply.before, ply.after
    if before.phase == PLACING and ply.action == STOP:
        overlooked = placeable(before, ply.seat)
        values: dict[str, Value] = {"seat": ply.seat, "found": _found(ply)}
        yield Event("stop", {**values, "n": overlooked}) if overlooked else Event("stop-clean", values)
    elif before.phase == PLACING and after.phase in (THROWING, OVER):
        yield Event("stop-alone", {"found": _found(ply)})
    elif before.phase == FALLING and after.phase in (THROWING, OVER):
        yield Event("none", {"n": before.number})
    if after.phase == OVER:
        seats = winners(after, returns)
        yield Event(f"end-{ENDINGS[ending(after)]}", {"seats": seats, "n": after.added[seats[0]]})


def scene(ply: Ply) -> Any:
    """What lies there: the dice that were rolled are still seen when the round stops."""
    return ply.before if ply.before.phase == FALLING else ply.after


def begins(ply: Ply) -> bool:
    """A round begins: all dice are taken up."""
    return bool(ply.after.phase == FALLING and ply.before.phase == THROWING)


def _found(ply: Ply) -> Value:
    """How many dice those have placed in this round who have placed any."""
    return gains(ply.opening.added, ply.after.added)


EVENTS = Events(KINDS, find, scene, begins, watched=("phase",))
