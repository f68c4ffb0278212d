"""Which table of Cincinnati to choose, as a mixed strategy: by regret matching over the first rolls of all seats.

A round is the game that is solved: each seat sees its own first roll and chooses a table; then everybody plays as
`chances` assumes, and whoever has a token pays it where that is worth its price. A seat wants the cards, and does not
want others to have them (`victory`). Where others are known to follow a rule, the strategy answers it as far as they
are believed to. With any first roll a seat regrets not to have chosen another table; tables are chosen in proportion to
these regrets, and the mean of all these choices, the later ones counting more, leaves hardly any regret.
"""

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.core import dice
from bussolotto.games.cincinnati import chances
from bussolotto.games.cincinnati.game import LAST_ROLL
from bussolotto.solve.rolls import rolls

Floats = npt.NDArray[np.float32]

TABLES = 3
ROUNDS = 16  # of regret matching
MOST_KEPT = 64  # rounds


class Table(NamedTuple):
    """A table that may be chosen."""

    number: int
    condition: int  # a row of `game.MEETS`
    prizes: tuple[float, ...]  # what the cards there are worth to each seat, in thousands


class Seats(NamedTuple):
    """What is known of the seats before they choose: arrays by seat, as bytes and tuples, so that results are kept."""

    prices: tuple[float, ...]  # what a token must gain in thousands to be paid, as a whole number; inf without tokens
    minds: tuple[tuple[float, ...], ...]  # as `victory.rivalry`
    rules: tuple[bytes, ...]  # int8[hand]: the table that a seat would choose by a rule
    follows: tuple[tuple[float, ...], ...]  # how likely: it plays by this strategy, by its rule, anything


@lru_cache(maxsize=MOST_KEPT)
def plan(tables: tuple[Table, ...], seats: Seats) -> Floats:
    """float32[seat][hand][table]: how often each seat should choose each table with each first roll."""
    stage = Stage(tables, seats)
    known, free = stage.known()
    regrets = np.zeros(known.shape, np.float32)
    total = np.zeros_like(regrets)
    played = even = np.full_like(regrets, 1 / len(tables))
    for number in range(1, ROUNDS + 1):
        worth = stage.worth(known + free * played)
        regrets = np.maximum(regrets + worth - (played * worth).sum(axis=2, keepdims=True), 0)
        in_all = regrets.sum(axis=2, keepdims=True)
        played = np.where(in_all > 0, regrets / np.maximum(in_all, 1e-9), even)
        total += number * played
    return by_number(tables, total / total.sum(axis=2, keepdims=True))


def by_number(tables: tuple[Table, ...], values: Floats) -> Floats:
    """The values of the open tables, [..][table], at the numbers of these among A, B, C; 0 for a closed one."""
    spread = np.zeros((*values.shape[:-1], TABLES), np.float32)
    spread[..., [table.number for table in tables]] = values
    return spread


class Stage:
    """The choice of tables in one round; `tables` are the open ones."""

    def __init__(self, tables: tuple[Table, ...], seats: Seats) -> None:
        self._tables = tables
        self._seats = seats
        self._minds = np.array(seats.minds, np.float32)
        self._plays = [
            [play(table.condition, _part(*each)) for each in zip(seats.prices, table.prizes, strict=True)]
            for table in tables
        ]

    def known(self) -> tuple[Floats, Floats]:
        """What seats do that do not play by this strategy, [seat][hand][open table]; how likely others do."""
        follows = np.array(self._seats.follows, np.float32)[:, :, None, None]
        by_rule = np.array([np.frombuffer(rule, np.int8) for rule in self._seats.rules])
        ruled = by_rule[:, :, None] == np.array([table.number for table in self._tables])
        return follows[:, 1] * ruled + follows[:, 2] / len(self._tables), follows[:, 0]

    def worth(self, come: Floats) -> Floats:
        """float32[seat][hand][open table]: what each table is worth, in thousands, if all come this often."""
        rolled = rolls().odds[dice.NONE].astype(np.float32)
        values = [self._worth_at(number, come[:, :, number] * rolled) for number in range(len(self._tables))]
        return np.stack(values, axis=2)

    def _worth_at(self, number: int, come: Floats) -> Floats:
        """float32[seat][hand]: what one table is worth."""
        table, plays = self._tables[number], self._plays[number]
        ends = np.stack([row @ each.ends for row, each in zip(come, plays, strict=True)])
        value = payoff(table.condition, ends, come.sum(axis=1, keepdims=True), self._minds)
        kept = [each.ends @ row - each.paid for row, each in zip(value, plays, strict=True)]
        return np.stack(kept) * np.array(table.prizes, np.float32)[:, None]


def _part(price: float, prize: float) -> float:
    """A price as a part of the cards at a table, 2 where it is never paid."""
    return min(price / prize, 2.0) if prize > 0 else 2.0


def payoff(condition: int, ends: Floats, often: Floats, minds: Floats) -> Floats:
    """float32[seat][final hand]: what a seat that has come wins and keeps others from, as a part of the cards.

    ends: [seat][hand], the chance that each seat comes and ends with a hand; often: [seat][1], that it comes.
    """
    beats = beaten_by(condition)
    safe = np.maximum(1 - often + ends @ beats, 1e-7)  # [seat][mine]: that this seat does not take it from me
    met = np.asarray(chances.order(condition) > 0, np.float32)
    all_safe = met * safe.prod(axis=0)
    alone = all_safe / safe  # without the seat itself
    lost = alone * (minds @ (ends / safe))  # what others would win with each hand
    return np.asarray(alone + lost @ beats)


@cache
def beaten_by(condition: int) -> Floats:
    """float32[theirs][mine]: does the second hand beat the first at such a table? A tie counts half."""
    order = chances.order(condition)
    return np.asarray((order[:, None] < order) + 0.5 * (order[:, None] == order), np.float32)


class Play(NamedTuple):
    """How a seat goes on at a table."""

    ends: Floats  # [first hand][final hand]
    paid: Floats  # [first hand] what it pays, as a part of the cards


def play(condition: int, price: float) -> Play:
    """How a seat plays that pays a token for this part of the cards."""
    met = chances.order(condition) > 0
    pays = ~met & (chances.rolled(met.astype(float)) > price)
    paid = chances.ends(condition, LAST_ROLL - 1) @ pays * price
    return Play(_ends(condition, pays.tobytes()), paid.astype(np.float32))


@lru_cache(maxsize=MOST_KEPT)
def _ends(condition: int, pays: bytes) -> Floats:
    """float32[first hand][final hand], after one more roll with these hands, bool[hand]."""
    last = chances.ends(condition, LAST_ROLL - 1)
    mask = np.frombuffer(pays, bool)
    more = np.where(mask[:, None], chances.ends(condition, 1), np.eye(len(mask))) if mask.any() else np.eye(len(mask))
    return np.asarray(last @ more, np.float32)
