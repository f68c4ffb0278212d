"""Clocks of a match: the time each seat has left to decide, counted only while that seat is to decide.

A decision, which is everything a seat sends at once, may take `move_s` free of charge. Any further time is deducted
from the seat's bank. When the decision is stored, `increment_s` is added to the bank. A bank alone is therefore a
chess clock with an increment, and `move_s` alone is a limit per decision. The clocks of all seats that may act run,
also several at once. A seat that loses the right to act without having acted pays for the time taken and gets no
increment. No clock runs during a rest, while dice are rolled, or while a decision is stored. Bots have no clock.
"""

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from bussolotto.core.errors import refuse
from bussolotto.server.clock import ServerClock, Timer
from bussolotto.server.protocol import Clock, ClockView
from bussolotto.server.store import match_rows
from bussolotto.server.store.database import Statement

GRACE_S = {"live": 60, "days": 3600}  # minimum time left for everybody who is to decide after a server restart
RETURN_S = 30  # minimum bank of somebody who ran out of time, once they have returned
DUE_MS = 1.0  # anything shorter counts as zero: timers may fire early


class Stand(Struct):
    """The stored state: for each seat its bank and the time its decision has taken, and when this was recorded."""

    bank_ms: list[float]
    spent_ms: list[float]
    at_s: float


class Clocks:
    """The clocks of one match, as agreed in `clock`. `out` is called once for every seat that runs out of time."""

    def __init__(self, clock: Clock, number: int, seats: int, server_clock: ServerClock) -> None:
        self.clock = clock
        self._server_clock = server_clock
        self.out: Callable[[int], None] = lambda _: None  # until the match is admitted
        self._number = number
        self._free_ms = 1000.0 * (clock.move_s or 0)
        self._bank_ms = [1000.0 * (clock.bank_s or 0)] * seats
        self._spent_ms = [0.0] * seats
        self._following: tuple[list[float], list[float]] | None = None  # both lists once the pending decision is stored
        self._running: frozenset[int] = frozenset()
        self._since_s = 0.0
        self._told: set[int] = set()  # seats whose time ran out and for which `out` was called
        self._timer: Timer | None = None

    @property
    def running(self) -> bool:
        """Whether any clock is running."""
        return bool(self._running)

    def left_ms(self, seat: int) -> float:
        """Return the time this seat has left for its decision."""
        taken_ms = self._spent_ms[seat] + (self._passed_ms() if seat in self._running else 0)
        return self._free_ms + self._bank_ms[seat] - taken_ms

    def is_out(self, seat: int) -> bool:
        return self.left_ms(seat) < DUE_MS

    def go(self, deciders: Iterable[int], rest_ms: float = 0) -> None:
        """Start the clocks of these seats once the rest is over. All other seats have decided or no longer need to."""
        self.stop()
        deciders = frozenset(deciders)
        for seat in range(len(self._bank_ms)):
            if seat not in deciders:
                self._bank_ms[seat] = self._pay(seat)
                self._spent_ms[seat] = 0
        self._running = deciders
        self._told &= deciders
        self._since_s = self._server_clock.now_s() + rest_ms / 1000
        self._arm()

    def stop(self) -> None:
        """Stop all clocks. The time taken so far is kept."""
        passed_ms = self._passed_ms()
        for seat in self._running:
            self._spent_ms[seat] += passed_ms
        self._running = frozenset()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def record_decision(self, seat: int) -> Statement:
        """Record that this seat has decided. The statement is stored with the decision; a call to `settle` follows."""
        ran = seat in self._running
        self.stop()
        bank_ms, spent_ms = list(self._bank_ms), list(self._spent_ms)
        if ran:  # not a bot, nor somebody entering the result of real dice
            bank_ms[seat] = self._pay(seat) + 1000 * self.clock.increment_s
            spent_ms[seat] = 0
        self._following = bank_ms, spent_ms
        return self._statement(bank_ms, spent_ms)

    def settle(self, stored: bool) -> None:
        """Handle the result of storing a decision. If it failed, the decision continues. A call to `go` follows."""
        if stored and self._following is not None:
            self._bank_ms, self._spent_ms = self._following
        self._following = None

    def readmit(self, seat: int) -> None:
        """Readmit a player who ran out of time: a new decision, and a bank of at least the increment and RETURN_S."""
        self._told.discard(seat)
        least_ms = 1000 * max(self.clock.increment_s, RETURN_S)
        for bank_ms, spent_ms in filter(None, ((self._bank_ms, self._spent_ms), self._following)):
            spent_ms[seat] = 0
            if self.clock.bank_s is not None:
                bank_ms[seat] = max(bank_ms[seat], least_ms)

    def statement(self) -> Statement:
        """Return the statement that stores the state of the clocks."""
        return self._statement(self._bank_ms, self._spent_ms)

    def restore(self, content: str, deciders: Iterable[int], grace_s: float) -> None:
        """Restore a state stored by another process. Time since then counts, but deciders keep `grace_s` at least."""
        stand = msgspec.json.decode(content, type=Stand)
        if {len(stand.bank_ms), len(stand.spent_ms)} != {len(self._bank_ms)}:
            raise refuse("unreadable", cause="form", problem="the clocks are not those of its seats")
        self._bank_ms, self._spent_ms = stand.bank_ms, stand.spent_ms
        passed_ms = max(0.0, 1000 * (self._server_clock.wall_s() - stand.at_s))
        for seat in deciders:
            whole_ms = self._free_ms + self._bank_ms[seat]
            self._spent_ms[seat] = min(self._spent_ms[seat] + passed_ms, whole_ms - 1000 * grace_s)

    def view(self) -> ClockView:
        """Return the view that is sent to everybody."""
        return ClockView(
            move_s=self.clock.move_s,
            bank_s=self.clock.bank_s,
            increment_s=self.clock.increment_s,
            left_ms=[max(0, round(self.left_ms(seat))) for seat in range(len(self._bank_ms))],
            running=sorted(self._running),
            rest_ms=max(0, round(1000 * (self._since_s - self._server_clock.now_s()))) if self._running else 0,
        )

    def _passed_ms(self) -> float:
        return max(0.0, 1000 * (self._server_clock.now_s() - self._since_s)) if self._running else 0.0

    def _pay(self, seat: int) -> float:
        """Return the seat's bank after paying for the time its decision has taken."""
        return max(0.0, self._bank_ms[seat] - max(0.0, self._spent_ms[seat] - self._free_ms))

    def _arm(self) -> None:
        waits_ms = [self.left_ms(seat) for seat in self._running - self._told]
        if waits_ms:
            rest_s = max(0.0, self._since_s - self._server_clock.now_s())
            wait_s = rest_s + max(0.0, min(waits_ms)) / 1000
            self._timer = self._server_clock.call_later(wait_s, self._expire)

    def _expire(self) -> None:
        late = [seat for seat in self._running - self._told if self.is_out(seat)]
        self._told.update(late)
        self._arm()
        for seat in late:
            self.out(seat)

    def _statement(self, bank_ms: list[float], spent_ms: list[float]) -> Statement:
        now_s = self._server_clock.wall_s()
        left_ms = min(
            self._free_ms + bank - spent for bank, spent in zip(bank_ms, spent_ms, strict=True)
        )  # of whoever is to decide next, or more
        content = msgspec.json.encode(Stand(bank_ms, spent_ms, now_s)).decode()
        return match_rows.replace_clocks(self._number, content, now_s + max(0.0, left_ms) / 1000)
