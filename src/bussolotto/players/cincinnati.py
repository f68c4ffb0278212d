"""Cincinnati with sense: exact chances of its own dice, a fair estimate of everybody else's.

What a hand is worth at a table is the money there times the chance that nobody there ends with a better one. From that
the chances of the rolls still to come give, exactly, which dice to keep, what a bought roll is worth, and, before all
that, which table to choose. The others are taken to go for the condition of their table and then for the best hand;
who has not rolled yet, or not shown it, is anybody who might have chosen that table.

The duellist plays the same, but every duel of two perfectly, and it chooses tables in balance.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto import dice
from bussolotto.games.cincinnati import WORTH
from bussolotto.solve import cincinnati as solve
from bussolotto.solve import table_choice

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

HANDS = dice.HANDS  # the 252 keeps of five dice; hand numbers below count from the first of them
FIRST = int(HANDS[0])
DUEL = len(WORTH)  # the order of hands in a duel, beside those by what a table asks for

DUEL_CARD = 8.0  # what a duel card is worth, in thousands: half of a fair card
LAST_ROLL, MOST_BOUGHT = 3, 3  # rolls that everybody has; bought ones that are thought of
EVENLY = 0.5  # how far the others spread evenly over the tables, the rest of them going by the money there


class Rolls(NamedTuple):
    """What any part of any hand can become."""

    odds: Values  # [keep][hand] chance of the hand when the other dice are rolled
    parts: Indices  # the parts of hand 0, none first and all of it last, then those of hand 1, ..
    first: Indices  # [hand] where its parts begin


@cache
def rolls() -> Rolls:
    """The tables of one roll."""
    odds = np.zeros((len(dice.KEEPS), len(HANDS)))
    for keep, faces in enumerate(dice.KEEPS):
        for rest in np.flatnonzero(dice.DICE - len(faces) == dice.SIZE).tolist():
            odds[keep, dice.joined(keep, rest) - FIRST] = float(dice.odds(rest))
    parts = [np.flatnonzero(contained) for contained in np.asarray(dice.CONTAINS)[HANDS]]
    return Rolls(odds, np.concatenate(parts), np.cumsum([0, *map(len, parts[:-1])]))


def kept(values: Values) -> Values:
    """float64[462]: what each keep is worth, rolling the rest once, given what each hand is worth (float64[252])."""
    return rolls().odds @ values


def rolled(values: Values) -> Values:
    """float64[252]: what each hand is worth when any of its dice may be rolled once more, all of them too, or none."""
    best: Values = np.maximum.reduceat(kept(values)[rolls().parts], rolls().first)
    return best


def rolled_some(values: Values) -> Values:
    """float64[252]: the same, but at least one die is rolled."""
    worth = kept(values)[rolls().parts]
    worth[np.append(rolls().first[1:], len(worth)) - 1] = -np.inf
    best: Values = np.maximum.reduceat(worth, rolls().first)
    return best


def bought(values: Values, tokens: int, price: float) -> Values:
    """What each hand is worth when so many rolls could be bought, and each is where it is worth more than its price."""
    worth = values
    for _ in range(min(tokens, MOST_BOUGHT)):
        worth = np.maximum(values, rolled(worth) - price)
    return worth


@cache
def order(condition: int) -> Values:
    """float64[252]: how good each hand is at a table that asks for this, 0 where it does not meet it; in a DUEL."""
    ranks = dice.RANK if condition == DUEL else WORTH[condition]
    return np.asarray(ranks[HANDS], np.float64)


@cache
def ends(condition: int, rolls_left: int) -> Values:
    """float64[252][252]: the chance that somebody at such a table ends with the second hand, having now the first."""
    if rolls_left == 0:
        return np.eye(len(HANDS))
    after = ends(condition, rolls_left - 1)
    wish = after @ ((order(condition) > 0) + order(condition) / order(condition).max())
    worth = kept(wish)
    parts = np.split(rolls().parts, rolls().first[1:])
    choice = [part[worth[part].argmax()] for part in parts]
    result: Values = rolls().odds[choice] @ after
    return result


@cache
def beaten(condition: int, rolls_left: int) -> Values:
    """float64[252][252]: the chance that somebody who has the first hand now will not beat the second, equals half."""
    own = order(condition)
    fails = (own[:, None] < own) + 0.5 * (own[:, None] == own)  # [theirs][mine]
    result: Values = ends(condition, rolls_left) @ fails
    return result


@cache
def anybody_beaten(condition: int) -> Values:
    """float64[252]: the same for somebody whose first roll nobody knows, but who chose such a table with it."""
    met = ends(condition, LAST_ROLL - 1) @ (order(condition) > 0)
    weights = rolls().odds[dice.NONE] * met**2
    result: Values = weights @ beaten(condition, LAST_ROLL - 1) / weights.sum()
    return result


def thinking_ms(rng: Random) -> int:
    """As long as a person would need."""
    return rng.randint(900, 2200)


class Sensible:
    """One seat of a match; all it remembers is which, for the rest lies on the table."""

    def __init__(self, game: ModuleType | Any) -> None:
        self._game = game
        self._own = -1

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Sees it, and forgets it."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best of the legal codes, and as long as a person would need."""
        game, wait_ms = self._game, thinking_ms(rng)
        seat = self._own = self._seat(view, legal)
        if view.phase == game.NAMING:
            return max(legal, key=lambda code: self._loot(view, code - game.DUEL)), wait_ms
        if view.phase == game.CHOOSING:
            return max(legal, key=lambda code: self._chance_at(view, seat, code - game.TABLE)), wait_ms
        if view.phase == game.ASKING:
            return (game.BUY if self.buys(view, seat)[view.dice[seat] - FIRST] else game.PASS), wait_ms
        worth = self.worth(view, seat)
        return max(legal, key=lambda code: (worth[code], dice.SIZE[code])), wait_ms

    def _seat(self, view: Any, legal: Sequence[int]) -> int:
        """Whose view this is: who alone may act, who alone knows his dice, who was it last time, whose dice fit."""
        asked = [seat for seat in range(view.seats) if view.asked >> seat & 1]
        known = [seat for seat in asked if view.dice[seat] != self._game.UNKNOWN]
        if len(known) == 1 or self._own not in known:
            fitting = [seat for seat in known if legal[-1] == view.dice[seat]]
            return (fitting or known)[0]
        return self._own

    def _chance_at(self, view: Any, seat: int, table: int) -> float:
        """What choosing this table with these dice is worth, whatever the others choose."""
        tables = (0, 2) if view.seats == 3 else (0, 1, 2)
        total = sum(self._prize(view, each) for each in tables)
        crowd = EVENLY / len(tables) + (1 - EVENLY) * self._prize(view, table) / total
        condition = self._game.condition(view, table)
        alone = (1 - crowd * (1 - anybody_beaten(condition))) ** (view.seats - 1)
        values = self._prize(view, table) * alone * (order(condition) > 0)
        after = bought(values, view.tokens[seat], self._token(view))
        return float(rolled(rolled(after))[view.dice[seat] - FIRST])

    def buys(self, view: Any, seat: int) -> npt.NDArray[np.bool_]:
        """bool[252]: with which hands is one more roll, and perhaps others after it, worth more than it costs?"""
        now = self._stake(view, seat) * self._wins(view, seat)
        after = rolled_some(bought(now, view.tokens[seat] - 1, self._token(view)))
        return np.asarray(after - self._token(view) > now)

    def worth(self, view: Any, seat: int) -> Values:
        """float64[462]: what each keep is worth, whatever the dice of this seat."""
        return kept(self._values(view, seat))

    def _values(self, view: Any, seat: int) -> Values:
        """float64[252]: what each hand is worth after the roll that comes now."""
        values = bought(self._stake(view, seat) * self._wins(view, seat), view.tokens[seat], self._token(view))
        for _ in range(LAST_ROLL - view.roll_number):
            values = rolled(values)
        return values

    def _stake(self, view: Any, seat: int) -> float:
        """What can be won or lost now, in thousands."""
        if not view.duelling:
            return self._prize(view, view.chosen[seat] - 1)
        if view.table < len(self._game.TABLES):
            return self._prize(view, view.table)
        (challenged,) = (other for other in range(view.seats) if view.group >> other & 1 and other != view.lead)
        return self._loot(view, challenged)[0]

    def _loot(self, view: Any, seat: int) -> tuple[float, int]:
        """What a duel can take from this seat, its highest card in thousands; and its money."""
        cards = zip(self._game.VALUES.tolist(), view.money[seat], strict=True)
        return float(max((value for value, count in cards if count), default=0)), int(view.wealth[seat])

    def _prize(self, view: Any, table: int) -> float:
        """What lies on a table, in thousands."""
        game, pile = self._game, view.piles[table]
        money = sum(count * value for count, value in zip(pile, game.VALUES.tolist(), strict=False))
        tokens = min(int(game.TOKENS_A_CARD[view.tokens_a_card]) * pile[game.TOKEN_CARD], view.supply)
        return float(money + self._token(view) * tokens + DUEL_CARD * pile[game.DUEL_CARD])

    def _token(self, view: Any) -> float:
        """What a token is worth, in thousands."""
        return float(self._game.TOKEN_WORTH[view.token_worth])

    def _wins(self, view: Any, seat: int) -> Values:
        """float64[252]: the chance that ending with each hand wins against all who are there."""
        condition = DUEL if view.duelling else self._game.condition(view, view.chosen[seat] - 1)
        chance = (order(condition) > 0).astype(float)
        for other in range(view.seats):
            there = view.group >> other & 1 if view.duelling else view.chosen[other] == view.chosen[seat]
            if there and other != seat:
                chance *= self._outdone(view, seat, other, condition)
        return chance

    def _outdone(self, view: Any, seat: int, other: int, condition: int) -> Values:
        """float64[252]: the chance that ending with each hand outdoes what another ends with."""
        left = self._rolls_left(view, seat, other)
        if view.kept[other] != self._game.UNKNOWN:
            outdone: Values = rolls().odds[view.kept[other]] @ beaten(condition, left - 1)
        else:
            outdone = beaten(condition, left)[view.dice[other] - FIRST]
        return outdone

    def _rolls_left(self, view: Any, seat: int, other: int) -> int:
        """How many rolls another has still to come, bought ones only where they are paid for."""
        if view.roll_number > LAST_ROLL:
            return int(not view.duelling and view.group >> other & 1)
        behind = view.duelling and (other - view.lead) % view.seats < (seat - view.lead) % view.seats
        return LAST_ROLL + 1 - int(view.roll_number) - int(behind)


class Duellist(Sensible):
    """In a duel of two plays what gains most: the stake, less 5,000 for each token paid; of equals the other's harm.

    In that it is exact, also where two duel for a table and perhaps again for it, the worth of its cards as in
    `solve.cincinnati`. What a duel does to the rest of the match, and who wins it, it does not see. Its table it draws
    in the chances of `solve.table_choice`, in which nobody would gain much by choosing otherwise if no rolls were
    bought. Everything else is played like the sensible one, duels of three or more too: these are not solved. Nor are
    tables that do not ask for what is printed (CIN-3): among them it chooses like the sensible one.

    The tables of a duel with the same stake and tokens are made once in a process, mostly within a second, in a thread
    from the moment it begins; with many tokens, or for a table, `choose` may have to wait for them for some seconds.
    """

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Sees a match begin, and a duel of its own."""
        if view.phase == self._game.DEALING and solve.asks_as_printed(view):
            table_choice.prepare(view.seats)
        if view.duelling and self._own >= 0 and view.group >> self._own & 1:
            solve.prepare(view)

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The best of the legal codes, and as long as a person would need."""
        if view.phase == self._game.CHOOSING and solve.asks_as_printed(view):
            return self._game.TABLE + self._table(view, legal, rng), thinking_ms(rng)
        best = solve.best(view)
        return super().choose(view, legal, rng) if best is None else (best, thinking_ms(rng))

    def _table(self, view: Any, legal: Sequence[int], rng: Random) -> int:
        """A table drawn at its chance for what lies there and these dice."""
        seat = self._own = self._seat(view, legal)
        a, b, c = (self._prize(view, table) for table in range(3))
        chances = table_choice.choose(view.seats, (a, b, c), view.dice[seat] - FIRST)
        return rng.choices(range(3), chances)[0]


PLAYERS = {"sensible": Sensible, "duellist": Duellist}
