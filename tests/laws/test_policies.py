"""Compiled players obey their laws in every game, with every number of seats and all options."""

from types import ModuleType
from typing import Any

import pytest

import bussolotto
from bussolotto import players
from bussolotto.play.policies import policy_of
from bussolotto.testing import policies
from bussolotto.testing.worlds import World, every_world
from tests.depth import count
from tests.laws.test_laws import named

GAMES = [game for game in map(bussolotto.game, bussolotto.games()) if policy_of(game).NAME]
DECISIONS = count(short=12, full=60)  # in each match


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_policies_decide_legally_from_the_view_and_the_same_compiled(game: Any) -> None:
    assert policy_of(game).NAME in players.names(game)
    assert sum(policies.obeys(world, DECISIONS) for world in every_world(game, seed=7)[:: count(short=2, full=1)])


def test_a_policy_that_reads_what_is_hidden_is_caught() -> None:
    """In Cincinnati it follows the secret choice of the seat before it."""
    game = bussolotto.game("cincinnati")
    cheat = ModuleType("cheat")
    vars(cheat).update(vars(policy_of(game)))

    def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
        if s.phase == game.rules.CHOOSING and s.chosen[(seat + 1) % s.seats]:
            return int(game.rules.TABLE + s.chosen[(seat + 1) % s.seats] - 1)
        return int(policy_of(game).decide(s, seat, rng, tables))

    cheat.decide = decide  # type: ignore[attr-defined]  # a module made here
    with pytest.raises(AssertionError, match="may not know"):
        for seed in range(20):
            policies.obeys(World(game, 3, seed), 40, cheat)


def test_a_policy_with_illegal_decisions_is_caught() -> None:
    game = bussolotto.game("my-dice-your-dice")
    wrong = ModuleType("wrong")
    vars(wrong).update(vars(policy_of(game)), decide=lambda s, seat, rng, tables: game.rules.PAY)
    with pytest.raises(AssertionError, match="not legal"):
        policies.obeys(World(game, 2, 1), 40, wrong)
