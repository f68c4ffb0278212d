"""Find the value of an option at which a measure has a given value: 'when does the first seat win half?'

The values of an axis are bracketed: at each one that is tried, matches are played until its interval no longer contains
the target, and the half in which the target cannot lie is left. The measure is taken to rise or fall over the axis. If
both ends lie on the same side of the target, it does not, or never reaches it: then INNER values between are tried.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, log2

import numpy as np

from bussolotto.core import errors
from bussolotto.play.engines import Engine
from bussolotto.study import keeping
from bussolotto.study.effects import LEAST, LEVEL, Floats, anytime_width, quantile, standard_error
from bussolotto.study.matches import play
from bussolotto.study.measures import values
from bussolotto.study.sweep import Sweep, numbers_of, play_slice, slices

INNER = 5  # values between the ends, spread evenly, that are tried if both ends lie on the same side


@dataclass(frozen=True)
class Target:
    """The wanted value of a measure."""

    measure: str
    value: float


@dataclass
class Search:
    """A search and what it has found. `tried` has the measured values of the matches at each index of the axis."""

    sweep: Sweep  # with one axis
    target: Target
    tried: dict[int, Floats] = field(default_factory=dict)
    low: int = 0
    high: int = 0  # indices between which the target lies, neighbours when the search is over
    stopped: str = ""  # `found`, `not-crossed` or `interrupted`

    @property
    def steps(self) -> int:
        """How many values are tried at most."""
        last = len(self.sweep.axes[0].values) - 1
        return 2 + len(self.inner) + ceil(log2(ceil(last / (INNER + 1))))

    @property
    def inner(self) -> list[int]:
        """The values between the ends that are tried if both lie on the same side."""
        last = len(self.sweep.axes[0].values) - 1
        return sorted({last * part // (INNER + 1) for part in range(1, INNER + 1)} - {0, last})

    def interval(self, index: int) -> tuple[float, float, float]:
        """Mean and interval of the measure at a value, so wide that all intervals of the search hold together.

        It holds for any number of matches (`effects.anytime_width`), at the level 1 - 0.05 / steps.
        """
        found = self.tried[index]
        half = anytime_width(len(found), 1 - (1 - LEVEL) / self.steps) * float(found.std(ddof=1))
        return float(found.mean()), float(found.mean()) - half, float(found.mean()) + half

    def side(self, index: int) -> int:
        """Where the measure lies at this value: -1 below the target, 1 above it, 0 if that is not known."""
        _, lower, upper = self.interval(index)
        return (lower > self.target.value) - (upper < self.target.value)

    @property
    def possible(self) -> list[int]:
        """The tried values at which the measure may be the target."""
        return [index for index in sorted(self.tried) if not self.side(index)]

    def crossing(self) -> tuple[float, float] | None:
        """Where between the two neighbours the target lies, on a straight line between them, and its standard error.

        None before it is found, if the values are no numbers, or the means at both are on the same side. The error is
        that of the line at the crossing divided by its slope (the delta method); matches have the same dice at both,
        which makes it smaller.
        """
        numbers = numbers_of(self.sweep.axes[0])
        if self.stopped != "found" or numbers is None:
            return None
        low, high = self.tried[self.low], self.tried[self.high]
        both = min(len(low), len(high))
        low, high = low[:both], high[:both]
        rise = float(high.mean() - low.mean())
        if rise == 0 or not 0 <= (part := (self.target.value - float(low.mean())) / rise) <= 1:
            return None
        step = numbers[self.high] - numbers[self.low]
        error = standard_error((1 - part) * low + part * high) / abs(rise)
        return float(numbers[self.low] + part * step), abs(step) * error

    @property
    def beyond(self) -> bool:
        """Whether a number was searched that lies at an end of the axis or beyond, as far as is known."""
        if self.stopped != "found" or numbers_of(self.sweep.axes[0]) is None or self.crossing() is not None:
            return False
        return self.nearest in (0, len(self.sweep.axes[0].values) - 1)

    @property
    def nearest(self) -> int:
        """The one of the two neighbours at which the measure is closer to the target."""
        return min((self.low, self.high), key=lambda index: abs(float(self.tried[index].mean()) - self.target.value))


Progress = Callable[[Search], None]


def read_target(sweep: Sweep, text: str) -> Target:
    """Return the target that `measure=value` names. Raises `bad-target`, `unknown-effect`."""
    name, _, told = (part.strip() for part in text.partition("="))
    known = [measure.name for measure in sweep.measures]
    try:
        value = float(told)
    except ValueError:
        raise errors.refuse("bad-target", text=text) from None
    if not np.isfinite(value) or len(sweep.axes) != 1:
        raise errors.refuse("bad-target", text=text)
    if name not in known:
        raise errors.refuse("unknown-effect", effect=name, known=known)
    return Target(name, value)


def search(sweep: Sweep, target: Target, by: Engine, progress: Progress | None = None) -> Search:
    """Search the axis of a complete sweep. `progress` is called after each slice. Ctrl-C leaves what is known."""
    found = Search(sweep, target, high=len(sweep.axes[0].values) - 1)
    told = progress or (lambda _: None)
    try:
        _bracket(found, by, told)
    except KeyboardInterrupt:
        found.stopped = "interrupted"
    return found


def _bracket(found: Search, by: Engine, told: Progress) -> None:
    sides = [_decide(found, index, by, told) for index in (found.low, found.high)]
    if 0 not in sides and sides[0] == sides[1] and not _turn(found, sides[0], by, told):
        found.stopped = "not-crossed"
        return
    _bisect(found, by, told)
    for index in (found.low, found.high):
        _play(found, index, by, told, whole=True)
    found.stopped = "found"


def _turn(found: Search, side: int, by: Engine, told: Progress) -> bool:
    """Bracket the first value between two ends on this side that lies on the other one, or at least may be the target.

    Its neighbour among the tried ones is on the side of the ends. Return False if there is no such value.
    """
    pairs = list(pairwise([found.low, *found.inner]))
    for before, index in pairs:
        if (_decide(found, index, by, told) or _leaning(found, index)) != side:
            found.low, found.high = before, index
            return True
    unsure = [pair for pair in pairs if not found.side(pair[1])]
    if unsure:
        found.low, found.high = unsure[0]
    return bool(unsure)


def _bisect(found: Search, by: Engine, told: Progress) -> None:
    """Narrow the bracket to neighbours; if only one end of it may be the target, towards that one."""
    sides = [(found.side(index), found.tried[index].mean()) for index in (found.low, found.high)]
    rises = sides[0] < sides[1]
    while found.high - found.low > 1:
        middle = (found.low + found.high) // 2
        side = _decide(found, middle, by, told) or _leaning(found, middle)
        if (side > 0) == rises:
            found.high = middle
        else:
            found.low = middle
        told(found)


def _decide(found: Search, index: int, by: Engine, told: Progress) -> int:
    _play(found, index, by, told)
    return found.side(index)


def _leaning(found: Search, index: int) -> int:
    """On which side the mean lies, where no more is known."""
    return 1 if found.tried[index].mean() > found.target.value else -1


def _play(found: Search, index: int, by: Engine, told: Progress, whole: bool = False) -> None:
    """Play at this value until its side is known; with `whole` all matches."""
    sweep = found.sweep
    setting = sweep.at((sweep.axes[0].values[index],))
    column = [measure.name for measure in sweep.measures].index(found.target.measure)
    played = len(found.tried.get(index, ()))
    wanted = [(setting, first, size) for first, size in slices(sweep.matches) if first >= played]
    for job, results in zip(wanted, play(wanted, by, keeping.Slices, play_slice), strict=True):
        new = values(sweep.base, results, job[1])[:, column]
        found.tried[index] = np.concatenate([found.tried[index], new]) if index in found.tried else new
        told(found)
        if not whole and len(found.tried[index]) >= LEAST and found.side(index):
            return


def error_of(crossing: tuple[float, float], matches: int) -> float:
    """Half the width of the 95 % interval of a crossing."""
    return quantile(matches - 1) * crossing[1]
