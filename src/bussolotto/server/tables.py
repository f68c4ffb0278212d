"""Tables: who sits where, who is host, what they agreed. Every change is stored before anybody sees it."""

import asyncio
import copy
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from bussolotto import players
from bussolotto.errors import BadSeats
from bussolotto.games import game as module_of
from bussolotto.kernel import chosen_options
from bussolotto.server.problems import (
    NoAdvice,
    NoSuchSeat,
    NotFound,
    NotHost,
    NotRunning,
    NotSeated,
    NotYourSeat,
    SeatEmpty,
    SeatTaken,
)
from bussolotto.server.protocol import State
from bussolotto.server.sittings import Sitter
from bussolotto.server.store import Statement, Store
from bussolotto.solve.advice import ADVISERS

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

    def seat_of(self, guest: str | None) -> int | None:
        """Where this guest sits."""
        return next((seat for seat, sitter in enumerate(self.seats) if guest and sitter.guest == guest), None)

    def own_seat(self, guest: str) -> int:
        """Where this guest sits. Raises NotSeated."""
        seat = self.seat_of(guest)
        if seat is None:
            raise NotSeated()
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
            if (sitter.guest is None or sitter.left) and sitter.player is None:
                raise SeatEmpty(seat)

    def pass_host_on(self, here: Callable[[str], bool]) -> None:
        """The role goes to the next seated person after the host's seat, rather to one who is here."""
        start = (self.seat_of(self.host) or 0) + 1
        around = [self.seats[(start + step) % len(self.seats)] for step in range(len(self.seats))]
        people = [sitter.guest for sitter in around if sitter.guest and not sitter.left and sitter.guest != self.host]
        if people:
            self.host = next((guest for guest in people if here(guest)), people[0])


def seat_person(table: Table, state: State, seat: int, guest: str, name: str) -> None:
    """A guest takes a free seat, moves to it, or comes back to his own."""
    sitter = table.sitter(seat)
    if sitter.guest == guest:
        table.seats[seat] = Sitter(guest, name or sitter.name)
        return
    taken = sitter.player is not None or (sitter.guest is not None and not sitter.left)
    if state == "running" or taken:
        raise SeatTaken(seat)
    old = table.seat_of(guest)
    if old is not None:
        table.seats[old] = Sitter()
    table.seats[seat] = Sitter(guest, name)


def seat_bot(table: Table, state: State, seat: int, guest: str, player: str) -> None:
    """The host puts a bot on a free seat, or lets one play on for somebody who left during the match."""
    table.require_host(guest)
    game = module_of(table.game)
    players.player(player, game)
    sitter = table.sitter(seat)
    if sitter.guest is not None and not (state == "running" and sitter.left):
        raise SeatTaken(seat)
    if sitter.guest is None and state == "running":
        raise SeatTaken(seat)
    table.seats[seat] = Sitter(sitter.guest, sitter.name if sitter.guest else player, player, sitter.left)


def leave_seat(table: Table, state: State, seat: int, guest: str, here: Callable[[str], bool]) -> None:
    """Stand up; during a match the seat stays his. The host may remove a bot when no match is running."""
    sitter = table.sitter(seat)
    if sitter.guest is None and sitter.player is not None and state != "running":
        table.require_host(guest)
        table.seats[seat] = Sitter()
        return
    if sitter.guest != guest:
        raise NotYourSeat(seat)
    if guest == table.host:
        table.pass_host_on(here)
    if state == "running":
        sitter.left = True
    else:
        table.seats[seat] = Sitter()


def offer_end(table: Table, state: State, guest: str) -> bool:
    """Agree to end the match as it stands; True when now all people do (those who left are not asked)."""
    if state != "running":
        raise NotRunning()
    table.offers = sorted({*table.offers, table.own_seat(guest)})
    people = {seat for seat, sitter in enumerate(table.seats) if sitter.guest and not sitter.left}
    return people <= set(table.offers)


def withdraw_offer(table: Table, state: State, guest: str) -> None:
    if state != "running":
        raise NotRunning()
    own = table.own_seat(guest)
    table.offers = [seat for seat in table.offers if seat != own]


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


def new_table(
    game: str,
    seats: int,
    options: Mapping[str, object],
    bots: Sequence[tuple[int, str]],
    visibility: Visibility,
    host: str,
    hints: bool = False,
) -> Table:
    """A table with its bots seated. Raises what is wrong with the wish."""
    module = module_of(game)
    if seats not in module.SEATS:
        raise BadSeats(game, seats, module.SEATS)
    if hints and game not in ADVISERS:
        raise NoAdvice(game)
    chosen = chosen_options(module, options)
    chairs = [Sitter() for _ in range(seats)]
    table = Table(new_name(), game, chairs, chosen, visibility, host, new_name(), hints=hints)
    for seat, player in bots:
        if table.sitter(seat).player is not None:
            raise SeatTaken(seat)
        seat_bot(table, "waiting", seat, host, player)
    return table


def new_name() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(9)
