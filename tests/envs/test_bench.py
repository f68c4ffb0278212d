"""The bench of environments plays whole matches, the same ones in every form."""

from functools import partial
from typing import Any

import pytest

import bussolotto
from bench import environments
from bench.environments import rate, seat_match, turns, world_match
from bussolotto.envs.gymnasium import SeatEnv
from bussolotto.envs.pettingzoo import TurnEnv
from bussolotto.envs.world import World


def first(mask: Any) -> int:
    """The first thing that is legal."""
    return int(mask.argmax())


def test_the_same_choices_make_the_same_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "MATCHES", 3)
    world = partial(world_match, World(bussolotto.game("spilorcio"), compiled=False))
    agents = partial(turns, TurnEnv("spilorcio", compiled=False))
    assert [world(seed, first) for seed in range(4)] == [agents(seed, first) for seed in range(4)]
    for play in (world, agents, partial(seat_match, SeatEnv("spilorcio", compiled=False))):
        assert rate(play, rounds=1) > 0
