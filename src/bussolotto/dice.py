"""Part-rolls of up to five dice: the 462 keeps, as tables.

A keep is a multiset of 0 to 5 faces, so an unordered roll, what is set aside of it, or a hand. Keeps are numbered by
size, then by their faces in ascending order: 0 is none, 1..6 the single dice, 7 is `1 1`, 461 is `6 6 6 6 6`.
Tables are frozen into compiled code; those that enter arithmetic are int64, those of keeps int16: the processor's
fastest cache is small.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from bussolotto.kernel import rule

FACES = 6
DICE = 5

KEEPS: tuple[tuple[int, ...], ...] = tuple(
    faces for size in range(DICE + 1) for faces in combinations_with_replacement(range(1, FACES + 1), size)
)
INDEX = {faces: index for index, faces in enumerate(KEEPS)}
NONE = 0

# [keep] -> number of dice
SIZE = np.array([len(faces) for faces in KEEPS], np.int64)
# [keep][face - 1] -> how many of its dice show that face
COUNT = np.array([[faces.count(face + 1) for face in range(FACES)] for faces in KEEPS], np.int64)
# [keep] -> in how many of the 6 ** size ordered rolls these are the faces
WAYS = np.array(
    [factorial(len(faces)) // prod(map(factorial, map(faces.count, set(faces)))) for faces in KEEPS], np.int64
)
# [keep] -> its counts as one number; the numbers of two keeps add up to that of both together
CODE = COUNT @ (DICE + 1) ** np.arange(FACES, dtype=np.int64)
_KEEP_OF = np.full((DICE + 1) ** FACES, -1, np.int16)
_KEEP_OF[CODE] = np.arange(len(KEEPS))
# [keep][face - 1] -> the keep with one such die more, -1 past five
PLUS = np.array([[INDEX.get(tuple(sorted((*faces, f + 1))), -1) for f in range(FACES)] for faces in KEEPS], np.int16)
# [keep][face - 1] -> the keep with one such die less, -1 if it has none
MINUS = np.full((len(KEEPS), FACES), -1, np.int16)
for _keep, _face in np.argwhere(PLUS >= 0):
    MINUS[PLUS[_keep, _face], _face] = _keep
# [keep] -> its lowest face, 0 for none
LOWEST = np.array([faces[0] if faces else 0 for faces in KEEPS], np.int64)
# [roll][keep] -> 1 if the keep is a part of the roll
CONTAINS = np.array((COUNT[:, None, :] >= COUNT[None, :, :]).all(axis=2), np.uint8)
# [roll] -> number of its different parts, none and all of it included
PARTS = CONTAINS.sum(axis=1, dtype=np.int64)


@rule
def joined(keep: int, other: int) -> int:
    """Both keeps together; at most five dice."""
    return int(_KEEP_OF[CODE[keep] + CODE[other]])


@rule
def spread(keep: int, faces: npt.NDArray[np.int64]) -> int:
    """Write the faces of a keep one by one, in ascending order; how many there are."""
    count = 0
    for face in range(FACES):
        for _ in range(COUNT[keep][face]):
            faces[count] = face + 1
            count += 1
    return count


@rule
def next_order(faces: npt.NDArray[np.int64], count: int) -> bool:
    """Turn the first `count` faces into their next order, lexicographically; False after the last."""
    pivot = count - 2
    while pivot >= 0 and faces[pivot] >= faces[pivot + 1]:
        pivot -= 1
    if pivot < 0:
        return False
    other = count - 1
    while faces[other] <= faces[pivot]:
        other -= 1
    faces[pivot], faces[other] = faces[other], faces[pivot]
    left, right = pivot + 1, count - 1
    while left < right:
        faces[left], faces[right] = faces[right], faces[left]
        left, right = left + 1, right - 1
    return True


def odds(keep: int) -> Fraction:
    """The exact chance that as many dice as the keep has show exactly its faces."""
    return Fraction(int(WAYS[keep]), FACES ** int(SIZE[keep]))


@cache
def reach(dice: int, wanted: int) -> Fraction:
    """The exact chance of `wanted` or more dice of one face, when every roll keeps all of that face, or else one other.

    `dice` (0..5) are still to be rolled. That is the best one can do for a single face in a game where at least one die
    is set aside after every roll (SPI-2), for a die of the wanted face never helps more by being rolled again.
    """
    if wanted <= 0:
        return Fraction(1)
    chance = Fraction(0)
    for shown in range(dice + 1 if wanted <= dice else 0):
        ways = factorial(dice) // factorial(shown) // factorial(dice - shown) * (FACES - 1) ** (dice - shown)
        rest = dice - max(shown, 1)
        chance += Fraction(ways, FACES**dice) * reach(rest, wanted - shown)
    return chance
