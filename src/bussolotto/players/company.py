"""The bots at one match: told what their seats see, asked when they may act, the quickest first."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from bussolotto.chance import Chance
from bussolotto.kernel import CHANCE
from bussolotto.match import Match
from bussolotto.players import Player


class Wish(NamedTuple):
    """What a bot would do, and after how many milliseconds; the least wait is the first to come."""

    wait_ms: int
    seat: int
    action: int


class Company:
    """Drives a match with bots in some of its seats. Every ply goes through here, so that they see it."""

    def __init__(self, match: Match, seated: Mapping[int, Player], rngs: Mapping[int, Random]) -> None:
        """`seated` and `rngs`: the bot of a seat and where its choices come from."""
        self.match = match
        self._seated = seated
        self._rngs = rngs

    def play(self, seat: int, action: int) -> None:
        """One ply, checked and told. Raises IllegalAction or NotAnAction."""
        self.match.play(seat, action)
        for own, bot in self._seated.items():
            (step,) = self.match.steps(own, self.match.version - 1)
            bot.watch(self.match.hidden(own), seat, step.action)

    def fall(self, chance: Chance) -> int:
        """Let chance fall until a seat has to decide or the match is over; the number of plies it took."""
        before = self.match.version
        while odds := self.match.odds():
            self.play(CHANCE, chance.outcome(odds, self._name))
        return self.match.version - before

    def wish(self) -> Wish | None:
        """The first thing that a bot who may act would do; None if none may, or none wants to."""
        movers = self.match.movers()
        wishes = [self._wish_of(seat) for seat in self._seated if movers >> seat & 1]
        return min((wish for wish in wishes if wish), default=None)

    def _wish_of(self, seat: int) -> Wish | None:
        choice = self._seated[seat].choose(self.match.hidden(seat), self.match.legal(seat), self._rngs[seat])
        return choice and Wish(choice[1], seat, choice[0])

    def _name(self, outcome: int) -> str:
        return str(self.match.module.say(CHANCE, outcome))
