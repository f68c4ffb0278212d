"""What Bunte Kuh tells its players: right and wrong funnels, calls of Fiasco, and why the match is over."""

from collections.abc import Iterator
from typing import Any

from bussolotto.core import kernel
from bussolotto.core.events import RESULT, Event, Events, Kind, Ply, Values, winners
from bussolotto.games.bunte_kuh.game import (
    CALLING,
    CHOOSING,
    DECLINE,
    ENDINGS,
    FALLING,
    FIASCO,
    PASS,
    POSE,
    READY,
    SEARCHING,
    TURNING,
    ending,
    funnel_sum,
    movers,
    returns,
    thrown_sum,
)

KINDS = {
    "funnel": Kind(1300, ("glow",), instead=True),
    "wrong": Kind(1500, ("glow", "flight", "count"), instead=True),
    "fiasco": Kind(1300, ("glow",)),
    "fiasco-wrong": Kind(1500, ("glow", "flight", "count"), instead=True),
    "refuted": Kind(1500, ("glow", "flight", "count"), instead=True),
    "none": Kind(1200, still="nothing has changed"),
    "end-placed": Kind(still=RESULT),
    "end-penalty": Kind(still=RESULT),
    "end-no-progress": Kind(still=RESULT),
}


def find(ply: Ply) -> Iterator[Event]:
    """The events of a ply."""
    before, after, action = ply.before, ply.after, ply.action or 0
    if before.phase == CALLING:
        yield from _called(ply, action)
    elif before.phase == SEARCHING and action < POSE:
        values: Values = {"seat": ply.seat, "other": before.caller, "n": thrown_sum(before)}
        yield Event("refuted", {**values, "dice": _taken(ply, before.caller)})
    elif before.phase == SEARCHING and after.phase == CHOOSING:
        yield Event("fiasco", {"seat": before.caller, "n": thrown_sum(before)})
    if movers(after) == 0 and ending(after) < len(ENDINGS) - 1:
        seats = winners(after, returns)
        yield Event(f"end-{ENDINGS[ending(after)]}", {"seats": seats, "n": after.hand[seats[0]]})


def scene(ply: Ply) -> Any:
    """The throw still lies there while it is told what came of it."""
    shown = kernel.copied(ply.after)
    shown.pearl[:] = ply.before.pearl[:]
    return shown


def _called(ply: Ply, action: int) -> Iterator[Event]:
    """What came of a call (BKU-3, BKU-4, BKU-5)."""
    before, after, wanted = ply.before, ply.after, thrown_sum(ply.before)
    called: Values = {"seat": ply.seat, "n": wanted}
    if action == PASS:
        if after.phase != CALLING:
            yield Event("none", {"n": wanted})
    elif action == FIASCO:
        if after.phase == CHOOSING:
            yield Event("fiasco", called)
        elif after.phase != SEARCHING:
            yield Event("fiasco-wrong", {**called, "dice": _taken(ply, ply.seat)})
    elif after.phase == TURNING:
        yield Event("funnel", called)
    elif action != DECLINE:
        yield Event("wrong", {**called, "sum": funnel_sum(before, action), "dice": _taken(ply, ply.seat)})


def _taken(ply: Ply, seat: int) -> int:
    """The dice that a wrong call has cost."""
    return int(ply.after.hand[seat] - ply.before.hand[seat])


def begins(ply: Ply) -> bool:
    """Does a throw begin?"""
    return bool(ply.after.phase == FALLING and ply.before.phase == READY)


EVENTS = Events(KINDS, find, scene, begins)
