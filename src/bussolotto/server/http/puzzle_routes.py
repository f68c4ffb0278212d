"""The HTTP API of puzzles: the one of the day, any other, trying, and answering. Nothing is stored."""

from collections.abc import Sequence

import msgspec
from litestar import get, post
from litestar.status_codes import HTTP_200_OK

from bussolotto.play.match import Match
from bussolotto.review.puzzles import Puzzle
from bussolotto.server.guard.long_work import LongWork
from bussolotto.server.http.bodies import PuzzleActions, PuzzleAnswer, PuzzleCost, PuzzlePosition, PuzzleView
from bussolotto.server.http.requests import Name, collect_handlers
from bussolotto.server.match.puzzles import Puzzles
from bussolotto.server.people.guests import Visitor


@get("/api/puzzles/today", summary="The puzzle of the day, until midnight UTC the same for everybody")
async def show_today(long_work: LongWork, puzzles: Puzzles, visitor: Visitor) -> PuzzleView:
    return await long_work.run(visitor.sender, _show_today, puzzles)


@get("/api/puzzles/{puzzle:str}", summary="A puzzle, as its seat sees it")
async def show_puzzle(long_work: LongWork, puzzles: Puzzles, visitor: Visitor, puzzle: Name) -> PuzzleView:
    return await long_work.run(visitor.sender, _show, puzzles, puzzle)


@post("/api/puzzles/{puzzle:str}/preview", status_code=HTTP_200_OK, summary="What these actions would lead to")
async def preview(
    long_work: LongWork, puzzles: Puzzles, visitor: Visitor, puzzle: Name, data: PuzzleActions
) -> PuzzlePosition:
    return await long_work.run(visitor.sender, _preview, puzzles, puzzle, data.actions)


@post("/api/puzzles/{puzzle:str}/answer", status_code=HTTP_200_OK, summary="Is this best, and what do the others cost?")
async def answer(
    long_work: LongWork, puzzles: Puzzles, visitor: Visitor, puzzle: Name, data: PuzzleActions
) -> PuzzleAnswer:
    return await long_work.run(visitor.sender, _answer, puzzles, puzzle, data.actions[0])


HANDLERS = collect_handlers(globals())


def _show_today(puzzles: Puzzles) -> PuzzleView:
    puzzle, day = puzzles.today()
    view = _describe(puzzles, puzzle)
    view.day = day.isoformat()
    return view


def _show(puzzles: Puzzles, name: str) -> PuzzleView:
    return _describe(puzzles, puzzles.find(name))


def _describe(puzzles: Puzzles, puzzle: Puzzle) -> PuzzleView:
    match, seat = puzzles.match(puzzle), puzzle.found.seat
    return PuzzleView(puzzle.name, puzzle.game, match.seats, seat, match.options, _position(match, seat))


def _position(match: Match, seat: int) -> PuzzlePosition:
    bits = match.movers()
    movers = [mover for mover in range(match.seats) if bits >> mover & 1]
    return PuzzlePosition(match.view(seat), movers, match.legal(seat), match.show(seat), match.version)


def _preview(puzzles: Puzzles, name: str, actions: Sequence[int]) -> PuzzlePosition:
    puzzle = puzzles.find(name)
    seat = puzzle.found.seat
    return _position(puzzles.match(puzzle).preview(seat, actions), seat)


def _answer(puzzles: Puzzles, name: str, action: int) -> PuzzleAnswer:
    puzzle = puzzles.find(name)
    match, found = puzzles.match(puzzle), puzzle.found
    say, following = match.game.say, puzzles.after(name)
    match.play(found.seat, action)  # the copy is not needed any more: what is illegal is refused
    costs = [PuzzleCost(**msgspec.structs.asdict(cost), text=say(found.seat, cost.action)) for cost in found.costs]
    right = action == puzzle.best
    return PuzzleAnswer(action, right, found.kind, found.share, costs, None if following == name else following)
