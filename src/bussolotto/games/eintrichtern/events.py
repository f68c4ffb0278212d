"""What Eintrichtern tells its players: what a lifted die has shown, and why the match is over."""

from collections.abc import Iterator
from typing import Any

from bussolotto.core.events import Event, Events, Kind, Values, winners
from bussolotto.core.pyramid import BELOW, SIDES
from bussolotto.games.eintrichtern.game import (
    ENDINGS,
    LIFT_MS,
    OVER,
    RED_GONE,
    SETTLING,
    WON,
    ending,
    funnel_sum,
    matches,
    returns,
)

KINDS = {
    "match": Kind(LIFT_MS, ("glow",), once=True),  # EIN-6
    "miss": Kind(LIFT_MS, ("glow",), once=True),
    "end-won": Kind(still="the result is shown then"),
    "end-red-gone": Kind(still="the result is shown then"),
    "end-no-progress": Kind(still="the result is shown then"),
}


def find(before: Any, after: Any, seat: int, action: int | None) -> Iterator[Event]:
    """The events of a ply."""
    if after.phase == SETTLING:
        wanted, n = sum(after.pearl), funnel_sum(after, after.lifted - 1)
        faces = [after.face[BELOW[after.lifted - 1][side]][side] for side in range(SIDES)]
        values: Values = {"seat": seat, "faces": faces, "n": n, "wanted": wanted}
        yield Event("match" if matches(after) else "miss", values)
    if after.phase == OVER:
        how = ending(after)
        seats = winners(after, returns)
        most = after.won[seats[0]]
        assert how in (WON, RED_GONE, ENDINGS.index("no-progress")), ENDINGS[how]
        yield Event(f"end-{ENDINGS[how]}", {"seats": seats, "n": most})


EVENTS = Events(KINDS, find)
