"""The HTTP API of games, matches and their files."""

from functools import cache
from types import ModuleType
from typing import Annotated, Any, Literal

from litestar import Request, Response, get, post
from litestar.concurrency import sync_to_thread
from litestar.params import Parameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from bussolotto import kernel, locale, notation, players
from bussolotto.evening import MOST_GAMES
from bussolotto.games import NAMES
from bussolotto.games import game as module_of
from bussolotto.kernel import CHANCE
from bussolotto.notation import ClaimTold
from bussolotto.server.archive import record_of, salt_key
from bussolotto.server.bodies import AdviceView, GameDetails, GameView, MatchView, ReplayView
from bussolotto.server.gallery import eyes, position
from bussolotto.server.gate import Visitor
from bussolotto.server.house import House
from bussolotto.server.replays import moment_of, replay_of, replay_of_file
from bussolotto.server.sitters import viewer
from bussolotto.server.sittings import Sitting
from bussolotto.server.store import Store
from bussolotto.server.throws import are_rolled
from bussolotto.solve.advice import ADVISERS

LARGEST_FILE = 8 * 1024 * 1024
Format = Literal["file", "text"]
Name = Annotated[str, Parameter(max_length=64)]
OwnSeat = Annotated[int | None, QueryParameter(name="seat", ge=0, le=7)]  # which of one's own, on one device


@get("/api/games", summary="The games that can be played here")
async def list_games() -> list[GameView]:
    return [GameView(**_facts(module_of(name))) for name in NAMES]


@get("/api/games/{game:str}", summary="A game with its notation")
async def show_game(game: Name) -> GameDetails:
    return _details(module_of(game))


@get("/api/matches/{match:str}", summary="A match as the caller may see it")
async def show_match(house: House, visitor: Visitor, match: Name, own: OwnSeat = None) -> MatchView:
    sitting, seat = house.watchable(match, visitor.guest, own)
    now = position(sitting, seat)
    view = MatchView(
        match=match,
        table=sitting.table,
        game=sitting.match.module.NAME,
        version=sitting.match.version,
        state=sitting.state,
        view=now.view,
        movers=now.movers,
        legal=now.legal,
        show=str(now.show),
        over=sitting.over,
        seats=sitting.match.seats,
        seat=seat,
        names=[sitter.name for sitter in sitting.sitters],
        options=sitting.match.options,
        playable=sitting.playable,
        dice=sitting.dice,
        throw=now.throw,
    )
    if sitting.ending is not None:
        view.end, view.returns, view.scores = sitting.ending, sitting.ending.returns, sitting.ending.scores
    return view


@get("/api/matches/{match:str}/advice", summary="Advice about my decision, at a table that allows hints")
async def show_advice(house: House, visitor: Visitor, match: Name, own: OwnSeat = None) -> AdviceView:
    sitting, seat = house.watchable(match, visitor.guest, own)
    version = sitting.match.version
    advice = await house.hints.give(house.table_of(sitting), sitting, seat)
    return AdviceView(version=version, **advice)


@get("/api/matches/{match:str}/file", summary="The match file, or its readable twin; when the match is over")
async def match_file(
    house: House,
    visitor: Visitor,
    match: Name,
    form: Annotated[Format, QueryParameter(name="format")] = "file",
) -> Response[bytes]:
    sitting, _ = house.watchable(match, visitor.guest)
    record = record_of(house.store, sitting)
    if form == "text":
        return Response(notation.to_text(record).encode(), media_type="text/plain; charset=utf-8")
    content = await sync_to_thread(notation.write, record, salt_key(house.store, sitting))
    headers = {"content-disposition": f'attachment; filename="{record.game}-{match}.jsonl"'}
    return Response(content, media_type="application/jsonl", headers=headers)


@get("/api/matches/{match:str}/claims", summary="The claims of a race as they were judged; what is contested at once")
async def list_claims(house: House, visitor: Visitor, match: Name) -> list[ClaimTold]:
    sitting, _ = house.watchable(match, visitor.guest)
    return house.referees.claims(sitting)


@get("/api/matches/{match:str}/replay", summary="Every ply of a match that is over")
async def show_replay(house: House, visitor: Visitor, match: Name) -> ReplayView:
    sitting, _ = house.watchable(match, visitor.guest)
    return await sync_to_thread(replay_of, record_of(house.store, sitting))


@get("/api/matches/{match:str}/picture", summary="The position as SVG; after `version` plies when the match is over")
async def show_picture(
    house: House,
    visitor: Visitor,
    match: Name,
    version: Annotated[int | None, QueryParameter(ge=0)] = None,
    lang: Annotated[locale.Language, QueryParameter()] = "en",
    own: OwnSeat = None,
) -> Response[bytes]:
    sitting, seat = house.watchable(match, visitor.guest, own)
    title = locale.phrase(lang, f"game.{sitting.match.module.NAME}.title")
    bot = locale.phrase(lang, "seat.bot")
    names = [bot if sitter.player == sitter.name else sitter.name for sitter in sitting.sitters]
    content = await sync_to_thread(_picture, house.store, sitting, seat, version, names, title)
    return Response(content, media_type="image/svg+xml", headers={"cache-control": "no-cache"})


@post(
    "/api/replays",
    status_code=HTTP_200_OK,
    request_max_body_size=LARGEST_FILE,
    summary="Every ply of a match file sent along; nothing is stored",
)
async def replay_file(
    request: Request[Any, Any, Any], game: Annotated[int, QueryParameter(ge=0, le=MOST_GAMES)] = 0
) -> ReplayView:
    """Of the file of an evening the game with this number, from 0."""
    content = await request.body()
    return await sync_to_thread(replay_of_file, content, game)


HANDLERS = [
    list_games,
    show_game,
    show_match,
    show_advice,
    match_file,
    list_claims,
    show_replay,
    show_picture,
    replay_file,
]


def _picture(
    store: Store, sitting: Sitting, seat: int | None, version: int | None, names: list[str], title: str
) -> bytes:
    """What this seat may see of the position now; of an earlier one once all is open."""
    from bussolotto import pictures

    shown = sitting.match if version in (None, sitting.match.version) else moment_of(record_of(store, sitting), version)
    view = shown.view(eyes(sitting, viewer(seat)))
    return pictures.position(shown.module, view, names, shown.scores(), title).encode()


def _facts(game: ModuleType) -> dict[str, Any]:
    return {
        "name": game.NAME,
        "title": game.TITLE,
        "rules": game.RULES,
        "seats": list(game.SEATS),
        "options": {name: list(values) for name, values in game.OPTIONS.items()},
        "race": game.RACE,
        "players": players.names(game),
        "own": sorted(getattr(game, "OWN", {})),
        "numbers": list(kernel.numbers(game)),
        "hints": game.NAME in ADVISERS,
        "secrets": hasattr(game, "guess") and not getattr(game, "SAME_FOR_ALL", False),
        "rolled": are_rolled(game),
    }


@cache
def _details(game: ModuleType) -> GameDetails:
    return GameDetails(
        **_facts(game),
        actions=[game.say(0, code) for code in range(game.ACTIONS)],
        outcomes=[game.say(CHANCE, code) for code in range(game.OUTCOMES)],
        apart=list(getattr(game, "APART", ())),
        clauses=game.CLAUSES,
    )
