"""Gymnasium's vector environment: the matches of a Batch, and for one seat those of single MatchEnvs."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import bussolotto
from bussolotto.core import chance, kernel
from bussolotto.core.errors import IllegalAction, NotAnAction, WrongSnapshot
from bussolotto.envs.gymnasium import env_id
from bussolotto.envs.match_env import MatchEnv
from bussolotto.envs.vector import VectorEnv
from bussolotto.play.batch import Batch, memories_of
from bussolotto.play.policies import policy_of, with_memory

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
            assert (infos["shares"] == batch.shares).all() and (infos["rewards"] == batch.shares).all()
            assert set(infos["ending"][ended]) <= set(batch.game.ENDINGS[:-1]) and set(infos["ending"][~ended]) <= {""}
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


@pytest.mark.parametrize(
    "wrong", [{"opponents": "keen"}, {"opponents": ["random", "random"]}, {"threads": 0}, {"seat": 2}, {"num_envs": 0}]
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"bots|thread|seat"):
        VectorEnv(**{"num_envs": 2, "game": "spilorcio", **wrong})


class Interpreted:
    """A match in which the policy, interpreted, plays all seats but one, with the draws of a vector environment."""

    def __init__(self, name: str, own: int) -> None:
        self.game, self.own = bussolotto.game(name), own
        self.policy = policy_of(self.game)
        self.s = kernel.plain(bussolotto.new_state(self.game, self.game.SEATS[0]))
        (self.memory,) = memories_of(self.game, 1)
        self.tables = with_memory(self.policy.tables(self.s), self.memory)
        self.dice, self.draws = (chance.seeded(SEED, stream).tolist() for stream in (0, chance.CHOICES))

    def play(self, seat: int, action: int) -> None:
        self.game.apply(self.s, seat, action)
        if len(self.memory):
            self.policy.watch(self.s, seat, action, self.memory)

    def proceed(self) -> bool:
        """Dice and opponents, until the own seat decides; is the match over?"""
        while (bits := self.game.movers(self.s)) and not bits >> self.own & 1:
            if bits == 1 << kernel.CHANCE:
                weights = np.zeros(self.game.OUTCOMES, np.int64)
                self.game.odds(self.s, weights)
                self.play(kernel.CHANCE, chance.weighted(self.dice, weights.tolist()))
            else:
                seat = bits.bit_length() - 1
                self.play(seat, int(self.policy.decide(self.s, seat, self.draws, self.tables)))
        return bits == 0


@pytest.mark.parametrize("name", ["my-dice-your-dice", "eintrichtern"])
def test_compiled_opponents_decide_as_the_policy_does_interpreted(name: str) -> None:
    """Eintrichtern's remembers what everybody has seen."""
    env, match = VectorEnv(2, name, seat=1, opponents="sensible"), Interpreted(name, 1)
    _, infos = env.reset(seed=SEED)
    for decision in range(200):
        if match.proceed():
            break
        mask = np.zeros(env.game.ACTIONS, np.uint8)
        env.game.legal(match.s, 1, mask)
        assert (infos["action_mask"][0] == mask).all() and env._states[0].tobytes() == bytes(match.s), decision
        if decision == 5:  # going back to kept bytes brings their memory back
            _, infos = env.set_state(env.get_state())
        actions = infos["action_mask"].argmax(axis=1)
        match.play(1, int(actions[0]))
        _, rewards, ended, _, infos = env.step(actions)
    assert ended[0] and rewards[0] in (0, 0.5, 1)


def test_in_a_race_opponents_by_policy_take_their_own_time_whatever_the_threads() -> None:
    """A learner who needs a minute for everything hardly ever comes first."""
    ends = []
    for threads in (1, 2):
        env = VectorEnv(8, "raffzahn", opponents="sensible", reaction=60_000.0, threads=threads)
        env.reset(seed=SEED)
        shares = np.zeros(8)
        for _ in range(60):
            _, _, ended, _, infos = env.step(env.random_actions())
            shares += infos["shares"].sum(axis=0) if ended.any() else 0
        ends.append((env.get_state(), shares.tolist()))
        env.close()
    assert ends[0] == ends[1]
    assert shares.sum() > 3 and shares[0] < 0.1 * shares.sum()


def test_every_opponent_may_have_a_name_of_its_own() -> None:
    env = VectorEnv(2, "raffzahn", seat=1, opponents=["random", "sensible"])
    assert env._parts[0][-1][0] == 1 << 2
    with pytest.raises(ValueError, match="seats"):
        VectorEnv(2, "raffzahn", seat=None, opponents="sensible")


@pytest.mark.parametrize("threads", [1, 2])
def test_with_next_step_a_match_is_shown_at_its_end_and_begins_again_a_step_later(threads: int) -> None:
    """The matches are those of SAME_STEP, with one more step between two of them."""
    same = VectorEnv(SIZE, "my-dice-your-dice", seat=None)
    env = VectorEnv(SIZE, "my-dice-your-dice", seat=None, threads=threads, autoreset_mode="NextStep", masked=True)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    _, other = same.reset(seed=SEED)
    seen, infos = env.reset(seed=SEED)
    over, ends = np.zeros(SIZE, bool), 0
    for _ in range(60):
        assert (infos["action_mask"][~over] == other["action_mask"][~over]).all() and seen in env.observation_space
        assert not infos["action_mask"][over].any() and (seen["observation"]["phase"][over] > 4).all()
        assert (seen["action_mask"] == infos["action_mask"]).all()
        actions = infos["action_mask"].argmax(axis=1)
        before, at_end = over, infos
        seen, rewards, over, _, infos = env.step(actions)
        assert not rewards[before].any() and not (over & before).any()
        ends += int(over.sum())
        if over.any():
            assert (infos["shares"][over].sum(axis=1) == 1).all() and (infos["seat"][over] == -1).all()
        if before.any():  # `same` has begun these already
            continue_with = at_end["action_mask"].argmax(axis=1)
            assert (continue_with[before] == 0).all()
        other = follow(same, other, actions, before)
    assert ends > SIZE
    kept = env.get_state()
    env.step(infos["action_mask"].argmax(axis=1))
    again, _ = env.set_state(kept)
    assert (again["action_mask"] == infos["action_mask"]).all()


def follow(same: VectorEnv, other: Any, actions: Any, waiting: Any) -> Any:
    """Play the same in the matches that are not waiting to begin; where they wait, they have begun already."""
    kept = same.get_state()
    _, _, _, _, infos = same.step(np.where(waiting, other["action_mask"].argmax(axis=1), actions))
    if not waiting.any():
        return infos
    states, slots = same._states.copy(), same._kept.copy()
    masks = same._masks.copy()
    same.set_state(kept)
    before_masks = same._masks.copy()
    for mine, old in ((states, same._states), (slots, same._kept), (masks, before_masks)):
        mine[waiting] = old[waiting]
    same.set_state(states.tobytes() + slots.tobytes())
    return same._infos()


def test_rewards_by_points_and_what_ends_a_match() -> None:
    """The reward of all seats is known, also of those that did not end the match."""
    by_margin, by_scores = (VectorEnv(8, "my-dice-your-dice", seat=None, reward=name) for name in ("margin", "scores"))
    for env in (by_margin, by_scores):
        _, infos = env.reset(seed=SEED)
        for _ in range(200):
            acted = infos["seat"]
            _, rewards, ended, truncated, infos = env.step(infos["action_mask"].argmax(axis=1))
            if ended.any():
                break
        paid = infos["rewards"][ended]
        assert (rewards[ended] == paid[np.arange(len(paid)), acted[ended]]).all() and not rewards[~ended].any()
        assert not truncated.any() and not infos["rewards"][~ended].any()
        won = infos["shares"][ended][:, 0] == 1
        if env is by_margin:
            assert (paid[:, 0] == -paid[:, 1]).all() and ((paid[:, 0] > 0) == won).all()
        else:
            assert ((paid[:, 0] > paid[:, 1]) == won).all() and paid.min() >= 0
    with pytest.raises(ValueError, match="autoreset_mode"):
        VectorEnv(2, "my-dice-your-dice", autoreset_mode="Disabled")
