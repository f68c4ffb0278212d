"""Are reviews right? Luck averages zero, takes most of the chance out of results, and mistakes are found and confirmed.

    python -m bench reviews luck GAME [--matches N]      luck of each seat, variance of results with and without it
    python -m bench reviews mistakes GAME [--matches N]  do mistakes agree at ten times the depth?
    python -m bench reviews planted GAME [--matches N]   how many of N planted blunders are named?
    python -m bench reviews times [GAME] [--matches N]   how long does a review take, of one game or of every one?

Matches are between sensible players; for `mistakes` and `times`, each move is any legal one with the chance
`--careless`. With `--kept FILE` (`tools/counting.py`) a count goes on where it was interrupted. Times are without
compiling; beside other programs, processor time tells more than the time that passed. A planted blunder is a choice
that costs ten points of win share or more, beyond its error, at three times the depth and with another seed. It takes
the place of what a sensible player would have done; then the match goes on sensibly.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NoReturn

import numpy as np

import bussolotto
from bussolotto import players
from bussolotto.core.chance import Fast
from bussolotto.core.contract import Game
from bussolotto.games import names
from bussolotto.play.match import Match
from bussolotto.play.notation import Record, record_of
from bussolotto.players.bot_table import BotTable
from bussolotto.review import Loss, explain, review, verdict
from bussolotto.review.edition import edition
from tools.counting import counted

BLUNDER = 0.10  # of the victory
DEEP, DEEPER = 10.0, 3.0  # times the depth
BOUND_S = 60.0  # a review of a match takes less
BRIEF = 0.01  # a depth at which everything is compiled
BEYOND_ERROR = 2.0  # standard errors
TRIES = 4  # choices that are tried as blunders in a match


class Sitting:
    """A match between sensible bots, some of whose moves are any legal ones."""

    def __init__(self, game: Game, seats: int, seed: int, careless: float = 0.0) -> None:
        self.match = Match(game, seats)
        self._chance = Fast(seed)
        sensible = players.makers(game)[players.named(game)[1]]
        maker = players.careless(sensible, careless) if careless else sensible
        rngs = {seat: Random(64 * seed + seat) for seat in range(seats)}
        self._table = BotTable(self.match, {seat: maker(game) for seat in range(seats)}, rngs)
        self._table.fall(self._chance)

    def wish(self) -> tuple[int, int] | None:
        """What a bot does next; None when the match is over."""
        if self.match.over:
            return None
        wish = self._table.wish()
        assert wish is not None, "nobody goes on with this match"
        return wish.seat, wish.action

    def play(self, seat: int, action: int) -> None:
        """Play this, and let dice fall."""
        self._table.play(seat, action)
        self._table.fall(self._chance)

    def finish(self) -> Record:
        """Play to the end, and return the record."""
        while wish := self.wish():
            self.play(*wish)
        return self.record()

    def record(self) -> Record:
        """The record of the match, as if it was ended here if it is not over."""
        record = record_of(self.match, [f"player {seat + 1}" for seat in range(self.match.seats)])
        record.end = record.end or {"reason": "agreed", "returns": self.match.returns(), "scores": self.match.scores()}
        return record


def luck(game: Game, seats: int, matches: int, depth: float, kept: Path | None = None) -> None:
    """How lucky each seat was on average, and how much chance is left in results without luck."""
    lucks, results = np.zeros((2, matches, seats))
    begun_s = time.perf_counter()

    def measure(numbers: Sequence[int]) -> Iterator[tuple[list[float], list[float]]]:
        for number in numbers:
            found = review(Sitting(game, seats, number).finish(), depth, number, plies=())
            yield found.luck, found.returns

    for number, found in counted(kept, of(luck, game, seats, depth), range(matches), measure):
        lucks[number], results[number] = found
    means, errors = lucks.mean(axis=0), lucks.std(axis=0, ddof=1) / np.sqrt(matches)
    for seat in range(seats):
        print(f"seat {seat}: luck {means[seat]:+.4f} ± {errors[seat]:.4f}, {means[seat] / errors[seat]:+.2f} errors")
    plain, left = results.var(axis=0, ddof=1).mean(), (results - lucks).var(axis=0, ddof=1).mean()
    print(f"{matches} matches at depth {depth:g}: variance of results {plain:.4f}, without luck {left:.4f},")
    part, took_s = left / plain if plain else np.nan, time.perf_counter() - begun_s
    print(f"which is {part:.3f} of it; {took_s / matches:.2f} s a match")


def mistakes(game: Game, seats: int, matches: int, depth: float, careless: float, kept: Path | None = None) -> None:
    """How many of the choices that a review calls mistakes are mistakes at ten times the depth, too."""

    def measure(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
        for number in numbers:
            record = Sitting(game, seats, number, careless).finish()
            found = review(record, depth, number)
            named = {choice.ply for choice in found.choices if verdict(choice.loss)}
            deep = [loss.beyond_error for _, loss in losses(record, depth * DEEP, number + 1, named)]
            print(f"match {number}: {len(found.choices)} choices, {sum(deep)} of {len(deep)} agree", flush=True)
            yield len(deep), sum(deep)

    counts = [found for _, found in counted(kept, of(mistakes, game, seats, depth, careless), range(matches), measure)]
    called, agreed = (sum(found[way] for found in counts) for way in (0, 1))
    print(f"{agreed} of {called} mistakes agree at {DEEP:g} times the depth {depth:g}: {agreed / max(1, called):.1%}")


def times(game: Game, seats: int, matches: int, depth: float, careless: float) -> None:
    """How long reviews take with their reasons, in seconds that pass and in processor time of all threads together."""
    passed, used = np.zeros((2, matches))
    reviewed(Sitting(game, seats, matches, careless).finish(), BRIEF, 0, game)
    for number in range(matches):
        record = Sitting(game, seats, number, careless).finish()
        begun_s, used_s = time.perf_counter(), time.process_time()
        reviewed(record, depth, number, game)
        passed[number], used[number] = time.perf_counter() - begun_s, time.process_time() - used_s
    within = int((passed < BOUND_S).sum())
    print(
        f"{game.NAME}, {seats} seats: {np.median(passed):.1f} s, at most {passed.max():.1f} s; "
        f"processor time {np.median(used):.1f} s, at most {used.max():.1f} s; "
        f"{within} of {matches} within {BOUND_S:.0f} s at depth {depth:g}",
        flush=True,
    )


def reviewed(record: Record, depth: float, seed: int, game: Game) -> None:
    """Review a match as it is done for its page: with the reasons why something was better."""
    explain(review(record, depth, seed), record, game)


def losses(record: Record, depth: float, seed: int, plies: set[int]) -> Iterator[tuple[int, Loss]]:
    """What the choices at these plies cost."""
    for choice in review(record, depth, seed, plies=plies, rolls=False).choices if plies else ():
        if choice.ply in plies:
            yield choice.ply, choice.loss


def planted(game: Game, seats: int, wanted: int, depth: float, kept: Path | None = None) -> None:
    """How many planted blunders are named, at least as doubtful; and how many are called blunders or mistakes."""

    def measure(numbers: Sequence[int]) -> Iterator[str | None]:
        for number in numbers:
            sitting = Sitting(game, seats, number)
            if (ply := plant(sitting, Random(number), depth)) is None:
                yield None
                continue
            (_, loss), = losses(sitting.finish(), depth, number, {ply})  # fmt: skip
            word = verdict(loss)
            print(
                f"match {number}: a loss of {loss.loss:.3f} ± {loss.error:.3f}, called {word or 'nothing'}", flush=True
            )
            yield word

    found: list[tuple[int, str]] = []
    for number, called in counted(kept, of(planted, game, seats, depth), range(1, 20 * wanted + 1), measure):
        found += [] if called is None else [(number, called)]
        if len(found) == wanted:
            break
    words, matches = [word for _, word in found], found[-1][0] if found else 20 * wanted
    told = {word: words.count(word) for word in sorted(set(words), key=words.count, reverse=True)}
    named = len(words) - words.count("")
    print(f"{named} of {len(words)} blunders planted in {matches} matches are named at depth {depth:g}: {told}")


def of(what: Callable[..., None], game: Game, seats: int, *numbers: float) -> str:
    """What is counted: with the edition of reviews, so that what other code has found does not count."""
    return " ".join([what.__name__, game.NAME, f"{seats} seats", *map(str, numbers), edition(game)])


def plant(sitting: Sitting, rng: Random, depth: float) -> int | None:
    """Play on, and play a blunder in one of a few places drawn at random; None if none of what was tried is one."""
    for _ in range(TRIES):
        for _ in range(rng.randrange(40)):
            if (wish := sitting.wish()) is None:
                return None
            sitting.play(*wish)
        if (wish := sitting.wish()) is None:
            return None
        if (action := blunder(sitting, wish[0], rng, depth)) is not None:
            sitting.play(wish[0], action)
            return ply_of_last_choice(sitting.match)
        sitting.play(*wish)
    return None


def blunder(sitting: Sitting, seat: int, rng: Random, depth: float) -> int | None:
    """An action that certainly costs ten points of win share, of a few drawn at random."""
    match = sitting.match
    legal = match.legal(seat)
    for action in rng.sample(legal, min(TRIES, len(legal))) if len(legal) > 1 else ():
        tried = match.copy()
        tried.play(seat, action)
        record = record_of(tried, [""] * match.seats)
        record.end = {"reason": "agreed", "returns": match.returns(), "scores": match.scores()}
        for _, loss in losses(record, depth * DEEPER, match.version, {match.version}):
            if loss.loss - BEYOND_ERROR * loss.error >= BLUNDER:
                return action
    return None


def ply_of_last_choice(match: Match) -> int:
    """The ply of the last decision."""
    return max(ply for ply, (seat, _) in enumerate(match.log) if seat != bussolotto.CHANCE)


def main(arguments: Sequence[str]) -> NoReturn:
    """Run as a command."""
    parser = argparse.ArgumentParser(prog="python -m bench reviews", description=__doc__)
    parser.add_argument("what", choices=("luck", "mistakes", "planted", "times"))
    parser.add_argument("game", nargs="?")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--depth", type=float, default=1.0)
    parser.add_argument("--careless", type=float, default=0.2)
    parser.add_argument("--kept", type=Path, metavar="FILE")
    asked = parser.parse_args(arguments)
    if asked.game is None and asked.what != "times":
        parser.error(f"{asked.what} is measured of one game: name it")
    for name in [asked.game] if asked.game else names():
        measure(asked, bussolotto.game(name))
    sys.exit()


def measure(asked: argparse.Namespace, game: Game) -> None:
    """Measure what was asked for in one game."""
    seats = asked.seats or game.SEATS[0]
    if asked.what == "luck":
        luck(game, seats, asked.matches, asked.depth, asked.kept)
    elif asked.what == "mistakes":
        mistakes(game, seats, asked.matches, asked.depth, asked.careless, asked.kept)
    elif asked.what == "times":
        times(game, seats, asked.matches, asked.depth, asked.careless)
    else:
        planted(game, seats, asked.matches, asked.depth, asked.kept)
