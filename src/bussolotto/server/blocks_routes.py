"""Blocking people, and taking it back."""

from litestar import delete, get, post

from bussolotto.server.blocks import Block
from bussolotto.server.bodies import Blocked
from bussolotto.server.gate import Visitor
from bussolotto.server.house import House
from bussolotto.server.routes import Name, SeatInPath


@post("/api/tables/{table:str}/seats/{seat:int}/block", summary="Block who sits there: we shall not meet again")
async def block(house: House, visitor: Visitor, table: Name, seat: SeatInPath) -> Blocked:
    guest = await visitor.enter()
    return _told(await house.blocks.block(guest, house.tables.find(table), seat))


@get("/api/me/blocked", summary="Whom I have blocked")
async def blocked(house: House, visitor: Visitor) -> list[Blocked]:
    return [_told(found) for found in house.blocks.of(visitor.guest or "")]


@delete("/api/me/blocked/{token:str}", summary="Take a block back")
async def unblock(house: House, visitor: Visitor, token: Name) -> None:
    await house.blocks.unblock(visitor.guest, token)


HANDLERS = [block, blocked, unblock]


def _told(found: Block) -> Blocked:
    return Blocked(found.name, found.since_s, found.token)
