"""The review of a finished match: what each choice cost, how lucky each seat was, and who played best."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Container, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import hypot
from typing import Any

import numpy as np
from msgspec import Struct

from bussolotto.core import chance
from bussolotto.core.contract import Game
from bussolotto.core.errors import refuse
from bussolotto.games import game as game_of
from bussolotto.games import knows
from bussolotto.play.notation import Record
from bussolotto.review import luck
from bussolotto.review.balance import Balance, Balancing, first_of_choice, is_secret
from bussolotto.review.losses import BEYOND, Depth, Loss, Measuring, Place, known_loss
from bussolotto.review.luck import Played, Roll
from bussolotto.review.passage import Passage
from bussolotto.review.playouts import Floats, Playouts
from bussolotto.review.races import Reactions, reactions
from bussolotto.review.worlds import Worlds

PLAYED = 1024  # matches played on from each side of a roll at the usual depth
LEAST = 16
POINTS = 24  # of a graph at least, where few rolls fall
ROUGH = 4  # such points are played on less often by this factor
Progress = Callable[[int, int], None]  # parts done, all parts


def silent(done: int, parts: int) -> None:
    """Ignore progress."""


@dataclass(frozen=True)
class Choice:
    """A decision with more than one legal action: the ply, the seat, what it did, and what that cost.

    `balance`: where others chose in secret at the same time.
    """

    ply: int
    seat: int
    action: int
    legal: int
    loss: Loss
    balance: Balance | None = None


class Prospect(Struct, frozen=True):
    """What was to be expected after what was `done`, and after the `best`, of one thing that counts in the game.

    `word`: its text is `outlook.GAME.WORD`, or `outlook.WORD` where all games have it. `chance`: is it the chance that
    something happens, from 0 to 1, or the mean of a number? `error`: the standard error of the difference. `against`:
    does it speak against the best, which is better all the same?
    """

    word: str
    chance: bool
    done: float
    best: float
    error: float
    against: bool = False


class Point(Struct, frozen=True):
    """The win shares of all seats after so many plies."""

    plies: int
    shares: list[float]


@dataclass
class Review:
    """What is known of a match afterwards.

    `luck`: by seat, in win share, with `luck_errors`; `points_luck` likewise in points, None where it is not known.
    `reactions`: of each seat in a race, None where the record has no times. `interrupted`: not everything was
    looked at, and choices after the last one are missing. `course`: how it went, where there are few rolls.
    `reasons`: by ply of a choice, once `explain` has added them.
    """

    game: str
    seats: int
    depth: float
    seed: int
    returns: list[float]
    scores: list[float]
    choices: list[Choice] = field(default_factory=list)
    forced: int = 0
    rolls: list[Roll] = field(default_factory=list)
    course: list[Point] = field(default_factory=list)
    luck: list[float] = field(default_factory=list)
    luck_errors: list[float] = field(default_factory=list)
    points_luck: list[float] | None = None
    reactions: list[Reactions] | None = None
    reasons: dict[int, list[Prospect]] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def adjusted(self) -> list[float]:
        """The win shares without luck; they may lie below 0 or above 1."""
        return [share - lucky for share, lucky in zip(self.returns, self.luck, strict=True)]

    def lost(self, seat: int) -> tuple[float, float]:
        """What the choices of a seat that certainly cost something have cost it, and the standard error of that."""
        losses = [choice.loss for choice in self.choices if choice.seat == seat and choice.loss.beyond_error]
        return float(sum(loss.loss for loss in losses)), hypot(*(loss.error for loss in losses))

    def mistakes(self) -> list[Choice]:
        """The choices that certainly cost something, the most expensive first."""
        found = [choice for choice in self.choices if choice.loss.certain]
        return sorted(found, key=lambda choice: -choice.loss.loss)

    def best_players(self) -> list[int]:
        """The seats that lost least by their choices: several, where that cannot be told apart."""
        lost = [self.lost(seat) for seat in range(self.seats)]
        least, error = min(lost)
        return [seat for seat, (loss, own) in enumerate(lost) if loss - least <= BEYOND * hypot(error, own)]

    def luckiest(self) -> int | None:
        """The seat that was luckiest, if anybody certainly was lucky."""
        seat = max(range(self.seats), key=lambda seat: self.luck[seat]) if self.luck else None
        return seat if seat is not None and self.luck[seat] > BEYOND * self.luck_errors[seat] else None


def review(
    record: Record,
    depth: float = 1.0,
    seed: int = 0,
    progress: Progress = silent,
    threads: int | None = None,
    stopped: Callable[[], bool] = lambda: False,
    plies: Container[int] | None = None,
    rolls: bool = True,
    game: Game | None = None,
) -> Review:
    """Review a finished match.

    `depth`: how much is played on, 1 is usual; the same depth and seed give the same review. `stopped` is asked after
    every part, and ends the review when it says so, as Ctrl-C does: what is done by then is returned. `plies`: of the
    choices that are measured, all if not given; `rolls`: is luck measured, too? `game`: of the record, which can then
    be played, where the game need not be installed.
    Raises `match-running`, `other-rules`.
    """
    game = game or playable(record)
    passed = Passage.through(game, record)
    found = Review(record.game, record.seats, depth, seed, *_end(record))
    found.forced = passed.forced
    found.reactions = reactions(record) if game.RACE else None
    if passed.known is not None:
        _follow_table(found, passed, record)
        return found
    if plies is not None:
        passed.places = [place for place in passed.places if place.ply in plies]
    Reviewing(game, passed, found, threads).run(progress, stopped, rolls)
    return found


def is_solved(record: Record) -> bool:
    """Is every choice of this match in a table?"""
    return Passage.through(game_of(record.game), record).known is not None


def effort(game: Game) -> float:
    """How much is played on in this game, compared with others: less where a match takes long to play on.

    A game says so in its module `review`.
    """
    return float(getattr(game.part("review"), "EFFORT", 1.0))


def search_effort(game: Game) -> float:
    """How much more is played on to find the best choice, where few of many choices are good.

    A game says so in its module `review`.
    """
    return float(getattr(game.part("review"), "SEARCH", 1.0))


def playable(record: Record) -> Game:
    """The game of a finished match that these rules can play. Raises `match-running`, `other-rules`."""
    if not record.playable:
        raise refuse("other-rules", game=record.game, rules=record.rules, known=_version_here(record.game))
    if record.end is None:
        raise refuse("match-running")
    return game_of(record.game)


def _version_here(name: str) -> int:
    return game_of(name).RULES if knows(name) else 0


def _end(record: Record) -> tuple[list[float], list[float]]:
    assert record.end is not None
    return list(record.end["returns"]), list(record.end["scores"])


def _follow_table(found: Review, passed: Passage, record: Record) -> None:
    """The review where the chance of winning is known after every choice."""
    assert passed.known is not None
    log, known = passed.match.log, passed.known
    for place in passed.places:
        loss = known_loss(known[place.ply], place.action)
        found.choices.append(Choice(place.ply, place.seat, place.action, len(place.legal), loss))

    def of_first(ply: int, value: float) -> float:
        return value if log[ply][0] == 0 else 1.0 - value

    chosen = {ply: of_first(ply, values[log[ply][1]]) for ply, values in known.items()}
    best = {ply: of_first(ply, max(values.values())) for ply, values in known.items()}
    found.rolls = luck.known_rolls(log, chosen, best, found.returns)
    found.luck = [sum(roll.luck[seat] for roll in found.rolls) for seat in range(record.seats)]
    found.luck_errors = [0.0] * record.seats


class Reviewing:
    """A review for which matches are played on, in threads; compiled loops do not hold the interpreter's lock."""

    def __init__(self, game: Game, passed: Passage, found: Review, threads: int | None) -> None:
        self._game = game
        self._passed = passed
        self._found = found
        self._threads = threads or os.cpu_count() or 1
        self._depth = found.depth * effort(game)
        self._depths = Depth(self._depth * search_effort(game), self._depth, found.depth)
        self._seed = passed.digest(found.seed)
        self._playouts = Playouts(game, passed.match.state, self._seed)
        self._balancing = Balancing(game, self._playouts, self._seed % (1 << 31), self._depth)

    def run(self, progress: Progress, stopped: Callable[[], bool], rolls: bool) -> None:
        """Do all parts; those that are done are kept when it is interrupted."""
        spans = luck.spans(self._passed.match.log) if rolls else []
        count = max(LEAST, int(PLAYED * self._depth))
        played = Played(self._playouts, self._found.seats, count)
        sides = [side for first, last in spans for side in (first, last + 1)]
        parts: list[Callable[[], Any]] = [partial(played.values, self._passed.positions[side]) for side in sides]
        course = self._course(spans) if rolls else []
        rough = Played(self._playouts, self._found.seats, max(LEAST, count // ROUGH))
        parts += [partial(rough.values, self._passed.positions[plies]) for plies in course]
        parts += [partial(self._choice, place) for place in self._passed.places]
        done = self._done(parts, progress, stopped)
        try:
            self._take_rolls(spans, done)
            for plies, values in zip(course, done, strict=False):
                self._found.course.append(Point(plies, values[:, 0].mean(axis=0).tolist()))
            self._found.choices.extend(done)
        except KeyboardInterrupt:
            done.close()
        self._found.interrupted = len(self._found.choices) < len(self._passed.places)

    def _course(self, spans: Sequence[tuple[int, int]]) -> list[int]:
        """After how many plies the win shares are told besides those after rolls, so that a graph can be drawn."""
        plies = [place.ply + 1 for place in self._passed.places]
        wanted = max(0, POINTS - len(spans))
        return plies[:: max(1, len(plies) // wanted)][:wanted] if wanted else []

    def _done(
        self, parts: Sequence[Callable[[], Any]], progress: Progress, stopped: Callable[[], bool]
    ) -> Generator[Any, None, None]:
        """What the parts bring, in their order, until it is interrupted."""
        pool = ThreadPoolExecutor(self._threads)
        waiting = deque(pool.submit(part) for part in parts)
        try:
            while waiting and not stopped():
                yield waiting.popleft().result()
                progress(len(parts) - len(waiting), len(parts))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _take_rolls(self, spans: Sequence[tuple[int, int]], done: Iterator[Any]) -> None:
        """The luck of all rolls; nothing of it, if it was interrupted meanwhile."""
        rolls: list[Roll] = []
        total: Floats | float = 0.0
        for first, last in spans:
            before, after = next(done, None), next(done, None)
            if before is None or after is None:
                return
            rolls.append(luck.played_roll(first, last, before, after))
            total = total + (after - before)
        self._found.rolls = rolls
        if rolls:
            assert isinstance(total, np.ndarray)
            self._found.luck, self._found.points_luck = (line.tolist() for line in total.mean(axis=0))
            self._found.luck_errors = luck.errors_of(total)
        else:
            self._found.luck = self._found.luck_errors = [0.0] * self._found.seats

    def _choice(self, place: Place) -> Choice:
        """What one choice cost, and how it was balanced if others chose in secret at the same time."""
        searched, measured = (self._worlds(place, place.ply, number) for number in (0, 1))
        loss = Measuring(self._game, self._playouts, place, (searched, measured), self._depths).loss()
        return Choice(place.ply, place.seat, place.action, len(place.legal), loss, self._balance(place))

    def _worlds(self, place: Place, ply: int, number: int) -> Worlds:
        """What the position after so many plies may have been for the seat that decides; `number`: which guesses."""
        seed = chance.mixed(self._seed + number + 4 * ply)
        facts = self._passed.facts[place.ply]
        return Worlds(self._game, self._passed.view(ply, place.seat), place.seat, seed, facts, number << 30)

    def _balance(self, place: Place) -> Balance | None:
        positions, match = self._passed.positions, self._passed.match
        if self._game.RACE or not self._game.secrets:
            return None
        first = first_of_choice(self._game, positions, match.log, place.ply)
        if first is None or not is_secret(match, first, place.ply):
            return None
        view, worlds = self._passed.view(first, place.seat), self._worlds(place, first, 2)
        return self._balancing.balance(view, positions[first], worlds, place.seat, place.action, place.ply)
