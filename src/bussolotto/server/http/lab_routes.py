"""The HTTP API of the lab: questions about rules, and what is known of them so far."""

from typing import Any

import msgspec
from litestar import Response, delete, get, post
from litestar.status_codes import HTTP_200_OK

from bussolotto.games import sheet_of
from bussolotto.server.guard.long_work import LongWork
from bussolotto.server.http.bodies import LabFacts, LabQuestion, LabView
from bussolotto.server.http.requests import Name, collect_handlers
from bussolotto.server.match.lab import LONGEST_S, Found, Lab
from bussolotto.server.match.sheets import Sheets
from bussolotto.server.people.guests import Visitor
from bussolotto.study.question import read_question
from bussolotto.study.sweep import MOST_SEARCHED, USUAL, WITHIN

VALUES, POINTS = 21, 64  # of an axis, of a sweep


@get("/api/lab", summary="Whether studies can be asked for here, and how large")
async def show_lab(lab: Lab, sheets: Sheets) -> LabFacts:
    return LabFacts(lab.is_on, sheets.is_on, VALUES, POINTS, USUAL, WITHIN, int(LONGEST_S / 60))


@post("/api/lab/studies", status_code=HTTP_200_OK, summary="Ask a question about rules, or go on with it")
async def ask_lab(
    lab: Lab, sheets: Sheets, long_work: LongWork, visitor: Visitor, data: LabQuestion
) -> Response[LabView]:
    lab.require_on()
    sheets.require_playable(data.game)
    await visitor.enter()
    question = await long_work.run(visitor.sender, _checked, data)
    return _encoded(lab.ask(question, visitor.asker))


@get("/api/lab/studies/{study:str}", summary="What is known of a question")
async def show_study(lab: Lab, visitor: Visitor, study: Name) -> Response[LabView]:
    return _encoded(lab.look(study, visitor.guest))


@delete("/api/lab/studies/{study:str}", status_code=HTTP_200_OK, summary="Stop a question, unless others ask it too")
async def stop_study(lab: Lab, visitor: Visitor, study: Name) -> Response[LabView]:
    return _encoded(lab.leave(study, visitor.guest))


HANDLERS = collect_handlers(globals())


def _checked(asked: LabQuestion) -> dict[str, Any]:
    """Return the question with a value for every option, so that the same question always looks the same."""
    told = msgspec.to_builtins(asked)
    most = (MOST_SEARCHED, MOST_SEARCHED) if asked.target else (VALUES, POINTS)
    found = read_question(told, *most)
    sheet = sheet_of(found.base.module)
    known = {"game": found.base.module.facts.name, "options": dict(found.base.options)}
    return {**told, **known, **({"sheet": sheet} if sheet else {})}


def _encoded(found: Found) -> Response[Any]:
    result = None if found.result is None else msgspec.Raw(found.result)
    body = msgspec.json.encode({"study": found.study, "state": found.state, "result": result})
    return Response(body, media_type="application/json")
