"""Quick match: brings together people who would play any of these games. It has no clock: times are given, in seconds.

The longest wait comes first: of all tables that a new seeker makes possible, the one with the fewest seats is taken,
of those the one whose people came first, and of their common games a random one. A requested number of seats is
respected. Nothing is stored: after a restart pages simply ask again.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from operator import attrgetter
from random import Random
from typing import NamedTuple

FORGOTTEN_S = 10.0  # a seeker who has not asked for this long has gone
KEPT_S = 60.0  # how long people who were matched may ask for their table
FEWEST = 2  # playing alone needs no quick match
NEAR = 16  # size of the front of the queue from which a group is chosen


class Wish(NamedTuple):
    """What a guest wants to play. `seats` 0 means any number that the game allows."""

    games: frozenset[str]
    seats: int = 0


class Seeker(NamedTuple):
    """A guest looking for a match: the order of arrival, since when they have looked, and when they last asked."""

    guest: str
    wish: Wish
    place: int
    since_s: float
    seen_s: float


class Group(NamedTuple):
    """The game and the members of a group that was matched, in order of arrival."""

    game: str
    guests: tuple[str, ...]


class Seekers:
    """All guests looking for a match, and the tables of those who have just found one."""

    def __init__(self, seats: Callable[[str], Sequence[int]], apart: Callable[[str, str], bool], rng: Random) -> None:
        """`seats` returns a game's allowed numbers of seats; `apart` returns whether two guests should not meet."""
        self._seats = seats
        self._apart = apart
        self._rng = rng
        self._places = count()
        self._waiting: dict[str, Seeker] = {}
        self._called: set[str] = set()
        self._tables: dict[str, tuple[str, float]] = {}

    def seek(self, guest: str, wish: Wish, now_s: float) -> Group | None:
        """Look for a match, or continue looking. Members of a group cannot be matched again until it is `settled`."""
        self._forget(now_s)
        if guest in self._called or guest in self._tables:
            return None
        old = self._waiting.get(guest)
        place, since_s = (old.place, old.since_s) if old else (next(self._places), now_s)
        self._waiting[guest] = Seeker(guest, wish, place, since_s, now_s)
        if old and old.wish == wish:
            return None  # those who are already waiting cannot form a table among themselves
        group = self._find_group(self._waiting[guest])
        for member in group.guests if group else ():
            del self._waiting[member]
            self._called.add(member)
        return group

    def gather(self, guest: str, game: str, now_s: float) -> Group | None:
        """Take along all who wait for this game: whoever asks for bots leaves nobody behind who could sit with them."""
        self._forget(now_s)
        if guest in self._called or guest in self._tables:
            return None
        members = [guest]
        for one in sorted(self._waiting.values(), key=attrgetter("place")):
            willing = one.guest != guest and game in one.wish.games and not one.wish.seats
            if willing and len(members) < max(self._seats(game)) and not self._is_apart(one.guest, members):
                members.append(one.guest)
        for member in members:
            self._waiting.pop(member, None)
            self._called.add(member)
        return Group(game, tuple(members))

    def settle(self, group: Group, table: str | None, now_s: float) -> None:
        """Give the group this table. None means that it could not be created, and they may look again."""
        self._called.difference_update(group.guests)
        if table is not None:
            self._tables.update((guest, (table, now_s)) for guest in group.guests)

    def find_table(self, guest: str) -> str | None:
        """Return the table where this guest was seated."""
        found = self._tables.get(guest)
        return found[0] if found else None

    def leave(self, guest: str) -> None:
        """Stop looking. Also removes a result, which the guest knows by now."""
        self._waiting.pop(guest, None)
        self._tables.pop(guest, None)

    def since_s(self, guest: str) -> float | None:
        """Return since when this guest has been looking."""
        found = self._waiting.get(guest)
        return found.since_s if found else None

    def count_others(self, guest: str, wish: Wish) -> int:
        """Return how many others are looking for one of these games."""
        return sum(
            other.guest != guest and bool(other.wish.games & wish.games) and not self._apart(guest, other.guest)
            for other in self._waiting.values()
        )

    def _is_apart(self, guest: str, others: Sequence[str]) -> bool:
        return any(self._apart(guest, other) for other in others)

    def _forget(self, now_s: float) -> None:
        self._waiting = {
            guest: seeker for guest, seeker in self._waiting.items() if now_s - seeker.seen_s < FORGOTTEN_S
        }
        self._tables = {guest: found for guest, found in self._tables.items() if now_s - found[1] < KEPT_S}

    def _find_group(self, newest: Seeker) -> Group | None:
        for seats in sorted({seats for game in newest.wish.games for seats in self._seats(game) if seats >= FEWEST}):
            groups = [group for game in sorted(newest.wish.games) if (group := self._group(newest, game, seats))]
            if groups:
                return self._draw_game(min(groups, key=lambda group: [seeker.place for seeker in group]), seats)
        return None

    def _draw_game(self, members: Sequence[Seeker], seats: int) -> Group:
        """Choose at random a game that all members would play."""
        shared = frozenset.intersection(*(seeker.wish.games for seeker in members))
        games = sorted(game for game in shared if seats in self._seats(game))
        return Group(self._rng.choice(games), tuple(seeker.guest for seeker in members))

    def _group(self, newest: Seeker, game: str, seats: int) -> list[Seeker] | None:
        """Return the newest seeker and the earliest others who can play this with this number of seats."""

        def suits(seeker: Seeker) -> bool:
            return game in seeker.wish.games and seeker.wish.seats in (0, seats)

        if seats not in self._seats(game) or not suits(newest):
            return None
        willing = [one for one in self._waiting.values() if suits(one) and one.guest != newest.guest]
        queue = sorted(willing, key=attrgetter("place"))
        others = [one for one in queue if not self._apart(one.guest, newest.guest)][:NEAR]
        chosen = next(self._choose_together(others, seats - 1), None)
        return None if chosen is None else sorted([*chosen, newest], key=attrgetter("place"))

    def _choose_together(self, people: Sequence[Seeker], number: int) -> Iterator[list[Seeker]]:
        """Yield groups of `number` people with no two kept apart, those with the earliest arrivals first."""
        if number == 0:
            yield []
            return
        for place, first in enumerate(people):
            rest = [one for one in people[place + 1 :] if not self._apart(first.guest, one.guest)]
            if len(rest) >= number - 1:
                for others in self._choose_together(rest, number - 1):
                    yield [first, *others]
