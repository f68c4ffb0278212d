"""Gymnasium: one seat learns, and many matches at once.

    import gymnasium
    import bussolotto.envs.gymnasium  # registers bussolotto/Spilorcio-v0 and the others

    env = gymnasium.make("bussolotto/Spilorcio-v0")
    many = gymnasium.make_vec("bussolotto/Spilorcio-v0", num_envs=1024)

Versions are those of the environments: the number rises when the same actions come to mean something else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bussolotto.errors import MissingExtra

try:
    import gymnasium
except ModuleNotFoundError as problem:
    raise MissingExtra("gymnasium") from problem

from gymnasium import spaces

import bussolotto
from bussolotto.batch import NOBODY, refusal
from bussolotto.envs import render
from bussolotto.envs.observation import layout
from bussolotto.envs.opponents import Hosted
from bussolotto.envs.reactions import REACTION_MS, Reaction
from bussolotto.envs.spaces import observation_space, observer
from bussolotto.envs.world import World

VERSION = 0
NAMESPACE = "bussolotto"
RANDOM = "random"
ILLEGAL_REWARD = -1.0
ON_ILLEGAL = ("lose", "raise")

Step = tuple[Any, float, bool, bool, dict[str, Any]]


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a match, the others played by bots; every step is one decision of that seat.

    The reward is its win share when the match is over, 0 before. `info["action_mask"]` says what is legal, and in races
    `info["clock_ms"]` what time it is. An illegal action loses: the episode ends with reward -1 and `info["illegal"]`,
    the sentence that says why; with `illegal="raise"` it raises IllegalAction instead and changes nothing.
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
        """Who sits where, and what the match is played with.

        `seat`: who learns; `opponents`: the name of a player of `bussolotto.players` for all other seats, or one for
        each; `observation`: fields, flat or bytes (see `spaces`); `reaction`: see `reactions`; `compiled`: False does
        without a compiler, and with bots nothing is compiled anyway. `reset(options={"rules": {..}})` changes options.
        Raises UnknownGame, BadSeats, UnknownOption, UnknownValue, UnknownPlayer; ValueError.
        """
        self.game = bussolotto.game(game)
        if (render_mode is not None and render_mode not in render.MODES) or illegal not in ON_ILLEGAL:
            raise ValueError(f"render_mode: one of {render.MODES}; illegal: one of {ON_ILLEGAL}")
        self.seat, self.illegal, self.render_mode = seat, illegal, render_mode
        self._names = [opponents] if isinstance(opponents, str) else list(opponents)
        self._setting: dict[str, Any] = {"seats": seats, "own": seat, "reaction": reaction}
        self._compiled = compiled
        self.world = self._opened(options or {})
        self._seeded = False  # has the world got a seed?
        self._ended = False  # has an illegal action ended the match?
        shape = layout(self.game)
        self.observation_space = observation_space(shape, observation)
        self.action_space = spaces.Discrete(self.game.ACTIONS)
        self._observed = observer(shape, observation)

    def _opened(self, options: Mapping[str, object]) -> World | Hosted:
        if set(self._names) == {RANDOM}:
            return World(self.game, options=options, compiled=self._compiled, **self._setting)
        return Hosted(self.game, options=options, opponents=self._names, **self._setting)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a match; `options["rules"]` are options of the game from now on, other keys mean nothing here."""
        super().reset(seed=seed)
        rules = (options or {}).get("rules")
        if rules is not None:
            self.world = self._opened({**self.world.options, **rules})
            self._seeded = False
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(1 << 62))
        self._seeded, self._ended = True, False
        self.world.reset(seed)
        self._show()
        view, mask = self.world.kept()
        return self._observed(view, self.seat), self._info(mask)

    def step(self, action: Any) -> Step:
        """One decision. Raises ResetNeeded when the match is over."""
        if self._ended or self.world.over:
            raise gymnasium.error.ResetNeeded("the match is over: reset() begins another")
        action = int(action)
        if self.illegal == "lose" and not (0 <= action < self.game.ACTIONS and self.world.mask[action]):
            return self._lost(action)
        over = self.world.step(action) == NOBODY
        self._show()
        view, mask = self.world.kept()
        reward = self.world.returns()[self.seat] if over else 0.0
        return self._observed(view, self.seat), reward, over, False, self._info(mask)

    def _lost(self, action: int) -> Step:
        """The end by an illegal action."""
        self._ended = True
        view, mask = self.world.kept()
        told = refusal(self.game, self.world.state, self.seat, action).text
        info = {**self._info(np.zeros_like(mask)), "illegal": told}
        return self._observed(view, self.seat), ILLEGAL_REWARD, True, False, info

    def _info(self, mask: Any) -> dict[str, Any]:
        info = {"action_mask": mask}
        if self.game.RACE:
            info["clock_ms"] = self.world.clock_ms
        return info

    def render(self) -> Any:
        """The match as the learner sees it: text, SVG or pixels, as `render_mode` says."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: pass one to gymnasium.make")
            return None
        return render.rendered(self.game, self.world.state, self.seat, self.world.scores(), self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def clone(self) -> SeatEnv:
        """An independent copy, generators and bots included: the same actions lead to the same match."""
        twin = SeatEnv.__new__(SeatEnv)
        vars(twin).update(vars(self), world=self.world.clone())
        return twin

    def get_state(self) -> bytes:
        """The match as bytes, generators included; see `World.get_state`. Not with bots at the table."""
        return self.world.get_state()

    def set_state(self, kept: bytes) -> None:
        """Go back to where `get_state` was asked for. Raises WrongSnapshot."""
        self.world.set_state(kept)
        self._ended, self._seeded = False, True


def env_id(name: str) -> str:
    """The id of a game: `bussolotto/MyDiceYourDice-v0` of `my-dice-your-dice`."""
    return f"{NAMESPACE}/{''.join(word.capitalize() for word in name.split('-'))}-v{VERSION}"


def register_envs() -> None:
    """Tell Gymnasium about every game; importing this module does."""
    for name in bussolotto.games():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                id=env_id(name),
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point="bussolotto.envs.vector:VectorEnv",
                kwargs={"game": name},
            )


register_envs()
