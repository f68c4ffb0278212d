"""Advice for a player at a decision: what to do and why, what each choice is worth, and the odds of what they hope for.

Where a game is solved, the advice is exact: `by` is EXACT, and what to do is best. Elsewhere it is what the game's best
player would do, and `by` is its name. `with_shares` adds what a search finds (`measured`): the win share to be
expected after each choice, with its standard error. Then the player's choice stands unless what the search proposes is
better beyond its error, and `by` is SEARCH where it is; where the game's hard player searches itself, it is believed.
Odds are given beside it, as far as the game knows any, and never say what is best. All of it is computed from the view
of the seat that asks, so nobody learns what they may not know.

A game may have a module `advice` that holds `ADVISER`, an `Adviser`; it is imported when it is first needed.

The meaning of a choice's value depends on its measure, and that of its chance on its goal:

| measure | value |
|---|---|
| `win` | the chance of winning the match, when both play as well as can be |
| `share` | the mean share of the victory, when all go on sensibly |

| goal | chance |
|---|---|
| `duel` | of winning this duel, when both play for the victory alone and tokens cost nothing |
| `condition` | of meeting the condition of a table, with the rolls that are sure to come, without tokens |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from random import Random
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from bussolotto import players
from bussolotto.core.contract import Game
from bussolotto.core.kernel import copied
from bussolotto.play.match import Match

if TYPE_CHECKING:
    from bussolotto.search import Found  # brings the compiler

Measure = Literal["win", "share"]
Goal = Literal["duel", "condition"]

EXACT, SEARCH = "exact", "search"
EQUAL = 1e-6  # chances of winning that differ by less are as good
BEYOND = 3.0  # standard errors by which another choice must be better than the player's
MOST_NEXT = 2  # decisions that are told of after the one that was asked about
LEAST_LIKELY = 0.05  # what a mixed strategy plays less often is not told


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
    """`best`: what to do, any of these. `then`: what to do after the first of these, while nobody else decides.

    `strategy`: how often to do what, where others decide in secret meanwhile.

    `values` and `chances` by legal action, each for all of them or none, with their `measure` and `goal`. `errors`:
    standard errors of `values`, none where they are exact.
    """

    best: list[int]
    then: list[int]
    by: str
    reason: Reason | None
    measure: Measure | None
    values: dict[int, float]
    errors: dict[int, float]
    strategy: dict[int, float]
    goal: Goal | None
    chances: dict[int, float]
    odds: list[Odds]


def _no_advice(view: Any, seat: int, legal: Sequence[int]) -> Advice | None:
    return None


def _nothing(view: Any) -> Sequence[str]:
    return ()


def _not_known(view: Any, seat: int, legal: Sequence[int]) -> Mapping[int, float]:
    return {}


@dataclass(frozen=True)
class Adviser:
    """What a game knows of its decisions.

    `advise(view, seat, legal)` leaves `best` empty where the best player is to be asked. `solvable(view)`: what
    `bussolotto solve` is to be asked for, so that advice will be exact; nothing where it is, or cannot be.
    `worth(view, seat, legal)`: the chance of winning with each choice where it is known, else nothing.
    """

    advise: Callable[[Any, int, Sequence[int]], Advice | None]
    solvable: Callable[[Any], Sequence[str]] = _nothing
    worth: Callable[[Any, int, Sequence[int]], Mapping[int, float]] = _not_known


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
    return Advice(
        best=[],
        then=[],
        by="",
        reason=None,
        measure=None,
        values={},
        errors={},
        strategy={},
        goal=None,
        chances={},
        odds=odds,
    )


def exact(values: dict[int, float], odds: list[Odds]) -> Advice:
    """Advice where the chance of winning the match is known for every legal action."""
    most = max(values.values())
    best = [action for action, value in values.items() if value > most - EQUAL]
    return {**unknown(odds), "best": best, "by": EXACT, "measure": "win", "values": values}


def with_shares(told: Advice, found: Found, believed: bool) -> Advice:
    """Add what a search has found to the advice of a player, and follow it where it is better beyond its error.

    `believed`: follow it in any case, because the game's best player does.
    """
    actions = found.actions.tolist()
    values, errors = (dict(zip(actions, column.tolist(), strict=True)) for column in (found.values, found.errors))
    shares: Advice = {**told, "measure": "share", "values": values, "errors": errors}
    if not believed and not _is_better(shares, found.best, told["best"][0]):
        return shares
    return {**shares, "best": [found.best], "by": SEARCH, "reason": None, "strategy": _mixed(found)}


def with_next(told: Advice, match: Match, seat: int, mind: Callable[[], players.Player]) -> Advice:
    """Add what the game's best player would do next, until dice fall or somebody else decides. `mind` as in `advice`.

    Nothing where there are secrets: what comes next could depend on them.
    """
    if match.secrets:
        return told
    after, then = match.preview(seat, told["best"][:1]), list[int]()
    while after.movers() == 1 << seat and len(then) < MOST_NEXT:
        choice = mind().choose(after.hidden(seat), after.legal(seat), Random(after.version))
        assert choice is not None, (match.game.NAME, after.version)
        then.append(choice[0])
        after.play(seat, choice[0])
    return {**told, "then": then}


def _is_better(shares: Advice, action: int, other: int) -> bool:
    values, errors = shares["values"], shares["errors"]
    return values[action] - values[other] > BEYOND * hypot(errors[action], errors[other])


def _mixed(found: Found) -> dict[int, float]:
    """How often to do what, the most likely first; nothing where one action is to be done."""
    likely = dict(zip(found.actions.tolist(), found.strategy.tolist(), strict=True))
    told = {action: chance for action, chance in likely.items() if chance >= LEAST_LIKELY}
    often = sorted(told, key=told.__getitem__, reverse=True)
    return {action: told[action] / sum(told.values()) for action in often} if len(told) > 1 else {}


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


def remembered(game: Game, mind: Callable[[], players.Player], view: Any) -> Any:
    """What the best player knows beyond this view, as `guess` takes it; None in games in which that is nothing."""
    return mind().facts(Random(view.plies)) if hasattr(best_player(game), "facts") else None  # type: ignore[attr-defined]


def _as_played(game: Game, found: Advice, player: players.Player, view: Any, legal: Sequence[int]) -> Advice:
    """What this player would do, with the values and odds that are known."""
    choice = player.choose(view, legal, Random(view.plies))
    assert choice is not None, (game.NAME, view.plies)  # outside races every player decides when asked
    return {**found, "best": [choice[0]], "by": players.named(game)[-1]}
