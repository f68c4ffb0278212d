"""The network by which a player of a game judges positions, learned by self-play from a seed, for `tools.learn`.

A first generation of matches is played by the game's policy as it is, each later one by what the one before has taught,
with some moves at random so that all kinds of positions are seen. A network learns from every position after a turn who
won. The game's module `judgement` says what it reads; the weights are written beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import bussolotto
from bussolotto.core.contract import Game
from bussolotto.play.batch import Batch
from bussolotto.play.compiler import compiled
from bussolotto.play.policies import policy_of
from bussolotto.study.learning import Matches, stray

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

SIDE_BY_SIDE = 500  # matches
AT_ONCE = 4096  # positions in a step of learning
PASSES = 12  # over all positions
RATE = 0.004  # of the first steps; it falls to nothing
DECAY = 1e-5


@dataclass(frozen=True)
class Lesson:
    """A generation of matches: how many in all, and how often a move is random."""

    game: str
    seats: int
    seed: int
    matches: int
    stray: float


class Positions(NamedTuple):
    """What the network reads of each position after a turn, [n, features], and the share that its seat won, [n]."""

    seen: Floats
    shares: Floats


def learn(lessons: Sequence[Lesson], units: int, tell: Callable[[Lesson, int, float], object]) -> Any:
    """The network after all generations. `tell` learns of each: how many positions there were, and the loss in nats."""
    net, known = None, []
    for lesson in lessons:
        known.append(play(lesson, net))
        positions = Positions(*map(np.concatenate, zip(*known[-2:], strict=True)))
        net, missed = fit(positions, units, lesson.seed)
        tell(lesson, len(positions.shares), missed)
    return net


def play(lesson: Lesson, net: Any) -> Positions:
    """Play matches by the policy, or by what a network judges; return the positions after all turns."""
    game = bussolotto.game(lesson.game)
    batch = Batch(game, SIDE_BY_SIDE, seats=lesson.seats, seed=lesson.seed, threads=1)
    choose, rng = chooser(batch, net), np.random.default_rng(lesson.seed)
    judgement, followed = judgement_of(game), Matches(batch)
    rows: list[tuple[Integers, Integers, Floats]] = []
    while len(followed.ended) < lesson.matches:
        for seat in range(lesson.seats):
            at = np.flatnonzero(judgement.after_turn(batch.states, seat))
            if len(at):
                rows.append((followed.numbers[at], np.full(len(at), seat), judgement.features(batch.states[at], seat)))
        batch.step(stray(batch, choose(), rng, lesson.stray))
        followed.note_ends()
    matches, seats, seen = map(np.concatenate, zip(*rows, strict=True))
    whole, shares = followed.shares_of(matches)
    return Positions(seen[whole], shares[np.arange(len(shares)), seats[whole]])


def judgement_of(game: Game) -> Any:
    """The module that says what the network of a game reads, and where its weights are."""
    return game.part("judgement")


def chooser(batch: Batch, net: Any) -> Callable[[], Integers]:
    """A function that returns the decisions of all matches."""
    policy, code = policy_of(batch.game), compiled(batch.game)
    state = batch.states[0]
    tables = policy.tables(state) if net is None else policy.tables_with(state, net)
    slots, memories = batch._slots, np.zeros((batch.size, 0), np.int64)  # noqa: SLF001  # no public way to other tables

    def choose() -> Integers:
        code.batch_policy(batch.views, slots, tables, memories)
        return batch.actions.copy()

    return choose


def fit(positions: Positions, units: int, seed: int) -> tuple[Any, float]:
    """A network that expects the shares, and its loss on the last tenth of the positions, in nats."""
    rng = np.random.default_rng(seed)
    held = len(positions.shares) * 9 // 10
    seen = np.column_stack([positions.seen, np.ones(len(positions.seen))]).astype(np.float32)
    shares = positions.shares.astype(np.float32)
    weights = [rng.normal(0, 0.3, (units, seen.shape[1])).astype(np.float32), np.zeros(units + 1, np.float32)]
    moments = [(np.zeros_like(each), np.zeros_like(each)) for each in weights]
    steps = PASSES * (held // AT_ONCE)
    for step in range(steps):
        if step % (held // AT_ONCE) == 0:
            order = rng.permutation(held)
        some = order[step * AT_ONCE % (held - held % AT_ONCE) :][:AT_ONCE]
        slopes = slopes_of(weights, seen[some], shares[some])
        rate = RATE * (1 - step / steps)
        for each, slope, moment in zip(weights, slopes, moments, strict=True):
            adam(each, slope + DECAY * each, moment, step + 1, rate)
    expected = expect(weights, seen[held:])[0]
    missed = -(shares[held:] * np.log(expected) + (1 - shares[held:]) * np.log(1 - expected)).mean()
    return (weights[0].astype(float), weights[1].astype(float), np.zeros(seen.shape[1] - 1)), float(missed)


def expect(weights: Any, seen: Any) -> tuple[Any, Any]:
    """The shares that are expected, and what the units pull."""
    pull = seen @ weights[0].T
    bent = pull / (1 + abs(pull))
    return np.clip(1 / (1 + np.exp(-(bent @ weights[1][:-1] + weights[1][-1]))), 1e-6, 1 - 1e-6), pull


def slopes_of(weights: Any, seen: Any, shares: Any) -> list[Any]:
    """The slopes of the loss."""
    expected, pull = expect(weights, seen)
    missed = (expected - shares) / len(shares)
    bent = pull / (1 + abs(pull))
    back = missed[:, None] * weights[1][:-1] / (1 + abs(pull)) ** 2
    return [back.T @ seen, np.append(missed @ bent, missed.sum())]


def adam(weights: Any, slope: Any, moment: tuple[Any, Any], step: int, rate: float) -> None:
    """One step down a slope, by Adam (Kingma and Ba, 2015)."""
    first, second = moment
    first += 0.1 * (slope - first)
    second += 0.01 * (slope * slope - second)
    weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)


def as_json(net: Any) -> dict[str, Any]:
    """The weights with four digits."""
    return {"hidden": np.round(net[0], 4).tolist(), "out": np.round(net[1], 4).tolist()}
