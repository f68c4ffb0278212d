"""What following the hints is worth: one player at the table does what the advice says, the others are sensible.

Each deal of dice is played once from every seat, so that who plays exactly like the others has exactly an equal share.
What the hints promise is held against what comes of it: the mean win share told at the player's first decision.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, nan
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
from bussolotto.solve.advice import Advice, advice, best_player
from bussolotto.solve.planning import for_hints, with_worth
from bussolotto.study.effects import standard_error

MATCHES, QUICK_MATCHES = 300, 8
ITERATIONS = 1_000  # of a search: a hint at a table has several times as many
SEED = 1
TABLES = {
    "my-dice-your-dice": (2,),
    "cincinnati": (3, 4),
    "spilorcio": (2, 3, 4, 5),
    "cui-bono": (3,),
    "eintrichtern": (2,),
    "abquetschen": (3,),
    "wuerfelmarsch": (3,),
}
BEYOND, ROUNDING = 3.0, 1e-9  # standard errors


class Follower(players.Player):
    """Does what the advice says, the first of several, or what it draws from a strategy."""

    def __init__(self, game: Game, seat: int, iterations: int) -> None:
        """Without iterations nothing is searched."""
        self._game = game
        self._seat = seat
        self._mind = best_player(game)
        planned = for_hints(game)
        self._planned = None
        if planned and iterations:
            self._planned = replace(planned, iterations=min(iterations, planned.iterations))
        self.promised: float | None = None  # the win share told at its first decision

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """Let the game's best player see it, whom the advice asks."""
        self._mind.watch(view, seat, action)

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int]:
        """The advice, at once."""
        found = self._told(view, legal)
        if self.promised is None and found["values"]:
            self.promised = found["values"][found["best"][0]]
        if found["strategy"]:
            return rng.choices(list(found["strategy"]), list(found["strategy"].values()))[0], 1
        return found["best"][0], 1

    def _told(self, view: Any, legal: Sequence[int]) -> Advice:
        game, seat = self._game, self._seat
        found = advice(game, view, seat, legal, lambda: self._mind)
        assert found is not None, (game.NAME, view.plies)
        if found["measure"] is not None or self._planned is None:
            return found
        return with_worth(found, self._planned, game, view, seat, lambda: self._mind, lambda look: look(None))


class Share(NamedTuple):
    """The mean win share of the follower and its standard error, and what the hints had promised at first."""

    mean: float
    error: float
    promised: float


def measure(quick: bool = False) -> list[Figure]:
    """The win share of who follows the hints, at every table."""
    matches = QUICK_MATCHES if quick else MATCHES
    tables = [(name, seats) for name, counts in TABLES.items() for seats in counts]
    return [figure for name, seats in tables for figure in told(name, seats, followed(name, seats, matches))]


def told(name: str, seats: int, share: Share) -> list[Figure]:
    """Held against an equal share, of which chance may take three standard errors."""
    table = f"{name}, {seats} seats"
    return [
        Figure(f"{table}, ± {share.error:.3f}", share.mean, "win share", 1 / seats - BEYOND * share.error - ROUNDING),
        Figure(f"{table}, as told at first", share.promised, "win share"),
    ]


def followed(name: str, seats: int, matches: int, iterations: int = ITERATIONS) -> Share:
    """Of so many matches, rounded up to whole deals."""
    played = [
        play(name, seats, seat, deal, iterations) for deal in range(ceil(matches / seats)) for seat in range(seats)
    ]
    shares, promised = np.array(played).T
    return Share(float(shares.mean()), float(standard_error(shares) or 0.0), float(promised.mean()))


def play(name: str, seats: int, seat: int, deal: int, iterations: int) -> tuple[float, float]:
    """The follower's win share in this seat, and what was promised, nan if nothing was."""
    game = bussolotto.game(name)
    match, dice = Match(game, seats), Fast(SEED, deal)
    seated: dict[int, players.Player] = {each: players.player("sensible", game) for each in range(seats)}
    seated[seat] = follower = Follower(game, seat, iterations)
    table = BotTable(match, seated, {each: Random(deal) for each in seated})
    while table.fall(dice) or not match.over:
        if wish := table.wish():
            table.play(wish.seat, wish.action)
    return match.returns()[seat], nan if follower.promised is None else follower.promised


if __name__ == "__main__":
    report.run({"hints": measure}, __doc__)
