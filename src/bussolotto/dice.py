"""Part-rolls of up to five dice: the 462 keeps, as tables.

A keep is a multiset of 0 to 5 faces, so an unordered roll, what is set aside of it, or a hand. Keeps are numbered by
size, then by their faces in ascending order: 0 is none, 1..6 the single dice, 7 is `1 1`, 461 is `6 6 6 6 6`.
Tables are frozen into compiled code; those that enter arithmetic are int64, those of keeps int16: the processor's
fastest cache is small.
"""

from collections.abc import Callable, Sequence
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


# the 252 keeps of five dice, ascending
HANDS = np.flatnonzero(SIZE == DICE)
# from the worst hand to the best (CIN-1)
HAND_NAMES = (
    "nothing",
    "one-pair",
    "two-pairs",
    "small-straight",
    "three-of-a-kind",
    "full-house",
    "large-straight",
    "four-of-a-kind",
    "five-of-a-kind",
)


def hand_name(keep: int) -> str:
    """What the hand in these five dice is called, `full-house`."""
    return HAND_NAMES[_worth(KEEPS[keep])[0]]


def _worth(faces: tuple[int, ...]) -> tuple[int, ...]:
    """What orders hands (CIN-1): the index of the name, then the faces that decide, the weightiest first."""
    assert len(faces) == DICE, f"{faces} is no hand"
    run = _run(faces)
    if len(run) >= DICE - 1:
        beyond = list(faces)
        for face in run:
            beyond.remove(face)
        name = "small-straight" if beyond else "large-straight"
        return HAND_NAMES.index(name), run[-1], *beyond
    groups = sorted(((faces.count(face), face) for face in set(faces)), reverse=True)
    return HAND_NAMES.index(_ALIKE[tuple(count for count, _ in groups)]), *(face for _, face in groups)


def _run(faces: tuple[int, ...]) -> range:
    """The longest run of faces among these, a range; of two the higher."""
    runs = [range(low, low + length) for length in range(1, DICE + 1) for low in range(1, FACES + 2 - length)]
    return max((run for run in runs if set(run) <= set(faces)), key=lambda run: (len(run), run[-1]))


# how many dice are alike, in descending order -> the name of such a hand without a run
_ALIKE = {
    (1, 1, 1, 1, 1): "nothing",
    (2, 1, 1, 1): "one-pair",
    (2, 2, 1): "two-pairs",
    (3, 1, 1): "three-of-a-kind",
    (3, 2): "full-house",
    (4, 1): "four-of-a-kind",
    (5,): "five-of-a-kind",
}
# [keep] -> place of a hand from the worst, 1, to the best, 252 (CIN-2: no two are equal); 0 for fewer than five dice
RANK = np.zeros(len(KEEPS), np.int64)
RANK[sorted(HANDS.tolist(), key=lambda hand: _worth(KEEPS[hand]))] = np.arange(1, len(HANDS) + 1)
# [keep] -> the same for the lowest sum, then most 1s, most 2s, .. (CIN-4)
LOW_RANK = np.zeros(len(KEEPS), np.int64)
LOW_RANK[sorted(HANDS.tolist(), key=lambda hand: (-sum(KEEPS[hand]), *COUNT[hand]))] = np.arange(1, len(HANDS) + 1)


def alike_at_least(name: str) -> npt.NDArray[np.uint8]:
    """uint8[keep]: 1 for hands whose dice are as much alike as in this one of HAND_NAMES, or more (CIN-3).

    More alike is what ranks higher among hands that are no straights; a straight counts for what is alike in it.
    """
    (wanted,) = (groups for groups, alike in _ALIKE.items() if alike == name)
    return _met(lambda faces: sorted(map(faces.count, set(faces)), reverse=True) >= list(wanted))


def in_a_row(length: int) -> npt.NDArray[np.uint8]:
    """uint8[keep]: 1 for hands with so many faces in a row, a straight with 4 or 5 (CIN-3)."""
    return _met(lambda faces: len(_run(faces)) >= length)


def sum_at_most(most: int) -> npt.NDArray[np.uint8]:
    """uint8[keep]: 1 for hands with a sum of so much at most (CIN-3)."""
    return _met(lambda faces: sum(faces) <= most)


# what tables of Cincinnati may ask for, the printed condition first (CIN-3): dice alike, in a row, a sum at most
ALIKE = ("three-of-a-kind", "one-pair", "two-pairs", "full-house", "four-of-a-kind")
IN_A_ROW = ("4", "3", "5")
LOWEST_SUMS = ("11", "8", "9", "10", "12", "13", "14")


def _met(condition: Callable[[tuple[int, ...]], bool]) -> npt.NDArray[np.uint8]:
    return np.array([len(faces) == DICE and condition(faces) for faces in KEEPS], np.uint8)


# [condition][keep] -> 1 for hands that meet it, those of ALIKE first, then of IN_A_ROW, then of LOWEST_SUMS
ASKED = np.stack(
    [*map(alike_at_least, ALIKE), *map(in_a_row, map(int, IN_A_ROW)), *map(sum_at_most, map(int, LOWEST_SUMS))]
)
AT_A, AT_B, AT_C = 0, len(ALIKE), len(ALIKE) + len(IN_A_ROW)  # where those of each table begin
# [condition][keep] -> how good a hand that meets it is there, 0 for others (CIN-4)
WORTH = ASKED * np.where(np.arange(len(ASKED))[:, None] < AT_C, RANK, LOW_RANK)
# [table][keep] -> 1 for hands that meet the printed condition
MEETS = ASKED[[AT_A, AT_B, AT_C]]


@rule
def best_hands(hands: Sequence[int], bits: int, worth: npt.NDArray[np.int64]) -> int:
    """Whose hands are worth most of these seats, as bits: several if identical (CIN-2), none where all are worth 0."""
    found = 0
    best = 1
    for seat in range(len(hands)):
        own = worth[hands[seat]]
        if bits >> seat & 1 and own >= best:
            found = 1 << seat | (found if own == best else 0)
            best = own
    return found
