"""What a seat should do, found by search: any game, any number of seats, secrets and secret choices included."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.core import chance, kernel
from bussolotto.core.contract import Game, Rules, as_game
from bussolotto.games import game as game_of
from bussolotto.play.compiler import compiled_from
from bussolotto.play.policies import policy_of
from bussolotto.play.valuations import valuation_of, values_for
from bussolotto.search import arrays

PATTERN = Path(__file__).with_name("tree.py")
WORLDS = 256  # guesses at what is hidden, at most; iterations begin at one after the other
CHUNK = 64  # iterations of a tree between two looks at the time
MOST_NODES = 1 << 18  # of a tree; below them it is played out

Playouts = Literal["random", "policy", "value"]


@dataclass(frozen=True)
class Budget:
    """How long to search: so many iterations in all trees together, and at most so many milliseconds.

    With iterations alone the result is the same for the same seed, on any machine and with any number of threads.
    """

    iterations: int = 10_000
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations < 1 or (self.milliseconds is not None and self.milliseconds <= 0):
            raise ValueError(f"a search takes at least one iteration and some time, not {self}")


class Found(NamedTuple):
    """What a search has found about the legal actions of a seat, ascending.

    actions: int64[n]; visits: int64[n], iterations that began with each; values: float64[n], the mean win share of the
    seat after it, 0.5 before any visit; errors: float64[n], the standard error of that mean; strategy: float64[n], the
    probabilities to play by: all on the action with the most visits, or a mix where several seats decide at once;
    iterations: how many there were.
    """

    actions: npt.NDArray[np.int64]
    visits: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    errors: npt.NDArray[np.float64]
    strategy: npt.NDArray[np.float64]
    iterations: int

    @property
    def best(self) -> int:
        """The action with the largest probability."""
        return int(self.actions[self.strategy.argmax()])

    def draw(self, rng: Random) -> int:
        """An action by the strategy."""
        return int(rng.choices(self.actions.tolist(), self.strategy.tolist())[0])


def check_decides(game: Game, position: Any, seat: int) -> None:
    """Raise ValueError if the seat may not act in this position."""
    if not game.movers(position) >> seat & 1:
        raise ValueError(f"seat {seat} does not decide here")


def only(game: Game, position: Any, seat: int, action: int, iterations: int) -> Found:
    """One action, of which nothing is known but that it is the best; all iterations are counted to it."""
    mask = np.zeros(game.ACTIONS, np.uint8)
    game.legal(position, seat, mask)
    actions = np.flatnonzero(mask)
    chosen = (actions == action).astype(np.float64)
    unknown = np.full(len(actions), 0.5)
    return Found(actions, (chosen * iterations).astype(np.int64), unknown, unknown, chosen, iterations)


@dataclass
class Search:
    """A search of one game; it may be used again and again, by one thread at a time.

    `exploration` is the constant of UCB1, for win shares from 0 to 1. `trees` grow independently, each with its own
    random numbers, and are added up; up to `threads` of them at the same time (all processors if not given).
    `playouts`: below a tree seats play at random, or by the game's compiled policy; with "value" they do not
    play: the game's valuation says what to expect. `weights`: of the valuation, those of the game if not given.
    Raises UnknownGame; ValueError for fewer than one tree or thread, and for a policy or valuation that the game lacks.
    """

    game: Game | Rules | str
    budget: Budget = field(default_factory=Budget)
    exploration: float = 1.0
    trees: int = 1
    threads: int | None = None
    playouts: Playouts = "random"
    weights: Sequence[float] | None = None

    def __post_init__(self) -> None:
        self.rules: Game = game_of(self.game) if isinstance(self.game, str) else as_game(self.game)
        if self.trees < 1 or (self.threads is not None and self.threads < 1):
            raise ValueError(f"a search has a tree and a thread at least, not {self.trees} and {self.threads}")
        if self.playouts == "policy" and not policy_of(self.rules).NAME:
            raise ValueError(f"{self.rules.NAME} has no compiled policy to play by")
        if self.playouts == "value" and not valuation_of(self.rules).FEATURES:
            raise ValueError(f"{self.rules.NAME} has no valuation")
        each, left = divmod(self.budget.iterations, self.trees)
        self._growing = [_Growing(self.rules, each + (number < left)) for number in range(self.trees)]
        self._pool = ThreadPoolExecutor(min(self.trees, self.threads or os.cpu_count() or 1))

    def look(self, view: Any, seat: int, seed: int = 0, milliseconds: float | None = None) -> Found:
        """Search from the view of a seat, a state after `hide` in either reading, at which the seat may act.

        `milliseconds`: for this search, in place of those of the budget. Nothing but the view is read: what is hidden
        is guessed, and what is to come is drawn. Raises ValueError if the seat may not act there.
        """
        worlds = self._guess_worlds(view, seat, seed)
        check_decides(self.rules, kernel.plain(worlds[0]), seat)
        rngs = chance.streams(seed, chance.CHOICES, self.trees)
        for growing, rng in zip(self._growing, rngs, strict=True):
            tables, values = self._tables(worlds[0]), self._values(worlds[0])
            growing.begin(Task(worlds, seat, rng, self.exploration, tables, values))
        milliseconds = self.budget.milliseconds if milliseconds is None else milliseconds
        until_s = None if milliseconds is None else monotonic() + milliseconds / 1000
        list(self._pool.map(lambda growing: growing.grow(until_s), self._growing))
        return add_up([growing.edges() for growing in self._growing])

    def close(self) -> None:
        """Release the threads."""
        self._pool.shutdown()

    def _guess_worlds(self, view: Any, seat: int, seed: int) -> npt.NDArray[Any]:
        """Possible states, STATE[n], that look like this view to the seat: one where nothing is hidden."""
        count = min(WORLDS, self.budget.iterations) if self.rules.secrets else 1
        worlds = np.frombuffer(bytes(view) * count, self.rules.STATE).copy()
        rng = Random(seed)
        for world in worlds:
            plain = kernel.plain(world)
            self.rules.hide(plain, seat)  # again, so that nothing can be read by mistake
            self.rules.guess(plain, rng)
        return worlds

    def _tables(self, state: Any) -> tuple[Any, ...] | None:
        """The tables of the policy for the options of this match, of each tree its own; None for random play."""
        return policy_of(self.rules).tables(state) if self.playouts == "policy" else None

    def _values(self, state: Any) -> tuple[Any, ...] | None:
        """What the valuation needs in this match, of each tree its own; None where all is played to the end."""
        return values_for(self.rules, state, self.weights) if self.playouts == "value" else None


class Task(NamedTuple):
    """What a tree grows for."""

    worlds: npt.NDArray[Any]
    seat: int
    rng: npt.NDArray[np.int64]
    exploration: float
    tables: tuple[Any, ...] | None
    values: tuple[Any, ...] | None


class _Growing:
    """One tree, its room for positions, and how far it is."""

    def __init__(self, game: Game, iterations: int) -> None:
        self._code = compiled_from(PATTERN, game)
        self._iterations = iterations
        self._tree = arrays.empty_tree(game, min(iterations + 1, MOST_NODES))
        self._room = arrays.room_for(game)

    def begin(self, task: Task) -> None:
        """Forget the last search."""
        arrays.clear(self._tree)
        self._task = task
        self._done = 0

    def grow(self, until_s: float | None) -> None:
        """Add all iterations, or those for which there is time, at least one."""
        chunk = self._iterations if until_s is None else CHUNK
        while self._done < self._iterations:
            self._add(min(chunk, self._iterations - self._done))
            if until_s is not None and monotonic() >= until_s:
                return

    def _add(self, iterations: int) -> None:
        task = self._task
        self._code.grow(
            self._tree,
            task.worlds,
            self._done,
            iterations,
            task.seat,
            *self._room,
            task.rng,
            task.exploration,
            task.tables,
            task.values,
        )
        self._done += iterations

    def edges(self) -> Edges:
        """The edges of the root, by action."""
        count = int(self._tree.nodes[0]["count"]) if self._done else 0
        edges, order = self._tree.edges[:count], np.argsort(self._tree.edges["action"][:count])
        columns = (
            edges["action"],
            edges["visits"],
            edges["total"],
            self._tree.squares[:count],
            self._tree.mixes["played"],
        )
        return Edges(*(column[:count][order] for column in columns))


class Edges(NamedTuple):
    """What a tree knows of the edges of its root: an array for each sum, by action."""

    actions: npt.NDArray[Any]
    visits: npt.NDArray[Any]
    totals: npt.NDArray[Any]
    squares: npt.NDArray[Any]
    played: npt.NDArray[Any]


def add_up(trees: Sequence[Edges]) -> Found:
    """The results of trees with the same root."""
    grown = [tree for tree in trees if len(tree.actions)]
    visits, total, squares, played = (np.sum(sums, axis=0) for sums in list(zip(*grown, strict=True))[1:])
    tried = np.maximum(visits, 1)
    values = np.where(visits > 0, total / tried, 0.5)
    spread = np.sqrt(np.maximum(squares / tried - values**2, 1 / (4 * tried)) / tried)
    return Found(
        actions=grown[0].actions.astype(np.int64),
        visits=visits.astype(np.int64),
        values=values,
        errors=np.where(visits > 0, spread, 0.5),
        strategy=_strategy(visits, values, played),
        iterations=int(visits.sum()),
    )


def _strategy(visits: Any, values: Any, played: Any) -> npt.NDArray[np.float64]:
    """The average strategy where several decide at once; else all on the action with the most visits."""
    if played.any():
        return np.asarray(played / played.sum(), np.float64)
    chosen = np.zeros(len(visits))
    chosen[np.lexsort((values, visits))[-1]] = 1.0
    return chosen
