"""PettingZoo's ParallelEnv, implemented directly: in every step all seats submit an action at once.

A seat that may not act waits, and in a race any seat may wait: waiting is an additional action, the last one. Actions
submitted by seats that may act are claims, judged one after another. In a race their order is that of the reaction
times drawn for this step (see `race_model`). Otherwise it is seat order, since such claims do not affect one another. A
claim that is no longer legal on its turn is dropped. So is every claim after a dice roll, because it was meant for the
position that the seat saw. `infos[agent]["applied"]` reports the result as int8: 1, 0 for a dropped claim, -1 for no
claim. In a race a step lasts until its last applied claim or, if all wait, until the first seat would have reacted.
`infos[agent]["clock_ms"]` is the time since the match began.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self, Unpack

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

import bussolotto
from bussolotto.core import errors, kernel
from bussolotto.envs import render
from bussolotto.envs.match_env import MatchEnv
from bussolotto.envs.observation import layout
from bussolotto.envs.options import EnvOptions, Keywords
from bussolotto.envs.race_model import draw_order, reaction_ms
from bussolotto.envs.rewards import ending_of, rewards_of
from bussolotto.envs.spaces import MASK, OBSERVATION, masked_space, observation_space, observer

VERSION = 0
NO_CLAIM = -1  # what became of the claim of a seat that made none

Told = dict[str, Any]


def module_name(game: str) -> str:
    """Return the name of a game's PettingZoo module, such as `my_dice_your_dice_v0`."""
    return f"{game.replace('-', '_')}_v{VERSION}"


class Agents(render.EnvMixin):
    """What environments share in which every seat is an agent."""

    def _open(self, game: str, chosen: EnvOptions, compiled: bool) -> None:
        """Create the match."""
        self.game, self.chosen = bussolotto.game(game), chosen
        setting: dict[str, Any] = {"reaction": chosen.reaction, "compiled": compiled}
        self.match_env = MatchEnv(self.game, chosen.seats, chosen.options, **setting)

    def _lay_out(self, actions: int, parallelizable: bool) -> None:
        """Create the agents and their spaces for this number of actions."""
        name = module_name(self.game.NAME)
        self.metadata = {**render.METADATA, "name": name, "is_parallelizable": parallelizable}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.match_env.seats)]
        shape = layout(self.game)
        self.observation_spaces = {
            agent: masked_space(observation_space(shape, self.chosen), actions) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observed = observer(shape, self.chosen)

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent, always the same object."""
        return self.action_spaces[agent]

    def _outcome(self) -> tuple[list[float], str, bool]:
        """Return the rewards by seat of a match that is over, how it ended, and whether at the limit of plies."""
        ending, limit = ending_of(self.game, kernel.plain(self.match_env.state))
        return rewards_of(self.match_env, self.chosen.reward), ending, limit


class Table(Agents, ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A match in which all seats act at once, as described in the module docstring."""

    metadata = render.METADATA

    def __init__(
        self,
        game: str,
        *,
        max_cycles: int | None = None,
        compiled: bool = True,
        render_mode: str | None = None,
        **chosen: Unpack[Keywords],
    ) -> None:
        """`max_cycles`: steps after which a match is truncated; otherwise as `pettingzoo.TurnEnv`, errors too."""
        self._open(game, EnvOptions(**chosen), compiled)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.agents: list[str] = []
        self.cycles = 0
        self.wait = self.game.ACTIONS  # the action of doing nothing
        self._lay_out(self.wait + 1, parallelizable=True)

    def reset(self, seed: int | None = None, options: Told | None = None) -> tuple[Told, Told]:
        """Start a match. Without a seed, the generators continue where they are. `options` are ignored."""
        self.match_env.reset(seed)
        self.match_env.clock_ms = 0.0
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._observations(), self._infos({})

    def step(self, actions: Mapping[str, int]) -> tuple[Told, Told, Told, Told, Told]:
        """Apply one action of every agent. Missing agents wait."""
        applied = self._judged(self._claims(actions))
        self.cycles += 1
        rewards, infos = [0.0] * self.match_env.seats, self._infos(applied)
        terminated, truncated = False, self.cycles == self.max_cycles
        if self.match_env.over:
            rewards, ending, truncated = self._outcome()
            terminated = not truncated
            infos = {agent: {**info, "ending": ending} for agent, info in infos.items()}
        told = (
            self._observations(),
            dict(zip(self.agents, rewards, strict=True)),
            dict.fromkeys(self.agents, terminated),
            dict.fromkeys(self.agents, truncated),
            infos,
        )
        if terminated or truncated:
            self.agents = []
        return told

    def _claims(self, actions: Mapping[str, int]) -> dict[int, int]:
        """Return the claims of the seats that may act."""
        given = {seat: actions.get(agent) for seat, agent in enumerate(self.agents)}
        movers = self.match_env.movers
        return {
            seat: int(action)
            for seat, action in given.items()
            if action is not None and action != self.wait and movers >> seat & 1
        }

    def _judged(self, claims: Mapping[int, int]) -> dict[int, bool]:
        """Apply legal claims in order. Return for each claiming seat whether its claim was applied."""
        begun_ms, version = self.match_env.clock_ms, self.match_env.plies
        lasted_ms = 0.0 if claims else self._idle_ms()
        applied = {}
        for passed_ms, seat in self._order(claims):
            applied[seat] = self._apply(seat, claims[seat], version)
            if applied[seat]:
                version += 1
                lasted_ms = passed_ms
        self.match_env.clock_ms = begun_ms + lasted_ms
        return applied

    def _order(self, seats: Iterable[int]) -> list[tuple[float, int]]:
        """Return when each of these seats acts, in milliseconds from now, with the seat."""
        if self.game.RACE:
            return draw_order(self.match_env.draws, self.match_env.rates, seats)
        return [(0.0, seat) for seat in sorted(seats)]

    def _idle_ms(self) -> float:
        """Return the time in milliseconds until the first seat would have reacted in a race."""
        movers = self.match_env.movers
        rate = sum(self.match_env.rates[seat] for seat in range(self.match_env.seats) if movers >> seat & 1)
        return reaction_ms(self.match_env.draws, rate) if self.game.RACE and rate else 0.0

    def _apply(self, seat: int, action: int, version: int) -> bool:
        """Apply one claim if it is legal and no dice were rolled since `version`."""
        if self.match_env.plies != version:
            return False
        try:
            self.match_env.act(seat, action)
        except errors.Refusal:
            return False
        return True

    def _observations(self) -> Told:
        movers = self.match_env.movers
        return {agent: self._observation(seat, movers >> seat & 1) for seat, agent in enumerate(self.agents)}

    def _observation(self, seat: int, may_act: int) -> Told:
        view, mask = self.match_env.look(seat)
        mask.resize(self.wait + 1)
        mask[self.wait] = self.game.RACE or not may_act
        return {OBSERVATION: self._observed(view, seat), MASK: mask}

    def _infos(self, applied: Mapping[int, bool]) -> Told:
        return {
            agent: {"applied": np.int8(applied.get(seat, NO_CLAIM)), **self._clock}
            for seat, agent in enumerate(self.agents)
        }

    def clone(self) -> Self:
        """Return an independent copy."""
        twin = super().clone()
        twin.agents = self.agents.copy()
        return twin

    def set_state(self, kept: bytes) -> tuple[Told, Told]:
        """Restore the state returned by `get_state`. Return its observations and infos. Raises WrongSnapshot."""
        self.match_env.set_state(kept)
        self.agents = [] if self.match_env.over else self.possible_agents[:]
        return self._observations(), self._infos({})
