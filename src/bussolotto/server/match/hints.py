"""Hints: at a table that allows them, a seat may ask for advice about its decision.

Advice is computed in separate threads, one at a time for each game, so that tables are built only once and nobody
else has to wait for them. What the choices are worth is then searched for where bots search, too (`planners`), once
that is compiled. Requests made in the meantime are refused as not ready.
"""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

from bussolotto import players
from bussolotto.core.errors import refuse
from bussolotto.play.match import Match
from bussolotto.players import Player
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.planners import Planners
from bussolotto.server.match.solving import Solving
from bussolotto.solve.advice import Advice, advice, advised, watcher, with_next
from bussolotto.solve.planning import for_hints, with_worth

PATIENCE_S = 1.0  # longer than any advice takes that needs no new tables, where nobody else searches


class Computation(NamedTuple):
    """Pending advice about the decision at this version."""

    version: int
    future: asyncio.Future[Advice | None]


class Hints:
    """The last request for advice of each seat in each live match."""

    def __init__(self, solving: Solving, planners: Planners | None = None) -> None:
        """Without `planners` nothing is searched."""
        self._solving = solving
        self._planners = planners
        self._asked: WeakKeyDictionary[LiveMatch, dict[int, Computation]] = WeakKeyDictionary()
        self._one_at_a_time: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)  # by game

    async def give(self, allowed: bool, live: LiveMatch, seat: int | None) -> Advice:
        """Return advice for this seat about its current decision, at a table that allows hints.

        Raises `hints-off`, `not-seated`, `no-advice`, `not-your-turn`, and `not-ready` while tables are built. In games
        without advice the error does not reveal whose turn it is: in a race that would give away part of the solution.
        """
        if not allowed:
            raise refuse("hints-off")
        if seat is None:
            raise refuse("not-seated")
        game = live.match.game.facts.name
        if not advised(live.match.game):
            raise refuse("no-advice", game=game)
        if seat not in live.movers():
            raise refuse("not-your-turn")
        computation = self._computation(live, seat)
        await asyncio.wait([computation.future], timeout=PATIENCE_S)
        if not computation.future.done() or computation.version != live.match.version:
            raise refuse("not-ready")
        found = computation.future.result()
        if found is None or (_is_blind(found) and self._planners is None):
            raise refuse("no-advice", game=game)
        if _is_blind(found):
            raise refuse("not-ready")
        return found

    def _computation(self, live: LiveMatch, seat: int) -> Computation:
        """Return the computation for this decision, or the last one while it still runs: one thread per seat."""
        asked = self._asked.setdefault(live, {})
        last = asked.get(seat)
        old = last is None or last.version != live.match.version
        if last is None or (last.future.done() and (old or _is_blind(last.future.result()))):
            asked[seat] = last = self._begun(live, seat)
        return last

    def _begun(self, live: LiveMatch, seat: int) -> Computation:
        match = live.match.copy()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Advice | None] = loop.create_future()
        alone = self._one_at_a_time[match.game.NAME]

        def compute() -> None:
            with alone:
                mind = cache(partial(watcher, match, seat))
                found = advice(match.game, match.hidden(seat), seat, match.legal(seat), mind)
                self._solving.begin(match.game, match.hidden(seat))
            if found is not None and found["measure"] is None:
                found = self._measured(found, match, seat, mind)
            if found is not None:
                found = with_next(found, match, seat, mind)
            if not loop.is_closed():
                loop.call_soon_threadsafe(future.set_result, found)

        threading.Thread(target=compute, daemon=True, name="hints").start()
        return Computation(match.version, future)

    def _measured(self, told: Advice, match: Match, seat: int, mind: Callable[[], Player]) -> Advice:
        """With what each choice is worth, where the planners search and the search of the game is compiled."""
        planned = for_hints(match.game)
        if self._planners is None or planned is None:
            return told
        search = partial(self._planners.search, match.game)
        return with_worth(told, planned, match.game, match.hidden(seat), seat, mind, search)


def _is_blind(found: Advice | None) -> bool:
    """Is this of a player that knows no game? It stands in until the search of a game without players is ready."""
    return found is not None and found["by"] in players.EVERY_GAME
