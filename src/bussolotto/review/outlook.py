"""Why a choice was better than another: what comes of either, in the things of the game, until the next turn.

The match is played on from both by the policy with the same dice, as where the loss was measured, but only a little
way. A game says in its module `review` what counts meanwhile: chips, dice, points, or whether something succeeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from bussolotto.core import chance, kernel
from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE
from bussolotto.play.notation import Record
from bussolotto.review.losses import BEYOND, Place
from bussolotto.review.passage import Passage
from bussolotto.review.playouts import Floats, Playouts
from bussolotto.review.review import Prospect, Review
from bussolotto.review.told import turning_points
from bussolotto.review.worlds import Worlds

PATHS = 256  # matches played on from each of two choices
PLIES = 192  # as far as they are played on at most
MOST_REASONS = 3
SOON, MORE_TURNS = "soon", 2  # told only where nothing else is: who has won after so many more turns
NOTABLE_CHANCE, NOTABLE_NUMBER = 0.02, 0.05  # smaller differences are not told
GUESSES = 3 << 30  # where the streams of dice begin that nothing else in a review uses

Values = Mapping[str, float | bool]


class Stretch(NamedTuple):
    """A stretch of play: before the choice, when the seat's turn was over, and when it was to act again."""

    before: Any
    ended: Any
    again: Any


def explain(found: Review, record: Record, game: Game) -> None:
    """Add to a review why the best was better than what was done, for the choices among the turning points."""
    plies = {point.ply: point.choice for point in turning_points(found) if point.choice}
    if not plies:
        return
    passed = Passage.through(game, record)
    seed = passed.digest(found.seed)
    playouts = Playouts(game, passed.match.state, seed)
    for place in passed.places:
        if place.ply in plies:
            view, facts = passed.view(place.ply, place.seat), passed.facts[place.ply]
            worlds = Worlds(game, view, place.seat, chance.mixed(seed + 3 + 4 * place.ply), facts, GUESSES)
            found.reasons[place.ply] = Outlook(game, playouts, place, worlds).reasons(plies[place.ply].loss.best)


class Outlook:
    """What comes of the actions of one decision."""

    def __init__(self, game: Game, playouts: Playouts, place: Place, worlds: Worlds) -> None:
        self._game = game
        self._playouts = playouts
        self._place = place
        self._worlds = worlds
        part = game.part("review")
        self._measure = getattr(part, "outlook", None) or self._points
        self._settled: Any = getattr(part, "settled", None)
        self._odds = getattr(part, "odds", None)
        self._less = {"defeat", *getattr(part, "LESS", ["points"] if game.facts.fewest_win else [])}
        self._before = kernel.unpacked(game.STATE, place.position)

    def reasons(self, best: int) -> list[Prospect]:
        """Where the two choices certainly differ, the clearest first, then what speaks against the best."""
        if best == self._place.action:
            return []
        done, other = ([*self._values(action)] for action in (self._place.action, best))
        found = [*self._known(best), *(self._compare(word, done, other) for word in done[0])]
        clear = sorted(filter(_is_notable, found), key=_clearness, reverse=True)
        near = [prospect for prospect in clear if prospect.word != SOON][:MOST_REASONS]
        return sorted(near or clear, key=lambda prospect: prospect.against)

    def _known(self, best: int) -> Iterator[Prospect]:
        """What the game can compute from the view of the seat."""
        if self._odds:
            view = kernel.copied(self._before)
            self._game.hide(view, self._place.seat)
            for word, chances in self._odds(view, self._place.seat, self._place.legal).items():
                yield self._prospect(word, True, chances[self._place.action], chances[best], 0.0)

    def _compare(self, word: str, done: list[Values], other: list[Values]) -> Prospect:
        own, better = (np.array([values[word] for values in each], np.float64) for each in (done, other))
        gains = self._worlds.grouped(better - own)
        error = float(np.sqrt(max(float(gains.var()), 1 / (4 * len(gains))) / len(gains)))
        return self._prospect(word, isinstance(done[0][word], bool), float(own.mean()), float(better.mean()), error)

    def _prospect(self, word: str, chance: bool, done: float, best: float, error: float) -> Prospect:
        return Prospect(word, chance, done, best, error, against=(best < done) != (word in self._less))

    def _values(self, action: int) -> Iterator[Values]:
        """What counts, for each match that goes on with this action."""
        ply, seat = self._place.ply, self._place.seat
        for world, start, number in self._worlds.chunks(0, PATHS):
            position = self._playouts.after(world, seat, action)
            paths, movers = self._playouts.follow(position, ply + 1, self._worlds.streams + start, number, PLIES)
            for path, bits in zip(paths, movers, strict=True):
                yield self._value(path, bits)

    def _value(self, path: Any, bits: Any) -> Values:
        """What counts in one match that went on: at the end of the turn, at the next, and who has won by then."""
        seat, last = self._place.seat, _end_of(bits)
        ended, again = self._settling(path, last) if self._settled else self._next_turn(bits, 0, last)
        soon = again
        for _ in range(MORE_TURNS):
            soon = self._next_turn(bits, soon, last)[1]
        now, then = self._state(path, again), self._state(path, soon)
        won = self._share(now, over=not bits[again])
        return {
            **self._measure(Stretch(self._before, self._state(path, ended), now), seat),
            "victory": won > 0,
            "defeat": won == 0,
            SOON: self._share(then, over=not bits[soon]) > 0,
        }

    def _state(self, path: Any, place: int) -> Any:
        return kernel.unpacked(self._game.STATE, path[place].tobytes())

    def _share(self, now: Any, *, over: bool) -> float:
        """What the seat has won by now; less than nothing while the match goes on."""
        shares = np.full(kernel.MAX_SEATS, -1.0)
        if over:
            self._game.returns(now, shares)
        return float(shares[self._place.seat])

    def _settling(self, path: Any, last: int) -> tuple[int, int]:
        """The place where what was decided is settled, as the game says, twice."""
        found = (place for place in range(last) if self._settled(self._before, self._state(path, place)))
        end = next(found, last)
        return end, end

    def _next_turn(self, bits: Any, first: int, last: int) -> tuple[int, int]:
        """The places after this one where the turn of the seat is over, and where it is to act again."""
        own = 1 << self._place.seat
        passed = (place for place in range(first, last) if bits[place] != 1 << CHANCE and not bits[place] & own)
        ended = next(passed, last)
        return ended, next((place for place in range(ended, last) if bits[place] & own), last)

    def _points(self, stretch: Stretch, seat: int) -> Values:
        """The points of a game that says nothing else."""
        points: list[Floats] = [np.zeros(kernel.MAX_SEATS), np.zeros(kernel.MAX_SEATS)]
        for state, out in zip((stretch.before, stretch.again), points, strict=True):
            self._game.scores(state, out)
        return {"points": float(points[1][seat] - points[0][seat])}


def _end_of(bits: Any) -> int:
    """The last place of a path: where the match is over, or as far as it was played."""
    over = np.flatnonzero(bits == 0)
    return int(over[0]) if len(over) else len(bits) - 1


def _clearness(reason: Prospect) -> float:
    """By how many standard errors the two differ."""
    return abs(reason.best - reason.done) / reason.error if reason.error else float("inf")


def _is_notable(reason: Prospect) -> bool:
    difference = abs(reason.best - reason.done)
    least = NOTABLE_CHANCE if reason.chance else NOTABLE_NUMBER
    return difference >= least and difference > BEYOND * reason.error
