"""Sweeps and searches as plain dicts, ready for JSON, and as rows for CSV. docs/studies.md lists their fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bussolotto
from bussolotto.study.effects import figure
from bussolotto.study.sweep import Sweep, SweepResult
from bussolotto.study.target import Search, error_of

COLUMNS = (
    "measure",
    "matches",
    "mean",
    "se",
    "lower",
    "upper",
    "difference",
    "difference_se",
)  # of CSV, after the axes


def question(sweep: Sweep, command: str = "") -> dict[str, Any]:
    """Return what was asked."""
    base = sweep.base
    return {
        "sweep": sweep.key,
        "version": bussolotto.__version__,
        "command": command,
        "game": base.game,
        "rules": base.module.RULES,
        "seats": base.seats,
        "players": list(base.players),
        "seed": base.seed,
        "options": dict(base.options),
        "axes": [{"option": axis.option, "values": list(axis.values)} for axis in sweep.axes],
        "matches": sweep.matches,
        "within": sweep.within,
    }


def sweep_report(result: SweepResult, command: str = "") -> dict[str, Any]:
    """Return all figures of a sweep so far; an unknown figure is None."""
    sweep = result.sweep
    return {
        **question(sweep, command),
        "played": result.count,
        "done": figure(result.done),
        "stopped": result.stopped or None,
        "half_width": figure(result.half_width),
        "reference": sweep.reference,
        "units": {measure.name: measure.unit for measure in sweep.measures},
        "points": [
            {"values": list(values), "measures": _measures(result, point) if result.count else {}}
            for point, values in enumerate(sweep.points)
        ],
    }


def _measures(result: SweepResult, point: int) -> dict[str, dict[str, float | None]]:
    pairs = result.pairs[point]
    told = {}
    for column, measure in enumerate(result.sweep.measures):
        lower, upper = result.interval(point, column)
        told[measure.name] = {
            "mean": figure(pairs.changed.mean[column]),
            "se": figure(pairs.changed.error[column]),
            "lower": figure(lower),
            "upper": figure(upper),
            "difference": figure(pairs.difference.mean[column]),
            "difference_se": figure(pairs.difference.error[column]),
        }
    return told


def csv_rows(told: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield the rows of a report of a sweep: the names of the columns, then a row for each point and measure."""
    yield [*(axis["option"] for axis in told["axes"]), *COLUMNS]
    for point in told["points"]:
        for name, found in point["measures"].items():
            yield [*point["values"], name, told["played"], *(found[column] for column in COLUMNS[2:])]


def search_report(found: Search, command: str = "") -> dict[str, Any]:
    """Return all that a search has found so far."""
    values, crossing = found.sweep.axes[0].values, found.crossing()
    matches = min((len(found.tried[index]) for index in (found.low, found.high) if index in found.tried), default=0)
    return {
        **question(found.sweep, command),
        "target": {"measure": found.target.measure, "value": found.target.value},
        "stopped": found.stopped or None,
        "between": [values[found.low], values[found.high]] if found.stopped == "found" else None,
        "nearest": values[found.nearest] if found.stopped == "found" else None,
        "crossing": figure(crossing[0]) if crossing else None,
        "error": figure(error_of(crossing, matches)) if crossing else None,
        "beyond": found.beyond,
        "possible": [values[index] for index in found.possible],
        "tried": [_tried(found, index) for index in sorted(found.tried)],
    }


def _tried(found: Search, index: int) -> dict[str, Any]:
    mean, lower, upper = found.interval(index)
    return {
        "value": found.sweep.axes[0].values[index],
        "matches": len(found.tried[index]),
        "mean": figure(mean),
        "lower": figure(lower),
        "upper": figure(upper),
    }
