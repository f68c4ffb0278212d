"""What a study found, as a plain dict ready for JSON; docs/studies.md tells its fields, which scripts may rely on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

import numpy as np

import bussolotto
from bussolotto.engines import Engine
from bussolotto.study import decisions, keeping, own, sample, skill
from bussolotto.study.effects import LEAST, Effect, Moments
from bussolotto.study.matches import Setting
from bussolotto.study.measures import COUNTED, Counts
from bussolotto.study.study import Findings, Look, Question

QUANTILES = (0, 5, 25, 50, 75, 95, 100)  # percent
BINS = 40
SAMPLE, COMPILED_SAMPLE = 60, 120  # matches that are looked into
DIGITS = 9  # significant ones: more would differ from machine to machine

Told = Callable[[str], None]


def report(findings: Findings, command: str = "") -> dict[str, Any]:
    """All figures of the matches; a figure that nothing is known about is None."""
    question = findings.question
    return {
        "study": question.key,
        "version": bussolotto.__version__,
        "command": command,
        "game": question.base.game,
        "rules": question.base.module.RULES,
        "seats": question.base.seats,
        "players": list(question.base.players),
        "seed": question.base.seed,
        "options": dict(question.base.options),
        "changes": [dict(change) for change in question.changes],
        "matches": question.matches,
        "until": question.until,
        "played": findings.count,
        "interrupted": findings.interrupted,
        "stopped": _stopped(findings),
        "effect": question.effect,
        "sides": [_side(findings, side) for side in range(len(question.sides))],
        "effects": [_effects(findings, change) for change in range(len(question.changes))],
        "trails": [[_look(look) for look in trail] for trail in findings.trails],
        "skill": None,
        "decisions": None,
        "own": None,
    }


def _stopped(findings: Findings) -> str:
    """Why there are no more matches; only where their number was fixed beforehand the plain intervals hold."""
    if findings.interrupted:
        return "interrupted"
    return "until" if findings.narrow else "matches"


def _side(findings: Findings, side: int) -> dict[str, Any]:
    """One set of rules by itself."""
    question = findings.question
    told: dict[str, Any] = {"options": dict(question.sides[side].options), "measures": {}, "counts": {}}
    if not findings.count:
        return told
    moments = findings.pairs[0].base if side == 0 else findings.pairs[side - 1].changed
    told["measures"] = {
        measure.name: _mean(moments, column, measure.unit) for column, measure in enumerate(question.measures)
    }
    edges = _edges(findings.counts)
    told["counts"] = {name: _count(findings.counts[side], name, edges[name]) for name in COUNTED}
    return told


def _mean(moments: Moments, column: int, unit: str) -> dict[str, Any]:
    known = moments.count > 1
    return {
        "unit": unit,
        "mean": figure(moments.mean[column]),
        "se": figure(moments.error[column]) if known else None,
        "sd": figure(np.sqrt(moments.variance[column])) if known else None,
    }


def _edges(counts: Sequence[Counts]) -> dict[str, list[int]]:
    """Where the bars of the picture of each thing begin, and the last one ends; the same for all sides.

    They reach over all but the last 0.1 % of every side, which the last bar holds as well.
    """
    edges = {}
    for name in COUNTED:
        highs = [each.quantiles(name, (99.9,))["99.9"] for each in counts]
        lows = [each.quantiles(name, (0,))["0"] for each in counts]
        step = max(1, -(-(max(highs) + 1 - min(lows)) // BINS))
        edges[name] = list(range(min(lows), max(highs) + 1 + step, step))
    return edges


def _count(counts: Counts, name: str, edges: list[int]) -> dict[str, Any]:
    by_number = counts.by_name[name]
    numbers = np.minimum(np.arange(len(by_number)), edges[-1] - 1)
    bars, _ = np.histogram(numbers, edges, weights=by_number)
    return {"quantiles": counts.quantiles(name, QUANTILES), "edges": edges, "matches": [int(bar) for bar in bars]}


def _effects(findings: Findings, change: int) -> dict[str, Any]:
    """What a change does to each measure."""
    if findings.count < 2:
        return {}
    names = [(measure.name, measure.unit) for measure in findings.question.measures]
    pairs = findings.pairs[change]
    return {name: {"unit": unit, **_effect(pairs.effect(column))} for column, (name, unit) in enumerate(names)}


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "difference": figure(effect.mean),
        "se": figure(effect.error),
        "interval": [figure(end) for end in effect.interval],
        "anytime": [figure(end) for end in effect.anytime] if effect.matches >= LEAST else None,
        "unpaired_se": figure(effect.unpaired),
        "narrowing": figure(effect.unpaired / effect.error) if effect.error else None,
    }


def _look(look: Look) -> list[Any]:
    return [look.matches, *(figure(value) for value in look[1:])]


def experiments(findings: Findings, by: Engine, told: Told | None = None) -> dict[str, Any]:
    """Luck against skill, decisions that matter, and the game's own measures, of every side; kept as matches are.

    `told` is told what is begun: `skill`, `sample`, `decisions`.
    """
    question = findings.question
    return keeping.once(question.base, question.key, lambda: _found(question, by, told or _silent))


def _found(question: Question, by: Engine, tell: Told) -> dict[str, Any]:
    tell("skill")
    found: dict[str, Any] = {"skill": _skill(question, by)}
    tell("sample")
    size = COMPILED_SAMPLE if question.base.compiled else SAMPLE
    samples = [sample.drawn(side, size) for side in question.sides]
    found["own"] = _own(question, samples)
    tell("decisions")
    pairs = zip(question.sides, samples, strict=True)
    found["decisions"] = [_decisions(side, each, by) for side, each in pairs]
    return found


def _silent(what: str) -> None:
    """Nobody is told."""


def _skill(question: Question, by: Engine) -> dict[str, Any]:
    rounds = skill.rounds_of(question.base)
    shares = [skill.played_shares(side, rounds, by) for side in question.sides]
    return {
        "players": list(skill.strengths(question.base)),
        "line_ups": shares[0].shape[1],
        "rounds": rounds,
        "sides": [_explained(skill.explained(each)) for each in shares],
        "effects": [_explained(skill.difference(shares[0], each)) for each in shares[1:]],
    }


def _explained(found: skill.Explained) -> dict[str, Any]:
    interval = [figure(end) for end in found.interval]
    return {"share": figure(found.share), "se": figure(found.error), "interval": interval}


def _decisions(setting: Setting, drawn: sample.Sample, by: Engine) -> dict[str, Any]:
    """Of one side."""
    worth = decisions.worth(setting, drawn, by)
    told: dict[str, Any] = {
        "matches": len(drawn.choices),
        "choices": figure(drawn.choices.mean()),
        "decisions": figure(drawn.decisions.mean()),
        "rollouts": decisions.ROLLOUTS,
        "threshold": decisions.THRESHOLD,
    }
    if worth is None:
        return {**told, "drawn": 0, "share": None, "interval": None, "typical": None, "worth": None, "se": None}
    return {
        **told,
        "drawn": len(worth.values),
        "share": figure(worth.share),
        "interval": [figure(end) for end in worth.interval],
        "typical": figure(worth.typical),
        "worth": figure(worth.mean),
        "se": figure(worth.error),
    }


def _own(question: Question, samples: Sequence[sample.Sample]) -> dict[str, Any] | None:
    """What becomes of the places of this game, as shares of the times it was decided."""
    module = own.of(question.base.module)
    if module is None:
        return None
    sides = [_fates(each.fates, module.PLACES, module.FATES) for each in samples if each.fates is not None]
    return {
        "places": list(module.PLACES),
        "fates": list(module.FATES),
        "matches": len(samples[0].choices),
        "sides": sides,
    }


def _fates(fates: Any, places: Sequence[str], names: Sequence[str]) -> dict[str, Any]:
    """By place, by fate: its share and standard error, matches being what varies; None for a place never in play."""
    told: dict[str, Any] = {}
    for number, place in enumerate(places):
        times = fates[:, number].sum(axis=1)
        total = times.sum()
        told[place] = None
        if total:
            shares = fates[:, number].sum(axis=0) / total
            away = fates[:, number] - times[:, None] * shares
            errors = np.sqrt((away**2).sum(axis=0)) / total  # of a ratio, by its linear part
            pairs = zip(names, shares, errors, strict=True)
            told[place] = {name: {"share": figure(share), "se": figure(error)} for name, share, error in pairs}
    return told


def figure(value: Any) -> float | None:
    """A plain number; None where there is none."""
    number = float(value)
    return float(f"{number:.{DIGITS}g}") if isfinite(number) else None
