"""The slow twin of the tables of part-rolls: ordered dice, counted one by one."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

FACES = range(1, 7)
Faces = tuple[int, ...]


@cache
def rolls(dice: int) -> Counter[Faces]:
    """Every way in which so many dice can fall, in a row on the table, by the faces they show in ascending order."""
    return Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=dice))


def keeps() -> list[Faces]:
    """All that up to five dice can show: fewer dice first, then by faces."""
    return [faces for dice in range(6) for faces in sorted(rolls(dice))]


@cache
def parts(roll: Faces) -> frozenset[Faces]:
    """All that one can take of these dice, nothing and everything included."""
    return frozenset(part for size in range(len(roll) + 1) for part in combinations(roll, size))


def odds(faces: Faces) -> Fraction:
    """The chance that as many dice show just these faces."""
    return Fraction(rolls(len(faces))[faces], rolls(len(faces)).total())


def plus(faces: Faces, face: int) -> Faces:
    """One die more."""
    return tuple(sorted([*faces, face]))


def minus(faces: Faces, face: int) -> Faces | None:
    """One die less, None if there is none such."""
    left = list(faces)
    if face not in left:
        return None
    left.remove(face)
    return tuple(left)


@cache
def best_chance(dice: int, wanted: int, face: int = 6) -> Fraction:
    """The best chance of `wanted` or more dice of a face, whatever one sets aside; at least one after every roll."""
    if wanted <= 0:
        return Fraction(1)
    if dice == 0:
        return Fraction(0)
    ways = sum(count * _best_after(roll, wanted, face) for roll, count in rolls(dice).items())
    return Fraction(ways, rolls(dice).total())


def _best_after(roll: Faces, wanted: int, face: int) -> Fraction:
    takes = {(len(part), part.count(face)) for part in parts(roll) if part}
    return max(best_chance(len(roll) - size, wanted - hits, face) for size, hits in takes)
