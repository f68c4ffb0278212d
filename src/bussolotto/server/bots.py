"""Bots at a live match: what they think runs in a few threads, what they decide is a claim like anybody's."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import NamedTuple

from bussolotto import players
from bussolotto.errors import Refusal
from bussolotto.match import Match
from bussolotto.server.judging import Claim
from bussolotto.server.problems import Stale
from bussolotto.server.sittings import Sitting
from bussolotto.server.store import Steps

log = logging.getLogger(__name__)


class Wish(NamedTuple):
    """What a bot would like to do at a version of the match, and after how long."""

    seat: int
    version: int
    action: int
    wait_ms: int


class Bots:
    """The bots of one match. They see it through a shadow that is played along, ply by ply."""

    def __init__(self, sitting: Sitting, threads: Executor, pace: float, claim: Callable[[Claim], None]) -> None:
        self._sitting = sitting
        self._threads = threads
        self._pace = pace
        self._hand_in = claim
        self._random = Random()
        self._shadow = self._opening()
        self._players: dict[int, players.Player] = {}
        self._timers: list[asyncio.TimerHandle] = []
        self._thinking: asyncio.Task[None] | None = None
        self._news = False
        self._stopped = False
        self._held: set[int] = set()
        self._claimed: set[int] = set()  # seats whose claim is not answered yet
        self._missed = False  # did somebody wish something meanwhile?

    def wake(self) -> None:
        """Something has happened: what they wished before is forgotten, and they are asked again."""
        self._forget_wishes()
        self._news = True
        if self._thinking is None and self._wanted() and self._sitting.state == "running" and not self._stopped:
            self._thinking = asyncio.get_running_loop().create_task(self._think())

    def hold(self, seat: int) -> None:
        """The person of this seat is back: nothing is wished there any more, until he sits there himself."""
        self._held.add(seat)
        self.wake()

    def release(self, seat: int) -> None:
        """Whoever sits there now plays."""
        self._held.discard(seat)
        self.wake()

    @property
    def busy(self) -> bool:
        """Is one of them thinking, or about to act?"""
        return self._thinking is not None or bool(self._timers)

    def stop(self) -> None:
        """They stand up."""
        self._stopped = True
        self._forget_wishes()
        if self._thinking is not None:
            self._thinking.cancel()

    def _wanted(self) -> dict[int, str]:
        """The seats where bots play, and which."""
        playing = [(seat, sitter.player) for seat, sitter in enumerate(self._sitting.sitters)]
        return {seat: player for seat, player in playing if player and seat not in self._held}

    def _forget_wishes(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    async def _think(self) -> None:
        """Until there is no more news: only one thread at a time holds the shadow and the players."""
        loop = asyncio.get_running_loop()
        wishes: list[Wish] = []
        try:
            while self._news:
                self._news = False
                wanted = self._wanted()
                movers = [seat for seat in self._sitting.movers() if seat in wanted]
                steps = self._sitting.match.log[self._shadow.version :]
                wishes = await loop.run_in_executor(self._threads, self._follow, steps, wanted, movers)
        except Exception:
            log.exception("bots of match %s failed", self._sitting.name)
            raise
        finally:
            self._thinking = None
        for wish in wishes:
            wait_ms = max(self._pace * wish.wait_ms, self._sitting.rest.left_ms)
            self._timers.append(loop.call_later(wait_ms / 1000, self._claim, wish))

    def _follow(self, steps: Steps, wanted: dict[int, str], movers: list[int]) -> list[Wish]:
        """Show the players what they have not seen; what those who are to move wish."""
        self._seat(wanted)
        _show(self._shadow, steps, self._players)
        return [wish for seat in movers if (wish := self._choice(seat)) is not None]

    def _seat(self, wanted: dict[int, str]) -> None:
        """Players for the seats that have none yet; who comes late is shown what was before."""
        for seat in self._players.keys() - wanted.keys():
            del self._players[seat]
        for seat in wanted.keys() - self._players.keys():
            self._players[seat] = players.player(wanted[seat], self._shadow.module)
            _show(self._opening(), self._shadow.log, {seat: self._players[seat]})

    def _opening(self) -> Match:
        match = self._sitting.match
        return Match(match.module, match.seats, match.options)

    def _choice(self, seat: int) -> Wish | None:
        chosen = self._players[seat].choose(self._shadow.hidden(seat), self._shadow.legal(seat), self._random)
        return chosen and Wish(seat, self._shadow.version, *chosen)

    def _claim(self, wish: Wish) -> None:
        """Claim it, unless the last claim of this seat still waits for its answer: else they would pile up."""
        if wish.seat in self._claimed:
            self._missed = True
            return
        self._claimed.add(wish.seat)
        answered = partial(self._answered, wish.seat)
        self._hand_in(Claim(wish.seat, wish.version, [wish.action], "", answered))

    def _answered(self, seat: int, answer: int | Refusal) -> None:
        """A wish that comes too late is no harm; one that was not stored is asked for again."""
        self._claimed.discard(seat)
        if isinstance(answer, Refusal) and not isinstance(answer, Stale):
            asyncio.get_running_loop().call_later(1, self.wake)
        elif self._missed:
            self._missed = False
            self.wake()


def _show(shadow: Match, steps: Steps, audience: Mapping[int, players.Player]) -> None:
    """Play these steps and tell each player what his seat may know of them."""
    for seat, action in steps:
        shadow.play(seat, action)
        for own, player in audience.items():
            told = shadow.steps(own, shadow.version - 1)[0].action
            player.watch(shadow.hidden(own), seat, told)
