"""All matches in memory: read from the store on demand, and dropped once nobody uses them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, Protocol, cast

from bussolotto.core.errors import Refusal, Unreadable, refuse
from bussolotto.games import game as module_of
from bussolotto.play.match import Match
from bussolotto.play.practice import PracticeMatch, script_of
from bussolotto.server.clock import ServerClock, Timer
from bussolotto.server.match import persistence
from bussolotto.server.match.bots import Bots
from bussolotto.server.match.broadcaster import Broadcaster
from bussolotto.server.match.clocks import GRACE_S, Clocks
from bussolotto.server.match.jit import CompiledRules
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.nonces import RETURN_S
from bussolotto.server.match.planners import Planners
from bussolotto.server.match.replays import Replays
from bussolotto.server.match.scripted_seats import ScriptedSeats
from bussolotto.server.match.seats import NOBODY
from bussolotto.server.protocol import ClockView, WhyFair
from bussolotto.server.race.race_queues import RaceQueues
from bussolotto.server.store import fair_rows, match_rows
from bussolotto.server.store.aside import Aside
from bussolotto.server.store.database import Statement, Store
from bussolotto.server.table.access import Access
from bussolotto.server.table.tables import Table, Tables

SWEEP_S = 300
MOST_READ = 500  # matches that are read from the store before those nobody uses are dropped
FEW = 4  # matches that are loaded before everybody else gets a turn


class Follower:
    """An observer of all live matches."""

    def admit(self, live: LiveMatch) -> None:
        """A match has been loaded into memory."""

    def follow(self, live: LiveMatch, since: int) -> None:
        """The match has changed since this version."""

    def forget(self, live: LiveMatch) -> None:
        """The match has been dropped from memory."""


class OtherSeats(Protocol):
    """What moves for the seats in which no person plays."""

    def wake(self) -> None:
        """Discard all planned moves after a change, and plan the next ones."""

    def hold(self, seat: int) -> None:
        """Do not move in this seat, because its person has returned."""

    def release(self, seat: int) -> None:
        """The current occupant of this seat may move again."""

    @property
    def busy(self) -> bool:
        """Whether something is about to be done."""

    def stop(self) -> None:
        """Stop for good."""


class _Entry(NamedTuple):
    live: LiveMatch
    others: OtherSeats


@dataclass
class LiveMatches:
    """The live matches of one server, by name, with the bots that play in them."""

    clock: ServerClock
    store: Store
    tables: Tables
    access: Access
    aside: Aside
    broadcaster: Broadcaster
    race_queues: RaceQueues
    threads: Executor
    planners: Planners
    bot_pace: float
    pauses: bool
    replays: Replays
    page_nonces: bool = True
    _entries: dict[str, _Entry] = field(default_factory=dict)
    _followers: list[Follower] = field(default_factory=list)
    _sweeper: Timer | None = None
    _read_since: int = 0
    _winding: "asyncio.Task[None] | None" = None

    def __post_init__(self) -> None:
        self._compiled = CompiledRules(self.clock, self.list_all)

    def add_follower(self, follower: Follower) -> None:
        """Add a follower, which is notified after those added earlier."""
        self._followers.append(follower)

    def start(self) -> None:
        """Load the matches whose clock may soon run out: it runs whether or not anybody watches."""
        self._sweeper = self.clock.call_later(SWEEP_S, self._sweep)
        self.wind_soon()

    def wind_soon(self) -> None:
        """Load those of them that are not in memory yet."""
        if self._winding is None or self._winding.done():
            self._winding = asyncio.get_running_loop().create_task(self._wind_clocks())

    def stop(self) -> None:
        """Stop the bots and clocks of all matches."""
        for waiting in (self._sweeper, self._winding):
            if waiting is not None:
                waiting.cancel()
        for entry in self._entries.values():
            entry.others.stop()
            entry.live.stop_clocks()
            entry.live.shared.stop()

    def create(self, table: Table) -> tuple[LiveMatch, Statement]:
        """Create a match for this table. Returns it, not yet begun, and the statement that stores it."""
        match = _new_match(table)
        closed = table.visibility == "closed"
        number = self.store.new_number()
        live = LiveMatch(self.store, self.clock, number, table.match, table.name, match, table.seats, closed)
        if match.game.rolled:
            live.dice = table.dice  # the next game of an evening may have no dice to roll
        live.rests = self.pauses and table.pace != "days"
        live.shared.allowed = self.why_fair(table) == "pages"
        if table.clock and not match.game.RACE:  # a race may come in the middle of an evening
            live.clocks = Clocks(table.clock, live.number, match.seats, self.clock)
        return live, persistence.store_new(live)

    def list_all(self) -> list[LiveMatch]:
        """Return all matches in memory. Other threads may ask, too."""
        return [entry.live for entry in list(self._entries.values())]

    def list_watched(self) -> list[str]:
        """Return the names of the running matches that people have open, the longest first."""
        watched = [live for live in self.list_all() if live.state == "running"]
        watched = [live for live in watched if self.broadcaster.has_subscribers(live.name)]
        return [live.name for live in sorted(watched, key=lambda live: -live.match.version)]

    @property
    def idle(self) -> bool:
        """Whether no match is storing a decision, and no request waits for one."""
        return all(entry.live.idle for entry in self._entries.values())

    def find(self, name: str) -> LiveMatch:
        """Return a match by its name. Raises NotFound, and `set-aside` for a match that cannot be read."""
        entry = self._entries.get(name)
        if entry is not None:
            return entry.live
        self._read_since += 1
        if self._read_since > MOST_READ:
            self._drop_idle()
        with self.aside.reading("match", name):
            away = self.tables.placements.find_of_match(name) is not None  # before it is read, as in `Tables.find`
            live = self._read(name)
            if away:
                return live  # as it is stored: another process goes on with it
            submit = self.race_queues.admit(live)
        return self._admit(live, submit)

    def find_loaded(self, name: str) -> LiveMatch | None:
        """Return a match if it is in memory."""
        entry = self._entries.get(name)
        return entry.live if entry else None

    def find_watchable(self, name: str, guest: str | None, wanted: int | None = None) -> tuple[LiveMatch, int | None]:
        """Return a match and this guest's seat in it, the wanted one of several.

        Raises NotFound, `closed-table` for spectators of a closed table, `not-your-seat` for a seat of somebody else,
        `not-owner` for a match of another process.
        """
        live = self.find(name)
        if self._entries.get(name) is None:
            raise refuse("not-owner")
        self.access.require_access(live, guest)
        if wanted not in (None, NOBODY, *live.seats_of(guest)):
            raise refuse("not-your-seat", seat=cast(int, wanted))
        return live, live.seat_of(guest, wanted)

    def admit(self, live: LiveMatch) -> LiveMatch:
        """Make this match live."""
        return self._admit(live, self.race_queues.admit(live))

    def _admit(self, live: LiveMatch, submit: Callable[[MoveRequest], None]) -> LiveMatch:
        self._compiled.admit(live)
        practice = isinstance(live.match, PracticeMatch)
        bots = (
            ScriptedSeats(live, self.bot_pace, submit)
            if practice
            else Bots(live, self.threads, self.planners, self.bot_pace, submit)
        )
        self._entries[live.name] = _Entry(live, bots)
        live.follow = partial(self._follow, live, bots)
        live.shared.find_links = lambda: self.broadcaster.find_links(live)
        for follower in self._followers:
            follower.admit(live)
        live.run_clocks()
        live.shared.wait(RETURN_S)
        bots.wake()
        if live.dice == "real":
            live.draw_pending()
        return live

    def read_clock(self, table: Table, row: match_rows.MatchRow) -> ClockView | None:
        """Return the clock of a match that is not in memory, as it stood at the last decision. Raises Unreadable."""
        if table.clock is None or module_of(row.game).RACE:
            return None
        clocks = Clocks(table.clock, row.number, row.seats, self.clock)
        content = match_rows.find_clocks(self.store, row.number)
        if content is not None:
            clocks.restore(content, (), 0)
        return clocks.view()

    def has_loaded(self, table: str) -> bool:
        """Whether a match of this table is in memory."""
        return bool(self._list_at(table))

    def is_quiet(self, table: str) -> bool:
        """Whether nothing of this table is being decided or stored, and no roll waits for pages."""
        return all(
            live.idle and not live.shared.waits and self.race_queues.idle(live.name) for live in self._list_at(table)
        )

    def discard_table(self, table: str) -> None:
        """Drop all matches of a table."""
        for live in self._list_at(table):
            self.discard(live.name)

    def _list_at(self, table: str) -> list[LiveMatch]:
        return [live for live in self.list_all() if live.table == table]

    def discard(self, name: str) -> None:
        """Drop a match of which this process stores nothing more."""
        if entry := self._entries.get(name):
            entry.others.stop()
            entry.live.stop_clocks()
            entry.live.shared.stop()
            self._drop(entry.live)

    def why_fair(self, table: Table) -> WhyFair:
        """Return whether pages may have a part in the dice of a table, and why not.

        In a race they have none: everybody would wait for the slowest line between a claim and the next throw.
        """
        game = module_of(table.game)
        reasons: dict[WhyFair, bool] = {
            "practice": table.practice,
            "real": table.dice == "real" and bool(game.rolled),
            "race": game.RACE,
            "operator": not self.page_nonces,
            "table": table.fair == "server",
        }
        return next((reason for reason, holds in reasons.items() if holds), "pages")

    def bots_of(self, live: LiveMatch) -> OtherSeats:
        return self._entries[live.name].others

    def _read(self, name: str) -> LiveMatch:
        """Read a match as last stored. Raises NotFound, Unreadable, or whatever damage leads to."""
        row = match_rows.find(self.store, name)
        if row is None:
            raise refuse("not-found", what="match", name=name)
        log = match_rows.read_log(self.store, row.number)
        steps = [step for steps in log.steps for step in steps]
        match, narration = self.replays.take(row, steps) or (persistence.read_match(row, steps), None)
        table = self.tables.find(row.table)
        if table.practice:
            practice = _new_match(table)
            practice.become(match)
            match, narration = practice, None
        current = table.match == name and row.ended_s is None
        occupants = table.seats if current else persistence.read_occupants(row)
        live = LiveMatch(self.store, self.clock, row.number, name, table.name, match, occupants, row.closed)
        live.narration = narration or live.narration
        live.rules, live.dice = row.rules, row.dice
        live.started_s, live.ending = row.started_s, row.ending
        live.held = current and table.ready is not None
        live.rests = self.pauses and table.pace != "days"
        live.shared.allowed = self.why_fair(table) == "pages"
        persistence.require_fitting(live)
        for decision, steps in zip(log.decisions, log.steps, strict=True):
            live.remember(decision, len(steps))
        live.chain = log.chain
        live.fair = fair_rows.read_ledger(self.store, row.number, log)
        clocks = match_rows.find_clocks(self.store, live.number)
        if clocks is not None and table.clock is not None and table.match == name:
            live.clocks = Clocks(table.clock, live.number, match.seats, self.clock)
            live.clocks.restore(clocks, live.deciders(), GRACE_S[table.pace])
        return live

    def _follow(self, live: LiveMatch, bots: OtherSeats, since: int) -> None:
        if live.closed and since == 0:
            self.access.dismiss_outsiders(live)
        self.race_queues.note_sent(live, since)
        self.broadcaster.send_steps(live, since)
        bots.wake()
        for follower in self._followers:
            follower.follow(live, since)

    def _sweep(self) -> None:
        self.replays.clear()
        self._drop_idle()
        self._sweeper = self.clock.call_later(SWEEP_S, self._sweep)
        self.wind_soon()

    def _drop_idle(self) -> None:
        """Drop matches that nobody watches and in which no bot is busy. The store still has them."""
        self._read_since = 0
        for name, (live, bots) in list(self._entries.items()):
            live.encoded.drop_unused()
            at_work = bots.busy or live.shared.waits or (live.clocks is not None and live.clocks.running)
            idle = live.idle and self.race_queues.idle(name)
            if idle and not self.broadcaster.has_subscribers(name) and not at_work:
                self._drop(live)

    def _drop(self, live: LiveMatch) -> None:
        self.race_queues.forget(live.name)
        del self._entries[live.name]
        for follower in self._followers:
            follower.forget(live)
        live.let_go()

    async def _wind_clocks(self) -> None:
        """Load, a few at a time, the matches whose clock may run out before the next sweep and the grace after it."""
        before_s = self.clock.wall_s() + max(GRACE_S.values()) + 2 * SWEEP_S
        with suppress(Unreadable):
            for number, name in enumerate(match_rows.list_clocks_due(self.store, before_s)):
                with suppress(Refusal):
                    if self.tables.placements.find_of_match(name) is None:
                        self.find(name)
                if number % FEW == FEW - 1:
                    await asyncio.sleep(0)


def _new_match(table: Table) -> Match:
    """Return a match of this table's game that has not begun; at a practice table one that follows the script."""
    game = module_of(table.game)
    if table.practice and (script := script_of(game)):
        return PracticeMatch(game, script)
    return Match(game, len(table.seats), table.options)
