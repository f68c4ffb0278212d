"""Many matches side by side, compiled: the environment that learners and studies step thousands of times a second.

All states are in one array. A step is one decision in every match, then dice, until the next decision; a match that
ends begins again in place. Every match has its own generators, so the results do not depend on the number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.core import chance, contract, errors
from bussolotto.core.contract import Game, Rules, as_game, choose_options
from bussolotto.core.kernel import MAX_SEATS, hide_nothing
from bussolotto.games import game as game_of
from bussolotto.play.compiler import compiled
from bussolotto.play.policies import memory_size, policy_of

BLOCK = 64  # bytes of a mask are padded to whole blocks, as `loops.index_of_rank` counts them
AGAIN = 1 << 16  # in addition to the seats that decide: a match that has ended begins again in place
OPEN = 1 << 17  # in addition: nothing is hidden, and the views are the states
DRAW = 1 << 18  # in addition: actions are drawn among the legal ones
RACING = 1 << 19  # in addition: it is a race, so time passes until somebody acts
NOBODY = -1  # the seat to decide when a match is over
GO_ON = -1 << 40  # instead of an action: nobody acts, and only the seat that decides is determined
# Data of a match in addition to its state, contiguous in memory; the fields that snapshots store come first
SLOT = np.dtype(
    [
        ("dice", np.int64, 4),  # the generator of outcomes, and of which seat reacts first
        ("draws", np.int64, 4),  # the generator of what policies choose, and of reaction times
        ("clock", np.float64),  # milliseconds
        ("seat", np.int64),  # the seat that decides
        ("count", np.int64),  # how many legal actions this seat has
        ("action", np.int64),  # the action of this seat
        ("ended", np.int64),  # 1: the last step ended a match
        ("shares", np.float64, MAX_SEATS),  # win shares of the match that ended
    ]
)
KEPT = 80  # bytes of a slot that snapshots store

Integers = npt.NDArray[np.int64]
Callback = Callable[["Batch"], Integers]


class Part:
    """What one thread works on: matches, and what their players by policy need."""

    def __init__(self, game: Game, matches: tuple[Any, ...], memories: Integers, seats: int = 0) -> None:
        """`matches`: the arguments of `loops.decide`; `seats`: bits of those that play by policy unasked."""
        self.game = game
        self.matches = matches
        self.memories = memories
        self.seats = seats

    @cached_property
    def tables(self) -> tuple[Any, ...]:
        """Those of the policy, made when it first decides."""
        return tuple(policy_of(self.game).tables(self.matches[0][0]))

    @cached_property
    def bots(self) -> tuple[Any, ...] | None:
        """The argument of `loops.decide`; None where nobody plays by policy or has anything to remember."""
        return (self.seats, self.tables, self.memories) if self.seats or self.memories.size else None


def racing(game: Game) -> int:
    """RACING for a race, and 0 for any other game."""
    return RACING if game.RACE else 0


def memories_of(game: Game, size: int) -> Integers:
    """int64[size, n]: what players by policy remember of each match."""
    return np.zeros((size, memory_size(policy_of(game))), np.int64)


class Batch:
    """`size` matches of one game, each waiting for one decision.

    Attributes, all changed in place by `step`:

    - `states`: STATE[size], the full state of each match;
    - `seats`: int64[size], the seat that decides, and `actions`: int64[size], its last or next action;
    - `views`: STATE[size], the view of that seat; where nothing is secret the views are the states;
    - `masks`: uint8[size, ACTIONS], its legal actions, and `counts`: int64[size], the number of legal actions;
    - `ended`: int64[size], 1 where the last step ended a match, and `shares`: float64[size, 8], its win shares by
      seat, 0 where none ended.

    Where several seats may act at once, the next one is drawn: each reacts after an exponential time with its rate of
    `rates` (by seat, the same for all if not given), and the first one acts. In races `clocks` is the time since each
    match began, float64[size], in units of one over the rates.
    """

    def __init__(
        self,
        game: Game | Rules | str,
        size: int,
        *,
        seats: int | None = None,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        threads: int | None = None,
        rates: Sequence[float] | None = None,
    ) -> None:
        """`seats`: the fewest that the game allows if not given; `threads`: all processors if not given.

        Raises UnknownGame, BadSeats, UnknownOption, UnknownValue; ValueError for a size, rates or threads below 1.
        """
        module = game_of(game) if isinstance(game, str) else as_game(game)
        number = module.SEATS[0] if seats is None else seats
        if size < 1 or (threads is not None and threads < 1):
            raise ValueError(f"a batch has a match and a thread at least, not {size} and {threads}")
        self.game = module
        self.size = size
        self.number_of_seats = number
        self.options = choose_options(module, options or {})
        self._rules = compiled(module)
        self._opening = np.array([contract.new_state(module, number, **self.options)])
        self._rates = _checked_rates(rates, number)
        self._room()
        self._parts = self._shared(threads or os.cpu_count() or 1)
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
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
        self.ended, self.shares, self.clocks = (self._slots[name] for name in ("ended", "shares", "clock"))

    def reset(self, seed: int = 0) -> None:
        """Begin all matches again, with generators from this seed."""
        self._slots[:] = np.zeros(1, SLOT)
        self._slots["dice"] = chance.streams(seed, 0, self.size)
        self._slots["draws"] = chance.streams(seed, chance.CHOICES, self.size)
        self.states[:] = self._opening
        for part in self._parts:
            part.memories[:] = 0
        self.actions[:] = GO_ON
        self._advance()

    def step(self, actions: Integers | None = None) -> None:
        """Play one decision per match, int64[size] (default: the batch's `actions`), then dice until the next decision.

        Raises ValueError for an array of another shape, and IllegalAction if one of the actions is not in the mask;
        no match changes then.
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
            raise contract.refusal(self.game, self.views[index], int(self.seats[index]), int(actions[index]))
        self.actions[:] = actions

    def _advance(self, draw: int = 0) -> None:
        everybody = (1 << self.number_of_seats) - 1 | (OPEN if self._open else 0) | racing(self.game)
        wanted = everybody | AGAIN | draw
        for illegal in self._each(lambda part: self._rules.decide(*part.matches, wanted, part.bots)):
            assert illegal < 0, f"match {illegal} of its part was given an illegal action"

    def choose(self, policy: str | Callback = "random") -> Integers:
        """int64[size]: the decisions of this policy: `random`, the game's own compiled one, or a callback.

        A callback gets the batch and returns the actions; it may be a network. The array is `actions` of the batch.
        Raises UnknownPlayer.
        """
        if callable(policy):
            self._take(np.asarray(policy(self)))
        elif policy == "random":
            self._each(lambda part: self._rules.batch_random(part.matches[5], part.matches[6]))
        elif policy == policy_of(self.game).NAME:
            self._each(
                lambda part: self._rules.batch_policy(part.matches[2], part.matches[6], part.tables, part.memories)
            )
        else:
            known = tuple(filter(None, ("random", policy_of(self.game).NAME)))
            raise errors.refuse("unknown-player", game=self.game.NAME, player=policy, known=known)
        return self.actions

    def play(self, steps: int, policy: str | Callback = "random") -> int:
        """Play this many steps with one policy in all seats; return how many matches ended."""
        ended = 0
        for _ in range(steps):
            if policy == "random":
                self._advance(DRAW)  # `choose` and `step` in one call
            else:
                self.choose(policy)
                self._advance()
            ended += int(self.ended.sum())
        return ended

    def _shared(self, threads: int) -> list[Part]:
        """What each thread works on."""
        threads = min(threads, self.size)
        edges = [self.size * thread // threads for thread in range(threads + 1)]
        finals = self.states.copy()
        arrays = (self.states, self.views, finals, self._masks, self._words, self._slots)
        own = [
            (self._opening, *(each[first:last] for each in arrays), self._rates, np.zeros(self.game.OUTCOMES, np.int64))
            for first, last in pairwise(edges)
        ]
        memories = memories_of(self.game, self.size)
        return [
            Part(self.game, matches, memories[first:last])
            for matches, (first, last) in zip(own, pairwise(edges), strict=True)
        ]

    def _each(self, work: Callable[[Part], Any]) -> list[Any]:
        """Run every thread on its share of the matches."""
        if self._pool is None:
            return [work(self._parts[0])]
        return [task.result() for task in [self._pool.submit(work, part) for part in self._parts]]


def _checked_rates(rates: Sequence[float] | None, seats: int) -> npt.NDArray[np.float64]:
    """float64[8]. Raises ValueError."""
    given = [1.0] * seats if rates is None else [float(rate) for rate in rates]
    if len(given) != seats or not all(0 < rate < np.inf for rate in given):
        raise ValueError(f"a positive rate for each of {seats} seats is wanted, not {given}")
    return np.array(given + [0.0] * (MAX_SEATS - seats))
