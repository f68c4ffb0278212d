"""What hard players that search have in common: they do so in this process or at a worker, with the same outcome."""

from random import Random

import msgspec

from bussolotto import players
from bussolotto.play.match import Match
from bussolotto.players.planning import Looking, Planned, Planner
from bussolotto.server.work.searches import SearchJob, job_of, look_of


def searches_here_or_at_a_worker(match: Match, playouts: str) -> None:
    """The hard player of this match, at a decision of somebody, searches so."""
    hard = players.levels(match.game)["hard"]
    assert isinstance(hard, Planned) and hard.playouts == playouts
    seat = match.movers().bit_length() - 1
    player = Planner(hard, match.game)
    chosen = player.choose(match.hidden(seat), match.legal(seat), Random(1))
    assert chosen is not None and chosen[0] in match.legal(seat)
    look = Looking(match.game, hard, match.hidden(seat), seat, 7)
    sent = msgspec.msgpack.decode(msgspec.msgpack.encode(job_of(look, 100.0)), type=SearchJob)
    assert look_of(sent)().best == look().best
