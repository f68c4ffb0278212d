"""Play many matches in batches that depend only on the setting and the batch number.

Each match has its own streams of the seed, one for the dice and one for the choices of compiled players. Results are
therefore the same with any number of workers, and matches with the same number start with the same dice under other
rules too. If playing is interrupted, the finished batches remain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

import bussolotto
from bussolotto import players
from bussolotto.core import chance
from bussolotto.core.contract import Game, choose_options
from bussolotto.core.kernel import CHANCE
from bussolotto.games import blaming
from bussolotto.play import engines, tally
from bussolotto.play.match import Match
from bussolotto.play.policies import policy_of
from bussolotto.play.tally import TALLY
from bussolotto.players.bot_table import BotTable
from bussolotto.study.effects import Floats

COMPILED_BATCH = 5_000
BOT_BATCH = 20

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class MatchConfig:
    """The matches to play: `players` are names, one for each seat; they change seats from match to match."""

    game: str
    players: tuple[str, ...]
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def module(self) -> Game:
        """The game. Raises UnknownGame."""
        return bussolotto.game(self.game)

    @property
    def seats(self) -> int:
        """Number of seats, one for each player."""
        return len(self.players)

    @property
    def compiled(self) -> bool:
        """Whether whole matches run compiled: every player is random or uses the compiled policy of the game."""
        return set(self.players) <= {"random", policy_of(self.module).NAME}

    @property
    def batch_size(self) -> int:
        """Number of matches in a batch; the results depend on it."""
        return COMPILED_BATCH if self.compiled else BOT_BATCH

    def seat_of(self, player: int, match: int) -> int:
        """Return the seat of a player in a match: each player moves on by one seat from match to match."""
        return (player + match) % self.seats


Setting = MatchConfig  # former name


@dataclass
class Results:
    """Results of matches: arrays of equal length, with one element or row for each match."""

    plies: Integers
    decisions: Integers
    turns: Integers  # decisions of a seat that follow one of another seat
    leads: Integers  # lead changes: how often a different seat was the sole leader at the end of a turn
    starts: Integers  # the first seat to decide
    endings: Integers  # index of the game's ENDINGS
    shares: Floats  # [match, seat] win shares
    points: Floats  # [match, seat] the game's own points

    @classmethod
    def room(cls, matches: int) -> Results:
        """Return zero-filled results for this number of matches."""
        return cls.of(np.zeros(matches, TALLY))

    @classmethod
    def of(cls, tallies: npt.NDArray[Any]) -> Results:
        """Return the results from tallies, one `tally.TALLY` for each match."""
        return cls(*(tallies[each.name] for each in fields(cls)))

    @classmethod
    def joined(cls, parts: Sequence[Results]) -> Results:
        """Return all matches of several results, in order."""
        return cls(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(cls)))

    def __len__(self) -> int:
        return len(self.plies)

    def seats_by_place(self, seats: int) -> Integers:
        """Return int64[match, place]: the seats in order, beginning with the starter."""
        return (self.starts[:, None] + np.arange(seats)) % seats


def find_seats(setting: MatchConfig, first: int, matches: int) -> Integers:
    """Return int64[match, player]: the seat of each player; `first` is the number of the first of these matches."""
    return np.add.outer(np.arange(first, first + matches), np.arange(setting.seats)) % setting.seats


def validate(setting: MatchConfig) -> MatchConfig:
    """Return the setting with a value for every option.

    Raises UnknownGame, BadSeats, UnknownPlayer, UnknownOption, UnknownValue.
    """
    module = setting.module
    Match(module, setting.seats, setting.options)
    for name in setting.players:
        players.player(name, module)
    return MatchConfig(module.NAME, setting.players, setting.seed, choose_options(module, setting.options))


class Task(NamedTuple):
    """A batch to play."""

    setting: MatchConfig
    number: int
    size: int


Job = tuple[MatchConfig, int, int]  # a task, or a slice: the second number is that of the batch, or of its first match


class Store(Protocol):
    """A cache of batches, such as `study.keeping`."""

    def holds(self, setting: MatchConfig, number: int, size: int) -> bool: ...
    def read(self, setting: MatchConfig, number: int, size: int) -> Results | None: ...
    def write(self, setting: MatchConfig, number: int, results: Results) -> None: ...


def play_batches(
    setting: MatchConfig, matches: int, workers: int | None = None, engine: engines.Engine | None = None
) -> Iterator[Results]:
    """Play matches and yield their batches in order as they finish, without caching them.

    They are played by `engine` if given, otherwise by this number of local workers: threads for compiled players,
    processes for others. By default, as many workers are used as make it faster.
    """
    with nullcontext(engine) if engine else engines.engine(workers=workers, compiled=setting.compiled) as by:
        yield from play(tasks(setting, matches), by)


checked, played = validate, play_batches  # former names


def tasks(setting: MatchConfig, matches: int) -> list[Task]:
    """Return the batches of this number of matches."""
    size = setting.batch_size
    firsts = range(0, matches, size)
    return [Task(setting, number, min(size, matches - first)) for number, first in enumerate(firsts)]


def play(
    wanted: Sequence[Job], by: engines.Engine, store: Store | None = None, one: Callable[[Any], Results] | None = None
) -> Iterator[Results]:
    """Yield the results of the tasks in order. Batches in the store are read; the others are played and stored.

    `one` plays a single task: by default `play_task`.
    """
    one = one or play_task
    here = [store is not None and store.holds(*task) for task in wanted]
    answers = by.map(one, [task for task, kept in zip(wanted, here, strict=True) if not kept])
    for task, kept in zip(wanted, here, strict=True):
        if store and kept:
            yield store.read(*task) or one(task)
            continue
        results = next(answers)
        if store:
            store.write(task[0], task[1], results)
        yield results


def play_task(task: Job) -> Results:
    """Play one batch in this process."""
    with blaming():
        return batch(*task)


def batch(setting: MatchConfig, number: int, size: int) -> Results:
    """Play one batch; `number` counts from 0."""
    return play_range(setting, number * setting.batch_size, size)


def play_range(setting: MatchConfig, first: int, size: int) -> Results:
    """Play `size` matches, those with the numbers from `first` on; each depends on the setting and its number alone."""
    if setting.compiled:
        opening = np.array([bussolotto.new_state(setting.module, setting.seats, **setting.options)])
        by_policy = [name != "random" for name in setting.players]
        return Results.of(play_compiled(setting, opening, size, by_policy, first, first))
    tallies = np.zeros(size, TALLY).view(np.recarray)
    for index in range(size):
        _play(setting, first + index, tallies[index])
    return Results.of(tallies)


def play_compiled(
    setting: MatchConfig, opening: npt.NDArray[Any], size: int, by_policy: Sequence[bool], stream: int, first: int = 0
) -> npt.NDArray[Any]:
    """Play from a state STATE[1] and return TALLY[size]. `stream` and `first`: stream and number of the first match.

    `by_policy`: for each player, whether the policy decides. A policy that never decides is not compiled.
    """
    compiled = bussolotto.compiled(setting.module)
    kinds, tables = None, None
    if any(by_policy):
        kinds = np.array(by_policy, np.int64)
        tables = tuple(policy_of(setting.module).tables(opening[0]))
    dice, choices = (chance.streams(setting.seed, start + stream, size) for start in (0, chance.CHOICES))
    tallies = np.zeros(size, TALLY)
    compiled.play_matches(opening, opening.copy(), setting.seats, dice, choices, kinds, first, tables, tallies)
    return tallies


def _play(setting: MatchConfig, number: int, told: Any) -> None:
    """Play one match of bots and count it in a record of TALLY; `number` counts from 0 over all batches."""
    match, bot_table, dice = open_match(setting, number)
    tally.open_tally(told)
    while True:
        for _ in range(bot_table.fall(dice)):
            tally.count_ply(told, CHANCE)
        if match.over:
            break
        wish = bot_table.wish()
        assert wish is not None, f"nobody moves: {setting}, match {number}, ply {match.version}"
        bot_table.play(wish.seat, wish.action)
        if tally.count_ply(told, wish.seat):
            _look(told, match)
    _look(told, match)
    told.endings = match.game.ending(match.state)
    told.shares[: setting.seats] = match.returns()


def _look(told: Any, match: Match) -> None:
    """Update the points and the leader in the tally."""
    told.points[: match.seats] = match.scores()
    tally.follow_lead(told, match.seats, match.game.facts.fewest_win)


def open_match(setting: MatchConfig, number: int) -> tuple[Match, BotTable, chance.Fast]:
    """Return a match, the table of its seated bots, each with its own random source, and the dice."""
    match = Match(setting.module, setting.seats, setting.options)
    by_seat = {setting.seat_of(index, number): name for index, name in enumerate(setting.players)}
    bots = {seat: players.player(name, setting.module) for seat, name in by_seat.items()}
    choices = {seat: Random(f"{setting.seed}/{number}/{seat}") for seat in bots}
    return match, BotTable(match, bots, choices), chance.Fast(setting.seed, number)
