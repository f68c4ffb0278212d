"""One device passed around a table, or one screen that shows it to people with telephones."""

from collections.abc import Sequence
from io import BytesIO

import segno

from bussolotto.games import game as module_of
from bussolotto.server.problems import BadRequest, DeviceRace, NoSuchSeat
from bussolotto.server.sitters import Sitter
from bussolotto.server.tables import Table


def pass_round(table: Table, guest: str, names: Sequence[str]) -> None:
    """The people round one device take the free seats, in this order; all of them are this guest's.

    Raises DeviceRace in a game without turns, BadRequest without names, NoSuchSeat for a name too many.
    """
    for game in table.games:
        if module_of(game).RACE:
            raise DeviceRace(game)
    if not names:
        raise BadRequest("one device needs the names of those round it", "names")
    free = [seat for seat, sitter in enumerate(table.seats) if sitter.player is None]
    if len(names) > len(free):
        raise NoSuchSeat(len(table.seats), len(table.seats))
    table.device = True
    for seat, name in zip(free, names, strict=False):
        table.seats[seat] = Sitter(guest, name)


def code_of(link: str) -> bytes:
    """A link as a picture that a telephone reads: dark on light whatever the page, with the quiet zone it needs."""
    drawn = BytesIO()
    segno.make(link, error="m").save(drawn, kind="svg", scale=8, dark="#2a2016", light="#fffdf6")
    return drawn.getvalue()
