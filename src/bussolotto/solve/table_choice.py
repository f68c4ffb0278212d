"""Which table of Cincinnati to choose on one's first roll, in balance: nobody gains much by choosing otherwise.

What is solved is one round by itself, simplified in four ways: everybody plays for the money lying on the tables
and for nothing else; after the choices are revealed a seat knows how many others sit at its table, but not their dice;
no tokens are paid; and seats with identical dice share the table instead of duelling for it. All else is the round as
it is (CIN-3, CIN-4, CIN-7, CIN-11): exact first rolls, a secret choice, two more rolls of which any dice are kept.

Since all seats are alike there is a strategy that is best against itself. It is approached by fictitious play: answer
the mean of all answers so far, best and exactly, later answers weighing more. What a single best answer still gains
over the mean is known exactly at each step, and ends the search.
"""

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from bussolotto import dice
from bussolotto.solve.rolls import Indices, Values, rolls

TABLES = 3
FURTHER_ROLLS = 2  # CIN-7
ENOUGH = 0.01  # what a best answer may gain, as a part of what a seat expects
MOST_ANSWERS = 1_000


class Balance(NamedTuple):
    """A strategy that all seats follow, and how good it is."""

    plan: Values  # float64[252][table]: with this first hand, how often to choose A, B, C
    worth: float  # money that a seat expects in the round
    gain: float  # how much more a seat would expect that alone answers it best
    answers: int  # how many answers it is the mean of
    ends: Values  # float64[252][table][others there]: chance to choose the table and, with so many, end with the hand


class Mix(NamedTuple):
    """How a seat plays, in chances; a sum of such, each with its weight, is one again."""

    plan: Values  # float64[252][table], with the chance of the first hand in it
    ends: Values  # float64[252][table][others there]: chance to choose the table and, with so many, end with the hand


class Setting(NamedTuple):
    """What is known before anybody rolls."""

    seats: int
    money: Values  # on tables A, B, C, as parts of all of it
    open: tuple[int, ...]  # the tables in use: with three seats there is no B (CIN-5)


def balance(seats: int, money: tuple[float, float, float], enough: float = ENOUGH) -> Balance:
    """A choice of table for each first hand against which no single seat gains more than this part of what it expects.

    `money` is what the cards on A, B and C are worth, in any unit.
    """
    total = sum(money) or 1.0
    setting = Setting(seats, np.array(money) / total, (0, 2) if seats == 3 else (0, 1, 2))
    mix = _alone(setting)
    for answers in range(1, MOST_ANSWERS + 1):
        prizes, company = _prizes(setting, mix), _company(setting, mix)
        worth = float((mix.ends * prizes * company).sum())
        best, answer = _answer(setting, prizes, company)
        if best - worth <= enough * worth or answers == MOST_ANSWERS:
            break
        weight = 2 / (answers + 2)
        mix = Mix(*(old + weight * (new - old) for old, new in zip(mix, answer, strict=True)))
    chances = rolls().odds[dice.NONE]
    gain = max(best - worth, 0.0)
    return Balance(mix.plan / chances[:, None], worth * total, gain * total, answers, mix.ends)


def _alone(setting: Setting) -> Mix:
    """The best answer to seats that clear nothing: a beginning."""
    nobody = Mix(np.zeros((len(rolls().hands), TABLES)), np.zeros((len(rolls().hands), TABLES, setting.seats)))
    return _answer(setting, _prizes(setting, nobody), _company(setting, nobody))[1]


def _company(setting: Setting, mix: Mix) -> Values:
    """float64[table][others]: the chance that so many others choose the table."""
    chosen = mix.plan.sum(axis=0)[:, None]
    others = np.arange(setting.seats)
    ways = np.array([comb(setting.seats - 1, number) for number in others])
    company: Values = ways * chosen**others * (1 - chosen).clip(0) ** (setting.seats - 1 - others)
    return company


def _prizes(setting: Setting, mix: Mix) -> Values:
    """float64[hand][table][others]: what ending with the hand brings there on average, where so many others play."""
    prizes = np.zeros(mix.ends.shape)
    chosen = mix.plan.sum(axis=0)
    for table in setting.open:
        order = _order(table)
        clearing = mix.ends[order, table] / max(chosen[table], 1e-300)  # [place][others], from the best hand down
        behind = 1 - clearing.cumsum(axis=0)  # chance that one other ends with a worse hand, or meets nothing
        level = behind + clearing
        for others in range(setting.seats):
            # the mean of 1 / (equals + 1), where every one of the others is better, equal or worse by himself
            share = sum(
                level[:, others] ** place * behind[:, others] ** (others - place) for place in range(others + 1)
            )
            prizes[order, table, others] = setting.money[table] * share / (others + 1)
    return prizes


@cache
def _order(table: int) -> Indices:
    """The hands that meet the condition of a table, the best first (CIN-3, CIN-4)."""
    rank = (dice.RANK, dice.RANK, dice.LOW_RANK)[table][dice.HANDS]
    met = np.flatnonzero(dice.MEETS[table][dice.HANDS])
    return met[np.argsort(-rank[met])]


@cache
def _part_table() -> Indices:
    """int64[252][32]: the parts of each hand, the last one repeated to the end."""
    parts = rolls().parts
    widest = max(map(len, parts))
    return np.array([[*part, *[part[-1]] * (widest - len(part))] for part in parts])


def _answer(setting: Setting, prizes: Values, company: Values) -> tuple[float, Mix]:
    """What the best answer of a single seat is worth to it, and that answer."""
    odds, first = rolls().odds, rolls().odds[dice.NONE]
    hands = np.arange(len(first))
    worth = prizes.reshape(len(first), -1)  # [hand][column]: a column is a table with so many others
    kept = []  # of the last roll first
    for _ in range(FURTHER_ROLLS):
        allowed = (odds @ worth)[_part_table()]  # [hand][part][column]
        kept.append(_part_table()[hands[:, None], allowed.argmax(axis=1)])
        worth = allowed.max(axis=1)
    by_table = (worth.reshape(prizes.shape) * company).sum(axis=2)
    tables = np.array(setting.open)[by_table[:, setting.open].argmax(axis=1)]
    plan = first[:, None] * (tables[:, None] == np.arange(TABLES))
    return float(first @ by_table[hands, tables]), Mix(plan, _ends(plan, kept[::-1], setting.seats))


def _ends(plan: Values, kept: list[Indices], seats: int) -> Values:
    """How one ends who chooses by this plan and then, for each further roll, keeps what `kept` says."""
    odds = rolls().odds
    reached: Values = np.repeat(plan, seats, axis=1)
    columns = np.arange(reached.shape[1])
    for keeps in kept:
        said = np.zeros((len(odds), len(columns)))
        np.add.at(said, (keeps, columns), reached)
        reached = odds.T @ said
    return reached.reshape(*plan.shape, seats)
