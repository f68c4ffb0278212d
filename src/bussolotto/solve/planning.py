"""Hints by search: what each choice is worth, where the game is not solved.

They are searched for as the hard player searches (`players/planning.py`), or by a search that plays on sensibly.
`python -m bussolotto.solve.planning GAME` compiles what both need; GAME is a name, or a whole rule sheet.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bussolotto import players
from bussolotto.core import chance
from bussolotto.core.contract import Game
from bussolotto.games import told_game
from bussolotto.play.match import Match
from bussolotto.play.policies import policy_of
from bussolotto.players.planning import Planned, search_of
from bussolotto.players.player import Player
from bussolotto.solve.advice import Advice, remembered, with_shares
from bussolotto.solve.playing_on import knowing, play_on

if TYPE_CHECKING:
    from bussolotto.search import Found

FEW = 6  # actions, all of which a hint measures well
HARDLY = 0.5  # the standard error of a share of which next to nothing is known
HINTED = Planned(players.RandomPlayer, iterations=20_000, playouts="policy")


class Asked(NamedTuple):
    """What a hint asks for: how to search, and an action that is to be measured well besides what is found best."""

    planned: Planned
    choice: int | None = None


@dataclass(frozen=True)
class Measuring:
    """A search for a hint to a seat that has this view, and knows these facts beyond it."""

    game: Game
    view: Any
    seat: int
    asked: Asked
    facts: Any

    def __call__(self, milliseconds: float | None = None) -> Found:
        """Search for so long at most; None for any time."""
        measure = measured if policy_of(self.game).NAME else searched
        return measure(self.game, self.view, self.seat, self.asked, milliseconds, self.facts)


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
    facts, believed = remembered(game, mind, view), players.plans(game, "hard")
    found = search(Measuring(game, view, seat, Asked(planned, None if believed else told["best"][0]), facts))
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
    found = searched(game, view, seat, asked, third_ms, facts)
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


def searched(
    game: Game, view: Any, seat: int, asked: Asked, milliseconds: float | None = None, facts: Any = None
) -> Found:
    """The same by the search alone, as in a game without a policy: after its first moves random play would mislead."""
    search = search_of(game, asked.planned)
    try:
        search.rules = knowing(game, facts)
        return search.look(view, seat, int(view.plies), milliseconds)
    finally:
        search.rules = game


def for_hints(game: Game) -> Planned | None:
    """How hints of a game are searched for: as its hard player searches, or sensibly.

    None in races, and where neither can be.
    """
    hard = None if game.RACE else players.levels(game).get("hard")
    if isinstance(hard, Planned):
        return hard
    return HINTED if hard and policy_of(game).NAME else None


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
    compile_for(told_game(sys.argv[1]))
