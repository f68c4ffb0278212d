"""Players that search for what to do (`bussolotto.search`): the hard level where the game is not solved; and hints.

How they search is said in the module `levels` of their game. At a table they have some milliseconds for each move, and
while the search of their game is not compiled yet another player stands in. In studies the number of iterations alone
counts, so that matches can be repeated. Hints are searched for as the hard player searches, or by a search that plays
on sensibly. `python -m bussolotto.solve.planning GAME` compiles what both need.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bussolotto import players
from bussolotto.core import chance, kernel
from bussolotto.core.contract import Game
from bussolotto.games import game as game_of
from bussolotto.play.match import Match
from bussolotto.play.policies import policy_of
from bussolotto.players import Maker, Player
from bussolotto.solve.advice import Advice, remembered, with_shares
from bussolotto.solve.playing_on import knowing, play_on

if TYPE_CHECKING:
    from bussolotto.search import Found, Search

WAIT_MS = (500, 900)  # before a move, so that people can follow

_searches = threading.local()  # of each thread: a search serves one at a time


@dataclass(frozen=True)
class Planned:
    """Makes players that search so many iterations before each move.

    `stand_in` plays while that is not compiled, and at tables of other sizes than `seats`, if these are given;
    `known(view, legal)` is an action that needs no search, or None.
    """

    stand_in: Maker
    iterations: int
    exploration: float = 0.7
    playouts: Literal["random", "policy", "value"] = "random"
    known: Callable[[Any, Sequence[int]], int | None] | None = None
    seats: tuple[int, ...] = ()

    def __call__(self, game: Game) -> Player:
        return Planner(self, game)


FEW = 6  # actions, all of which a hint measures well
HARDLY = 0.5  # the standard error of a share of which next to nothing is known
HINTED = Planned(players.RandomPlayer, iterations=20_000, playouts="policy")


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
        if milliseconds == 0 or (self._planned.seats and view.seats not in self._planned.seats):
            return self._stand_in.choose(view, legal, rng)
        search = search_of(self._game, self._planned)
        action = search.look(view, own_seat(self._game, view), rng.getrandbits(32), milliseconds).draw(rng)
        return action, rng.randint(*WAIT_MS)


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


def with_worth(
    told: Advice,
    planned: Planned,
    game: Game,
    view: Any,
    seat: int,
    mind: Callable[[], Player],
    search: Callable[[Callable[[float | None], Found]], Found | None],
) -> Advice:
    """Add to the advice of a player what each choice is worth, and follow the search where the hard player searches.

    `mind` as in `advice`. `search(look)` calls `look` with the milliseconds it may take, None for any time; where it
    returns None the advice stays as it is.
    """
    facts, believed = remembered(game, mind, view), plans(game, "hard")
    asked = Asked(planned, None if believed else told["best"][0])
    found = search(lambda most_ms: measured(game, view, seat, asked, most_ms, facts))
    return with_shares(told, found, believed) if found else told


def measured(
    game: Game, view: Any, seat: int, asked: Asked, milliseconds: float | None = None, facts: Any = None
) -> Found:
    """The win share that a seat may expect after each of its actions, for a hint (see `with_shares`).

    The search proposes, in a third of the time. In another the match is played on after what it proposes and after the
    choice that is asked about, and in the last one after all others where they are few: so what a choice is worth does
    not depend on the luck by which it was proposed. Of the others little is known where the search does not play on
    sensibly.
    `facts`: what the seat knows beyond its view, in a game whose `guess` takes that. With iterations alone the result
    depends on nothing but these and the view.
    """
    known, third_ms = knowing(game, facts), milliseconds and milliseconds / 3
    search = search_of(game, asked.planned)
    try:
        search.rules = known
        found = search.look(view, seat, int(view.plies), third_ms)
    finally:
        search.rules = game
    if asked.planned.playouts != "policy":
        found.errors[:] = HARDLY
    first = {found.best} if asked.choice is None else {found.best, asked.choice}
    others = set(found.actions.tolist()) - first if len(found.actions) <= FEW else set()
    for group in filter(None, (first, others)):  # each has a third of the time
        most, each_ms = asked.planned.iterations // 2 // len(group), third_ms and third_ms / len(group)
        for action in group:
            at = found.actions == action
            found.values[at], found.errors[at] = play_on(known, view, seat, action, most, each_ms)
    return found


class Asked(NamedTuple):
    """What a hint asks for: how to search, and an action that is to be measured well besides what is found best."""

    planned: Planned
    choice: int | None = None


def for_hints(game: Game) -> Planned | None:
    """How hints of a game are searched for: as its hard player searches, or sensibly.

    None in races, and where no policy could go on.
    """
    if game.RACE or not policy_of(game).NAME:
        return None
    hard = players.levels(game).get("hard")
    return hard if isinstance(hard, Planned) else HINTED


def plans(game: Game, player: str) -> bool:
    """Does a player of this name search?"""
    return isinstance(players.makers(game).get(player), Planned)


def compile_for(game: Game) -> None:
    """Compile what hints and the players of a game that search need, into the cache folder."""
    match = Match(game, game.SEATS[0])
    match.fall(chance.Fast(0))
    seat = next(seat for seat in range(match.seats) if match.movers() >> seat & 1)
    for planned in players.levels(game).values():
        if isinstance(planned, Planned):
            search_of(game, planned).look(match.hidden(seat), seat, milliseconds=1)
    if hinted := for_hints(game):
        measured(game, match.hidden(seat), seat, Asked(hinted), milliseconds=1)


if __name__ == "__main__":
    compile_for(game_of(sys.argv[1]))
