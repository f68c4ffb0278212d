"""The sensible player of Cincinnati, from tables of what to keep, to buy and to choose with any dice.

The tables are made once for the conditions of a match, from exact chances (`chances`). Of several opponents
only the most dangerous one is considered, and of bought rolls only the next; a decision is then one look-up in a table,
and whole matches of such players run at the speed of the rules.

A rival is a row: a hand with this many rolls left, a keep that has been said and this many rolls after it, or nobody.
First come the rows for what to keep with one roll to come (of the player's own), then with two; then, for bought rolls,
where at least one die is rolled; and finally for whether to buy one:

    ONE    rival to roll no more (252 hands) | once more (252 hands) | once more, keep said (462) | nobody (1)
    TWO    once more (252) | twice (252) | twice, keep said (462) | nobody (1)
    BUYING as ONE
    ASKING as ONE, but for the gain
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.core import dice
from bussolotto.core.kernel import rule
from bussolotto.games.cincinnati import chances as exact
from bussolotto.games.cincinnati import game
from bussolotto.games.cincinnati.chances import FIRST, HANDS
from bussolotto.solve.rolls import Values, rolls

NAME = "sensible"

COUNT = len(HANDS)
LATER, SAID, ALONE, ROWS = COUNT, 2 * COUNT, 2 * COUNT + len(dice.KEEPS), 2 * COUNT + len(dice.KEEPS) + 1
ONE, TWO, BUYING = 0, ROWS, 2 * ROWS
FIGHT = 3  # the order of hands in a duel, in addition to those of tables A, B, C
STEPS = 16  # number of steps for the fraction of the others who are attracted to a table
DUEL_CARD = 8.0  # what a duel card is worth, in thousands: half of a fair card
HAIR = 1e-4  # in thousands: smaller differences do not count, because tables are rounded
EVENLY = 0.5  # how far the others spread evenly over the tables; the rest of them follow the money

Keeps = npt.NDArray[np.int16]
Gains = npt.NDArray[np.float32]
Tables = tuple[Keeps, Gains, Gains, Gains]


def tables(opening: Any) -> Tables:
    """The tables for decisions.

    What to keep: int16[4, 3 * ROWS, hand]; the gain of a bought roll, [4, ROWS, hand], and how safe a seat is from a
    rival, [4, 2 * ROWS], as parts of the stake; the chance of a table, [3, STEPS + 1, hand], by how many are attracted
    to it.
    """
    return _tables(int(opening.seats), *(game.condition(opening, table) for table in range(3)))


@lru_cache(maxsize=8)
def _tables(seats: int, *conditions: int) -> Tables:
    kept_by, gains, safety = zip(*map(_at, (*conditions, exact.DUEL)), strict=True)
    chances = [_drawn(condition, seats) for condition in conditions]
    return np.stack(kept_by), np.stack(gains), np.stack(safety), np.stack(chances)


@lru_cache(maxsize=12)  # a sweep changes one condition after the other
def _at(condition: int) -> tuple[Keeps, Gains, Gains]:
    """What to keep, what to gain and how safe a seat is, at a table that asks for this."""
    one, two = _rivals(condition, 0), _rivals(condition, 1)
    after = np.stack([exact.rolled(values) for values in two])
    keeps = np.concatenate([_best_keeps(one), _best_keeps(after), _best_keeps(one, spare=1)])
    gains = np.stack([exact.rolled_some(values) - values for values in one])
    safety = np.concatenate([one.mean(axis=1), two.mean(axis=1)])
    return keeps, gains.astype(np.float32), safety.astype(np.float32)


def _rivals(condition: int, left: int) -> Values:
    """float64[ROWS, hand]: the chance that each hand beats each rival, who has `left` rolls or one more."""
    now, later = exact.beaten(condition, left), exact.beaten(condition, left + 1)
    rivals = np.concatenate([now, later, rolls().odds @ now, np.ones((1, COUNT))])
    return np.asarray(rivals * (exact.order(condition) > 0))


def _best_keeps(values: Values, spare: int = 0) -> Keeps:
    """int16[rows, hand]: the best part of each hand, among equals the largest; with `spare` 1, not the whole hand."""
    worth = exact.kept(values.T).T + 1e-9 * dice.SIZE
    best = np.zeros(values.shape, np.int16)
    for hand, parts in enumerate(rolls().parts):
        allowed = parts[: len(parts) - spare]
        best[:, hand] = allowed[worth[:, allowed].argmax(axis=1)]
    return best


def _drawn(condition: int, seats: int) -> Gains:
    """float32[STEPS + 1, hand]: the chance of winning a table, by the fraction of the others drawn to it, in STEPS."""
    met = (exact.order(condition) > 0).astype(float)
    crowds = np.arange(STEPS + 1)[:, None] / STEPS
    alone = (1 - crowds * (1 - exact.anybody_beaten(condition))) ** (seats - 1)
    return np.stack([exact.rolled(exact.rolled(values)) for values in alone * met]).astype(np.float32)


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The action of a seat that may act."""
    keeps, gains, safety, chances = tables
    if s.phase == game.CHOOSING:
        return game.TABLE + best_table(s, seat, chances)
    if s.phase == game.NAMING:
        return game.DUEL + richest_loot(s, seat)
    ranked = FIGHT if s.duelling else s.chosen[seat] - 1
    row = rival(s, seat, ranked, safety)
    if s.phase == game.ASKING:
        gain = stake(s, seat) * float(gains[ranked, row, s.dice[seat] - FIRST])
        return game.BUY if gain > s.token_worth + HAIR else game.PASS
    if s.roll_number == game.BOUGHT:
        row += BUYING
    return int(keeps[ranked, row, s.dice[seat] - FIRST])


@rule
def rival(s: Any, seat: int, ranked: int, safety: Any) -> int:
    """The row of the most dangerous rival at this table."""
    second = TWO if s.roll_number < game.LAST_ROLL else ONE
    worst = second + ALONE
    for other in range(s.seats):
        if other == seat or not is_there(s, seat, other):
            continue
        if s.kept[other] != game.UNKNOWN and not s.keep_order:
            row = second + SAID + s.kept[other]
        else:
            row = second + (LATER if to_roll(s, seat, other) else 0) + s.dice[other] - FIRST
        if safety[ranked, row] < safety[ranked, worst]:
            worst = row
    return worst


@rule
def is_there(s: Any, seat: int, other: int) -> bool:
    """Does another player duel too, or have they come to the same table?"""
    return bool(s.group >> other & 1) if s.duelling else bool(s.chosen[other] == s.chosen[seat])


@rule
def to_roll(s: Any, seat: int, other: int) -> bool:
    """Does another player still have the roll that comes now for this seat, or have they had it already?"""
    if s.roll_number > game.LAST_ROLL:
        return bool(not s.duelling and s.group >> other & 1)
    return not s.duelling or (other - s.lead) % s.seats > (seat - s.lead) % s.seats


@rule
def stake(s: Any, seat: int) -> float:
    """What can be won or lost now, in thousands."""
    if not s.duelling:
        return prize(s, s.chosen[seat] - 1)
    if s.table < 3:
        return prize(s, s.table)
    for other in range(s.seats):
        if s.group >> other & 1 and other != s.lead:
            return float(loot(s, other))
    return 0.0


@rule
def loot(s: Any, seat: int) -> int:
    """What a duel can take from this seat: its highest card, in thousands."""
    for kind in range(game.MONEY - 1, -1, -1):
        if s.money[seat][kind]:
            return int(game.VALUES[kind])
    return 0


@rule
def prize(s: Any, table: int) -> float:
    """The value of what lies on a table, in thousands."""
    pile = s.piles[table]
    money = 0
    for kind in range(game.MONEY):
        money += pile[kind] * game.VALUES[kind]
    tokens = min(int(s.tokens_a_card) * int(pile[game.TOKEN_CARD]), int(s.supply))
    return float(money + int(s.token_worth) * tokens + DUEL_CARD * pile[game.DUEL_CARD])


@rule
def best_table(s: Any, seat: int, chances: Any) -> int:
    """The table with the highest expected gain, if some of the others spread evenly and the rest follow the money."""
    total = all_prizes(s)
    best = 0
    most = -1.0
    for table in range(0, 3, 2 if s.seats == 3 else 1):
        worth = prize(s, table)
        crowd = crowding(s, worth, total)
        value = worth * float(chances[table, int(crowd * STEPS + 0.5), s.dice[seat] - FIRST])
        if value > most + HAIR:
            best = table
            most = value
    return best


@rule
def all_prizes(s: Any) -> float:
    """The value of what lies on all tables, in thousands."""
    return prize(s, 0) + prize(s, 2) + (prize(s, 1) if s.seats > 3 else 0.0)


@rule
def crowding(s: Any, worth: float, total: float) -> float:
    """The fraction of the others attracted to a table with this much value, out of this total."""
    even = EVENLY / (2 if s.seats == 3 else 3)
    return even + (1 - EVENLY) * worth / total if total > 0 else even


@rule
def richest_loot(s: Any, seat: int) -> int:
    """The seat with the highest card, then most money."""
    best, most = -1, -1
    for other in range(s.seats):
        worth = 10_000 * loot(s, other) + s.wealth[other]
        if other != seat and worth > most:
            best, most = other, worth
    return best
