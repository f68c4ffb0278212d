"""Quick match: ask again and again until there is a table, with everybody seated and the first dice fallen."""

from time import monotonic

from litestar import delete, post
from litestar.status_codes import HTTP_200_OK

from bussolotto.games import game as module_of
from bussolotto.server import conduct, edits
from bussolotto.server.bodies import QuickMatch, QuickWish
from bussolotto.server.gate import Visitor
from bussolotto.server.house import House
from bussolotto.server.quick import Group, Wish


@post("/api/quick", status_code=HTTP_200_OK, summary="Look for people who would play one of these games at once")
async def seek(house: House, visitor: Visitor, data: QuickWish) -> QuickMatch:
    """Repeated every other second; who does not is forgotten."""
    for name in data.games:
        module_of(name)
    guest = await visitor.enter()
    wish = Wish(frozenset(data.games), data.seats or 0)
    group = house.seekers.seek(guest, wish, monotonic())
    if group is not None:
        await _seat(house, group)
    since_s = house.seekers.since_s(guest)
    table = house.seekers.table(guest)
    waited_s = 0 if since_s is None else int(monotonic() - since_s)
    return QuickMatch(table is None, waited_s, house.seekers.others(guest, wish), table)


@delete("/api/quick", summary="Look no more")
async def give_up(house: House, visitor: Visitor) -> None:
    house.seekers.leave(visitor.guest or "")


HANDLERS = [seek, give_up]


async def _seat(house: House, group: Group) -> None:
    """A table of those who found each other, begun. Who came first is its host."""
    made: str | None = None
    try:
        host = group.guests[0]
        table = edits.new_table(group.game, len(group.guests), {}, [], "link", host)
        for seat, guest in enumerate(group.guests):
            edits.seat_person(table, "waiting", seat, guest, house.guests.name(guest))
        await conduct.open_table(house, table)
        await conduct.start(house, table.name, host)
        made = table.name
    finally:
        house.seekers.settled(group, made, monotonic())
