"""A sensible player of Cui bono?: it puts dice back as long as it can, and where the next player then cannot.

Every die that may be taken, with every funnel that takes it back, is played on a copy by the game's own rules. It
compares what this turn costs, what the next player must at least keep, and how many dice the next player could put back
instead.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from bussolotto.core.kernel import MAX_SEATS
from bussolotto.games.cui_bono import game as rules
from bussolotto.play import match
from bussolotto.players import Player

# The value of a position for the seat that has just ended its turn, in penalty points. Found by matches against itself.
WON = 50.0  # a match won, against one lost
PRESSURE = 0.9  # a point that the next player must take
WAY_OUT = 0.4  # being able to put back one kind of die rather than none; further kinds count less and less


class Sensible(Player):
    """One seat of a match."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best of the legal codes, and the time a person would need."""
        worth = {code: self._worth_of(view, code) for code in legal}
        best = max(worth.values())
        return rng.choice([code for code in legal if worth[code] == best]), rng.randint(900, 1800)

    def _worth_of(self, view: Any, code: int) -> float:
        """The value of a ply for the seat that plays it, followed by its best play in the same turn."""
        seat = view.turn
        return max(self.worth(after, seat) for after in self._ends_of_turn(match.after(view, seat, code)))

    def _ends_of_turn(self, s: Any) -> list[Any]:
        """The positions in which the turn can end, as far as this depends on the player who holds a die."""
        return [match.after(s, s.turn, code) for code in legal_codes(s)] if s.phase == rules.PUTTING else [s]

    def worth(self, s: Any, seat: int) -> float:
        """The value of a position after the turn of `seat`, for that seat."""
        if s.phase == rules.OVER:
            shares = np.zeros(MAX_SEATS)
            rules.returns(s, shares)
            return WON * (float(shares[seat]) * 2 - 1)
        points = [rules.points_of(s, other) for other in range(s.seats)]
        lead = (sum(points) - points[seat]) / (s.seats - 1) - points[seat]
        cost, ways_out = self._outlook(s)
        outlook = PRESSURE * cost - WAY_OUT * ways_out / (1 + ways_out)
        return float(lead + outlook / (s.seats - 1))

    def _outlook(self, s: Any) -> tuple[int, int]:
        """What the player to move must keep at least, in points, and how many dice they could put back instead."""
        takes = legal_codes(s)
        ways_out = sum(match.after(s, s.turn, cell).phase == rules.PUTTING for cell in takes)
        prices = [rules.price(s, s.colour[cell]) for cell in takes]
        return 0 if ways_out else min(prices, default=0), ways_out


def legal_codes(s: Any) -> list[int]:
    """What the player to move may do."""
    mask = np.zeros(rules.ACTIONS, np.uint8)
    rules.legal(s, s.turn, mask)
    return list(np.flatnonzero(mask).tolist())


PLAYERS = {"sensible": Sensible}
