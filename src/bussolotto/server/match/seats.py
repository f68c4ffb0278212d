"""Who sits where, and which viewer a person is."""

from collections.abc import Sequence

from msgspec import Struct

from bussolotto.core.kernel import SPECTATOR

NOBODY = -1  # passed as the wanted seat by seated people who want to watch as a spectator


class Occupant(Struct):
    """The occupant of a seat: a guest, a bot (`player`), a bot that plays on for a guest, or nobody.

    A bot plays on for a guest who has `left` or is `away`: not seen for a while or, if `late`, out of time.
    `taken_at` is the version at which the bot took over.
    """

    guest: str | None = None
    name: str = ""
    player: str | None = None
    left: bool = False
    away: bool = False
    late: bool = False
    taken_at: int | None = None


def seats_of(occupants: Sequence[Occupant], guest: str | None) -> list[int]:
    """Return the seats of a guest among these occupants."""
    if guest is None:
        return []
    return [seat for seat, occupant in enumerate(occupants) if occupant.guest == guest]


def pick_seat(own: Sequence[int], wanted: int | None) -> int | None:
    """Return the wanted one of a person's own seats, by default the first. None for NOBODY and for a seat of others.

    A page whose seat was given up therefore continues to watch as a spectator.
    """
    if wanted is None:
        return own[0] if own else None
    return wanted if wanted in own else None


def viewer_at(seat: int | None) -> int:
    """Return the viewer for a person in this seat, or for a spectator."""
    return SPECTATOR if seat is None else seat
