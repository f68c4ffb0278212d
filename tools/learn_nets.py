"""The network by which a player of a game judges positions, learned by self-play from a seed, for `tools.learn`.

A first generation of matches is played by the game's policy as it is, each later one by what the one before has taught,
with some moves at random so that all kinds of positions are seen. Half of them follow the printed rules, the others
house rules that the game's module `judgement` draws, for a player that knows only the standard board is lost elsewhere.
A network learns from every position after a turn who won. That module also says what it reads; the weights are written
beside it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import bussolotto
from bussolotto.core import chance
from bussolotto.core.contract import Game, choose_options, new_state
from bussolotto.play.compiler import compiled_from
from bussolotto.play.policies import policy_of

Floats = npt.NDArray[np.float32]

PATTERN = Path(__file__).with_name("turn_ends.py")
ALIKE = 1000  # matches by the same rules
MOST_TURNS = 1000  # of a match; what comes after them is not learned from
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
    """Play matches by the policy, or by what a network judges; return the positions after all turns, in any order."""
    game = bussolotto.game(lesson.game)
    code = compiled_from(PATTERN, game)
    settings = [_rules(lesson, number) for number in range(-(-lesson.matches // ALIKE))]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        parts = threads.map(partial(_play_alike, lesson, net, code), range(len(settings)), settings)
        seen, shares = map(np.concatenate, zip(*parts, strict=True))
    order = np.random.default_rng(lesson.seed).permutation(len(shares))
    return Positions(seen[order], shares[order])


def _rules(lesson: Lesson, number: int) -> dict[str, str]:
    """The printed rules for every other part of the matches."""
    rng = Random(f"{lesson.seed}/{lesson.seats}/{number}")
    return judgement_of(bussolotto.game(lesson.game)).house_rules(rng, lesson.seats) if number % 2 else {}


def _play_alike(lesson: Lesson, net: Any, code: Any, number: int, rules: Mapping[str, str]) -> tuple[Floats, Floats]:
    """The positions after turns of some matches by the same rules, and what their seats won."""
    game = bussolotto.game(lesson.game)
    judgement, opening = judgement_of(game), new_state(game, lesson.seats, **choose_options(game, rules))
    policy = policy_of(game)
    tables = policy.tables(opening) if net is None else policy.tables_with(opening, (*net[:2], net[2].copy()))
    kinds, stray = np.repeat([[0], [1]], 8, axis=1), round(1000 * lesson.stray)
    count = min(ALIKE, lesson.matches - number * ALIKE)
    dice, choices = (chance.streams(lesson.seed, start + number * ALIKE, count) for start in (0, chance.CHOICES))
    after, own, shares = np.zeros(MOST_TURNS, game.STATE), np.zeros(MOST_TURNS, np.int64), np.zeros(8)
    rows: list[tuple[Any, ...]] = []
    for match in range(count):
        state = np.array([opening])
        turns = code.play_match(state, dice[match], choices[match], kinds, tables, stray, after, own, shares)
        rows.append((after[:turns].copy(), own[:turns].copy(), shares[own[:turns]]))
    positions, seats, won = map(np.concatenate, zip(*rows, strict=True))
    by_seat = [np.flatnonzero(seats == seat) for seat in range(lesson.seats)]
    seen = [judgement.features(positions[at], seat) for seat, at in enumerate(by_seat)]
    return np.concatenate(seen).astype(np.float32), won[np.concatenate(by_seat)].astype(np.float32)


def judgement_of(game: Game) -> Any:
    """The module that says what the network of a game reads, and where its weights are."""
    return game.part("judgement")


def fit(positions: Positions, units: int, seed: int) -> tuple[Any, float]:
    """A network that expects the shares, and its loss on the last tenth of the positions, in nats."""
    rng = np.random.default_rng(seed)
    held = len(positions.shares) * 9 // 10
    seen = np.column_stack([positions.seen, np.ones(len(positions.seen), np.float32)])
    shares = positions.shares
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
