"""Gymnasium environments: one learning seat, in one match or in many at once.

    import gymnasium
    import bussolotto.envs.gymnasium

    gymnasium.register_envs(bussolotto.envs.gymnasium)  # the import has registered them; this says so
    env = gymnasium.make("bussolotto/Spilorcio-v0")
    many = gymnasium.make_vec("bussolotto/Spilorcio-v0", num_envs=1024)

Versions are those of the environments. The number increases when the meaning of actions changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from bussolotto.core import kernel
from bussolotto.core.contract import refusal
from bussolotto.core.errors import refuse

try:
    import gymnasium
except ModuleNotFoundError as problem:
    raise refuse("missing-extra", extra="gymnasium") from problem

from gymnasium import spaces

import bussolotto
from bussolotto.envs import render
from bussolotto.envs.match_env import MatchEnv
from bussolotto.envs.observation import layout
from bussolotto.envs.opponents import RANDOM, Opponents, host
from bussolotto.envs.options import EnvOptions, Keywords
from bussolotto.envs.rewards import ending_of, rewards_of
from bussolotto.envs.spaces import MASK, OBSERVATION, masked_space, observation_space, observer
from bussolotto.play.batch import NOBODY

VERSION = 0
NAMESPACE = "bussolotto"
ILLEGAL_REWARD = -1.0
ON_ILLEGAL = ("lose", "raise")

Step = tuple[Any, float, bool, bool, dict[str, Any]]


class SeatEnv(render.EnvMixin, gymnasium.Env[Any, Any]):
    """One seat of a match; bots play the others. Every step is one decision of that seat.

    The reward is the seat's at the end of the match (`rewards`) and 0 before. `info["action_mask"]` marks the legal
    actions, as `action_masks()` does; in races `info["clock_ms"]` is the time; at the end `info["ending"]` says how it
    came. A match that reaches the limit of plies is truncated, and paid as the rules do then. An illegal action loses:
    the episode ends with reward -1, and `info["illegal"]` explains why. With `illegal="raise"`, IllegalAction is raised
    instead and nothing changes.
    """

    metadata = render.METADATA

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        opponents: Opponents = RANDOM,
        masked: bool = False,
        illegal: str = "lose",
        compiled: bool = True,
        render_mode: str | None = None,
        **chosen: Unpack[Keywords],
    ) -> None:
        """Set up the seats and the match; the other keywords are those of `options.EnvOptions`.

        `seat`: the learner; `opponents`: who plays the other seats, one for all of them or one for each (`opponents`);
        `masked`: observations are dicts of `observation` and `action_mask`; `compiled`: False needs no compiler, and
        with bots nothing is compiled anyway. `reset(options={"rules": {..}})` changes options. Raises UnknownGame,
        BadSeats, UnknownOption, UnknownValue, UnknownPlayer; ValueError.
        """
        self.game = bussolotto.game(game)
        if (render_mode is not None and render_mode not in render.MODES) or illegal not in ON_ILLEGAL:
            raise ValueError(f"render_mode: one of {render.MODES}; illegal: one of {ON_ILLEGAL}")
        self.seat = self.viewer = seat
        self.illegal, self.render_mode, self.masked = illegal, render_mode, masked
        self.chosen = EnvOptions(**chosen)
        self._opponents, self._compiled = opponents, compiled
        shape = layout(self.game)
        self._view_of = observer(shape, self.chosen)
        self.match_env = self._open(self.chosen.options or {})
        self._seeded = False  # does the match have a seed?
        self._ended = False  # did an illegal action end the match?
        space = observation_space(shape, self.chosen)
        self.observation_space = masked_space(space, self.game.ACTIONS) if masked else space
        self.action_space = spaces.Discrete(self.game.ACTIONS)

    def _open(self, options: Mapping[str, object]) -> Any:
        chosen = self.chosen
        setting: dict[str, Any] = {"seats": chosen.seats, "own": self.seat, "reaction": chosen.reaction}
        if self._opponents == RANDOM:
            return MatchEnv(self.game, options=options, compiled=self._compiled, **setting)
        setting |= {"opponents": self._opponents, "observed": self._policy_view, "compiled": self._compiled}
        return host(self.game, options=options, **setting)

    def _policy_view(self, view: Any, mask: Any, seat: int) -> Any:
        """Return what a policy at this seat is shown: the same as the learner would be."""
        return self._observed(view, mask, seat)

    def _observed(self, view: Any, mask: Any, seat: int) -> Any:
        seen = self._view_of(view, seat)
        return {OBSERVATION: seen, MASK: mask} if self.masked else seen

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a match. `options["rules"]` sets options of the game from now on; other keys are ignored."""
        super().reset(seed=seed)
        rules = (options or {}).get("rules")
        if rules is not None:
            self.match_env = self._open({**self.match_env.options, **rules})
            self._seeded = False
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(1 << 62))
        self._seeded, self._ended = True, False
        self.match_env.reset(seed)
        self._show()
        view, mask = self.match_env.copy_look()
        return self._observed(view, mask, self.seat), self._info(mask)

    def step(self, action: Any) -> Step:
        """Apply one decision. Raises ResetNeeded when the match is over."""
        if self._ended or self.match_env.over:
            raise gymnasium.error.ResetNeeded("the match is over: reset() begins another")
        action = int(action)
        if self.illegal == "lose" and not (0 <= action < self.game.ACTIONS and self.match_env.mask[action]):
            return self._lost(action)
        over = self.match_env.step(action) == NOBODY
        self._show()
        view, mask = self.match_env.copy_look()
        observation, info = self._observed(view, mask, self.seat), self._info(mask)
        if not over:
            return observation, 0.0, False, False, info
        info["ending"], limit = ending_of(self.game, kernel.plain(self.match_env.state))
        return observation, rewards_of(self.match_env, self.chosen.reward)[self.seat], not limit, limit, info

    def _lost(self, action: int) -> Step:
        self._ended = True
        view, mask = self.match_env.copy_look()
        told = refusal(self.game, self.match_env.state, self.seat, action).text
        mask[:] = 0
        return self._observed(view, mask, self.seat), ILLEGAL_REWARD, True, False, {**self._info(mask), "illegal": told}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions as bool[ACTIONS], under the name that MaskablePPO of sb3-contrib asks for."""
        legal: npt.NDArray[np.bool_] = self.match_env.mask.astype(bool) & (not self._ended)
        return legal

    def _info(self, mask: Any) -> dict[str, Any]:
        return {MASK: mask, **self._clock}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def set_state(self, kept: bytes) -> None:
        """Restore the state returned by `get_state`. Raises WrongSnapshot."""
        self.match_env.set_state(kept)
        self._ended, self._seeded = False, True


def env_id(name: str) -> str:
    """Return the id of a game, such as `bussolotto/MyDiceYourDice-v0` for `my-dice-your-dice`."""
    return f"{NAMESPACE}/{''.join(word.capitalize() for word in name.split('-'))}-v{VERSION}"


def register_envs() -> None:
    """Register every game with Gymnasium. Importing this module does so."""
    for name in bussolotto.games():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                id=env_id(name),
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point="bussolotto.envs.vector:VectorEnv",
                kwargs={"game": name},
            )


register_envs()
