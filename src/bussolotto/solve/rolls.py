"""Rolling a few dice and keeping any of them: the chances of every hand after every keep, as matrices.

The caller chooses the number of dice and of faces, so that a slow reference version can check a small game. With five
six-sided dice, the keeps are numbered as in `bussolotto.core.dice`, and hand 0 is keep 210, `1 1 1 1 1`.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.core import dice

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


class Rolls(NamedTuple):
    """Every keep and every hand of some dice, and the chances of going from one to the other."""

    keeps: tuple[tuple[int, ...], ...]  # faces in ascending order; sorted by size, then by faces
    place: dict[tuple[int, ...], int]  # faces -> keep
    hands: Indices  # [hand] -> the keep of all dice
    odds: Values  # [keep][hand] -> chance of the hand when the remaining dice are rolled
    parts: tuple[Indices, ...]  # [hand] -> the keeps contained in it, ascending: empty first, the whole hand last
    padded: Indices  # [hand][part]: the same, padded to equal length with the last one
    every_part: Indices  # the parts of hand 0, then those of hand 1, ..
    first: Indices  # [hand] -> where its parts begin in `every_part`

    def hand(self, faces: tuple[int, ...]) -> int:
        """Return the hand of these faces, in any order."""
        return self.place[tuple(sorted(faces))] - int(self.hands[0])

    def best(self, worth: Values) -> Values:
        """Return the value of each hand, [hand] or [hand][column], before a roll of which any part may be kept."""
        return np.asarray(np.maximum.reduceat((self.odds @ worth)[self.every_part], self.first))

    def choose(self, by_keep: Values) -> Indices:
        """Return the best part of each hand, int64[hand], the first of equal ones. `by_keep` is float64[keep]."""
        return np.asarray(self.padded[np.arange(len(self.hands)), by_keep[self.padded].argmax(axis=1)])


@cache
def rolls(count: int = dice.DICE, faces: int = dice.FACES) -> Rolls:
    """Return the keeps and hands of `count` dice with faces 1 to `faces`."""
    shown = range(1, faces + 1)
    keeps = tuple(keep for size in range(count + 1) for keep in combinations_with_replacement(shown, size))
    place = {keep: number for number, keep in enumerate(keeps)}
    hands = np.flatnonzero([len(keep) == count for keep in keeps])
    odds = np.zeros((len(keeps), len(hands)))
    parts: list[list[int]] = [[] for _ in hands]
    for number, keep in enumerate(keeps):
        for rest in combinations_with_replacement(shown, count - len(keep)):
            hand = place[tuple(sorted(keep + rest))] - int(hands[0])
            odds[number, hand] = _ways(rest) / faces ** len(rest)
            parts[hand].append(number)
    widest = max(map(len, parts))
    padded = np.array([part + part[-1:] * (widest - len(part)) for part in parts])
    first = np.cumsum([0, *map(len, parts[:-1])])
    every_part = np.concatenate(parts)
    return Rolls(keeps, place, hands, odds, tuple(map(np.array, parts)), padded, every_part, first)


def _ways(faces: tuple[int, ...]) -> int:
    """Return the number of orders in which dice can show these faces."""
    return factorial(len(faces)) // prod(map(factorial, Counter(faces).values()))
