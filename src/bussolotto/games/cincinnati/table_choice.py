"""Which table of Cincinnati to choose with the first roll, in balance: nobody gains much by choosing otherwise.

The solution covers a single round with its rules (CIN-3, CIN-4, CIN-7, CIN-8, CIN-11, CIN-12) except tokens: nobody
buys a roll, and only the money on the tables counts. `at_table` describes how all players act once choices and first
rolls are revealed. The chances are exact, with these limits on what a single seat may use in its best answer to all
others: at a table with four or five others it looks at its own dice only, and in a duel of three or more it plays as
they do.

All seats follow the same strategy. It is approached by fictitious play: answer the mean of all answers so far as well
as possible, with more weight on later answers. How rich a seat is decides when it speaks and who begins a duel. The
search takes the mean of the richer and the poorer, and at a table with three others looks at its own dice only; what a
single seat gains over the strategy found is then computed in full.
"""

import threading
from collections.abc import Callable
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from bussolotto.core import dice
from bussolotto.games.cincinnati import game, meet
from bussolotto.games.cincinnati import solver as cincinnati
from bussolotto.games.cincinnati.at_table import HOLDS, AtTable, Rank
from bussolotto.solve.rolls import Values, rolls

TABLES = 3
ENOUGH = 0.002  # what choosing otherwise may gain in the search, as a part of what a seat expects
MOST_ANSWERS = 100
MOST_SEEN = 3  # others at the same table whose dice the best answer uses
SEARCHED = 2  # the same while searching
CROWDED = 0.6  # above this frequency of choosing a table, all play there as if players came with any first dice
MOST_ROUNDS = 256  # kept in memory


class Gain(NamedTuple):
    """What a single seat gains, in the unit of the money, by playing differently from all others."""

    choosing: float  # by choosing another table; after that, it would play its best in any case
    all: float  # by choosing another table and keeping other dice later


class Balance(NamedTuple):
    """A strategy that all seats follow, and how good it is."""

    plan: Values  # float64[252][table]: with this first hand, how often to choose A, B, C
    worth: float  # money that a seat expects in the round, the mean of the richer and the poorer
    gains: dict[Rank, Gain]  # of a seat that is richer than all others, poorer, ..
    answers: int  # number of answers averaged

    @property
    def gain(self) -> Gain:
        """The most that any of these seats gains."""
        return Gain(*(max(part) for part in zip(*self.gains.values(), strict=True)))


class Round(NamedTuple):
    """What is known of a round before anybody rolls, and at its tables."""

    seats: int
    money: Values  # on tables A, B, C
    open: tuple[int, ...]  # the tables in use: with three seats there is no B (CIN-5)
    tables: tuple[AtTable, ...]


class Worth(NamedTuple):
    """What a seat wins at each table on average if it chose it with each first hand: float64[hand][table]."""

    best: Values  # playing its best there
    stated: Values  # playing there as all do


@lru_cache(maxsize=MOST_ROUNDS)
def balance(seats: int, money: tuple[float, ...], enough: float = ENOUGH) -> Balance:
    """A choice of table for each first hand, the same for all seats.

    Choosing otherwise gains at most this part. `money` is the value of the cards on A, B and C, in any unit.
    """
    come, answers = _search(a_round(seats, money), enough)
    return judged(a_round(seats, money), come)._replace(answers=answers)


def choose(seats: int, money: tuple[float, ...], hand: int) -> list[float]:
    """How often to choose A, B and C with this first hand, 0 to 251; quick, without the gains of others."""
    total = sum(money) or 1.0
    often: list[float] = _quick(seats, tuple(round(heap / total, 3) for heap in money))[hand].tolist()
    return often


@cache
def prepare(seats: int) -> None:
    """Compute once what all rounds of this many seats have in common, in a separate thread."""
    threading.Thread(target=choose, args=(seats, (1.0, 1.0, 1.0), 0), daemon=True, name="tables").start()


@lru_cache(maxsize=MOST_ROUNDS)
def _quick(seats: int, money: tuple[float, ...]) -> Values:
    return np.asarray(_search(a_round(seats, money), 5 * ENOUGH)[0] / rolls().odds[dice.NONE][:, None])


def a_round(seats: int, money: tuple[float, ...]) -> Round:
    """A round at the printed tables."""
    return Round(seats, np.array(money), (0, 2) if seats == 3 else (0, 1, 2), _tables())


@cache
def _tables() -> tuple[AtTable, ...]:
    """Tables A, B and C. To each come the hands that can meet its condition more easily than the others."""
    chances = np.array([meet.chances(condition).hand[2] for condition in meet.CONDITIONS])
    easiest = chances.argmax(axis=0) == np.arange(TABLES)[:, None]
    holder = cincinnati.duel(again=True).start()[0]
    orders = game.WORTH[[game.AT_A, game.AT_B, game.AT_C]][:, dice.HANDS]  # CIN-3, CIN-4
    prone = rolls().odds[dice.NONE] * easiest
    return tuple(
        AtTable(rolls(), orders[table], dice.RANK[dice.HANDS], holder, prone[table]) for table in range(TABLES)
    )


def judged(about: Round, come: Values) -> Balance:
    """How good a strategy is: all come to each table this often with each first hand, float64[hand][table]."""
    first = about.tables[0].rolls.odds[dice.NONE]
    gains, expected = {}, {}
    for rank in Rank:
        best, stated = worth(about, come, rank)
        expected[rank] = float((come * stated).sum())
        answer = float(first @ best[:, about.open].max(axis=1))
        gains[rank] = Gain(max(answer - float((come * best).sum()), 0.0), max(answer - expected[rank], 0.0))
    return Balance(come / first[:, None], (expected[Rank.RICHER] + expected[Rank.POORER]) / 2, gains, 0)


def worth(about: Round, come: Values, rank: Rank) -> Worth:
    """The value of each table for a seat of this rank, if all others come this often."""
    tied = about.tables[0].holder if HOLDS[rank] else 1 - about.tables[0].holder
    return _worth(about, come, lambda table: table.two(rank), tied, MOST_SEEN)


def _search(about: Round, enough: float) -> tuple[Values, int]:
    """float64[hand][table]: how often to choose it with this first hand; and the number of answers averaged."""
    first = about.tables[0].rolls.odds[dice.NONE]
    come = np.zeros((len(first), TABLES))
    for answers in range(MOST_ANSWERS + 1):
        best = _worth(about, come, _mean_of_two, 0.5, SEARCHED).best
        tables = np.array(about.open)[best[:, about.open].argmax(axis=1)]
        answer = first[:, None] * (tables[:, None] == np.arange(TABLES))
        expected = float((come * best).sum())
        if answers and float((answer * best).sum()) - expected <= enough * expected:
            break
        come += min(2 / (answers + 2), 1) * (answer - come)
    return come, answers


@cache
def _mean_of_two(table: AtTable) -> Values:
    return np.asarray((table.two(Rank.RICHER) + table.two(Rank.POORER)) / 2)


def _worth(about: Round, come: Values, two: Callable[[AtTable], Values], tied: float, most_seen: int) -> Worth:
    """The value of each table, given the chances of winning between two and of winning a duel of two among more."""
    best, stated = np.zeros(come.shape), np.zeros(come.shape)
    for place in about.open:
        table, there, often = about.tables[place], come[:, place], come[:, place].sum()
        away = max(1 - float(often), 0.0)
        crowded = bool(often > CROWDED)
        best[:, place] = stated[:, place] = table.alone * away ** (about.seats - 1)
        for others in range(1, about.seats if often else 1):
            ways = comb(about.seats - 1, others) * away ** (about.seats - 1 - others)
            if others == 1:
                answered = followed = two(table) @ there
            else:
                followed = table.followed(there, others, tied, crowded)
                answered = (
                    table.seen(others, tied, crowded).against(there)
                    if others <= most_seen
                    else table.unseen(there, others, tied, crowded)
                )
            best[:, place] += ways * answered
            stated[:, place] += ways * followed
    return Worth(best * about.money, stated * about.money)
