"""PettingZoo environments: every seat is an agent, acting in turn or all at once.

    from bussolotto.envs.pettingzoo import spilorcio_v0

    env = spilorcio_v0.env()  # AEC, illegal actions lose; raw_env() raises IllegalAction instead
    at_once = spilorcio_v0.parallel_env()  # all seats submit an action; those that may not act wait

Every game has such a module, named `GAME_v0` with underscores; a new game needs no additional code. Agents are
`seat_0`, `seat_1`, ..; observations are dicts of `observation` and `action_mask`; rewards (`rewards`) are given at the
end of the match. A match that reaches the limit of plies is truncated; `infos` say how a match has ended.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from types import ModuleType
from typing import Any, Self, Unpack

from bussolotto.core.errors import refuse

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import parallel_to_aec
except ModuleNotFoundError as problem:
    raise refuse("missing-extra", extra="pettingzoo") from problem

import bussolotto
from bussolotto.envs import render
from bussolotto.envs.options import EnvOptions, Keywords
from bussolotto.envs.parallel import Agents, Table, module_name
from bussolotto.envs.spaces import MASK, OBSERVATION

ILLEGAL_REWARD = -1.0


class TurnEnv(Agents, AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A match, one decision at a time. If several seats may act at once, the one that reacts first is selected.

    Reaction times are those of `bussolotto.envs.race_model`; in races `infos` contain the clock. With `wait`, there is
    one additional action, the last: let this moment pass. In races it is always allowed; some seat reacts next, perhaps
    the same one. The mask of a seat that is not selected is empty.
    """

    metadata = render.METADATA

    def __init__(
        self,
        game: str,
        *,
        wait: bool = False,
        compiled: bool = True,
        render_mode: str | None = None,
        **chosen: Unpack[Keywords],
    ) -> None:
        """The other keywords are those of `options.EnvOptions`; `compiled` is as in `gymnasium.SeatEnv`.

        Raises UnknownGame, BadSeats, UnknownOption, UnknownValue; ValueError.
        """
        super().__init__()
        self._open(game, EnvOptions(**chosen), compiled)
        self.render_mode, self.wait = render_mode, wait and self.game.RACE
        self._actions = self.game.ACTIONS + self.wait
        self._lay_out(self._actions, parallelizable=False)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match. Without a seed, the generators continue where they are. `options` are ignored."""
        self.match_env.reset(seed)
        self._tell()

    def _tell(self) -> None:
        """Set what agents learn about the current position."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.match_env.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _select(self) -> None:
        """Select the agent that decides next, or the first agent when the match is over."""
        clock = self._clock
        self.infos = {agent: clock.copy() for agent in self.agents}
        self.agent_selection = self.possible_agents[max(0, self.match_env.seat)]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """Return this agent's observation and action mask."""
        seat = self._seat_of[agent]
        view, mask = self.match_env.look(seat)
        if seat != self.match_env.seat:
            mask[:] = 0
        if self.wait:
            mask = self._with_wait(mask)
        return {OBSERVATION: self._observed(view, seat), MASK: mask}

    def _with_wait(self, mask: Any) -> Any:
        longer = mask.copy()
        longer.resize(self._actions)
        longer[-1] = mask.any()
        return longer

    def step(self, action: int | None) -> None:
        """Apply an action of the selected agent. Raises IllegalAction or NotAnAction and then changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self.wait and action == self.game.ACTIONS:
            self.match_env.wait()
        else:
            self.match_env.step(int(action or 0))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        ending = self._finish() if self.match_env.over else {}
        self._accumulate_rewards()
        self._select()
        for info in self.infos.values():
            info.update(ending)

    def _finish(self) -> dict[str, str]:
        """Pay all agents; return what their infos say of the end."""
        rewards, ending, limit = self._outcome()
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        over = self.truncations if limit else self.terminations
        over.update(dict.fromkeys(self.agents, True))
        return {"ending": ending}

    def clone(self) -> Self:
        """Return an independent copy."""
        twin = super().clone()
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def set_state(self, kept: bytes) -> None:
        """Restore the state returned by `get_state`. Raises WrongSnapshot."""
        self.match_env.set_state(kept)
        self._tell()


def make_env(game: str, max_cycles: int | None = None, **setting: Any) -> AECEnv[str, Any, Any]:
    """Return a game's AEC environment with PettingZoo's usual wrappers. An illegal action ends the match: reward -1.

    With `max_cycles`, it is the parallel environment queried seat by seat and truncated after this number of rounds; it
    drops illegal actions.
    """
    if max_cycles is not None:
        return parallel_to_aec(Table(game, max_cycles=max_cycles, **setting))
    env: Any = wrappers.TerminateIllegalWrapper(TurnEnv(game, **setting), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


@cache
def _module(name: str) -> ModuleType:
    """Return the module of a game, with env, raw_env and parallel_env."""
    module = ModuleType(f"{__name__}.{module_name(name)}", f"{bussolotto.game(name).TITLE} for PettingZoo.")
    makers: dict[str, Callable[..., Any]] = {"env": make_env, "raw_env": TurnEnv, "parallel_env": Table}
    for way, maker in makers.items():
        setattr(module, way, partial(maker, name))
    return module


def __getattr__(name: str) -> ModuleType:
    """Return the module of a game, such as `spilorcio_v0`."""
    known = {module_name(game): game for game in bussolotto.games()}
    if name not in known:
        raise AttributeError(f"{__name__} has no {name}; there are {', '.join(known)}")
    return _module(known[name])


def __dir__() -> list[str]:
    return [*globals(), *(module_name(game) for game in bussolotto.games())]
