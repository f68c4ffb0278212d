"""A study: the same matches under the rules as they are and as changed, with the same dice, and what differs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from bussolotto import errors
from bussolotto.engines import Engine
from bussolotto.study import keeping
from bussolotto.study.effects import Effect, Pairs
from bussolotto.study.matches import Results, Setting, checked
from bussolotto.study.measures import Counts, Measure, measures, values
from bussolotto.study.playing import Task, played, tasks

TRAIL_STEP = 1.03  # a point of the trail is noted when there are so many times the matches of the last

Change = Mapping[str, str]


@dataclass(frozen=True)
class Question:
    """What is compared: the base with each change, in so many matches of each or until the effect is known.

    `until`: stop when the interval of the `effect`, a measure's name, is narrower, from end to end, for every change.
    """

    base: Setting
    changes: tuple[Change, ...]
    matches: int
    until: float | None = None
    effect: str = "plies"

    @property
    def sides(self) -> tuple[Setting, ...]:
        """The base, then each change of it."""
        base = self.base
        changed = (Setting(base.game, base.players, base.seed, {**base.options, **change}) for change in self.changes)
        return base, *changed

    @property
    def names(self) -> tuple[str, ...]:
        """What each side is called in tables: `base`, or what is changed, `condition_c=12`."""
        changed = (", ".join(f"{name}={value}" for name, value in change.items()) for change in self.changes)
        return "base", *changed

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What is measured in each match."""
        return measures(self.base)

    @property
    def column(self) -> int:
        """Where the effect stands among the measures."""
        return [measure.name for measure in self.measures].index(self.effect)

    @property
    def key(self) -> str:
        """The same for the same question, however many matches answer it."""
        said = [[side.game, side.players, side.seed, sorted(side.options.items())] for side in self.sides]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:20]


def asked(question: Question, together: bool = False) -> Question:
    """The question with every option said; `together`: all changes are one.

    Raises UnknownGame, BadSeats, UnknownPlayer, UnknownOption, UnknownValue, NoChange, SameAsBase, ChangedTwice,
    UnknownEffect.
    """
    base = checked(question.base)
    changes = question.changes
    if not any(changes):
        raise errors.NoChange(base.game, tuple(base.module.OPTIONS))
    if together:
        changes = (_joined(base.game, changes),)
    known = [measure.name for measure in measures(base)]
    if question.effect not in known:
        raise errors.UnknownEffect(question.effect, known)
    whole = Question(base, tuple(dict(change) for change in changes), question.matches, question.until, question.effect)
    for side, name in zip(whole.sides[1:], whole.names[1:], strict=True):
        if checked(side).options == base.options:
            raise errors.SameAsBase(base.game, name)
    return whole


def _joined(game: str, changes: tuple[Change, ...]) -> Change:
    joined: dict[str, str] = {}
    for change in changes:
        for name, value in change.items():
            if name in joined:
                raise errors.ChangedTwice(game, name)
            joined[name] = value
    return joined


class Look(NamedTuple):
    """What was known of the effect after so many pairs of matches."""

    matches: int
    mean: float
    lower: float
    upper: float


@dataclass
class Findings:
    """What was found; all lists but `pairs` and `trails` have the base first."""

    question: Question
    pairs: list[Pairs]  # by change
    counts: list[Counts]  # by side
    trails: list[list[Look]]  # by change
    interrupted: bool = False
    narrow: bool = False  # stopped because the interval was narrow enough
    extras: dict[str, list[dict[str, object]]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Pairs of matches."""
        return self.pairs[0].count if self.pairs else 0

    def effect(self, change: int) -> Effect:
        """The one that is asked for; needs two pairs."""
        return self.pairs[change].effect(self.question.column)

    @property
    def width(self) -> float:
        """Of the widest interval of the effect, valid at any time."""
        return max(self.effect(change).width for change in range(len(self.pairs)))


Progress = Callable[[Findings], None]
Told = Callable[[Setting, Results, str], None]


def study(question: Question, by: Engine, progress: Progress | None = None, told: Told | None = None) -> Findings:
    """Play the matches and compare; `progress` is told after each batch, `told` the results of each side and its name.

    Ctrl-C ends the playing, not the comparing. The question has to be whole: `asked`.
    """
    findings = Findings(question, [], [], [])
    for side in question.sides:
        keeping.touch(side)
    keeping.forget_oldest()
    try:
        for results in _rounds(question, by):
            _take(findings, results)
            if told:
                for side, each, name in zip(question.sides, results, question.names, strict=True):
                    told(side, each, name)
            if progress:
                progress(findings)
            if question.until is not None and findings.width < question.until:
                findings.narrow = True
                break
    except KeyboardInterrupt:
        findings.interrupted = True
    return findings


def _rounds(question: Question, by: Engine) -> Iterator[list[Results]]:
    """Batch by batch the results of every side."""
    sides = [tasks(side, question.matches) for side in question.sides]
    wanted: list[Task] = [task for same in zip(*sides, strict=True) for task in same]
    results = played(wanted, by)
    for _ in sides[0]:
        yield [next(results) for _ in sides]


def _take(findings: Findings, results: list[Results]) -> None:
    """Add a batch of every side."""
    first, question = findings.count, findings.question
    tables = [values(side, each, first) for side, each in zip(question.sides, results, strict=True)]
    pairs = [Pairs.of(tables[0], table) for table in tables[1:]]
    counts = [Counts.of(each) for each in results]
    if findings.pairs:
        pairs = [old + new for old, new in zip(findings.pairs, pairs, strict=True)]
        counts = [old + new for old, new in zip(findings.counts, counts, strict=True)]
    findings.pairs, findings.counts = pairs, counts
    findings.trails = findings.trails or [[] for _ in pairs]
    for change, trail in enumerate(findings.trails):
        _note(findings, change, trail)


def _note(findings: Findings, change: int, trail: list[Look]) -> None:
    if findings.count > 1 and (not trail or findings.count >= trail[-1].matches * TRAIL_STEP):
        effect = findings.effect(change)
        trail.append(Look(effect.matches, effect.mean, *effect.anytime))
