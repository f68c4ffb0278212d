"""Tournaments: every company of players at a table, every seating of it with the same dice, shares and ratings.

A round plays each table in so many seatings that everybody sits equally often in each seat; all matches of a round have
the same dice, so that luck falls on all alike. Rounds are independent of each other: what is uncertain is reckoned from
their means. `tournament` makes a plain dict, ready for JSON; docs/studies.md tells its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, permutations
from math import ceil, inf, isnan, nan, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from bussolotto.engines import Engine
from bussolotto.study import matches as playing
from bussolotto.study.matches import Floats, Setting
from bussolotto.study.ratings import rated

ORDERS = 6  # around the table, of one company in one round, each in all its rotations; all of them up to four seats
LEVEL = NormalDist().inv_cdf(0.975)  # standard errors on either side, for intervals of 95 %


@dataclass(frozen=True)
class Contest:
    """Who plays what. `players` are different names, two at least; at a table with more seats some sit twice."""

    game: str
    players: tuple[str, ...]
    seats: int
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)

    def setting(self, players: tuple[str, ...]) -> Setting:
        """One table, its players in this order; they move on by one seat from match to match."""
        return Setting(self.game, players, self.seed, self.options)

    @property
    def compiled(self) -> bool:
        """Are whole matches of all of them compiled?"""
        return self.setting(self.players).compiled

    def checked(self) -> Contest:
        """The same with every option said. Raises UnknownGame, BadSeats, UnknownPlayer, UnknownOption, UnknownValue."""
        setting = playing.checked(self.setting(tuple(self.players[k % len(self.players)] for k in range(self.seats))))
        for name in self.players[self.seats :]:
            playing.checked(self.setting((name,) * self.seats))
        return Contest(setting.game, self.players, self.seats, self.seed, setting.options)


class Table(NamedTuple):
    """A company and the orders, up to rotation, in which it can sit."""

    players: tuple[str, ...]
    orders: tuple[tuple[str, ...], ...]

    def orders_of(self, chunk: int) -> list[tuple[str, ...]]:
        """Those of one chunk of rounds: all, or some after the other."""
        return [self.orders[(chunk * ORDERS + index) % len(self.orders)] for index in range(self.breadth)]

    @property
    def breadth(self) -> int:
        """How many orders are played in one round."""
        return min(ORDERS, len(self.orders))


class Job(NamedTuple):
    """So many rounds of one order of one table: the same rounds whoever plays them."""

    setting: Setting
    chunk: int
    rounds: int


class Sat(NamedTuple):
    """What came of a job."""

    shares: Floats  # [round, player of the order] win shares, all rotations together
    by_seat: Floats  # [seat] sum of the shares


def tables(players: Sequence[str], seats: int) -> list[Table]:
    """All companies: so many different players, or where there are fewer, all of them, some more than once."""
    if len(players) >= seats:
        companies = list(combinations(players, seats))
    else:
        cuts = combinations(range(1, seats), len(players) - 1)
        counts = [np.diff([0, *cut, seats]).tolist() for cut in cuts]
        companies = [tuple(np.repeat(players, count).tolist()) for count in counts]
    return [Table(company, _orders(company)) for company in companies]


def _orders(company: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """All different orders around a table."""
    numbered = {name: number for number, name in enumerate(dict.fromkeys(company))}
    found: dict[tuple[str, ...], None] = {}
    for rest in permutations(company[1:]):
        order = (company[0], *rest)
        turned = (order[index:] + order[:index] for index in range(len(order)))
        found[min(turned, key=lambda names: [numbered[name] for name in names])] = None
    return tuple(found)


def jobs(contest: Contest, rounds: int) -> Iterator[list[Job]]:
    """The work in chunks of rounds; a chunk is balanced in itself."""
    size = min(contest.setting(table.players).batch_size for table in tables(contest.players, contest.seats))
    for chunk, first in enumerate(range(0, rounds, size)):
        yield [
            Job(contest.setting(order[turn:] + order[:turn]), chunk, min(size, rounds - first))
            for table in tables(contest.players, contest.seats)
            for order in table.orders_of(chunk)
            for turn in range(contest.seats)
        ]


def sat(job: Job) -> Sat:
    """Play a job."""
    setting = job.setting
    results = playing.batch(setting, job.chunk, job.rounds)
    shares = results.shares[:, : setting.seats]
    first = job.chunk * setting.batch_size
    numbers = range(first, first + job.rounds)
    seats = np.array([[setting.seat_of(player, number) for player in range(setting.seats)] for number in numbers])
    return Sat(np.take_along_axis(shares, seats, axis=1), shares.sum(axis=0))


class Played:
    """The rounds that have been played."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.tables = tables(contest.players, contest.seats)
        self.sitting = np.array([[table.players.count(name) for name in contest.players] for table in self.tables])
        self.matches = 0
        self.by_seat = np.zeros(contest.seats)
        self._wins = [np.zeros((0, len(self.tables), len(contest.players)))]

    def add(self, done: Iterable[tuple[Job, Sat]]) -> None:
        """A chunk of rounds, whole."""
        done = list(done)
        company = {tuple(sorted(table.players)): number for number, table in enumerate(self.tables)}
        wins = np.zeros((done[0][0].rounds, len(self.tables), len(self.contest.players)))
        for job, found in done:
            table = company[tuple(sorted(job.setting.players))]
            seatings = self.tables[table].breadth * self.contest.seats
            for player, name in enumerate(job.setting.players):
                wins[:, table, self.contest.players.index(name)] += found.shares[:, player] / seatings
            self.by_seat += found.by_seat
            self.matches += job.rounds
        self._wins.append(wins)

    @property
    def wins(self) -> Floats:
        """float64[round, table, player]: what all seats of a player won on average over the seatings."""
        return np.concatenate(self._wins)


def in_a_round(contest: Contest) -> int:
    """How many matches a round has."""
    return sum(table.breadth for table in tables(contest.players, contest.seats)) * contest.seats


def tournament(
    contest: Contest, matches: int, engine: Engine, progress: Callable[[int], None] | None = None
) -> dict[str, Any]:
    """Play at least so many matches, whole rounds, and sum them up; `progress` is told how many are done.

    Ctrl-C ends the playing, not the summing up: `interrupted` then says so. Raises what `Contest.checked` does.
    """
    contest = contest.checked()
    rounds = ceil(matches / in_a_round(contest))
    played = Played(contest)
    interrupted = False
    try:
        for chunk in _chunks(contest, rounds, engine):
            played.add(chunk)
            if progress:
                progress(played.matches)
    except KeyboardInterrupt:
        interrupted = True
    return summary(played, rounds * in_a_round(contest), interrupted)


def _chunks(contest: Contest, rounds: int, engine: Engine) -> Iterator[list[tuple[Job, Sat]]]:
    """The chunks in their order, as they are done."""
    results = engine.map(sat, chain.from_iterable(jobs(contest, rounds)))
    for chunk in jobs(contest, rounds):
        yield list(zip(chunk, results, strict=False))


# --- what it says -----------------------------------------------------------------------------------------------------


def summary(played: Played, matches: int, interrupted: bool = False) -> dict[str, Any]:
    """All figures; one that nothing is known about is None."""
    contest, wins = played.contest, played.wins
    return {
        "game": contest.game,
        "rules": contest.setting(contest.players).module.RULES,
        "seats": contest.seats,
        "options": dict(contest.options),
        "players": list(contest.players),
        "seed": contest.seed,
        "matches": matches,
        "played": played.matches,
        "rounds": len(wins),
        "interrupted": interrupted,
        "standings": _standings(played),
        "tables": [
            {
                "players": list(table.players),
                "shares": [
                    {"player": name, **_share(wins[:, number, player] / table.players.count(name))}
                    for player, name in enumerate(contest.players)
                    if name in table.players
                ],
            }
            for number, table in enumerate(played.tables)
        ],
        "by_seat": [
            {"seat": seat, "share": _figure(won / played.matches if played.matches else nan)}
            for seat, won in enumerate(played.by_seat.tolist())
        ],
    }


def _standings(played: Played) -> list[dict[str, Any]]:
    """The players, the best first."""
    wins, sitting = played.wins, played.sitting
    if not len(wins):
        return [{"player": name, **_share(wins[:, 0, 0]), **_rating(nan, nan)} for name in played.contest.players]
    rating = rated(wins, sitting)
    by_player = []
    for player, name in enumerate(played.contest.players):
        at = np.flatnonzero(sitting[:, player])
        of_a_seat = (wins[:, at, player] / sitting[at, player]).mean(axis=1)
        line = _rating(float(rating.points[player]), float(rating.errors[player]))
        by_player.append({"player": name, **_share(of_a_seat), **line})
    return sorted(by_player, key=lambda line: -line["rating"])


def _share(values: Floats) -> dict[str, Any]:
    """A mean over rounds, its standard error, and its interval.

    For the interval two rounds are imagined more, in one of which nothing is won and in the other all: so that it is
    not empty where all rounds were alike.
    """
    mean = float(values.mean()) if len(values) else nan
    interval = _interval(mean, _error(np.append(values, [0.0, 1.0])) if len(values) > 1 else nan, 0.0, 1.0)
    return {"share": _figure(mean), "se": _figure(_error(values)), "interval": interval}


def _error(values: Floats) -> float:
    return float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else nan


def _rating(points: float, error: float) -> dict[str, Any]:
    return {"rating": _figure(points), "rating_interval": _interval(points, error, -inf, inf)}


def _interval(mean: float, error: float, least: float, most: float) -> list[float] | None:
    if isnan(error):
        return None
    return [float(f"{min(max(mean + side * LEVEL * error, least), most):.9g}") for side in (-1, 1)]


def _figure(value: float) -> float | None:
    """Nine significant digits: more would differ from machine to machine."""
    return None if isnan(value) else float(f"{value:.9g}")
