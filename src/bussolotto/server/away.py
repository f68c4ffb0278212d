"""Who stays away: a bot plays on in his seat while others are here and wait for him, and gives it back.

Somebody is absent who sits, is to decide (in a race: always) and has no page of the table open; after some patience a
bot takes over, but only while somebody else who sits has one open, for else nothing hurries. When a page of his opens
the seat is his again at once. In a match over days nobody is absent: only a clock counts. Whose time runs out is taken
over as well, and has to ask for his seat, which may happen while he looks on.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from bussolotto.errors import Refusal
from bussolotto.server.edits import Edit, give_back, stand_in
from bussolotto.server.problems import NotRunning, NotStored
from bussolotto.server.protocol import State
from bussolotto.server.sittings import Sitting
from bussolotto.server.tables import Table

if TYPE_CHECKING:
    from bussolotto.server.house import House

AGAIN_S = 1.0  # after the disk refused


class Absences:
    """Who is absent from one match, since when; the house does what follows from it."""

    def __init__(self, house: "House", sitting: Sitting, patience_s: float) -> None:
        self._house = house
        self._sitting = sitting
        self._patience_s = patience_s
        self._since_s: dict[int, float] = {}  # by seat
        self._complete = False  # are all here who sit?
        self._changing: set[int] = set()  # seats about to be taken over or given back
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def followed(self) -> None:
        """Something was played; who is to decide now matters only where somebody is missing."""
        if not self._complete or self._sitting.state != "running":
            self.review()

    def review(self) -> None:
        """Something has changed: who is here, who is to decide, who sits where."""
        if self._sitting.state != "running":
            self.stop()
            return
        table = self._house.table_of(self._sitting)
        if table.match != self._sitting.name:
            return
        present = self._house.gallery.guests(table.name)
        for seat, sitter in enumerate(table.seats):
            if sitter.away and not sitter.late and sitter.guest in present:
                self._return(seat)
        self._complete = all(sitter.guest is None or sitter.guest in present for sitter in table.seats)
        absent = [] if table.pace == "days" else self._absent(table, present)
        now_s = time.monotonic()
        self._since_s = {seat: self._since_s.get(seat, now_s) for seat in absent}
        self._arm()

    def stop(self) -> None:
        """Nobody is missed any more."""
        self._since_s.clear()
        self._arm()

    def out_of_time(self, seat: int) -> None:
        """His clock says so: a bot plays on."""
        self._begin(seat, self._take_over(seat, late=True))

    def _absent(self, table: Table, present: set[str]) -> list[int]:
        people = [(seat, sitter.guest) for seat, sitter in enumerate(table.seats) if sitter.guest and not sitter.left]
        here = {guest for _, guest in people if guest in present}
        if not here or len(here) == len({guest for _, guest in people}):
            return []
        deciders = self._deciders()
        return [seat for seat, guest in people if guest not in here and seat in deciders]

    def _deciders(self) -> list[int]:
        sitting = self._sitting
        if not sitting.match.module.RACE:
            return sitting.deciders()
        return [seat for seat, sitter in enumerate(sitting.sitters) if not sitter.player and not sitter.left]

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waiting = [since_s for seat, since_s in self._since_s.items() if seat not in self._changing]
        if waiting:
            wait_s = min(waiting) + self._patience_s - time.monotonic()
            self._timer = self._house.loop.call_later(max(0.0, wait_s), self._lose_patience)

    def _lose_patience(self) -> None:
        """With everybody who is absent so long; others are waited for on."""
        due_s = time.monotonic() - self._patience_s + 0.001
        for seat in [seat for seat, since_s in self._since_s.items() if since_s <= due_s]:
            self._begin(seat, self._take_over(seat))
        self._arm()

    def _return(self, seat: int) -> None:
        """What the bot wishes to do there is forgotten at once, not when it is stored."""
        if seat not in self._changing:
            self._house.bots_of(self._sitting).hold(seat)
            self._begin(seat, self._give_back(seat))

    def _begin(self, seat: int, work: Coroutine[Any, Any, None]) -> None:
        if seat in self._changing:
            work.close()
            return
        self._changing.add(seat)
        task = self._house.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take_over(self, seat: int, late: bool = False) -> None:
        def taken(table: Table, state: State) -> None:
            self._require(table, state)
            if not self._is_missed(table, seat, late):
                raise NotRunning()
            stand_in(table, seat, self._sitting.match.version)
            table.seats[seat].away, table.seats[seat].late = True, late

        await self._change(seat, taken, (lambda: self.out_of_time(seat)) if late else self.review)

    async def _give_back(self, seat: int) -> None:
        def given(table: Table, state: State) -> None:
            self._require(table, state)
            give_back(table, seat)

        await self._change(seat, given, self.review)
        self._house.bots_of(self._sitting).release(seat)

    def _is_missed(self, table: Table, seat: int, late: bool) -> bool:
        """Is that still so, now that it is about to be stored?"""
        sitter = table.seats[seat]
        if sitter.player or sitter.left:
            return False
        if late:
            return self._sitting.out_of_time(seat)
        return seat in self._absent(table, self._house.gallery.guests(table.name))

    def _require(self, table: Table, state: State) -> None:
        if state != "running" or table.match != self._sitting.name:
            raise NotRunning()

    async def _change(self, seat: int, edit: Edit, again: Callable[[], None]) -> None:
        """Store it; `again` is called after a while if the disk refuses."""
        try:
            await self._house.change(self._sitting.table, edit)
        except NotStored:
            self._house.loop.call_later(AGAIN_S, again)
            return
        except Refusal:
            self._since_s.pop(seat, None)
        finally:
            self._changing.discard(seat)
        self.review()
