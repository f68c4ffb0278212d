"""The HTTP API for a guest's own data: name and link, matches, blocks, notices, house rules."""

from typing import Annotated, Any

import msgspec
from litestar import Request, delete, get, post, put
from litestar.params import QueryParameter
from litestar.response import Response
from litestar.status_codes import HTTP_200_OK
from msgspec.structs import asdict

from bussolotto.core.errors import Refusal, refuse
from bussolotto.server.clock import ServerClock
from bussolotto.server.guard.long_work import LongWork
from bussolotto.server.http import bodies, pages
from bussolotto.server.http.own_matches import OwnMatches
from bussolotto.server.http.preset_bodies import NewPreset, PresetView
from bussolotto.server.http.requests import (
    Cursor,
    Name,
    PageSize,
    SeatInPath,
    answer_page,
    collect_handlers,
    read_cursor,
)
from bussolotto.server.people import talk
from bussolotto.server.people.blocks import Blocks
from bussolotto.server.people.guests import Guests, Visitor
from bussolotto.server.people.notices import Notices
from bussolotto.server.people.outbox import Outbox
from bussolotto.server.people.own_data import OwnData, StoredData
from bussolotto.server.people.own_games import GameFigures, OwnGames
from bussolotto.server.people.renaming import Renaming
from bussolotto.server.people.reports import Reports
from bussolotto.server.people.vapid import Vapid
from bussolotto.server.store import guest_rows
from bussolotto.server.store.database import Store
from bussolotto.server.table import presets
from bussolotto.server.table.tables import Tables

PAGE = 50  # matches on a page, unless asked otherwise
Endpoint = Annotated[str, QueryParameter(name="endpoint", min_length=8, max_length=1000)]


@get("/api/me", summary="Who am I? Makes a guest of who is none yet")
async def me(guests: Guests, visitor: Visitor) -> bodies.Me:
    return _me(guests, await visitor.enter())


@put("/api/me", summary="Choose a name")
async def rename(guests: Guests, renaming: Renaming, visitor: Visitor, data: bodies.Naming) -> bodies.Me:
    guest = await visitor.enter()
    await renaming.rename(guest, data.name)
    return _me(guests, guest)


@post("/api/me/link", status_code=HTTP_200_OK, summary="Renew my personal link: earlier ones are void")
async def renew_link(guests: Guests, visitor: Visitor) -> bodies.Me:
    guest = await visitor.enter()
    await guests.renew_link(guest)
    return _me(guests, guest)


@delete("/api/me/link", status_code=HTTP_200_OK, summary="Withdraw my personal link, until I renew it")
async def withdraw_link(guests: Guests, visitor: Visitor) -> bodies.Me:
    guest = await visitor.enter()
    await guests.withdraw_link(guest)
    return _me(guests, guest)


@get("/api/links/{token:str}", summary="Whose personal link is this?")
async def show_link(guests: Guests, visitor: Visitor, token: str) -> bodies.LinkOwner:
    guest = guests.read_link(token)
    return bodies.LinkOwner(guests.find_name(guest), guest == visitor.guest)


@get("/me/{token:str}", include_in_schema=False)
async def ask_before_claim(request: Request[Any, Any, Any], guests: Guests, token: str) -> Response[bytes]:
    """Show the page that asks whether this browser shall become this guest's. Following a link changes nothing."""
    try:
        guests.read_link(token)
    except Refusal:
        if pages.wants_page(request):
            return pages.answer_not_found()
        raise
    return pages.answer_page(request)


@post("/me/{token:str}", status_code=HTTP_200_OK, include_in_schema=False)
async def claim(guests: Guests, visitor: Visitor, token: str) -> bodies.Me:
    return _me(guests, visitor.become(guests.read_link(token)))


@get("/api/me/matches", summary="My matches: running ones, then the others; the newest first")
async def my_matches(
    own_matches: OwnMatches, visitor: Visitor, after: Cursor = None, limit: PageSize = PAGE
) -> Response[list[bodies.PastMatch]]:
    """List them page by page. The address of the next page is in the header `Link`."""
    if visitor.guest is None:
        return Response([])
    place = None if after is None else tuple(read_cursor(after, int, int))
    rows = own_matches.list_rows(visitor.guest, place, limit)
    found = [described for row in rows if (described := own_matches.describe(visitor.guest, row)) is not None]
    following = (rows[-1].over, rows[-1].number) if len(rows) == limit else None
    return answer_page("/api/me/matches", {"limit": limit}, found, following)


@get("/api/me/games", summary="My games in figures: matches, wins, the share without luck, mistakes")
async def my_games(long_work: LongWork, own_games: OwnGames, visitor: Visitor) -> list[GameFigures]:
    await own_games.settle()
    return await long_work.run(visitor.sender, own_games.figures, visitor.guest) if visitor.guest else []


@get("/api/me/games/file", media_type="text/csv", summary="My matches that count in these figures, as CSV")
async def my_games_file(long_work: LongWork, own_games: OwnGames, visitor: Visitor) -> Response[bytes]:
    await own_games.settle()
    content = await long_work.run(visitor.sender, own_games.table, visitor.guest or "")
    headers = {"content-disposition": 'attachment; filename="bussolotto-games.csv"', "cache-control": "no-store"}
    return Response(content.encode(), media_type="text/csv", headers=headers)


@delete("/api/me/games", summary="Delete what reviews have found of me; matches stay")
async def forget_my_games(own_games: OwnGames, visitor: Visitor) -> None:
    if visitor.guest is not None:
        await own_games.forget(visitor.guest)


@post("/api/tables/{table:str}/seats/{seat:int}/block", summary="Block who sits there: we shall not meet again")
async def block(blocks: Blocks, tables: Tables, visitor: Visitor, table: Name, seat: SeatInPath) -> bodies.Blocked:
    guest = await visitor.enter()
    return _describe_block(await blocks.block(guest, tables.find(table), seat))


@post("/api/tables/{table:str}/seats/{seat:int}/report", summary="Report who sits there to the operator of this server")
async def report(
    reports: Reports, tables: Tables, visitor: Visitor, table: Name, seat: SeatInPath, data: bodies.NewReport
) -> bodies.Reported:
    guest = await visitor.enter()
    made = await reports.make(guest, tables.find(table), seat, data.reason, talk.clean(data.words))
    return bodies.Reported(made.name, made.reason)


@get("/api/me/data", summary="Everything that is stored of me")
async def stored_data(own_data: OwnData, visitor: Visitor) -> Response[StoredData]:
    if visitor.guest is None:
        raise refuse("not-found", what="guest", name="")
    headers = {"content-disposition": 'attachment; filename="bussolotto-data.json"', "cache-control": "no-store"}
    return Response(await own_data.collect(visitor.guest), headers=headers)


@delete("/api/me", summary="Delete what is stored of me: matches stay, without my name")
async def delete_me(own_data: OwnData, visitor: Visitor) -> None:
    if visitor.guest is not None:
        await own_data.delete(visitor.guest)
    visitor.leave()


@get("/api/me/blocked", summary="Whom I have blocked")
async def blocked(blocks: Blocks, visitor: Visitor) -> list[bodies.Blocked]:
    return [_describe_block(found) for found in blocks.of(visitor.guest or "")]


@delete("/api/me/blocked/{token:str}", summary="Take a block back")
async def unblock(blocks: Blocks, visitor: Visitor, token: Name) -> None:
    await blocks.unblock(visitor.guest, token)


@get("/api/me/notices", summary="How am I told of my turns?")
async def show_notices(store: Store, visitor: Visitor) -> bodies.Notified:
    return _describe_channels(store, visitor.guest or "")


@put("/api/me/notices", summary="Have my turns posted to an https address, or to none any more")
async def set_webhook(store: Store, outbox: Outbox, visitor: Visitor, data: bodies.Hook) -> bodies.Notified:
    guest = await visitor.enter()
    if data.webhook is None:
        await store.run(guest_rows.delete_webhook(guest))
        return _describe_channels(store, guest)
    secret = await outbox.set_webhook(guest, data.webhook, visitor.address)
    return _describe_channels(store, guest, secret)


@get("/api/push/key", summary="The public key of this server for web push")
async def push_key(vapid: Vapid) -> bodies.PushKey:
    return bodies.PushKey(vapid.public)


@post("/api/me/push", status_code=HTTP_200_OK, summary="Have this browser told of my turns")
async def subscribe(store: Store, outbox: Outbox, visitor: Visitor, data: bodies.Subscription) -> bodies.Notified:
    guest = await visitor.enter()
    await outbox.add_browser(guest, data.endpoint)
    return _describe_channels(store, guest)


@delete("/api/me/push", status_code=HTTP_200_OK, summary="Do not tell this browser any more")
async def unsubscribe(store: Store, visitor: Visitor, endpoint: Endpoint) -> bodies.Notified:
    guest = visitor.guest or ""
    await store.run(guest_rows.delete_browser(endpoint, guest))
    return _describe_channels(store, guest)


@get("/api/me/turns", summary="What waits for me in matches over days, the newest first")
async def my_turns(notices: Notices, visitor: Visitor) -> list[bodies.Notice]:
    rows = notices.of_guest(visitor.guest) if visitor.guest else []
    return [msgspec.convert(notices.describe(row, "") | {"since": row.since_s}, bodies.Notice) for row in rows]


@post("/api/presets", summary="Keep house rules under a name, in place of my older ones of that name")
async def save(
    store: Store, server_clock: ServerClock, guests: Guests, visitor: Visitor, data: NewPreset
) -> PresetView:
    guest = await visitor.enter()
    about = None if data.about is None else talk.clean(data.about)
    credit, now_s = presets.Credit(data.authors, data.licence, about), server_clock.wall_s()
    found = await presets.save(store, now_s, guest, data.game, data.name, data.options, data.seats, credit)
    return _describe_preset(guests, found, visitor)


@get("/api/presets/{preset:str}", summary="House rules that somebody hands on")
async def show(store: Store, guests: Guests, visitor: Visitor, preset: Name) -> PresetView:
    return _describe_preset(guests, presets.find(store, preset), visitor)


@get("/api/me/presets", summary="My house rules, by game and name")
async def mine(store: Store, guests: Guests, visitor: Visitor) -> list[PresetView]:
    return [_describe_preset(guests, preset, visitor) for preset in guest_rows.list_presets(store, visitor.guest)]


@delete("/api/presets/{preset:str}", summary="Forget my house rules")
async def forget(store: Store, visitor: Visitor, preset: Name) -> None:
    await presets.remove(store, visitor.guest, preset)


HANDLERS = collect_handlers(globals())


def _me(guests: Guests, guest: str) -> bodies.Me:
    return bodies.Me(guest, guests.find_name(guest), guests.make_link(guest))


def _describe_block(found: guest_rows.Block) -> bodies.Blocked:
    return bodies.Blocked(found.name, found.since_s, found.token)


def _describe_channels(store: Store, guest: str, secret: str | None = None) -> bodies.Notified:
    hook = guest_rows.find_webhook(store, guest)
    return bodies.Notified(hook.url if hook else None, len(guest_rows.list_browsers(store, guest)), secret)


def _describe_preset(guests: Guests, found: guest_rows.PresetRow, visitor: Visitor) -> PresetView:
    seen = {
        "link": f"{visitor.base}/p/{found.preset}",
        "by": guests.find_name(found.guest),
        "mine": found.guest == visitor.guest,
        "fits": presets.fits(found),
    }
    return msgspec.convert(asdict(found) | seen, PresetView)
