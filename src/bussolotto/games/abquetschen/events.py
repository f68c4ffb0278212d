"""What Abquetschen tells its players: rolls that fit nowhere, rows, and why the match is over."""

from collections.abc import Iterator
from typing import Any

from bussolotto.core import kernel
from bussolotto.core.events import RESULT, Event, Events, Kind, Ply, winners
from bussolotto.core.kernel import CHANCE
from bussolotto.games.abquetschen.game import BUILDING, CHOOSING, DIE, ENDINGS, OVER, ROLLING, ending, returns

KINDS = {
    "lost": Kind(1300, ("glow",)),
    "row": Kind(1200, still="the dice of the row stand in the pyramid, where they were seen to be built"),
    "end-roll": Kind(still=RESULT),
    "end-empty": Kind(still=RESULT),
    "end-blocked": Kind(still=RESULT),
    "end-nobody-can-build": Kind(still=RESULT),
}


def find(ply: Ply) -> Iterator[Event]:
    """The events of a ply."""
    before, after = ply.before, ply.after
    how = ENDINGS[ending(after)]
    if _fell(ply) and after.phase != BUILDING and how != "roll":
        yield Event("lost", {"seat": before.turn, "n": _face(ply)})
    if before.phase == BUILDING and after.phase == CHOOSING:
        yield Event("row", {"seat": ply.seat, "n": after.extras.bit_length() - 1})
    if after.phase == OVER:
        seats = winners(after, returns)
        rolled = _face(ply) if _fell(ply) else 0
        left = after.reserve[seats[0]]
        yield Event(f"end-{how}", {"seats": seats, "seat": after.turn, "n": left, "rolled": rolled})


def scene(ply: Ply) -> Any:
    """A roll is seen even where nothing can be built with it."""
    if not _fell(ply) or ply.after.phase == BUILDING:
        return ply.after
    shown = kernel.copied(ply.before)
    shown.phase = BUILDING
    shown.roll = _face(ply)
    return shown


def _fell(ply: Ply) -> bool:
    return bool(ply.seat == CHANCE and ply.before.phase == ROLLING)


def _face(ply: Ply) -> int:
    return (ply.action or DIE) - DIE + 1


EVENTS = Events(KINDS, find, scene)
