"""Gymnasium environments: one learning seat, in one match or in many at once.

    import gymnasium
    import bussolotto.envs.gymnasium  # registers bussolotto/Spilorcio-v0 and the others

    env = gymnasium.make("bussolotto/Spilorcio-v0")
    many = gymnasium.make_vec("bussolotto/Spilorcio-v0", num_envs=1024)

Versions are those of the environments. The number increases when the meaning of actions changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

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
from bussolotto.envs.opponents import Hosted
from bussolotto.envs.race_model import REACTION_MS, Reaction
from bussolotto.envs.spaces import observation_space, observer
from bussolotto.play.batch import NOBODY

VERSION = 0
NAMESPACE = "bussolotto"
RANDOM = "random"
ILLEGAL_REWARD = -1.0
ON_ILLEGAL = ("lose", "raise")

Step = tuple[Any, float, bool, bool, dict[str, Any]]


class SeatEnv(render.EnvMixin, gymnasium.Env[Any, Any]):
    """One seat of a match; bots play the others. Every step is one decision of that seat.

    The reward is the seat's win share at the end of the match and 0 before. `info["action_mask"]` marks the legal
    actions; in races `info["clock_ms"]` is the time. An illegal action loses: the episode ends with reward -1, and
    `info["illegal"]` explains why. With `illegal="raise"`, IllegalAction is raised instead and nothing changes.
    """

    metadata = render.METADATA

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        seat: int = 0,
        options: Mapping[str, object] | None = None,
        opponents: str | Sequence[str] = RANDOM,
        observation: str = "fields",
        illegal: str = "lose",
        reaction: Reaction = REACTION_MS,
        compiled: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Set up the seats and the match.

        `seat`: the learner; `opponents`: the name of a player of `bussolotto.players` for all other seats, or one for
        each; `observation`: fields, flat or bytes (see `spaces`); `reaction`: see `race_model`; `compiled`: False needs
        no compiler, and with bots nothing is compiled anyway. `reset(options={"rules": {..}})` changes options. Raises
        UnknownGame, BadSeats, UnknownOption, UnknownValue, UnknownPlayer; ValueError.
        """
        self.game = bussolotto.game(game)
        if (render_mode is not None and render_mode not in render.MODES) or illegal not in ON_ILLEGAL:
            raise ValueError(f"render_mode: one of {render.MODES}; illegal: one of {ON_ILLEGAL}")
        self.seat = self.viewer = seat
        self.illegal, self.render_mode = illegal, render_mode
        self._names = [opponents] if isinstance(opponents, str) else list(opponents)
        self._setting: dict[str, Any] = {"seats": seats, "own": seat, "reaction": reaction}
        self._compiled = compiled
        self.match_env = self._open(options or {})
        self._seeded = False  # does the match have a seed?
        self._ended = False  # did an illegal action end the match?
        shape = layout(self.game)
        self.observation_space = observation_space(shape, observation)
        self.action_space = spaces.Discrete(self.game.ACTIONS)
        self._observed = observer(shape, observation)

    def _open(self, options: Mapping[str, object]) -> MatchEnv | Hosted:
        if set(self._names) == {RANDOM}:
            return MatchEnv(self.game, options=options, compiled=self._compiled, **self._setting)
        return Hosted(self.game, options=options, opponents=self._names, **self._setting)

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
        return self._observed(view, self.seat), self._info(mask)

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
        reward = self.match_env.returns()[self.seat] if over else 0.0
        return self._observed(view, self.seat), reward, over, False, self._info(mask)

    def _lost(self, action: int) -> Step:
        self._ended = True
        view, mask = self.match_env.copy_look()
        told = refusal(self.game, self.match_env.state, self.seat, action).text
        info = {**self._info(np.zeros_like(mask)), "illegal": told}
        return self._observed(view, self.seat), ILLEGAL_REWARD, True, False, info

    def _info(self, mask: Any) -> dict[str, Any]:
        return {"action_mask": mask, **self._clock}

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
