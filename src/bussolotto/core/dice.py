"""Tables for sets of up to five dice: the 462 keeps.

A keep is a multiset of 0 to 5 faces: an unordered roll, a part of one that is set aside, or a hand. Keeps are numbered
by size, then by their faces in ascending order: 0 is the empty keep, 1..6 are the single dice, 7 is `1 1`, 461 is `6 6
6 6 6`. The tables are frozen into compiled code. Tables that enter arithmetic are int64; tables of keeps are int16,
because the fastest cache of a processor is small.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from bussolotto.core.kernel import rule
from bussolotto.core.reasons import Reason

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
# [keep][face - 1] -> the keep with one more such die, -1 past five
PLUS = np.array([[INDEX.get(tuple(sorted((*faces, f + 1))), -1) for f in range(FACES)] for faces in KEEPS], np.int16)
# [keep][face - 1] -> the keep with one fewer such die, -1 if it has none
MINUS = np.full((len(KEEPS), FACES), -1, np.int16)
for _keep, _face in np.argwhere(PLUS >= 0):
    MINUS[PLUS[_keep, _face], _face] = _keep
# [keep] -> its lowest face, 0 for none
LOWEST = np.array([faces[0] if faces else 0 for faces in KEEPS], np.int64)
# [roll][keep] -> 1 if the keep is a part of the roll
CONTAINS = np.array((COUNT[:, None, :] >= COUNT[None, :, :]).all(axis=2), np.uint8)
# [roll] -> number of its different parts, including the empty one and the whole roll
PARTS = CONTAINS.sum(axis=1, dtype=np.int64)


@rule
def joined(keep: int, other: int) -> int:
    """The union of two keeps, which have at most five dice together."""
    return int(_KEEP_OF[CODE[keep] + CODE[other]])


def not_in(clause: int, roll: int, keep: int) -> int:
    """Why a keep is no part of a roll, with a clause of the game: of one face there are fewer dice. 0 if it is."""
    short = np.flatnonzero(COUNT[roll] < COUNT[keep])
    if not short.size:
        return 0
    there = int(COUNT[roll][short[0]])
    return Reason(clause, "too-many" if there else "no-such-face", face=int(short[0]) + 1, n=there)


@rule
def spread(keep: int, faces: npt.NDArray[np.int64]) -> int:
    """Write the faces of a keep one by one, in ascending order; return how many there are."""
    count = 0
    for face in range(FACES):
        for _ in range(COUNT[keep][face]):
            faces[count] = face + 1
            count += 1
    return count


@rule
def next_order(faces: npt.NDArray[np.int64], count: int) -> bool:
    """Put the first `count` faces into the lexicographically next order; return False after the last one."""
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


# [sum] -> the chance that three dice add up to it
CHANCE_OF_SUM = np.bincount([sum(faces) for faces in product(range(1, FACES + 1), repeat=3)]) / FACES**3


def odds(keep: int) -> Fraction:
    """The exact chance that a roll of as many dice as the keep has shows exactly its faces."""
    return Fraction(int(WAYS[keep]), FACES ** int(SIZE[keep]))


@cache
def reach(dice: int, wanted: int) -> Fraction:
    """The exact chance of `wanted` or more dice of one face, if every roll keeps all dice of it, or one other die.

    `dice` (0..5) are still to be rolled. This is the best play for a single face in a game where at least one die must
    be set aside after every roll (SPI-2): rolling a die of the wanted face again never helps.
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
    """The name of the hand that these five dice form, such as `full-house`."""
    return HAND_NAMES[_worth(KEEPS[keep])[0]]


def _worth(faces: tuple[int, ...]) -> tuple[int, ...]:
    """The sort key of a hand (CIN-1): the index of its name, then the faces that decide, the most important first."""
    assert len(faces) == DICE, f"{faces} is no hand"
    run = _run(faces)
    if len(run) >= DICE - 1:
        beyond = list(faces)
        for face in run:
            beyond.remove(face)
        name = "small-straight" if beyond else "large-straight"
        return HAND_NAMES.index(name), run[-1], *beyond
    groups = sorted(((faces.count(face), face) for face in set(faces)), reverse=True)
    return HAND_NAMES.index(GROUPS[_alike(faces)]), *(face for _, face in groups)


def _alike(faces: tuple[int, ...]) -> tuple[int, ...]:
    """How many dice are alike, in descending order; a straight counts for the equal dice it contains."""
    return tuple(sorted(map(faces.count, set(faces)), reverse=True))


def _run(faces: tuple[int, ...]) -> range:
    """The longest run of consecutive faces, as a range; of two equally long runs the higher one."""
    runs = [range(low, low + length) for length in range(1, DICE + 1) for low in range(1, FACES + 2 - length)]
    return max((run for run in runs if set(run) <= set(faces)), key=lambda run: (len(run), run[-1]))


# `_alike` of a hand without a run -> its name
GROUPS = {
    (1, 1, 1, 1, 1): "nothing",
    (2, 1, 1, 1): "one-pair",
    (2, 2, 1): "two-pairs",
    (3, 1, 1): "three-of-a-kind",
    (3, 2): "full-house",
    (4, 1): "four-of-a-kind",
    (5,): "five-of-a-kind",
}
# [keep] -> rank of a hand from the worst, 1, to the best, 252 (CIN-2: no two are equal); 0 for fewer than five dice
RANK = np.zeros(len(KEEPS), np.int64)
RANK[sorted(HANDS.tolist(), key=lambda hand: _worth(KEEPS[hand]))] = np.arange(1, len(HANDS) + 1)
# [keep] -> the same for the lowest sum, then most 1s, most 2s, .. (CIN-4)
LOW_RANK = np.zeros(len(KEEPS), np.int64)
LOW_RANK[sorted(HANDS.tolist(), key=lambda hand: (-sum(KEEPS[hand]), *COUNT[hand]))] = np.arange(1, len(HANDS) + 1)


# conditions of tables in Cincinnati (CIN-3): dice alike, the printed condition first; in a row; a sum at most
ALIKE = ("three-of-a-kind", "one-pair", "two-pairs", "full-house", "four-of-a-kind")
IN_A_ROW = range(3, DICE + 1)
LOWEST_SUMS = range(DICE, DICE * FACES + 1)
_ALIKE_OF = {name: groups for groups, name in GROUPS.items()}
_CONDITIONS: tuple[Callable[[tuple[int, ...]], bool], ...] = (
    *(lambda faces, wanted=_ALIKE_OF[name]: _alike(faces) >= wanted for name in ALIKE),
    *(lambda faces, length=length: len(_run(faces)) >= length for length in IN_A_ROW),
    *(lambda faces, most=most: sum(faces) <= most for most in LOWEST_SUMS),
)
# [condition][keep] -> 1 for hands that meet it, those of ALIKE first, then of IN_A_ROW, then of LOWEST_SUMS
ASKED = np.array([[len(faces) == DICE and met(faces) for faces in KEEPS] for met in _CONDITIONS], np.uint8)
LOWEST_AT_B, LOWEST_AT_C = len(ALIKE), len(ALIKE) + len(IN_A_ROW)  # where those of tables B and C begin
AT_A, AT_B, AT_C = 0, LOWEST_AT_B + IN_A_ROW.index(4), LOWEST_AT_C + LOWEST_SUMS.index(11)  # the printed ones
# [condition][keep] -> how good a hand that meets it is there, 0 for others (CIN-4)
WORTH = ASKED * np.where(np.arange(len(ASKED))[:, None] < LOWEST_AT_C, RANK, LOW_RANK)
# [table][keep] -> 1 for hands that meet the printed condition
MEETS = ASKED[[AT_A, AT_B, AT_C]]


@rule
def best_hands(hands: Sequence[int], bits: int, worth: npt.NDArray[np.int64]) -> int:
    """The seats, as bits, with the best hands: several if they are identical (CIN-2), none if all are worth 0."""
    found = 0
    best = 1
    for seat in range(len(hands)):
        own = worth[hands[seat]]
        if bits >> seat & 1 and own >= best:
            found = 1 << seat | (found if own == best else 0)
            best = own
    return found
