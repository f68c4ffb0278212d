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
from bussolotto.envs import rewards
from bussolotto.envs.gymnasium import SeatEnv, env_id
from bussolotto.testing.golden import limited

every_game = pytest.mark.parametrize("name", bussolotto.games())


def played(env: SeatEnv, decisions: int, seed: int = 3) -> tuple[list[Any], bool]:
    """Random play; what each step told, and is it over?"""
    rng, told = np.random.default_rng(seed), []
    _, info = env.reset(seed=seed)
    for _ in range(decisions):
        told.append(env.step(rng.choice(np.flatnonzero(info["action_mask"]))))
        info = told[-1][4]
        if told[-1][2] or told[-1][3]:
            return told, told[-1][2]
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
    assert told[-1][4]["ending"] in env.game.ENDINGS[:-1] and not any(truncated for *_, truncated, _ in told)
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
    "wrong",
    [
        {"render_mode": "gif"},
        {"illegal": "ignore"},
        {"observation": "words"},
        {"seat": 2},
        {"seat": -1},
        {"reward": "chips"},
        {"scalar_shape": (2,)},
        {"opponents": ["random", "random"]},
    ],
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"render_mode|observation|seat|reward|scalar_shape|opponent"):
        SeatEnv("spilorcio", compiled=False, **wrong)


def test_at_the_limit_of_plies_a_match_is_truncated() -> None:
    env = SeatEnv("my-dice-your-dice", compiled=False)
    with limited(env.game, 70):
        told, over = played(env, 60)
    assert not over and len(told) < 60  # what `played` calls over is terminated
    assert told[-1][3] and told[-1][4]["ending"] == "limit" and not told[-1][4]["action_mask"].any()


def test_rewards_by_points() -> None:
    env, by_margin = (SeatEnv("my-dice-your-dice", compiled=False, reward=name) for name in ("scores", "margin"))
    own, others = played(env, 200)[0][-1][1], env.match_env.scores()
    assert own == others[0] and played(by_margin, 200)[0][-1][1] == others[0] - others[1]
    few = bussolotto.game("cui-bono")
    assert few.facts.fewest_win
    shares, points = np.array([0.0, 0.5, 0.5]), np.array([9.0, 4.0, 4.0])
    assert rewards.margin(few, shares, points).tolist() == [-5, 0, 0]
    assert rewards.scores(few, shares, points).tolist() == [-9, -4, -4]
    assert rewards.margin(bussolotto.game("spilorcio"), shares, points).tolist() == [5, -5, -5]


def test_action_masks_are_found_through_wrappers() -> None:
    env = gymnasium.make(env_id("spilorcio"), compiled=False)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_ and (masks == info["action_mask"]).all()
    env.step(int(masks.argmin()))  # illegal: the match is lost
    assert not env.get_wrapper_attr("action_masks")().any()


@every_game
def test_what_learners_can_ask_of_observations(name: str) -> None:
    """No scalar has the shape (), no array a type that PyTorch lacks, and masked ones hold the mask."""
    env = SeatEnv(name, compiled=False, scalar_shape=(1,), torch_types=True, masked=True)
    told, _ = played(env, 3)
    for seen, info in (env.reset(seed=1), (told[-1][0], told[-1][4])):
        assert seen in env.observation_space
        assert {array.dtype for array in seen["observation"].values()}.isdisjoint({np.dtype("u2"), np.dtype("u4")})
        assert min(array.ndim for array in seen["observation"].values()) == 1
        assert seen["action_mask"].dtype == np.int8 and (seen["action_mask"] == info["action_mask"]).all()
    scaled = SeatEnv(name, compiled=False, observation="scaled")
    check_env(scaled, skip_render_check=True)
    space: Any = scaled.observation_space
    assert space.dtype == np.float32 and (space.low.min(), space.high.max()) == (0, 1)


def test_policies_play_the_other_seats() -> None:
    """A callable is shown what the learner would be shown there; seats of bots and of chance go on as they are."""
    asked: list[tuple[int, int]] = []

    def last(observation: Any, mask: Any) -> int:
        asked.append((int(observation["observation"]["seat"]), int(observation["observation"]["turn"])))
        assert (observation["action_mask"] == mask).all()
        return int(np.flatnonzero(mask)[-1])

    env = SeatEnv("spilorcio", seats=3, seat=1, opponents=last, masked=True, compiled=False)
    told, _ = played(env, 40)
    assert asked and {seat for seat, _ in asked} == {0, 2} and all(seat == turn for seat, turn in asked)
    assert all(observation["observation"]["seat"] == 1 for observation, *_ in told)
    twin, kept = env.clone(), env.get_state()
    env.reset(seed=5)
    env.set_state(kept)
    assert env.get_state() == twin.get_state()
    mixed, _ = played(SeatEnv("spilorcio", seats=3, opponents=["sensible", last], masked=True, compiled=False), 10)
    assert all(observation["observation"]["seat"] == 0 for observation, *_ in mixed)


def test_a_model_plays_as_it_was_when_the_environment_was_made() -> None:
    class Model:
        """Plays the legal action of a rank, in the form of a policy of Stable-Baselines."""

        def __init__(self) -> None:
            self.rank, self.asked = 0, 0

        def predict(self, observation: Any, *, action_masks: Any) -> tuple[Any, None]:
            assert action_masks.dtype == np.bool_
            return np.flatnonzero(action_masks)[self.rank], None

    model = Model()
    env = SeatEnv("spilorcio", opponents=model, compiled=False)
    before, _ = played(env, 12)
    model.rank = -1
    after, _ = played(env, 12)
    assert [info["action_mask"].tolist() for *_, info in before] == [info["action_mask"].tolist() for *_, info in after]
