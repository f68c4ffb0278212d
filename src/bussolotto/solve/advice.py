"""Advice for a player at a decision: what to do and why, and the odds of what they hope for.

Where a game is solved, the advice is exact: `by` is EXACT, and what to do is best. Elsewhere it is what the game's best
player would do, and `by` is its name. Values and odds are given beside it, as far as the game knows any; only those
with the measure `win` say what is best. All of it is computed from the view of the seat that asks, so nobody learns
what they may not know.

A game may have a module `advice` that holds `ADVISER`, an `Adviser`; it is imported when it is first needed.

The meaning of a choice's value depends on its measure:

| measure | value |
|---|---|
| `win` | the chance of winning the match, when both play as well as can be |
| `duel` | the chance of winning this duel, when both play for the victory alone and tokens cost nothing |
| `condition` | the chance of meeting the condition of a table, with the rolls that are sure to come, without tokens |
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypedDict

from bussolotto import players
from bussolotto.core.contract import Game
from bussolotto.core.kernel import copied
from bussolotto.play.match import Match

Measure = Literal["win", "duel", "condition"]

EXACT = "exact"
EQUAL = 1e-6  # chances of winning that differ by less are as good


class Odds(TypedDict):
    """What a player may hope for, in the game's notation if possible, and its chance under play aimed only at it."""

    goal: str
    chance: float


class Reason(TypedDict):
    """Why: the key of a text of the game, with what it names. Chances are shown in percent, numbers as they are."""

    text: str
    chances: dict[str, float]
    numbers: dict[str, float]


class Advice(TypedDict):
    """`best`: what to do, any of these. `values` by legal action, for all of them or none, with their `measure`."""

    best: list[int]
    by: str
    reason: Reason | None
    measure: Measure | None
    values: dict[int, float]
    odds: list[Odds]


def _no_advice(view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    return None


def _nothing(view: Any) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Adviser:
    """What a game knows of its decisions.

    `advise(view, seat, legal)` leaves `best` empty where the best player is to be asked. `solvable(view)`: what
    `bussolotto solve` is to be asked for, so that advice will be exact; nothing where it is, or cannot be.
    """

    advise: Callable[[Any, int, Sequence[int]], Advice | None]
    solvable: Callable[[Any], Sequence[str]] = _nothing


def adviser(game: Game) -> Adviser:
    """The adviser of a game; one that knows nothing if it has none."""
    part = game.part("advice")
    return part.ADVISER if part else Adviser(_no_advice)


def advised(game: Game) -> bool:
    """Is there advice in this game? In a race there is none: it would give the solution away."""
    return not game.RACE and len(players.names(game)) > len(players.EVERY_GAME)


def advice(
    game: Game, view: Any, seat: int, legal: Sequence[int], mind: Callable[[], players.Player] | None = None
) -> Advice | None:
    """Return advice to a seat about its legal actions, or None if there is none.

    `view` is the position after `hide` for this seat, in the interpreter's reading. `mind` returns the game's best
    player after it has watched the match from this seat; without it, a player that has seen nothing is asked. Tables
    are created when first needed: mostly within a second, for a duel that may start again (CIN-12) within half a
    minute.
    """
    if not legal or not advised(game):
        return None
    seen = copied(view)
    game.hide(seen, seat)  # again, so that no adviser can read more than that by mistake
    found = adviser(game).advise(seen, seat, legal) or unknown([])
    return found if found["best"] else _as_played(game, found, mind() if mind else best_player(game), seen, legal)


def unknown(odds: list[Odds]) -> Advice:
    """Advice that knows no more than these odds."""
    return Advice(best=[], by="", reason=None, measure=None, values={}, odds=odds)


def exact(values: dict[int, float], odds: list[Odds]) -> Advice:
    """Advice where the chance of winning the match is known for every legal action."""
    most = max(values.values())
    best = [action for action, value in values.items() if value > most - EQUAL]
    return Advice(best=best, by=EXACT, reason=None, measure="win", values=values, odds=odds)


def best_player(game: Game) -> players.Player:
    """The best player of a game; it has seen nothing yet."""
    return players.player(players.named(game)[-1], game)


def watcher(match: Match, seat: int) -> players.Player:
    """The game's best player, after it has watched this match from a seat."""
    player, again = best_player(match.game), Match(match.game, match.seats, match.options)
    for mover, action in match.log:
        again.play(mover, action)
        player.watch(again.hidden(seat), mover, again.steps(seat, again.version - 1)[0].action)
    return player


def _as_played(game: Game, found: Advice, player: players.Player, view: Any, legal: Sequence[int]) -> Advice:
    """What this player would do, with the values and odds that are known."""
    choice = player.choose(view, legal, Random(view.plies))
    assert choice is not None, (game.NAME, view.plies)  # outside races every player decides when asked
    return {**found, "best": [choice[0]], "by": players.named(game)[-1]}
