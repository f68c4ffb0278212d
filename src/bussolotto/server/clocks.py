"""Clocks of a match: what each seat may still take to decide, counted while it is to decide and nothing else is due.

A decision, which is whatever a seat sends at once, may take `move_s` free of charge; what it takes beyond that is taken
from the seat's bank. When it is stored `increment_s` is added to the bank. So a bank alone is a chess clock with an
increment, and `move_s` alone is a limit a decision. Everybody who may act runs, also several at once; who may not any
more although he has not acted pays what he took and gets no increment. Nobody runs while all may look (a rest), while
dice are rolled, or while a decision is being stored. A bot never runs.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from bussolotto.server.problems import BadClock, ClockInRace
from bussolotto.server.protocol import Clock, ClockView
from bussolotto.server.store import Statement

GRACE_S = {"live": 60, "days": 3600}  # what everybody who is to decide has at least after a restart of the server
RETURN_S = 30  # what the bank of one whose time ran out holds at least when he is back
DUE_MS = 1.0  # less than this is nothing: timers may be early


class Stand(Struct):
    """What is stored: by seat what its bank holds and what its decision has taken, and when that was so."""

    bank_ms: list[float]
    spent_ms: list[float]
    at_s: float


class Clocks:
    """The clocks of one match, for its event loop. `out` is called once for every seat that runs out of time."""

    def __init__(self, clock: Clock, number: int, seats: int) -> None:
        self.clock = clock
        self.out: Callable[[int], None] = _nobody_hears
        self._number = number
        self._free_ms = 1000.0 * (clock.move_s or 0)
        self._bank_ms = [1000.0 * (clock.bank_s or 0)] * seats
        self._spent_ms = [0.0] * seats
        self._following: tuple[list[float], list[float]] | None = None  # both, once what is being stored is stored
        self._running: frozenset[int] = frozenset()
        self._since_s = 0.0
        self._told: set[int] = set()  # who ran out and was told so
        self._timer: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        """Does anybody's time run?"""
        return bool(self._running)

    def left_ms(self, seat: int) -> float:
        """What this seat may still take for its decision."""
        taken_ms = self._spent_ms[seat] + (self._passed_ms() if seat in self._running else 0)
        return self._free_ms + self._bank_ms[seat] - taken_ms

    def is_out(self, seat: int) -> bool:
        """Has its time run out?"""
        return self.left_ms(seat) < DUE_MS

    def go(self, deciders: Iterable[int], rest_ms: float = 0) -> None:
        """These seats are to decide, from the end of a rest on; all others have decided, or need not any more."""
        self.stop()
        deciders = frozenset(deciders)
        for seat in range(len(self._bank_ms)):
            if seat not in deciders:
                self._bank_ms[seat] = self._after(seat)
                self._spent_ms[seat] = 0
        self._running = deciders
        self._told &= deciders
        self._since_s = time.monotonic() + rest_ms / 1000
        self._arm()

    def stop(self) -> None:
        """Nobody runs; what was taken so far is kept."""
        passed_ms = self._passed_ms()
        for seat in self._running:
            self._spent_ms[seat] += passed_ms
        self._running = frozenset()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def decided(self, seat: int) -> Statement:
        """This seat has decided and it is about to be stored, together with the answer; `settle` follows."""
        ran = seat in self._running
        self.stop()
        bank_ms, spent_ms = list(self._bank_ms), list(self._spent_ms)
        if ran:  # not a bot, nor somebody who says how real dice fell
            bank_ms[seat] = self._after(seat) + 1000 * self.clock.increment_s
            spent_ms[seat] = 0
        self._following = bank_ms, spent_ms
        return self._statement(bank_ms, spent_ms)

    def settle(self, stored: bool) -> None:
        """Is it? If not, the decision goes on; `go` follows."""
        if stored and self._following is not None:
            self._bank_ms, self._spent_ms = self._following
        self._following = None

    def welcome(self, seat: int) -> None:
        """One whose time had run out is back: a fresh decision, and a bank of the increment or a stated rest."""
        self._spent_ms[seat] = 0
        self._told.discard(seat)
        if self.clock.bank_s is not None:
            self._bank_ms[seat] = max(self._bank_ms[seat], 1000 * max(self.clock.increment_s, RETURN_S))

    def statement(self) -> Statement:
        """What stores how they stand."""
        return self._statement(self._bank_ms, self._spent_ms)

    def restore(self, content: str, deciders: Iterable[int], grace_s: float) -> None:
        """As they were stored by another process: the time since counts, but a grace is left to who is to decide."""
        stand = msgspec.json.decode(content, type=Stand)
        self._bank_ms, self._spent_ms = stand.bank_ms, stand.spent_ms
        passed_ms = max(0.0, 1000 * (time.time() - stand.at_s))
        for seat in deciders:
            whole_ms = self._free_ms + self._bank_ms[seat]
            self._spent_ms[seat] = min(self._spent_ms[seat] + passed_ms, whole_ms - 1000 * grace_s)

    def view(self) -> ClockView:
        """What everybody is told."""
        return ClockView(
            move_s=self.clock.move_s,
            bank_s=self.clock.bank_s,
            increment_s=self.clock.increment_s,
            left_ms=[max(0, round(self.left_ms(seat))) for seat in range(len(self._bank_ms))],
            running=sorted(self._running),
            rest_ms=max(0, round(1000 * (self._since_s - time.monotonic()))) if self._running else 0,
        )

    def _passed_ms(self) -> float:
        return max(0.0, 1000 * (time.monotonic() - self._since_s)) if self._running else 0.0

    def _after(self, seat: int) -> float:
        """The bank once a decision that took so long is paid for."""
        return max(0.0, self._bank_ms[seat] - max(0.0, self._spent_ms[seat] - self._free_ms))

    def _arm(self) -> None:
        waits_ms = [self.left_ms(seat) for seat in self._running - self._told]
        if waits_ms:
            rest_s = max(0.0, self._since_s - time.monotonic())
            wait_s = rest_s + max(0.0, min(waits_ms)) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._expire)

    def _expire(self) -> None:
        late = [seat for seat in self._running - self._told if self.is_out(seat)]
        self._told.update(late)
        self._arm()
        for seat in late:
            self.out(seat)

    def _statement(self, bank_ms: list[float], spent_ms: list[float]) -> Statement:
        content = msgspec.json.encode(Stand(bank_ms, spent_ms, time.time())).decode()
        return ("INSERT OR REPLACE INTO clocks VALUES (?, ?)", (self._number, content))


def require_sound(clock: Clock | None, game: Any) -> None:
    """Raises ClockInRace, and BadClock for one that gives no time, or adds to a bank that there is not."""
    if clock is None:
        return
    if game.RACE:
        raise ClockInRace(game.NAME)
    if (clock.move_s is None and clock.bank_s is None) or (clock.increment_s and clock.bank_s is None):
        raise BadClock()


def _nobody_hears(seat: int) -> None:
    """Before the house admits a match."""
