"""Playing many matches, in batches that depend on nothing but the setting and their number.

A match has its own streams of the seed, one for what falls and one for what compiled players draw, so that results are
the same with any number of workers and whatever else happens, and matches of the same number under other rules begin
with the same dice. Where playing is interrupted, the batches that are done stay done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, fields
from functools import cache, partial
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

import bussolotto
from bussolotto import chance, engines, players
from bussolotto.kernel import MAX_SEATS, chosen_options
from bussolotto.match import Match
from bussolotto.players.company import Company
from bussolotto.policies import policy_of

COMPILED_BATCH = 5_000
BOT_BATCH = 20

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Setting:
    """What is played: `players` are names, one for each seat; they change seats from match to match."""

    game: str
    players: tuple[str, ...]
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def module(self) -> ModuleType:
        """The game. Raises UnknownGame."""
        return bussolotto.game(self.game)

    @property
    def seats(self) -> int:
        """One for each player."""
        return len(self.players)

    @property
    def compiled(self) -> bool:
        """Players who choose at random, or whose policy is written as rules: then whole matches run compiled."""
        return set(self.players) <= {"random", policy_of(self.module).NAME}

    @property
    def batch_size(self) -> int:
        """Matches in a batch; a part of what the results depend on."""
        return COMPILED_BATCH if self.compiled else BOT_BATCH

    def seat_of(self, player: int, match: int) -> int:
        """Where a player sits in a match: each moves on by one seat from match to match."""
        return (player + match) % self.seats


# What a match told, as compiled code writes it: the fields of `Results`
OUTCOME = np.dtype(
    [(name, np.int64) for name in ("plies", "decisions", "turns", "leads", "starts", "endings")]
    + [(name, np.float64, MAX_SEATS) for name in ("shares", "points")]
)


@dataclass
class Results:
    """What happened, match by match: arrays of equal length."""

    plies: Integers
    decisions: Integers
    turns: Integers  # decisions of a seat that follow one of another seat
    leads: Integers  # how often the lead changed: another seat came to have most points alone when a turn passed on
    starts: Integers  # the first seat to decide
    endings: Integers  # index of the game's ENDINGS
    shares: Floats  # [match, seat] win shares
    points: Floats  # [match, seat] the game's own points

    @classmethod
    def room(cls, matches: int) -> Results:
        """Room for so many matches."""
        plies, decisions, turns, leads, starts, endings = np.zeros((6, matches), np.int64)
        shares, points = np.zeros((2, matches, MAX_SEATS))
        return cls(plies, decisions, turns, leads, starts, endings, shares, points)

    @classmethod
    def joined(cls, parts: Sequence[Results]) -> Results:
        """All matches of several results, in order."""
        return cls(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(cls)))

    def __len__(self) -> int:
        return len(self.plies)


def checked(setting: Setting) -> Setting:
    """The setting with every option said.

    Raises UnknownGame, BadSeats, UnknownPlayer, UnknownOption, UnknownValue.
    """
    module = setting.module
    Match(module, setting.seats, setting.options)
    for name in setting.players:
        players.player(name, module)
    return Setting(module.NAME, setting.players, setting.seed, chosen_options(module, setting.options))


def played(
    setting: Setting, matches: int, workers: int | None = None, engine: engines.Engine | None = None
) -> Iterator[Results]:
    """The batches in order, as they are done.

    By the engine, if there is one, else by so many workers of this machine: threads for compiled players, processes for
    others; if not said, as many as pay.
    """
    firsts = range(0, matches, setting.batch_size)
    sizes = [min(setting.batch_size, matches - first) for first in firsts]
    with nullcontext(engine) if engine else engines.engine(workers=workers, compiled=setting.compiled) as by:
        yield from by.map(partial(_numbered, setting), list(enumerate(sizes)))


def _numbered(setting: Setting, numbered: tuple[int, int]) -> Results:
    """A batch of this number and size."""
    return batch(setting, *numbered)


def batch(setting: Setting, number: int, size: int) -> Results:
    """One batch; `number` counts from 0."""
    if setting.compiled:
        return _compiled_batch(setting, number, size)
    results = Results.room(size)
    for index in range(size):
        _play(setting, number * setting.batch_size + index, results, index)
    return results


def _compiled_batch(setting: Setting, number: int, size: int) -> Results:
    """Matches of players that compile."""
    compiled = bussolotto.compiled(setting.module)
    opening = np.array([bussolotto.new_state(setting.module, setting.seats, **setting.options)])
    first = number * setting.batch_size
    generators = (chance.streams(setting.seed, first, size), chance.streams(setting.seed, chance.CHOICES + first, size))
    kinds = np.array([name != "random" for name in setting.players], np.int64)
    tables = _tables(setting.module, setting.seats, tuple(setting.options.items()))
    outcomes = np.zeros(size, OUTCOME)
    compiled.play_matches(opening, opening.copy(), setting.seats, *generators, kinds, first, tables, outcomes)
    return Results(*(outcomes[name] for name in OUTCOME.fields or ()))


@cache
def _tables(game: ModuleType, seats: int, options: tuple[tuple[str, str], ...]) -> tuple[npt.NDArray[Any], ...]:
    """What the policy of the game looks things up in, under these rules."""
    opening = bussolotto.new_state(game, seats, **dict(options))
    tables: tuple[npt.NDArray[Any], ...] = policy_of(game).tables(opening)
    return tables


def _play(setting: Setting, number: int, results: Results, index: int) -> None:
    """One match of bots; `number` counts from 0 over all batches."""
    match = Match(setting.module, setting.seats, setting.options)
    company = seated(setting, number, match)
    dice = chance.Fast(setting.seed, number)
    results.starts[index] = last = lead = -1
    while True:
        company.fall(dice)
        if match.over:
            break
        wish = company.wish()
        assert wish is not None, f"nobody moves: {setting}, match {number}, ply {match.version}"
        company.play(wish.seat, wish.action)
        results.decisions[index] += 1
        if wish.seat != last:
            results.turns[index] += 1
            lead = _followed(results, index, lead, match)
        last = wish.seat
        if results.starts[index] < 0:
            results.starts[index] = last
    _followed(results, index, lead, match)
    results.plies[index] = match.version
    results.endings[index] = match.module.ending(match.state)
    results.shares[index, : setting.seats] = match.returns()
    results.points[index, : setting.seats] = match.scores()


def _followed(results: Results, index: int, lead: int, match: Match) -> int:
    """Who leads now: the seat that alone has most points, else who led before; a change is counted."""
    points = match.scores()
    best = [seat for seat, value in enumerate(points) if value == max(points)]
    now = best[0] if len(best) == 1 else lead
    results.leads[index] += lead not in (-1, now)
    return now


def seated(setting: Setting, number: int, match: Match) -> Company:
    """The players in their seats, each with its own source of choices."""
    by_seat = {setting.seat_of(index, number): name for index, name in enumerate(setting.players)}
    bots = {seat: players.player(name, setting.module) for seat, name in by_seat.items()}
    return Company(match, bots, {seat: Random(f"{setting.seed}/{number}/{seat}") for seat in bots})
