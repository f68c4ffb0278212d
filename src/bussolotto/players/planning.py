"""Players that search for what to do (`bussolotto.search`): the hard level where the game is not solved.

How they search is said in the module `levels` of their game; a game that brings no players has such ones at all three
levels. At a table they have some milliseconds for each move, and while the search of their game is not compiled yet
another player stands in. In studies the number of iterations alone counts, so that matches can be repeated.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from bussolotto.core import kernel
from bussolotto.core.contract import Game
from bussolotto.play.policies import policy_of
from bussolotto.players.by_policy import ByPolicy
from bussolotto.players.player import Maker, Player, RandomPlayer

if TYPE_CHECKING:
    from bussolotto.search import Found, Lookahead, Search, TurnSearch  # brings the compiler

# of the players of a game that brings none: iterations before each move, and the wait before it
GENERAL = {"easy": (16, (900, 1500)), "medium": (400, (700, 1200)), "hard": (6_000, (500, 900))}
GENERAL_IN_RACES = {"easy": (16, (3000, 6000)), "medium": (200, (1500, 3000)), "hard": (1_000, (800, 1600))}

AnySearch: TypeAlias = "Search | Lookahead | TurnSearch"
Playouts = Literal["random", "policy", "value", "lookahead", "turns"]

_searches = threading.local()  # of each thread: a search serves one at a time


@dataclass(frozen=True)
class Planned:
    """Makes players that search so many iterations before each move.

    With "lookahead" or "turns" in place of playouts they look at so many positions: many moves ahead, by what the game
    brings for that, or a few rolls ahead, comparing whole turns. `stand_in` plays while that is not compiled;
    `known(view, legal)` is an action that needs no search, or None. `wait_ms`: how long before a move, from and to.
    """

    stand_in: Maker
    iterations: int
    exploration: float = 0.7
    playouts: Playouts = "random"
    known: Callable[[Any, Sequence[int]], int | None] | None = None
    wait_ms: tuple[int, int] = (500, 900)  # so that people can follow

    def __call__(self, game: Game) -> Player:
        return Planner(self, game)


@dataclass(frozen=True)
class Looking:
    """A search for one move of a seat that has this view."""

    game: Game
    planned: Planned
    view: Any
    seat: int
    seed: int

    def __call__(self, milliseconds: float | None = None) -> Found:
        """Search for so long at most; None for any time."""
        return search_of(self.game, self.planned).look(self.view, self.seat, self.seed, milliseconds)


class Planner(Player):
    """One seat of a match."""

    def __init__(self, planned: Planned, game: Game) -> None:
        self._planned = planned
        self._game = game
        self._stand_in = planned.stand_in(game)
        self.allowed_ms: Callable[[], float | None] = lambda: None  # for a search: None for any time, 0 for no search
        self.searched: Callable[[Looking, float | None], Found] = Looking.__call__  # by whom

    def watch(self, view: Any, seat: int, action: int | None) -> None:
        """The player that stands in sees it."""
        self._stand_in.watch(view, seat, action)

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> tuple[int, int] | None:
        """What the search finds best, or what it draws where several decide at once."""
        known = legal[0] if len(legal) == 1 else self._planned.known and self._planned.known(view, legal)
        if known is not None:
            return known, rng.randint(*self._planned.wait_ms)
        milliseconds = self.allowed_ms()
        if milliseconds == 0:
            return self._stand_in.choose(view, legal, rng)
        look = Looking(self._game, self._planned, view, own_seat(self._game, view, legal), rng.getrandbits(32))
        action = self.searched(look, milliseconds).draw(rng)
        return action, rng.randint(*self._planned.wait_ms)


def own_seat(game: Game, view: Any, legal: Sequence[int] = ()) -> int:
    """The seat that has this view and may act: the first whose view it is, since what others see is hidden there.

    Where several have the same view, `legal`, if given, tells them apart.
    """
    movers = game.movers(view)
    seats = [seat for seat in range(kernel.MAX_SEATS) if movers >> seat & 1]
    seeing = [seat for seat in seats if _hides_nothing(game, view, seat)] or seats[:1]
    return next((seat for seat in seeing if legal and may(game, view, seat) == list(legal)), seeing[0])


def may(game: Game, view: Any, seat: int) -> list[int]:
    """The legal actions of a seat in a view, ascending."""
    mask = np.zeros(game.ACTIONS, np.uint8)
    game.legal(view, seat, mask)
    return np.flatnonzero(mask).tolist()


def _hides_nothing(game: Game, view: Any, seat: int) -> bool:
    seen = kernel.copied(view)
    game.hide(seen, seat)
    return bytes(seen) == bytes(view)


def search_of(game: Game, planned: Planned) -> AnySearch:
    """The search of this thread for such players; it is compiled the first time."""
    kept: dict[tuple[object, Planned], AnySearch] = _searches.__dict__.setdefault("kept", {})
    asked = game.rules, planned
    if asked not in kept:
        kept[asked] = _new_search(game, planned)
    return kept[asked]


def _new_search(game: Game, planned: Planned) -> AnySearch:
    from bussolotto.search import Budget, Lookahead, Search, TurnSearch  # only now: it brings the compiler

    if planned.playouts == "lookahead":
        return Lookahead(game, planned.iterations)
    if planned.playouts == "turns":
        return TurnSearch(game, planned.iterations)
    return Search(game, Budget(planned.iterations), planned.exploration, playouts=planned.playouts)


def general_levels(game: Game) -> Mapping[str, Maker]:
    """The players of a game that brings none: all of them search, the weaker ones less."""
    return {level: general_level(game, level) for level in GENERAL}


def general_level(game: Game, level: str, stand_in: Maker | None = None) -> Maker:
    """One of them; `stand_in`, by default the game's policy, plays while its search is not compiled yet."""
    sensible = bool(policy_of(game).NAME)
    iterations, wait_ms = (GENERAL_IN_RACES if game.RACE else GENERAL)[level]
    return Planned(
        stand_in or (ByPolicy if sensible else RandomPlayer),
        iterations,
        playouts="policy" if sensible else "random",
        wait_ms=wait_ms,
    )
