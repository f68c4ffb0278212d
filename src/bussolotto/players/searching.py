"""Bots that search as people do, at three levels: how the bots of races play at a table.

Studies and environments keep the memoryless searches of `reaction`, whose times are a parameter there. At a table
somebody plays against them, so a search takes at least as long as a person needs, has the spread of a person's, and
goes on while others act. A person finds one thing after another: with more to be found the next one is found sooner,
but not in proportion; the mean here is the geometric mean of one search alone and of all of them at once.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from bussolotto.core.contract import Game
from bussolotto.core.kernel import CHANCE
from bussolotto.players.player import Maker, Player
from bussolotto.players.reaction import first_found

SHAPE = 3.0  # of the gamma distribution of a search: skewed, and hardly ever near 0


class Search(NamedTuple):
    """Something a bot looks for: an action, found after `mean_ms` alone, never within `least_ms`.

    Searches of one kind are made together, those of different kinds beside each other.
    """

    kind: str
    action: int
    mean_ms: float
    least_ms: int = 0


class Level(NamedTuple):
    """How fast a bot is: the shortest time of any search, and what the spread is multiplied by."""

    least_ms: int
    factor: float


LEVELS = {"calm": Level(800, 2.0), "brisk": Level(550, 1.0), "quick": Level(400, 0.6)}


CALMER = {  # the next slower player
    "sensible": "quick",
    "quick": "brisk",
    "brisk": "calm",
    "hard": "medium",
    "medium": "easy",
}


class Searching(Player):
    """A bot of a race: what it looks for in a position."""

    def searches(self, view: Any, legal: Sequence[int], rng: Random) -> Iterable[Search]:
        """All it looks for at the same time."""
        raise NotImplementedError

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """The first that memoryless searches would find."""
        return first_found(rng, [(one.action, one.mean_ms) for one in self.searches(view, legal, rng)])


class PersonLike(Player):
    """A bot with the eyes of another and the times of a person."""

    def __init__(self, eyes: Searching, level: Level, scale: float) -> None:
        """`scale`: the spread of the game's searches, by the times that `eyes` gives for them."""
        self._eyes = eyes
        self._level = level
        self._scale = scale
        self._left_ms: dict[str, float] = {}  # by kind of search, until something is found
        self._wanted: int | None = None  # the last action that it found

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """A new throw, and what it has taken itself, begin all searches anew; what others do does not."""
        self._eyes.watch(view, seat, action)
        if seat == CHANCE or action == self._wanted:
            self._left_ms.clear()

    def pass_time(self, ms: float) -> None:
        """Called before `choose`: so many milliseconds have gone by since it was last asked."""
        self._left_ms = {kind: max(0.0, left - ms) for kind, left in self._left_ms.items()}

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """What it finds first, and when."""
        kinds: defaultdict[str, list[Search]] = defaultdict(list)
        for search in self._eyes.searches(view, legal, rng):
            kinds[search.kind].append(search)
        left = self._left_ms
        self._left_ms = {kind: left[kind] if kind in left else self._draw(of, rng) for kind, of in kinds.items()}
        if not kinds:
            return None
        soonest = min(self._left_ms, key=self._left_ms.__getitem__)
        found = kinds[soonest]
        (one,) = rng.choices(found, [1 / search.mean_ms for search in found])
        self._wanted = one.action
        return one.action, max(1, round(self._left_ms[soonest]))

    def _draw(self, searches: Sequence[Search], rng: Random) -> float:
        """How long until something of one kind is found."""
        least_ms = max(search.least_ms for search in searches)
        alone_ms = min(search.mean_ms for search in searches)
        together_ms = 1 / sum(1 / search.mean_ms for search in searches)
        scale = 1.0 if least_ms else self._scale
        mean_ms = self._level.factor * scale * sqrt(alone_ms * together_ms)
        return max(least_ms, self._level.least_ms) + rng.gammavariate(SHAPE, mean_ms / SHAPE)


def levels(eyes: type[Searching], scale: float) -> dict[str, Maker]:
    """The players of a race for a table, the slowest first."""

    def seat(level: Level, game: Game) -> Player:
        return PersonLike(eyes(game), level, scale)

    return {name: partial(seat, level) for name, level in LEVELS.items()}
