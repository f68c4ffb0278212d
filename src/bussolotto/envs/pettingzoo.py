"""PettingZoo: every seat an agent, one after the other or all at once.

    from bussolotto.envs.pettingzoo import spilorcio_v0

    env = spilorcio_v0.env()  # AEC, illegal actions lose; raw_env() raises IllegalAction instead
    at_once = spilorcio_v0.parallel_env()  # all seats hand in an action; those that may not act wait

There is such a module for every game, `GAME_v0` with underscores; nothing needs to be written for a new one. Agents
are `seat_0`, `seat_1`, ..; observations are dicts of `observation` and `action_mask`; rewards are the win shares, given
when the match is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from types import ModuleType
from typing import Any

from bussolotto.errors import MissingExtra

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import parallel_to_aec
except ModuleNotFoundError as problem:
    raise MissingExtra("pettingzoo") from problem

from gymnasium import spaces

import bussolotto
from bussolotto.envs import render
from bussolotto.envs.observation import layout
from bussolotto.envs.parallel import Table, agent_of, module_name
from bussolotto.envs.reactions import REACTION_MS, Reaction
from bussolotto.envs.shown import Shown
from bussolotto.envs.spaces import masked_space, observer
from bussolotto.envs.world import World

ILLEGAL_REWARD = -1.0


class TurnEnv(Shown, AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A match, decision by decision. Where several seats may act at once, the one that reacts first is selected.

    Reaction times are those of `bussolotto.envs.reactions`; in races `infos` tell the clock. With `wait` there is one
    action more, the last: to let this moment pass, which in races is always allowed; somebody reacts next, perhaps the
    same seat. The mask of a seat that is not selected is empty.
    """

    metadata = render.METADATA

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        observation: str = "fields",
        reaction: Reaction = REACTION_MS,
        wait: bool = False,
        compiled: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Arguments as for `gymnasium.SeatEnv`.

        Raises UnknownGame, BadSeats, UnknownOption, UnknownValue; ValueError.
        """
        super().__init__()
        self.game = bussolotto.game(game)
        self.metadata = {**render.METADATA, "name": module_name(game), "is_parallelizable": False}
        self.world = World(self.game, seats, options, reaction=reaction, compiled=compiled)
        self.render_mode, self.wait = render_mode, wait and self.game.RACE
        self.possible_agents = [agent_of(seat) for seat in range(self.world.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        shape = layout(self.game)
        self._actions = self.game.ACTIONS + self.wait
        self.observation_spaces = {
            agent: masked_space(shape, observation, self._actions) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._observed = observer(shape, observation)

    def observation_space(self, agent: str) -> Any:
        """The same object for the same agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same object for the same agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. Without a seed the generators go on where they are; `options` mean nothing here."""
        self.world.reset(seed)
        self._tell()

    def _tell(self) -> None:
        """What agents are told of a match as it stands."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.world.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _select(self) -> None:
        """The agent that decides next; when it is over, the first to be told so."""
        clock = {"clock_ms": self.world.clock_ms} if self.game.RACE else {}
        self.infos = {agent: clock.copy() for agent in self.agents}
        self.agent_selection = self.possible_agents[max(0, self.world.seat)]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """What this agent may know, and what it may do now."""
        seat = self._seat_of[agent]
        view, mask = self.world.look(seat)
        if seat != self.world.seat:
            mask[:] = 0
        if self.wait:
            mask = self._with_wait(mask)
        return {"observation": self._observed(view, seat), "action_mask": mask}

    def _with_wait(self, mask: Any) -> Any:
        longer = mask.copy()
        longer.resize(self._actions)
        longer[-1] = mask.any()
        return longer

    def step(self, action: int | None) -> None:
        """The selected agent does this. Raises IllegalAction or NotAnAction; then nothing has changed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self.wait and action == self.game.ACTIONS:
            self.world.wait()
        else:
            self.world.step(int(action or 0))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.world.over:
            self.rewards = dict(zip(self.agents, self.world.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def clone(self) -> TurnEnv:
        """An independent copy, generators included: the same actions lead to the same match."""
        twin = TurnEnv.__new__(TurnEnv)
        twin.__dict__.update(self.__dict__, world=self.world.clone())
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def set_state(self, kept: bytes) -> None:
        """Go back to where `get_state` was asked for. Raises WrongSnapshot."""
        self.world.set_state(kept)
        self._tell()


def made(game: str, max_cycles: int | None = None, **setting: Any) -> AECEnv[str, Any, Any]:
    """The AEC environment of a game as PettingZoo wraps its own: an illegal action ends the match with reward -1.

    With `max_cycles` the environment goes round: it is the parallel one asked seat by seat, and truncated after so many
    rounds; an action that is not legal is dropped there.
    """
    if max_cycles is not None:
        return parallel_to_aec(Table(game, max_cycles=max_cycles, **setting))
    env: Any = wrappers.TerminateIllegalWrapper(TurnEnv(game, **setting), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


@cache
def _module(name: str) -> ModuleType:
    """The module of a game: env, raw_env, parallel_env."""
    module = ModuleType(f"{__name__}.{module_name(name)}", f"{bussolotto.game(name).TITLE} for PettingZoo.")
    makers: dict[str, Callable[..., Any]] = {"env": made, "raw_env": TurnEnv, "parallel_env": Table}
    for way, maker in makers.items():
        setattr(module, way, partial(maker, name))
    return module


def __getattr__(name: str) -> ModuleType:
    """`spilorcio_v0` and its like."""
    known = {module_name(game): game for game in bussolotto.games()}
    if name not in known:
        raise AttributeError(f"{__name__} has no {name}; there are {', '.join(known)}")
    return _module(known[name])


def __dir__() -> list[str]:
    return [*globals(), *(module_name(game) for game in bussolotto.games())]
