"""The twin of what loops.py does for a single match, in plain Python: for a game that nothing was compiled of yet.

It draws the same numbers from the same generators, so that a match is the same either way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bussolotto import kernel
from bussolotto.batch import GO_ON
from bussolotto.chance import below, weighted
from bussolotto.envs.reactions import reaction_ms
from bussolotto.kernel import CHANCE

TICKETS = 1 << 30


class Interpreted:
    """`decide` and `glance` of loops.py for the arrays of one World."""

    def __init__(self, game: Any, state: Any, view: Any) -> None:
        """`state` and `view`: the records that the arrays of the world hold."""
        self.game = game
        self._state, self._view = kernel.plain(state), kernel.plain(view)

    def decide(
        self,
        opening: Any, states: Any, views: Any, finals: Any, masks: Any, words: Any, slots: Any, rates: Any,
        weights: Any, own: int,
    ) -> int:  # fmt: skip
        """As in loops.py, for the first match; -1, or 0 for an action that is not legal."""
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
                self.glance(states, views, masks, seat)
                slot["seat"], slot["ended"], slot["count"] = seat, 0, mask.sum()
                return -1
            count = game.legal(s, seat, mask)
            game.apply(s, seat, int(np.flatnonzero(mask)[below(slot["draws"], count)]))

    def _stop(self, bits: int, own: int, views: Any, states: Any, masks: Any, slot: Any) -> None:
        """Nobody decides: it is over, or dice are to fall that are asked for."""
        views[0] = states[0]
        self.game.hide(self._view, lowest(own))
        masks[:] = 0
        slot["seat"], slot["ended"] = (CHANCE, 0) if bits else (-1, 1)
        if not bits:
            self.game.returns(self._state, slot["shares"])

    def glance(self, states: Any, views: Any, masks: Any, seat: int) -> None:
        """As in loops.py."""
        views[0] = states[0]
        self.game.hide(self._view, seat)
        self.game.legal(self._state, seat, masks[0, : self.game.ACTIONS])


def lowest(bits: int) -> int:
    """The first seat of a bit set."""
    return (bits & -bits).bit_length() - 1


def racer(rng: Any, bits: int, rates: Any) -> int:
    """Who acts first of those who may, as `racer` of loops.py; a seat alone is not drawn."""
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
    """The sum of the rates of these seats."""
    total = 0.0
    for seat in range(kernel.MAX_SEATS):
        if bits >> seat & 1:
            total += rates[seat]
    return total
