"""An evening at a table: the next game with the same people, and the one record of all of them."""

from collections.abc import Sequence

from litestar import Response, get, post
from litestar.concurrency import sync_to_thread
from litestar.status_codes import HTTP_200_OK

from bussolotto import evening, notation, players
from bussolotto.chance import Chance
from bussolotto.games import game as module_of
from bussolotto.kernel import CHANCE
from bussolotto.match import Match, starter_step
from bussolotto.notation import EveningRecord
from bussolotto.server import conduct, sittings
from bussolotto.server.archive import record_of, salt_key
from bussolotto.server.bodies import Started
from bussolotto.server.gate import Visitor
from bussolotto.server.house import House
from bussolotto.server.problems import EveningGoesOn, EveningOver, MatchRunning, NoEvening, NotRunning
from bussolotto.server.programme import Evening, EveningGame, EveningKinds, Outcome, PileView
from bussolotto.server.routes import Name
from bussolotto.server.sitters import Sitter
from bussolotto.server.sittings import Sitting
from bussolotto.server.tables import Table, new_name


@get("/api/evenings", summary="What an evening of several games may be")
async def kinds() -> EveningKinds:
    presets = {name: list(games) for name, games in evening.PRESETS.items()}
    return EveningKinds(presets, list(evening.RULES), evening.MOST_GAMES)


@post("/api/tables/{table:str}/next", status_code=HTTP_200_OK, summary="Begin the next game of an evening")
async def next_game(house: House, visitor: Visitor, table: Name) -> Started:
    sitting = await go_on(house, table, visitor.guest or "")
    return Started(sitting.name, sitting.match.version)


@get("/api/tables/{table:str}/evening/file", summary="The record of a whole evening, when it is over")
async def evening_file(house: House, visitor: Visitor, table: Name) -> Response[bytes]:
    record, keys = evening_record(house, house.tables.find(table), visitor.guest)
    content = await sync_to_thread(notation.write_evening, record, keys)
    headers = {"content-disposition": f'attachment; filename="evening-{table}.jsonl"'}
    return Response(content, media_type="application/jsonl", headers=headers)


HANDLERS = [kinds, next_game, evening_file]


async def go_on(house: House, name: str, guest: str) -> Sitting:
    """The next game begins at the same table, the seat after the one that began last first.

    Raises NoEvening, EveningOver, NotRunning, MatchRunning, NotSeated or SeatEmpty.
    """
    async with house.tables.lock(name):
        table = house.tables.draft(house.tables.find(name))
        if guest != table.host:
            table.own_seat(guest)
        programme = _programme(table)
        last = house.sitting(table.match)
        if last.ending is None:
            raise NotRunning() if last.state == "waiting" else MatchRunning()
        if programme.last:
            raise EveningOver()
        table.require_full()
        programme.outcomes.append(Outcome(last.ending.returns, last.ending.scores))
        pile = _pile(house, programme)
        following = _turn_over(table, programme, pile)
        sitting, statement = house.new_sitting(table)
        starter = _starter(last.match, sitting.match)
        await conduct.begin(house, table, sitting, starter, statement, source=_source(following, pile))
    return sitting


def _programme(table: Table) -> Evening:
    if table.evening is None:
        raise NoEvening()
    return table.evening


def _turn_over(table: Table, programme: Evening, pile: evening.Pile | None) -> EveningGame:
    """The table turns to the next game."""
    programme.at += 1
    following = programme.games[programme.at]
    table.game, table.options = following.game, following.options
    table.seats = [_seated_again(sitter, following.game) for sitter in table.seats]
    table.match = new_name()
    programme.matches.append(table.match)
    found = evening.account(following.game, following.options, pile) if pile else None
    programme.pile = PileView(*found) if found else None
    return following


def _seated_again(sitter: Sitter, game: str) -> Sitter:
    """The same person; the same bot, or the game's best where it has none of that name."""
    if sitter.guest and not sitter.left:
        return Sitter(sitter.guest, sitter.name)
    known = players.names(module_of(game))
    player = sitter.player if sitter.player in known else known[-1]
    return Sitter(None, player, player)


def _pile(house: House, programme: Evening) -> evening.Pile | None:
    """What the last game on the pyramid has left; None where each has its own."""
    if not programme.shared:
        return None
    piles = (evening.leaves(house.sitting(match).match) for match in reversed(programme.matches))
    return next((pile for pile in piles if pile is not None), None)


def _source(part: EveningGame, pile: evening.Pile | None) -> Chance:
    """Where the dice of the set-up come from."""
    wishes: Sequence[str | None] = evening.wishes(part.game, part.options, pile) if pile else ()
    return evening.Carried(part.game, wishes, sittings.chance)


def _starter(last: Match, following: Match) -> tuple[int, int] | None:
    """The ply that makes the seat after the one that began last begin, where both games draw who does."""
    first = str(last.module.say(*last.log[0])) if last.log and last.log[0][0] == CHANCE else ""
    if not first.startswith("start "):
        return None
    return starter_step(following, (int(first.removeprefix("start ")) + 1) % following.seats)


def evening_record(house: House, table: Table, guest: str | None) -> tuple[EveningRecord, list[bytes]]:
    """The record of an evening that is over, and the keys of its salts. See `EveningGoesOn`."""
    programme = _programme(table)
    found = [house.watchable(match, guest)[0] for match in programme.matches]
    if not (programme.last and found[-1].over):
        raise EveningGoesOn()
    record = EveningRecord(
        games=[(part.game, part.options) for part in programme.games],
        score=programme.score,
        shared=programme.shared,
        names=[sitter.name for sitter in found[-1].sitters],
        matches=programme.matches,
        records=[record_of(house.store, sitting) for sitting in found],
    )
    return record, [salt_key(house.store, sitting) for sitting in found]
