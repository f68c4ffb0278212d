"""The bots of one match: they watch what their seats see, are asked when they may act, and the quickest acts first."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from bussolotto.core.chance import Chance
from bussolotto.core.kernel import CHANCE
from bussolotto.play.match import Match
from bussolotto.players.player import Player


class Wish(NamedTuple):
    """An action that a bot wants to take, and its wait in milliseconds; the shortest wait comes first."""

    wait_ms: int
    seat: int
    action: int


class BotTable:
    """Drives a match with bots in some of its seats. Every ply goes through here, so that they see it."""

    def __init__(self, match: Match, seated: Mapping[int, Player], rngs: Mapping[int, Random]) -> None:
        """`seated`: the bot of each seat; `rngs`: the generator of its choices."""
        self.match = match
        self._seated = seated
        self._rngs = rngs

    def play(self, seat: int, action: int) -> None:
        """Check and play one ply, and notify the bots. Raises IllegalAction or NotAnAction."""
        self.match.play(seat, action)
        for own, bot in self._seated.items():
            (step,) = self.match.steps(own, self.match.version - 1)
            bot.watch(self.match.hidden(own), seat, step.action)

    def fall(self, chance: Chance) -> int:
        """Let chance act until a seat has to decide or the match is over; return the number of plies."""
        before = self.match.version
        while odds := self.match.odds():
            self.play(CHANCE, chance.outcome(odds, lambda outcome: self.match.game.say(CHANCE, outcome)))
        return self.match.version - before

    def wish(self) -> Wish | None:
        """The earliest action wanted by a bot that may act; None if no bot may act or wants to."""
        movers = self.match.movers()
        wishes = [self._wish_of(seat) for seat in self._seated if movers >> seat & 1]
        return min((wish for wish in wishes if wish), default=None)

    def _wish_of(self, seat: int) -> Wish | None:
        choice = self._seated[seat].choose(self.match.hidden(seat), self.match.legal(seat), self._rngs[seat])
        return choice and Wish(choice[1], seat, choice[0])
