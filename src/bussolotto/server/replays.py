"""A whole match ply by ply, for the page that plays it again."""

from types import SimpleNamespace

import msgspec

from bussolotto.games import game as module_of
from bussolotto.kernel import SPECTATOR
from bussolotto.match import Match
from bussolotto.notation import Record
from bussolotto.server.bodies import Frame, ReplayView
from bussolotto.server.problems import OtherRules
from bussolotto.server.protocol import End

NO_STEP = SimpleNamespace(seat=None, action=None, text=None)


def replay_of(record: Record) -> ReplayView:
    """Every frame as a spectator saw it. Raises OtherRules where these rules cannot play it again."""
    module = module_of(record.game)
    if record.rules != module.RULES:
        raise OtherRules(record.game, record.rules, module.RULES)
    match = Match(module, record.seats, record.options)
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
    )


def _frame(match: Match) -> Frame:
    told = match.steps(SPECTATOR, match.version - 1)[0] if match.version else NO_STEP
    bits = match.movers()
    movers = [seat for seat in range(match.seats) if bits >> seat & 1]
    return Frame(match.version, told.seat, told.action, told.text, match.view(SPECTATOR), movers, match.show(SPECTATOR))
