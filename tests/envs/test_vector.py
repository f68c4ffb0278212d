"""Gymnasium's vector environment: the matches of a Batch, and for one seat those of single MatchEnvs."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import bussolotto
from bussolotto.core import chance
from bussolotto.core.errors import IllegalAction, NotAnAction, WrongSnapshot
from bussolotto.envs.gymnasium import env_id
from bussolotto.envs.match_env import MatchEnv
from bussolotto.envs.vector import VectorEnv
from bussolotto.play.batch import Batch

SIZE, SEED = 24, 5


def chosen(masks: Any, rng: np.random.Generator) -> Any:
    """Any legal action for each."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize("threads", [1, 3])
def test_with_every_seat_the_learners_it_is_a_batch(threads: int) -> None:
    env = gymnasium.make_vec(env_id("spilorcio"), SIZE, seat=None, threads=threads, final_obs=True)
    batch, rng = Batch("spilorcio", SIZE, seed=SEED, threads=1), np.random.default_rng(1)
    observations, infos = env.reset(seed=SEED)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    ends = 0
    for _ in range(80):
        assert observations in env.observation_space
        assert (observations["seat"] == batch.seats).all() and (infos["seat"] == batch.seats).all()
        assert all((observations[field] == batch.views[field]).all() for field in batch.game.STATE.names)
        assert (infos["action_mask"] == batch.masks).all()
        acted, actions = infos["seat"], chosen(infos["action_mask"], rng)
        observations, rewards, ended, truncated, infos = env.step(actions)
        batch.step(actions)
        assert (ended == batch.ended).all() and not truncated.any()
        assert (rewards == batch.shares[np.arange(SIZE), acted]).all()
        if ended.any():
            ends += int(ended.sum())
            assert (infos["shares"] == batch.shares).all()
            assert all((last is not None) == end for last, end in zip(infos["final_obs"], ended, strict=True))
            assert all(last["phase"] == 4 for last in infos["final_obs"][ended])  # OVER
    assert ends > 20
    env.close()


def test_with_one_seat_every_match_is_that_of_a_match_env() -> None:
    env = VectorEnv(3, "spilorcio", seat=1, seats=3)
    match_env, rng = MatchEnv(bussolotto.game("spilorcio"), 3, own=1, compiled=False), np.random.default_rng(2)
    _, infos = env.reset(seed=SEED)
    match_env.reset(SEED)
    for _ in range(60):
        actions = chosen(infos["action_mask"], rng)
        assert (infos["action_mask"][0] == match_env.mask).all()
        match_env.step(int(actions[0]))
        _, rewards, ended, _, infos = env.step(actions)
        assert ended[0] == match_env.over
        if ended[0]:
            assert rewards[0] == match_env.returns()[1]
            return
    raise AssertionError("no match has ended")


def test_matches_do_not_depend_on_each_other() -> None:
    assert (chance.streams(SEED, chance.CHOICES, 2)[0] == chance.seeded(SEED, chance.CHOICES)).all()
    few, many = VectorEnv(2, "spilorcio"), VectorEnv(5, "spilorcio")
    _, infos = few.reset(seed=SEED)
    _, others = many.reset(seed=SEED)
    for _ in range(10):
        few.step(infos["action_mask"].argmax(axis=1))
        many.step(others["action_mask"].argmax(axis=1))
        infos, others = few._infos(), many._infos()
        assert (infos["action_mask"] == others["action_mask"][:2]).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_one_illegal_action_is_refused_and_nothing_happens(threads: int) -> None:
    env = VectorEnv(4, "spilorcio", threads=threads)
    _, infos = env.reset(seed=SEED)
    legal, before = infos["action_mask"].argmax(axis=1), env.get_state()
    illegal = int(infos["action_mask"][2].argmin())
    for wrong, refusal in ((illegal, IllegalAction), (env.game.ACTIONS, NotAnAction), (-1, NotAnAction)):
        with pytest.raises(refusal):
            env.step(np.where(np.arange(4) == 2, wrong, legal))
        assert env.get_state() == before
    env.close()


def test_it_goes_back_to_kept_bytes() -> None:
    env = VectorEnv(4, "spilorcio", observation="flat")
    env.reset(seed=SEED)
    kept = env.get_state()
    actions = env.random_actions()
    kept = env.get_state()
    first, *_ = env.step(actions)
    observations, infos = env.set_state(kept)
    assert (infos["action_mask"][np.arange(4), actions] == 1).all() and observations.dtype == np.float32
    again, *_ = env.step(actions)
    assert (first == again).all()
    with pytest.raises(WrongSnapshot):
        env.set_state(kept[:-1])


def test_without_copies_observations_are_windows() -> None:
    env = VectorEnv(4, "spilorcio", observation="bytes", copy=False)
    observations, infos = env.reset(seed=SEED)
    before = observations.copy()
    env.step(infos["action_mask"].argmax(axis=1))
    assert (before != observations).any()


@pytest.mark.parametrize("wrong", [{"opponents": "sensible"}, {"threads": 0}, {"seat": 2}, {"num_envs": 0}])
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"bots|thread|seat"):
        VectorEnv(**{"num_envs": 2, "game": "spilorcio", **wrong})
