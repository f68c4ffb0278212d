"""A sweep: what a game is like over many values of one of its options, or of two, always with the same dice.

Match number k has the same dice at every value. So the differences between values are known better than the values
themselves, and a curve is smoother than its intervals. Matches are played in slices that are the same for all sweeps:
they are cached one by one, so that a sweep that was stopped goes on, and another one of the same game uses them too.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import inf, prod

import numpy as np

from bussolotto import players
from bussolotto.core import errors
from bussolotto.core.contract import Game, Number
from bussolotto.play.engines import Engine
from bussolotto.play.policies import policy_of
from bussolotto.study import keeping
from bussolotto.study.effects import LEAST, Floats, Pairs, early_interval, quantile
from bussolotto.study.matches import Job, MatchConfig, Results, play, play_range, validate
from bussolotto.study.measures import Measure, measures, values

PLAYERS = "players"  # an axis of its own: who sits in all seats
USUAL, WITHIN = 10_000, 0.01  # matches at each value, unless the win shares are known so well before, at 95 %
MOST_VALUES, MOST_POINTS = 64, 256  # of an axis; of a sweep
MOST_SEARCHED = 1_000  # values of an axis that is searched, which tries only a few of them
SHOWN = 11  # values of a range that is given without a step, unless it is searched
FIRST_SLICES = (20, 100, 300, 700, 1_500)  # where the first slices end; the others have SLICE matches
SLOW_SLICES = (2, 5, 10, 20, 40, *FIRST_SLICES[1:])  # of players that search, so that something is known soon
SLICE = 1_500
RANGE = re.compile(r"(\d{1,9})\.\.(\d{1,9})(?::([1-9]\d{0,8}))?")


@dataclass(frozen=True)
class Axis:
    """An option and its values, in order; or PLAYERS and the players that sit in all seats, one after the other."""

    option: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Sweep:
    """A question: the base, one axis or two, and when to stop.

    That is after `matches` at each value, or earlier if all win shares by place are known within `within` at 95 %.
    """

    base: MatchConfig
    axes: tuple[Axis, ...]
    matches: int = USUAL
    within: float | None = WITHIN

    @property
    def points(self) -> list[tuple[str, ...]]:
        """The values of the axes, at each point."""
        return list(product(*(axis.values for axis in self.axes)))

    @property
    def settings(self) -> list[MatchConfig]:
        """The setting at each point."""
        return [self.at(values) for values in self.points]

    def at(self, point: tuple[str, ...]) -> MatchConfig:
        """Return the setting with these values of the axes."""
        chosen = dict(zip((axis.option for axis in self.axes), point, strict=True))
        named = chosen.pop(PLAYERS, None)
        by = self.base.players if named is None else (_quickest(self.base.module, named),) * self.base.seats
        return replace(self.base, players=by, options={**self.base.options, **chosen})

    @property
    def compiled(self) -> bool:
        """Whether all matches run compiled."""
        return all(setting.compiled for setting in self.settings)

    @property
    def slices(self) -> Iterator[tuple[int, int]]:
        """The first match and the number of matches of each slice."""
        return slices(self.matches, FIRST_SLICES if self.compiled else SLOW_SLICES)

    @property
    def reference(self) -> int:
        """The point that others are compared with: the base if it is one of them, else the first."""
        settings = self.settings
        return settings.index(self.base) if self.base in settings else 0

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What is measured at each point."""
        return measures(self.base)

    @property
    def key(self) -> str:
        """Id of the question, the same whenever it is to stop."""
        base = self.base
        told = [base.game, base.players, base.seed, sorted(base.options.items())]
        axes = [[axis.option, axis.values] for axis in self.axes]
        return hashlib.sha256(json.dumps([told, axes]).encode()).hexdigest()[:20]


def _quickest(game: Game, player: str) -> str:
    """Return the name of the compiled player where a level is just that one."""
    makers, quick = players.makers(game), policy_of(game).NAME
    return quick if player in makers and makers[player] is makers.get(quick) else player


def read_axis(game: Game, text: str, shown: int = SHOWN) -> Axis:
    """Return the axis that a text describes: `option=a..b`, `option=a..b:step`, `option=a,b,c`, or only `option`.

    A range without a step has at most `shown` values; an option alone has its whole range, or all its words.
    Raises UnknownOption, `bad-sweep`, `too-many-values`.
    """
    name, _, told = (part.strip() for part in text.partition("="))
    option = game.facts.options.get(name)
    if name == PLAYERS and told:
        return Axis(name, tuple(word.strip() for word in told.split(",")))
    if option is None:
        raise errors.refuse("unknown-option", game=game.NAME, option=name, known=(*game.facts.options, PLAYERS))
    if not told and not isinstance(option, Number):
        return Axis(name, option.suggested)
    step = option.step if isinstance(option, Number) else 1
    if not told and isinstance(option, Number):
        told = f"{option.low}..{option.high}"
    if ".." not in told:
        return Axis(name, tuple(word.strip() for word in told.split(",")))
    return Axis(name, _read_range(text, told, step, shown))


def _read_range(text: str, told: str, step: int, shown: int) -> tuple[str, ...]:
    found = RANGE.fullmatch(told.replace(" ", ""))
    low, high = (int(found[1]), int(found[2])) if found else (1, 0)
    if found is None or low >= high:
        raise errors.refuse("bad-sweep", text=text)
    between = int(found[3]) if found[3] else step * max(1, -(-((high - low) // step) // (shown - 1)))
    if (number := (high - low) // between + 1) > (most := max(shown, MOST_VALUES)):
        raise errors.refuse("too-many-values", n=number, most=most)
    return tuple(map(str, range(low, high + 1, between)))


def complete(sweep: Sweep, most_values: int = MOST_VALUES, most_points: int = MOST_POINTS) -> Sweep:
    """Return the sweep with a value for every option, if it has so many values on an axis, and points, at most.

    Raises what `matches.validate` raises, also for any value of an axis, `bad-sweep` and `too-many-values`.
    """
    base = validate(sweep.base)
    names = [axis.option for axis in sweep.axes]
    if not 1 <= len(names) <= 2 or len(set(names)) < len(names):
        raise errors.refuse("bad-sweep", text=", ".join(names))
    for axis in sweep.axes:
        if len(axis.values) < 2 or len(set(axis.values)) < len(axis.values):
            raise errors.refuse("bad-sweep", text=f"{axis.option}={','.join(axis.values)}")
    most = max(len(axis.values) for axis in sweep.axes)
    for number, limit in ((most, most_values), (prod(len(axis.values) for axis in sweep.axes), most_points)):
        if number > limit:
            raise errors.refuse("too-many-values", n=number, most=limit)
    whole = replace(sweep, base=base)
    for setting in whole.settings:
        validate(setting)
    return whole


@dataclass
class SweepResult:
    """What is known of a sweep: at each point the moments of its measures, and of its differences to the reference."""

    sweep: Sweep
    pairs: list[Pairs] = field(default_factory=list)  # by point, once there is a slice
    jobs: int = 0  # slices that are played, of all points
    stopped: str = ""  # why it stopped: `within`, `matches` or `interrupted`

    @property
    def count(self) -> int:
        """Number of matches at each point."""
        return self.pairs[0].count if self.pairs else 0

    @property
    def done(self) -> float:
        """How much of all the matches is played, from 0 to 1; 1 when it has stopped."""
        if self.stopped in ("within", "matches"):
            return 1.0
        sizes = [size for _, size in self.sweep.slices]
        whole, part = divmod(self.jobs, len(self.sweep.points))
        played = sum(sizes[:whole]) + (sizes[whole] * part / len(self.sweep.points) if part else 0)
        return played / self.sweep.matches

    @property
    def half_width(self) -> float:
        """Half the widest 95 % interval of a win share by place, at any point; infinite before the first look."""
        if self.count < LEAST:
            return inf
        shares = [column for column, measure in enumerate(self.sweep.measures) if measure.name.startswith("place.")]
        widest = max(float(pairs.changed.error[shares].max()) for pairs in self.pairs)
        return quantile(self.count - 1) * widest

    def interval(self, point: int, column: int) -> tuple[float, float]:
        """The 95 % interval of a measure at a point; without numbers where too little is known."""
        moments = self.pairs[point].changed
        is_share = self.sweep.measures[column].unit in ("share", "matches")
        mean, error = float(moments.mean[column]), float(moments.error[column])
        return early_interval(moments.count, mean, error, is_share=is_share)


Progress = Callable[[SweepResult], None]


def run(sweep: Sweep, by: Engine, progress: Progress | None = None) -> SweepResult:
    """Play the matches of a complete sweep; `progress` is called after each slice of each point.

    Ctrl-C stops playing, and what all points have played remains. The width of the intervals decides when to stop, not
    where they lie: such intervals have their 95 % in the limit (Chow and Robbins, "On the asymptotic theory of
    fixed-width sequential confidence intervals for the mean", Annals of Mathematical Statistics 36, 1965).
    """
    result = SweepResult(sweep)
    for setting in sweep.settings:
        keeping.touch(setting)
    keeping.forget_oldest()
    try:
        for first, results in _rounds(result, by, progress):
            _take(result, first, results)
            if progress:
                progress(result)
            if sweep.within is not None and result.half_width <= sweep.within:
                result.stopped = "within"
                return result
        result.stopped = "matches"
    except KeyboardInterrupt:
        result.stopped = "interrupted"
    return result


def slices(matches: int, first_ends: Sequence[int] = FIRST_SLICES) -> Iterator[tuple[int, int]]:
    """Yield the first match and the number of matches of each slice of so many matches."""
    first, ends = 0, iter(first_ends)
    while first < matches:
        end = min(matches, next(ends, first + SLICE))
        yield first, end - first
        first = end


def play_slice(job: Job) -> Results:
    """Play one slice in this process."""
    return play_range(*job)


def _rounds(result: SweepResult, by: Engine, progress: Progress | None) -> Iterator[tuple[int, list[Results]]]:
    """Yield the first match of each slice and its results at all points."""
    settings = result.sweep.settings
    for first, size in result.sweep.slices:
        found = []
        for results in play([(setting, first, size) for setting in settings], by, keeping.Slices, play_slice):
            found.append(results)
            result.jobs += 1
            if progress and len(found) < len(settings):
                progress(result)
        yield first, found


def _take(result: SweepResult, first: int, results: list[Results]) -> None:
    base = result.sweep.base
    tables = [values(base, each, first) for each in results]
    reference = tables[result.sweep.reference]
    pairs = [Pairs.of(reference, table) for table in tables]
    result.pairs = [old + new for old, new in zip(result.pairs, pairs, strict=True)] if result.pairs else pairs


def numbers_of(axis: Axis) -> Floats | None:
    """The values of an axis as numbers; None if one of them is a word."""
    try:
        return np.array([float(value) for value in axis.values])
    except ValueError:
        return None
