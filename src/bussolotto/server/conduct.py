"""What people do at a table: sit, begin, resign, agree to end, play again. Each is one stored change."""

from collections.abc import Callable

from bussolotto import players
from bussolotto.chance import Chance
from bussolotto.games import game as module_of
from bussolotto.match import starter_step
from bussolotto.server import edits, match_rows
from bussolotto.server.edits import Edit
from bussolotto.server.house import House
from bussolotto.server.problems import EveningGoesOn, MatchRunning, NotRunning, StillThere
from bussolotto.server.protocol import End
from bussolotto.server.seated import ending
from bussolotto.server.sitters import Sitter
from bussolotto.server.sittings import Sitting
from bussolotto.server.store import Statement
from bussolotto.server.tables import Table, new_name


async def open_table(house: House, table: Table) -> None:
    """Store a new table and its match."""
    sitting, statement = house.new_sitting(table)
    await house.tables.keep(table, statement)
    house.admit(sitting)


async def change(house: House, name: str, edit: Edit) -> Table:
    """Edit who sits and who is host. Raises what `edit` raises, and then nothing has changed."""
    return await house.change(name, edit)


async def start(house: House, name: str, guest: str) -> Sitting:
    """The host begins the match: the first dice fall."""
    async with house.tables.lock(name):
        table = house.tables.draft(house.tables.find(name))
        table.require_host(guest)
        table.require_full()
        sitting = house.sitting(table.match)
        if sitting.state != "waiting":
            raise MatchRunning()
        await begin(house, table, sitting, None)
    return sitting


async def rematch(house: House, name: str, guest: str) -> Sitting:
    """The same people play again, and the seat after the one that began begins."""
    async with house.tables.lock(name):
        table = house.tables.draft(house.tables.find(name))
        if guest != table.host:  # who shows the table on a screen does not sit at it
            table.own_seat(guest)
        if table.evening is not None:
            raise EveningGoesOn()
        last = house.sitting(table.match)
        if not last.over:
            raise NotRunning() if last.state == "waiting" else MatchRunning()
        table.require_full()
        table.seats = [edits.seated_again(sitter) for sitter in table.seats]
        table.match = new_name()
        sitting, statement = house.new_sitting(table)
        await begin(house, table, sitting, _next_starter(last, sitting), statement)
    return sitting


async def resign(house: House, name: str, guest: str, wanted: int | None = None) -> Table:
    """Of two the other wins; of more, a bot plays the seat on. `wanted`: which of several seats of one's own."""
    async with house.tables.lock(name):
        table = house.tables.draft(house.tables.find(name))
        seat = table.own_seat(guest, wanted)
        sitting = house.sitting(table.match)
        if len(table.seats) == 2:
            await _give_up(house, table, sitting, seat)
            return table
        if sitting.state != "running":
            raise NotRunning()
        best = players.names(module_of(table.game))[-1]
        table.seats[seat] = Sitter(None, best, best)
        if table.host == guest and not table.seats_of(guest):
            table.pass_host_on(lambda other: house.here(table, other))
        await house.tables.keep(table, match_rows.seat(sitting, table.seats))
        house.changed(table)
    return table


async def end_without(house: House, name: str, seat: int, guest: str) -> Table:
    """In a match of two, whose other seat was left: end it, as given up by who left. Raises StillThere."""
    async with house.tables.lock(name):
        table = house.tables.draft(house.tables.find(name))
        gone, own = table.sitter(seat), table.own_seat(guest)
        if len(table.seats) != 2 or own == seat or not gone.left or table.seats[own].left:
            raise StillThere(seat)
        await _give_up(house, table, house.sitting(table.match), seat)
    return table


async def offer_end(house: House, name: str, guest: str) -> Table:
    """Agree to end as it stands; when all people do, it ends."""
    async with house.tables.lock(name):
        table = house.tables.draft(house.tables.find(name))
        sitting = house.sitting(table.match)
        if edits.offer_end(table, sitting.state, guest):
            await _end(house, table, sitting, lambda: ending(sitting.match, "agreed"))
        else:
            await house.tables.keep(table)
            house.changed(table)
    return table


async def begin(
    house: House,
    table: Table,
    sitting: Sitting,
    starter: tuple[int, int] | None,
    *before: Statement,
    source: Chance | None = None,
) -> None:
    """The first dice fall, from this source if one is given, and the match is on."""
    sitting.sitters = table.seats
    table.offers = []
    async with sitting.alone():
        opened = sitting.opened(starter, source)
        await house.tables.keep(table, *before, *match_rows.begin(sitting, opened))
        if before:
            house.admit(sitting)
        sitting.open(opened)
    house.changed(table)


async def _give_up(house: House, table: Table, sitting: Sitting, seat: int) -> None:
    shares = [0.0 if loser == seat else 1.0 for loser in range(2)]
    await _end(house, table, sitting, lambda: ending(sitting.match, "resigned", shares))


async def _end(house: House, table: Table, sitting: Sitting, end: Callable[[], End]) -> None:
    table.offers = []
    async with sitting.alone():
        if sitting.state != "running":
            raise NotRunning()
        how = end()
        await house.tables.keep(table, match_rows.end(sitting, how), match_rows.seat(sitting, table.seats))
        sitting.finish(how)
    house.views.announce(table)


def _next_starter(last: Sitting, following: Sitting) -> tuple[int, int] | None:
    """The chance ply that makes the next seat begin, where the game draws who does."""
    seats = following.match.seats
    starters = [starter_step(following.match, seat) for seat in range(seats)]
    first = last.match.log[0] if last.match.log else None
    return starters[(starters.index(first) + 1) % seats] if first in starters else None
