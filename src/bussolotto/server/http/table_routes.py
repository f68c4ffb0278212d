"""The HTTP API for tables, evenings and quick matches. Errors are answered as problem documents."""

from functools import partial
from io import BytesIO
from typing import Annotated

import msgspec
import segno
from litestar import delete, get, post
from litestar.params import Parameter, QueryParameter
from litestar.response import Response
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE

from bussolotto import players
from bussolotto.games import game as module_of
from bussolotto.play import evening, notation
from bussolotto.server.clock import ServerClock
from bussolotto.server.guard.long_work import LongWork
from bussolotto.server.http import bodies
from bussolotto.server.http.bodies import QuickMatch, Started, TableOpened
from bussolotto.server.http.file_check import FileCheck
from bussolotto.server.http.requests import (
    Cursor,
    Name,
    OwnSeat,
    PageSize,
    SeatInPath,
    answer_page,
    collect_handlers,
    read_cursor,
)
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.match.sheets import Sheets
from bussolotto.server.match.signatures import Signatures
from bussolotto.server.people.blocks import Blocks, send_away
from bussolotto.server.people.expiry import Expiry
from bussolotto.server.people.guests import Guests, Visitor
from bussolotto.server.people.lobby import Lobby
from bussolotto.server.protocol import EveningKinds, Pace, State, TableView
from bussolotto.server.store import table_rows
from bussolotto.server.store.aside import Aside
from bussolotto.server.store.readiness import Readiness
from bussolotto.server.table import table_edits
from bussolotto.server.table.evenings import Evenings
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.placing import Placing
from bussolotto.server.table.quick import FEWEST, Group, Seekers, Wish
from bussolotto.server.table.series import plan
from bussolotto.server.table.table_commands import TableCommands
from bussolotto.server.table.table_views import TableViews
from bussolotto.server.table.tables import Table, Tables, link_to

Seats = Annotated[int, Parameter(ge=0, le=8)]
PAGE = 50  # tables on a page, unless asked otherwise


@get("/healthz", summary="Does the server live?")
async def health() -> bodies.Health:
    return bodies.Health("ok")


@get("/readyz", summary="Can the server store anything?")
async def ready_to_store(readiness: Readiness, file_check: FileCheck, aside: Aside) -> Response[bodies.Ready]:
    """Write a row, and answer 503 with the reason if that is not possible."""
    problem = await readiness.find_problem()
    found = bodies.Ready("unable" if problem else "ok", readiness.role, problem, file_check.found, aside.count)
    return Response(found, status_code=HTTP_503_SERVICE_UNAVAILABLE if problem else HTTP_200_OK)


@get("/api/retention", summary="For how long is what is stored kept?")
async def show_retention(expiry: Expiry) -> bodies.Retention:
    return msgspec.convert(expiry.keep, bodies.Retention, from_attributes=True)


@get("/api/tables", summary="Tables that anybody may join or watch")
async def lobby(
    open_list: Lobby,
    visitor: Visitor,
    game: list[Name] | None = None,
    free: Seats = 0,
    pace: Pace | None = None,
    standing: Annotated[State | None, QueryParameter(name="state")] = None,
    after: Cursor = None,
    limit: PageSize = PAGE,
) -> Response[list[TableView]]:
    """List tables by game, free seats, pace and state, those that changed last first, page by page.

    Tables whose match is over are omitted, and tables with people the visitor should not meet. The address of the next
    page is in the header `Link`.
    """
    for name in game or ():
        module_of(name)
    wish = table_rows.Wish(game or (), free, pace, standing)
    place = None if after is None else table_rows.Place(*read_cursor(after, int, str))
    page = open_list.list_page(wish, visitor.guest, visitor.base, place, limit)
    query = {"game": game, "free": free or None, "pace": pace, "state": standing, "limit": limit}
    return answer_page("/api/tables", query, page.tables, page.next)


@post("/api/tables", summary="Open a table")
async def open_table(
    guests: Guests, sheets: Sheets, commands: TableCommands, placing: Placing, visitor: Visitor, data: bodies.NewTable
) -> TableOpened:
    guest = await visitor.enter_to_open()
    for game in (part.game for part in data.evening.games) if data.evening else (data.game,):
        sheets.require_playable(game)
    bots = [(bot.seat, bot.player) for bot in data.bots]
    first = data.evening.games[0] if data.evening else data
    table = table_edits.new_table(first.game, data.seats, first.options, bots, data.visibility, guest, data.hints)
    table.chat = data.chat
    if data.evening is not None:
        table.evening = plan(data.evening, data.seats, table.match)
    table_edits.set_clock(table, data.clock)
    table_edits.set_pace(table, data.pace)
    table_edits.set_dice(table, data.dice)
    table.preset, table.countdown, table.fair = data.preset, data.countdown, data.fair
    if data.device:
        table_edits.seat_round_device(table, guest, data.names)
    elif data.sit is not None:
        table_edits.seat_person(table, "waiting", data.sit, guest, guests.find_name(guest))
    await commands.open_table(table)
    await placing.place(table)
    return TableOpened(table.name, link_to(table.name, visitor.base), table.match)


@post("/api/games/{game:str}/practice", summary="Begin to practise a game: open a table for me alone, with a script")
async def practise(guests: Guests, commands: TableCommands, visitor: Visitor, game: Name) -> TableOpened:
    guest = await visitor.enter_to_open()
    table = table_edits.new_practice(game, guest, guests.find_name(guest))
    await commands.open_table(table)
    await commands.start(table.name, guest)
    return TableOpened(table.name, link_to(table.name, visitor.base), table.match)


@get("/api/tables/{table:str}", summary="One table")
async def show_table(
    tables: Tables, views: TableViews, visitor: Visitor, table: Name, own: OwnSeat = None
) -> TableView:
    found = tables.find(table)
    if own is not None:
        found.own_seat(visitor.guest or "", own)
    return views.view(found, visitor.guest, visitor.base, own)


@get("/api/tables/{table:str}/code", summary="The link to a table as a QR code, to be read by a telephone")
async def show_code(tables: Tables, visitor: Visitor, table: Name, hand: bool = True) -> Response[bytes]:
    """With `hand` the telephone shows what its own player has in front of them, else the whole table."""
    link = link_to(tables.find(table).name, visitor.base)
    drawn = BytesIO()  # dark on light on any page, with the quiet zone that phone cameras need
    segno.make(f"{link}?hand" if hand else link, error="m").save(
        drawn, kind="svg", scale=8, dark="#2a2016", light="#fffdf6"
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@post("/api/tables/{table:str}/seats/{seat:int}", status_code=HTTP_200_OK, summary="Sit down, or seat a bot")
async def sit(
    commands: TableCommands,
    views: TableViews,
    blocks: Blocks,
    guests: Guests,
    visitor: Visitor,
    table: Name,
    seat: SeatInPath,
    data: bodies.SeatClaim | None = None,
) -> TableView:
    wish = data or bodies.SeatClaim()
    guest = await visitor.enter(wish.name or "")

    def take_seat(draft: Table, state: State) -> None:
        if wish.player is not None:
            table_edits.seat_bot(draft, state, seat, guest, wish.player)
        else:
            blocks.require_welcome(guest, draft)
            table_edits.seat_person(draft, state, seat, guest, guests.find_name(guest))

    return views.view(await commands.change(table, take_seat), guest, visitor.base)


@delete("/api/tables/{table:str}/seats/{seat:int}", status_code=HTTP_200_OK, summary="Stand up; the host: send away")
async def stand_up(
    commands: TableCommands,
    views: TableViews,
    matches: LiveMatches,
    broadcaster: Broadcaster,
    visitor: Visitor,
    table: Name,
    seat: SeatInPath,
) -> TableView:
    guest = visitor.guest or ""

    def leave(draft: Table, state: State) -> None:
        if not send_away(draft, state, seat, guest):
            version = matches.find(draft.match).match.version
            table_edits.leave_seat(
                draft, state, seat, guest, lambda other: broadcaster.is_here(draft.name, other), version
            )

    return views.view(await commands.change(table, leave), guest, visitor.base)


@post(
    "/api/tables/{table:str}/seats/{seat:int}/resign",
    status_code=HTTP_200_OK,
    summary="In a match of two, whose other seat was left: end it, as given up by who left",
)
async def end_without(
    commands: TableCommands, views: TableViews, visitor: Visitor, table: Name, seat: SeatInPath
) -> TableView:
    guest = visitor.guest or ""
    return views.view(await commands.end_without(table, seat, guest), guest, visitor.base)


@post("/api/tables/{table:str}/start", status_code=HTTP_200_OK, summary="Begin the match (the host)")
async def start(commands: TableCommands, visitor: Visitor, table: Name) -> Started:
    live = await commands.start(table, visitor.guest or "")
    return Started(live.name, live.match.version)


@post("/api/tables/{table:str}/ready", status_code=HTTP_200_OK, summary="Be ready for the race")
async def ready(commands: TableCommands, views: TableViews, visitor: Visitor, table: Name) -> TableView:
    guest = visitor.guest or ""
    edit = partial(table_edits.say_ready, guest=guest)
    return views.view(await commands.change(table, edit), guest, visitor.base)


@post("/api/tables/{table:str}/slower", status_code=HTTP_200_OK, summary="Ask the bots of a race to be slower")
async def slower(commands: TableCommands, views: TableViews, visitor: Visitor, table: Name) -> TableView:
    guest = visitor.guest or ""
    edit = partial(table_edits.slow_down, guest=guest)
    return views.view(await commands.change(table, edit), guest, visitor.base)


@post("/api/tables/{table:str}/resign", status_code=HTTP_200_OK, summary="Give the match up")
async def resign(
    commands: TableCommands, views: TableViews, visitor: Visitor, table: Name, own: OwnSeat = None
) -> TableView:
    resigned = await commands.resign(table, visitor.guest or "", own)
    return views.view(resigned, visitor.guest, visitor.base)


@post("/api/tables/{table:str}/end", status_code=HTTP_200_OK, summary="Agree to end the match as it stands")
async def agree_to_end(commands: TableCommands, views: TableViews, visitor: Visitor, table: Name) -> TableView:
    return views.view(await commands.offer_end(table, visitor.guest or ""), visitor.guest, visitor.base)


@delete("/api/tables/{table:str}/end", status_code=HTTP_200_OK, summary="Do not agree to end any more")
async def withdraw(commands: TableCommands, views: TableViews, visitor: Visitor, table: Name) -> TableView:
    guest = visitor.guest or ""
    edit = partial(table_edits.withdraw_offer, guest=guest)
    return views.view(await commands.change(table, edit), guest, visitor.base)


@post("/api/tables/{table:str}/rematch", status_code=HTTP_200_OK, summary="Play again; the next seat begins")
async def rematch(
    sheets: Sheets, commands: TableCommands, tables: Tables, placing: Placing, visitor: Visitor, table: Name
) -> Started:
    sheets.require_not_removed(tables.find(table).game)
    live = await commands.rematch(table, visitor.guest or "")
    await placing.place(tables.find(table))
    return Started(live.name, live.match.version)


@get("/api/evenings", summary="What an evening of several games may be")
async def kinds() -> EveningKinds:
    presets = {name: list(games) for name, games in evening.presets().items()}
    return EveningKinds(presets, list(evening.RULES), evening.MOST_GAMES)


@post("/api/tables/{table:str}/next", status_code=HTTP_200_OK, summary="Begin the next game of an evening")
async def next_game(evenings: Evenings, tables: Tables, placing: Placing, visitor: Visitor, table: Name) -> Started:
    live = await evenings.begin_next(table, visitor.guest or "")
    await placing.place(tables.find(table))
    return Started(live.name, live.match.version)


@get("/api/tables/{table:str}/evening/file", summary="The record of a whole evening, when it is over")
async def evening_file(
    long_work: LongWork, evenings: Evenings, tables: Tables, signatures: Signatures, visitor: Visitor, table: Name
) -> Response[bytes]:
    record, keys = evenings.build_record(tables.find(table), visitor.guest)
    content = await long_work.run(visitor.sender, notation.write_evening, record, keys, signatures.signer)
    headers = {"content-disposition": f'attachment; filename="evening-{table}.jsonl"'}
    return Response(content, media_type="application/jsonl", headers=headers)


@post("/api/quick", status_code=HTTP_200_OK, summary="Look for people who would play one of these games at once")
async def seek(
    seekers: Seekers,
    server_clock: ServerClock,
    commands: TableCommands,
    guests: Guests,
    placing: Placing,
    visitor: Visitor,
    data: bodies.QuickWish,
) -> QuickMatch:
    """Look for a match. Repeat this request every other second; seekers who stop are forgotten."""
    for name in data.games:
        module_of(name)
    guest = await (visitor.enter_to_open() if data.bots else visitor.enter())
    wish = Wish(frozenset(data.games), data.seats or 0)
    now_s = server_clock.now_s()
    group = seekers.gather(guest, data.games[0], now_s) if data.bots else seekers.seek(guest, wish, now_s)
    if group is not None:
        await _seat(seekers, server_clock, commands, guests, placing, group)
    since_s = seekers.since_s(guest)
    table = seekers.find_table(guest)
    waited_s = 0 if since_s is None else int(server_clock.now_s() - since_s)
    return QuickMatch(table is None, waited_s, seekers.count_others(guest, wish), table)


@delete("/api/quick", summary="Look no more")
async def give_up(seekers: Seekers, visitor: Visitor) -> None:
    seekers.leave(visitor.guest or "")


HANDLERS = collect_handlers(globals())


async def _seat(
    seekers: Seekers,
    server_clock: ServerClock,
    commands: TableCommands,
    guests: Guests,
    placing: Placing,
    group: Group,
) -> None:
    """Open a table for people who were matched, bots in the other seats, and start. The first to arrive is the host."""
    made: str | None = None
    try:
        host = group.guests[0]
        game, people = module_of(group.game), len(group.guests)
        seats = min(number for number in game.SEATS if number >= max(people, FEWEST))
        bots = [(seat, players.usual(game)) for seat in range(people, seats)]
        table = table_edits.new_table(group.game, seats, {}, bots, "link", host)
        table.countdown = True
        for seat, guest in enumerate(group.guests):
            table_edits.seat_person(table, "waiting", seat, guest, guests.find_name(guest))
        await commands.open_table(table)
        await commands.start(table.name, host)
        await placing.place(table)
        made = table.name
    finally:
        seekers.settle(group, made, server_clock.now_s())
