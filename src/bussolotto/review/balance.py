"""Secret choices made at the same time: how often to do what, and what a choice could have been exploited by.

The balanced mix is what a search by regret matching has settled on (`bussolotto.search`): against it, whatever else it
does, a seat gains nothing. Who always does the same can be read: so each choice is told with the reply of another seat
that would have cost it most, if that seat had known it and all others had gone on sensibly.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from bussolotto.core import kernel
from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE
from bussolotto.play.match import Match
from bussolotto.review.playouts import Floats, Playouts, error_of
from bussolotto.review.worlds import Worlds

Playing = Literal["policy", "random"]

ITERATIONS = 2_000  # of the search at the usual depth
REPLIES = 128  # matches played on for each reply
HARDLY = 0.05  # what is to be done less often is not told
MOST_REPLIES = 12  # of one other seat


@dataclass(frozen=True)
class Balance:
    """`mix`: how often to do what, by action. `rival`, `reply`: who could have exploited the choice, and how, at what
    `cost` of win share, with its standard error; None where no reply certainly costs anything.
    """

    mix: dict[int, float]
    rival: int | None
    reply: int | None
    cost: float
    error: float


class Balancing:
    """Finds the balance of secret choices in one match."""

    def __init__(self, game: Game, playouts: Playouts, seed: int, depth: float) -> None:
        self._game = game
        self._playouts = playouts
        self._seed = seed
        self._depth = depth
        self._own = threading.local()

    def balance(self, view: bytes, before: bytes, worlds: Worlds, seat: int, action: int, ply: int) -> Balance:
        """`view`: of the seat, `before`, `worlds`: the position and what it could be, all before anybody chose."""
        rival, reply, cost, error = self._worst_reply(before, worlds, seat, action, ply)
        return Balance(self._mix(view, seat, ply), rival, reply, cost, error)

    def _mix(self, view: bytes, seat: int, ply: int) -> dict[int, float]:
        """What a search would do how often."""
        from bussolotto.search import Budget, Search  # only now: it brings the compiler

        if not hasattr(self._own, "search"):
            budget = Budget(max(64, int(ITERATIONS * self._depth)))
            playouts: Playing = "policy" if self._playouts.policy.NAME else "random"
            self._own.search = Search(self._game, budget, 0.7, playouts=playouts)
        found = self._own.search.look(kernel.unpacked(self._game.STATE, view), seat, self._seed + ply)
        told = {int(each): float(likely) for each, likely in zip(found.actions, found.strategy, strict=True)}
        often = {each: likely for each, likely in told.items() if likely >= HARDLY}
        return {each: likely / sum(often.values()) for each, likely in often.items()}

    def _worst_reply(
        self, before: bytes, worlds: Worlds, seat: int, action: int, ply: int
    ) -> tuple[int | None, int | None, float, float]:
        """The reply of another seat that costs most, against what the others do sensibly."""
        count = max(16, int(REPLIES * self._depth) // 4 * 4)
        usual = self._shares(worlds, seat, [(seat, action)], ply, count)
        worst: tuple[int | None, int | None, float, float] = (None, None, 0.0, 0.0)
        for rival, reply in self._replies(before, seat):
            gains = worlds.grouped(usual - self._shares(worlds, seat, [(seat, action), (rival, reply)], ply, count))
            cost, error = float(gains.mean()), error_of(gains)
            if cost > max(worst[2], 3 * error):
                worst = rival, reply, cost, error
        return worst

    def _replies(self, before: bytes, seat: int) -> Iterator[tuple[int, int]]:
        """What the other seats may do at the same time."""
        state = kernel.unpacked(self._game.STATE, before)
        movers = self._game.movers(state)
        mask = np.zeros(self._game.ACTIONS, np.uint8)
        for rival in range(kernel.MAX_SEATS):
            if rival != seat and movers >> rival & 1 and self._game.legal(state, rival, mask) <= MOST_REPLIES:
                yield from ((rival, reply) for reply in np.flatnonzero(mask).tolist())

    def _shares(self, worlds: Worlds, seat: int, plies: list[tuple[int, int]], ply: int, count: int) -> Floats:
        """The win shares of a seat if these choices are made, and the others choose sensibly."""
        parts = []
        for world, start, number in worlds.chunks(0, count):
            position = world
            for mover, action in plies:
                position = self._playouts.after(position, mover, action)
            parts.append(self._playouts.play(position, ply + 1, worlds.streams + start, number)[:, 0, seat])
        return np.concatenate(parts)


def first_of_choice(game: Game, positions: list[bytes], log: list[tuple[int, int]], ply: int) -> int | None:
    """The ply at which the first seat chose of those that choose at the same time as this one; None if it is alone."""
    seat, first = log[ply][0], ply
    while first and log[first - 1][0] not in (CHANCE, seat) and _together(game, positions[first - 1], seat):
        first -= 1
    return first if _together(game, positions[first], seat) else None


def is_secret(match: Match, first: int, ply: int) -> bool:
    """Was any of these choices hidden from another seat when it was made? Who chooses last reveals them all."""
    seats = (1 << match.seats) - 1
    return any(seers & seats != seats for seers in match.seers(first, ply + 1))


def _together(game: Game, position: bytes, seat: int) -> bool:
    """May this seat act here, and others as well?"""
    movers = game.movers(kernel.unpacked(game.STATE, position))
    return bool(movers >> seat & 1 and movers & (movers - 1))
