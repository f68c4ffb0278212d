"""What Spilorcio tells its players: rows that are completed, chips that are borrowed, and why the match is over."""

from collections.abc import Iterator

from bussolotto.core.events import RESULT, Event, Events, Kind, Motion, Ply, Values, winners
from bussolotto.games.spilorcio.game import BORROWED, COMPLETED, ENDINGS, OVER, PLACING, ending, movers, returns

CHIPS: tuple[Motion, ...] = ("flight", "count")  # the board's own: chips go from row to stock
KINDS = {
    "row": Kind(1300, CHIPS),
    "row-free": Kind(1300, CHIPS),
    "borrows": Kind(still="the chip itself is seen to come from the reserve"),
    "stopped": Kind(1200, still="nothing is put any more"),
    "end-no-chips": Kind(still=RESULT),
    "end-debt": Kind(still=RESULT),
    "end-stopped": Kind(still=RESULT),
}


def find(ply: Ply) -> Iterator[Event]:
    """The events of a ply."""
    before, after = ply.before, ply.after
    first = before.placed if before.phase == PLACING else 0
    placed = range(first, after.placed) if before.phase == PLACING or _has_placed(ply) else range(0)
    seat = after.placer
    rows, sources = after.order[:], after.source[:]
    for index in placed:
        if sources[index] & COMPLETED:
            row = rows[index] - 1
            pays = after.arrow[row]
            values: Values = {"seat": seat, "row": row + 1, "n": after.length[row] + after.double[row], "pays": pays}
            yield Event("row" if pays else "row-free", values)
    if borrowed := sum(bool(sources[index] & BORROWED) for index in placed):
        yield Event("borrows", {"seat": seat, "n": borrowed})
    if after.stopped and not before.stopped:
        yield Event("stopped", {"seat": seat})
    if after.phase == OVER and movers(before):
        seats = winners(after, returns)
        values = {"seat": after.turn, "debt": after.debt, "n": after.chips[seats[0]], "seats": seats}
        yield Event(f"end-{ENDINGS[ending(after)]}", values)


def _has_placed(ply: Ply) -> bool:
    """Have all dice been set aside with this ply, so that they were placed?"""
    before, after = ply.before, ply.after
    return bool(after.phase in (PLACING, OVER) or after.turn != before.turn) and ply.seat == before.turn


EVENTS = Events(KINDS, find, watched=("turn", "placed", "stopped", "chips", "debt"))
