"""Gymnasium's vector environment: many compiled matches in one array, restarted in place when they end.

    many = gymnasium.make_vec("bussolotto/Spilorcio-v0", num_envs=1024)  # one seat learns, the others choose at random
    table = gymnasium.make_vec("bussolotto/Spilorcio-v0", num_envs=1024, seat=None)  # every decision is the learner's

A match is the same as with the same seed in a `bussolotto.batch.Batch`. Match k depends neither on the number of other
matches nor on threads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import bussolotto
from bussolotto.core import chance, errors, kernel
from bussolotto.core.contract import Game, refusal
from bussolotto.envs.observation import layout
from bussolotto.envs.race_model import REACTION_MS, Reaction, rates_of
from bussolotto.envs.spaces import observation_space, observer
from bussolotto.play.batch import AGAIN, BLOCK, GO_ON, KEPT, SLOT, memories_of
from bussolotto.play.policies import policy_of

Step = tuple[Any, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`num_envs` matches; a step is one decision in each.

    With a `seat`, only that seat decides; the others choose at random or by the compiled policy of the game. The reward
    is its win share in the step that ends a match, 0 before. With `seat=None`, all seats decide: `infos["seat"]` is the
    next seat, and the reward is the win share of the seat that ended the match. `infos["action_mask"]` marks legal
    actions. In a step that ends matches, `infos["shares"]` float64[n, 8] are the win shares of all seats. Observations
    are already those of the next match (`SAME_STEP`); with `final_obs`, `infos["final_obs"]` has the final ones.
    """

    def __init__(
        self,
        num_envs: int,
        game: str,
        *,
        seats: int | None = None,
        seat: int | None = 0,
        options: Mapping[str, object] | None = None,
        opponents: str | Sequence[str] = "random",
        observation: str = "fields",
        reaction: Reaction = REACTION_MS,
        threads: int = 1,
        copy: bool = True,
        final_obs: bool = False,
        render_mode: None = None,
    ) -> None:
        """Set up the matches, divided among `threads`. With `copy=False`, the next step changes the returned arrays.

        `opponents`: `random`, or the compiled player of the game, for all other seats, or a name for each in order.
        `final_obs` is slow if matches are short, and unnecessary if the value of the end of a match is its reward.
        Raises UnknownGame, BadSeats, UnknownOption, UnknownValue; ValueError, for bots that are not compiled, too,
        which need `vectorization_mode="sync"`.
        """
        if render_mode is not None:
            raise ValueError('to look at matches: vectorization_mode="sync"')
        if num_envs < 1 or threads < 1:
            raise ValueError(f"a match and a thread at least, not {num_envs} and {threads}")
        self.game: Game = bussolotto.game(game)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs, self.copy, self.final_obs = num_envs, copy, final_obs
        self.seats = self.game.SEATS[0] if seats is None else seats
        self.seat = seat
        self._opening = np.array([bussolotto.new_state(self.game, self.seats, **dict(options or {}))])
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} is none of {self.seats}")
        bots = seats_by_policy(self.game, self.seats, seat, opponents)
        self._allocate(rates_of(reaction, self.seats), min(threads, num_envs), bots)
        shape = layout(self.game)
        self._observed = observer(shape, observation)
        self.single_observation_space = observation_space(shape, observation)
        self.single_action_space = spaces.Discrete(self.game.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        rules = bussolotto.compiled(self.game)
        self._decide, self._random = rules.decide, rules.batch_random

    def _allocate(self, rates: Any, threads: int, bots: int) -> None:
        self._states, self._views, self._finals = np.zeros((3, self.num_envs), self.game.STATE)
        self._masks = np.zeros((self.num_envs, -(-self.game.ACTIONS // BLOCK) * BLOCK), np.uint8)
        self._slots = np.zeros(self.num_envs, SLOT)
        own = AGAIN | (1 << self.seats) - 1 if self.seat is None else AGAIN | 1 << self.seat
        arrays = (self._states, self._views, self._finals, self._masks, self._masks.view(np.int64), self._slots)
        edges = [self.num_envs * thread // threads for thread in range(threads + 1)]
        self._memories = memories_of(self.game, self.num_envs if bots else 0)
        self._parts = [
            (self._opening, *(each[first:last] for each in arrays), rates, np.zeros(self.game.OUTCOMES, np.int64), own)
            for first, last in pairwise(edges)
        ]
        if bots:
            tables = [tuple(policy_of(self.game).tables(self._opening[0])) for _ in self._parts]
            self._parts = [
                (*part, (bots, own, self._memories[first:last]))
                for part, own, (first, last) in zip(self._parts, tables, pairwise(edges), strict=True)
            ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start all matches anew, with a random seed if none is given. `options` are ignored."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 62)) if seed is None else int(seed)
        self._slots["dice"] = chance.streams(number, 0, self.num_envs)
        self._slots["draws"] = chance.streams(number, chance.CHOICES, self.num_envs)
        self._slots["clock"] = 0.0
        self._states[:] = self._opening
        self._memories[:] = 0
        self._go(GO_ON)
        return self._observation(self._views, self._slots["seat"]), self._infos()

    def step(self, actions: Any) -> Step:
        """Apply one decision in every match. Raises IllegalAction or NotAnAction and then changes nothing."""
        acted = self._slots["seat"].copy()
        actions = np.asarray(actions)
        if self._pool is not None or actions.min() < 0:
            self._check(actions)
        self._go(actions)
        ended = self._slots["ended"].astype(bool)
        rewards = self._slots["shares"][np.arange(self.num_envs), acted]
        observation = self._observation(self._views, self._slots["seat"])
        return observation, rewards, ended, np.zeros(self.num_envs, bool), self._infos(ended)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for every match, all equally likely, drawn by the generators of choices."""
        self._random(self._masks.view(np.int64), self._slots)
        return self._slots["action"].copy()

    def _check(self, actions: Any) -> None:
        inside = (actions >= 0) & (actions < self.game.ACTIONS)
        legal = inside & (self._masks[np.arange(self.num_envs), np.where(inside, actions, 0)] == 1)
        if not legal.all():
            self._refuse(int(legal.argmin()), actions)

    def _refuse(self, match: int, actions: Any) -> None:
        raise refusal(self.game, self._states[match], int(self._slots["seat"][match]), int(actions[match]))

    def _go(self, actions: Any) -> None:
        self._slots["action"] = actions
        if self._pool is None:
            illegal = self._decide(*self._parts[0])
            if illegal >= 0:
                self._refuse(illegal, actions)
            return
        for task in [self._pool.submit(self._decide, *part) for part in self._parts]:
            task.result()

    def _observation(self, views: Any, seats: Any) -> Any:
        return self._observed(_copied(views) if self.copy else views, seats.copy())

    def _infos(self, ended: Any = None) -> dict[str, Any]:
        masks = self._masks[:, : self.game.ACTIONS].view(np.int8)
        infos = {"action_mask": masks.copy() if self.copy else masks}
        if self.seat is None:
            infos["seat"] = self._slots["seat"].copy()
        if self.game.RACE:
            infos["clock_ms"] = self._slots["clock"].copy()
        if ended is not None and ended.any():
            infos |= {"shares": self._slots["shares"].copy(), "_shares": ended}
            if self.final_obs:
                infos |= {"final_obs": self._last_seen(ended), "_final_obs": ended}
        return infos

    def _last_seen(self, ended: Any) -> Any:
        """Return the final observations of ended matches, as seen by the learning seat or by seat 0."""
        views = self._finals.view(np.uint8).reshape(self.num_envs, -1)[ended].reshape(-1).view(self.game.STATE)
        seen = self._observed(views, np.full(len(views), self.seat or 0))
        finals = np.full(self.num_envs, None, object)
        for place, match in enumerate(np.flatnonzero(ended).tolist()):
            one = {name: array[place, ...] for name, array in seen.items()} if isinstance(seen, dict) else seen[place]
            finals[match] = one
        return finals

    def close_extras(self, **kwargs: Any) -> None:
        """Shut down the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def get_state(self) -> bytes:
        """Return all matches as bytes, including generators."""
        return b"".join((self._states.tobytes(), self._kept.tobytes(), self._memories.tobytes()))

    def set_state(self, kept: bytes) -> tuple[Any, dict[str, Any]]:
        """Restore the state returned by `get_state`. Return its observations and infos. Raises WrongSnapshot."""
        size = self._states.nbytes
        end = size + self._kept.nbytes
        sizes = {"wanted": end + self._memories.nbytes, "given": len(kept)}
        if sizes["wanted"] != sizes["given"]:
            raise errors.refuse("wrong-snapshot", game=self.game.NAME, seats=self.seats, **sizes)
        self._states[:] = np.frombuffer(kept[:size], self.game.STATE)
        self._kept[:] = np.frombuffer(kept[size:end], np.uint8).reshape(self._kept.shape)
        self._memories[:] = np.frombuffer(kept[end:], np.int64).reshape(self._memories.shape)
        for match, seat in enumerate(self._slots["seat"].tolist()):
            self._views[match] = self._states[match]
            self.game.hide(kernel.plain(self._views[match]), seat)
            mask = self._masks[match, : self.game.ACTIONS]
            self._slots["count"][match] = self.game.legal(kernel.plain(self._states[match]), seat, mask)
        return self._observation(self._views, self._slots["seat"]), self._infos()

    @property
    def _kept(self) -> npt.NDArray[np.uint8]:
        """The saved data of each match other than its state."""
        return self._slots.view(np.uint8).reshape(self.num_envs, -1)[:, :KEPT]


def seats_by_policy(game: Game, seats: int, own: int | None, opponents: str | Sequence[str]) -> int:
    """The seats, as bits, that the compiled player of the game plays. Raises ValueError for other players."""
    others = [seat for seat in range(seats) if seat != own]
    names = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
    known = {"random", policy_of(game).NAME} if own is not None else {"random"}
    if len(names) != len(others) or not known.issuperset(names):
        raise ValueError(
            f"{game.NAME} has the compiled players {', '.join(sorted(filter(None, known)))}, one for each of "
            f'{len(others)} seats, not {", ".join(names)}; for other bots: vectorization_mode="sync"'
        )
    return sum(1 << seat for seat, name in zip(others, names, strict=True) if name != "random")


def _copied(views: Any) -> Any:
    """Return a copy made as bytes: NumPy copies structured arrays field by field."""
    return np.frombuffer(bytearray(views.view(np.uint8)), views.dtype)
