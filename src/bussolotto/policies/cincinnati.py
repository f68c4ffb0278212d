"""The sensible gambler of Cincinnati, by tables: what to keep, to buy and to choose stands there for any dice.

The tables are made once for what the tables of a match ask for, by exact chances (`cincinnati_chances`). Of several
opponents only the most dangerous one is thought of, and of bought rolls only the next; then a decision is a look at a
table, and whole matches of such players run at the speed of the rules.

A rival is a row: a hand with so many rolls left, a keep he has said and so many rolls after it, or nobody. Rows for
what is kept with one roll to come (of mine), then with two; then, for rolls that are bought, where one die is rolled at
least; at last for whether to buy one:

    ONE    rival to roll no more (252 hands) | once more (252 hands) | once more, his keep said (462) | nobody (1)
    TWO    once more (252) | twice (252) | twice, his keep said (462) | nobody (1)
    BUYING as ONE
    ASKING as ONE, but for the gain
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto import dice
from bussolotto.games import cincinnati as game
from bussolotto.kernel import rule
from bussolotto.policies.cincinnati_chances import (
    DUEL,
    FIRST,
    HANDS,
    anybody_beaten,
    beaten,
    kept,
    order,
    rolled,
    rolled_some,
    rolls,
)

NAME = "sensible"

COUNT = len(HANDS)
LATER, SAID, ALONE, ROWS = COUNT, 2 * COUNT, 2 * COUNT + len(dice.KEEPS), 2 * COUNT + len(dice.KEEPS) + 1
ONE, TWO, BUYING = 0, ROWS, 2 * ROWS
FIGHT = 3  # the order of a duel, beside those of tables A, B, C
STEPS = 16  # how finely it is told how many of the others are drawn to a table
DUEL_CARD = 8.0  # what a duel card is worth, in thousands: half of a fair card
HAIR = 1e-4  # in thousands: what is better by less is not better, for tables are rounded
EVENLY = 0.5  # how far the others spread evenly over the tables, the rest of them going by the money there

Floats = npt.NDArray[np.float64]
Keeps = npt.NDArray[np.int16]
Gains = npt.NDArray[np.float32]
Tables = tuple[Keeps, Gains, Gains, Gains]


def tables(opening: Any) -> Tables:
    """What to keep int16[4, 3 * ROWS, hand]; what a bought roll gains [4, ROWS, hand] and how safe one is from a rival
    [4, 2 * ROWS], as parts of the stake; the chance of a table [3, STEPS + 1, hand] by how many are drawn to it.
    """
    conditions = [*(game.condition(opening, table) for table in range(3)), DUEL]
    kept_by, gains, safety = zip(*map(_at, conditions), strict=True)
    chances = [_drawn(condition, int(opening.seats)) for condition in conditions[:3]]
    return np.stack(kept_by), np.stack(gains), np.stack(safety), np.stack(chances)


def _at(condition: int) -> tuple[Keeps, Gains, Gains]:
    """What to keep, what to gain, how safe one is, at a table that asks for this."""
    one, two = _rivals(condition, 0), _rivals(condition, 1)
    after = np.stack([rolled(values) for values in two])
    keeps = np.concatenate([_best_keeps(one), _best_keeps(after), _best_keeps(one, spare=1)])
    gains = np.stack([rolled_some(values) - values for values in one])
    safety = np.concatenate([one.mean(axis=1), two.mean(axis=1)])
    return keeps, gains.astype(np.float32), safety.astype(np.float32)


def _rivals(condition: int, left: int) -> Floats:
    """float64[ROWS, hand]: how likely each hand outdoes each rival, who rolls `left` times or once more."""
    met = (order(condition) > 0).astype(float)
    said = rolls().odds @ beaten(condition, left)
    rivals = np.concatenate([beaten(condition, left), beaten(condition, left + 1), said, np.ones((1, COUNT))])
    return np.asarray(rivals * met, np.float64)


def _best_keeps(values: Floats, spare: int = 0) -> Keeps:
    """int16[rows, hand]: of the parts of each hand the best, of equals the largest; `spare` 1: not all of it."""
    worth = kept(values.T).T + 1e-9 * dice.SIZE
    best = np.zeros(values.shape, np.int16)
    for hand in range(COUNT):
        parts = np.flatnonzero(dice.CONTAINS[FIRST + hand])
        parts = parts[: len(parts) - spare]
        best[:, hand] = parts[worth[:, parts].argmax(axis=1)]
    return best


def _drawn(condition: int, seats: int) -> Gains:
    """float32[STEPS + 1, hand]: the chance to win a table, by what part of the others are drawn to it, in STEPS."""
    met = (order(condition) > 0).astype(float)
    crowds = np.arange(STEPS + 1)[:, None] / STEPS
    alone = (1 - crowds * (1 - anybody_beaten(condition))) ** (seats - 1)
    return np.stack([rolled(rolled(values)) for values in alone * met]).astype(np.float32)


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
        return game.BUY if gain > game.TOKEN_WORTH[s.token_worth] + HAIR else game.PASS
    if s.roll_number == game.BOUGHT:
        row += BUYING
    return int(keeps[ranked, row, s.dice[seat] - FIRST])


@rule
def rival(s: Any, seat: int, ranked: int, safety: Any) -> int:
    """The row of the most dangerous of those who are there."""
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
    """Does another duel too, or has he come to the same table?"""
    return bool(s.group >> other & 1) if s.duelling else bool(s.chosen[other] == s.chosen[seat])


@rule
def to_roll(s: Any, seat: int, other: int) -> bool:
    """Does another roll as often as this seat with the roll that comes now, or has he had it already?"""
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
    """What lies on a table, in thousands."""
    pile = s.piles[table]
    money = 0
    for kind in range(game.MONEY):
        money += pile[kind] * game.VALUES[kind]
    tokens = min(game.TOKENS_A_CARD[s.tokens_a_card] * pile[game.TOKEN_CARD], s.supply)
    return float(money + game.TOKEN_WORTH[s.token_worth] * tokens + DUEL_CARD * pile[game.DUEL_CARD])


@rule
def best_table(s: Any, seat: int, chances: Any) -> int:
    """Where most is to be expected, if some of the others spread evenly and the rest go by what lies there."""
    step = 2 if s.seats == 3 else 1
    total = prize(s, 0) + prize(s, 2) + (prize(s, 1) if step == 1 else 0.0)
    even = EVENLY / (2 if step == 2 else 3)
    best = 0
    most = -1.0
    for table in range(0, 3, step):
        worth = prize(s, table)
        crowd = even + (1 - EVENLY) * worth / total if total > 0 else even
        value = worth * float(chances[table, int(crowd * STEPS + 0.5), s.dice[seat] - FIRST])
        if value > most + HAIR:
            best = table
            most = value
    return best


@rule
def richest_loot(s: Any, seat: int) -> int:
    """Who has the highest card, then most money."""
    best = -1
    for other in range(s.seats):
        if other == seat:
            continue
        if best < 0 or 10_000 * loot(s, other) + s.wealth[other] > 10_000 * loot(s, best) + s.wealth[best]:
            best = other
    return best
