"""The laws of compiled players: what they decide is legal, read from the view alone, and the same interpreted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

import bussolotto
from bussolotto.core import chance, kernel
from bussolotto.core.kernel import CHANCE
from bussolotto.play.batch import SLOT, memories_of
from bussolotto.play.policies import policy_of, with_memory
from bussolotto.testing.worlds import World, mask_of, random_ply


def decisions(world: World, policy: ModuleType, most: int) -> Iterator[tuple[Any, int, Any]]:
    """Positions of a match with somebody to decide, half of whom follow the policy: (state, seat, memory)."""
    game, rng = world.game, Random(world.seed)
    s = kernel.plain(world.open())
    (memory,) = memories_of(game, 1)
    tables = with_memory(policy.tables(s), memory)
    while (bits := game.movers(s)) and most:
        seat, action = random_ply(game, s, bits, rng)
        if seat != CHANCE:
            yield s, seat, memory
            most -= 1
            if rng.random() < 0.5:
                action = int(policy.decide(s, seat, chance.seeded(most).tolist(), tables))
        game.apply(s, seat, action)
        if len(memory):
            policy.watch(s, seat, action, memory)


def obeys(world: World, most: int, policy: ModuleType | None = None) -> int:
    """Hold a policy to its laws in so many decisions of a match; return how many there were."""
    judged = Judge(world, policy or policy_of(world.game))
    count = 0
    for s, seat, memory in decisions(world, judged.policy, most):
        judged.judge(s, seat, memory)
        count += 1
    return count


class Judge:
    """Asks a policy about one position in every possible way."""

    def __init__(self, world: World, policy: ModuleType) -> None:
        self.world, self.policy = world, policy
        opening = world.open()
        self.interpreted, self.compiled = policy.tables(kernel.plain(opening)), policy.tables(opening)
        self.fast = bussolotto.compiled(world.game) if policy is policy_of(world.game) else None

    def judge(self, s: Any, seat: int, memory: Any) -> None:
        """In this position everybody answers the same, and it is legal."""
        game, before = self.world.game, bytes(s)
        view = kernel.copied(s)
        game.hide(view, seat)
        where = f"{self.world}, ply {s.plies}, seat {seat}"
        action = self.decide(s, seat, memory)
        assert mask_of(game, s, seat)[action], f"{where}: {action} is not legal"
        assert bytes(s) == before, f"{where}: the position was changed"
        assert self.decide(view, seat, memory) == action, f"{where}: it has read what it may not know"
        if self.fast:
            for each in (s, view):
                assert self.decide_compiled(each, seat, memory) == action, f"{where}: compiled it decides otherwise"

    def decide(self, s: Any, seat: int, memory: Any) -> int:
        """The interpreted decision; generators are the same each time."""
        tables = with_memory(self.interpreted, memory)
        return int(self.policy.decide(s, seat, chance.seeded(s.plies, seat).tolist(), tables))

    def decide_compiled(self, s: Any, seat: int, memory: Any) -> int:
        """The compiled one, as batches ask for it."""
        assert self.fast is not None
        slots = np.zeros(1, SLOT)
        slots["seat"], slots["draws"] = seat, chance.seeded(s.plies, seat)
        views = np.frombuffer(bytearray(bytes(s)), self.world.game.STATE)
        self.fast.batch_policy(views, slots, self.compiled, memory.reshape(1, -1))
        return int(slots["action"][0])
