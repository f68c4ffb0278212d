"""A sensible player of Eintrichtern: it remembers lifted funnels for a while and computes chances for the others.

What it has seen in a funnel fades as Ebbinghaus found: after some lifts it is still known with the chance exp(-lifts /
strength), and every time it is seen again its strength doubles. For each red die it computes exactly the chance that
the faces below add up to the throw, from what it sees and still remembers of the three dice. It throws again if the
best die is then more likely to match, on average, than the best one is now.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any

from bussolotto.core import pyramid
from bussolotto.core.contract import Game
from bussolotto.core.dice import CHANCE_OF_SUM
from bussolotto.core.kernel import CHANCE
from bussolotto.games.eintrichtern import game as rules

Faces = tuple[int, ...]  # of a die or funnel by side, 0 for one that is not known
Facts = dict[tuple[int, int], int]  # faces known in addition to the visible ones, by cell and side

STRENGTH = 12.0  # lifts: how long, on average, a funnel that was seen once is remembered
GROWTH = 2.0  # what seeing it again multiplies that by
THROWS: list[float] = CHANCE_OF_SUM.tolist()
LOOK_MS = 2500  # how long a funnel lies open before its die is put back or kept, so that all can look


class Memory:
    """What was seen in one funnel."""

    def __init__(self, faces: Faces, now: int, strength: float = STRENGTH) -> None:
        self.faces = faces
        self.seen = now  # when it was seen last, in lifts
        self.strength = strength
        self._lasts: float | None = None  # how many lifts it will be remembered, drawn when it is first needed

    def again(self, now: int) -> "Memory":
        """Note that it was seen once more."""
        return Memory(self.faces, now, self.strength * GROWTH)

    def known(self, now: int, rng: Random) -> bool:
        """Is it still known? Forgotten funnels stay forgotten."""
        if self._lasts is None:
            self._lasts = rng.expovariate(1.0 / self.strength)
        return now - self.seen < self._lasts


class Sensible:
    """One seat of a match."""

    strength = STRENGTH  # of what it has seen once

    def __init__(self, game: Game) -> None:
        self._lifts = 0
        self._memories: dict[int, Memory] = {}  # by funnel

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Look into a funnel that was lifted."""
        if seat == CHANCE or action is None or action >= rules.THROW:
            return
        self._lifts += 1
        old = self._memories.get(action)
        faces = tuple(view.face[pyramid.BELOW[action][side]][side] for side in range(pyramid.SIDES))
        self._memories[action] = old.again(self._lifts) if old else Memory(faces, self._lifts, self.strength)

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The most likely red die, or a new throw where that is more likely to bring a match."""
        if view.phase == rules.SETTLING:
            return legal[0], LOOK_MS
        if len(legal) == 1:
            return legal[0], rng.randint(900, 1500)
        chances = self.chances(view, [code for code in legal if code < rules.THROW], rng)
        now = sum(view.pearl)
        best = max(chance[now] for chance in chances.values())
        if rules.THROW in legal and after_throw(list(chances.values())) > best:
            return rules.THROW, rng.randint(900, 1500)
        likeliest = [funnel for funnel, chance in chances.items() if chance[now] == best]
        return rng.choice(likeliest), rng.randint(1200, 2400)

    def facts(self, rng: Random) -> Facts:
        """The faces that it still knows; these are passed to `guess`."""
        known = {at: memory.faces for at, memory in self._memories.items() if memory.known(self._lifts, rng)}
        return {
            (int(pyramid.BELOW[funnel][side]), side): faces[side]
            for funnel, faces in known.items()
            for side in range(pyramid.SIDES)
        }

    def chances(self, view: Any, funnels: Sequence[int], rng: Random) -> dict[int, tuple[float, ...]]:
        """The chance of each sum, by funnel."""
        facts = self.facts(rng)

        def seen(cell: int) -> Faces:
            return tuple(view.face[cell][side] or facts.get((cell, side), 0) for side in range(pyramid.SIDES))

        return {funnel: sum_chances(*(seen(int(cell)) for cell in pyramid.BELOW[funnel])) for funnel in funnels}


def after_throw(chances: Sequence[tuple[float, ...]]) -> float:
    """The chance of a match after a new throw: the best red die for each sum, weighted by the chance of the sum."""
    return sum(likely * max(chance[total] for chance in chances) for total, likely in enumerate(THROWS) if likely)


@cache
def sum_chances(first: Faces, second: Faces, third: Faces) -> tuple[float, ...]:
    """The chance of each sum in a funnel, by sum, from what is known of the dice whose X, Y, Z faces look in."""
    chances = [0.0] * len(THROWS)
    ways = [face_chances(faces, side) for side, faces in enumerate((first, second, third))]
    for faces in product(*ways):
        chances[sum(face for face, _ in faces)] += faces[0][1] * faces[1][1] * faces[2][1]
    return tuple(chances)


@cache
def face_chances(faces: Faces, side: int) -> tuple[tuple[int, float], ...]:
    """What a die may show to a side, and how likely each face is, given what else of the die is known."""
    poses = rules.poses_with(faces)
    shown = [pose[side] for pose in poses]
    return tuple((face, shown.count(face) / len(shown)) for face in sorted(set(shown)))


PLAYERS = {"sensible": Sensible}
