"""Tables: who sits where, who is host, what they agreed. Every change is stored before anybody sees it."""

import asyncio
import copy
import secrets
import time
from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct

from bussolotto.server.problems import (
    NoSuchSeat,
    NotFound,
    NotHost,
    NotSeated,
    NotYourSeat,
    SeatEmpty,
)
from bussolotto.server.programme import Evening
from bussolotto.server.protocol import Chat, Clock, Dice, Pace
from bussolotto.server.sitters import Sitter, one_of, seats_of
from bussolotto.server.store import Statement, Store

Visibility = Literal["open", "link", "closed"]
LOBBY_S = 24 * 3600  # a table where nobody has changed anything for a day is not shown to strangers
KEPT_S = 30 * 24 * 3600  # younger tables are read at the start, older ones when somebody asks for them


class Table(Struct):
    """A place with seats. `host` and the guests in `seats` are ids that are never served."""

    name: str
    game: str
    seats: list[Sitter]
    options: dict[str, str]
    visibility: Visibility
    host: str
    match: str
    offers: list[int] = []
    changed_s: int = 0
    hints: bool = False  # may those who sit ask for advice?
    clock: Clock | None = None
    device: bool = False  # is one device passed around? Then a guest may sit in several seats
    dice: Dice = "program"  # real: people roll dice and type them in
    preset: str | None = None  # the name of the house rules it was set with
    chat: Chat = "phrases"
    sent_away: list[str] = []  # guests who may not sit down here again
    evening: Evening | None = None  # several games, of which `game` is the one of now
    pace: Pace = "live"  # over days nobody is away merely because no page is open, and people are told of their turns

    @property
    def games(self) -> list[str]:
        """All games that are to be played here, one after the other."""
        return [part.game for part in self.evening.games] if self.evening else [self.game]

    def seats_of(self, guest: str | None) -> list[int]:
        """Where this guest sits: in several seats where one device is passed around."""
        return seats_of(self.seats, guest)

    def seat_of(self, guest: str | None, wanted: int | None = None) -> int | None:
        """The wanted one of this guest's seats, else the first."""
        return one_of(self.seats_of(guest), wanted)

    def own_seat(self, guest: str, wanted: int | None = None) -> int:
        """The same. Raises NotSeated, and NotYourSeat for a wanted seat that is not his."""
        seat = self.seat_of(guest, wanted)
        if seat is None:
            raise NotSeated() if wanted is None else NotYourSeat(wanted)
        return seat

    def sitter(self, seat: int) -> Sitter:
        """Who sits there. Raises NoSuchSeat."""
        if not 0 <= seat < len(self.seats):
            raise NoSuchSeat(seat, len(self.seats))
        return self.seats[seat]

    def require_host(self, guest: str) -> None:
        if guest != self.host:
            raise NotHost()

    def require_full(self) -> None:
        """Raises SeatEmpty for the first seat without person or bot."""
        for seat, sitter in enumerate(self.seats):
            if sitter.left or (sitter.guest is None and sitter.player is None):
                raise SeatEmpty(seat)

    def pass_host_on(self, here: Callable[[str], bool]) -> None:
        """The role goes to the next seated person after the host's seat, rather to one who is here."""
        start = (self.seat_of(self.host) or 0) + 1
        around = [self.seats[(start + step) % len(self.seats)] for step in range(len(self.seats))]
        people = [sitter.guest for sitter in around if sitter.guest and not sitter.left and sitter.guest != self.host]
        if people:
            self.host = next((guest for guest in people if here(guest)), people[0])


class Tables:
    """All tables, by name. A change is made on a copy, stored, and then takes the place of the table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._locks: dict[str, asyncio.Lock] = {}
        rows = store.rows("SELECT content FROM tables WHERE changed_s > ?", int(time.time()) - KEPT_S)
        read = [msgspec.json.decode(row["content"], type=Table) for row in rows]
        self._of = {table.name: table for table in read}

    def find(self, name: str) -> Table:
        """Raises NotFound."""
        table = self._of.get(name) or self._read(name)
        if table is None:
            raise NotFound("table", name)
        return table

    def lobby(self) -> list[Table]:
        """The tables anybody may find that somebody changed lately, the newest first."""
        young_s = int(time.time()) - LOBBY_S
        found = [table for table in self._of.values() if table.visibility == "open" and table.changed_s > young_s]
        return sorted(found, key=lambda table: -table.changed_s)

    def of_guest(self, guest: str) -> list[Table]:
        """The tables where this guest sits."""
        return [table for table in self._of.values() if table.seat_of(guest) is not None]

    def lock(self, name: str) -> asyncio.Lock:
        """Held by who changes this table."""
        return self._locks.setdefault(name, asyncio.Lock())

    def draft(self, table: Table) -> Table:
        """A copy to change."""
        return copy.deepcopy(table)

    async def keep(self, table: Table, *statements: Statement) -> None:
        """Store a changed copy with what belongs to it; from then on it is the table. Raises NotStored."""
        table.changed_s = int(time.time())
        content = msgspec.json.encode(table).decode()
        row = (table.name, content, table.changed_s)
        await self._store.run(("INSERT OR REPLACE INTO tables VALUES (?, ?, ?)", row), *statements)
        self._of[table.name] = table

    def _read(self, name: str) -> Table | None:
        row = self._store.row("SELECT content FROM tables WHERE name = ?", name)
        if row is None:
            return None
        self._of[name] = msgspec.json.decode(row["content"], type=Table)
        return self._of[name]


def new_name() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(9)
