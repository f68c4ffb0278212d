"""The sensible player of Eintrichtern: it remembers lifted funnels for a while and computes chances for the others.

What it has seen in a funnel fades as Ebbinghaus found: after some lifts it is still known with the chance exp(-lifts /
strength), and every time it is seen again its strength doubles. For each red die it computes exactly the chance that
the faces below add up to the throw, from what it sees and still remembers of the three dice. It throws again if the
best die is then more likely to match, on average, than the best one is now.
"""

from typing import Any

import numpy as np

from bussolotto.core import pyramid
from bussolotto.core.chance import below
from bussolotto.core.dice import CHANCE_OF_SUM
from bussolotto.core.kernel import rule
from bussolotto.games.eintrichtern import game

NAME = "sensible"

STRENGTH = 12.0  # lifts: how long, on average, a funnel that was seen once is remembered
GROWTH = 2.0  # what seeing it again multiplies that by

SIDES = pyramid.SIDES
SUMS = len(CHANCE_OF_SUM)
# The memory: how many lifts there were, and by funnel, in the order of RED, what was seen there: a face in three bits
# for each side, the lift in which it was seen last, and how often it was seen.
MEMORY = 1 + game.MOST_RED
SEEN_BITS, TIMES_BITS = 3 * SIDES, 3 * SIDES + 20
MOST_TIMES = 8
# [lattice][cell] -> the number of the funnel there, from 1
FUNNEL = np.zeros((pyramid.SIZE + 1, pyramid.COUNT + 2), np.int64)
for _size in range(1, pyramid.SIZE + 1):
    _funnels = game.RED[_size, : game.RED_COUNT[_size]]
    FUNNEL[_size, _funnels] = np.arange(1, len(_funnels) + 1)

MOST_LIFTS = 1 << 10
WORDS = 1 << 32
# [times seen][lifts ago] -> in how many of WORDS cases a funnel is still known
KNOWN = np.array(
    [[int(np.exp(-lifts / STRENGTH / GROWTH ** (times - 1)) * WORDS) for lifts in range(MOST_LIFTS)]
     for times in range(1, MOST_TIMES + 1)],
    np.int64,
)  # fmt: skip


def _shown(known: tuple[int, ...], side: int) -> list[float]:
    """The chance of each face on this side of a die, from what is known of it, 0 where nothing is."""
    shown = [
        pose[side]
        for pose in pyramid.POSES.tolist()
        if all(face in (0, own) for face, own in zip(known, pose, strict=True))
    ]
    return [shown.count(face) / len(shown) if shown else 0.0 for face in range(7)]


# [side][X][Y][Z] -> the chance of each face, 0..6, on this side of a die that shows these faces, as far as known
SHOWN = np.array(
    [[[[_shown((x, y, z), side) for z in range(7)] for y in range(7)] for x in range(7)] for side in range(SIDES)]
)


def tables(opening: Any) -> tuple[Any, ...]:
    """Chances of sums in a funnel, and the best of all; faces, by die and side; the memory."""
    return np.zeros(SUMS), np.zeros(SUMS), np.zeros((pyramid.COUNT, SIDES), np.int64), np.zeros(MEMORY, np.int64)


@rule
def watch(s: Any, seat: int, action: int, memory: Any) -> None:
    """Look into a funnel that was lifted."""
    if s.phase != game.SETTLING:
        return
    memory[0] += 1
    funnel = int(s.lifted) - 1
    index = FUNNEL[s.lattice][funnel]
    times = min((memory[index] >> TIMES_BITS) + 1, MOST_TIMES)
    faces = 0
    for side in range(SIDES):
        faces |= int(s.face[pyramid.BELOW[funnel][side]][side]) << 3 * side
    memory[index] = faces | memory[0] << SEEN_BITS | times << TIMES_BITS


@rule
def decide(s: Any, seat: int, rng: Any, tables: Any) -> int:
    """The most likely red die, or a new throw where that is more likely to bring a match."""
    if s.phase == game.SETTLING:
        return game.KEEP if game.matches(s) else game.BACK
    if s.phase == game.THROWING:
        return game.THROW
    chances, best, faces, memory = tables
    look(s, seat, faces, memory)
    now = int(s.pearl[0]) + int(s.pearl[1]) + int(s.pearl[2])
    best[:] = 0.0
    chosen, most, equal = -1, -1.0, 0
    for index in range(game.RED_COUNT[s.lattice]):
        funnel = int(game.RED[s.lattice][index])
        if s.red[funnel]:
            likely = chance_of(funnel, faces, now)
            equal = equal + 1 if likely == most else 1 if likely > most else equal
            if likely > most or (likely == most and below(rng, equal) == 0):
                chosen, most = funnel, likely
            if s.phase == game.CHOOSING:
                add_up(funnel, faces, chances)
                for total in range(SUMS):
                    best[total] = max(best[total], chances[total])
    return game.THROW if s.phase == game.CHOOSING and after_throw(best) > most else chosen


@rule
def after_throw(best: Any) -> float:
    """The chance of a match after a new throw, from the best by sum."""
    chance = 0.0
    for total in range(SUMS):
        chance += CHANCE_OF_SUM[total] * best[total]
    return chance


@rule
def look(s: Any, seat: int, faces: Any, memory: Any) -> None:
    """Write the faces of the yellow dice that this seat sees or remembers, 0 for the others."""
    for index in range(game.BASE_COUNT[s.lattice]):
        cell = game.BASE[s.lattice][index]
        for side in range(SIDES):
            funnel = int(pyramid.ABOVE[cell][side])
            faces[cell, side] = s.face[cell][side] if is_visible(s, funnel) else 0
    for index in range(game.RED_COUNT[s.lattice]):
        funnel = int(game.RED[s.lattice][index])
        if is_remembered(memory[index + 1], int(memory[0]), funnel, seat):
            for side in range(SIDES):
                faces[pyramid.BELOW[funnel][side], side] = memory[index + 1] >> 3 * side & 7


@rule
def is_visible(s: Any, funnel: int) -> bool:
    """Can everybody look into this funnel, or does a face that looks there look outward?"""
    if funnel == pyramid.OUTSIDE or s.red[funnel] == 0:
        return True
    return bool(s.lifted == funnel + 1 or (s.memo and s.shown[funnel]))


@rule
def is_remembered(seen: int, now: int, funnel: int, seat: int) -> bool:
    """Is what was seen in a funnel still known to this seat? Seats forget at different times."""
    if seen == 0:
        return False
    times = int(seen >> TIMES_BITS)
    lifts = now - int(seen >> SEEN_BITS & (1 << TIMES_BITS - SEEN_BITS) - 1)
    word = mixed(mixed((seen & (1 << TIMES_BITS) - 1) + (funnel << 3 | seat)))
    return bool(word < KNOWN[times - 1][min(lifts, MOST_LIFTS - 1)])


@rule
def mixed(word: int) -> int:
    """32 bits that look random, from a number below 2 ** 31 or 32 bits."""
    word = (int(word) & 0x7FFFFFFF) * 0x7FEB352D & 0xFFFFFFFF
    word = (word >> 15 ^ word) & 0x7FFFFFFF
    word = word * 0x4C4A7B6D & 0xFFFFFFFF
    return word >> 16 ^ word


@rule
def chance_of(funnel: int, faces: Any, total: int) -> float:
    """The chance of this sum in a funnel."""
    first = shown(faces, int(pyramid.BELOW[funnel][0]), 0)
    second = shown(faces, int(pyramid.BELOW[funnel][1]), 1)
    third = shown(faces, int(pyramid.BELOW[funnel][2]), 2)
    chance = 0.0
    for one in range(1, 7):
        if first[one] > 0.0:
            for two in range(max(1, total - one - 6), min(6, total - one - 1) + 1):
                chance += first[one] * second[two] * third[total - one - two]
    return chance


@rule
def add_up(funnel: int, faces: Any, chance: Any) -> None:
    """Write the chance of each sum in a funnel."""
    first = shown(faces, int(pyramid.BELOW[funnel][0]), 0)
    second = shown(faces, int(pyramid.BELOW[funnel][1]), 1)
    third = shown(faces, int(pyramid.BELOW[funnel][2]), 2)
    chance[:] = 0.0
    for one in range(1, 7):
        if first[one] > 0.0:
            for two in range(1, 7):
                both = first[one] * second[two]
                if both > 0.0:
                    for three in range(1, 7):
                        chance[one + two + three] += both * third[three]


@rule
def shown(faces: Any, cell: int, side: int) -> Any:
    """The chance of each face on this side of a die."""
    return SHOWN[side, faces[cell, 0], faces[cell, 1], faces[cell, 2]]
