"""A plain Python version of the single-match code in loops.py, for games that are not compiled yet.

It draws the same numbers from the same generators, so a match is the same either way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bussolotto.core import kernel
from bussolotto.core.chance import below, weighted
from bussolotto.core.kernel import CHANCE
from bussolotto.envs.race_model import reaction_ms
from bussolotto.play.batch import GO_ON

TICKETS = 1 << 30


class Interpreted:
    """`decide` and `observe` of loops.py for the arrays of one MatchEnv."""

    def __init__(self, game: Any, state: Any, view: Any) -> None:
        """Take `state` and `view`, the records held in the arrays of the MatchEnv."""
        self.game = game
        self._state, self._view = kernel.plain(state), kernel.plain(view)

    def decide(
        self,
        opening: Any, states: Any, views: Any, finals: Any, masks: Any, words: Any, slots: Any, rates: Any,
        weights: Any, own: int,
    ) -> int:  # fmt: skip
        """Do the same as in loops.py for the first match. Return -1, or 0 for an illegal action."""
        game, s, slot = self.game, self._state, slots[0]
        mask = masks[0, : game.ACTIONS]
        action = int(slot["action"])
        if action != GO_ON:
            if not (0 <= action < game.ACTIONS and mask[action]):
                return 0
            game.apply(s, int(slot["seat"]), action)
        slot["shares"] = 0.0
        while True:
            bits = int(game.movers(s))
            if bits == 1 << CHANCE and not own & bits:
                game.odds(s, weights)
                game.apply(s, CHANCE, int(weighted(slot["dice"], weights.tolist())))
                continue
            if bits in (0, 1 << CHANCE):
                self._stop(bits, own, views, states, masks, slot)
                return -1
            seat = racer(slot["dice"], bits, rates)
            if game.RACE:
                slot["clock"] += reaction_ms(slot["draws"], _total(bits, rates))
            if own >> seat & 1:
                self.observe(states, views, masks, seat)
                slot["seat"], slot["ended"], slot["count"] = seat, 0, mask.sum()
                return -1
            count = game.legal(s, seat, mask)
            game.apply(s, seat, int(np.flatnonzero(mask)[below(slot["draws"], count)]))

    def _stop(self, bits: int, own: int, views: Any, states: Any, masks: Any, slot: Any) -> None:
        """Stop because no seat decides: the match is over, or the caller rolls the dice."""
        views[0] = states[0]
        self.game.hide(self._view, lowest(own))
        masks[:] = 0
        slot["seat"], slot["ended"] = (CHANCE, 0) if bits else (-1, 1)
        if not bits:
            self.game.returns(self._state, slot["shares"])

    def observe(self, states: Any, views: Any, masks: Any, seat: int) -> None:
        """Do the same as in loops.py."""
        views[0] = states[0]
        self.game.hide(self._view, seat)
        self.game.legal(self._state, seat, masks[0, : self.game.ACTIONS])


def lowest(bits: int) -> int:
    """Return the first seat of a bit set."""
    return (bits & -bits).bit_length() - 1


def racer(rng: Any, bits: int, rates: Any) -> int:
    """Draw which of the seats that may act is first, as `racer` of loops.py does. A single seat needs no draw."""
    seats = [seat for seat in range(kernel.MAX_SEATS) if bits >> seat & 1]
    if len(seats) == 1:
        return seats[0]
    ticket = _total(bits, rates) * below(rng, TICKETS) / TICKETS
    for seat in seats:
        ticket -= rates[seat]
        if ticket < 0:
            return seat
    return seats[-1]


def _total(bits: int, rates: Any) -> float:
    total = 0.0
    for seat in range(kernel.MAX_SEATS):
        if bits >> seat & 1:
            total += rates[seat]
    return total
