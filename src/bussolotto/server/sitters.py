"""Who sits where, and with whose eyes somebody looks on."""

from collections.abc import Sequence

from msgspec import Struct

from bussolotto.kernel import SPECTATOR

NOBODY = -1  # wanted by who sits and yet looks with the eyes of a spectator


class Sitter(Struct):
    """Who sits in a seat: a guest, a bot (`player`), a bot that plays on for a guest, or nobody.

    It plays on for who `left`, and for who is `away`: nobody has seen him for a while or, if `late`, his time ran out.
    `taken_at` is the version at which it began to.
    """

    guest: str | None = None
    name: str = ""
    player: str | None = None
    left: bool = False
    away: bool = False
    late: bool = False
    taken_at: int | None = None


def seats_of(sitters: Sequence[Sitter], guest: str | None) -> list[int]:
    """The seats of a guest among these."""
    return [seat for seat, sitter in enumerate(sitters) if guest is not None and sitter.guest == guest]


def one_of(own: Sequence[int], wanted: int | None) -> int | None:
    """The wanted one of one's own seats, the first unless told; None for NOBODY's eyes, and for what is not one's own.

    So a page whose seat was given up looks on like a spectator.
    """
    if wanted is None:
        return own[0] if own else None
    return wanted if wanted in own else None


def viewer(seat: int | None) -> int:
    """With whose eyes somebody looks who sits here, or nowhere."""
    return SPECTATOR if seat is None else seat
