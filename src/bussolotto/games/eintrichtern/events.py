"""What Eintrichtern tells its players: what a lifted die has shown, and why the match is over."""

from collections.abc import Iterator
from typing import Any

from bussolotto.core.events import RESULT, Event, Events, Kind, Ply, Values, winners
from bussolotto.core.kernel import CHANCE
from bussolotto.core.pyramid import BELOW, COUNT, SIDES
from bussolotto.games.eintrichtern.game import (
    ENDINGS,
    LIFT_MS,
    OVER,
    SETTLING,
    ending,
    funnel_sum,
    matches,
    returns,
)

KINDS = {
    "match": Kind(LIFT_MS, ("glow", "flight"), once=True),  # EIN-6
    "miss": Kind(LIFT_MS, ("glow",), once=True),
    "end-won": Kind(still=RESULT),
    "end-red-gone": Kind(still=RESULT),
    "end-no-progress": Kind(still=RESULT),
}


def find(ply: Ply) -> Iterator[Event]:
    """The events of a ply."""
    after, seat = ply.after, ply.seat
    if after.phase == SETTLING:
        wanted, n = sum(after.pearl), funnel_sum(after, after.lifted - 1)
        faces = [after.face[BELOW[after.lifted - 1][side]][side] for side in range(SIDES)]
        values: Values = {"seat": seat, "faces": faces, "n": n, "wanted": wanted}
        yield Event("match" if matches(after) else "miss", values)
    if after.phase == OVER:
        seats = winners(after, returns)
        yield Event(f"end-{ENDINGS[ending(after)]}", {"seats": seats, "n": after.won[seats[0]]})


def fades(s: Any, seat: int, action: int, last: bool) -> bool:
    """A lift, once its funnel is covered again: what was where is for people to remember (EIN-5)."""
    if seat == CHANCE or action >= COUNT or s.memo:
        return False
    open_now = s.lifted == action + 1 or not s.red[action]
    return not (last and open_now)


EVENTS = Events(KINDS, find, fades=fades)
