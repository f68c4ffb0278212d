"""The HTTP API of games, matches and their files."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.params import QueryParameter
from litestar.status_codes import HTTP_200_OK

from bussolotto import locale
from bussolotto.core.errors import refuse
from bussolotto.core.kernel import CHANCE
from bussolotto.games import game as module_of
from bussolotto.games import names
from bussolotto.play import notation
from bussolotto.play.evening import MOST_GAMES
from bussolotto.play.match import Match
from bussolotto.play.notation import ClaimTold
from bussolotto.server.guard.long_work import LongWork
from bussolotto.server.http.bodies import (
    AdviceView,
    DiceView,
    GameDetails,
    GameView,
    MatchView,
    PublicKey,
    PublicKeys,
    ReplayView,
    ReviewView,
)
from bussolotto.server.http.game_views import details_of, facts_of
from bussolotto.server.http.replays import encode_replay, encode_replay_of_file, play_until
from bussolotto.server.http.requests import Name, OwnSeat, collect_handlers
from bussolotto.server.match import persistence
from bussolotto.server.match.background import Progress
from bussolotto.server.match.broadcaster import describe_position, resolve_viewer
from bussolotto.server.match.dice_reports import DiceReports, Of
from bussolotto.server.match.hints import Hints
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.reviews import Reviews
from bussolotto.server.match.seats import Occupant, viewer_at
from bussolotto.server.match.sheets import Sheets
from bussolotto.server.match.signatures import Signatures
from bussolotto.server.people.guests import Visitor
from bussolotto.server.race.race_queues import RaceQueues
from bussolotto.server.store import match_rows
from bussolotto.server.store.database import Store
from bussolotto.server.table.live_matches import LiveMatches
from bussolotto.server.table.tables import Tables

LARGEST_FILE = 8 * 1024 * 1024
LONGEST_ACTION = 100  # in notation
MOST_SHEETS = 50  # that are listed among the games
Format = Literal["file", "text"]


@get("/api/games", summary="The games that can be played here, and so many of the newest rule sheets")
async def list_games(
    sheets: Sheets,
    long_work: LongWork,
    visitor: Visitor,
    newest: Annotated[int, QueryParameter(name="sheets", ge=0, le=MOST_SHEETS)] = 0,
) -> list[GameView]:
    brought = [row.name for row in sheets.list_newest() if row.game is None][:newest] if sheets.is_on else []
    if not brought:
        return _views(names())
    return await long_work.run(visitor.sender, _views, [*names(), *brought])


@get("/api/games/{game:str}", summary="A game with its notation")
async def show_game(game: Name) -> GameDetails:
    return details_of(module_of(game))


@get("/api/matches/{match:str}", summary="A match as the caller may see it")
async def show_match(matches: LiveMatches, visitor: Visitor, match: Name, own: OwnSeat = None) -> MatchView:
    live, seat = matches.find_watchable(match, visitor.guest, own)
    now = describe_position(live, seat)
    view = MatchView(
        match=match,
        table=live.table,
        game=live.match.game.facts.name,
        version=live.match.version,
        state=live.state,
        view=now.view,
        movers=now.movers,
        legal=now.legal,
        show=str(now.show),
        over=live.over,
        seats=live.match.seats,
        seat=seat,
        names=[occupant.name for occupant in live.occupants],
        options=live.match.options,
        playable=live.playable,
        dice=live.dice,
        throw=now.throw,
    )
    if live.ending is not None:
        view.end, view.returns, view.scores = live.ending, live.ending.returns, live.ending.scores
    return view


@get("/api/matches/{match:str}/advice", summary="Advice about my decision, at a table that allows hints")
async def show_advice(
    matches: LiveMatches, tables: Tables, hints: Hints, visitor: Visitor, match: Name, own: OwnSeat = None
) -> AdviceView:
    live, seat = matches.find_watchable(match, visitor.guest, own)
    version = live.match.version
    advice = await hints.give(tables.find(live.table).hints, live, seat)
    return AdviceView(version=version, **advice)


@get("/api/matches/{match:str}/file", summary="The match file, or its readable twin; when the match is over")
async def match_file(
    long_work: LongWork,
    matches: LiveMatches,
    store: Store,
    signatures: Signatures,
    visitor: Visitor,
    match: Name,
    form: Annotated[Format, QueryParameter(name="format")] = "file",
) -> Response[bytes]:
    live, _ = matches.find_watchable(match, visitor.guest)
    record = persistence.build_proved_record(store, live)
    if form == "text":
        text = await long_work.run(visitor.sender, notation.to_text, record)
        return Response(text.encode(), media_type="text/plain")
    content = await long_work.run(
        visitor.sender, notation.write, record, match_rows.find_salt_key(store, live.number), signatures.signer
    )
    headers = {"content-disposition": f'attachment; filename="{record.game}-{match}.jsonl"'}
    return Response(content, media_type="application/jsonl", headers=headers)


@get("/api/fair/keys", summary="The public keys that sign the files of this server, by date")
async def list_keys(signatures: Signatures) -> PublicKeys:
    return PublicKeys([PublicKey(key, since) for since, key in signatures.public])


@get("/api/matches/{match:str}/claims", summary="The claims of a race as they were judged; what is contested at once")
async def list_claims(matches: LiveMatches, race_queues: RaceQueues, visitor: Visitor, match: Name) -> list[ClaimTold]:
    live, _ = matches.find_watchable(match, visitor.guest)
    return race_queues.list_claims(live)


@get("/api/matches/{match:str}/replay", summary="Every ply of a match that is over")
async def show_replay(
    long_work: LongWork, matches: LiveMatches, store: Store, visitor: Visitor, match: Name
) -> Response[ReplayView]:
    live, _ = matches.find_watchable(match, visitor.guest)
    return _encoded(await long_work.run(visitor.sender, encode_replay, persistence.build_record(store, live)))


@get("/api/matches/{match:str}/review", summary="What each choice of a match cost, and how lucky each seat was")
async def show_review(
    reviews: Reviews,
    matches: LiveMatches,
    store: Store,
    visitor: Visitor,
    match: Name,
    begin: Annotated[bool, QueryParameter()] = True,
) -> Response[ReviewView]:
    """Begin a review, or tell how far it is. With `begin=false` only tell."""
    live, _ = matches.find_watchable(match, visitor.guest)
    if not live.over:
        raise refuse("match-running")
    if not live.playable:
        raise refuse("other-rules", game=live.match.game.facts.name, rules=live.rules, known=live.match.game.RULES)
    record = partial(persistence.build_record, store, live)
    game = live.match.game
    found = reviews.ask(match, game, visitor.sender, record) if begin else reviews.find(match, game)
    review = None if found.result is None else _with_names(found.result, live)
    return _encoded(msgspec.json.encode({"state": found.state, "done": found.done, "review": review}))


@get("/api/matches/{match:str}/dice", summary="What fell in all matches of the table of this match")
async def show_dice_of_table(
    dice_reports: DiceReports, matches: LiveMatches, visitor: Visitor, match: Name
) -> Response[DiceView]:
    live, _ = matches.find_watchable(match, visitor.guest)
    if not live.over:
        raise refuse("match-running")
    return _encoded(_dice_view(dice_reports.ask("table", live.table, visitor.sender)))


@get(
    "/api/dice",
    summary="Is it the dice? What fell in all matches of this server, or in mine",
)
async def show_dice(
    dice_reports: DiceReports, visitor: Visitor, mine: Annotated[bool, QueryParameter()] = False
) -> Response[DiceView]:
    asked: tuple[Of, str] = ("guest", visitor.guest or "") if mine else ("server", "")
    return _encoded(_dice_view(dice_reports.ask(*asked, visitor.sender)))


@get("/api/matches/{match:str}/picture", summary="The position as SVG; after `version` plies when the match is over")
async def show_picture(
    long_work: LongWork,
    matches: LiveMatches,
    store: Store,
    visitor: Visitor,
    match: Name,
    version: Annotated[int | None, QueryParameter(ge=0)] = None,
    best: Annotated[str | None, QueryParameter(max_length=LONGEST_ACTION)] = None,
    since: Annotated[int | None, QueryParameter(ge=0)] = None,
    lang: Annotated[locale.Language, QueryParameter()] = "en",
    own: OwnSeat = None,
) -> Response[bytes]:
    """Draw the position. With `best`, an action in notation, it and what was done after so many plies are marked.

    With `since`, a number of plies, what has fallen after it is marked.
    """
    live, seat = matches.find_watchable(match, visitor.guest, own)
    content = await long_work.run(visitor.sender, _picture, store, live, seat, (version, best, since), lang)
    return Response(content, media_type="image/svg+xml", headers={"cache-control": "no-cache"})


@post(
    "/api/replays",
    status_code=HTTP_200_OK,
    request_max_body_size=LARGEST_FILE,
    summary="Every ply of a match file sent along; nothing is stored",
)
async def replay_file(
    long_work: LongWork,
    visitor: Visitor,
    request: Request[Any, Any, Any],
    game: Annotated[int, QueryParameter(ge=0, le=MOST_GAMES)] = 0,
) -> Response[ReplayView]:
    """Replay a match file. In the file of an evening, `game` is the number of the game, from 0."""
    told = request.headers.get("content-length", "")
    size = min(int(told), LARGEST_FILE) if told.isdecimal() else LARGEST_FILE
    with long_work.room_for(visitor.sender, size):
        content = await request.body()
        return _encoded(await long_work.run(visitor.sender, encode_replay_of_file, content, game))


HANDLERS = collect_handlers(globals())


def _encoded(body: bytes) -> Response[Any]:
    """Answer with what is encoded already."""
    return Response(body, media_type="application/json")


def _dice_view(found: Progress) -> bytes:
    dice = None if found.result is None else msgspec.Raw(found.result)
    return msgspec.json.encode({"state": found.state, "done": found.done, "dice": dice})


def _with_names(review: bytes, live: LiveMatch) -> dict[str, msgspec.Raw]:
    """A review that was kept, with the names of today: somebody may have deleted theirs."""
    told = msgspec.json.decode(review, type=dict[str, msgspec.Raw])
    names = msgspec.json.encode([occupant.name for occupant in live.occupants])
    return {**told, "names": msgspec.Raw(names)}


def _picture(
    store: Store,
    live: LiveMatch,
    seat: int | None,
    wanted: tuple[int | None, str | None, int | None],
    lang: locale.Language,
) -> bytes:
    """Return what this seat may see of the current position. Earlier positions are available after all is revealed."""
    from bussolotto import pictures
    from bussolotto.pictures.marks import Fallen, Marked

    version, best, since = wanted
    viewer = resolve_viewer(live, viewer_at(seat))
    shown = _shown(store, live, version)
    view = shown.view(viewer)
    names, title = _names(lang, live.occupants), locale.title(lang, shown.game.NAME)
    marked = None if best is None else Marked(*_choice(live, shown, best))
    fallen = None if since is None else Fallen(_shown(store, live, since).view(viewer), _said(shown, since))
    return pictures.position(shown.game, view, names, shown.scores(), title, lang, marked or fallen).encode()


def _shown(store: Store, live: LiveMatch, version: int | None) -> Match:
    """Return the match after so many plies. Raises NotFound, `match-running` before all is revealed."""
    if version in (None, live.match.version):
        return live.match
    return play_until(persistence.build_record(store, live), version)


def _said(shown: Match, since: int) -> list[str]:
    """Return what chance has done after so many plies, in notation. A die that is hidden is known once all is over."""
    return [shown.game.say(CHANCE, action) for seat, action in shown.log[since:] if seat == CHANCE]


def _choice(live: LiveMatch, shown: Match, best: str) -> tuple[int, str, str]:
    """Return who decided in this position, what was done, and what is best. Raises NotFound without such a choice.

    Nobody has done anything in the position of a match that goes on.
    """
    log = live.match.log
    seat, action = log[shown.version] if live.over and shown.version < len(log) else (CHANCE, 0)
    try:
        if seat == CHANCE or shown.game.read(seat, best) not in shown.legal(seat):
            raise refuse("not-found", what="choice", name=best)
    except ValueError as problem:
        raise refuse("not-found", what="choice", name=best) from problem
    return seat, shown.game.say(seat, action), best


def _names(lang: locale.Language, occupants: Sequence[Occupant]) -> list[str]:
    """What people read those in the seats are called: as the page does, by names that can be told apart."""
    bot, guest = (locale.phrase(lang, f"seat.{kind}") for kind in ("bot", "guest"))
    return locale.distinct([bot if one.player and one.player == one.name else one.name or guest for one in occupants])


def _views(games: Sequence[str]) -> list[GameView]:
    return [GameView(**facts_of(module_of(name))) for name in games]
