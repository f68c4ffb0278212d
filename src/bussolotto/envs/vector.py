"""Gymnasium's vector environment: many compiled matches in one array, restarted in place when they end.

    many = gymnasium.make_vec("bussolotto/Spilorcio-v0", num_envs=1024)  # one seat learns, the others choose at random
    table = gymnasium.make_vec("bussolotto/Spilorcio-v0", num_envs=1024, seat=None)  # every decision is the learner's

A match is the same as with the same seed in a `bussolotto.batch.Batch`. Match k depends neither on the number of other
matches nor on threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, Unpack

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
from bussolotto.envs.options import EnvOptions, Keywords
from bussolotto.envs.race_model import rates_of
from bussolotto.envs.rewards import REWARDS
from bussolotto.envs.spaces import MASK, OBSERVATION, masked_space, observation_space, observer
from bussolotto.play.batch import AGAIN, BLOCK, GO_ON, KEPT, SLOT, memories_of, racing
from bussolotto.play.compiler import compiled_from
from bussolotto.play.policies import policy_of

_ENDINGS = Path(__file__).with_name("endings.py")

Step = tuple[Any, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`num_envs` matches; a step is one decision in each.

    With a `seat`, only that seat decides; the others choose at random or by the compiled policy of the game. The reward
    is its reward (`rewards`) in the step that ends a match, 0 before. With `seat=None`, all seats decide:
    `infos["seat"]` is the next seat, and the reward is that of the seat that ended the match. `infos["action_mask"]`
    marks legal actions. In a step that ends matches, `infos["shares"]` and `infos["rewards"]` float64[n, 8] are the win
    shares and rewards of all seats, and `infos["ending"]` says how the matches ended; those that reached the limit of
    plies are truncated.

    With `SAME_STEP`, observations are then already those of the next match, and `infos["final_obs"]` has the final ones
    if `final_obs` is set. With `NEXT_STEP`, they are the final ones; the next step ignores the actions for these
    matches and begins others.
    """

    def __init__(
        self,
        num_envs: int,
        game: str,
        *,
        seat: int | None = 0,
        opponents: str | Sequence[str] = "random",
        masked: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int = 1,
        copy: bool = True,
        final_obs: bool = False,
        render_mode: None = None,
        **chosen: Unpack[Keywords],
    ) -> None:
        """Set up the matches, divided among `threads`. With `copy=False`, the next step changes the returned arrays.

        `opponents`: `random`, or the compiled player of the game, for all other seats, or a name for each in order;
        `masked`: observations are dicts of `observation` and `action_mask`; `autoreset_mode`: `SameStep` or `NextStep`;
        `final_obs` is slow if matches are short, and unnecessary if the value of the end of a match is its reward; the
        other keywords are those of `options.EnvOptions`. Raises UnknownGame, BadSeats, UnknownOption, UnknownValue;
        ValueError, for opponents that are not compiled, too, which need `vectorization_mode="sync"`.
        """
        if render_mode is not None:
            raise ValueError('to look at matches: vectorization_mode="sync"')
        if num_envs < 1 or threads < 1:
            raise ValueError(f"a match and a thread at least, not {num_envs} and {threads}")
        self.game: Game = bussolotto.game(game)
        self.chosen = EnvOptions(**chosen)
        self.metadata = {"autoreset_mode": _mode(autoreset_mode)}
        self.num_envs, self.copy, self.masked = num_envs, copy, masked
        self._again = AGAIN if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP else 0
        self.final_obs = final_obs and bool(self._again)
        self.seats = self.game.SEATS[0] if self.chosen.seats is None else self.chosen.seats
        self.seat = seat
        self._opening = np.array([bussolotto.new_state(self.game, self.seats, **dict(self.chosen.options or {}))])
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} is none of {self.seats}")
        bots = seats_by_policy(self.game, self.seats, seat, opponents)
        self._allocate(rates_of(self.chosen.reaction, self.seats), min(threads, num_envs), bots)
        self._lay_out()
        rules = bussolotto.compiled(self.game)
        self._decide, self._random = rules.decide, rules.batch_random
        self._close = compiled_from(_ENDINGS, self.game).close

    def _lay_out(self) -> None:
        """Create the spaces."""
        shape = layout(self.game)
        self._view_of = observer(shape, self.chosen)
        space = observation_space(shape, self.chosen)
        self.single_observation_space = masked_space(space, self.game.ACTIONS) if self.masked else space
        self.single_action_space = spaces.Discrete(self.game.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _allocate(self, rates: Any, threads: int, bots: int) -> None:
        self._states, self._views, self._finals = np.zeros((3, self.num_envs), self.game.STATE)
        self._masks = np.zeros((self.num_envs, -(-self.game.ACTIONS // BLOCK) * BLOCK), np.uint8)
        self._slots = np.zeros(self.num_envs, SLOT)
        self._endings, self._points = np.zeros(self.num_envs, np.int64), np.zeros((self.num_envs, kernel.MAX_SEATS))
        own = self._again | racing(self.game)
        own |= (1 << self.seats) - 1 if self.seat is None else 1 << self.seat
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
        return self._observation(), self._infos()

    def step(self, actions: Any) -> Step:
        """Apply one decision in every match. Raises IllegalAction or NotAnAction and then changes nothing."""
        acted, over = self._slots["seat"].copy(), self._slots["seat"] < 0
        actions = np.asarray(actions)
        restarts = bool(over.any())
        if self._pool is not None or restarts or actions.min() < 0:
            self._check(actions, over)
        self._go(self._restart(over, actions) if restarts else actions)
        ended = self._slots["ended"].astype(bool)
        rewards, infos = self._rewards(ended), self._infos()
        truncated = ended & (self._endings == len(self.game.ENDINGS) - 1)
        if ended.any():
            infos |= self._told(ended, rewards)
        return self._observation(), rewards[np.arange(self.num_envs), acted], ended & ~truncated, truncated, infos

    def _restart(self, over: Any, actions: Any) -> Any:
        """Begin new matches in place of those that are over. Return the actions, none for these."""
        self._states[over] = self._opening[0]
        self._slots["clock"][over] = 0.0
        if self._memories.size:
            self._memories[over] = 0
        return np.where(over, GO_ON, actions)

    def _rewards(self, ended: Any) -> npt.NDArray[np.float64]:
        """Return the rewards of all seats, float64[n, 8]."""
        shares: npt.NDArray[np.float64] = self._slots["shares"]
        if not ended.any():
            return shares
        self._close(self._finals, self._slots, self._endings, self._points)
        if self.chosen.reward == "shares":
            return shares
        paid = np.zeros_like(shares)
        told = (array[ended, : self.seats] for array in (shares, self._points))
        paid[ended, : self.seats] = REWARDS[self.chosen.reward](self.game, *told)
        return paid

    def random_actions(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for every match, all equally likely, drawn by the generators of choices."""
        self._random(self._masks.view(np.int64), self._slots)
        return self._slots["action"].copy()

    def _check(self, actions: Any, over: Any) -> None:
        inside = (actions >= 0) & (actions < self.game.ACTIONS)
        legal = inside & (self._masks[np.arange(self.num_envs), np.where(inside, actions, 0)] == 1)
        if not (legal | over).all():
            self._refuse(int((legal | over).argmin()), actions)

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

    def _observation(self) -> Any:
        seats = self._slots["seat"].copy()
        seats[seats < 0] = self.seat or 0
        seen = self._view_of(_copied(self._views) if self.copy else self._views, seats)
        return {OBSERVATION: seen, MASK: self._legal()} if self.masked else seen

    def _legal(self) -> npt.NDArray[np.int8]:
        masks: npt.NDArray[np.int8] = self._masks[:, : self.game.ACTIONS].view(np.int8)
        return masks.copy() if self.copy else masks

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {MASK: self._legal()}
        if self.seat is None:
            infos["seat"] = self._slots["seat"].copy()
        if self.game.RACE:
            infos["clock_ms"] = self._slots["clock"].copy()
        return infos

    def _told(self, ended: Any, rewards: Any) -> dict[str, Any]:
        """Return what infos say in a step that ends matches."""
        told = {
            "shares": self._slots["shares"].copy(),
            "rewards": rewards.copy(),
            "ending": np.where(ended, np.array(self.game.ENDINGS)[self._endings], ""),
        }
        if self.final_obs:
            told["final_obs"] = self._last_seen(ended)
        return told | {f"_{name}": ended for name in told}

    def _last_seen(self, ended: Any) -> Any:
        """Return the final observations of ended matches, as seen by the learning seat or by seat 0."""
        views = self._finals.view(np.uint8).reshape(self.num_envs, -1)[ended].reshape(-1).view(self.game.STATE)
        seen = self._view_of(views, np.full(len(views), self.seat or 0))
        finals = np.full(self.num_envs, None, object)
        for place, match in enumerate(np.flatnonzero(ended).tolist()):
            one = {name: array[place, ...] for name, array in seen.items()} if isinstance(seen, dict) else seen[place]
            finals[match] = {OBSERVATION: one, MASK: np.zeros(self.game.ACTIONS, np.int8)} if self.masked else one
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
            self.game.hide(kernel.plain(self._views[match]), seat if seat >= 0 else self.seat or 0)
            mask = self._masks[match, : self.game.ACTIONS]
            mask[:] = 0
            if seat >= 0:
                self._slots["count"][match] = self.game.legal(kernel.plain(self._states[match]), seat, mask)
        return self._observation(), self._infos()

    @property
    def _kept(self) -> npt.NDArray[np.uint8]:
        """The saved data of each match other than its state."""
        return self._slots.view(np.uint8).reshape(self.num_envs, -1)[:, :KEPT]


def seats_by_policy(game: Game, seats: int, own: int | None, opponents: str | Sequence[str]) -> int:
    """The seats, as bits, that the compiled player of the game plays. Raises ValueError for other players."""
    others = [seat for seat in range(seats) if seat != own]
    names = list(opponents) if isinstance(opponents, (list, tuple)) else [opponents] * len(others)
    known = {"random", policy_of(game).NAME} if own is not None else {"random"}
    if len(names) != len(others) or not known.issuperset(names):
        raise ValueError(
            f"{game.NAME} has the compiled players {', '.join(sorted(filter(None, known)))}, one for each of "
            f'{len(others)} seats, not {", ".join(map(str, names))}; for other bots: vectorization_mode="sync"'
        )
    return sum(1 << seat for seat, name in zip(others, names, strict=True) if name != "random")


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    """Raise ValueError unless matches begin again by themselves."""
    mode = AutoresetMode(given)
    if mode == AutoresetMode.DISABLED:
        raise ValueError("autoreset_mode: SameStep or NextStep; matches begin again by themselves")
    return mode


def _copied(views: Any) -> Any:
    """Return a copy made as bytes: NumPy copies structured arrays field by field."""
    return np.frombuffer(bytearray(views.view(np.uint8)), views.dtype)
