"""The duel of Cincinnati, solved exactly: the value of every position and of every action.

Holder and opponent alternate, three attempts each, then buy extra ones with tokens (CIN-14, CIN-15). Each plays for
their own share of the stake less the price of the tokens they pay; with equal value, against the other player, so that
every position has one value for each. A position is a step, both hands and both numbers of tokens. Steps of the holder
are even, those of the opponent odd:

    0, 1          the first attempts, which roll all dice: nothing to decide
    2 .. 5        what to keep for the second and third attempts, alternately
    ASKED + 0, 1  pay a token? the other has not declined since the last purchase
    ASKED + 2, 3  pay a token? the other has declined, so that to decline ends the duel
    BOUGHT + 0, 1 what to keep, less than all, for an attempt that is paid

The number of tokens is not limited to those of a set-up: a table for more of them is made when it is first needed. Any
thread may ask; a thread that asks for what another one is making waits for it.
"""

import threading
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from bussolotto.solve.rolls import Indices, Rolls, Values

Plan = npt.NDArray[np.int16]
Pair = tuple[int, int]  # of the holder and of the opponent

SPITE = 1e-9  # weight of the other's value: it decides between equals, and is larger than errors of rounding
SETTLED = 1e-9  # tolerance of the value of a duel that begins again, in the unit of the stake


class Answer(IntEnum):
    """What to answer when asked for a token."""

    DECLINE = 0
    BUY = 1


class Duel:
    """Values of all positions of a duel.

    `rank` int64[hand], higher wins; `stake` is what the winner has more than without the duel, `price` the value of a
    token, both in one unit. With stake 1 and price 0 a value is a chance of winning, and tokens are free while they
    last. With identical dice the holder loses (CIN-14); or, where two duel for a table (CIN-12), it begins `again` with
    the tokens that are left: the richer player then takes the holder's part.
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
        self._alone = threading.RLock()  # the thread that makes tables
        self._restarted: dict[Pair, tuple[float, float]] = {}

    def values(self, step: int, holder_tokens: int = 0, opponent_tokens: int = 0) -> Values:
        """float64[who][holder's hand][opponent's hand]: the value of this step, 2 or later, for each of the two."""
        key = (step, holder_tokens, opponent_tokens)
        if self.asked <= step < self.bought:  # quickly computed from the others, and too many to store
            return self._best_answer(step, key[1:])[0]
        with self._alone:
            if key not in self._values:
                after = self.values(self._after_dice(step), *key[1:])
                self._values[key], self._plans[key] = self._kept(step, after)
            return self._values[key]

    def plan(self, step: int, holder_tokens: int = 0, opponent_tokens: int = 0) -> Plan:
        """int16[holder's hand][opponent's hand]: the best action at this step, 2 or later: a keep or an Answer.

        It is the best for the player to act; among equals the worst for the other, and among those the first.
        """
        key = (step, holder_tokens, opponent_tokens)
        with self._alone:
            if not self.asked <= step < self.bought:
                self.values(*key)
            elif key not in self._plans:
                self._plans[key] = self._best_answer(step, key[1:])[1]
            return self._plans[key]

    def planned(self, step: int, holder_tokens: int = 0, opponent_tokens: int = 0) -> bool:
        """Has this plan been computed?"""
        return (step, holder_tokens, opponent_tokens) in self._plans

    def start(self, holder_tokens: int = 0, opponent_tokens: int = 0) -> tuple[float, float]:
        """The value of the duel for holder and opponent before the first dice fall."""
        if self.again:
            return self._restart((holder_tokens, opponent_tokens))
        return self._first(holder_tokens, opponent_tokens)

    def _first(self, holder_tokens: int, opponent_tokens: int) -> tuple[float, float]:
        first = self.rolls.odds[0]
        holder, opponent = first @ self.values(2, holder_tokens, opponent_tokens) @ first
        return float(holder), float(opponent)

    def keeps(self, step: int, hands: Pair, holder_tokens: int = 0, opponent_tokens: int = 0) -> dict[int, float]:
        """Each keep that is allowed -> its value for the player to act, where `step` asks what to keep."""
        mover = step % 2
        after = self.values(self._after_dice(step), holder_tokens, opponent_tokens)[mover]
        parts = self._parts(step)[hands[mover]]
        line = after[:, hands[1]] if mover == 0 else after[hands[0]]
        return dict(zip(parts.tolist(), (self.rolls.odds[parts] @ line).tolist(), strict=True))

    def answers(self, step: int, hands: Pair, holder_tokens: int = 0, opponent_tokens: int = 0) -> dict[Answer, float]:
        """Each answer that is allowed -> its value for the player to act, where `step` asks for a token."""
        mover = step % 2
        tokens = (holder_tokens, opponent_tokens)
        worth = {Answer.DECLINE: float(self._declined(step, tokens)[mover][hands])}
        if tokens[mover]:
            worth[Answer.BUY] = float(self._paid(step, tokens)[mover][hands])
        return worth

    def _best_answer(self, step: int, tokens: Pair) -> tuple[Values, Plan]:
        declined = self._declined(step, tokens)
        if not tokens[step % 2]:  # declines automatically
            return declined, np.full(declined.shape[1:], Answer.DECLINE, np.int16)
        mover = step % 2
        paid = self._paid(step, tokens)
        buys = _liking(paid, mover) > _liking(declined, mover)
        return np.where(buys, paid, declined), np.where(buys, Answer.BUY, Answer.DECLINE).astype(np.int16)

    def _kept(self, step: int, after: Values) -> tuple[Values, Plan]:
        """Values and plan before a keep is said, given the values after the dice fell."""
        if step % 2 == 0:
            return best_keeps(self._parts(step), self.rolls.odds @ after, 0)
        best, plan = best_keeps(self._parts(step), self.rolls.odds @ after.transpose(0, 2, 1), 1)
        return best.transpose(0, 2, 1), plan.T

    def _after_dice(self, step: int) -> int:
        return step + 1 if step < self.asked else self.asked + 1 - step % 2

    def _parts(self, step: int) -> tuple[Indices, ...]:
        if step < self.asked:
            return self.rolls.parts
        return tuple(parts[:-1] for parts in self.rolls.parts)  # a paid attempt must be rolled (CIN-15)

    def _declined(self, step: int, tokens: Pair) -> Values:
        return self._ended(tokens) if step >= self.asked + 2 else self.values(self.asked + 3 - step % 2, *tokens)

    def _ended(self, tokens: Pair) -> Values:
        if not self.again:
            return self._over
        over = self._over.copy()
        same = np.arange(over.shape[1])
        over[:, same, same] = np.array(self._restart(tokens))[:, None]
        return over

    def _restart(self, tokens: Pair) -> tuple[float, float]:
        """The value of a duel that begins again with identical dice: the value that reproduces itself."""
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

    def _paid(self, step: int, tokens: Pair) -> Values:
        mover = step % 2
        worth = self.values(self.bought + mover, tokens[0] - 1 + mover, tokens[1] - mover).copy()
        worth[mover] -= self.price
        return worth


def _liking(worth: Values, mover: int) -> Values:
    """The key by which the player to act compares actions."""
    return np.asarray(worth[mover] - SPITE * worth[1 - mover])


def best_keeps(parts: tuple[Indices, ...], by_keep: Values, mover: int) -> tuple[Values, Plan]:
    """Before the mover says what they keep: float64[who][mover's hand][column], and what is kept, [hand][column].

    `by_keep`: float64[who][mover's keep][column], the values after it is said. `parts`: [hand] the keeps allowed.
    """
    liking = _liking(by_keep, mover)
    shape = (len(parts), by_keep.shape[2])
    best, plan = np.empty((2, *shape)), np.empty(shape, np.int16)
    columns: npt.NDArray[np.intp] = np.arange(by_keep.shape[2])
    for hand, allowed in enumerate(parts):
        plan[hand] = allowed[liking[allowed].argmax(axis=0)]
        best[:, hand] = by_keep[:, plan[hand], columns]
    return best, plan
