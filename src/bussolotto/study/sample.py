"""A sample of matches for closer study: their decisions, one decision drawn from each, and the fates of places.

Compiled players play the whole sample in parallel; other players, and those who race, one match after another. The
sample depends only on the setting.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from bussolotto.play.batch import Batch
from bussolotto.play.policies import policy_of
from bussolotto.study.matches import Integers, MatchConfig, open_match

STREAM = 1 << 42  # first of the streams for drawing from a sample


@dataclass
class Sample:
    """One row for each match; `seats` is -1 for a match in which no decision could be drawn."""

    states: npt.NDArray[Any]  # STATE[n]: before the drawn decision
    seats: Integers  # the seat that decided
    actions: Integers  # the chosen action
    others: Integers  # another legal action, drawn at random
    choices: Integers  # number of decisions with at least two legal actions
    decisions: Integers  # number of all decisions
    fates: Integers | None  # int64[n, places, fates] of the game's own measures


class Drawing:
    """Draws one decision from each match while it is played, uniformly among those with a choice."""

    def __init__(self, setting: MatchConfig, size: int) -> None:
        seats, actions, others, choices, decisions = np.zeros((5, size), np.int64)
        self._own = setting.module.part("study")
        fates = None if self._own is None else np.zeros((size, len(self._own.PLACES), len(self._own.FATES)), np.int64)
        states = np.zeros(size, setting.module.STATE)
        self.sample = Sample(states, seats - 1, actions, others, choices, decisions, fates)
        self._rng = np.random.Generator(np.random.PCG64([setting.seed & 0xFFFFFFFF, STREAM]))

    def look(
        self, rows: Integers, states: npt.NDArray[Any], seats: Integers, actions: Integers, masks: npt.NDArray[np.uint8]
    ) -> None:
        """Record one decision in each of the matches `rows`, before it is applied; all arrays are as long as `rows`."""
        sample = self.sample
        sample.decisions[rows] += 1
        counts = masks.sum(axis=1, dtype=np.int64)
        sample.choices[rows] += counts > 1
        tickets = self._rng.random((2, len(rows)))
        drawn = (counts > 1) & (tickets[0] * sample.choices[rows] < 1)
        chosen = rows[drawn]
        sample.states[chosen] = states[drawn]
        sample.seats[chosen] = seats[drawn]
        sample.actions[chosen] = actions[drawn]
        sample.others[chosen] = _another(masks[drawn], actions[drawn], tickets[1, drawn])
        if self._own is not None and sample.fates is not None:
            fates = np.zeros((len(rows), *sample.fates.shape[1:]), np.int64)
            self._own.watch(states, seats, actions, fates)
            sample.fates[rows] += fates


def _another(masks: npt.NDArray[np.uint8], actions: Integers, tickets: npt.NDArray[np.float64]) -> Integers:
    """Return for each row a different legal action, drawn uniformly."""
    rest = masks.copy()
    rest[np.arange(len(rest)), actions] = 0
    ranks = np.cumsum(rest, axis=1, dtype=np.int64)
    wanted = np.floor(tickets * ranks[:, -1]).astype(np.int64) + 1 if len(rest) else np.zeros(0, np.int64)
    others: Integers = (ranks < wanted[:, None]).sum(axis=1)
    return others


class Looking(Protocol):
    """Looks at the decisions of a sample while it is played, as `Drawing` does."""

    def look(
        self, rows: Integers, states: npt.NDArray[Any], seats: Integers, actions: Integers, masks: npt.NDArray[np.uint8]
    ) -> None: ...


def draw(setting: MatchConfig, size: int) -> Sample:
    """Play and return a sample of `size` matches."""
    drawing = Drawing(setting, size)
    watch(setting, size, drawing)
    return drawing.sample


def watch(setting: MatchConfig, size: int, drawing: Looking) -> None:
    """Play a sample of `size` matches and show its decisions."""
    if setting.compiled and not (setting.module.RACE and set(setting.players) != {"random"}):
        _side_by_side(setting, size, drawing)
    else:
        for number in range(size):
            _alone(setting, number, drawing)


def _side_by_side(setting: MatchConfig, size: int, drawing: Looking) -> None:
    """Play the sample with compiled players. A match is no longer recorded once it has ended and restarted."""
    batch = Batch(setting.module, size, seats=setting.seats, seed=setting.seed, options=setting.options)
    policy = policy_of(setting.module).NAME
    kinds = np.array([name != "random" for name in setting.players])
    going = np.ones(size, bool)
    numbers = np.arange(size)
    while going.any():
        actions = batch.choose(policy if kinds.any() else "random").copy()
        by_chance = ~kinds[(batch.seats - numbers) % setting.seats]
        if by_chance.any() and kinds.any():
            actions[by_chance] = batch.choose("random")[by_chance]
        rows = np.flatnonzero(going)
        drawing.look(rows, batch.states[rows], batch.seats[rows], actions[rows], batch.masks[rows])
        batch.step(actions)
        going &= batch.ended == 0


def _alone(setting: MatchConfig, number: int, drawing: Looking) -> None:
    match, bot_table, dice = open_match(setting, number)
    row = np.array([number])
    while True:
        bot_table.fall(dice)
        wish = None if match.over else bot_table.wish()
        if wish is None:
            return
        mask = np.zeros((1, setting.module.ACTIONS), np.uint8)
        mask[0, match.legal(wish.seat)] = 1
        drawing.look(row, np.array([match.record]), np.array([wish.seat]), np.array([wish.action]), mask)
        bot_table.play(wish.seat, wish.action)
