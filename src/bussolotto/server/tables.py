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
from bussolotto.server.clocks import require_sound
from bussolotto.server.problems import (
    NoAdvice,
    NoDays,
    NoSuchSeat,
    NotFound,
    NothingRolled,
    NotHost,
    NotRunning,
    NotSeated,
    NotYourSeat,
    SeatEmpty,
    SeatTaken,
)
from bussolotto.server.programme import Evening
from bussolotto.server.protocol import Chat, Clock, Dice, Pace, State
from bussolotto.server.sitters import Sitter, one_of, seats_of
from bussolotto.server.store import Statement, Store
from bussolotto.server.throws import are_rolled
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


def seat_person(table: Table, state: State, seat: int, guest: str, name: str) -> None:
    """A guest takes a free seat, moves to it, or comes back to his own."""
    sitter = table.sitter(seat)
    if sitter.guest == guest:
        sitter.name = sitter.name if table.device else name or sitter.name
        give_back(table, seat)
        return
    taken = not sitter.left and (sitter.player is not None or sitter.guest is not None)
    if state == "running" or taken:
        raise SeatTaken(seat)
    old = table.seat_of(guest)
    if old is not None and not table.device:
        table.seats[old] = Sitter()
    table.seats[seat] = Sitter(guest, name)


def seat_bot(table: Table, state: State, seat: int, guest: str, player: str) -> None:
    """The host puts a bot on a free seat, or lets another one play on for somebody who left during the match."""
    table.require_host(guest)
    game = module_of(table.game)
    players.player(player, game)
    sitter = table.sitter(seat)
    if sitter.guest is not None and not sitter.left:
        raise SeatTaken(seat)
    if state != "running":
        table.seats[seat] = Sitter(None, player, player)
    elif sitter.guest is None:
        raise SeatTaken(seat)
    else:
        sitter.player = player


def leave_seat(table: Table, state: State, seat: int, guest: str, here: Callable[[str], bool], version: int) -> None:
    """Stand up; during a match, now at this version, the seat stays his, and a bot plays on for the others who sit.

    The host may remove a bot when no match is running.
    """
    sitter = table.sitter(seat)
    if sitter.guest is None and sitter.player is not None and state != "running":
        table.require_host(guest)
        table.seats[seat] = Sitter()
        return
    if sitter.guest != guest:
        raise NotYourSeat(seat)
    if guest == table.host and table.seats_of(guest) == [seat]:
        table.pass_host_on(here)
    if state != "running":
        table.seats[seat] = Sitter()
        return
    sitter.left = True
    sitter.away = sitter.late = False
    if any(other.guest and other.guest != guest and not other.left for other in table.seats):
        stand_in(table, seat, version)


def stand_in(table: Table, seat: int, version: int) -> None:
    """From this version on the best bot plays for a person, unless one does already."""
    sitter = table.seats[seat]
    if sitter.player is None:
        sitter.player = players.names(module_of(table.game))[-1]
        sitter.taken_at = version


def give_back(table: Table, seat: int) -> None:
    """A person is back in his seat; that a bot took over is remembered."""
    sitter = table.seats[seat]
    table.seats[seat] = Sitter(sitter.guest, sitter.name, taken_at=sitter.taken_at)


def seated_again(sitter: Sitter) -> Sitter:
    """The same in the next match: who a bot played for plays himself, and a bot is called by its own name."""
    return Sitter(sitter.guest, sitter.name) if sitter.guest else Sitter(None, sitter.player or "", sitter.player)


def set_clock(table: Table, clock: Clock | None) -> None:
    """How long decisions may take. Raises ClockInRace, and BadClock."""
    require_sound(clock, module_of(table.game))
    table.clock = clock


def offer_end(table: Table, state: State, guest: str) -> bool:
    """Agree to end the match as it stands; True when now all people do (for whom a bot plays are not asked).

    Those round one device agree by word of mouth: who holds it speaks for all of them.
    """
    if state != "running":
        raise NotRunning()
    table.own_seat(guest)
    table.offers = sorted({*table.offers, *table.seats_of(guest)})
    people = {seat for seat, sitter in enumerate(table.seats) if sitter.guest and not sitter.left and not sitter.away}
    return people <= set(table.offers)


def withdraw_offer(table: Table, state: State, guest: str) -> None:
    if state != "running":
        raise NotRunning()
    table.own_seat(guest)
    table.offers = [seat for seat in table.offers if seat not in table.seats_of(guest)]


def set_dice(table: Table, dice: Dice) -> None:
    """Who rolls. Raises NothingRolled for real dice where none is rolled."""
    if dice == "real" and not any(are_rolled(module_of(game)) for game in table.games):
        raise NothingRolled(table.game)
    table.dice = dice


def set_pace(table: Table, pace: Pace) -> None:
    """Play tonight or over days. Raises NoDays for days of a race."""
    if pace == "days":
        for game in table.games:
            if module_of(game).RACE:
                raise NoDays(game)
    table.pace = pace


Edit = Callable[[Table, State], None]


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
