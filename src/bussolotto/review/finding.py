"""Finds puzzles in matches: where somebody made a mistake, and one choice is clearly best at ten times the effort.

All legal actions are measured against each other from what the seat could see, with other dice than those of the
review; the best ones further, until it is clear. What is kept is better than every other by a mistake or more, and by
five standard errors.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from bussolotto.core import chance
from bussolotto.core.contract import Game
from bussolotto.play.notation import Record
from bussolotto.review.losses import BEYOND, CLEAR, MEASURED, Place, multiple, play_on
from bussolotto.review.passage import Passage
from bussolotto.review.playouts import Floats, Playouts, error_of
from bussolotto.review.puzzles import Cost, Found, Looked, digest
from bussolotto.review.review import Choice, Progress, Review, effort, playable, review, silent
from bussolotto.review.worlds import EACH, Memories, Worlds

EFFORT = 10  # times that of the review
FIRST = 48  # matches played on for every action, at the depth of the review
CONTENDERS = 4  # are measured further, as the review measures, and so is whatever may still be better
GAP = 0.04  # of the victory: the second best costs a mistake or more
OBVIOUS = 0.4  # of the victory: a second best that costs more is not taken for the best by anybody
MOST_ACTIONS = 48
TRIED, KEPT = 4, 2  # mistakes of one match, the most expensive first
GUESSES = 2 << 30  # streams of dice that the review has not used
NOTHING: Floats = np.zeros(0)


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
    game: Game | None = None,
) -> Looked | None:
    """Look for puzzles in a finished match; None where it was interrupted. `game` as for `review`.

    Raises `match-running`, `other-rules`.
    """
    game = game or playable(record)
    found: list[Found] = []
    if is_for_puzzles(game):
        reviewed = review(record, depth, seed, progress, threads, stopped, rolls=False, game=game)
        weighing = Weighing(game, record, depth, seed, threads or os.cpu_count() or 1)
        for choice in candidates(reviewed):
            if stopped() or len(found) == KEPT:
                break
            found += filter(None, [weighing.puzzle(choice)])
        if reviewed.interrupted or stopped():
            return None
    found.sort(key=lambda one: one.ply)
    steps = [(int(seat), int(action)) for seat, action in record.steps[: found[-1].ply]] if found else []
    head = match_digest(record), depth, record.game, record.rules, record.seats, dict(record.options)
    return Looked(*head, steps, found)


def candidates(reviewed: Review) -> Sequence[Choice]:
    """The mistakes from which a puzzle may come, the most expensive first."""
    return [choice for choice in reviewed.mistakes() if GAP <= choice.loss.loss <= OBVIOUS][:TRIED]


class Weighing:
    """Weighs all actions of decisions of one match, with other dice than its review."""

    def __init__(self, game: Game, record: Record, depth: float, seed: int, threads: int) -> None:
        """`depth`, `seed`: those of the review."""
        self._game = game
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
        if not GAP <= second.loss <= OBVIOUS or second.loss < CLEAR * second.error:
            return None
        return Found(place.ply, place.seat, "estimated" if known is None else "exact", share, costs)

    def _known(self, values: dict[int, float]) -> tuple[float, list[Cost]]:
        most = max(values.values())
        return most, _ordered([Cost(action, most - value, 0.0) for action, value in values.items()])

    def _weighed(self, place: Place) -> tuple[float, list[Cost]]:
        """What the best action wins, and what the others cost: those that may be best until it is clear which is."""
        shares = self._longer(place, dict.fromkeys(place.legal, NOTHING), FIRST)
        ranked = sorted(place.legal, key=lambda action: float(shares[action].mean()), reverse=True)
        open_still = {cost.action for cost in self._costs(ranked[0], shares) if cost.loss <= BEYOND * cost.error}
        contenders = {action: shares[action] for action in ranked if action in open_still | set(ranked[:CONTENDERS])}
        for matches in MEASURED:
            contenders = self._longer(place, contenders, matches)
            best = max(contenders, key=lambda action: float(contenders[action].mean()))
            costs = self._costs(best, shares | contenders)
            if is_decided(costs[1]):
                break
        return float(contenders[best].mean()), costs

    def _longer(self, place: Place, shares: Mapping[int, Floats], matches: int) -> dict[int, Floats]:
        """The same with so many matches played on from each action."""
        count = multiple(matches * self._depth)
        with ThreadPoolExecutor(self._threads) as pool:
            more = pool.map(partial(self._more, place, count), *zip(*shares.items(), strict=True))
            return {action: np.concatenate(parts) for action, *parts in zip(shares, shares.values(), more, strict=True)}

    def _more(self, place: Place, count: int, action: int, known: Floats) -> Floats:
        """The win shares of the seat in the matches that are missing; each thread makes the same guesses."""
        if count <= len(known):
            return NOTHING
        worlds = Worlds(
            self._game,
            self._passed.view(place.ply, place.seat),
            place.seat,
            chance.mixed(self._seed + place.ply),
            self._passed.facts[place.ply],
            GUESSES,
        )
        return play_on(self._playouts, place, worlds, action, len(known), count - len(known))[:, 0]

    def _costs(self, best: int, shares: Mapping[int, Floats]) -> list[Cost]:
        """What each action costs against the best, in the matches that were played on from both."""
        costs = [Cost(best, 0.0, 0.0)]
        for action, own in shares.items():
            if action != best:
                lead = shares[best][: len(own)] - own[: len(shares[best])]
                grouped = lead.reshape(-1, EACH).mean(axis=1) if self._game.secrets else lead
                costs.append(Cost(action, float(grouped.mean()), error_of(grouped)))
        return _ordered(costs)


def is_decided(second: Cost) -> bool:
    """Is the second best clearly worse, or hardly?"""
    return second.loss > CLEAR * second.error or second.loss + BEYOND * second.error < GAP


def _ordered(costs: list[Cost]) -> list[Cost]:
    return sorted(costs, key=lambda cost: (cost.loss, cost.action))
