"""Gymnasium: every game passes its checks; one seat learns, among random seats or bots."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import bussolotto
from bussolotto import players
from bussolotto.core.errors import IllegalAction
from bussolotto.envs.gymnasium import SeatEnv, env_id

every_game = pytest.mark.parametrize("name", bussolotto.games())


def played(env: SeatEnv, decisions: int, seed: int = 3) -> tuple[list[Any], bool]:
    """Random play; what each step told, and is it over?"""
    rng, told = np.random.default_rng(seed), []
    _, info = env.reset(seed=seed)
    for _ in range(decisions):
        told.append(env.step(rng.choice(np.flatnonzero(info["action_mask"]))))
        info = told[-1][4]
        if told[-1][2]:
            return told, True
    return told, False


@every_game
def test_it_passes_gymnasiums_own_checks(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(env_id(name), compiled=False, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
    assert capsys.readouterr().out  # it was looked at in mode `human` too


@pytest.mark.parametrize("observation", ["flat", "bytes"])
def test_other_forms_of_observations_pass_too(observation: str) -> None:
    check_env(gymnasium.make(env_id("cincinnati"), compiled=False, observation=observation).unwrapped)


def test_ids_are_as_gymnasium_writes_them() -> None:
    assert env_id("my-dice-your-dice") == "bussolotto/MyDiceYourDice-v0"
    assert {env_id(name) for name in bussolotto.games()} <= gymnasium.registry.keys()


@pytest.mark.parametrize(("name", "decisions"), [("my-dice-your-dice", 200), ("cui-bono", 2000)])
def test_the_reward_is_the_win_share_at_the_end(name: str, decisions: int) -> None:
    env = SeatEnv(name, compiled=False, seat=1)
    told, over = played(env, decisions)
    assert over and [reward for _, reward, *_ in told[:-1]] == [0.0] * (len(told) - 1)
    assert told[-1][1] == env.match_env.returns()[1]
    assert not told[-1][4]["action_mask"].any()
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_an_illegal_action_loses_or_raises() -> None:
    env = SeatEnv("spilorcio", compiled=False)
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over) == (-1.0, True) and "SPI-2" in info["illegal"] and not info["action_mask"].any()
    with pytest.raises(ResetNeeded):
        env.step(illegal)
    strict = SeatEnv("spilorcio", compiled=False, illegal="raise")
    strict.reset(seed=1)
    before = strict.get_state()
    with pytest.raises(IllegalAction):
        strict.step(illegal)
    assert strict.get_state() == before


@every_game
def test_bots_sit_around_the_learner_and_a_copy_goes_the_same_way(name: str) -> None:
    bots = players.names(bussolotto.game(name))
    env = SeatEnv(name, opponents=bots[min(1, len(bots) - 1)])
    played(env, 4)
    twin = env.clone()
    if env.match_env.over:
        return
    action = int(np.flatnonzero(env.match_env.copy_look()[1])[0])
    told, other = env.step(action), twin.step(action)
    assert all((told[0][field] == other[0][field]).all() for field in told[0])
    assert told[1:4] == other[1:4] and (told[4]["action_mask"] == other[4]["action_mask"]).all()


def test_a_match_with_bots_is_the_same_from_the_same_seed_and_is_copied_not_kept() -> None:
    first, second = (played(SeatEnv("raffzahn", opponents=["sensible", "random"]), 6, seed=9)[0] for _ in range(2))
    assert [told[4]["clock_ms"] for told in first] == [told[4]["clock_ms"] for told in second]
    with pytest.raises(NotImplementedError, match="clone"):
        SeatEnv("raffzahn", opponents="sensible").get_state()
    with pytest.raises(ValueError, match="2 seats"):
        SeatEnv("raffzahn", opponents=["random", "sensible", "sensible"])


def test_the_environment_goes_back_to_kept_bytes_and_on_from_a_copy() -> None:
    env = SeatEnv("cincinnati", compiled=False)
    played(env, 5)
    kept, twin = env.get_state(), env.clone()
    action = int(np.flatnonzero(env.match_env.mask)[0])
    env.step(action)
    after = env.get_state()
    env.set_state(kept)
    for again in (env, twin):
        again.step(action)
        assert again.get_state() == after


def test_options_of_the_game_are_set_when_it_is_made_and_changed_by_reset() -> None:
    env = SeatEnv("spilorcio", seats=3, options={"loan": "five"}, compiled=False)
    first, second, third = (env.reset(seed=1, options=told)[0] for told in (None, {"rules": {"loan": "reserve"}}, {}))
    assert [view["loan"] for view in (first, second, third)] == [1, 0, 0] and third["seats"] == 3


def test_pictures() -> None:
    pixels, svg = (SeatEnv("spilorcio", compiled=False, render_mode=mode) for mode in ("rgb_array", "svg"))
    for env in (pixels, svg):
        env.reset(seed=1)
    assert svg.render().startswith("<svg ") and "seat 1" in svg.render()
    image = pixels.render()
    assert image.shape == (630, 1200, 3) and image.dtype == np.uint8 and len(np.unique(image)) > 20


@pytest.mark.parametrize(
    "wrong", [{"render_mode": "gif"}, {"illegal": "ignore"}, {"observation": "words"}, {"seat": 2}, {"seat": -1}]
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"render_mode|observation|seat"):
        SeatEnv("spilorcio", compiled=False, **wrong)
