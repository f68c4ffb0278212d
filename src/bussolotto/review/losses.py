"""What a choice cost: the best that a seat could have done, found and measured from what it could know.

The choices are compared in rounds, each with more matches played on and fewer choices left (sequential halving). What
is found best is then measured against what was done, with streams of its own: else it would look better than it is,
since it was chosen for having been lucky.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from bussolotto.core import kernel
from bussolotto.core.contract import Game
from bussolotto.review.playouts import Floats, Playouts, error_of
from bussolotto.review.worlds import EACH, Worlds

Kind = Literal["exact", "bounded", "estimated"]

ROUNDS = ((4, 24), (16, 8), (48, 3), (128, 1))  # matches played on from each choice, and how many of them are left
MEASURED = (128, 256, 512, 1024, 2048)  # matches in all after each round of measuring
NOTABLE = 0.02  # of the victory: what costs less is not told
BEYOND = 3.0  # standard errors
CLEAR = 5.0  # standard errors beyond which nothing is gained by measuring on
SUSPECT = 0.04  # of the victory: what may cost a mistake is measured as long as in games whose matches take no time


class Depth(NamedTuple):
    """How much is played on, 1 is usual: to find the best choice, to measure what another one cost, where in doubt."""

    search: float
    measure: float
    doubt: float


class Place(NamedTuple):
    """A decision as it was made: at this ply, by this seat, in this position."""

    ply: int
    seat: int
    action: int
    legal: Sequence[int]
    position: bytes


@dataclass(frozen=True)
class Loss:
    """What a choice cost the seat: in win share and in the points of the game, each with its standard error.

    `best`: the action that it is measured against, the choice itself where none is found to be better. `share`: the win
    share after what was done, `best_share` after the best. `most`: the most that it can have cost, where that is
    certain. `points` is None where no match was played on. An estimate may be a little below 0.
    """

    kind: Kind
    best: int
    share: float
    best_share: float
    loss: float
    error: float
    points: float | None = None
    points_error: float | None = None
    most: float | None = None

    @property
    def beyond_error(self) -> bool:
        """Did it certainly cost something?"""
        return self.loss > BEYOND * self.error

    @property
    def certain(self) -> bool:
        """Is it beyond its error, and large enough to be told?"""
        return self.loss >= NOTABLE and self.beyond_error


def known_loss(values: Mapping[int, float], action: int) -> Loss:
    """The loss where the chance of winning is known after every action."""
    best = max(values, key=values.__getitem__)
    if values[best] <= values[action]:
        best = action
    return Loss("exact", best, values[action], values[best], values[best] - values[action], 0.0)


class Measuring:
    """Compares the actions of one decision."""

    def __init__(
        self, game: Game, playouts: Playouts, place: Place, worlds: tuple[Worlds, Worlds], depth: Depth
    ) -> None:
        """`worlds`: those from which is searched, and others from which is measured."""
        self._game = game
        self._playouts = playouts
        self._place = place
        self._searched, self._measured = worlds
        self._depth = depth

    def loss(self) -> Loss:
        """Find what was best and measure what was done against it."""
        ended = self._ended()
        if ended == 1.0:
            return Loss("exact", self._place.action, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0)
        best, lead, error = self._search()
        if best == self._place.action:
            return Loss("estimated", best, lead, lead, 0.0, error, 0.0, 0.0)
        return self._measure(best, ended)

    def _search(self) -> tuple[int, float, float]:
        """The action that wins most, how often it does, and the error of its lead over the next."""
        left, kept = list(self._place.legal), {self._place.action, self._by_policy()}
        shares = dict.fromkeys(left, np.zeros(0))
        for matches, most in ROUNDS:
            if len(left) <= most:
                continue
            count = multiple(matches * self._depth.search)
            shares = {action: self._longer(action, shares[action], count) for action in left}
            ranked = sorted(left, key=lambda action: float(shares[action].mean()), reverse=True)
            left = [*ranked[:most], *(action for action in ranked[most:] if action in kept)]
        lead = self._searched.grouped(shares[ranked[0]] - shares[ranked[1]])
        return ranked[0], float(shares[ranked[0]].mean()), error_of(lead)

    def _longer(self, action: int, known: Floats, count: int) -> Floats:
        """The win shares in so many matches that go on with this action, of which the first are known."""
        if len(known) >= count:
            return known
        return np.concatenate([known, self._shares(self._searched, action, len(known), count - len(known))[:, 0]])

    def _measure(self, best: int, ended: float | None) -> Loss:
        """What was done against the best, with as many matches as it takes to know, up to a limit."""
        own = other = np.zeros((0, 2))
        usual, rounds = self._measured_matches()
        for matches in rounds:
            first, count = len(own), matches - len(own)
            own = np.concatenate([own, self._shares(self._measured, self._place.action, first, count)])
            other = np.concatenate([other, self._shares(self._measured, best, first, count)])
            gains = self._measured.grouped(other - own)
            loss, error = float(gains[:, 0].mean()), error_of(gains[:, 0])
            if loss + BEYOND * error < NOTABLE or loss > CLEAR * error or (matches >= usual and loss < SUSPECT):
                break
        points = -gains[:, 1] if self._game.facts.fewest_win else gains[:, 1]
        return Loss(
            kind="estimated" if ended is None else "bounded",
            best=best,
            share=float(own[:, 0].mean()),
            best_share=float(other[:, 0].mean()),
            loss=loss,
            error=error,
            points=float(points.mean()),
            points_error=float(points.std() / np.sqrt(len(points))),
            most=None if ended is None else 1.0 - ended,
        )

    def _measured_matches(self) -> tuple[int, list[int]]:
        """How many matches in all are usual, and how many there are after each round, as far as it is in doubt."""
        usual = {multiple(matches * self._depth.measure) for matches in MEASURED}
        doubtful = {multiple(matches * self._depth.doubt) for matches in MEASURED}
        return max(usual), sorted(usual | {matches for matches in doubtful if matches > max(usual)})

    def _shares(self, worlds: Worlds, action: int, first: int, count: int) -> Floats:
        return play_on(self._playouts, self._place, worlds, action, first, count)

    def _by_policy(self) -> int | None:
        """What the policy would do, which is compared to the end."""
        view = kernel.unpacked(self._game.STATE, self._place.position)
        self._game.hide(view, self._place.seat)
        return self._playouts.choice(view, self._place.seat, self._place.ply)

    def _ended(self) -> float | None:
        """The share that is certain, because the choice ended the match for all to see; None if it does not."""
        if self._game.secrets:
            return None
        after = self._playouts.after(self._place.position, self._place.seat, self._place.action)
        if not self._playouts.is_over(after):
            return None
        return float(self._playouts.play(after, 0, 0, 1)[0, 0, self._place.seat])


def play_on(playouts: Playouts, place: Place, worlds: Worlds, action: int, first: int, count: int) -> Floats:
    """Share and points of the seat at the end of matches that go on with this action, float64[count, 2].

    `worlds`: where they begin; `first`: the number of the first of them.
    """
    parts = [
        playouts.play(playouts.after(world, place.seat, action), place.ply + 1, worlds.streams + start, number)
        for world, start, number in worlds.chunks(first, count)
    ]
    return np.concatenate(parts)[:, :, place.seat]


def multiple(matches: float) -> int:
    """About so many matches, a multiple of those from one guess."""
    return EACH * max(1, round(matches / EACH))
