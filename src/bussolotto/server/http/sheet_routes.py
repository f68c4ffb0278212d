"""The HTTP API of rule sheets: brought here, listed, taken along, reported."""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.params import QueryParameter
from litestar.status_codes import HTTP_200_OK

from bussolotto import locale
from bussolotto.core.errors import Refusal
from bussolotto.games import game as module_of
from bussolotto.server.guard.long_work import LongWork
from bussolotto.server.http.bodies import Reported
from bussolotto.server.http.game_views import describe
from bussolotto.server.http.requests import Cursor, Name, PageSize, answer_page, collect_handlers
from bussolotto.server.http.sheet_bodies import (
    Decision,
    DecisionRefused,
    HouseRules,
    NewSharedRules,
    NewSheet,
    SheetExample,
    SheetFault,
    SheetFigures,
    SheetReport,
    SheetTrial,
    SheetTried,
    SheetVersion,
    SheetView,
    TriedMatch,
)
from bussolotto.server.match.shared_rules import read_shared, shared
from bussolotto.server.match.sheets import Sheets, newest_of
from bussolotto.server.match.trials import Trials, Walk, read_trial
from bussolotto.server.people import talk
from bussolotto.server.people.guests import Guests, Visitor
from bussolotto.server.people.reports import Reports
from bussolotto.server.store.sheet_rows import SheetRow
from bussolotto.server.table.names import clean_name, clean_part
from bussolotto.server.table.presets import clean_authors
from bussolotto.sheets import library
from bussolotto.sheets.game import BLANK, ENDING, game_from_text
from bussolotto.sheets.lines import find_line
from bussolotto.sheets.reading import read

PAGE = 50  # sheets on a page, unless asked otherwise

Words = Annotated[str, QueryParameter(max_length=100)]
Kind = Annotated[Literal["sheet", "rules"] | None, QueryParameter()]


@get("/api/sheets", summary="The rule sheets of this server, the newest first")
async def list_sheets(
    sheets: Sheets, visitor: Visitor, after: Cursor = None, limit: PageSize = PAGE, find: Words = "", kind: Kind = None
) -> Response[list[SheetView]]:
    """List them page by page, of each the newest version. The address of the next page is in the header `Link`.

    `find`: those alone that have these words in title, authors, description or name; `kind`: of one kind.
    """
    sheets.require_on()
    versions = sheets.list_versions()
    rows = [row for row in newest_of(versions, find) if kind is None or (row.game is None) == (kind == "sheet")]
    names = [row.name for row in rows]
    first = names.index(after) + 1 if after in names else 0
    shown = rows[first : first + limit]
    following = (shown[-1].name,) if first + limit < len(rows) else None
    query = {"limit": limit, "find": find or None, "kind": kind}
    return answer_page("/api/sheets", query, [_describe(row, versions[row.work], visitor) for row in shown], following)


@post("/api/sheets", status_code=HTTP_200_OK, summary="Bring a rule sheet here: it is checked and kept")
async def bring_sheet(sheets: Sheets, long_work: LongWork, visitor: Visitor, data: NewSheet) -> SheetView:
    sheets.require_on()
    await visitor.enter()
    game = await long_work.run(visitor.sender, game_from_text, data.sheet)
    row = await sheets.keep(game, visitor.asker)
    return _measuring(sheets, row, visitor)


@post("/api/sheets/rules", status_code=HTTP_200_OK, summary="Bring house rules into the collection, for everybody")
async def bring_rules(sheets: Sheets, guests: Guests, visitor: Visitor, data: NewSharedRules) -> SheetView:
    """Its author is the guest, by the name of today, unless they say who else."""
    sheets.require_on()
    game, name = module_of(data.game), clean_name(data.name)
    guest = await visitor.enter()
    me = [called] if (called := guests.find_name(guest)) else []
    authors, licence = clean_authors(data.authors or me), clean_part("licence", data.licence)
    about = talk.clean(data.about)
    rules = shared(game, data.options, data.seats, name=name, authors=authors, licence=licence, about=about)
    row = await sheets.keep_rules(rules, visitor.asker)
    return _measuring(sheets, row, visitor)


@get("/api/sheets/examples", summary="Rule sheets to begin with, the shortest first")
async def list_examples(sheets: Sheets) -> list[SheetExample]:
    sheets.require_on()
    return examples()


@post("/api/sheets/trial", status_code=HTTP_200_OK, summary="Try a rule sheet that is being written: nothing is kept")
async def try_sheet(
    sheets: Sheets, trials: Trials, long_work: LongWork, visitor: Visitor, data: SheetTrial
) -> SheetTried:
    """What is wrong with it, at which line; or the position that a match of it comes to, and what is legal there."""
    sheets.require_on()
    trials.admit(visitor.asker)
    return await long_work.run(visitor.sender, _tried, data)


@get("/api/sheets/{sheet:str}", summary="A rule sheet, and what random matches of it are like")
async def show_sheet(sheets: Sheets, visitor: Visitor, sheet: Name) -> SheetView:
    """While nothing is known of its matches, they are played: whoever asks again learns how far that is."""
    sheets.require_on()
    return _measuring(sheets, sheets.find(sheet), visitor)


@delete("/api/sheets/{sheet:str}", summary="Withdraw a rule sheet that I have brought")
async def withdraw_sheet(sheets: Sheets, visitor: Visitor, sheet: Name) -> None:
    """It is listed no more and opens no tables. What was played by it stays, and anybody may bring it again."""
    await sheets.withdraw(sheet, visitor.guest)


@get("/api/sheets/{sheet:str}/file", summary="A rule sheet as a file", media_type="application/toml")
async def sheet_file(sheets: Sheets, sheet: Name) -> Response[bytes]:
    sheets.require_on()
    row = sheets.find(sheet)
    ending, kind = (ENDING, "application/toml") if row.game is None else (".json", "application/json")
    headers = {"content-disposition": f'attachment; filename="{row.name}{ending}"'}
    return Response(row.text.encode(), media_type=kind, headers=headers)


@post("/api/sheets/{sheet:str}/report", summary="Report a rule sheet to the operator of this server")
async def report_sheet(reports: Reports, visitor: Visitor, sheet: Name, data: SheetReport) -> Reported:
    guest = await visitor.enter()
    made = await reports.make_of_sheet(guest, sheet, data.reason, talk.clean(data.words))
    return Reported(made.name, made.reason)


HANDLERS = collect_handlers(globals())


@cache
def examples() -> list[SheetExample]:
    """The blank sheet, then those that come with the package."""
    texts = [path.read_text(encoding="utf-8") for path in library().values()]
    found = [SheetExample(read(text).game.title, text) for text in sorted(texts, key=len)]
    return [SheetExample("", BLANK.read_text(encoding="utf-8")), *found]


def _tried(data: SheetTrial) -> SheetTried:
    try:
        game = read_trial(data.sheet)
    except Refusal as refusal:
        line = find_line(data.sheet, refusal)
        return SheetTried(SheetFault(refusal.code, refusal.text, refusal.values, line))
    walk = Walk(game, data.seats, data.seed)
    walk.follow([(each.seat, each.action) for each in data.decisions])
    walk.stroll(data.more)
    told = SheetTried(game=str(game.NAME), match=_walked(walk, data.seat))
    if data.known != game.NAME:
        told.facts, told.texts = describe(game), locale.of_sheet(data.lang, game)
    return told


def _walked(walk: Walk, wanted: int | None) -> TriedMatch:
    match, movers, no = walk.match, walk.movers, walk.refusal
    seat = wanted if wanted in movers else next(iter(movers), None)
    return TriedMatch(
        seats=match.seats,
        decisions=[Decision(*each) for each in walk.decisions],
        version=match.version,
        view=match.view(None),
        show=match.show(None),
        movers=movers,
        seat=seat,
        legal=[] if seat is None else match.legal(seat),
        scores=match.scores(),
        returns=match.returns(),
        ending=match.game.ENDINGS[match.game.ending(match.state)] if match.over else "",
        stopped=walk.stopped,
        refused=None if no is None else DecisionRefused(no.code, no.clause, no.text, no.values),
    )


def _measuring(sheets: Sheets, row: SheetRow, visitor: Visitor) -> SheetView:
    """Describe a sheet, which is measured unless it was already."""
    progress = sheets.measure(row, visitor.sender)
    view = _describe(row, sheets.versions_of(row), visitor)
    if progress is not None:
        view.measuring = progress.state
    return view


def _describe(row: SheetRow, versions: Iterable[SheetRow], visitor: Visitor) -> SheetView:
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
        rules=None if row.game is None else _rules(row.game, row.text),
        measured=None if row.measured is None else msgspec.convert(row.measured, list[SheetFigures]),
        versions=[SheetVersion(each.name, each.since_s) for each in versions],
    )


def _rules(game: str, text: str) -> HouseRules:
    found = read_shared(text)
    if found is None:
        return HouseRules(game, 0, {}, None, fits=False)
    return HouseRules(game, found.rules, found.options, found.seats, found.fits)
