"""Quick match: people who would play any of these games, put together. No clock in here: times are given, in seconds.

Who has waited longest comes first: of all tables that somebody new makes possible, the one with the fewest seats is
taken, of those the one whose people came first, and of the games they share one by chance. A wish for a number of
seats is kept to. Nothing is stored: after a restart pages simply ask again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from random import Random
from typing import NamedTuple

FORGOTTEN_S = 10.0  # who has not asked for so long has gone
KEPT_S = 60.0  # for so long who was put together may ask where
FEWEST = 2  # who wants to play alone needs nobody
NEAR = 16  # of so many who came first a group is chosen


class Wish(NamedTuple):
    """What somebody would play; `seats` 0: with as many as the game takes."""

    games: frozenset[str]
    seats: int = 0


class Seeker(NamedTuple):
    """Somebody who looks for a match, as which of all who ever came, since when, and when he last said so."""

    guest: str
    wish: Wish
    place: int
    since_s: float
    seen_s: float


class Group(NamedTuple):
    """Who is to play what together, who came first first."""

    game: str
    guests: tuple[str, ...]


class Seekers:
    """All who look for a match, and where those were seated who have just found one."""

    def __init__(self, seats: Callable[[str], Sequence[int]], apart: Callable[[str, str], bool], rng: Random) -> None:
        """`seats`: the numbers of seats that a game allows; `apart`: are these two not to meet?"""
        self._seats = seats
        self._apart = apart
        self._rng = rng
        self._places = count()
        self._waiting: dict[str, Seeker] = {}
        self._called: set[str] = set()
        self._tables: dict[str, tuple[str, float]] = {}

    def seek(self, guest: str, wish: Wish, now_s: float) -> Group | None:
        """Look for a match, or go on looking. With whom it is found nobody else meets until it is `settled`."""
        self._forget(now_s)
        if guest in self._called or guest in self._tables:
            return None
        old = self._waiting.get(guest)
        place, since_s = (old.place, old.since_s) if old else (next(self._places), now_s)
        self._waiting[guest] = Seeker(guest, wish, place, since_s, now_s)
        if old and old.wish == wish:
            return None  # those who wait already make no table among themselves
        group = self._found(self._waiting[guest])
        for member in group.guests if group else ():
            del self._waiting[member]
            self._called.add(member)
        return group

    def settled(self, group: Group, table: str | None, now_s: float) -> None:
        """They have this table; None if it could not be made, and they may look again."""
        self._called.difference_update(group.guests)
        if table is not None:
            self._tables.update((guest, (table, now_s)) for guest in group.guests)

    def table(self, guest: str) -> str | None:
        """Where this guest was seated."""
        found = self._tables.get(guest)
        return found[0] if found else None

    def leave(self, guest: str) -> None:
        """Look no more; what was found is known now."""
        self._waiting.pop(guest, None)
        self._tables.pop(guest, None)

    def since_s(self, guest: str) -> float | None:
        """Since when this guest has been looking."""
        found = self._waiting.get(guest)
        return found.since_s if found else None

    def others(self, guest: str, wish: Wish) -> int:
        """How many others look for one of these games."""
        return sum(
            other.guest != guest and bool(other.wish.games & wish.games) and not self._apart(guest, other.guest)
            for other in self._waiting.values()
        )

    def _forget(self, now_s: float) -> None:
        self._waiting = {
            guest: seeker for guest, seeker in self._waiting.items() if now_s - seeker.seen_s < FORGOTTEN_S
        }
        self._tables = {guest: found for guest, found in self._tables.items() if now_s - found[1] < KEPT_S}

    def _found(self, newest: Seeker) -> Group | None:
        for seats in sorted({seats for game in newest.wish.games for seats in self._seats(game) if seats >= FEWEST}):
            groups = [group for game in sorted(newest.wish.games) if (group := self._group(newest, game, seats))]
            if groups:
                return self._drawn(min(groups, key=_by_arrival), seats)
        return None

    def _drawn(self, members: Sequence[Seeker], seats: int) -> Group:
        """One of the games that all of them would play, by chance."""
        shared = frozenset.intersection(*(seeker.wish.games for seeker in members))
        games = sorted(game for game in shared if seats in self._seats(game))
        return Group(self._rng.choice(games), tuple(seeker.guest for seeker in members))

    def _group(self, newest: Seeker, game: str, seats: int) -> list[Seeker] | None:
        """Those who came first of all who can play this, with so many seats, together with the newest."""

        def suits(seeker: Seeker) -> bool:
            return game in seeker.wish.games and seeker.wish.seats in (0, seats)

        if seats not in self._seats(game) or not suits(newest):
            return None
        queue = [one for one in sorted(self._waiting.values(), key=_place) if suits(one) and one.guest != newest.guest]
        others = [one for one in queue if not self._apart(one.guest, newest.guest)][:NEAR]
        chosen = next(self._together(others, seats - 1), None)
        return None if chosen is None else sorted([*chosen, newest], key=_place)

    def _together(self, people: Sequence[Seeker], number: int) -> Iterator[list[Seeker]]:
        """So many of these people of whom no two are apart, those with who came first first."""
        if number == 0:
            yield []
            return
        for place, first in enumerate(people):
            rest = [one for one in people[place + 1 :] if not self._apart(first.guest, one.guest)]
            if len(rest) >= number - 1:
                for others in self._together(rest, number - 1):
                    yield [first, *others]


def _place(seeker: Seeker) -> int:
    return seeker.place


def _by_arrival(members: Iterable[Seeker]) -> list[int]:
    return [seeker.place for seeker in members]
