"""Can a player be predicted? One that knows the source of the others sits down with them.

    python -m tools.predictors cincinnati --seats 3 4 5 --against hard --matches 2000 --kept FILE

Where players decide at once, in secret, one that always decides alike can be predicted. A predictor computes how often
the others will decide in which way with everything they may hold, as they do themselves, and answers that; in all else
it plays like the hard player. It sits in every seat in turn, with the same dice. An even share means that knowing the
source is worth nothing. With `--kept FILE` (`tools/counting.py`) a count goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

import bussolotto
from bussolotto import players
from bussolotto.core import chance
from bussolotto.games.cincinnati import beliefs, mixed_choice
from bussolotto.games.cincinnati import game as cincinnati
from bussolotto.games.cincinnati.chances import FIRST
from bussolotto.games.cincinnati.strong import Strong
from bussolotto.play.match import Match
from bussolotto.players.bot_table import BotTable
from bussolotto.study.keeping import rests_on
from tools.counting import counted


class Foreseeing(Strong):
    """Knows how the hard players of Cincinnati mix their tables, for they believe the same as it does."""

    def decide(self, view: Any, seat: int, legal: Sequence[int], rng: Random) -> int:
        """The table that is best against what the others do."""
        if view.phase != cincinnati.CHOOSING:
            return super().decide(view, seat, legal, rng)
        tables, seats = self.believed(view).stage(view)
        come = self.expected(view)[:, :, [table.number for table in tables]]
        worth = mixed_choice.Stage(tables, seats).worth(come)[seat, view.dice[seat] - FIRST]
        return cincinnati.TABLE + tables[int(worth.argmax())].number

    def expected(self, view: Any) -> mixed_choice.Floats:
        """float32[seat][hand][table]: how often each seat chooses each table."""
        return self.believed(view).plan(view)


class ForeseeingRules(Foreseeing):
    """Knows the fixed choice of the sensible players."""

    def expected(self, view: Any) -> mixed_choice.Floats:
        """All go where the sensible bot goes."""
        usual = beliefs.usual(view)[:, None] == np.arange(mixed_choice.TABLES)
        return np.asarray(np.broadcast_to(usual, (view.seats, *usual.shape)), np.float32)


# by game: who foresees which players
PREDICTORS: dict[str, dict[str, players.Maker]] = {
    "cincinnati": {"hard": Foreseeing, "medium": ForeseeingRules, "sensible": ForeseeingRules, "keen": ForeseeingRules}
}


class Gained(NamedTuple):
    """What a predictor wins: its share, the standard error by rounds of all seats, and an even share."""

    share: float
    error: float
    even: float
    matches: int


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print a line for every number of seats."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=PREDICTORS)
    parser.add_argument("--seats", type=int, nargs="*", default=[3, 4, 5])
    parser.add_argument("--against", default="hard", help="hard, medium, sensible or keen")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--kept", type=Path, metavar="FILE", help="a file that a count goes on with")
    wanted = parser.parse_args(arguments)
    for seats in wanted.seats:
        found = gained(wanted.game, wanted.against, seats, wanted.matches, wanted.seed, wanted.kept)
        print(
            f"{wanted.game}, {seats} seats: the predictor wins {found.share:.1%} ± {found.error:.1%} "
            f"against {wanted.against}, even {found.even:.1%}, {found.matches} matches",
            flush=True,
        )


def gained(game: str, against: str, seats: int, matches: int, seed: int, kept: Path | None = None) -> Gained:
    """What the predictor wins in so many matches, rounded up to whole rounds of all seats."""
    rounds = -(-matches // seats)
    of = f"a predictor of {game}, {seats} seats, against {against}, seed {seed}, {rests_on(game)[:12]}"
    won = [found for _, found in counted(kept, of, range(rounds), partial(_rounds, game, against, seats, seed))]
    shares = np.array(won) / seats
    error = float(shares.std(ddof=1) / np.sqrt(rounds)) if rounds > 1 else 0.0
    return Gained(float(shares.mean()), error, 1 / seats, rounds * seats)


def _rounds(game: str, against: str, seats: int, seed: int, numbers: Sequence[int]) -> Iterator[float]:
    """Yield for each of these rounds what the predictor wins in it, once in every seat with the same dice."""
    for number in numbers:
        yield sum(play(game, against, seats, seat, (seed, number)) for seat in range(seats))


def play(name: str, against: str, seats: int, own: int, dice: tuple[int, int]) -> float:
    """The share of victory of a predictor in this seat, with dice of this seed and number."""
    game = bussolotto.game(name)
    match = Match(game, seats)
    makers = {
        seat: PREDICTORS[name][against] if seat == own else players.makers(game)[against] for seat in range(seats)
    }
    rngs = {seat: Random(f"{dice}/{own}/{seat}") for seat in range(seats)}
    bot_table = BotTable(match, {seat: make(game) for seat, make in makers.items()}, rngs)
    cup = chance.Fast(*dice)
    bot_table.fall(cup)
    while wish := bot_table.wish():
        bot_table.play(wish.seat, wish.action)
        bot_table.fall(cup)
    return match.returns()[own]


if __name__ == "__main__":
    main()
