"""The HTTP API of tables and guests. What is wrong is answered as a problem document (RFC 9457)."""

from typing import Annotated, Any

from litestar import Request, delete, get, post, put
from litestar.params import Parameter
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK

from bussolotto.server import conduct, tables
from bussolotto.server.bodies import (
    Health,
    Me,
    Naming,
    NewTable,
    PastMatch,
    SeatClaim,
    Started,
    TableOpened,
)
from bussolotto.server.gate import Visitor
from bussolotto.server.house import House
from bussolotto.server.past import past_matches
from bussolotto.server.protocol import State, TableView
from bussolotto.server.tables import Table

HttpRequest = Request[Any, Any, Any]
Name = Annotated[str, Parameter(max_length=64)]
SeatInPath = Annotated[int, Parameter(ge=0, le=7)]


@get("/healthz", summary="Is the server ready?")
async def health() -> Health:
    return Health("ok")


@get("/api/me", summary="Who am I? Makes a guest of who is none yet")
async def me(house: House, visitor: Visitor) -> Me:
    return _me(house, await visitor.enter())


@put("/api/me", summary="Choose a name")
async def rename(house: House, visitor: Visitor, data: Naming) -> Me:
    guest = await visitor.enter(data.name)

    def renamed(table: Table, state: State) -> None:
        table.seats[table.own_seat(guest)].name = data.name

    for table in house.tables.of_guest(guest):
        if not house.sitting(table.match).over:
            await conduct.change(house, table.name, renamed)
    return _me(house, guest)


@get("/me/{token:str}", include_in_schema=False)
async def claim(house: House, visitor: Visitor, token: str) -> Redirect:
    visitor.become(house.guests.of_link(token))
    return Redirect("/", status_code=303)


@get("/api/me/matches", summary="My matches, running and past, the newest first")
async def my_matches(house: House, visitor: Visitor) -> list[PastMatch]:
    return past_matches(house, visitor.guest) if visitor.guest else []


@get("/api/tables", summary="Tables that anybody may join or watch")
async def lobby(house: House, visitor: Visitor, request: HttpRequest) -> list[TableView]:
    return [house.table_view(table, visitor.guest, _base(request)) for table in house.tables.lobby()]


@post("/api/tables", summary="Open a table")
async def open_table(house: House, visitor: Visitor, request: HttpRequest, data: NewTable) -> TableOpened:
    guest = await visitor.enter()
    bots = [(bot.seat, bot.player) for bot in data.bots]
    table = tables.new_table(data.game, data.seats, data.options, bots, data.visibility, guest, data.hints)
    if data.sit is not None:
        tables.seat_person(table, "waiting", data.sit, guest, house.guests.name(guest))
    await conduct.open_table(house, table)
    return TableOpened(table.name, house.table_view(table, guest, _base(request)).link, table.match)


@get("/api/tables/{table:str}", summary="One table")
async def show_table(house: House, visitor: Visitor, request: HttpRequest, table: Name) -> TableView:
    return house.table_view(house.tables.find(table), visitor.guest, _base(request))


@post("/api/tables/{table:str}/seats/{seat:int}", status_code=HTTP_200_OK, summary="Sit down, or seat a bot")
async def sit(
    house: House, visitor: Visitor, request: HttpRequest, table: Name, seat: SeatInPath, data: SeatClaim | None = None
) -> TableView:
    wish = data or SeatClaim()
    guest = await visitor.enter(wish.name or "")

    def seated(draft: Table, state: State) -> None:
        if wish.player is not None:
            tables.seat_bot(draft, state, seat, guest, wish.player)
        else:
            tables.seat_person(draft, state, seat, guest, house.guests.name(guest))

    return house.table_view(await conduct.change(house, table, seated), guest, _base(request))


@delete("/api/tables/{table:str}/seats/{seat:int}", status_code=HTTP_200_OK, summary="Stand up, or remove a bot")
async def stand_up(house: House, visitor: Visitor, request: HttpRequest, table: Name, seat: SeatInPath) -> TableView:
    guest = visitor.guest or ""

    def left(draft: Table, state: State) -> None:
        tables.leave_seat(draft, state, seat, guest, lambda other: house.here(draft, other))

    return house.table_view(await conduct.change(house, table, left), guest, _base(request))


@post("/api/tables/{table:str}/start", status_code=HTTP_200_OK, summary="Begin the match (the host)")
async def start(house: House, visitor: Visitor, table: Name) -> Started:
    sitting = await conduct.start(house, table, visitor.guest or "")
    return Started(sitting.name, sitting.match.version)


@post("/api/tables/{table:str}/resign", status_code=HTTP_200_OK, summary="Give the match up")
async def resign(house: House, visitor: Visitor, request: HttpRequest, table: Name) -> TableView:
    return house.table_view(await conduct.resign(house, table, visitor.guest or ""), visitor.guest, _base(request))


@post("/api/tables/{table:str}/end", status_code=HTTP_200_OK, summary="Agree to end the match as it stands")
async def agree_to_end(house: House, visitor: Visitor, request: HttpRequest, table: Name) -> TableView:
    return house.table_view(await conduct.offer_end(house, table, visitor.guest or ""), visitor.guest, _base(request))


@delete("/api/tables/{table:str}/end", status_code=HTTP_200_OK, summary="Do not agree to end any more")
async def withdraw(house: House, visitor: Visitor, request: HttpRequest, table: Name) -> TableView:
    guest = visitor.guest or ""

    def withdrawn(draft: Table, state: State) -> None:
        tables.withdraw_offer(draft, state, guest)

    return house.table_view(await conduct.change(house, table, withdrawn), guest, _base(request))


@post("/api/tables/{table:str}/rematch", status_code=HTTP_200_OK, summary="Play again; the next seat begins")
async def rematch(house: House, visitor: Visitor, table: Name) -> Started:
    sitting = await conduct.rematch(house, table, visitor.guest or "")
    return Started(sitting.name, sitting.match.version)


HANDLERS = [
    health,
    me,
    rename,
    claim,
    my_matches,
    lobby,
    open_table,
    show_table,
    sit,
    stand_up,
    start,
    resign,
    agree_to_end,
    withdraw,
    rematch,
]


def _me(house: House, guest: str) -> Me:
    return Me(guest, house.guests.name(guest), house.guests.link(guest))


def _base(request: HttpRequest) -> str:
    """The address by which this request came."""
    return f"{request.scope['scheme']}://{request.headers.get('host', 'localhost')}"
