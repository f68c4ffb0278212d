"""The HTTP API of tables and guests. What is wrong is answered as a problem document (RFC 9457)."""

from typing import Annotated, Any

from litestar import Request, delete, get, post, put
from litestar.params import Parameter, QueryParameter
from litestar.response import Redirect, Response
from litestar.status_codes import HTTP_200_OK

from bussolotto.games import game as module_of
from bussolotto.server import blocks, conduct, device, edits
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
from bussolotto.server.programme import planned
from bussolotto.server.protocol import Pace, State, TableView
from bussolotto.server.tables import Table

HttpRequest = Request[Any, Any, Any]
Name = Annotated[str, Parameter(max_length=64)]
Seats = Annotated[int, Parameter(ge=0, le=8)]
SeatInPath = Annotated[int, Parameter(ge=0, le=7)]
OwnSeat = Annotated[int | None, QueryParameter(name="seat", ge=0, le=7)]  # which of one's own, on one device


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
        if not table.device and not house.sitting(table.match).over:
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
async def lobby(
    house: House,
    visitor: Visitor,
    request: HttpRequest,
    game: list[Name] | None = None,
    free: Seats = 0,
    pace: Pace | None = None,
    standing: Annotated[State | None, QueryParameter(name="state")] = None,
) -> list[TableView]:
    """Of these games, if any are named; with so many free seats; not where one is not to meet somebody."""
    for name in game or ():
        module_of(name)
    found = [
        house.views.view(table, visitor.guest, base_of(request))
        for table in house.tables.lobby()
        if (not game or table.game in game) and not house.blocks.hides(visitor.guest, table)
    ]
    return [
        table
        for table in found
        if free <= sum(seat.kind is None for seat in table.seats)
        and pace in (None, table.pace)
        and standing in (None, table.state)
    ]


@post("/api/tables", summary="Open a table")
async def open_table(house: House, visitor: Visitor, request: HttpRequest, data: NewTable) -> TableOpened:
    guest = await visitor.enter()
    bots = [(bot.seat, bot.player) for bot in data.bots]
    first = data.evening.games[0] if data.evening else data
    table = edits.new_table(first.game, data.seats, first.options, bots, data.visibility, guest, data.hints)
    table.chat = data.chat
    if data.evening is not None:
        table.evening = planned(data.evening, data.seats, table.match)
    edits.set_clock(table, data.clock)
    edits.set_pace(table, data.pace)
    edits.set_dice(table, data.dice)
    table.preset = data.preset
    if data.device:
        device.pass_round(table, guest, data.names)
    elif data.sit is not None:
        edits.seat_person(table, "waiting", data.sit, guest, house.guests.name(guest))
    await conduct.open_table(house, table)
    return TableOpened(table.name, house.views.link(table.name, base_of(request)), table.match)


@get("/api/tables/{table:str}", summary="One table")
async def show_table(
    house: House, visitor: Visitor, request: HttpRequest, table: Name, own: OwnSeat = None
) -> TableView:
    found = house.tables.find(table)
    if own is not None:
        found.own_seat(visitor.guest or "", own)
    return house.views.view(found, visitor.guest, base_of(request), own)


@get("/api/tables/{table:str}/code", summary="The link to a table as a QR code, to be read by a telephone")
async def show_code(house: House, request: HttpRequest, table: Name) -> Response[bytes]:
    link = house.views.link(house.tables.find(table).name, base_of(request))
    return Response(device.code_of(f"{link}?hand"), media_type="image/svg+xml")


@post("/api/tables/{table:str}/seats/{seat:int}", status_code=HTTP_200_OK, summary="Sit down, or seat a bot")
async def sit(
    house: House, visitor: Visitor, request: HttpRequest, table: Name, seat: SeatInPath, data: SeatClaim | None = None
) -> TableView:
    wish = data or SeatClaim()
    guest = await visitor.enter(wish.name or "")

    def seated(draft: Table, state: State) -> None:
        if wish.player is not None:
            edits.seat_bot(draft, state, seat, guest, wish.player)
        else:
            house.blocks.require_welcome(guest, draft)
            edits.seat_person(draft, state, seat, guest, house.guests.name(guest))

    return house.views.view(await conduct.change(house, table, seated), guest, base_of(request))


@delete("/api/tables/{table:str}/seats/{seat:int}", status_code=HTTP_200_OK, summary="Stand up; the host: send away")
async def stand_up(house: House, visitor: Visitor, request: HttpRequest, table: Name, seat: SeatInPath) -> TableView:
    guest = visitor.guest or ""

    def left(draft: Table, state: State) -> None:
        if not blocks.send_away(draft, state, seat, guest):
            version = house.sitting(draft.match).match.version
            edits.leave_seat(draft, state, seat, guest, lambda other: house.here(draft, other), version)

    return house.views.view(await conduct.change(house, table, left), guest, base_of(request))


@post(
    "/api/tables/{table:str}/seats/{seat:int}/resign",
    status_code=HTTP_200_OK,
    summary="In a match of two, whose other seat was left: end it, as given up by who left",
)
async def end_without(house: House, visitor: Visitor, request: HttpRequest, table: Name, seat: SeatInPath) -> TableView:
    guest = visitor.guest or ""
    return house.views.view(await conduct.end_without(house, table, seat, guest), guest, base_of(request))


@post("/api/tables/{table:str}/start", status_code=HTTP_200_OK, summary="Begin the match (the host)")
async def start(house: House, visitor: Visitor, table: Name) -> Started:
    sitting = await conduct.start(house, table, visitor.guest or "")
    return Started(sitting.name, sitting.match.version)


@post("/api/tables/{table:str}/resign", status_code=HTTP_200_OK, summary="Give the match up")
async def resign(house: House, visitor: Visitor, request: HttpRequest, table: Name, own: OwnSeat = None) -> TableView:
    resigned = await conduct.resign(house, table, visitor.guest or "", own)
    return house.views.view(resigned, visitor.guest, base_of(request))


@post("/api/tables/{table:str}/end", status_code=HTTP_200_OK, summary="Agree to end the match as it stands")
async def agree_to_end(house: House, visitor: Visitor, request: HttpRequest, table: Name) -> TableView:
    return house.views.view(await conduct.offer_end(house, table, visitor.guest or ""), visitor.guest, base_of(request))


@delete("/api/tables/{table:str}/end", status_code=HTTP_200_OK, summary="Do not agree to end any more")
async def withdraw(house: House, visitor: Visitor, request: HttpRequest, table: Name) -> TableView:
    guest = visitor.guest or ""

    def withdrawn(draft: Table, state: State) -> None:
        edits.withdraw_offer(draft, state, guest)

    return house.views.view(await conduct.change(house, table, withdrawn), guest, base_of(request))


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
    show_code,
    sit,
    stand_up,
    end_without,
    start,
    resign,
    agree_to_end,
    withdraw,
    rematch,
]


def _me(house: House, guest: str) -> Me:
    return Me(guest, house.guests.name(guest), house.guests.link(guest))


def base_of(request: HttpRequest) -> str:
    """The address by which this request came."""
    return f"{request.scope['scheme']}://{request.headers.get('host', 'localhost')}"
