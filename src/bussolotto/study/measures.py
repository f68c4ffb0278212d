"""What is measured in a match: one row of numbers for each, docs/studies.md tells what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bussolotto.study.effects import Floats
from bussolotto.study.matches import Integers, Results, Setting

COUNTED = {  # how many of these a match has: by the name of the measure, the column of the results
    "plies": "plies",
    "decisions": "decisions",
    "turns": "turns",
    "lead_changes": "leads",
}


class Measure(NamedTuple):
    """A name, what it is counted in, and of which seat, place or player it tells, if of one."""

    name: str
    unit: str
    number: int = 0


def measures(setting: Setting) -> tuple[Measure, ...]:
    """Every measure of a match with these players, in the order of the columns of `values`."""
    seats = range(setting.seats)
    listed = [Measure(name, name) for name in COUNTED]
    listed += [Measure(f"place.{place}", "share", place) for place in seats]
    listed += [Measure(f"seat.{seat}", "share", seat) for seat in seats]
    if len(set(setting.players)) > 1:
        listed += [Measure(f"player.{player}", "share", player) for player in seats]
    listed += [Measure("points", "points"), Measure("winner", "points"), Measure("margin", "points")]
    listed += [Measure(f"points.{place}", "points", place) for place in seats]
    listed += [Measure("tied", "matches")]
    listed += [Measure(f"ending.{word}", "matches") for word in setting.module.ENDINGS]
    return tuple(listed)


def values(setting: Setting, results: Results, first: int = 0) -> Floats:
    """float64[matches, measures]; `first` is the number of the first of these matches."""
    seats = setting.seats
    shares, points = results.shares[:, :seats], results.points[:, :seats]
    by_place = (results.starts[:, None] + np.arange(seats)) % seats
    columns: list[Integers | Floats] = [getattr(results, column)[:, None] for column in COUNTED.values()]
    columns += [np.take_along_axis(shares, by_place, axis=1), shares]
    if len(set(setting.players)) > 1:
        columns += [np.take_along_axis(shares, seated(setting, first, len(results)), axis=1)]
    columns += [points.mean(axis=1, keepdims=True), winners_points(shares, points)[:, None]]
    columns += [margins(shares, points)[:, None], np.take_along_axis(points, by_place, axis=1)]
    columns += [(shares.max(axis=1, keepdims=True) < 1), results.endings[:, None] == endings(setting)]
    return np.concatenate(columns, axis=1, dtype=np.float64)


def endings(setting: Setting) -> Integers:
    """The numbers of the ways to end."""
    return np.arange(len(setting.module.ENDINGS))


def seated(setting: Setting, first: int, matches: int) -> Integers:
    """int64[matches, players]: where each player sat."""
    numbers = first + np.arange(matches)
    return (numbers[:, None] + np.arange(setting.seats)) % setting.seats


def winners_points(shares: Floats, points: Floats) -> Floats:
    """What the winners have on average."""
    winners = shares == shares.max(axis=1, keepdims=True)
    found: Floats = (points * winners).sum(axis=1) / winners.sum(axis=1)
    return found


def margins(shares: Floats, points: Floats) -> Floats:
    """How far the nearest other is from the winner in points, in either direction; 0 where victory is shared."""
    winners = shares == shares.max(axis=1, keepdims=True)
    away = np.abs(points - winners_points(shares, points)[:, None])
    nearest: Floats = np.where(winners, np.inf, away).min(axis=1)
    return np.where(winners.sum(axis=1) > 1, 0.0, nearest)


@dataclass
class Counts:
    """How many matches had how many of each thing that is counted: exact distributions in little room."""

    by_name: dict[str, Integers]

    @classmethod
    def of(cls, results: Results) -> Counts:
        """Of these matches."""
        return cls({name: np.bincount(getattr(results, column)) for name, column in COUNTED.items()})

    def __add__(self, other: Counts) -> Counts:
        return Counts({name: _sum(self.by_name[name], other.by_name[name]) for name in COUNTED})

    def quantiles(self, name: str, percents: Sequence[float]) -> dict[str, int]:
        """The least number that so many percent of the matches do not exceed."""
        reached = np.cumsum(self.by_name[name])
        return {
            str(percent): int(np.searchsorted(reached, max(1, np.ceil(reached[-1] * percent / 100))))
            for percent in percents
        }


def _sum(one: Integers, other: Integers) -> Integers:
    """Element by element, the shorter one filled up with zeros."""
    total = np.zeros(max(len(one), len(other)), np.int64)
    total[: len(one)] += one
    total[: len(other)] += other
    return total
