"""Bots for Cincinnati.

The value of a hand at a table is the money there times the chance that nobody there ends with a better one. From this,
the chances of the rolls still to come say which dice to keep, what a bought roll is worth, and, before all that, which
table to choose. The others are assumed to try for the condition of their table and then for the best hand. A player who
has not rolled yet, or not shown the roll, may be anybody who could have chosen that table.

The sensible bot looks all this up (`policy.py`). The keen bot computes it each time, with all players who are there and
all rolls that could be bought. The duellist plays like the keen bot, except that it plays every duel of two perfectly
and chooses tables by a balanced strategy.
"""

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.core import dice
from bussolotto.core.contract import Game
from bussolotto.games.cincinnati import chances, policy, table_choice
from bussolotto.games.cincinnati import game as rules
from bussolotto.games.cincinnati import solver as solve
from bussolotto.games.cincinnati.chances import FIRST
from bussolotto.players import Player
from bussolotto.solve.rolls import Values, rolls


class Gambler(Player):
    """One seat of a match; it remembers only which seat, because everything else is on the table."""

    def __init__(self, game: Game) -> None:
        self._own = -1

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The decision, and the time a person would need."""
        self._own = self._seat(view, legal)
        return self.decide(view, self._own, legal, rng), rng.randint(900, 2200)

    @abstractmethod
    def decide(self, view: Any, seat: int, legal: Sequence[int], rng: Random) -> int:
        """One of the legal codes."""

    def _seat(self, view: Any, legal: Sequence[int]) -> int:
        """The seat of this view, inferred from who may act, the known dice, the last seat and the legal keeps."""
        asked = [seat for seat in range(view.seats) if view.asked >> seat & 1]
        known = [seat for seat in asked if view.dice[seat] != rules.UNKNOWN]
        if len(known) == 1 or self._own not in known:
            fitting = [seat for seat in known if legal[-1] == view.dice[seat]]
            return (fitting or known)[0]
        return self._own


class Sensible(Gambler):
    """Looks up what to do, taking into account at most one rival and one bought roll."""

    def decide(self, view: Any, seat: int, legal: Sequence[int], rng: Random) -> int:
        """The action that its tables give."""
        return int(policy.decide(view, seat, None, policy.tables(view)))


class Keen(Gambler):
    """Takes into account everybody who is there, and several bought rolls."""

    def decide(self, view: Any, seat: int, legal: Sequence[int], rng: Random) -> int:
        """The best of the legal codes."""
        if view.phase == rules.NAMING:
            return rules.DUEL + policy.richest_loot(view, seat)
        worth = self.values(view, seat, legal)
        if view.phase == rules.KEEPING:
            return max(legal, key=lambda code: (worth[code], dice.SIZE[code]))
        return max(sorted(legal, key=lambda code: code == rules.BUY), key=worth.__getitem__)

    def values(self, view: Any, seat: int, legal: Sequence[int]) -> dict[int, float]:
        """What each legal action wins on average, in thousands, less the tokens that it costs."""
        if view.phase == rules.NAMING:
            return {code: float(policy.loot(view, code - rules.DUEL)) for code in legal}
        if view.phase == rules.CHOOSING:
            return {code: self._chance_at(view, seat, code - rules.TABLE) for code in legal}
        if view.phase == rules.ASKING:
            once_more, now = (float(each[view.dice[seat] - FIRST]) for each in self._asked(view, seat))
            return {rules.BUY: once_more, rules.PASS: now}
        worth = self.worth(view, seat)
        return {code: float(worth[code]) for code in legal}

    def _chance_at(self, view: Any, seat: int, table: int) -> float:
        """The value of choosing this table with these dice, whatever the others choose."""
        prize = policy.prize(view, table)
        crowd = policy.crowding(view, prize, policy.all_prizes(view))
        condition = rules.condition(view, table)
        alone = (1 - crowd * (1 - chances.anybody_beaten(condition))) ** (view.seats - 1)
        values = prize * alone * (chances.order(condition) > 0)
        after = chances.bought(values, view.tokens[seat], view.token_worth)
        return float(chances.rolled(chances.rolled(after))[view.dice[seat] - FIRST])

    def buys(self, view: Any, seat: int) -> npt.NDArray[np.bool_]:
        """bool[252]: the hands with which one more roll, and perhaps others after it, is worth more than it costs."""
        once_more, now = self._asked(view, seat)
        return np.asarray(once_more > now)

    def _asked(self, view: Any, seat: int) -> tuple[Values, Values]:
        """float64[252] each: the value of every hand with one more roll, less the token for it, and without."""
        now = policy.stake(view, seat) * self._wins(view, seat)
        after = chances.rolled_some(chances.bought(now, view.tokens[seat] - 1, view.token_worth))
        return after - view.token_worth, now

    def worth(self, view: Any, seat: int) -> Values:
        """float64[462]: the value of each keep, whatever the dice of this seat are."""
        won = policy.stake(view, seat) * self._wins(view, seat)
        values = chances.bought(won, view.tokens[seat], view.token_worth)
        for _ in range(rules.LAST_ROLL - view.roll_number):
            values = chances.rolled(values)
        return chances.kept(values)

    def _wins(self, view: Any, seat: int) -> Values:
        """float64[252]: the chance that each final hand wins against all who are there."""
        condition = chances.DUEL if view.duelling else rules.condition(view, view.chosen[seat] - 1)
        chance = (chances.order(condition) > 0).astype(float)
        for other in range(view.seats):
            if other != seat and policy.is_there(view, seat, other):
                chance *= self._outdone(view, seat, other, condition)
        return chance

    def _outdone(self, view: Any, seat: int, other: int, condition: int) -> Values:
        """float64[252]: the chance that each final hand beats what another player ends with."""
        left = max(rules.LAST_ROLL - view.roll_number, 0) + policy.to_roll(view, seat, other)
        if view.kept[other] != rules.UNKNOWN:
            outdone: Values = rolls().odds[view.kept[other]] @ chances.beaten(condition, left - 1)
        else:
            outdone = chances.beaten(condition, left)[view.dice[other] - FIRST]
        return outdone


class Duellist(Keen):
    """In a duel of two it plays for the largest gain: the stake, less 5,000 for each token paid.

    Between equal gains it chooses what harms the other player most. This is exact, also where two duel for a table and
    perhaps again for it; the value of the table's cards is that of `solver.stake`. It does not consider what a duel
    does to the rest of the match, nor who wins the match. It draws its table by the chances of `table_choice`, in
    which nobody would gain much by choosing otherwise if no rolls were bought. Everything else is played like the keen
    bot, including duels of three or more, which are not solved. Tables that do not ask for what is printed (CIN-3) are
    not solved either: there it chooses like the keen bot.

    The tables of duels with the same stake and tokens are made once per process, usually within a second, in a thread
    that starts when the duel begins. With many tokens, or for a table, `choose` may have to wait for them for some
    seconds.
    """

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Notice when a match or a duel of its own begins."""
        if view.phase == rules.DEALING and solve.asks_as_printed(view):
            table_choice.prepare(view.seats)
        if view.duelling and self._own >= 0 and view.group >> self._own & 1:
            solve.prepare(view)

    def decide(self, view: Any, seat: int, legal: Sequence[int], rng: Random) -> int:
        """The best of the legal codes, or a table drawn by its chance, given the cards there and these dice."""
        if view.phase == rules.CHOOSING and solve.asks_as_printed(view):
            money = tuple(policy.prize(view, table) for table in range(3))
            often = table_choice.choose(view.seats, money, view.dice[seat] - FIRST)
            return rules.TABLE + rng.choices(range(3), often)[0]
        best = solve.best(view)
        return super().decide(view, seat, legal, rng) if best is None else best


PLAYERS = {"keen": Keen, "sensible": Sensible, "duellist": Duellist}  # the weakest first
