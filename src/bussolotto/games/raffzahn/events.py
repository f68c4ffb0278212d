"""What Raffzahn tells its players: who found what in a throw, and why the match is over."""

from collections.abc import Iterator

from bussolotto.core.events import RESULT, Event, Events, Kind, Ply, gains, winners
from bussolotto.games.raffzahn.game import ENDINGS, FALLING, STOP, TAKING, ending, movers, returns

KINDS = {
    "stop": Kind(1500, ("count",), instead=True),
    "stop-alone": Kind(1500, ("count",)),
    "end-cleared": Kind(still=RESULT),
    "end-no-progress": Kind(still=RESULT),
}


def find(ply: Ply) -> Iterator[Event]:
    """The events of a ply."""
    before, after = ply.before, ply.after
    if before.phase in (FALLING, TAKING) and after.phase not in (FALLING, TAKING):
        found = gains(ply.opening.taken, after.taken)
        if ply.action == STOP:
            yield Event("stop", {"seat": ply.seat, "found": found})
        else:
            yield Event("stop-alone", {"found": found})
    if movers(after) == 0 and ending(after) < len(ENDINGS) - 1:
        seats = winners(after, returns)
        values = {"seats": seats, "n": after.taken[seats[0]], "left": after.above_base}
        yield Event(f"end-{ENDINGS[ending(after)]}", {**values})


def begins(ply: Ply) -> bool:
    """A throw begins: the turquoise die is taken up."""
    return bool(ply.after.phase == FALLING and ply.before.phase != FALLING)


EVENTS = Events(KINDS, find, begins=begins, watched=("phase",))
