"""Players that search for what to do (`bussolotto.search`): the hard level where the game is not solved.

How they search is said in the module `levels` of their game. At a table they have some milliseconds for each move, and
while the search of their game is not compiled yet another player stands in. In studies the number of iterations alone
counts, so that matches can be repeated. `python -m bussolotto.solve.planning GAME` compiles what they need.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from bussolotto import players
from bussolotto.core import chance, kernel
from bussolotto.core.contract import Game
from bussolotto.games import game as game_of
from bussolotto.play.match import Match
from bussolotto.players import Maker, Player

if TYPE_CHECKING:
    from bussolotto.search import Search

WAIT_MS = (500, 900)  # before a move, so that people can follow

_searches = threading.local()  # of each thread: a search serves one at a time


@dataclass(frozen=True)
class Planned:
    """Makes players that search so many iterations before each move.

    `stand_in` plays while that is not compiled; `known(view, legal)` is an action that needs no search, or
    None.
    """

    stand_in: Maker
    iterations: int
    exploration: float = 0.7
    playouts: Literal["random", "policy"] = "random"
    known: Callable[[Any, Sequence[int]], int | None] | None = None

    def __call__(self, game: Game) -> Player:
        return Planner(self, game)


class Planner(Player):
    """One seat of a match."""

    def __init__(self, planned: Planned, game: Game) -> None:
        self._planned = planned
        self._game = game
        self._stand_in = planned.stand_in(game)
        self.allowed_ms: Callable[[], float | None] = lambda: None  # for a search: None for any time, 0 for no search

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """The player that stands in sees it."""
        self._stand_in.watch(view, seat, action)

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """What the search finds best, or what it draws where several decide at once."""
        known = legal[0] if len(legal) == 1 else self._planned.known and self._planned.known(view, legal)
        if known is not None:
            return known, rng.randint(*WAIT_MS)
        milliseconds = self.allowed_ms()
        if milliseconds == 0:
            return self._stand_in.choose(view, legal, rng)
        begun_s = monotonic()
        search = search_of(self._game, self._planned)
        action = search.look(view, own_seat(self._game, view), rng.getrandbits(32), milliseconds).draw(rng)
        spent_ms = 0 if milliseconds is None else round(1000 * (monotonic() - begun_s))  # in studies time has no effect
        return action, max(1, rng.randint(*WAIT_MS) - spent_ms)


def own_seat(game: Game, view: Any) -> int:
    """The seat that has this view and may act: the first whose view it is, since what others see is hidden there."""
    movers = game.movers(view)
    seats = [seat for seat in range(kernel.MAX_SEATS) if movers >> seat & 1]
    return next((seat for seat in seats if _hides_nothing(game, view, seat)), seats[0])


def _hides_nothing(game: Game, view: Any, seat: int) -> bool:
    seen = kernel.copied(view)
    game.hide(seen, seat)
    return bytes(seen) == bytes(view)


def search_of(game: Game, planned: Planned) -> Search:
    """The search of this thread for such players; it is compiled the first time."""
    from bussolotto.search import Budget, Search  # only now: it brings the compiler

    kept: dict[tuple[object, Planned], Search] = _searches.__dict__.setdefault("kept", {})
    asked = game.rules, planned
    if asked not in kept:
        budget = Budget(planned.iterations)
        kept[asked] = Search(game, budget, planned.exploration, playouts=planned.playouts)
    return kept[asked]


def plans(game: Game, player: str) -> bool:
    """Does a player of this name search?"""
    return isinstance(players.makers(game).get(player), Planned)


def compile_for(game: Game) -> None:
    """Compile what the players of a game that search need, into the cache folder."""
    for planned in players.levels(game).values():
        if isinstance(planned, Planned):
            match = Match(game, game.SEATS[0])
            match.fall(chance.Fast(0))
            seat = next(seat for seat in range(match.seats) if match.movers() >> seat & 1)
            search_of(game, planned).look(match.hidden(seat), seat, milliseconds=1)


if __name__ == "__main__":
    compile_for(game_of(sys.argv[1]))
