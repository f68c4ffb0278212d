"""Gamblers of Cincinnati, from the quick to the thorough.

What a hand is worth at a table is the money there times the chance that nobody there ends with a better one. From that
the chances of the rolls still to come give which dice to keep, what a bought roll is worth, and, before all that, which
table to choose. The others are taken to go for the condition of their table and then for the best hand; who has not
rolled yet, or not shown it, is anybody who might have chosen that table.

The sensible one looks all that up (`bussolotto.policies.cincinnati`); the keen one reckons it out each time, with all
who are there and all rolls that could be bought; the duellist plays like the keen one, but every duel of two perfectly,
and it chooses tables in balance.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto import dice, kernel
from bussolotto.games import cincinnati as game
from bussolotto.games.cincinnati import LAST_ROLL
from bussolotto.policies import cincinnati as policy
from bussolotto.policies.cincinnati import DUEL_CARD, EVENLY
from bussolotto.policies.cincinnati_chances import (
    DUEL,
    FIRST,
    Values,
    anybody_beaten,
    beaten,
    bought,
    kept,
    order,
    rolled,
    rolled_some,
    rolls,
)
from bussolotto.solve import cincinnati as solve
from bussolotto.solve import table_choice


def thinking_ms(rng: Random) -> int:
    """As long as a person would need."""
    return rng.randint(900, 2200)


class Gambler:
    """One seat of a match; all it remembers is which, for the rest lies on the table."""

    def __init__(self, game: ModuleType | Any) -> None:
        self._game = game
        self._own = -1

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Sees it, and forgets it."""

    def _seat(self, view: Any, legal: Sequence[int]) -> int:
        """Whose view this is: who alone may act, who alone knows his dice, who was it last time, whose dice fit."""
        asked = [seat for seat in range(view.seats) if view.asked >> seat & 1]
        known = [seat for seat in asked if view.dice[seat] != self._game.UNKNOWN]
        if len(known) == 1 or self._own not in known:
            fitting = [seat for seat in known if legal[-1] == view.dice[seat]]
            return (fitting or known)[0]
        return self._own


class Sensible(Gambler):
    """Looks up what to do, thinking of one rival and one bought roll at most."""

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """What its tables say, and as long as a person would need."""
        seat = self._own = self._seat(view, legal)
        options = tuple(getattr(view, name) for name in self._game.OPTIONS)
        return int(policy.decide(view, seat, None, _looked_up(int(view.seats), options))), thinking_ms(rng)


@lru_cache(maxsize=8)
def _looked_up(seats: int, options: tuple[int, ...]) -> policy.Tables:
    """The tables for these rules; `options` are indices."""
    opening = kernel.new_state(game, seats)
    for name, index in zip(game.OPTIONS, options, strict=True):
        setattr(opening, name, index)
    return policy.tables(opening)


class Keen(Gambler):
    """Reckons with everybody who is there, and with several bought rolls."""

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


class Duellist(Keen):
    """In a duel of two plays what gains most: the stake, less 5,000 for each token paid; of equals the other's harm.

    In that it is exact, also where two duel for a table and perhaps again for it, the worth of its cards as in
    `solve.cincinnati`. What a duel does to the rest of the match, and who wins it, it does not see. Its table it draws
    in the chances of `solve.table_choice`, in which nobody would gain much by choosing otherwise if no rolls were
    bought. Everything else is played like the keen one, duels of three or more too: these are not solved. Nor are
    tables that do not ask for what is printed (CIN-3): among them it chooses like the keen one.

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


PLAYERS = {"sensible": Sensible, "keen": Keen, "duellist": Duellist}
