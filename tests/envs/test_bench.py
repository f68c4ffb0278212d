"""The bench of environments plays whole matches, the same ones in every form."""

from functools import partial
from typing import Any

import pytest

import bussolotto
from bench import environments
from bench.environments import play_match_env, rate, seat_match, turns
from bussolotto.envs.gymnasium import SeatEnv
from bussolotto.envs.match_env import MatchEnv
from bussolotto.envs.pettingzoo import TurnEnv


def first(mask: Any) -> int:
    """The first thing that is legal."""
    return int(mask.argmax())


def test_the_same_choices_make_the_same_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "MATCHES", 3)
    stepped = partial(play_match_env, MatchEnv(bussolotto.game("spilorcio"), compiled=False))
    agents = partial(turns, TurnEnv("spilorcio", compiled=False))
    assert [stepped(seed, first) for seed in range(4)] == [agents(seed, first) for seed in range(4)]
    for play in (stepped, agents, partial(seat_match, SeatEnv("spilorcio", compiled=False))):
        assert rate(play, rounds=1) > 0
