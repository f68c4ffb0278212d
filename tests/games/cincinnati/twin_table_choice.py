"""A slow twin of a round of Cincinnati without tokens: every die and every keep of every seat one by one.

Hands are tuples of faces in ascending order. What all keep where three or more sit is given, as is what a duel of two
brings to who holds it; all else is found here.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from math import prod
from typing import NamedTuple

Hand = tuple[int, ...]
Keeps = dict[Hand, Hand]  # a hand -> what is kept of it


class Small(NamedTuple):
    """Some dice, and one table."""

    size: int
    faces: int
    order: dict[Hand, int]  # how good a hand is at the table; 0 does not meet its condition
    rank: dict[Hand, int]  # who of equals speaks first
    holder: float  # how often the first of two wins a duel for the table


def parts(hand: Hand) -> list[Hand]:
    """What may be kept."""
    return sorted({kept for size in range(len(hand) + 1) for kept in combinations(hand, size)})


def falls(small: Small, kept: Hand) -> dict[Hand, float]:
    """What hands can come of what is kept, and how often."""
    missing = small.size - len(kept)
    shown = Counter(tuple(sorted(kept + rest)) for rest in product(range(1, small.faces + 1), repeat=missing))
    return {hand: number / small.faces**missing for hand, number in shown.items()}


def two(small: Small, before: Callable[[Hand, Hand], bool], holds: bool) -> Callable[[Hand, Hand], float]:
    """The chance of a seat, by its hand and the other's, where two play perfectly: `before` says who speaks first."""

    def both(left: int, mine: Hand, other: Hand) -> tuple[float, float]:
        if not left:
            return ended(mine, other)
        speaks = before(mine, other)
        first, second = (mine, other) if speaks else (other, mine)
        said = [(keep, *answer(left, keep, second, speaks)) for keep in parts(first)]
        values = max((value if speaks else value[::-1] for _, _, value in said), key=liking)
        return values if speaks else values[::-1]

    def answer(left: int, keep: Hand, second: Hand, speaks: bool) -> tuple[Hand, tuple[float, float]]:
        found = [(kept, mean(left, keep, kept, speaks)) for kept in parts(second)]
        return max(found, key=lambda each: liking(each[1][::-1] if speaks else each[1]))

    def mean(left: int, keep: Hand, kept: Hand, speaks: bool) -> tuple[float, float]:
        mine, other = (keep, kept) if speaks else (kept, keep)
        total = [0.0, 0.0]
        for (hand, chance), (theirs, there) in product(falls(small, mine).items(), falls(small, other).items()):
            for who, value in enumerate(both(left - 1, hand, theirs)):
                total[who] += chance * there * value
        return total[0], total[1]

    def ended(mine: Hand, other: Hand) -> tuple[float, float]:
        own, theirs = small.order[mine], small.order[other]
        if own == theirs:
            wins = small.holder if holds else 1 - small.holder
            return (wins, 1 - wins) if own else (0.0, 0.0)
        return float(own > theirs), float(theirs > own)

    both, mean = cache(both), cache(mean)
    return lambda mine, other: both(2, mine, other)[0]


def liking(values: tuple[float, float]) -> float:
    """One's own chance; with equal ones the other's harm."""
    return values[0] - 1e-9 * values[1]


def among(small: Small, keeps: list[Keeps], tied: float, best: bool) -> Callable[[Hand, tuple[Hand, ...]], float]:
    """The chance of a seat among several who all keep what `keeps` says, for the second and for the third roll.

    With `best` the seat keeps what is best for it, knowing all dice at every time; else what all keep.
    """

    @cache
    def chance(roll: int, mine: Hand, others: tuple[Hand, ...]) -> float:
        if roll == 2:
            return won(small, mine, others, tied)
        theirs = tuple(keeps[roll][hand] for hand in others)
        allowed = parts(mine) if best else [keeps[roll][mine]]
        return max(mean(roll, keep, theirs) for keep in allowed)

    @cache
    def mean(roll: int, keep: Hand, theirs: tuple[Hand, ...]) -> float:
        return sum(
            often * chance(roll + 1, hands[0], tuple(sorted(hands[1:])))
            for hands, often in together([falls(small, kept) for kept in (keep, *theirs)])
        )

    return lambda mine, others: chance(0, mine, tuple(sorted(others)))


def blind(small: Small, keeps: list[Keeps], tied: float, others: dict[tuple[Hand, ...], float]) -> dict[Hand, float]:
    """What a seat wins at best by its hand among others with first hands of such chances, whom it never looks at."""
    ends: defaultdict[tuple[Hand, ...], float] = defaultdict(float)
    for first, often in others.items():
        for second, next_often in together([falls(small, keeps[0][hand]) for hand in first]):
            for last, last_often in together([falls(small, keeps[1][hand]) for hand in second]):
                ends[tuple(sorted(last))] += often * next_often * last_often
    worth = {hand: sum(often * won(small, hand, last, tied) for last, often in ends.items()) for hand in small.order}
    for _ in range(2):
        worth = {
            hand: max(sum(often * worth[end] for end, often in falls(small, keep).items()) for keep in parts(hand))
            for hand in worth
        }
    return worth


def won(small: Small, mine: Hand, others: tuple[Hand, ...], tied: float) -> float:
    """The chance of clearing the table, all hands being as they are."""
    own = small.order[mine]
    if not own or any(small.order[hand] > own for hand in others):
        return 0.0
    equals = sum(small.order[hand] == own for hand in others)
    return tied if equals == 1 else 1 / (equals + 1)


def together(chances: list[dict[Hand, float]]) -> Iterator[tuple[tuple[Hand, ...], float]]:
    """All that can come of several at once."""
    for each in product(*(one.items() for one in chances)):
        yield tuple(hand for hand, _ in each), prod(chance for _, chance in each)
