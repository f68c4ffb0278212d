"""What a game tells its players: events that decide something, each a word with typed values.

The `events.py` of a game holds `EVENTS`. Events are found by comparing what one viewer sees before a ply and after it.
So no event can tell what its viewer may not know.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from msgspec import Struct

from bussolotto.core.kernel import MAX_SEATS

# a number or seat; a word with a text; seats or numbers; pairs with a text each: what and how much, or who and what
Value = int | str | Sequence[int] | Sequence[tuple[int | str, int | str]]
Values = dict[str, Value]
Motion = Literal["glow", "flight", "count"]
RESULT = "the result is shown then"  # why nothing moves at the end of a match


Fades = Callable[[Any, int, int, bool], bool]  # of a state, a seat, its action, and whether it was the last such one


class Event(Struct, frozen=True, gc=False):
    """Something that happened. The values `seat`, `other` and `seats` are players; the others fill in its sentence."""

    word: str
    values: Values


@dataclass(frozen=True)
class Kind:
    """How events of one word are shown.

    `pause_ms`: how long they stop the table, 0 for those that only get a sentence. `motion`: what moves in the page:
    something glows, something flies to a player, a number counts up; where nothing does, `still` says why. `once`: they
    are told while they can be seen, and by nothing that remembers, before the match is over. `instead`: they say all
    that is to be said of their ply.
    """

    pause_ms: int = 0
    motion: tuple[Motion, ...] = ()
    still: str = ""
    once: bool = False
    instead: bool = False


def winners(s: Any, returns: Callable[[Any, Any], None]) -> list[int]:
    """The seats that have won, or share the victory."""
    shares = np.zeros(MAX_SEATS)
    returns(s, shares)
    return np.flatnonzero(shares > 0).tolist()


def was_tied(points: Sequence[int], winners: Sequence[int]) -> bool:
    """Has anybody as much as the winners, by seat, so that the rules have compared something else?"""
    return points.count(points[winners[0]]) > len(winners)


def gains(before: Sequence[int], after: Sequence[int]) -> Value:
    """Which seats have more than before, each with how much more; "none" if nobody has."""
    more = [(seat, now - then) for seat, (then, now) in enumerate(zip(before, after, strict=True))]
    return [(seat, number) for seat, number in more if number] or "none"


class Ply(Struct, frozen=True, gc=False):
    """One ply as a viewer may see it. `opening`: the view in which the present passage began, such as a throw."""

    before: Any
    after: Any
    seat: int
    action: int | None
    opening: Any


def _nothing(ply: Ply) -> Iterable[Event]:
    return ()


def _after(ply: Ply) -> Any:
    return ply.after


def _never(ply: Ply) -> bool:
    return False


@dataclass(frozen=True)
class Events:
    """The events of a game, all found in views of one viewer.

    `find`: the events of a ply. `scene`: the view in which they are shown while the table stops for them. `begins`:
    does a new passage begin with the view after this ply? `fades`: is an earlier ply something for people to remember,
    in the state `s` of the running match? Then it is told by its first word alone. `last`: nobody did the same later.
    `watched`: fields of the state; a ply that changes none of them brings no event, and is not searched for any.
    """

    kinds: Mapping[str, Kind] = field(default_factory=dict)
    find: Callable[[Ply], Iterable[Event]] = _nothing
    scene: Callable[[Ply], Any] = _after
    begins: Callable[[Ply], bool] = _never
    fades: Fades | None = None
    watched: tuple[str, ...] = ()


END = "end-"  # how the word of an event begins that tells how the match ended, before the name of the ending


def endings_of(game: Any) -> Events:
    """The events of a game that brings none: how its match has ended, unless at the limit of plies."""

    def find(ply: Ply) -> Iterable[Event]:
        if not game.movers(ply.after) and game.movers(ply.before):
            ending = game.ending(ply.after)
            if ending < len(names):
                yield Event(f"{END}{names[ending]}", {"seats": winners(ply.after, game.returns)})

    names = game.ENDINGS[:-1]
    return Events({f"{END}{name}": Kind(still=RESULT) for name in names}, find)
