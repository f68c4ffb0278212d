"""The HTTP API of puzzles: the one of the day, any other, trying, answering, and what a guest has solved."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

import msgspec
from litestar import delete, get, post
from litestar.status_codes import HTTP_200_OK

from bussolotto.core.errors import NotFound
from bussolotto.play.match import Match
from bussolotto.review.puzzles import Puzzle
from bussolotto.server.guard.long_work import LongWork
from bussolotto.server.http.bodies import PuzzleActions, PuzzleAnswer, PuzzleCost, PuzzlePosition, PuzzleView
from bussolotto.server.http.requests import Name, collect_handlers
from bussolotto.server.match.puzzles import Puzzles
from bussolotto.server.people.guests import Visitor
from bussolotto.server.people.own_puzzles import OwnPuzzles, PuzzleFigures


@get("/api/puzzles/today", summary="The puzzle of the day, until midnight UTC the same for everybody")
async def show_today(long_work: LongWork, puzzles: Puzzles, own_puzzles: OwnPuzzles, visitor: Visitor) -> PuzzleView:
    return await long_work.run(visitor.sender, _show_today, puzzles, own_puzzles.solved(visitor.guest))


@get("/api/puzzles/{puzzle:str}", summary="A puzzle, as its seat sees it")
async def show_puzzle(
    long_work: LongWork, puzzles: Puzzles, own_puzzles: OwnPuzzles, visitor: Visitor, puzzle: Name
) -> PuzzleView:
    return await long_work.run(visitor.sender, _show, puzzles, puzzle, own_puzzles.solved(visitor.guest))


@post("/api/puzzles/{puzzle:str}/preview", status_code=HTTP_200_OK, summary="What these actions would lead to")
async def preview(
    long_work: LongWork, puzzles: Puzzles, visitor: Visitor, puzzle: Name, data: PuzzleActions
) -> PuzzlePosition:
    return await long_work.run(visitor.sender, _preview, puzzles, puzzle, data.actions)


@post("/api/puzzles/{puzzle:str}/answer", status_code=HTTP_200_OK, summary="Is this best, and what do the others cost?")
async def answer(
    long_work: LongWork,
    puzzles: Puzzles,
    own_puzzles: OwnPuzzles,
    visitor: Visitor,
    puzzle: Name,
    data: PuzzleActions,
) -> PuzzleAnswer:
    solved = own_puzzles.solved(visitor.guest)
    game, told = await long_work.run(visitor.sender, _answer, puzzles, puzzle, data.actions[0], solved)
    await own_puzzles.keep(visitor.guest, puzzle, game, told.right)
    return told


@get("/api/me/puzzles", summary="How many puzzles have I solved, and the one of the day?")
async def my_puzzles(long_work: LongWork, puzzles: Puzzles, own_puzzles: OwnPuzzles, visitor: Visitor) -> PuzzleFigures:
    return own_puzzles.figures(visitor.guest, await long_work.run(visitor.sender, _name_of_today, puzzles))


@delete("/api/me/puzzles", summary="Forget which puzzles I have answered")
async def forget_my_puzzles(own_puzzles: OwnPuzzles, visitor: Visitor) -> None:
    await own_puzzles.forget(visitor.guest)


HANDLERS = collect_handlers(globals())


def _show_today(puzzles: Puzzles, solved: AbstractSet[str]) -> PuzzleView:
    puzzle, day = puzzles.today()
    view = _describe(puzzles, puzzle, solved)
    view.day = day.isoformat()
    return view


def _name_of_today(puzzles: Puzzles) -> str | None:
    try:
        puzzle, _ = puzzles.today()
    except NotFound:
        return None
    return puzzle.name


def _show(puzzles: Puzzles, name: str, solved: AbstractSet[str]) -> PuzzleView:
    return _describe(puzzles, puzzles.find(name), solved)


def _describe(puzzles: Puzzles, puzzle: Puzzle, solved: AbstractSet[str]) -> PuzzleView:
    match, seat, name = puzzles.match(puzzle), puzzle.found.seat, puzzle.name
    position = _position(match, seat)
    return PuzzleView(name, puzzle.game, match.seats, seat, match.options, position, name in solved)


def _position(match: Match, seat: int) -> PuzzlePosition:
    bits = match.movers()
    movers = [mover for mover in range(match.seats) if bits >> mover & 1]
    return PuzzlePosition(match.view(seat), movers, match.legal(seat), match.show(seat), match.version)


def _preview(puzzles: Puzzles, name: str, actions: Sequence[int]) -> PuzzlePosition:
    puzzle = puzzles.find(name)
    seat = puzzle.found.seat
    return _position(puzzles.match(puzzle).preview(seat, actions), seat)


def _answer(puzzles: Puzzles, name: str, action: int, solved: AbstractSet[str]) -> tuple[str, PuzzleAnswer]:
    """Return the game of the puzzle, and the answer."""
    puzzle = puzzles.find(name)
    match, found = puzzles.match(puzzle), puzzle.found
    say, following = match.game.say, puzzles.after(name, solved)
    match.play(found.seat, action)  # the copy is not needed any more: what is illegal is refused
    costs = [PuzzleCost(**msgspec.structs.asdict(cost), text=say(found.seat, cost.action)) for cost in found.costs]
    right = action == puzzle.best
    other = None if following == name else following
    return puzzle.game, PuzzleAnswer(action, right, found.kind, found.share, costs, other)
