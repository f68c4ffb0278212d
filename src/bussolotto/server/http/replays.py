"""A whole match ply by ply, for the replay page."""

import msgspec

from bussolotto.core.errors import refuse
from bussolotto.games import game as module_of
from bussolotto.play import evening, notation
from bussolotto.play.match import Match
from bussolotto.play.narration import Narration, Told
from bussolotto.server.http.bodies import Frame, ReplayView
from bussolotto.server.match.encoded_log import describe_events
from bussolotto.server.protocol import EveningGame, EveningView, PileView
from bussolotto.server.table.series import Evening, Outcome


def build_replay(record: notation.Record) -> ReplayView:
    """Return every frame, with hidden information revealed. Raises `other-rules` if these rules cannot replay it."""
    match = open_record(record)
    frames, scores = [_frame(match)], [match.scores()]
    told = Narration(match, (None,)).told(record.steps, None)
    for (seat, action), events in zip(record.steps, told, strict=True):
        match.play(seat, action)
        frames.append(_frame(match, events))
        scores.append(match.scores())
    return msgspec.convert(vars(record) | {"frames": frames, "scores": scores}, ReplayView)


def build_replay_of_file(content: bytes, game: int) -> ReplayView:
    """Replay a match file, or game number `game` (from 0) of an evening file. Raises DamagedFile, NotFound."""
    if not notation.is_evening(content):
        return build_replay(notation.parse(content))
    whole = notation.parse_evening(content)
    if game >= len(whole.records):
        raise refuse("not-found", what="game", name=str(game))
    replay = build_replay(whole.records[game])
    replay.evening = build_evening_view(whole, game)
    return replay


def encode_replay(record: notation.Record) -> bytes:
    """Return the replay of a match as JSON: a long one takes time to encode, too. Raises `other-rules`."""
    return msgspec.json.encode(build_replay(record))


def encode_replay_of_file(content: bytes, game: int) -> bytes:
    """Return the replay of a file as JSON. Raises DamagedFile, NotFound, `other-rules`."""
    return msgspec.json.encode(build_replay_of_file(content, game))


def build_evening_view(whole: notation.EveningRecord, game: int) -> EveningView:
    """Describe a finished evening from the point of view of one of its games."""
    record, pile = whole.records[game], whole.piles[game]
    found = evening.account(record.game, record.options, pile) if pile else None
    *before, last = [msgspec.convert(part.end, Outcome) for part in whole.records]
    games = [EveningGame(name, options) for name, options in whole.games]
    played = Evening(games, whole.score, whole.shared, whole.matches, len(games) - 1, before)
    view = played.view(len(whole.names), last)
    view.at, view.pile = game, PileView(*found) if found else None
    return view


def open_record(record: notation.Record) -> Match:
    """Return the match before its first ply. Raises `other-rules` if these rules cannot replay it."""
    module = module_of(record.game)
    if record.rules != module.RULES:
        raise refuse("other-rules", game=record.game, rules=record.rules, known=module.RULES)
    return Match(module, record.seats, record.options)


def play_until(record: notation.Record, version: int) -> Match:
    """Return the match after `version` plies. Raises NotFound if it has fewer."""
    if version > len(record.steps):
        raise refuse("not-found", what="version", name=str(version))
    match = open_record(record)
    for seat, action in record.steps[:version]:
        match.play(seat, action)
    return match


def _frame(match: Match, told: Told | None = None) -> Frame:
    seat, action = match.log[-1] if match.log else (None, None)
    text = None if seat is None or action is None else match.game.say(seat, action)
    bits = match.movers()
    movers = [mover for mover in range(match.seats) if bits >> mover & 1]
    frame = Frame(match.version, seat, action, text, match.view(None), movers, match.show(None))
    if told and told.events:
        frame.events = describe_events(match.game, told.events)
    if told and told.pause_ms:
        frame.scene = match.listed(told.scene)
    frame.begins = bool(told and told.begins)
    return frame
