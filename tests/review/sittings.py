"""Matches to be reviewed."""

from collections.abc import Sequence
from random import Random

from bussolotto.core.chance import Fast
from bussolotto.core.contract import Game
from bussolotto.play.match import Match
from bussolotto.play.notation import Record, record_of
from bussolotto.play.policies import policy_of


def sensible(game: Game, seats: int, seed: int, careless: float = 0.0) -> Record:
    """A match by the game's policy, or with any legal actions; those are played as often as `careless` says."""
    match, dice, rng = Match(game, seats), Fast(seed), Random(seed)
    policy = policy_of(game)
    tables = policy.tables(match.state)
    generator = [seed + 1, 2, 3, 4]
    match.fall(dice)
    while not match.over:
        seat = match.movers().bit_length() - 1
        anything = not policy.NAME or rng.random() < careless
        action = rng.choice(match.legal(seat)) if anything else policy.decide(match.state, seat, generator, tables)
        match.play(seat, int(action))
        match.fall(dice)
    return record_of(match, names(seats))


def names(seats: int) -> Sequence[str]:
    """A name for each seat."""
    return ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo"][:seats]
