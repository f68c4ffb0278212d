"""A sample of matches that is looked into: what is decided in them, one decision drawn of each, how places fare.

Compiled players play all of the sample side by side, others one match after the other; the sample depends on the
setting alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto import chance
from bussolotto.batch import Batch
from bussolotto.match import Match
from bussolotto.policies import policy_of
from bussolotto.study import own
from bussolotto.study.matches import Integers, Setting, seated

STREAM = 1 << 42  # streams from here on are for what is drawn of a sample


@dataclass
class Sample:
    """One row for each match; a match without a decision has no drawn one: its `seats` is -1."""

    states: npt.NDArray[Any]  # STATE[n]: before the decision that was drawn
    seats: Integers  # who decided
    actions: Integers  # what
    others: Integers  # another legal action, drawn
    choices: Integers  # how many decisions with two legal actions or more the match had
    decisions: Integers  # how many decisions in all
    fates: Integers | None  # int64[n, places, fates] of the game's own measures


class Drawing:
    """Draws one decision of each match, every one with a choice as likely as the others, while they are played."""

    def __init__(self, setting: Setting, size: int) -> None:
        seats, actions, others, choices, decisions = np.zeros((5, size), np.int64)
        self._own: ModuleType | None = own.of(setting.module)
        fates = None if self._own is None else np.zeros((size, len(self._own.PLACES), len(self._own.FATES)), np.int64)
        states = np.zeros(size, setting.module.STATE)
        self.sample = Sample(states, seats - 1, actions, others, choices, decisions, fates)
        self._rng = np.random.Generator(np.random.PCG64([setting.seed & 0xFFFFFFFF, STREAM]))

    def look(
        self, rows: Integers, states: npt.NDArray[Any], seats: Integers, actions: Integers, masks: npt.NDArray[np.uint8]
    ) -> None:
        """Told of a decision in each of these matches before it is carried out; all arrays are as long as `rows`."""
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
    """Of each row a legal action that is not this one, as likely as the others."""
    rest = masks.copy()
    rest[np.arange(len(rest)), actions] = 0
    ranks = np.cumsum(rest, axis=1, dtype=np.int64)
    wanted = np.floor(tickets * ranks[:, -1]).astype(np.int64) + 1 if len(rest) else np.zeros(0, np.int64)
    others: Integers = (ranks < wanted[:, None]).sum(axis=1)
    return others


def drawn(setting: Setting, size: int) -> Sample:
    """A sample of so many matches."""
    drawing = Drawing(setting, size)
    if setting.compiled:
        _side_by_side(setting, size, drawing)
    else:
        for number in range(size):
            _alone(setting, number, drawing)
    return drawing.sample


def _side_by_side(setting: Setting, size: int, drawing: Drawing) -> None:
    """Compiled players; a match that begins again is no longer looked at."""
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


def _alone(setting: Setting, number: int, drawing: Drawing) -> None:
    """One match of bots."""
    match = Match(setting.module, setting.seats, setting.options)
    company = seated(setting, number, match)
    dice = chance.Fast(setting.seed, number)
    row = np.array([number])
    while True:
        company.fall(dice)
        wish = None if match.over else company.wish()
        if wish is None:
            return
        mask = np.zeros((1, setting.module.ACTIONS), np.uint8)
        mask[0, match.legal(wish.seat)] = 1
        drawing.look(row, np.array([match.record]), np.array([wish.seat]), np.array([wish.action]), mask)
        company.play(wish.seat, wish.action)
