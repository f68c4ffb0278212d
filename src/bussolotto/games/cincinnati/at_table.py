"""The value of sitting at a table of Cincinnati once tables and first rolls are open, with two rolls left.

From there everybody plays as follows, without tokens:

- alone, with the best chance of meeting the condition;
- two, perfectly: the richer player first says what they keep (CIN-8), each plays for their own chance of clearing the
  table and, if that is equal, against the other's chance. Neither gains anything by playing differently;
- three or more, plainly: by one's own dice and the number at the table, as is best against others who do the same.

Identical dice duel (CIN-12): two players duel perfectly, the richer first. Three or more roll in that duel without
looking at each other, all in the same way, so that each wins equally often.

The caller supplies conditions, orders and dice, so that a slow reference version can check a small round.
"""

from enum import IntEnum
from functools import cache, cached_property
from itertools import combinations_with_replacement, permutations
from math import comb

import numpy as np

from bussolotto.games.cincinnati.duel import best_keeps
from bussolotto.solve.rolls import Indices, Rolls, Values

REHEARSALS = 12  # answers after which the plain play no longer changes
AT_ONCE = 4_000  # columns that are processed together: a few hundred megabytes


class Rank(IntEnum):
    """How rich a seat is compared with the others, and which of equals is first from the start seat (CIN-8a)."""

    RICHER = 0
    POORER = 1
    EQUAL_BEFORE = 2
    EQUAL_AFTER = 3


HOLDS = (True, False, True, False)  # [rank] whether this player begins a duel for the table (CIN-12)


class AtTable:
    """The value of first hands at one table, as chances of clearing it.

    `order` int64[hand] says how good each hand is there, 0 where it does not meet the condition; `rank` int64[hand]
    which of equally rich seats speaks first (CIN-8a); `holder` how often the first of two who duel for the table wins;
    `prone` float64[hand] the chances of first hands with which a player comes to this table when it is not worth more
    than others. Plain play has two forms: for tables to which such hands come, and, `crowded`, for those to which all
    come.
    """

    def __init__(self, rolls: Rolls, order: Indices, rank: Indices, holder: float, prone: Values) -> None:
        self.rolls = rolls
        self.order = order
        self.rank = rank
        self.holder = holder
        self.come = (prone, rolls.odds[0])

    @cached_property
    def alone(self) -> Values:
        """float64[hand]: the chance of meeting the condition."""
        worth = (self.order > 0).astype(float)
        for _ in range(2):  # CIN-7
            worth = self.rolls.best(worth)
        return worth

    @cache  # noqa: B019 - a table lives as long as the program
    def two(self, beside: Rank) -> Values:
        """float64[own][other]: the chance of clearing the table if two play perfectly."""
        holder, other = self._perfect(equal=beside >= Rank.EQUAL_BEFORE)
        return np.asarray(holder if HOLDS[beside] else other.T)

    @cache  # noqa: B019
    def _perfect(self, equal: bool) -> Values:
        """float64[who][hand][hand]: the chances of the holder and of the other, by both their first hands."""
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
        """The values of hands for two players: the first says what they keep, then the second; then both roll."""
        by_keeps = self.rolls.odds @ after @ self.rolls.odds.T  # [who][keep of the first][keep of the second]
        heard, _ = best_keeps(self.rolls.parts, by_keeps.transpose(0, 2, 1), 1)  # [who][hand of the second][keep of..]
        return best_keeps(self.rolls.parts, heard.transpose(0, 2, 1), 0)[0]

    @cache  # noqa: B019
    def plain(self, others: int, crowded: bool = False) -> tuple[Indices, Indices]:
        """int64[hand], int64[hand]: what to keep for the second roll and for the third, with this many others."""
        odds = self.rolls.odds
        come = self.come[crowded] / self.come[crowded].sum()
        ends = np.zeros(len(come))
        kept: list[Indices] = []
        for rehearsal in range(REHEARSALS):
            worth = self.prize(ends, others, 0.5)
            kept = []
            for _ in range(2):
                by_keep = odds @ worth
                kept.insert(0, self.rolls.choose(by_keep))
                worth = by_keep[kept[0]]
            answer = come @ odds[kept[0]] @ odds[kept[1]]
            ends += 2 / (rehearsal + 2) * (answer - ends)
        return kept[0], kept[1]

    @cache  # noqa: B019
    def plain_ends(self, others: int, crowded: bool = False) -> Values:
        """float64[first][last]: the chance that a player who begins with a hand and plays plainly ends with another."""
        second, third = self.plain(others, crowded)
        return np.asarray(self.rolls.odds[second] @ self.rolls.odds[third])

    def worse(self, ends: Values) -> Values:
        """[..][hand]: the chance that another player, who ends with these chances, has less than this hand."""
        return np.asarray(ends.sum(axis=-1, keepdims=True) - ends @ (self.order[:, None] >= self.order))

    def prize(self, ends: Values, others: int, tied: float) -> Values:
        """float64[hand]: the chance of clearing the table with it if the others end independently with these chances.

        `tied` is the chance of winning a duel of two. The ends may sum to less than one: the result is then the
        chance that, in addition, all the others are here.
        """
        worse = self.worse(ends)
        shares = [share(equals, tied) * comb(others, equals) for equals in range(others + 1)]
        terms = [part * ends**equals * worse ** (others - equals) for equals, part in enumerate(shares)]
        return np.asarray((self.order > 0) * np.sum(terms, axis=0))

    def unseen(self, come: Values, others: int, tied: float, crowded: bool = False) -> Values:
        """float64[hand]: the best chance of clearing the table for a player who knows only how many others there are.

        They play plainly; `come` float64[hand] is the chance that another has a first hand and comes here with it.
        """
        best = self.rolls.best
        return best(best(self.prize(come @ self.plain_ends(others, crowded), others, tied)))

    def followed(self, come: Values, others: int, tied: float, crowded: bool = False) -> Values:
        """The same chance for a player who also plays plainly."""
        ends = self.plain_ends(others, crowded)
        return np.asarray(ends @ self.prize(come @ ends, others, tied))

    @cache  # noqa: B019
    def seen(self, others: int, tied: float, crowded: bool = False) -> "Seen":
        """The best against this many others who play plainly, for a player who uses everything they see of them."""
        return Seen(self, others, tied, crowded)


class Seen:
    """The best chance against several others who play plainly and whose dice are visible.

    Only the dice that another player keeps matter: `keeps` are all that they may keep for the second roll.
    """

    def __init__(self, table: AtTable, others: int, tied: float, crowded: bool) -> None:
        second, third = table.plain(others, crowded)
        self.keeps, self.keep_of = np.unique(second, return_inverse=True)
        last, last_of = np.unique(third, return_inverse=True)
        self.groups = _groups(len(self.keeps), others)
        turned = table.rolls.odds[self.keeps] @ (last_of[:, None] == np.arange(len(last)))  # [keep][keep for the third]
        by_last = self._by_last(table, table.rolls.odds[last], others, tied)
        self.worth = table.rolls.best(
            self._by_keeps(by_last, turned, others)
        )  # [own hand][group of keeps of the others]
        self.ways = np.array([len(set(permutations(group))) for group in self.groups.tolist()], float)

    def against(self, come: Values) -> Values:
        """float64[hand]: the chance of clearing the table, and that all the others come, as in AtTable.unseen."""
        by_keep = np.bincount(self.keep_of, come, len(self.keeps))
        return np.asarray(self.worth @ (self.ways * by_keep[self.groups].prod(axis=1)))

    @staticmethod
    def _by_last(table: AtTable, ends: Values, others: int, tied: float) -> Values:
        """float64[own hand][group of keeps of the others] before the third roll."""
        worse, groups = table.worse(ends), _groups(len(ends), others)
        parts = []
        for begin in range(0, len(groups), AT_ONCE):
            equals = [np.ones(1)]  # [equals][group][hand]: the chance that this many are equal and none is better
            for other in groups[begin : begin + AT_ONCE].T:
                under, level = [each * worse[other] for each in equals], [each * ends[other] for each in equals]
                equals = [under[0], *map(np.add, under[1:], level), level[-1]]
            won = np.sum([chance * share(number, tied) for number, chance in enumerate(equals)], axis=0)
            parts.append(table.rolls.best((won * (table.order > 0)).T))
        return np.concatenate(parts, axis=1)

    def _by_keeps(self, by_last: Values, turned: Values, others: int) -> Values:
        """float64[own hand][group of keeps of the others], after all have rolled the second time."""
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
    """How often a player wins the duel against this many with identical dice."""
    return tied if equals == 1 else 1 / (equals + 1)


@cache
def _groups(kinds: int, size: int) -> Indices:
    """int64[group][size]: all combinations of this size with repetition, in ascending order."""
    return np.array(list(combinations_with_replacement(range(kinds), size)))
