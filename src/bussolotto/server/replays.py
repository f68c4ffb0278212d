"""A whole match ply by ply, for the page that plays it again."""

import msgspec

from bussolotto import evening, notation
from bussolotto.games import game as module_of
from bussolotto.match import Match
from bussolotto.notation import ClaimTold, EveningRecord, Record
from bussolotto.server.bodies import Frame, ReplayView
from bussolotto.server.problems import NotFound, OtherRules
from bussolotto.server.programme import EveningGame, EveningView, PileView
from bussolotto.server.protocol import End


def replay_of(record: Record) -> ReplayView:
    """Every frame, all that lay hidden then opened. Raises OtherRules where these rules cannot play it again."""
    match = opening_of(record)
    frames, scores = [_frame(match)], [match.scores()]
    for seat, action in record.steps:
        match.play(seat, action)
        frames.append(_frame(match))
        scores.append(match.scores())
    return ReplayView(
        game=record.game,
        rules=record.rules,
        names=record.names,
        options=record.options,
        seats=record.seats,
        end=msgspec.convert(record.end, End | None),
        frames=frames,
        scores=scores,
        dice=record.dice,
        claims=msgspec.convert(record.claims, list[ClaimTold]),
    )


def replay_of_file(content: bytes, game: int) -> ReplayView:
    """A match file; of the file of an evening the game with this number, from 0. Raises DamagedFile, NotFound."""
    if not notation.is_evening(content):
        return replay_of(notation.parse(content))
    whole = notation.parse_evening(content)
    if game >= len(whole.records):
        raise NotFound("game", str(game))
    replay = replay_of(whole.records[game])
    replay.evening = evening_of(whole, game)
    return replay


def evening_of(whole: EveningRecord, game: int) -> EveningView:
    """An evening that is over, seen from one of its games."""
    record, pile = whole.records[game], whole.piles[game]
    found = evening.account(record.game, record.options, pile) if pile else None
    return EveningView(
        games=[EveningGame(name, options) for name, options in whole.games],
        score=whole.score,
        shared=whole.shared,
        at=game,
        matches=whole.matches,
        points=[list(map(float, match)) for match in whole.points()],
        totals=list(map(float, whole.totals())),
        places=evening.ranks(whole.totals()),
        pile=PileView(*found) if found else None,
        next=False,
        over=True,
    )


def opening_of(record: Record) -> Match:
    """The match before its first ply. Raises OtherRules where these rules cannot play it again."""
    module = module_of(record.game)
    if record.rules != module.RULES:
        raise OtherRules(record.game, record.rules, module.RULES)
    return Match(module, record.seats, record.options)


def moment_of(record: Record, version: int) -> Match:
    """The match after so many plies. Raises NotFound where it has not that many."""
    if version > len(record.steps):
        raise NotFound("version", str(version))
    match = opening_of(record)
    for seat, action in record.steps[:version]:
        match.play(seat, action)
    return match


def _frame(match: Match) -> Frame:
    seat, action = match.log[-1] if match.log else (None, None)
    text = None if seat is None or action is None else match.module.say(seat, action)
    bits = match.movers()
    movers = [mover for mover in range(match.seats) if bits >> mover & 1]
    return Frame(match.version, seat, action, text, match.view(None), movers, match.show(None))
