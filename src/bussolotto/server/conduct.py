"""What people do at a table: sit, begin, resign, agree to end, play again. Each is one stored change."""

from collections.abc import Callable

from bussolotto import players
from bussolotto.games import game as module_of
from bussolotto.match import starter_step
from bussolotto.server import tables as seating
from bussolotto.server.house import House
from bussolotto.server.problems import MatchRunning, NotRunning
from bussolotto.server.protocol import End, State
from bussolotto.server.sittings import Sitter, Sitting, ending
from bussolotto.server.store import Statement
from bussolotto.server.tables import Table

Edit = Callable[[Table, State], None]


async def open_table(house: House, table: Table) -> None:
    """Store a new table and its match."""
    sitting, statement = house.new_sitting(table)
    await house.tables.keep(table, statement)
    house.admit(sitting)


async def change(house: House, name: str, edit: Edit) -> Table:
    """Edit who sits and who is host. Raises what `edit` raises, and then nothing has changed."""
    async with house.tables.lock(name):
        table = house.tables.draft(house.tables.find(name))
        sitting = house.sitting(table.match)
        edit(table, sitting.state)
        running = sitting.state == "running"
        await house.tables.keep(table, *[sitting.sitters_statement(table.seats)] if running else [])
        house.changed(table)
    return table


async def start(house: House, name: str, guest: str) -> Sitting:
    """The host begins the match: the first dice fall."""
    async with house.tables.lock(name):
        table = house.tables.draft(house.tables.find(name))
        table.require_host(guest)
        table.require_full()
        sitting = house.sitting(table.match)
        if sitting.state != "waiting":
            raise MatchRunning()
        await _begin(house, table, sitting, None)
    return sitting


async def rematch(house: House, name: str, guest: str) -> Sitting:
    """The same people play again, and the seat after the one that began begins."""
    async with house.tables.lock(name):
        table = house.tables.draft(house.tables.find(name))
        table.own_seat(guest)
        last = house.sitting(table.match)
        if not last.over:
            raise NotRunning() if last.state == "waiting" else MatchRunning()
        table.require_full()
        table.seats = [Sitter(None, s.player, s.player) if s.player else s for s in table.seats]
        table.match = seating.new_name()
        sitting, statement = house.new_sitting(table)
        await _begin(house, table, sitting, _next_starter(last, sitting), statement)
    return sitting


async def resign(house: House, name: str, guest: str) -> Table:
    """Of two the other wins; of more, a bot plays the seat on."""
    async with house.tables.lock(name):
        table = house.tables.draft(house.tables.find(name))
        seat = table.own_seat(guest)
        sitting = house.sitting(table.match)
        if len(table.seats) == 2:
            shares = [0.0 if loser == seat else 1.0 for loser in range(2)]
            await _end(house, table, sitting, lambda: ending(sitting.match, "resigned", shares))
            return table
        if sitting.state != "running":
            raise NotRunning()
        best = players.names(module_of(table.game))[-1]
        table.seats[seat] = Sitter(None, best, best)
        if table.host == guest:
            table.pass_host_on(lambda other: house.here(table, other))
        await house.tables.keep(table, sitting.sitters_statement(table.seats))
        house.changed(table)
    return table


async def offer_end(house: House, name: str, guest: str) -> Table:
    """Agree to end as it stands; when all people do, it ends."""
    async with house.tables.lock(name):
        table = house.tables.draft(house.tables.find(name))
        sitting = house.sitting(table.match)
        if seating.offer_end(table, sitting.state, guest):
            await _end(house, table, sitting, lambda: ending(sitting.match, "agreed"))
        else:
            await house.tables.keep(table)
            house.changed(table)
    return table


async def _begin(
    house: House, table: Table, sitting: Sitting, starter: tuple[int, int] | None, *before: Statement
) -> None:
    sitting.sitters = table.seats
    table.offers = []
    async with sitting.alone():
        opened, statements = sitting.opening(starter)
        await house.tables.keep(table, *before, *statements)
        if before:
            house.admit(sitting)
        sitting.open(opened)
    house.changed(table)


async def _end(house: House, table: Table, sitting: Sitting, end: Callable[[], End]) -> None:
    table.offers = []
    async with sitting.alone():
        if sitting.state != "running":
            raise NotRunning()
        how = end()
        await house.tables.keep(table, sitting.end_statement(how), sitting.sitters_statement(table.seats))
        sitting.finish(how)
    house.announce(table)


def _next_starter(last: Sitting, following: Sitting) -> tuple[int, int] | None:
    """The chance ply that makes the next seat begin, where the game draws who does."""
    seats = following.match.seats
    starters = [starter_step(following.match, seat) for seat in range(seats)]
    first = last.match.log[0] if last.match.log else None
    return starters[(starters.index(first) + 1) % seats] if first in starters else None
