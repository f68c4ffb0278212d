"""The HTTP API of rule sheets: brought here, listed, taken along, reported."""

import msgspec
from litestar import Response, get, post
from litestar.status_codes import HTTP_200_OK

from bussolotto.server.guard.long_work import LongWork
from bussolotto.server.http.bodies import Reported
from bussolotto.server.http.requests import Cursor, Name, PageSize, answer_page, collect_handlers
from bussolotto.server.http.sheet_bodies import NewSheet, SheetFigures, SheetReport, SheetView
from bussolotto.server.match.sheets import Sheets
from bussolotto.server.people import talk
from bussolotto.server.people.guests import Visitor
from bussolotto.server.people.reports import Reports
from bussolotto.server.store.sheet_rows import SheetRow
from bussolotto.sheets.game import ENDING, game_from_text

PAGE = 50  # sheets on a page, unless asked otherwise


@get("/api/sheets", summary="The rule sheets of this server, the newest first")
async def list_sheets(
    sheets: Sheets, visitor: Visitor, after: Cursor = None, limit: PageSize = PAGE
) -> Response[list[SheetView]]:
    """List them page by page. The address of the next page is in the header `Link`."""
    sheets.require_on()
    rows = sheets.list_newest()
    names = [row.name for row in rows]
    first = names.index(after) + 1 if after in names else 0
    shown = rows[first : first + limit]
    following = (shown[-1].name,) if first + limit < len(rows) else None
    return answer_page("/api/sheets", {"limit": limit}, [_describe(row, visitor) for row in shown], following)


@post("/api/sheets", status_code=HTTP_200_OK, summary="Bring a rule sheet here: it is checked and kept")
async def bring_sheet(sheets: Sheets, long_work: LongWork, visitor: Visitor, data: NewSheet) -> SheetView:
    sheets.require_on()
    guest = await visitor.enter()
    game = await long_work.run(visitor.sender, game_from_text, data.sheet)
    row = await sheets.keep(game, guest, visitor.sender, visitor.guard.times(visitor.sender))
    return _measuring(sheets, row, visitor)


@get("/api/sheets/{sheet:str}", summary="A rule sheet, and what random matches of it are like")
async def show_sheet(sheets: Sheets, visitor: Visitor, sheet: Name) -> SheetView:
    """While nothing is known of its matches, they are played: whoever asks again learns how far that is."""
    sheets.require_on()
    return _measuring(sheets, sheets.find(sheet), visitor)


@get("/api/sheets/{sheet:str}/file", summary="A rule sheet as a file", media_type="application/toml")
async def sheet_file(sheets: Sheets, sheet: Name) -> Response[bytes]:
    sheets.require_on()
    row = sheets.find(sheet)
    headers = {"content-disposition": f'attachment; filename="{row.name}{ENDING}"'}
    return Response(row.text.encode(), media_type="application/toml", headers=headers)


@post("/api/sheets/{sheet:str}/report", summary="Report a rule sheet to the operator of this server")
async def report_sheet(reports: Reports, visitor: Visitor, sheet: Name, data: SheetReport) -> Reported:
    guest = await visitor.enter()
    made = await reports.make_of_sheet(guest, sheet, data.reason, talk.clean(data.words))
    return Reported(made.name, made.reason)


HANDLERS = collect_handlers(globals())


def _measuring(sheets: Sheets, row: SheetRow, visitor: Visitor) -> SheetView:
    """Describe a sheet, which is measured unless it was already."""
    progress = sheets.measure(row, visitor.sender)
    view = _describe(row, visitor)
    if view.measured is None and progress is not None:
        view.measuring = progress.state
    return view


def _describe(row: SheetRow, visitor: Visitor) -> SheetView:
    return SheetView(
        sheet=row.name,
        title=row.title,
        authors=row.authors,
        licence=row.licence,
        about=row.about,
        seats=row.seats,
        since=row.since_s,
        mine=row.guest is not None and row.guest == visitor.guest,
        link=f"{visitor.base}/sheets/{row.name}",
        measured=None if row.measured is None else msgspec.convert(row.measured, list[SheetFigures]),
    )
