"""Learns what the features of a game's valuation count for, by self-play.

Many matches are played side by side. First seats play by the game's policy, later they search with what has been
learned so far; now and then anybody makes any move, so that all kinds of positions are seen. Positions are kept
together with the win shares that the match ended with, and a multinomial logistic regression finds the weights that
expect these shares best. The result depends on nothing but the seed and the numbers given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.play.batch import Batch
from bussolotto.play.compiler import compiled_from
from bussolotto.play.policies import policy_of
from bussolotto.play.valuations import valuation_of
from bussolotto.search import Budget, Search
from bussolotto.search.search import PATTERN

Floats = npt.NDArray[np.float64]
RIDGE = 1.0  # keeps weights small of which the positions say little
STEPS = 12  # of Newton's method, which needs about half as many


@dataclass(frozen=True)
class Lesson:
    """How a round of self-play is played.

    matches: so many side by side; plies: decisions of each of them; anything: how often a seat makes any move; kept:
    the part of the positions that is kept; iterations: of the search of each decision, 0 for the policy.
    """

    game: str
    seats: int
    seed: int = 0
    matches: int = 200
    plies: int = 600
    anything: float = 0.1
    kept: float = 0.25
    iterations: int = 0
    exploration: float = 0.2
    options: Mapping[str, str] = field(default_factory=dict)


class Positions(NamedTuple):
    """numbers: float32[n, seats, features]; shares: float64[n, seats], those that the match ended with."""

    numbers: npt.NDArray[np.float32]
    shares: Floats


def collect(lesson: Lesson, weights: Sequence[float] | None = None) -> Positions:
    """Play, and return the positions of all matches that ended; `weights`: those that the search goes by."""
    batch = Batch(lesson.game, lesson.matches, seats=lesson.seats, seed=lesson.seed, options=lesson.options, threads=1)
    rng = np.random.default_rng(lesson.seed)
    choose = _chooser(lesson, batch, weights)
    describe = _describer(batch)
    matches = Matches(batch)
    seen: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]] = []
    for _ in range(lesson.plies):
        seen.append(describe(matches.numbers, rng.random(lesson.matches) < lesson.kept))
        batch.step(stray(batch, choose(), rng, lesson.anything))
        matches.note_ends()
    whole, shares = matches.shares_of(np.concatenate([numbers for numbers, _ in seen]))
    return Positions(np.concatenate([rows for _, rows in seen])[whole], shares)


class Matches:
    """The matches of a batch, numbered as they begin: which is played in each place, and how the others ended."""

    def __init__(self, batch: Batch) -> None:
        self.numbers = np.arange(batch.size)
        self.ended: dict[int, Floats] = {}
        self._batch = batch

    def note_ends(self) -> None:
        """After a step: keep the shares of the matches that it has ended; others begin in their places."""
        for place in np.flatnonzero(self._batch.ended).tolist():
            self.ended[int(self.numbers[place])] = self._batch.shares[place, : self._batch.number_of_seats].copy()
            self.numbers[place] = self.numbers.max() + 1

    def shares_of(self, numbers: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.bool_], Floats]:
        """Which of these matches have ended, bool[n], and the shares of those, float64[ended, seats]."""
        whole = np.isin(numbers, list(self.ended))
        shares = [self.ended[number] for number in numbers[whole].tolist()]
        return whole, np.array(shares).reshape(-1, self._batch.number_of_seats)


def _chooser(lesson: Lesson, batch: Batch, weights: Sequence[float] | None) -> Callable[[], npt.NDArray[np.int64]]:
    """Returns the decisions of all matches: by the policy, or by search."""
    if not lesson.iterations:
        return lambda: batch.choose(policy_of(batch.game).NAME).copy()
    search = Search(batch.game, Budget(lesson.iterations), lesson.exploration, playouts="value", weights=weights)
    seeds = iter(range(lesson.seed << 32, (lesson.seed + 1) << 32))

    def decide(place: int) -> int:
        if batch.counts[place] == 1:
            return int(batch.masks[place].argmax())
        return search.look(batch.views[place], int(batch.seats[place]), next(seeds)).best

    return lambda: np.array([decide(place) for place in range(batch.size)])


def _describer(batch: Batch) -> Callable[..., tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]]:
    """Returns the numbers of the matches among those wanted that can be valued now, and what describes them."""
    valuation = valuation_of(batch.game)
    code, tables = compiled_from(PATTERN, batch.game), valuation.tables(batch.states[0])
    numbers = np.zeros((batch.size, 8, len(valuation.FEATURES)))

    def describe(number: npt.NDArray[np.int64], wanted: npt.NDArray[np.bool_]) -> Any:
        chosen = wanted.astype(np.uint8)
        code.describe(batch.states, chosen, numbers, tables)
        there = np.flatnonzero(chosen)
        return number[there], numbers[there, : batch.number_of_seats].astype(np.float32)

    return describe


def stray(batch: Batch, actions: npt.NDArray[np.int64], rng: Any, often: float) -> npt.NDArray[np.int64]:
    """Some of the decisions replaced by any legal ones."""
    for place in np.flatnonzero(rng.random(batch.size) < often).tolist():
        actions[place] = rng.choice(np.flatnonzero(batch.masks[place]))
    return actions


def fit(positions: Positions, ridge: float = RIDGE) -> Floats:
    """The weights that expect the shares best: multinomial logistic regression by Newton's method."""
    count, seats, features = positions.numbers.shape
    flat = positions.numbers.reshape(count * seats, features).astype(np.float64)
    weights = np.zeros(features)
    for _ in range(STEPS):
        likely = expected(positions.numbers, weights)
        slope = flat.T @ (likely - positions.shares).ravel() + ridge * weights
        mean = (flat * likely.reshape(-1, 1)).reshape(count, seats, features).sum(axis=1)
        bend = (flat * likely.reshape(-1, 1)).T @ flat - mean.T @ mean + ridge * np.eye(features)
        weights -= np.linalg.solve(bend, slope)
    return weights


def expected(numbers: npt.NDArray[Any], weights: Floats) -> Floats:
    """The expected shares, float64[n, seats]."""
    sums = numbers @ weights
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float64)


def loss(positions: Positions, weights: Floats) -> float:
    """How far what is expected is from what came, in nats a position; log(seats) where nothing is known."""
    return float(-(positions.shares * np.log(expected(positions.numbers, weights))).sum(axis=1).mean())


def learn(lessons: Sequence[Lesson]) -> Iterator[tuple[Lesson, Floats, float]]:
    """Play one round after the other, and yield it with what has been learned by then and its loss on a tenth."""
    weights: Floats | None = None
    seen: list[Positions] = []
    for lesson in lessons:
        seen.append(collect(lesson, None if weights is None else weights.tolist()))
        positions = joined(seen[-2:])
        held = len(positions.shares) - len(seen[-1].shares) // 10
        weights = fit(Positions(positions.numbers[:held], positions.shares[:held]))
        yield lesson, weights, loss(Positions(positions.numbers[held:], positions.shares[held:]), weights)


def joined(parts: Sequence[Positions]) -> Positions:
    """All positions of several rounds."""
    return Positions(np.concatenate([part.numbers for part in parts]), np.concatenate([part.shares for part in parts]))
