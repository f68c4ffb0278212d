"""Hints: at a table that allows them a seat may ask for advice about its decision.

Advice is reckoned in threads of its own, one at a time for each game, so that tables are made once and nobody else
waits for them. Who asks meanwhile is told that it is not ready.
"""

import asyncio
import threading
from collections import defaultdict
from typing import NamedTuple
from weakref import WeakKeyDictionary

from bussolotto.server.problems import HintsOff, NoAdvice, NotReady, NotSeated, NotYourTurn
from bussolotto.server.sittings import Sitting
from bussolotto.server.tables import Table
from bussolotto.solve.advice import ADVISERS, advice
from bussolotto.solve.advised import Advice

PATIENCE_S = 0.3  # longer than anything takes that needs no new tables


class Reckoning(NamedTuple):
    """Advice to come about the decision of this version."""

    version: int
    future: asyncio.Future[Advice | None]


class Hints:
    """What was asked last by each seat of each live match."""

    def __init__(self) -> None:
        self._asked: WeakKeyDictionary[Sitting, dict[int, Reckoning]] = WeakKeyDictionary()
        self._one_at_a_time: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)  # by game

    async def give(self, table: Table, sitting: Sitting, seat: int | None) -> Advice:
        """Advice to this seat about its decision now.

        Raises HintsOff, NotSeated, NoAdvice, NotYourTurn, and NotReady while tables are made. Whether it is a seat's
        turn is not told in a game without advice: in a race that would be part of the solution.
        """
        if not table.hints:
            raise HintsOff()
        if seat is None:
            raise NotSeated()
        if table.game not in ADVISERS:
            raise NoAdvice(table.game)
        if seat not in sitting.movers():
            raise NotYourTurn()
        reckoning = self._reckoning(sitting, seat)
        await asyncio.wait([reckoning.future], timeout=PATIENCE_S)
        if not reckoning.future.done() or reckoning.version != sitting.match.version:
            raise NotReady()
        if (found := reckoning.future.result()) is None:
            raise NoAdvice(table.game)
        return found

    def _reckoning(self, sitting: Sitting, seat: int) -> Reckoning:
        """The one for this decision; the last one while it goes on, so that no seat keeps two threads busy."""
        asked = self._asked.setdefault(sitting, {})
        last = asked.get(seat)
        if last is None or (last.future.done() and last.version != sitting.match.version):
            asked[seat] = last = self._begun(sitting, seat)
        return last

    def _begun(self, sitting: Sitting, seat: int) -> Reckoning:
        match = sitting.match
        view, legal = match.hidden(seat), match.legal(seat)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Advice | None] = loop.create_future()
        alone = self._one_at_a_time[match.module.NAME]

        def reckon() -> None:
            with alone:
                found = advice(match.module, view, seat, legal)
            if not loop.is_closed():
                loop.call_soon_threadsafe(future.set_result, found)

        threading.Thread(target=reckon, daemon=True, name="hints").start()
        return Reckoning(match.version, future)
