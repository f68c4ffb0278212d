"""Trying a rule sheet that somebody is writing: a match of it, played as far as they have walked. Nothing is kept.

The same text, seed and decisions lead to the same position, so the page remembers the walk and the server nothing. If
the sheet has changed meanwhile, the walk goes as far as its decisions are still legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import SystemRandom
from time import thread_time

from bussolotto.core.chance import Fast
from bussolotto.core.errors import Refusal
from bussolotto.core.kernel import CHANCE
from bussolotto.play.match import Match
from bussolotto.server.limits import Allowance, Asker
from bussolotto.sheets import SheetGame
from bussolotto.sheets.reading import read

LONGEST = 200  # decisions of a walk
MOST_S = 0.25  # of processor time for one walk; 200 decisions of a published game take less than 0.1 s
GUEST_A_SECOND, GUEST_AT_ONCE = 1.5, 60
ADDRESS_A_SECOND, ADDRESS_AT_ONCE = 6.0, 300
Decision = tuple[int, int]  # seat, action
_rng = SystemRandom()


class Trials:
    """How much each guest and each address may try."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._allowance = Allowance((GUEST_A_SECOND, GUEST_AT_ONCE), (ADDRESS_A_SECOND, ADDRESS_AT_ONCE), now_s)

    def admit(self, asker: Asker) -> None:
        """Count a trial. Raises `come-again`."""
        self._allowance.require(asker)


class Walk:
    """A match of a sheet, and the decisions that were played in it."""

    def __init__(self, game: SheetGame, seats: int | None, seed: int) -> None:
        """Open it and let the dice fall. With a number of seats that the sheet does not have, by its first one."""
        self.match = Match(game, next((each for each in game.SEATS if each == seats), game.SEATS[0]))
        self.decisions: list[Decision] = []
        self.refusal: Refusal | None = None  # of a decision that is not legal
        self._chance = Fast(seed)
        self._until_s = thread_time() + MOST_S
        self._late = False  # is that over?
        self._fall()

    @property
    def movers(self) -> list[int]:
        """Who may act; nobody once it is over, or has gone as far as a walk may."""
        bits = 0 if self.stopped else self.match.movers()
        return [seat for seat in range(self.match.seats) if bits >> seat & 1]

    @property
    def stopped(self) -> bool:
        """Has it gone as far as a walk may, before the match is over?"""
        return not self.match.over and (len(self.decisions) >= LONGEST or self._late)

    def follow(self, decisions: Sequence[Decision]) -> None:
        """Play these as long as they are legal."""
        for seat, action in decisions:
            if not self.movers:
                return
            try:
                self.match.play(seat, action)
            except Refusal as refusal:
                self.refusal = refusal
                return
            self._go_on(seat, action)

    def stroll(self, count: int) -> None:
        """Play so many more at random."""
        for _ in range(count):
            if not (movers := self.movers):
                return
            seat = _rng.choice(movers)
            action = _rng.choice(self.match.legal(seat))
            self.match.play(seat, action)
            self._go_on(seat, action)

    def _go_on(self, seat: int, action: int) -> None:
        self.decisions.append((seat, action))
        self._late = thread_time() > self._until_s
        self._fall()

    def _fall(self) -> None:
        """Let chance act until a seat has to decide; a sheet may be written to throw dice to its limit."""
        say = partial(self.match.game.say, CHANCE)
        while not self._late and (weights := self.match.odds()):
            self.match.play(CHANCE, self._chance.outcome(weights, say))
            self._late = thread_time() > self._until_s


def read_trial(text: str) -> SheetGame:
    """The game of a sheet, which nobody finds by its name. Raises a Refusal whose code begins with `sheet-`."""
    return SheetGame(read(text), text)  # type: ignore[abstract]  # the interpreter has all functions
