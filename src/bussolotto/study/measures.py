"""Measures of a match: one row of numbers for each match; docs/studies.md describes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bussolotto.study.effects import Floats
from bussolotto.study.matches import Integers, MatchConfig, Results, find_seats

COUNTED = {  # counts in a match: the name of the measure, and its column of the results
    "plies": "plies",
    "decisions": "decisions",
    "turns": "turns",
    "lead_changes": "leads",
}


class Measure(NamedTuple):
    """The name of a measure and its unit."""

    name: str
    unit: str


def measures(setting: MatchConfig) -> tuple[Measure, ...]:
    """Return all measures of a match with these players, in the order of the columns of `values`."""
    seats = range(setting.seats)
    listed = [Measure(name, name) for name in COUNTED]
    listed += [Measure(f"place.{place}", "share") for place in seats]
    listed += [Measure(f"seat.{seat}", "share") for seat in seats]
    if len(set(setting.players)) > 1:
        listed += [Measure(f"player.{player}", "share") for player in seats]
    listed += [Measure("points", "points"), Measure("winner", "points"), Measure("margin", "points")]
    listed += [Measure(f"points.{place}", "points") for place in seats]
    listed += [Measure("tied", "matches")]
    listed += [Measure(f"ending.{word}", "matches") for word in setting.module.ENDINGS]
    return tuple(listed)


def unit_of(name: str) -> str:
    """Return the unit of a measure of this name."""
    kind = name.partition(".")[0]
    units = {"place": "share", "seat": "share", "player": "share", "tied": "matches", "ending": "matches"}
    return units.get(kind, kind if kind in COUNTED else "points")


def values(setting: MatchConfig, results: Results, first: int = 0) -> Floats:
    """Return the measured values, float64[matches, measures]; `first` is the number of the first of these matches."""
    seats = setting.seats
    shares, points = results.shares[:, :seats], results.points[:, :seats]
    by_place = results.seats_by_place(seats)
    columns: list[Integers | Floats] = [getattr(results, column)[:, None] for column in COUNTED.values()]
    columns += [np.take_along_axis(shares, by_place, axis=1), shares]
    if len(set(setting.players)) > 1:
        columns += [np.take_along_axis(shares, find_seats(setting, first, len(results)), axis=1)]
    columns += [points.mean(axis=1, keepdims=True), winners_points(shares, points)[:, None]]
    columns += [margins(shares, points)[:, None], np.take_along_axis(points, by_place, axis=1)]
    columns += [
        (shares.max(axis=1, keepdims=True) < 1),
        results.endings[:, None] == np.arange(len(setting.module.ENDINGS)),
    ]
    return np.concatenate(columns, axis=1, dtype=np.float64)


def winners_points(shares: Floats, points: Floats) -> Floats:
    """Return the mean points of the winners of each match."""
    winners = shares == shares.max(axis=1, keepdims=True)
    found: Floats = (points * winners).sum(axis=1) / winners.sum(axis=1)
    return found


def margins(shares: Floats, points: Floats) -> Floats:
    """Return the distance in points from the winner to the closest other seat; 0 for a shared victory."""
    winners = shares == shares.max(axis=1, keepdims=True)
    away = np.abs(points - winners_points(shares, points)[:, None])
    nearest: Floats = np.where(winners, np.inf, away).min(axis=1)
    return np.where(winners.sum(axis=1) > 1, 0.0, nearest)


@dataclass
class Counts:
    """Exact distributions of the counted measures: for each of them, the number of matches with each count."""

    by_name: dict[str, Integers]

    @classmethod
    def of(cls, results: Results) -> Counts:
        """Return the distributions in these matches."""
        return cls({name: np.bincount(getattr(results, column)) for name, column in COUNTED.items()})

    def __add__(self, other: Counts) -> Counts:
        return Counts({name: _sum(self.by_name[name], other.by_name[name]) for name in COUNTED})

    def quantiles(self, name: str, percents: Sequence[float]) -> dict[str, int]:
        """Return, for each percentage, the least number that this percentage of the matches does not exceed."""
        reached = np.cumsum(self.by_name[name])
        return {
            str(percent): int(np.searchsorted(reached, max(1, np.ceil(reached[-1] * percent / 100))))
            for percent in percents
        }


def _sum(one: Integers, other: Integers) -> Integers:
    """Add element by element, with the shorter array padded with zeros."""
    total = np.zeros(max(len(one), len(other)), np.int64)
    total[: len(one)] += one
    total[: len(other)] += other
    return total
