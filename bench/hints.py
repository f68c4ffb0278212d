"""What following the hints is worth: one player at the table does what the advice says, the others are sensible.

Each deal of dice is played once from every seat, so that who plays exactly like the others has exactly an equal share.
"""

from collections.abc import Sequence
from math import ceil
from random import Random
from typing import Any, NamedTuple

import numpy as np

import bussolotto
from bench import report
from bench.report import Figure
from bussolotto import players
from bussolotto.core.chance import Fast
from bussolotto.core.contract import Game
from bussolotto.play.match import Match
from bussolotto.players.bot_table import BotTable
from bussolotto.solve.advice import advice, best_player
from bussolotto.study.effects import standard_error

MATCHES, QUICK_MATCHES = 1_000, 20
SEED = 1
TABLES = {"cincinnati": (3, 4), "spilorcio": (2, 3, 4, 5)}
ROUNDING = 1e-9


class Follower(players.Player):
    """Does what the advice says, or the first of several."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat
        self._mind = best_player(game)

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Let the game's best player see it, whom the advice asks."""
        self._mind.watch(view, seat, action)

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The advice, at once."""
        found = advice(self._game, view, self._seat, legal, lambda: self._mind)
        assert found is not None, (self._game.NAME, view.plies)
        return found["best"][0], 1


class Share(NamedTuple):
    """The mean win share of the follower, and its standard error."""

    mean: float
    error: float


def measure(quick: bool = False) -> list[Figure]:
    """The win share of who follows the hints, at every table."""
    matches = QUICK_MATCHES if quick else MATCHES
    return [told(name, seats, followed(name, seats, matches)) for name in TABLES for seats in TABLES[name]]


def told(name: str, seats: int, share: Share) -> Figure:
    """Held against an equal share."""
    return Figure(f"{name}, {seats} seats, ± {share.error:.3f}", share.mean, "win share", 1 / seats - ROUNDING)


def followed(name: str, seats: int, matches: int) -> Share:
    """Of so many matches, rounded up to whole deals."""
    shares = [played(name, seats, seat, deal) for deal in range(ceil(matches / seats)) for seat in range(seats)]
    return Share(float(np.mean(shares)), float(standard_error(np.array(shares)) or 0.0))


def played(name: str, seats: int, seat: int, deal: int) -> float:
    """The follower's win share in this seat."""
    game = bussolotto.game(name)
    match, dice = Match(game, seats), Fast(SEED, deal)
    seated: dict[int, players.Player] = {each: players.player("sensible", game) for each in range(seats)}
    seated[seat] = Follower(game, seat)
    table = BotTable(match, seated, {each: Random(deal) for each in seated})
    while table.fall(dice) or not match.over:
        if wish := table.wish():
            table.play(wish.seat, wish.action)
    return match.returns()[seat]


if __name__ == "__main__":
    report.run({"hints": measure}, __doc__)
