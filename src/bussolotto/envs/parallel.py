"""PettingZoo's ParallelEnv, written as such: in every step all seats hand in an action at once.

Who may not act waits, and so may everybody in a race: to wait is one action more, the last. Of what is handed in by
seats that may act, claims are judged one after the other: in a race in the order of the reaction times that are drawn
for this step (see `reactions`), else by seat, for there they do not touch each other. A claim that is no longer legal
when its turn comes is dropped; so is every one that comes after dice have fallen, for it meant the position that its
seat saw. `infos[agent]["applied"]` says what became of it: True, False for a claim that was dropped, None where nothing
was claimed. In a race a step lasts until its last applied claim, or, if all wait, until the first seat would have
reacted; `infos[agent]["clock_ms"]` is the time since the match began.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

import bussolotto
from bussolotto import errors
from bussolotto.envs import render
from bussolotto.envs.observation import layout
from bussolotto.envs.reactions import REACTION_MS, Reaction, ordered, reaction_ms
from bussolotto.envs.shown import Shown
from bussolotto.envs.spaces import masked_space, observer
from bussolotto.envs.world import World

VERSION = 0

Told = dict[str, Any]


def agent_of(seat: int) -> str:
    """The name of the agent in a seat."""
    return f"seat_{seat}"


def module_name(game: str) -> str:
    """What a game is called among PettingZoo's: `my_dice_your_dice_v0`."""
    return f"{game.replace('-', '_')}_v{VERSION}"


class Table(Shown, ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A match in which all seats act at once; see the module for what that means."""

    metadata = render.METADATA

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        observation: str = "fields",
        reaction: Reaction = REACTION_MS,
        max_cycles: int | None = None,
        compiled: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """`max_cycles`: steps after which the match is truncated; else as `pettingzoo.TurnEnv`, errors too."""
        self.game = bussolotto.game(game)
        self.metadata = {**render.METADATA, "name": module_name(game), "is_parallelizable": True}
        self.world = World(self.game, seats, options, reaction=reaction, compiled=compiled)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.possible_agents = [agent_of(seat) for seat in range(self.world.seats)]
        self.agents: list[str] = []
        self.cycles = 0
        self.wait = self.game.ACTIONS  # the action that is none
        shape = layout(self.game)
        self.observation_spaces = {
            agent: masked_space(shape, observation, self.wait + 1) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}
        self._observed = observer(shape, observation)

    def observation_space(self, agent: str) -> Any:
        """The same object for the same agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same object for the same agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Told | None = None) -> tuple[Told, Told]:
        """Begin a match. Without a seed the generators go on where they are; `options` mean nothing here."""
        self.world.reset(seed)
        self.world.clock_ms = 0.0
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._observations(), self._infos({})

    def step(self, actions: Mapping[str, int]) -> tuple[Told, Told, Told, Told, Told]:
        """One action of every agent; who is missing waits."""
        applied = self._judged(self._claims(actions))
        self.cycles += 1
        over = self.world.over
        truncated = not over and self.cycles == self.max_cycles
        rewards = self.world.returns() if over else [0.0] * self.world.seats
        told = (
            self._observations(),
            dict(zip(self.agents, rewards, strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, truncated),
            self._infos(applied),
        )
        if over or truncated:
            self.agents = []
        return told

    def _claims(self, actions: Mapping[str, int]) -> dict[int, int]:
        """What seats that may act have handed in."""
        given = {seat: actions.get(agent) for seat, agent in enumerate(self.agents)}
        movers = self.world.movers
        return {
            seat: int(action)
            for seat, action in given.items()
            if action is not None and action != self.wait and movers >> seat & 1
        }

    def _judged(self, claims: Mapping[int, int]) -> dict[int, bool]:
        """Apply what is legal, in order; for each seat that claimed whether it was applied."""
        begun_ms, version = self.world.clock_ms, self.world.plies
        lasted_ms = 0.0 if claims else self._idle_ms()
        applied = {}
        for passed_ms, seat in self._order(claims):
            applied[seat] = self._apply(seat, claims[seat], version)
            if applied[seat]:
                version += 1
                lasted_ms = passed_ms
        self.world.clock_ms = begun_ms + lasted_ms
        return applied

    def _order(self, seats: Iterable[int]) -> list[tuple[float, int]]:
        """When each of these seats is heard: milliseconds from now, and the seat."""
        if self.game.RACE:
            return ordered(self.world.draws, self.world.rates, seats)
        return [(0.0, seat) for seat in sorted(seats)]

    def _idle_ms(self) -> float:
        """How long it takes in a race until the first seat would have reacted."""
        rate = sum(self.world.rates[seat] for seat in range(self.world.seats) if self.world.movers >> seat & 1)
        return reaction_ms(self.world.draws, rate) if self.game.RACE and rate else 0.0

    def _apply(self, seat: int, action: int, version: int) -> bool:
        """Apply one claim, if no dice have fallen since `version` and it is legal."""
        if self.world.plies != version:
            return False
        try:
            self.world.act(seat, action)
        except errors.Refusal:
            return False
        return True

    def _observations(self) -> Told:
        movers = self.world.movers
        return {agent: self._observation(seat, movers >> seat & 1) for seat, agent in enumerate(self.agents)}

    def _observation(self, seat: int, may_act: int) -> Told:
        view, mask = self.world.look(seat)
        mask.resize(self.wait + 1)
        mask[self.wait] = self.game.RACE or not may_act
        return {"observation": self._observed(view, seat), "action_mask": mask}

    def _infos(self, applied: Mapping[int, bool]) -> Told:
        clock = {"clock_ms": self.world.clock_ms} if self.game.RACE else {}
        return {agent: {"applied": applied.get(seat), **clock} for seat, agent in enumerate(self.agents)}

    def clone(self) -> Table:
        """An independent copy, generators included: the same actions lead to the same match."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__, world=self.world.clone(), agents=self.agents.copy())
        return twin

    def set_state(self, kept: bytes) -> tuple[Told, Told]:
        """Go back to where `get_state` was asked for; observations and infos there. Raises WrongSnapshot."""
        self.world.set_state(kept)
        self.agents = [] if self.world.over else self.possible_agents[:]
        return self._observations(), self._infos({})
