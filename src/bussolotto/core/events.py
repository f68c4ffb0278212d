"""What a game tells its players: events that decide something, each a word with typed values.

The `events.py` of a game holds `EVENTS`. Events are found by comparing two views of one viewer, before a ply and after
it. So no event can tell what its viewer may not know.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np

from bussolotto.core.kernel import MAX_SEATS

# a number or seat; a word with a text; seats or numbers; pairs with a text each: what and how much, or who and what
Value = int | str | list[int] | list[tuple[int | str, int | str]]
Values = dict[str, Value]
Motion = Literal["glow", "flight", "count"]


class Event(NamedTuple):
    """Something that happened. The values `seat`, `other` and `seats` are players; the others fill in its sentence."""

    word: str
    values: Values


@dataclass(frozen=True)
class Kind:
    """How events of one word are shown.

    `pause_ms`: how long they stop the table, 0 for those that only get a sentence. `motion`: what moves in the page:
    something glows, something flies to a player, a number counts up; where nothing does, `still` says why. `once`: they
    are told while they can be seen, and by nothing that remembers, before the match is over.
    """

    pause_ms: int = 0
    motion: tuple[Motion, ...] = ()
    still: str = ""
    once: bool = False


def winners(s: Any, returns: Callable[[Any, Any], None]) -> list[int]:
    """The seats that have won, or share the victory."""
    shares = np.zeros(MAX_SEATS)
    returns(s, shares)
    return np.flatnonzero(shares > 0).tolist()


def _nothing(before: Any, after: Any, seat: int, action: int | None) -> Iterable[Event]:
    return ()


def _after_the_ply(before: Any, after: Any, seat: int, action: int | None) -> Any:
    return after


@dataclass(frozen=True)
class Events:
    """The events of a game.

    `find`: the events of a ply, from the views before and after it, its seat, and its action if the viewer may know it.
    `scene`: the view in which they are shown while the table stops for them, made of the same.
    """

    kinds: Mapping[str, Kind] = field(default_factory=dict)
    find: Callable[[Any, Any, int, int | None], Iterable[Event]] = _nothing
    scene: Callable[[Any, Any, int, int | None], Any] = _after_the_ply


NO_EVENTS = Events()
