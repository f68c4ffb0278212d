"""Cui bono? with sense: puts dice back as long as it can, and where, so that the next player cannot.

Every die that may be taken, with every funnel that takes it back, is played on a copy by the game's own rules. What
counts is what this turn costs, what the next player will at least have to keep, and how many ways out he is left.
"""

from collections.abc import Iterator, Sequence
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from bussolotto import match
from bussolotto.kernel import MAX_SEATS

# What a position is worth to who has just ended his turn, in penalty points. Found by many matches against itself.
WON = 50.0  # a match won, against one lost
PRESSURE = 0.9  # a point that the next player will have to take
WAY_OUT = 0.4  # that he can put back one kind of die rather than none; more of them count less and less


class Sensible:
    """One seat of a match."""

    def __init__(self, game: ModuleType | Any) -> None:
        self._game = game

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Remembers nothing: everything that matters lies on the table."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best of the legal codes, and as long as a person would need."""
        worth = {code: self._worth_of(view, code) for code in legal}
        best = max(worth.values())
        return rng.choice([code for code in legal if worth[code] == best]), rng.randint(900, 1800)

    def _worth_of(self, view: Any, code: int) -> float:
        """What a ply is worth to who plays it, with the best that he can do after it in the same turn."""
        seat = view.turn
        return max(self.worth(after, seat) for after in self._ends_of_turn(match.after(view, seat, code)))

    def _ends_of_turn(self, s: Any) -> Iterator[Any]:
        """The positions that the turn can end in, as far as it depends on who holds a die."""
        if s.phase != self._game.PUTTING:
            yield s
            return
        mask = np.zeros(self._game.ACTIONS, np.uint8)
        self._game.legal(s, s.turn, mask)
        for code in np.flatnonzero(mask).tolist():
            yield match.after(s, s.turn, code)

    def worth(self, s: Any, seat: int) -> float:
        """What a position after the turn of `seat` is worth to him."""
        if s.phase == self._game.OVER:
            return self._outcome(s, seat)
        points = [self._game.points_of(s, other) for other in range(s.seats)]
        lead = (sum(points) - points[seat]) / (s.seats - 1) - points[seat]
        cost, ways_out = self._outlook(s)
        outlook = PRESSURE * cost - WAY_OUT * ways_out / (1 + ways_out)
        return float(lead + outlook / (s.seats - 1))

    def _outcome(self, s: Any, seat: int) -> float:
        shares = np.zeros(MAX_SEATS)
        self._game.returns(s, shares)
        return WON * (float(shares[seat]) * 2 - 1)

    def _outlook(self, s: Any) -> tuple[int, int]:
        """What the player to move must keep at least, in points, and how many dice he could put back instead."""
        mask = np.zeros(self._game.ACTIONS, np.uint8)
        self._game.legal(s, s.turn, mask)
        takes = np.flatnonzero(mask).tolist()
        ways_out = sum(match.after(s, s.turn, cell).phase == self._game.PUTTING for cell in takes)
        prices = [self._game.price(s, s.colour[cell]) for cell in takes]
        return 0 if ways_out else min(prices, default=0), ways_out


PLAYERS = {"sensible": Sensible}
