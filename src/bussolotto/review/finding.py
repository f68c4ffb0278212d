"""Finds puzzles in matches: where somebody made a mistake, and one choice is clearly best at ten times the effort.

All legal actions are measured against each other from what the seat could see, the better half of them further. What is
kept is better than every other by a mistake or more, and far beyond the error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from bussolotto.core import chance
from bussolotto.core.contract import Game
from bussolotto.games import game as game_of
from bussolotto.play.notation import Record
from bussolotto.review.losses import CLEAR, Measuring, Place
from bussolotto.review.passage import Passage
from bussolotto.review.playouts import Floats, Playouts, error_of
from bussolotto.review.puzzles import Cost, Found, Looked, digest
from bussolotto.review.review import Choice, Progress, effort, review, silent
from bussolotto.review.worlds import EACH, Memories, Worlds

EFFORT = 10  # times that of the review
FIRST, SECOND = 48, 384  # matches played on at the depth of the review: for every action, for those that may be best
CONTENDERS = 4
GAP = 0.04  # of the victory: the second best costs a mistake or more
LEAST_SHARE = 0.02  # a match that is lost or won anyhow is no puzzle
MOST_ACTIONS = 48
TRIED, KEPT = 4, 2  # mistakes of one match, the most expensive first
GUESSES = 2 << 30  # streams of dice that the review has not used


def is_for_puzzles(game: Game) -> bool:
    """Does a position of this game say all that a player would know? Not in a race, nor where one must remember."""
    return not game.RACE and not Memories.needed(game)


def match_digest(record: Record) -> str:
    """What stands for a match in a file."""
    return digest(record.game, record.rules, record.seats, record.options, record.steps)


def look(
    record: Record,
    depth: float = 1.0,
    seed: int = 0,
    progress: Progress = silent,
    stopped: Callable[[], bool] = lambda: False,
    threads: int | None = None,
) -> Looked | None:
    """Look for puzzles in a finished match; None where it was interrupted. Raises `match-running`, `other-rules`."""
    found: list[Found] = []
    if is_for_puzzles(game_of(record.game)):
        reviewed = review(record, depth, seed, progress, threads, stopped, rolls=False)
        if reviewed.interrupted:
            return None
        weighing = Weighing(record, depth, seed, threads or os.cpu_count() or 1)
        for choice in reviewed.mistakes()[:TRIED]:
            if stopped():
                return None
            puzzle = weighing.puzzle(choice) if len(found) < KEPT else None
            found += [puzzle] if puzzle else []
    found.sort(key=lambda one: one.ply)
    steps = [(seat, action) for seat, action in record.steps[: found[-1].ply]] if found else []
    return Looked(
        match_digest(record), depth, record.game, record.rules, record.seats, dict(record.options), steps, found
    )


class Weighing:
    """Weighs all actions of decisions of one match, with other dice than its review."""

    def __init__(self, record: Record, depth: float, seed: int, threads: int) -> None:
        self._game = game_of(record.game)
        self._passed = Passage.through(self._game, record)
        self._places = {place.ply: place for place in self._passed.places}
        self._seed = chance.mixed(self._passed.digest(seed) + 1) % (1 << 40)
        self._playouts = Playouts(self._game, self._passed.match.state, self._seed)
        self._depth = EFFORT * depth * effort(self._game)
        self._threads = threads

    def puzzle(self, choice: Choice) -> Found | None:
        """The puzzle that a choice makes; None where no action is clearly best."""
        place = self._places[choice.ply]
        if choice.balance is not None or len(place.legal) > MOST_ACTIONS:
            return None  # a secret choice is best as a mix
        known = self._passed.known
        share, costs = self._known(known[place.ply]) if known is not None else self._weighed(place)
        second = costs[1]
        if second.loss < GAP or second.loss < CLEAR * second.error or not share > LEAST_SHARE:
            return None
        return Found(place.ply, place.seat, "estimated" if known is None else "exact", share, costs)

    def _known(self, values: dict[int, float]) -> tuple[float, list[Cost]]:
        most = max(values.values())
        return most, _ordered([Cost(action, most - value, 0.0) for action, value in values.items()])

    def _weighed(self, place: Place) -> tuple[float, list[Cost]]:
        """What the best action wins, and what the others cost."""
        shares = dict(zip(place.legal, self._all_shares(place, place.legal, FIRST), strict=True))
        ranked = sorted(place.legal, key=lambda action: float(shares[action].mean()), reverse=True)
        contenders = ranked[:CONTENDERS]
        shares |= dict(zip(contenders, self._all_shares(place, contenders, SECOND), strict=True))
        best = max(contenders, key=lambda action: float(shares[action].mean()))
        costs = [self._cost(action, shares[best] - shares[action][: len(shares[best])]) for action in contenders]
        first = shares[best][: len(shares[ranked[-1]])]
        costs += [self._cost(action, first - shares[action]) for action in ranked[CONTENDERS:]]
        return float(shares[best].mean()), _ordered([Cost(best, 0.0, 0.0), *(c for c in costs if c.action != best)])

    def _cost(self, action: int, lead: Floats) -> Cost:
        grouped = lead.reshape(-1, EACH).mean(axis=1) if self._game.secrets else lead
        return Cost(action, float(grouped.mean()), error_of(grouped))

    def _all_shares(self, place: Place, actions: Sequence[int], matches: int) -> Iterator[Floats]:
        count = EACH * max(1, round(matches * self._depth / EACH))
        with ThreadPoolExecutor(self._threads) as pool:
            return iter(list(pool.map(partial(self._shares, place, count), actions)))

    def _shares(self, place: Place, count: int, action: int) -> Floats:
        """The win shares of the seat in matches that go on with this action; each thread makes the same guesses."""
        worlds = Worlds(
            self._game,
            self._passed.view(place.ply, place.seat),
            place.seat,
            chance.mixed(self._seed + place.ply),
            self._passed.facts[place.ply],
            GUESSES,
        )
        measuring = Measuring(self._game, self._playouts, place, (worlds, worlds), self._depth)
        return np.asarray(measuring.shares(worlds, action, 0, count)[:, 0])


def _ordered(costs: list[Cost]) -> list[Cost]:
    return sorted(costs, key=lambda cost: (cost.loss, cost.action))
