"""A study: matches under the original and the changed rules with the same dice, and the differences between them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from bussolotto.core import errors
from bussolotto.play.engines import Engine
from bussolotto.study import keeping
from bussolotto.study.effects import Effect, Pairs
from bussolotto.study.matches import MatchConfig, Results, play, tasks, validate
from bussolotto.study.measures import Counts, Measure, measures, values

TRAIL_STEP = 1.03  # minimum ratio of the numbers of matches of two successive points of the trail

Change = Mapping[str, str]


@dataclass(frozen=True)
class Experiment:
    """A comparison of the base with each change, over `matches` on each side or until the effect is known.

    `until`: stop once the interval of the measure `effect` is narrower than this, from end to end, for every change.
    """

    base: MatchConfig
    changes: tuple[Change, ...]
    matches: int
    until: float | None = None
    effect: str = "plies"

    @property
    def sides(self) -> tuple[MatchConfig, ...]:
        """The setting of the base, then that of each change."""
        changed = (replace(self.base, options={**self.base.options, **change}) for change in self.changes)
        return self.base, *changed

    @property
    def names(self) -> tuple[str, ...]:
        """Name of each side in tables: `base`, or the changed options such as `condition_c=12`."""
        changed = (", ".join(f"{name}={value}" for name, value in change.items()) for change in self.changes)
        return "base", *changed

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures of each match."""
        return measures(self.base)

    @property
    def column(self) -> int:
        """Index of the effect among the measures."""
        return [measure.name for measure in self.measures].index(self.effect)

    @property
    def key(self) -> str:
        """Id of the question, the same for any number of matches."""
        said = [[side.game, side.players, side.seed, sorted(side.options.items())] for side in self.sides]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:20]


def complete(experiment: Experiment, together: bool = False) -> Experiment:
    """Return the experiment with a value for every option; `together` combines all changes into one.

    Raises UnknownGame, BadSeats, UnknownPlayer, UnknownOption, UnknownValue, `no-change`, `same-as-base`,
    `changed-twice`, `unknown-effect`.
    """
    base = validate(experiment.base)
    changes = experiment.changes
    if not any(changes):
        raise errors.refuse("no-change", game=base.game, known=", ".join(tuple(base.module.OPTIONS)) or "none")
    if together:
        changes = (_joined(base.game, changes),)
    known = [measure.name for measure in measures(base)]
    if experiment.effect not in known:
        raise errors.refuse("unknown-effect", effect=experiment.effect, known=known)
    whole = replace(experiment, base=base, changes=tuple(dict(change) for change in changes))
    for side, name in zip(whole.sides[1:], whole.names[1:], strict=True):
        if validate(side).options == base.options:
            raise errors.refuse("same-as-base", game=base.game, change=name)
    return whole


def _joined(game: str, changes: tuple[Change, ...]) -> Change:
    joined: dict[str, str] = {}
    for change in changes:
        for name, value in change.items():
            if name in joined:
                raise errors.refuse("changed-twice", game=game, option=name)
            joined[name] = value
    return joined


Question, asked = Experiment, complete  # former names


class Look(NamedTuple):
    """The estimate of the effect and its anytime interval after a number of pairs of matches."""

    matches: int
    mean: float
    lower: float
    upper: float


@dataclass
class StudyResult:
    """The results of a study. `counts` has the base first; `pairs` and `trails` have one element for each change."""

    experiment: Experiment
    pairs: list[Pairs]  # by change
    counts: list[Counts]  # by side
    trails: list[list[Look]]  # by change
    interrupted: bool = False
    narrow: bool = False  # stopped because the interval was narrow enough

    @property
    def count(self) -> int:
        """Number of pairs of matches."""
        return self.pairs[0].count if self.pairs else 0

    def effect(self, change: int) -> Effect:
        """Return the effect in question; needs at least two pairs."""
        return self.pairs[change].effect(self.experiment.column)

    @property
    def width(self) -> float:
        """Width of the widest anytime interval of the effect."""
        return max(self.effect(change).width for change in range(len(self.pairs)))


Progress = Callable[[StudyResult], None]
OnResults = Callable[[MatchConfig, Results, str], None]


def study(
    experiment: Experiment, by: Engine, progress: Progress | None = None, on_results: OnResults | None = None
) -> StudyResult:
    """Play the matches and compare them. `progress` is called after each batch with the result so far.

    `on_results` is called with the setting, the results and the name of each side.
    Ctrl-C stops playing, but the finished matches are compared. The experiment has to be complete: see `complete`.
    """
    result = StudyResult(experiment, [], [], [])
    for side in experiment.sides:
        keeping.touch(side)
    keeping.forget_oldest()
    try:
        for results in _rounds(experiment, by):
            _take(result, results)
            if on_results:
                for side, each, name in zip(experiment.sides, results, experiment.names, strict=True):
                    on_results(side, each, name)
            if progress:
                progress(result)
            if experiment.until is not None and result.width < experiment.until:
                result.narrow = True
                break
    except KeyboardInterrupt:
        result.interrupted = True
    return result


def _rounds(experiment: Experiment, by: Engine) -> Iterator[list[Results]]:
    """Yield the results of all sides, batch by batch."""
    sides = [tasks(side, experiment.matches) for side in experiment.sides]
    wanted = [task for same in zip(*sides, strict=True) for task in same]
    results = play(wanted, by, keeping)
    for _ in sides[0]:
        yield [next(results) for _ in sides]


def _take(result: StudyResult, results: list[Results]) -> None:
    first, experiment = result.count, result.experiment
    tables = [values(side, each, first) for side, each in zip(experiment.sides, results, strict=True)]
    pairs = [Pairs.of(tables[0], table) for table in tables[1:]]
    counts = [Counts.of(each) for each in results]
    if result.pairs:
        pairs = [old + new for old, new in zip(result.pairs, pairs, strict=True)]
        counts = [old + new for old, new in zip(result.counts, counts, strict=True)]
    result.pairs, result.counts = pairs, counts
    result.trails = result.trails or [[] for _ in pairs]
    for change, trail in enumerate(result.trails):
        if result.count > 1 and (not trail or result.count >= trail[-1].matches * TRAIL_STEP):
            effect = result.effect(change)
            trail.append(Look(effect.matches, effect.mean, *effect.anytime))
