"""What Würfelmarsch tells its players: every fight, and why the match is over."""

from collections.abc import Iterator
from typing import Any

from bussolotto.core import kernel, pyramid
from bussolotto.core.events import RESULT, Event, Events, Kind, Ply, Value, was_tied, winners
from bussolotto.core.pyramid import POSES, SIDES
from bussolotto.games.wuerfelmarsch.game import (
    CORNER,
    ENDINGS,
    FIGHT,
    FIGHTING,
    MOVING,
    OVER,
    POSE,
    TIP,
    balance,
    ending,
    fight,
    fights,
    returns,
    target,
    tip,
)

KINDS = {
    "fight": Kind(1400, ("glow", "flight", "count")),
    "tie": Kind(1400, ("glow",)),
    "end-corner": Kind(still=RESULT),
    "end-no-dice": Kind(still=RESULT),
    "end-no-progress": Kind(still=RESULT),
}


def find(ply: Ply) -> Iterator[Event]:
    """The events of a ply."""
    yield from _fought(ply)
    after = ply.after
    if after.phase == OVER:
        yield _end(after)


def _end(after: Any) -> Event:
    """Who was first in the corner, or has the best balance, or of several with one as good moved last (WUE-9)."""
    seats = winners(after, returns)
    if ending(after) == CORNER:
        return Event("end-corner", {"seats": seats})
    balances = [balance(after, seat) for seat in range(after.seats)]
    by = "last" if was_tied(balances, seats) else "balance"
    return Event(f"end-{ENDINGS[ending(after)]}", {"seats": seats, "by": by, "n": balances[seats[0]]})


def scene(ply: Ply) -> Any:
    """The dice before they fight, the moved one where it has come to."""
    return _arrived(ply) or ply.after


def _arrived(ply: Ply) -> Any:
    """The position when a die has come to where it may fight; None for other plies."""
    action = ply.action or 0
    if ply.before.phase == FIGHTING:
        return kernel.copied(ply.before)
    if ply.before.phase != MOVING or not TIP <= action < POSE:
        return None
    shown = kernel.copied(ply.before)
    cell = target(shown, action - TIP)
    tip(shown, action - TIP)  # with its fights: then the dice that have left return
    for other in range(pyramid.COUNT):
        if other not in (ply.before.picked - 1, cell):
            shown.owner[other], shown.pose[other] = ply.before.owner[other], ply.before.pose[other]
    shown.owner[cell] = ply.before.turn + 1
    shown.pose[cell] = shown.pose[cell] or _tipped(ply, action - TIP)
    shown.turn, shown.picked, shown.phase = ply.before.turn, cell + 1, FIGHTING
    shown.won[:], shown.lost[:], shown.armies[:] = ply.before.won[:], ply.before.lost[:], ply.before.armies[:]
    return shown


def _tipped(ply: Ply, way: int) -> int:
    """How the die lies once tipped, from 1."""
    alone = kernel.copied(ply.before)
    cell = target(alone, way)
    for other in range(pyramid.COUNT):
        if other != alone.picked - 1:
            alone.owner[other] = alone.pose[other] = 0
    tip(alone, way)
    return int(alone.pose[cell])


def _fought(ply: Ply) -> Iterator[Event]:
    """The fights of a ply, in their order (WUE-5)."""
    now = _arrived(ply)
    if now is None or (ply.after.phase == OVER and ENDINGS[ending(ply.after)] == "corner"):
        return
    chosen = (ply.action or 0) - FIGHT if ply.before.phase == FIGHTING else None
    while True:
        funnels = [int(above) for above in pyramid.ABOVE[now.picked - 1] if fights(now, int(above))]
        if chosen is None and len(funnels) != 1:
            return
        yield _fight(now, funnels[0] if chosen is None else chosen)
        chosen = None


def _fight(now: Any, funnel: int) -> Event:
    """Fight, and tell who won (WUE-6, WUE-7)."""
    cells = [int(pyramid.BELOW[funnel][side]) for side in range(SIDES)]
    sides: Value = [(now.owner[cell] - 1, int(POSES[now.pose[cell] - 1][side])) for side, cell in enumerate(cells)]
    won = now.won[:]
    fight(now, funnel)
    winner = next((seat for seat in range(now.seats) if now.won[seat] > won[seat]), None)
    if winner is None:
        return Event("tie", {"sides": sides})
    return Event("fight", {"seat": winner, "sides": sides, "n": now.won[winner] - won[winner]})


EVENTS = Events(KINDS, find, scene)
