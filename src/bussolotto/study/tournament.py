"""Tournaments: every group of players in every seating with the same dice, with win shares and ratings.

A round plays each table in enough seatings that every player sits equally often in each seat. All matches of a round
have the same dice, so luck is the same for all. Rounds are independent, so errors are computed from their means.
`tournament` returns a plain dict, ready for JSON; docs/studies.md describes its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, permutations
from math import ceil, inf, isnan, nan
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from bussolotto.play.engines import Engine
from bussolotto.study.effects import Floats, figure, standard_error
from bussolotto.study.matches import MatchConfig, Task, batch, find_seats, validate
from bussolotto.study.ratings import rate

ORDERS = 6  # maximum seating orders of a group in one round, each in all its rotations; up to four seats these are all
LEVEL = NormalDist().inv_cdf(0.975)  # standard errors on either side in a 95 % interval


@dataclass(frozen=True)
class Contest:
    """The game, players and seats. `players` are at least two different names; with more seats some sit repeatedly."""

    game: str
    players: tuple[str, ...]
    seats: int
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)

    def setting(self, players: tuple[str, ...]) -> MatchConfig:
        """Return the setting of one table with its players in this order; they move on by one seat after each match."""
        return MatchConfig(self.game, players, self.seed, self.options)

    @property
    def compiled(self) -> bool:
        """Whether whole matches of all these players run compiled."""
        return self.setting(self.players).compiled

    def validate(self) -> Contest:
        """Return it with all options set. Raises UnknownGame, BadSeats, UnknownPlayer, UnknownOption, UnknownValue."""
        setting = validate(self.setting(tuple(self.players[k % len(self.players)] for k in range(self.seats))))
        for name in self.players[self.seats :]:
            validate(self.setting((name,) * self.seats))
        return Contest(setting.game, self.players, self.seats, self.seed, setting.options)


class Table(NamedTuple):
    """A group of players and its seating orders, up to rotation."""

    players: tuple[str, ...]
    orders: tuple[tuple[str, ...], ...]

    def orders_of(self, chunk: int) -> list[tuple[str, ...]]:
        """Return the orders for one chunk of rounds: all, or the next ones in turn."""
        return [self.orders[(chunk * ORDERS + index) % len(self.orders)] for index in range(self.breadth)]

    @property
    def breadth(self) -> int:
        """Number of orders played in one round."""
        return min(ORDERS, len(self.orders))


class JobShares(NamedTuple):
    shares: Floats  # [round, player of the order] win shares, all rotations together
    by_seat: Floats  # [seat] sum of the shares


def tables(players: Sequence[str], seats: int) -> list[Table]:
    """Return all groups of different players; with fewer players than seats, all of them, some more than once."""
    if len(players) >= seats:
        companies = list(combinations(players, seats))
    else:
        cuts = combinations(range(1, seats), len(players) - 1)
        counts = [np.diff([0, *cut, seats]).tolist() for cut in cuts]
        companies = [tuple(np.repeat(players, count).tolist()) for count in counts]
    return [Table(company, _orders(company)) for company in companies]


def _orders(company: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return all different orders around a table, up to rotation."""
    numbered = {name: number for number, name in enumerate(dict.fromkeys(company))}
    found: dict[tuple[str, ...], None] = {}
    for rest in permutations(company[1:]):
        order = (company[0], *rest)
        turned = (order[index:] + order[:index] for index in range(len(order)))
        found[min(turned, key=lambda names: [numbered[name] for name in names])] = None
    return tuple(found)


def jobs(contest: Contest, rounds: int) -> Iterator[list[Task]]:
    """Yield the tasks in chunks of rounds, each chunk balanced; a task is some rounds of one order at one table."""
    size = min(contest.setting(table.players).batch_size for table in tables(contest.players, contest.seats))
    for chunk, first in enumerate(range(0, rounds, size)):
        yield [
            Task(contest.setting(order[turn:] + order[:turn]), chunk, min(size, rounds - first))
            for table in tables(contest.players, contest.seats)
            for order in table.orders_of(chunk)
            for turn in range(contest.seats)
        ]


def play_job(job: Task) -> JobShares:
    setting, chunk, rounds = job
    shares = batch(setting, chunk, rounds).shares[:, : setting.seats]
    seats = find_seats(setting, chunk * setting.batch_size, rounds)
    return JobShares(np.take_along_axis(shares, seats, axis=1), shares.sum(axis=0))


class Rounds:
    """The rounds that have been played."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.tables = tables(contest.players, contest.seats)
        self.sitting = np.array([[table.players.count(name) for name in contest.players] for table in self.tables])
        self.matches = 0
        self.by_seat = np.zeros(contest.seats)
        self._wins = [np.zeros((0, len(self.tables), len(contest.players)))]

    def add(self, done: Iterable[tuple[Task, JobShares]]) -> None:
        """Add one complete chunk of rounds."""
        done = list(done)
        company = {tuple(sorted(table.players)): number for number, table in enumerate(self.tables)}
        wins = np.zeros((done[0][0].size, len(self.tables), len(self.contest.players)))
        for job, found in done:
            table = company[tuple(sorted(job.setting.players))]
            seatings = self.tables[table].breadth * self.contest.seats
            for player, name in enumerate(job.setting.players):
                wins[:, table, self.contest.players.index(name)] += found.shares[:, player] / seatings
            self.by_seat += found.by_seat
            self.matches += job.size
        self._wins.append(wins)

    @property
    def wins(self) -> Floats:
        """float64[round, table, player]: the sum of the wins of all seats of a player, averaged over the seatings."""
        return np.concatenate(self._wins)


def matches_a_round(contest: Contest) -> int:
    """Return the number of matches in a round."""
    return sum(table.breadth for table in tables(contest.players, contest.seats)) * contest.seats


def tournament(
    contest: Contest, matches: int, engine: Engine, progress: Callable[[int], None] | None = None
) -> dict[str, Any]:
    """Play `matches`, rounded up to whole rounds, and summarise them. `progress` is called with the number done.

    Ctrl-C stops playing; finished rounds are summarised with `interrupted` set. Raises what `Contest.validate` does.
    """
    contest = contest.validate()
    rounds = ceil(matches / matches_a_round(contest))
    played = Rounds(contest)
    interrupted = False
    try:
        shares = engine.map(play_job, chain.from_iterable(jobs(contest, rounds)))
        for chunk in jobs(contest, rounds):
            played.add(zip(chunk, shares, strict=False))
            if progress:
                progress(played.matches)
    except KeyboardInterrupt:
        interrupted = True
    return summary(played, rounds * matches_a_round(contest), interrupted)


# --- summary ----------------------------------------------------------------------------------------------------------


def summary(played: Rounds, matches: int, interrupted: bool = False) -> dict[str, Any]:
    """Return all figures; an unknown figure is None."""
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
            {"seat": seat, "share": figure(won / played.matches if played.matches else nan)}
            for seat, won in enumerate(played.by_seat.tolist())
        ],
    }


def _standings(played: Rounds) -> list[dict[str, Any]]:
    """Return the players with their shares and ratings, the best first."""
    wins, sitting = played.wins, played.sitting
    if not len(wins):
        return [{"player": name, **_share(wins[:, 0, 0]), **_rating(nan, nan)} for name in played.contest.players]
    rating = rate(wins, sitting)
    by_player = []
    for player, name in enumerate(played.contest.players):
        at = np.flatnonzero(sitting[:, player])
        of_a_seat = (wins[:, at, player] / sitting[at, player]).mean(axis=1)
        line = _rating(float(rating.points[player]), float(rating.errors[player]))
        by_player.append({"player": name, **_share(of_a_seat), **line})
    return sorted(by_player, key=lambda line: -line["rating"])


def _share(values: Floats) -> dict[str, Any]:
    """Return a mean over rounds, its standard error and its 95 % interval.

    The interval counts two imaginary rounds as well, one with nothing won and one with everything won, so that it is
    not empty if all rounds were alike.
    """
    mean = float(values.mean()) if len(values) else nan
    widened = standard_error(np.append(values, [0.0, 1.0])) if len(values) > 1 else nan
    return {"share": figure(mean), "se": figure(standard_error(values)), "interval": interval(mean, widened, 0.0, 1.0)}


def _rating(points: float, error: float) -> dict[str, Any]:
    return {"rating": figure(points), "rating_interval": interval(points, error)}


def interval(mean: float, error: float, least: float = -inf, most: float = inf) -> list[float | None] | None:
    """Return the 95 % interval, clipped to the possible range; None if the error is unknown."""
    if isnan(error):
        return None
    return [figure(min(max(mean + side * LEVEL * error, least), most)) for side in (-1, 1)]
