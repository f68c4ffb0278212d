"""Many matches side by side, compiled: the environment that learners and studies step thousands of times a second.

All states lie in one array. A step is one decision in every match, then dice, until the next decision; a match that
ends begins again in place. Every match has generators of its own, so that what happens does not depend on the number of
threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

import bussolotto
from bussolotto import chance, errors, kernel
from bussolotto.kernel import CHANCE, MAX_SEATS, chosen_options, hide_nothing
from bussolotto.policies import policy_of

BLOCK = 64  # bytes of a mask are padded to whole blocks, as `loops.nth` counts them
AGAIN = 1 << 16  # beside the seats who are asked: a match that has ended begins again in place
OPEN = 1 << 17  # beside them: all lies open, and the views are the states
DRAW = 1 << 18  # beside them: actions are drawn among the legal ones
NOBODY = -1  # the seat to decide when a match is over
GO_ON = -1 << 40  # instead of an action: nobody acts, see who is to decide
# What a match has beside its state, side by side in memory; what is kept of it comes first
SLOT = np.dtype(
    [
        ("dice", np.int64, 4),  # the generator of what falls, and of who reacts first
        ("draws", np.int64, 4),  # the generator of what policies choose, and of reaction times
        ("clock", np.float64),  # milliseconds
        ("seat", np.int64),  # who decides
        ("count", np.int64),  # how many things this seat may do
        ("action", np.int64),  # what it does
        ("ended", np.int64),  # 1: the last step ended a match
        ("shares", np.float64, MAX_SEATS),  # win shares of the match that ended
    ]
)
KEPT = 80  # bytes of a slot that are kept

Integers = npt.NDArray[np.int64]
Callback = Callable[["Batch"], Integers]


class Batch:
    """`size` matches of one game, each waiting for one decision.

    Attributes, all changed in place by `step`:

    - `states`: STATE[size], the matches as they are;
    - `seats`: int64[size], who decides, and `actions`: int64[size], what it did or is to do;
    - `views`: STATE[size], what that seat may know; where nothing is secret they are the states;
    - `masks`: uint8[size, ACTIONS], what it may do, and `counts`: int64[size], how many things that is;
    - `ended`: int64[size], 1 where the last step ended a match, and `shares`: float64[size, 8], its win shares by
      seat, 0 where none ended.

    Where several seats may act at once, who is next is drawn: each reacts after an exponential time with its rate of
    `rates` (by seat, the same for all if not given), and the first one acts.
    """

    def __init__(
        self,
        game: ModuleType | str,
        size: int,
        *,
        seats: int | None = None,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        threads: int | None = None,
        rates: Sequence[float] | None = None,
    ) -> None:
        """`seats`: the fewest the game has if not given; `threads`: all processors if not given.

        Raises UnknownGame, BadSeats, UnknownOption, UnknownValue; ValueError for a size, rates or threads below 1.
        """
        module = bussolotto.game(game) if isinstance(game, str) else game
        number = module.SEATS[0] if seats is None else seats
        if size < 1 or (threads is not None and threads < 1):
            raise ValueError(f"a batch has a match and a thread at least, not {size} and {threads}")
        self.game = module
        self.size = size
        self.number_of_seats = number
        self.options = chosen_options(module, options or {})
        self._rules = bussolotto.compiled(module)
        self._opening = np.array([bussolotto.new_state(module, number, **self.options)])
        self._rates = _checked_rates(rates, number)
        self._room()
        self._parts = self._shared(threads or os.cpu_count() or 1)
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._tables: tuple[Any, ...] | None = None
        self.reset(seed)

    def _room(self) -> None:
        padded = -(-self.game.ACTIONS // BLOCK) * BLOCK
        self.states = np.zeros(self.size, self.game.STATE)
        self._open = self.game.hide is hide_nothing
        self.views = self.states if self._open else self.states.copy()
        self._masks = np.zeros((self.size, padded), np.uint8)
        self._words = self._masks.view(np.int64)
        self.masks = self._masks[:, : self.game.ACTIONS]
        self._slots = np.zeros(self.size, SLOT)
        self.seats, self.counts, self.actions = (self._slots[name] for name in ("seat", "count", "action"))
        self.ended, self.shares = self._slots["ended"], self._slots["shares"]

    def reset(self, seed: int = 0) -> None:
        """Begin all matches anew, with generators from this seed."""
        self._slots[:] = np.zeros(1, SLOT)
        self._slots["dice"] = chance.streams(seed, 0, self.size)
        self._slots["draws"] = chance.streams(seed, chance.CHOICES, self.size)
        self.states[:] = self._opening
        self.actions[:] = GO_ON
        self._advance()

    def step(self, actions: Integers | None = None) -> None:
        """One decision in every match, int64[size], then dice until the next; `actions` of the batch if not given.

        Raises ValueError for an array of another shape; IllegalAction, and nothing has happened then, where one of
        the actions is not in the mask.
        """
        if actions is not None:
            self._take(np.asarray(actions))
        self._advance()

    def _take(self, actions: Any) -> None:
        if actions.shape != (self.size,) or actions.dtype.kind not in "iu":
            raise ValueError(f"{self.size} whole numbers are wanted, not {actions.dtype}{list(actions.shape)}")
        outside = (actions < 0) | (actions >= self.game.ACTIONS)
        legal = self.masks[np.arange(self.size), np.where(outside, 0, actions)].astype(bool) & ~outside
        if not legal.all():
            index = int(legal.argmin())
            raise refusal(self.game, self.views[index], int(self.seats[index]), int(actions[index]))
        self.actions[:] = actions

    def _advance(self, draw: int = 0) -> None:
        everybody = AGAIN | (1 << self.number_of_seats) - 1 | (OPEN if self._open else 0) | draw
        for illegal in self._each(lambda part: self._rules.decide(*part, everybody)):
            assert illegal < 0, f"match {illegal} of its part was given an illegal action"

    def choose(self, policy: str | Callback = "random") -> Integers:
        """int64[size]: what this policy would do now: `random`, the game's own compiled one, or a callback.

        A callback gets the batch and gives the actions, a network for instance. The array is `actions` of the batch.
        Raises UnknownPlayer.
        """
        if callable(policy):
            self._take(np.asarray(policy(self)))
        elif policy == "random":
            self._each(lambda part: self._rules.batch_random(part[5], part[6]))
        elif policy == policy_of(self.game).NAME:
            tables = self._looked_up()
            self._each(lambda part: self._rules.batch_policy(part[2], part[6], tables))
        else:
            known = tuple(filter(None, ("random", policy_of(self.game).NAME)))
            raise errors.UnknownPlayer(self.game.NAME, policy, known)
        return self.actions

    def play(self, steps: int, policy: str | Callback = "random") -> int:
        """So many steps with one policy in all seats; how many matches came to their end."""
        ended = 0
        for _ in range(steps):
            if policy == "random":
                self._advance(DRAW)  # as `choose` and `step`, in one go
            else:
                self.choose(policy)
                self._advance()
            ended += int(self.ended.sum())
        return ended

    def _looked_up(self) -> tuple[Any, ...]:
        if self._tables is None:
            self._tables = policy_of(self.game).tables(self._opening[0])
        return self._tables

    def _shared(self, threads: int) -> list[tuple[Any, ...]]:
        """What each thread works on, in the order of the arguments of `loops.decide`."""
        threads = min(threads, self.size)
        edges = [self.size * thread // threads for thread in range(threads + 1)]
        finals = self.states.copy()
        arrays = (self.states, self.views, finals, self._masks, self._words, self._slots)
        return [
            (self._opening, *(each[first:last] for each in arrays), self._rates, np.zeros(self.game.OUTCOMES, np.int64))
            for first, last in pairwise(edges)
        ]

    def _each(self, work: Callable[[tuple[Any, ...]], Any]) -> list[Any]:
        """Let every thread do its part of the matches."""
        if self._pool is None:
            return [work(self._parts[0])]
        return [task.result() for task in [self._pool.submit(work, part) for part in self._parts]]


def _checked_rates(rates: Sequence[float] | None, seats: int) -> npt.NDArray[np.float64]:
    """float64[8]. Raises ValueError."""
    given = [1.0] * seats if rates is None else [float(rate) for rate in rates]
    if len(given) != seats or not all(0 < rate < np.inf for rate in given):
        raise ValueError(f"a positive rate for each of {seats} seats is wanted, not {given}")
    return np.array(given + [0.0] * (MAX_SEATS - seats))


def refusal(game: Any, s: Any, seat: int, action: int) -> errors.Refusal:
    """Why this action is not played, as an error to raise."""
    number = game.OUTCOMES if seat == CHANCE else game.ACTIONS
    if not 0 <= action < number or seat == NOBODY:
        return errors.NotAnAction(game.NAME, action)
    return errors.IllegalAction(seat, game.say(seat, action), kernel.clause(game, kernel.plain(s), seat, action))
