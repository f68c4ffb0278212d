"""What a match by a rule sheet tells besides its moves: points, dice that change hands, and how it ended."""

from collections.abc import Iterator
from typing import Any

from bussolotto.core.events import Event, Events, Kind, Ply, endings_of

KINDS = {word: Kind() for word in ("scored", "lost", "levied", "paid")}


def events_of(game: Any) -> Events:
    """The events of a sheet's game."""
    ends = endings_of(game)

    def find(ply: Ply) -> Iterator[Event]:
        yield from find_points(ply)
        yield from find_handed(ply)
        yield from ends.find(ply)

    return Events({**KINDS, **ends.kinds}, find)


def find_points(ply: Ply) -> Iterator[Event]:
    """Who has more or fewer points than before."""
    for seat in range(ply.after.seats):
        change = ply.after.points[seat] - ply.before.points[seat]
        if change:
            yield Event("scored" if change > 0 else "lost", {"seat": seat, "n": abs(change)})


def find_handed(ply: Ply) -> Iterator[Event]:
    """Who was given dice by all others, or gave them some. Of two, who acts is given them."""
    changes = {seat: ply.after.dice[seat] - ply.before.dice[seat] for seat in range(ply.after.seats)}
    richer = [seat for seat, change in changes.items() if change > 0]
    poorer = [seat for seat, change in changes.items() if change < 0]
    if not richer or not poorer:
        return
    handed = min(sum(changes[seat] for seat in richer), -sum(changes[seat] for seat in poorer))
    if len(richer) == 1 and (len(poorer) > 1 or ply.seat != poorer[0]):
        yield Event("levied", {"seat": richer[0], "n": handed})
    elif len(poorer) == 1:
        yield Event("paid", {"seat": poorer[0], "n": handed})
