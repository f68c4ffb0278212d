"""PettingZoo: every game passes its own suites, seat by seat and all at once; races are well-defined."""

import contextlib
import functools
import io
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import bussolotto
from bussolotto.core import chance
from bussolotto.core.errors import IllegalAction, WrongSnapshot
from bussolotto.envs import pettingzoo
from bussolotto.envs.parallel import Table, module_name
from bussolotto.envs.pettingzoo import TurnEnv
from bussolotto.testing.golden import limited
from tests.depth import one_in

every_game = pytest.mark.parametrize("name", bussolotto.games())
# What the suites say of environments that are not on PettingZoo's own list of those with dicts and masks.
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask is all zeros",
)


@contextlib.contextmanager
def strict() -> Iterator[None]:
    """What the suites warn of is an error, what they print is not shown."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message=message)
        yield


def module(name: str) -> Any:
    """The module of a game, nothing of it compiled."""
    made = getattr(pettingzoo, module_name(name))
    ways = ("env", "raw_env", "parallel_env")
    return SimpleNamespace(**{way: functools.partial(getattr(made, way), compiled=False) for way in ways})


@pytest.mark.parametrize("name", one_in(3, bussolotto.games()))
def test_it_passes_the_suites_seat_by_seat(name: str) -> None:
    with strict():
        api_test(module(name).env(), num_cycles=60)
        api_test(module(name).raw_env(observation="flat"), num_cycles=20)
        seed_test(module(name).env, num_cycles=30)
        render_test(module(name).env)


@every_game
def test_it_passes_the_suites_all_at_once(name: str) -> None:
    with strict():
        parallel_api_test(module(name).parallel_env(), num_cycles=60)
        parallel_seed_test(module(name).parallel_env, num_cycles=30)


@every_game
def test_it_passes_the_suite_of_four_rounds(name: str) -> None:
    """Of games alone that no match ends earlier, which the suite takes for granted."""
    with strict():
        max_cycles_test(module(name))


def test_modules_are_named_as_pettingzoo_names_its_own() -> None:
    from bussolotto.envs.pettingzoo import my_dice_your_dice_v0

    assert my_dice_your_dice_v0.env(compiled=False).metadata["name"] == "my_dice_your_dice_v0"
    assert "bunte_kuh_v0" in dir(pettingzoo)
    with pytest.raises(AttributeError, match="no mikado_v0; there are abquetschen_v0"):
        _ = pettingzoo.mikado_v0


def test_the_reward_is_the_win_share_and_what_is_illegal_raises_or_loses() -> None:
    env, rng = module("spilorcio").raw_env(), np.random.default_rng(1)
    env.reset(seed=2)
    illegal = int(env.observe(env.agent_selection)["action_mask"].argmin())
    with pytest.raises(IllegalAction):
        env.step(illegal)
    while not any(env.terminations.values()):
        env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
    assert list(env.rewards.values()) == env.match_env.returns() and sum(env.rewards.values()) == 1
    wrapped = module("spilorcio").env()
    wrapped.reset(seed=2)
    loser = wrapped.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(illegal)
    assert all(wrapped.terminations.values()) and wrapped.rewards[loser] == -1


def test_only_who_is_selected_has_a_mask() -> None:
    env = TurnEnv("cincinnati", compiled=False)
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
    assert [agent for agent, mask in masks.items() if mask.any()] == [env.agent_selection]


def test_a_moment_can_pass_in_a_race() -> None:
    env = TurnEnv("perspectives", wait=True, compiled=False)
    env.reset(seed=1)
    assert env.action_space("seat_0").n == env.game.ACTIONS + 1
    before = env.infos["seat_0"]["clock_ms"], env.match_env.state.tobytes()
    assert env.observe(env.agent_selection)["action_mask"][-1] == 1
    env.step(env.game.ACTIONS)
    assert env.infos["seat_0"]["clock_ms"] > before[0] and env.match_env.state.tobytes() == before[1]


@every_game
def test_a_match_goes_on_alike_from_its_copy_and_from_its_bytes(name: str) -> None:
    for env in (TurnEnv(name, compiled=False), Table(name, compiled=False)):
        env.reset(seed=4)
        walked(env, 6, 1)
        kept, twin = env.get_state(), env.clone()
        walked(env, 4, 2)
        end = env.get_state()
        env.set_state(kept)
        for again in (env, twin):
            walked(again, 4, 2)
            assert again.get_state() == end
        with pytest.raises(WrongSnapshot):
            env.set_state(kept[1:])


def walked(env: Any, steps: int, seed: int) -> None:
    """So many steps of random play."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        if env.match_env.over:
            return
        if isinstance(env, TurnEnv):
            env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
        else:
            env.step({agent: rng.choice(np.flatnonzero(mask_of(env, agent))) for agent in env.agents})


def mask_of(env: Table, agent: str) -> Any:
    """What an agent may hand in."""
    return env._observations()[agent]["action_mask"]


def test_all_choose_at_once_where_choices_are_secret() -> None:
    env = Table("cincinnati", compiled=False)
    observations, _ = env.reset(seed=1)
    assert not any(observations[agent]["action_mask"][env.wait] for agent in env.agents)
    tables = {agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents}
    before = env.match_env.state["phase"].item()
    observations, _, _, _, infos = env.step(tables)
    assert env.match_env.state["phase"] != before
    assert [infos[agent] for agent in env.agents] == [{"applied": 1}] * 3


def all_looking(env: Table) -> dict[str, int]:
    """Play until all may act; what each could take or stop."""
    observations, _ = env.reset(seed=6)
    while env.match_env.movers.bit_count() < env.match_env.seats:
        claims = {agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents}
        observations, *_ = env.step(claims)
    return {agent: int(np.flatnonzero(observations[agent]["action_mask"])[-2]) for agent in env.agents}


def test_in_a_race_claims_are_judged_in_the_order_of_their_reactions() -> None:
    env = Table("perspectives", reaction=[200.0, 1000.0, 1000.0, 1000.0], compiled=False)
    stops = all_looking(env)
    assert {env.game.say(0, action) for action in stops.values()} == {"stop"}
    kept, won = env.get_state(), dict.fromkeys(env.possible_agents, 0)
    begun_ms = env.match_env.clock_ms
    for trial in range(600):
        env.set_state(kept)
        env.match_env.draws[:] = chance.seeded(trial)
        *_, infos = env.step(stops)
        applied = [agent for agent, info in infos.items() if info["applied"] == 1]
        assert len(applied) == 1 and all(info["applied"] in (0, 1) for info in infos.values())
        assert infos[applied[0]]["clock_ms"] > begun_ms
        won[applied[0]] += 1
    assert won["seat_0"] / 600 == pytest.approx(5 / 8, abs=0.08)  # 1/200 of 1/200 + 3/1000; four standard errors


def test_who_waits_or_may_not_act_claims_nothing() -> None:
    env = Table("perspectives", compiled=False)
    all_looking(env)
    before, clock = env.match_env.state.tobytes(), env.match_env.clock_ms
    *_, infos = env.step(dict.fromkeys(env.agents, env.wait))
    assert [info["applied"] for info in infos.values()] == [np.int8(-1)] * 4
    assert {info["applied"].dtype for info in infos.values()} == {np.dtype(np.int8)}
    assert env.match_env.state.tobytes() == before and env.match_env.clock_ms > clock
    turns = Table("spilorcio", compiled=False)
    observations, _ = turns.reset(seed=1)
    waits = [observations[agent]["action_mask"][turns.wait] for agent in turns.agents]
    assert sorted(waits) == [0, 1] and waits[turns.match_env.seat] == 0
    before = turns.match_env.state.tobytes()
    *_, infos = turns.step(dict.fromkeys(turns.agents, turns.wait))
    assert turns.match_env.state.tobytes() == before
    illegal = int(observations[turns.agents[turns.match_env.seat]]["action_mask"].argmin())
    *_, infos = turns.step(dict.fromkeys(turns.agents, illegal))
    assert turns.match_env.state.tobytes() == before and infos[turns.agents[turns.match_env.seat]]["applied"] == 0


def test_at_the_limit_of_plies_agents_are_truncated_and_infos_name_the_ending() -> None:
    turns = TurnEnv("my-dice-your-dice", compiled=False, reward="margin")
    table = Table("my-dice-your-dice", compiled=False, reward="margin")
    with limited(turns.game, 70):
        turns.reset(seed=1)
        while not any(turns.truncations.values()):
            turns.step(turns.observe(turns.agent_selection)["action_mask"].argmax())
        assert not any(turns.terminations.values()) and turns.infos["seat_0"]["ending"] == "limit"
        assert sum(turns.rewards.values()) == 0 and turns.rewards == turns._cumulative_rewards
        observations, _ = table.reset(seed=1)
        while table.agents:
            waits = {agent: seen["action_mask"].argmax() for agent, seen in observations.items()}
            observations, _, over, truncated, infos = table.step(waits)
        assert all(truncated.values()) and not any(over.values()) and infos["seat_1"]["ending"] == "limit"
