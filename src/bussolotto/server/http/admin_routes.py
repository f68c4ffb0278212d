"""The HTTP API for the operator of the server: bans, reports, guests, tables, and what was done."""

from typing import Annotated, Any

from litestar import Request, delete, get, post, put
from litestar.params import Parameter
from litestar.response import Response
from litestar.status_codes import HTTP_200_OK

from bussolotto.core.errors import Refusal
from bussolotto.server.http.admin_bodies import (
    AuditEntry,
    Ban,
    GuestView,
    NewBan,
    NewName,
    OperatorSession,
    ReportView,
    SeatOfTable,
    SignIn,
    TableOfServer,
)
from bussolotto.server.http.requests import Name, collect_handlers
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.people.bans import Bans
from bussolotto.server.people.guests import Guests, Visitor
from bussolotto.server.people.moderation import Moderation
from bussolotto.server.people.operators import PAGE_S, Operator, Operators, csrf_of
from bussolotto.server.store import moderation_rows
from bussolotto.server.store.database import Store
from bussolotto.server.store.guest_rows import GuestRow
from bussolotto.server.store.moderation_rows import ReportRow
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.tables import Table, Tables

CSRF = "bussolotto-csrf"
MOST = 200  # of anything listed
Text = Annotated[str, Parameter(max_length=40)]
HttpRequest = Request[Any, Any, Any]


def authenticate(request: HttpRequest, operators: Operators, visitor: Visitor) -> Operator:
    """Return the operator who sent a request: by the Authorization header, or by the cookie of the page."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return operators.require(key, ("token", "command"), visitor.sender)
    csrf = None if request.method == "GET" else request.headers.get(CSRF, "")
    return operators.require_page(request.cookies.get(operators.cookie, ""), csrf, visitor.sender)


@post("/api/admin/session", status_code=HTTP_200_OK, summary="Operator: sign in with the token")
async def sign_in(operators: Operators, visitor: Visitor, data: SignIn) -> Response[OperatorSession]:
    key = await operators.sign_in(data.token, visitor.sender)
    headers = {"set-cookie": _cookie(operators.cookie, key, PAGE_S, visitor), "cache-control": "no-store"}
    return Response(OperatorSession(csrf_of(key)), headers=headers)


@get("/api/admin/session", summary="Operator: am I signed in?")
async def session(request: HttpRequest, operators: Operators, operator: Operator) -> Response[OperatorSession]:
    csrf = csrf_of(request.cookies.get(operators.cookie, ""))
    return Response(OperatorSession(csrf), headers={"cache-control": "no-store"})


@delete("/api/admin/session", status_code=HTTP_200_OK, summary="Operator: sign out")
async def sign_out(operators: Operators, visitor: Visitor, operator: Operator) -> Response[None]:
    await operators.sign_out(operator)
    return Response(None, headers={"set-cookie": _cookie(operators.cookie, "", 0, visitor)})


@get("/api/admin/reports", summary="Operator: reports of players, the newest first")
async def reports(
    store: Store, guests: Guests, tables: Tables, bans: Bans, operator: Operator, settled: bool = False
) -> list[ReportView]:
    """List open reports; with `settled` also those that were dealt with."""
    rows = moderation_rows.list_reports(store, settled, MOST)
    return [_describe_report(store, tables, bans, row) for row in rows]


@post("/api/admin/reports/{report:int}/settle", status_code=HTTP_200_OK, summary="Operator: a report is dealt with")
async def settle(moderation: Moderation, operator: Operator, report: int) -> None:
    await moderation.settle(operator.kind, report)


@get("/api/admin/guests", summary="Operator: guests by a part of their name, the newest first")
async def guests_by_name(
    store: Store, bans: Bans, tables: Tables, broadcaster: Broadcaster, operator: Operator, name: Text = ""
) -> list[GuestView]:
    rows = moderation_rows.search_guests(store, name, MOST)
    return [_describe_guest(bans, tables, broadcaster, row) for row in rows]


@put("/api/admin/guests/{guest:str}", status_code=HTTP_200_OK, summary="Operator: rename a guest")
async def rename_guest(moderation: Moderation, operator: Operator, guest: Name, data: NewName) -> None:
    await moderation.rename(operator.kind, guest, data.name)


@delete("/api/admin/guests/{guest:str}", status_code=HTTP_200_OK, summary="Operator: delete what is stored of a guest")
async def delete_guest(moderation: Moderation, operator: Operator, guest: Name) -> None:
    await moderation.delete(operator.kind, guest)


@get("/api/admin/tables", summary="Operator: tables in use, the newest first")
async def tables_in_use(tables: Tables, matches: LiveMatches, operator: Operator) -> list[TableOfServer]:
    return [_describe_table(matches, table) for table in tables.recent(MOST)]


@post("/api/admin/tables/{table:str}/close", status_code=HTTP_200_OK, summary="Operator: close a table for good")
async def close_table(moderation: Moderation, operator: Operator, table: Name) -> None:
    await moderation.close(operator.kind, table)


@post("/api/admin/sheets/{sheet:str}/remove", status_code=HTTP_200_OK, summary="Operator: take a rule sheet down")
async def remove_sheet(moderation: Moderation, operator: Operator, sheet: Name) -> None:
    await moderation.remove_sheet(operator.kind, sheet)


@get("/api/admin/bans", summary="Operator: bans in force, the newest first")
async def bans_in_force(bans: Bans, guests: Guests, operator: Operator) -> list[Ban]:
    return [_describe_ban(guests, ban) for ban in bans.in_force()]


@post("/api/admin/bans", summary="Operator: ban a guest, an address, or both")
async def ban(moderation: Moderation, guests: Guests, operator: Operator, data: NewBan) -> list[Ban]:
    made = await moderation.ban(operator.kind, data.guest, data.address, data.hours, data.reason)
    return [_describe_ban(guests, one) for one in made]


@delete("/api/admin/bans/{ban_number:int}", status_code=HTTP_200_OK, summary="Operator: end a ban")
async def unban(moderation: Moderation, operator: Operator, ban_number: int) -> None:
    await moderation.unban(operator.kind, ban_number)


@get("/api/admin/audit", summary="Operator: what was done, the newest first")
async def audit(store: Store, operator: Operator) -> list[AuditEntry]:
    return [
        AuditEntry(row.entry, row.at_s, row.operator, row.action, row.subject, row.details.get("until_s"))
        for row in moderation_rows.list_audit(store, MOST)
    ]


HANDLERS = collect_handlers(globals())


def _cookie(name: str, key: str, life_s: int, visitor: Visitor) -> str:
    secure = "; Secure" if visitor.base.startswith("https:") else ""
    return f"{name}={key}; Path=/api/admin; Max-Age={life_s}; HttpOnly; SameSite=Strict{secure}"


def _describe_ban(guests: Guests, row: moderation_rows.BanRow) -> Ban:
    name = guests.find_name(row.guest) if row.guest else None
    return Ban(row.ban, row.guest, name, row.address, row.since_s, row.until_s, row.reason)


def _describe_report(store: Store, tables: Tables, bans: Bans, row: ReportRow) -> ReportView:
    reporter, reported = (guest and moderation_rows.find_guest(store, guest) for guest in (row.reporter, row.reported))
    return ReportView(
        report=row.report,
        reporter=row.reporter,
        reporter_name=reporter.name if reporter else None,
        reported=row.reported,
        name=row.name,
        name_now=reported.name if reported else None,
        table=row.table,
        match=row.match,
        game=_find_game(tables, row.table),
        version=row.version,
        seat=row.seat,
        reason=row.reason,
        words=row.words,
        said=row.said,
        since=row.since_s,
        settled=row.settled_s,
        banned=row.reported is not None and bans.is_banned(row.reported),
        sheet=row.sheet,
    )


def _find_game(tables: Tables, table: str) -> str | None:
    try:
        return tables.find(table).game
    except Refusal:  # deleted since
        return None


def _describe_guest(bans: Bans, tables: Tables, broadcaster: Broadcaster, row: GuestRow) -> GuestView:
    pages = broadcaster.find_all(lambda page: page.guest == row.guest)
    return GuestView(
        guest=row.guest,
        name=row.name,
        since=row.since_s,
        banned=bans.is_banned(row.guest),
        addresses=sorted({page.address for page in pages}),
        tables=[table.name for table in tables.of_guest(row.guest)],
    )


def _describe_table(matches: LiveMatches, table: Table) -> TableOfServer:
    return TableOfServer(
        table=table.name,
        game=table.game,
        match=table.match,
        state=matches.find(table.match).state,
        visibility=table.visibility,
        seats=[
            SeatOfTable(seat, occupant.guest, occupant.name, occupant.player)
            for seat, occupant in enumerate(table.seats)
        ],
        changed=table.changed_s,
        shut=table.shut,
    )
