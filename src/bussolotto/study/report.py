"""The report of a study as a plain dict, ready for JSON. Scripts may rely on its fields; docs/studies.md lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

import bussolotto
from bussolotto.play.engines import Engine
from bussolotto.study import decisions, keeping, sample, skill
from bussolotto.study.effects import LEAST, Effect, Moments, figure
from bussolotto.study.matches import MatchConfig
from bussolotto.study.measures import COUNTED, Counts
from bussolotto.study.study import Experiment, StudyResult

QUANTILES = (0, 5, 25, 50, 75, 95, 100)  # percent
BINS = 40
SAMPLE, COMPILED_SAMPLE = 60, 120  # matches in the sample

OnStage = Callable[[str], None]


def report(result: StudyResult, command: str = "") -> dict[str, Any]:
    """Return all figures of the matches; an unknown figure is None."""
    experiment = result.experiment
    return {
        "study": experiment.key,
        "version": bussolotto.__version__,
        "command": command,
        "game": experiment.base.game,
        "rules": experiment.base.module.RULES,
        "seats": experiment.base.seats,
        "players": list(experiment.base.players),
        "seed": experiment.base.seed,
        "options": dict(experiment.base.options),
        "changes": [dict(change) for change in experiment.changes],
        "matches": experiment.matches,
        "until": experiment.until,
        "played": result.count,
        "interrupted": result.interrupted,
        "stopped": _stopped(result),
        "effect": experiment.effect,
        "sides": [_side(result, side) for side in range(len(experiment.sides))],
        "effects": [_effects(result, change) for change in range(len(experiment.changes))],
        "trails": [[[look.matches, *_figures(look[1:])] for look in trail] for trail in result.trails],
        "skill": None,
        "decisions": None,
        "own": None,
    }


def _stopped(result: StudyResult) -> str:
    """Return why the study stopped; the plain intervals hold only if the number of matches was fixed beforehand."""
    if result.interrupted:
        return "interrupted"
    return "until" if result.narrow else "matches"


def _side(result: StudyResult, side: int) -> dict[str, Any]:
    experiment = result.experiment
    told: dict[str, Any] = {"options": dict(experiment.sides[side].options), "measures": {}, "counts": {}}
    if not result.count:
        return told
    moments = result.pairs[0].base if side == 0 else result.pairs[side - 1].changed
    told["measures"] = {
        measure.name: _mean(moments, column, measure.unit) for column, measure in enumerate(experiment.measures)
    }
    edges = _edges(result.counts)
    told["counts"] = {name: _count(result.counts[side], name, edges[name]) for name in COUNTED}
    return told


def _mean(moments: Moments, column: int, unit: str) -> dict[str, Any]:
    return {
        "unit": unit,
        "mean": figure(moments.mean[column]),
        "se": figure(moments.error[column]),
        "sd": figure(np.sqrt(moments.variance[column])),
    }


def _edges(counts: Sequence[Counts]) -> dict[str, list[int]]:
    """Return the edges of the histogram bars of each counted measure, the same for all sides.

    They cover all but the largest 0.1 % of every side, which are counted in the last bar.
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


def _effects(result: StudyResult, change: int) -> dict[str, Any]:
    if result.count < 2:
        return {}
    names = [(measure.name, measure.unit) for measure in result.experiment.measures]
    pairs = result.pairs[change]
    return {name: {"unit": unit, **_effect(pairs.effect(column))} for column, (name, unit) in enumerate(names)}


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "difference": figure(effect.mean),
        "se": figure(effect.error),
        "interval": _figures(effect.interval),
        "anytime": _figures(effect.anytime) if effect.matches >= LEAST else None,
        "unpaired_se": figure(effect.unpaired),
        "narrowing": figure(effect.unpaired / effect.error) if effect.error else None,
    }


def experiments(result: StudyResult, by: Engine, on_stage: OnStage | None = None) -> dict[str, Any]:
    """Return luck against skill, decisions that matter and the game's own measures for every side; cached like matches.

    `on_stage` is called with each stage as it begins: `skill`, `sample`, `decisions`.
    """
    experiment = result.experiment
    return keeping.once(experiment.base, experiment.key, lambda: _found(experiment, by, on_stage or (lambda _: None)))


def _found(experiment: Experiment, by: Engine, on_stage: OnStage) -> dict[str, Any]:
    on_stage("skill")
    skills = _skill(experiment, by)
    on_stage("sample")
    samples = [sample.draw(side, _sample_size(experiment.base)) for side in experiment.sides]
    own = _own(experiment, samples)
    on_stage("decisions")
    pairs = zip(experiment.sides, samples, strict=True)
    worths = [decisions.worth(side, each, by) for side, each in pairs]
    told = [decisions_told(each, found, decisions.ROLLOUTS) for each, found in zip(samples, worths, strict=True)]
    return {"skill": skills, "own": own, "decisions": told}


def _sample_size(setting: MatchConfig) -> int:
    return COMPILED_SAMPLE if setting.compiled else SAMPLE


def _skill(experiment: Experiment, by: Engine) -> dict[str, Any]:
    rounds = skill.rounds_of(experiment.base)
    shares = [skill.played_shares(side, rounds, by) for side in experiment.sides]
    return {
        "players": list(skill.strengths(experiment.base)),
        "line_ups": shares[0].shape[1],
        "rounds": rounds,
        "sides": [_explain(skill.explain(each)) for each in shares],
        "effects": [_explain(skill.difference(shares[0], each)) for each in shares[1:]],
    }


def _explain(found: skill.Explained) -> dict[str, Any]:
    return {"share": figure(found.share), "se": figure(found.error), "interval": _figures(found.interval)}


def decisions_told(drawn: sample.Sample, worth: decisions.Worth | None, rollouts: int) -> dict[str, Any]:
    """Return the decisions that matter in a sample, as `decisions` of a study has them."""
    told: dict[str, Any] = {
        "matches": len(drawn.choices),
        "choices": figure(drawn.choices.mean()),
        "decisions": figure(drawn.decisions.mean()),
        "rollouts": rollouts,
        "threshold": decisions.THRESHOLD,
    }
    if worth is None:
        return {**told, "drawn": 0, "share": None, "interval": None, "typical": None, "worth": None, "se": None}
    return {
        **told,
        "drawn": len(worth.values),
        "share": figure(worth.share),
        "interval": _figures(worth.interval),
        "typical": figure(worth.typical),
        "worth": figure(worth.mean),
        "se": figure(worth.error),
    }


def _own(experiment: Experiment, samples: Sequence[sample.Sample]) -> dict[str, Any] | None:
    """Return the fates of the game's places as shares of the times each was decided; None without own measures."""
    module = experiment.base.module.part("study")
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
    """Return share and standard error over matches by place and fate; None for a place that is never in play."""
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


def _figures(values: Iterable[float]) -> list[float | None]:
    return [figure(value) for value in values]
