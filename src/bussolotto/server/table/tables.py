"""Tables: occupants, host and settings. Every change is stored before anybody sees it."""

import asyncio
import copy
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Literal
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from bussolotto.core.errors import NotFound, SetAside, refuse
from bussolotto.games import game as module_of
from bussolotto.server.clock import ServerClock
from bussolotto.server.match.seats import Occupant, pick_seat, seats_of
from bussolotto.server.protocol import Chat, Clock, Dice, Fair, Pace
from bussolotto.server.store import table_rows
from bussolotto.server.store.aside import Aside
from bussolotto.server.store.database import Statement, Store
from bussolotto.server.table.placements import Placements
from bussolotto.server.table.series import Evening

Visibility = Literal["open", "link", "closed"]
LOBBY_S = 24 * 3600  # a table that has not changed for a day is not shown to strangers
MOST_CACHED = 4_096  # tables in memory, those that were used last


class Table(Struct):
    """A place with seats. `host` and the guests in `seats` are ids that are never served."""

    name: str
    game: str
    seats: list[Occupant]
    options: dict[str, str]
    visibility: Visibility
    host: str
    match: str
    offers: list[int] = []
    changed_s: int = 0
    hints: bool = False  # whether seated people may ask for advice
    clock: Clock | None = None
    device: bool = False  # whether one device is passed around; a guest may then sit in several seats
    dice: Dice = "program"  # real: people roll dice and enter them
    preset: str | None = None  # the name of the house rules it was set up with
    chat: Chat = "phrases"
    sent_away: list[str] = []  # guests who may not sit down here again
    evening: Evening | None = None  # several games, of which `game` is the current one
    countdown: bool = False  # whether a race begins only when all people have said Ready
    ready: list[int] | None = None  # the seats that have; None where nobody is waited for
    shut: bool = False  # by the operator of the server, for good
    fair: Fair = "pages"  # whether pages may have a part in the dice, or the server alone
    practice: bool = False  # whether its matches follow the script of the game
    pace: Pace = "live"  # over days nobody is away merely because no page is open, and people are notified of turns

    @property
    def games(self) -> list[str]:
        """Return all games to be played here, in order."""
        return [part.game for part in self.evening.games] if self.evening else [self.game]

    @property
    def people(self) -> set[int]:
        """Return the seats whose people play for themselves, not replaced by a bot."""
        return {
            seat
            for seat, occupant in enumerate(self.seats)
            if occupant.guest and not occupant.left and not occupant.away
        }

    def seats_of(self, guest: str | None) -> list[int]:
        """Return the seats of this guest. There are several if one device is passed around."""
        return seats_of(self.seats, guest)

    def seat_of(self, guest: str | None, wanted: int | None = None) -> int | None:
        """Return the wanted seat of this guest, by default the first."""
        return pick_seat(self.seats_of(guest), wanted)

    def own_seat(self, guest: str, wanted: int | None = None) -> int:
        """Return the guest's seat. Raises `not-seated`, and `not-your-seat` for a wanted seat that is not theirs."""
        seat = self.seat_of(guest, wanted)
        if seat is None:
            raise refuse("not-seated") if wanted is None else refuse("not-your-seat", seat=wanted)
        return seat

    def occupant(self, seat: int) -> Occupant:
        """Return the occupant of a seat. Raises `no-such-seat`."""
        if not 0 <= seat < len(self.seats):
            raise refuse("no-such-seat", seat=seat, last=len(self.seats) - 1)
        return self.seats[seat]

    def require_host(self, guest: str) -> None:
        if guest != self.host:
            raise refuse("not-host")

    def require_open(self) -> None:
        """Raises `table-shut` once the operator has closed the table."""
        if self.shut:
            raise refuse("table-shut")

    def require_full(self) -> None:
        """Raises `seat-empty` for the first seat without a person or bot."""
        for seat, occupant in enumerate(self.seats):
            if occupant.left or (occupant.guest is None and occupant.player is None):
                raise refuse("seat-empty", seat=seat)

    def pass_host_on(self, here: Callable[[str], bool]) -> None:
        """Pass the role to the next seated person after the host's seat, preferably one who is present."""
        start = (self.seat_of(self.host) or 0) + 1
        around = [self.seats[(start + step) % len(self.seats)] for step in range(len(self.seats))]
        people = [
            occupant.guest
            for occupant in around
            if occupant.guest and not occupant.left and occupant.guest != self.host
        ]
        if people:
            self.host = next((guest for guest in people if here(guest)), people[0])


class Tables:
    """All tables, by name, read on demand. A change is made on a copy, which is stored and then replaces the table."""

    def __init__(self, store: Store, clock: ServerClock, aside: Aside, placements: Placements | None = None) -> None:
        """`placements`: which tables another process may have. By default all are here."""
        self._store = store
        self.placements = placements or Placements()
        self._clock = clock
        self._aside = aside
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # those that somebody holds
        self._of: OrderedDict[str, Table] = OrderedDict()  # the last used at the end

    def find(self, name: str) -> Table:
        """Raises NotFound, and `set-aside` for a table that cannot be read."""
        found = self._of.get(name)
        if found is not None:
            self._of.move_to_end(name)
            return found
        with self._aside.reading("table", name):
            away = self.is_away(name)  # before it is read: its last process may be storing something
            content = table_rows.find(self._store, name)
            if content is None:
                raise refuse("not-found", what="table", name=name)
            table = _read(name, content)
            return table if away else self.remember(table)

    def lobby(self, wish: table_rows.Wish, after: table_rows.Place | None, most: int) -> list[table_rows.Listed]:
        """Return the public tables of this kind that changed recently, newest first, from this place on."""
        return table_rows.list_open(self._store, wish, int(self._clock.wall_s()) - LOBBY_S, after, most)

    def recent(self, most: int) -> list[Table]:
        """Return the tables changed most recently, newest first."""
        return self._find_all(table_rows.list_recent(self._store, most))

    def of_guest(self, guest: str) -> list[Table]:
        """Return the tables where this guest sits."""
        return self._find_all(table_rows.list_of_guest(self._store, guest))

    def open_of_guest(self, guest: str) -> list[Table]:
        """Return the tables where this guest sits and whose match is not over."""
        return self._find_all(table_rows.list_open_of_guest(self._store, guest))

    def _find_all(self, names: Iterable[str]) -> list[Table]:
        """Return those of these tables that can be read."""
        found = []
        for name in names:
            with suppress(NotFound, SetAside):
                found.append(self.find(name))
        return found

    def is_away(self, name: str) -> bool:
        """Whether another process has this table. What is read of it here may be old in a moment."""
        return self.placements.find(name) is not None

    def locked(self, name: str) -> asyncio.Lock:
        """Return what nobody else can change the table under."""
        return self._locks.setdefault(name, asyncio.Lock())

    @asynccontextmanager
    async def draft(self, name: str, even_shut: bool = False) -> AsyncIterator[Table]:
        """Yield a copy to change. Nobody else can change the table meanwhile. Raises NotFound, `table-shut`.

        A table of another process is fetched. Raises `not-owner` if that is not possible now.
        """
        async with self.locked(name):
            await self.placements.fetch(name)
            found = self.find(name)
            if not even_shut:
                found.require_open()
            yield copy.deepcopy(found)

    def forget(self, name: str) -> None:
        """Forget a table that is stored no more."""
        self._of.pop(name, None)

    async def keep(self, table: Table, *statements: Statement) -> None:
        """Store a changed copy and related statements. From then on it is the table. Raises NotStored."""
        table.changed_s = int(self._clock.wall_s())
        await self._store.run(self.store(table), *statements)
        self.remember(table)

    def store(self, table: Table) -> Statement:
        """Return the statement that stores a changed copy, which then is to be remembered."""
        return table_rows.replace(table.name, msgspec.json.encode(table).decode(), table.changed_s)

    def remember(self, table: Table) -> Table:
        """Let this be the table of its name, as it is stored."""
        self._of[table.name] = table
        self._of.move_to_end(table.name)
        if len(self._of) > MOST_CACHED:
            self._of.popitem(last=False)
        return table


def _read(name: str, content: str) -> Table:
    """Return the table of this name from its document. Raises Unreadable."""
    try:
        table = msgspec.json.decode(content, type=Table)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise refuse("unreadable", cause="form", problem=str(problem)) from problem
    if table.name != name or len(table.seats) not in module_of(table.game).SEATS:
        raise refuse("unreadable", cause="form", problem="it says that it is another table")
    return table


def link_to(table: str, base: str) -> str:
    """Return the link to a table, by the server's address if known, else by the address the visitor used."""
    return f"{base}/t/{table}"


def new_name() -> str:
    """Return a name that nobody can guess, and that no command takes for an option."""
    name = secrets.token_urlsafe(9)
    return new_name() if name.startswith("-") else name
