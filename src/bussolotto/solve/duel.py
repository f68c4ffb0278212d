"""The duel of Cincinnati, solved exactly: what every position is worth to both, and every action to who is to act.

Holder and opponent alternate, three attempts each, then buy extra ones with tokens (CIN-14, CIN-15). Each plays for
his own share of the stake less the price of the tokens he pays; with equal value, for the other's harm, so that every
position has one value for each. A position is a step, both hands and both numbers of tokens. Steps of the holder are
even, those of the opponent odd:

    0, 1          the first attempts, which roll all dice: nothing to decide
    2 .. 5        what to keep for the second and third attempts, alternately
    ASKED + 0, 1  pay a token? the other has not declined since the last purchase
    ASKED + 2, 3  pay a token? the other has declined, so that to decline ends the duel
    BOUGHT + 0, 1 what to keep, less than all, for an attempt that is paid

Tokens need not stop at what a set-up gives: a table for more of them is made when it is first asked for. Any thread may
ask; who asks for what another is making waits for it.
"""

import threading
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from bussolotto.solve.rolls import Indices, Rolls, Values

Plan = npt.NDArray[np.int16]

SPITE = 1e-9  # weight of the other's value: it decides between equals, and is larger than errors of rounding
SETTLED = 1e-9  # what a duel that begins again is worth, in the unit of the stake, is known to this


class Answer(IntEnum):
    """What to say when asked for a token."""

    DECLINE = 0
    BUY = 1


class Duel:
    """Values of all positions of a duel.

    `rank` int64[hand], higher wins; `stake` is what the winner has more than without the duel, `price` what a token is
    worth, both in one unit. With stake 1 and price 0 a value is a chance of winning, and tokens are free while they
    last. With identical dice the holder loses (CIN-14); or, where two duel for a table (CIN-12), it begins `again` with
    the tokens that are left: the richer one takes the holder's part.
    """

    def __init__(
        self,
        rolls: Rolls,
        rank: Indices,
        attempts: int = 3,
        stake: float = 1.0,
        price: float = 0.0,
        again: bool = False,
    ) -> None:
        self.rolls = rolls
        self.asked = 2 * attempts
        self.bought = self.asked + 4
        self.price = price
        self.again = again
        won = rank[:, None] > rank[None, :]
        self._over: Values = np.where(np.stack([won, ~won]), stake, 0.0)
        self._values: dict[tuple[int, int, int], Values] = {}
        self._plans: dict[tuple[int, int, int], Plan] = {}
        self._alone = threading.RLock()  # who makes tables
        self._restarted: dict[tuple[int, int], tuple[float, float]] = {}

    def values(self, step: int, holder_tokens: int = 0, opponent_tokens: int = 0) -> Values:
        """float64[who][holder's hand][opponent's hand]: what this step, 2 or later, is worth to each of the two."""
        key = (step, holder_tokens, opponent_tokens)
        if self.asked <= step < self.bought:  # quickly told from the others, and too many to keep
            return self._best_answer(step, key[1:])[0]
        with self._alone:
            if key not in self._values:
                after = self.values(self._after_dice(step), *key[1:])
                self._values[key], self._plans[key] = _kept(self.rolls.odds, self._parts(step), after, step % 2)
            return self._values[key]

    def plan(self, step: int, holder_tokens: int = 0, opponent_tokens: int = 0) -> Plan:
        """int16[holder's hand][opponent's hand]: what who is to act does at this step, 2 or later: a keep or an Answer.

        The best for himself; of equals what is worst for the other, and of those the first.
        """
        key = (step, holder_tokens, opponent_tokens)
        with self._alone:
            if not self.asked <= step < self.bought:
                self.values(*key)
            elif key not in self._plans:
                self._plans[key] = self._best_answer(step, key[1:])[1]
            return self._plans[key]

    def planned(self, step: int, holder_tokens: int = 0, opponent_tokens: int = 0) -> bool:
        """Has this plan been made?"""
        return (step, holder_tokens, opponent_tokens) in self._plans

    def start(self, holder_tokens: int = 0, opponent_tokens: int = 0) -> tuple[float, float]:
        """What the duel is worth to holder and opponent before the first dice fall."""
        if self.again:
            return self._restart((holder_tokens, opponent_tokens))
        return self._first(holder_tokens, opponent_tokens)

    def _first(self, holder_tokens: int, opponent_tokens: int) -> tuple[float, float]:
        first = self.rolls.odds[0]
        holder, opponent = first @ self.values(2, holder_tokens, opponent_tokens) @ first
        return float(holder), float(opponent)

    def keeps(
        self, step: int, hands: tuple[int, int], holder_tokens: int = 0, opponent_tokens: int = 0
    ) -> dict[int, float]:
        """Each keep that is allowed -> its value to who is to act, where `step` asks what to keep."""
        mover = step % 2
        after = self.values(self._after_dice(step), holder_tokens, opponent_tokens)[mover]
        parts = self._parts(step)[hands[mover]]
        line = after[:, hands[1]] if mover == 0 else after[hands[0]]
        return dict(zip(parts.tolist(), (self.rolls.odds[parts] @ line).tolist(), strict=True))

    def answers(
        self, step: int, hands: tuple[int, int], holder_tokens: int = 0, opponent_tokens: int = 0
    ) -> dict[Answer, float]:
        """Each answer that is allowed -> its value to who is to act, where `step` asks for a token."""
        mover = step % 2
        tokens = (holder_tokens, opponent_tokens)
        worth = {Answer.DECLINE: float(self._declined(step, tokens)[mover][hands])}
        if tokens[mover]:
            worth[Answer.BUY] = float(self._paid(step, tokens)[mover][hands])
        return worth

    def _best_answer(self, step: int, tokens: tuple[int, int]) -> tuple[Values, Plan]:
        declined = self._declined(step, tokens)
        if not tokens[step % 2]:  # declines by himself
            return declined, np.full(declined.shape[1:], Answer.DECLINE, np.int16)
        mover = step % 2
        paid = self._paid(step, tokens)
        buys = _liking(paid, mover) > _liking(declined, mover)
        return np.where(buys, paid, declined), np.where(buys, Answer.BUY, Answer.DECLINE).astype(np.int16)

    def _after_dice(self, step: int) -> int:
        return step + 1 if step < self.asked else self.asked + 1 - step % 2

    def _parts(self, step: int) -> tuple[Indices, ...]:
        if step < self.asked:
            return self.rolls.parts
        return tuple(parts[:-1] for parts in self.rolls.parts)  # what is paid is rolled: CIN-15

    def _declined(self, step: int, tokens: tuple[int, int]) -> Values:
        return self._ended(tokens) if step >= self.asked + 2 else self.values(self.asked + 3 - step % 2, *tokens)

    def _ended(self, tokens: tuple[int, int]) -> Values:
        if not self.again:
            return self._over
        over = self._over.copy()
        same = np.arange(over.shape[1])
        over[:, same, same] = np.array(self._restart(tokens))[:, None]
        return over

    def _restart(self, tokens: tuple[int, int]) -> tuple[float, float]:
        """What a duel that begins again with identical dice is worth: the value that brings itself about."""
        with self._alone:
            if tokens not in self._restarted:
                self._restarted[tokens] = (float(self._over.max()) / 2,) * 2
                change = 1.0
                while change > SETTLED:
                    before = self._restarted[tokens]
                    self._restarted[tokens] = self._first(*tokens)
                    change = max(abs(new - old) for new, old in zip(self._restarted[tokens], before, strict=True))
                    self._values = {key: worth for key, worth in self._values.items() if key[1:] != tokens}
            return self._restarted[tokens]

    def _paid(self, step: int, tokens: tuple[int, int]) -> Values:
        mover = step % 2
        worth = self.values(self.bought + mover, tokens[0] - 1 + mover, tokens[1] - mover).copy()
        worth[mover] -= self.price
        return worth


def _liking(worth: Values, mover: int) -> Values:
    """By what who is to act compares."""
    liking: Values = worth[mover] - SPITE * worth[1 - mover]
    return liking


def _kept(odds: Values, parts: tuple[Indices, ...], after: Values, mover: int) -> tuple[Values, Plan]:
    """Before a keep is said: the values [who][holder's hand][opponent's hand], given those after the dice fell.

    And what is kept, [holder's hand][opponent's hand].
    """
    own_first = after if mover == 0 else after.transpose(0, 2, 1)
    by_keep = odds @ own_first  # [who][keep][the other's hand]
    liking = _liking(by_keep, mover)
    best, plan = np.empty(own_first.shape), np.empty(own_first.shape[1:], np.int16)
    others: npt.NDArray[np.intp] = np.arange(own_first.shape[2])
    for hand, allowed in enumerate(parts):
        plan[hand] = allowed[liking[allowed].argmax(axis=0)]
        best[:, hand] = by_keep[:, plan[hand], others]
    return (best, plan) if mover == 0 else (best.transpose(0, 2, 1), plan.T)
