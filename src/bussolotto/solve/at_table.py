"""What it is worth to sit at a table of Cincinnati once tables and first rolls lie open, two rolls being left.

How everybody goes on from there is laid down, tokens apart:

- alone, with the best chance of meeting the condition;
- two, perfectly: the richer says first what he keeps (CIN-8), each plays for his own chance of clearing the table and,
  with that equal, for the other's harm. Whoever leaves this play gains nothing;
- three or more, plainly: by one's own dice and the number at the table, as is best against others who do the same.

Identical dice duel (CIN-12): two of them perfectly, the richer first. Three or more roll in that duel without looking
at each other, all in the same way, so that each wins as often.

The conditions, orders and dice are the caller's, so that a slow twin can follow a small round.
"""

from enum import IntEnum
from functools import cache, cached_property
from itertools import combinations_with_replacement, permutations
from math import comb

import numpy as np

from bussolotto import dice
from bussolotto.solve.duel import SPITE
from bussolotto.solve.rolls import Indices, Rolls, Values

REHEARSALS = 12  # answers after which the plain play is settled
AT_ONCE = 4_000  # columns that are worked on together: some hundred megabytes


class Rank(IntEnum):
    """How rich a seat is beside the others, and who of equals sits first clockwise from the start seat (CIN-8a)."""

    RICHER = 0
    POORER = 1
    EQUAL_BEFORE = 2
    EQUAL_AFTER = 3


HOLDS = (True, False, True, False)  # [rank] whether one begins a duel for the table (CIN-12)


class AtTable:
    """The worth of first hands at one table, in chances of clearing it.

    `order` int64[hand] says how good each hand is there, 0 where it does not meet the condition; `rank` int64[hand]
    who of equally rich seats speaks first (CIN-8a); `holder` how often the first of two who duel for the table wins;
    `prone` float64[hand] the chances of first hands with which one comes to this table when it is not worth more than
    others. Plain play has two forms: for tables to which such hands come, and, `crowded`, for those to which all come.
    """

    def __init__(self, rolls: Rolls, order: Indices, rank: Indices, holder: float, prone: Values) -> None:
        self.rolls = rolls
        self.order = order
        self.rank = rank
        self.holder = holder
        self.come = (prone, rolls.odds[0])
        self.padded = padded(rolls)
        self._parts = np.concatenate(rolls.parts)
        self._begins = np.cumsum([0, *map(len, rolls.parts[:-1])])

    @cached_property
    def alone(self) -> Values:
        """float64[hand]: the chance of meeting the condition."""
        worth = (self.order > 0).astype(float)
        for _ in range(2):  # CIN-7
            worth = self.best(worth)
        return worth

    def best(self, worth: Values) -> Values:
        """The worth of each hand, [hand] or [hand][column], before a roll of which any part may be kept."""
        best: Values = np.maximum.reduceat((self.rolls.odds @ worth)[self._parts], self._begins)
        return best

    @cache  # noqa: B019 - a table lives as long as the program
    def two(self, beside: Rank) -> Values:
        """float64[own][other]: the chance of clearing the table where two play perfectly."""
        holder, other = self._perfect(equal=beside >= Rank.EQUAL_BEFORE)
        chance: Values = holder if HOLDS[beside] else other.T
        return chance

    @cache  # noqa: B019
    def _perfect(self, equal: bool) -> Values:
        """float64[who][hand][hand]: the chances of who holds and of the other, by both their first hands."""
        first, second = self.order[:, None], self.order[None, :]
        same = (first == second) & (first > 0)
        worth = np.stack([(first > second) + same * self.holder, (second > first) + same * (1 - self.holder)])
        for _ in range(2):
            before = self._spoken(worth)
            if equal:  # CIN-8a: the better hand speaks first
                turned = self._spoken(worth[::-1].transpose(0, 2, 1))[::-1].transpose(0, 2, 1)
                before = np.where(self.rank[:, None] >= self.rank[None, :], before, turned)
            worth = before
        return worth

    def _spoken(self, after: Values) -> Values:
        """What hands are worth to two, the first of whom says what he keeps, then the second; then both roll."""
        odds, hands = self.rolls.odds, np.arange(len(self.rolls.hands))
        worth = odds @ after @ odds.T  # [who][keep of the first][keep of the second]
        liking = worth[1] - SPITE * worth[0]
        keeps = np.arange(len(odds))[:, None]
        kept = self.padded[hands, liking[:, self.padded].argmax(axis=2)]  # [keep of the first][hand of the second]
        worth = worth[:, keeps, kept]
        liking = worth[0] - SPITE * worth[1]
        kept = self.padded[hands[:, None], liking[self.padded].argmax(axis=1)]  # [hand of the first][of the second]
        said: Values = worth[:, kept, hands]
        return said

    @cache  # noqa: B019
    def plain(self, others: int, crowded: bool = False) -> tuple[Indices, Indices]:
        """int64[hand], int64[hand]: what one keeps for the second roll and for the third, with so many others."""
        hands, odds = np.arange(len(self.rolls.hands)), self.rolls.odds
        come = self.come[crowded] / self.come[crowded].sum()
        ends = np.zeros(len(hands))
        kept: list[Indices] = []
        for rehearsal in range(REHEARSALS):
            worth = self.prize(ends, others, 0.5)
            kept = []
            for _ in range(2):
                by_keep = odds @ worth
                kept.insert(0, self.padded[hands, by_keep[self.padded].argmax(axis=1)])
                worth = by_keep[kept[0]]
            answer = come @ odds[kept[0]] @ odds[kept[1]]
            ends += 2 / (rehearsal + 2) * (answer - ends)
        return kept[0], kept[1]

    @cache  # noqa: B019
    def plain_ends(self, others: int, crowded: bool = False) -> Values:
        """float64[first][last]: the chance that one who begins with a hand and plays plainly ends with another."""
        second, third = self.plain(others, crowded)
        ends: Values = self.rolls.odds[second] @ self.rolls.odds[third]
        return ends

    def worse(self, ends: Values) -> Values:
        """[..][hand]: the chance that another, who ends with these chances, has less than this hand."""
        worse: Values = ends.sum(axis=-1, keepdims=True) - ends @ (self.order[:, None] >= self.order)
        return worse

    def prize(self, ends: Values, others: int, tied: float) -> Values:
        """float64[hand]: the chance of clearing the table with it where each of the others ends so, by himself.

        `tied` is the chance of winning a duel of two. The ends may sum to less than one: it is then the chance that,
        besides, all the others are here.
        """
        worse = self.worse(ends)
        shares = [share(equals, tied) * comb(others, equals) for equals in range(others + 1)]
        terms = [part * ends**equals * worse ** (others - equals) for equals, part in enumerate(shares)]
        won: Values = (self.order > 0) * np.sum(terms, axis=0)
        return won

    def unseen(self, come: Values, others: int, tied: float, crowded: bool = False) -> Values:
        """float64[hand]: the best chance of clearing the table for one who knows of the others only how many they are.

        They play plainly; `come` float64[hand] is the chance that another has a first hand and comes here with it.
        """
        return self.best(self.best(self.prize(come @ self.plain_ends(others, crowded), others, tied)))

    def followed(self, come: Values, others: int, tied: float, crowded: bool = False) -> Values:
        """The same for one who himself plays plainly."""
        ends = self.plain_ends(others, crowded)
        followed: Values = ends @ self.prize(come @ ends, others, tied)
        return followed

    @cache  # noqa: B019
    def seen(self, others: int, tied: float, crowded: bool = False) -> "Seen":
        """The best against so many others who play plainly, for one who uses all that he sees of them."""
        return Seen(self, others, tied, crowded)


class Seen:
    """The best chance against several others who play plainly and whose dice one sees.

    What counts of another's dice is what he keeps of them: `keeps` are all that he may keep for the second roll.
    """

    def __init__(self, table: AtTable, others: int, tied: float, crowded: bool) -> None:
        second, third = table.plain(others, crowded)
        self.keeps, self.keep_of = np.unique(second, return_inverse=True)
        last, last_of = np.unique(third, return_inverse=True)
        self.groups = _groups(len(self.keeps), others)
        turned = table.rolls.odds[self.keeps] @ (last_of[:, None] == np.arange(len(last)))  # [keep][keep for the third]
        by_last = self._by_last(table, table.rolls.odds[last], others, tied)
        self.worth = table.best(self._by_keeps(by_last, turned, others))  # [own hand][group of keeps of the others]
        self.ways = np.array([len(set(permutations(group))) for group in self.groups.tolist()], float)

    def against(self, come: Values) -> Values:
        """float64[hand]: the chance of clearing the table, and that all the others come, as in AtTable.unseen."""
        by_keep = np.bincount(self.keep_of, come, len(self.keeps))
        chances: Values = self.worth @ (self.ways * by_keep[self.groups].prod(axis=1))
        return chances

    @staticmethod
    def _by_last(table: AtTable, ends: Values, others: int, tied: float) -> Values:
        """float64[own hand][group of keeps of the others] before the third roll."""
        worse, groups = table.worse(ends), _groups(len(ends), others)
        parts = []
        for begin in range(0, len(groups), AT_ONCE):
            equals = [np.ones(1)]  # [equals][group][hand]: the chance that so many are equal, none better
            for other in groups[begin : begin + AT_ONCE].T:
                under, level = [each * worse[other] for each in equals], [each * ends[other] for each in equals]
                equals = [under[0], *map(np.add, under[1:], level), level[-1]]
            won = np.sum([chance * share(number, tied) for number, chance in enumerate(equals)], axis=0)
            parts.append(table.best((won * (table.order > 0)).T))
        return np.concatenate(parts, axis=1)

    def _by_keeps(self, by_last: Values, turned: Values, others: int) -> Values:
        """float64[own hand][group of keeps of the others], once they and oneself have rolled the second time."""
        place = np.empty((turned.shape[1],) * others, np.int64)
        for number, group in enumerate(_groups(turned.shape[1], others).tolist()):
            for order in set(permutations(group)):
                place[order] = number
        parts = []
        for row in by_last:
            worth = row[place]
            for _ in range(others):
                worth = np.tensordot(worth, turned, axes=(0, 1))
            parts.append(worth[tuple(self.groups.T)])
        return np.array(parts)


def share(equals: int, tied: float) -> float:
    """How often one wins the duel against so many with identical dice."""
    return tied if equals == 1 else 1 / (equals + 1)


def padded(rolls: Rolls) -> Indices:
    """int64[hand][part]: the parts of each hand, the last one repeated to the end."""
    widest = max(map(len, rolls.parts))
    return np.array([[*part, *[part[-1]] * (widest - len(part))] for part in rolls.parts])


@cache
def _groups(kinds: int, size: int) -> Indices:
    """int64[group][size]: every choice of so many, in ascending order, each perhaps several times."""
    return np.array(list(combinations_with_replacement(range(kinds), size)))


def real(table: int, rolls: Rolls, holder: float, prone: Values) -> AtTable:
    """Table A, B or C as it is (CIN-3, CIN-4)."""
    hands = rolls.hands
    order = (dice.MEETS[table] * (dice.RANK, dice.RANK, dice.LOW_RANK)[table])[hands]
    return AtTable(rolls, order, dice.RANK[hands], holder, prone)
