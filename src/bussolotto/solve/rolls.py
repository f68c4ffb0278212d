"""Rolling a few dice of which any may be kept: the chances of every hand after every keep, as matrices.

The dice and their faces are counted by the caller, so that a slow twin can follow a small game; with five dice of six
faces the keeps are numbered as in `bussolotto.dice`, and hand 0 is keep 210, `1 1 1 1 1`.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto import dice

Values = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


class Rolls(NamedTuple):
    """Every keep and every hand of some dice, and how one leads to the other."""

    keeps: tuple[tuple[int, ...], ...]  # faces in ascending order; by size, then by faces
    place: dict[tuple[int, ...], int]  # faces -> keep
    hands: Indices  # [hand] -> the keep of all dice
    odds: Values  # [keep][hand] -> chance of the hand when the other dice are rolled
    parts: tuple[Indices, ...]  # [hand] -> the keeps that are part of it, ascending: none first, all of it last

    def hand(self, faces: tuple[int, ...]) -> int:
        """The hand of these faces, in any order."""
        return self.place[tuple(sorted(faces))] - int(self.hands[0])


@cache
def rolls(count: int = dice.DICE, faces: int = dice.FACES) -> Rolls:
    """The keeps and hands of `count` dice with faces 1 to `faces`."""
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
    return Rolls(keeps, place, hands, odds, tuple(np.array(part, np.int64) for part in parts))


def _ways(faces: tuple[int, ...]) -> int:
    """In how many orders dice can show these faces."""
    return factorial(len(faces)) // prod(map(factorial, Counter(faces).values()))
