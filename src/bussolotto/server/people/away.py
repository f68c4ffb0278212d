"""Absent people: a bot plays in their seat while others wait, and gives the seat back when they return.

A person is absent if they are to decide (in a race: always) and have no page of the table open. After some time a
bot takes over, but only while another seated person has a page open; otherwise there is no hurry. When the person
opens a page again, they get the seat back at once. In a match over days nobody is absent: only the clock counts. A
bot also takes over for people who run out of time; they have to ask for their seat.
"""

import asyncio
from collections.abc import Callable, Coroutine
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from bussolotto.core.errors import NotStored, Refusal, refuse
from bussolotto.server.clock import ServerClock, Timer
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.protocol import State
from bussolotto.server.table.live_matches import Follower, LiveMatches
from bussolotto.server.table.table_commands import TableCommands
from bussolotto.server.table.table_edits import Edit, give_back, stand_in
from bussolotto.server.table.tables import Table, Tables

PATIENCE_S = 60.0  # how long to wait for a player who has no page open before a bot takes over
AGAIN_S = 1.0  # delay before retrying after a failed write


@dataclass
class Absences(Follower):
    """The absence watches of all live matches."""

    clock: ServerClock
    tables: Tables
    matches: LiveMatches
    commands: TableCommands
    broadcaster: Broadcaster
    _watches: dict[str, "AbsenceWatch"] = field(default_factory=dict)

    def admit(self, live: LiveMatch) -> None:
        """Start watching this match."""
        watch = self._watches[live.name] = AbsenceWatch(self, live)
        if live.clocks:
            live.clocks.out = watch.end_time

    def follow(self, live: LiveMatch, since: int) -> None:
        self._watches[live.name].follow()

    def forget(self, live: LiveMatch) -> None:
        del self._watches[live.name]

    def review(self, table: Table) -> None:
        """Review absences after a change in who sits at this table or is connected to it."""
        if watch := self._watches.get(table.match):
            watch.review()

    def stop(self) -> None:
        for watch in self._watches.values():
            watch.stop()


class AbsenceWatch:
    """Tracks who is absent from one match and since when, and acts on it."""

    def __init__(self, absences: Absences, live: LiveMatch) -> None:
        self._of = absences
        self._live = live
        self._clock = absences.clock
        self._since_s: dict[int, float] = {}  # by seat
        self._complete = False  # whether all seated people are present
        self._changing: set[int] = set()  # seats that are about to be taken over or given back
        self._timer: Timer | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def follow(self) -> None:
        """Review absences after a ply. Who is to decide now matters only if somebody is missing."""
        if not self._complete or self._live.state != "running":
            self.review()

    def review(self) -> None:
        """Review absences after a change in presence, seats, or who is to decide."""
        if self._live.state != "running":
            self.stop()
            return
        table = self._of.tables.find(self._live.table)
        if table.match != self._live.name:
            return
        present = self._of.broadcaster.list_guests(table.name)
        for seat, occupant in enumerate(table.seats):
            if occupant.away and not occupant.late and occupant.guest in present:
                self._give_back_soon(seat)
        self._complete = all(occupant.guest is None or occupant.guest in present for occupant in table.seats)
        absent = [] if table.pace == "days" else self._find_absent(table, present)
        now_s = self._clock.now_s()
        self._since_s = {seat: self._since_s.get(seat, now_s) for seat in absent}
        self._arm()

    def stop(self) -> None:
        """Stop waiting for anybody."""
        self._since_s.clear()
        self._arm()

    def end_time(self, seat: int) -> None:
        """Let a bot take over because the seat's clock has run out."""
        self._begin(seat, self._take_over(seat, late=True))

    def _find_absent(self, table: Table, present: AbstractSet[str]) -> list[int]:
        people = [
            (seat, occupant.guest) for seat, occupant in enumerate(table.seats) if occupant.guest and not occupant.left
        ]
        here = {guest for _, guest in people if guest in present}
        if not here or len(here) == len({guest for _, guest in people}):
            return []
        deciders = self._deciders()
        return [seat for seat, guest in people if guest not in here and seat in deciders]

    def _deciders(self) -> list[int]:
        live = self._live
        if not live.match.game.RACE:
            return live.deciders()
        return [seat for seat, occupant in enumerate(live.occupants) if not occupant.player and not occupant.left]

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waiting = [since_s for seat, since_s in self._since_s.items() if seat not in self._changing]
        if waiting:
            wait_s = min(waiting) + PATIENCE_S - self._clock.now_s()
            self._timer = self._clock.call_later(max(0.0, wait_s), self._lose_patience)

    def _lose_patience(self) -> None:
        """Let bots take over for everybody absent for PATIENCE_S, and wait again for the others."""
        due_s = self._clock.now_s() - PATIENCE_S + 0.001
        for seat in [seat for seat, since_s in self._since_s.items() if since_s <= due_s]:
            self._begin(seat, self._take_over(seat))
        self._arm()

    def _give_back_soon(self, seat: int) -> None:
        """Give a seat back. The bot's planned move is discarded at once, not when the change is stored."""
        if seat not in self._changing:
            self._of.matches.bots_of(self._live).hold(seat)
            self._begin(seat, self._give_back(seat))

    def _begin(self, seat: int, work: Coroutine[Any, Any, None]) -> None:
        if seat in self._changing:
            work.close()
            return
        self._changing.add(seat)
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take_over(self, seat: int, late: bool = False) -> None:
        def taken(table: Table, state: State) -> None:
            self._require(table, state)
            if not self._is_missed(table, seat, late):
                raise refuse("not-running")
            stand_in(table, seat, self._live.match.version)
            table.seats[seat].away, table.seats[seat].late = True, late

        await self._change(seat, taken, (lambda: self.end_time(seat)) if late else self.review)

    async def _give_back(self, seat: int) -> None:
        def given(table: Table, state: State) -> None:
            self._require(table, state)
            give_back(table, seat)

        await self._change(seat, given, self.review)
        self._of.matches.bots_of(self._live).release(seat)

    def _is_missed(self, table: Table, seat: int, late: bool) -> bool:
        """Return whether the takeover is still needed, now that it is about to be stored."""
        occupant = table.seats[seat]
        if occupant.player or occupant.left:
            return False
        if late:
            return self._live.is_out_of_time(seat)
        return seat in self._find_absent(table, self._of.broadcaster.list_guests(table.name))

    def _require(self, table: Table, state: State) -> None:
        if state != "running" or table.match != self._live.name:
            raise refuse("not-running")

    async def _change(self, seat: int, edit: Edit, again: Callable[[], None]) -> None:
        """Store the change. `again` is called after a delay if the write fails."""
        try:
            await self._of.commands.change(self._live.table, edit)
        except NotStored:
            self._clock.call_later(AGAIN_S, again)
            return
        except Refusal:
            self._since_s.pop(seat, None)
        finally:
            self._changing.discard(seat)
        self.review()
