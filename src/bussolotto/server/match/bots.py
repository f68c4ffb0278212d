"""Bots in a live match. They think in a few threads, and make moves in the same way as people.

A player of another package may fail in any way. No match waits for one that does: another plays on in its seat.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import cached_property, partial
from random import Random
from typing import NamedTuple

from bussolotto import players
from bussolotto.core.errors import Refusal, Stale
from bussolotto.play.match import Match
from bussolotto.players.searching import PersonLike
from bussolotto.server.clock import Timer
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.match.planners import Planners
from bussolotto.server.store.database import Steps

LEAST_MS = 350  # in a race no bot is faster than a person could be
SPARE = "random"  # who plays on for a player that failed
UNFIT = ("illegal-action", "not-an-action", "rules-failed")  # refusals that come again for the same choice

log = logging.getLogger(__name__)


class PlannedMove(NamedTuple):
    """A move that a bot has chosen for a version of the match, and the delay before it is made."""

    seat: int
    version: int
    action: int
    wait_ms: int


class Bots:
    """The bots of one match. They see it through a shadow copy that is advanced ply by ply."""

    def __init__(
        self,
        live: LiveMatch,
        threads: Executor,
        planners: Planners,
        pace: float,
        submit: Callable[[MoveRequest], None],
    ) -> None:
        """`threads` are for bots that do not search, `planners` has those of the others."""
        self._live = live
        self._threads = threads
        self._planners = planners
        self._pace = pace
        self._submit = submit
        self._players: dict[int, players.Player] = {}
        self._seated: dict[int, str] = {}  # by seat, the name of its player
        self._timers: list[Timer] = []
        self._thinking: asyncio.Task[None] | None = None
        self._woken = False
        self._stopped = False
        self._asked_s: dict[int, float] = {}  # by seat, when its time to search began or went on
        self._held: set[int] = set()
        self._unanswered: set[int] = set()  # seats whose last claim has no answer yet
        self._unfit: set[int] = set()  # seats whose player chose what cannot be played
        self._missed = False  # has the match changed in the meantime?

    @cached_property
    def _shadow(self) -> Match:
        """The copy; like the generator it takes room that most matches, which have no bots, can do without."""
        return self._opening()

    @cached_property
    def _random(self) -> Random:
        return Random()

    def wake(self) -> None:
        """Discard all planned moves after a change, and ask the bots again."""
        self._forget_planned()
        self._woken = True
        if self._thinking is None and self._is_wanted() and not self._stopped:
            self._thinking = asyncio.get_running_loop().create_task(self._think())

    def hold(self, seat: int) -> None:
        """Stop the bot from moving in this seat, because its person has returned."""
        self._held.add(seat)
        self.wake()

    def release(self, seat: int) -> None:
        """Allow the current occupant of this seat to move again."""
        self._held.discard(seat)
        self.wake()

    @property
    def busy(self) -> bool:
        """Return whether a bot is thinking or about to act."""
        return self._thinking is not None or bool(self._timers)

    def stop(self) -> None:
        self._stopped = True
        self._forget_planned()
        if self._thinking is not None:
            self._thinking.cancel()

    def _is_wanted(self) -> bool:
        live = self._live
        return bool(live.bots) and live.state == "running" and not live.held and bool(self._find_playing())

    def _find_playing(self) -> dict[int, str]:
        return {seat: player for seat, player in self._live.bots.items() if seat not in self._held}

    def _forget_planned(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    async def _think(self) -> None:
        """Think until there is no more news. Only one thread at a time uses the shadow and the players."""
        planned: list[PlannedMove] = []
        thought_ms = 0.0
        try:
            while self._woken:
                self._woken = False
                begun_s = self._live.clock.now_s()
                wanted = self._find_playing()
                movers = [seat for seat in self._live.movers() if seat in wanted]
                steps = self._live.match.log[self._shadow.version :]
                planned = await self._follow_in_thread(steps, wanted, movers)
                thought_ms = 1000 * (self._live.clock.now_s() - begun_s)
        except Exception:
            log.exception("bots of match %s failed", self._live.name)
            raise
        finally:
            self._thinking = None
        for move in planned:
            wait_ms = self._wait_ms(move, thought_ms)
            self._timers.append(self._live.clock.call_later(wait_ms / 1000, self._send, move))

    def _wait_ms(self, move: PlannedMove, thought_ms: float) -> float:
        """Return how long to wait, once a bot has thought for so long. In a race it looks once the rest is over."""
        rest_ms = self._live.rest.left_ms
        if self._live.match.game.RACE:
            return rest_ms + self._pace * max(LEAST_MS, move.wait_ms)
        return max(rest_ms, self._pace * move.wait_ms - thought_ms)

    async def _follow_in_thread(self, steps: Steps, wanted: dict[int, str], movers: list[int]) -> list[PlannedMove]:
        """Bots that search have threads of their own, so that nobody else waits for them."""
        loop, game = asyncio.get_running_loop(), self._live.match.game
        if not any(players.plans(game, player) for player in wanted.values()):
            return await loop.run_in_executor(self._threads, self._follow, steps, wanted, movers)
        with self._planners.queued():
            return await loop.run_in_executor(self._planners.bots, self._follow, steps, wanted, movers)

    def _follow(self, steps: Steps, wanted: dict[int, str], movers: list[int]) -> list[PlannedMove]:
        """Show the players the steps they have not seen, and return the moves of those who are to move."""
        self._seat(wanted)
        self._show_steps(self._shadow, steps, list(self._players))
        return [move for seat in movers if (move := self._choose(seat)) is not None]

    def _seat(self, wanted: dict[int, str]) -> None:
        """Create players for seats that have none yet, or another than is wanted.

        A player who joins late is shown the earlier steps.
        """
        for seat in [seat for seat, player in self._seated.items() if wanted.get(seat) != player]:
            del self._players[seat], self._seated[seat]
            self._unfit.discard(seat)
        for seat in wanted.keys() - self._players.keys():
            self._seated[seat] = wanted[seat]
            try:
                self._players[seat] = self._brief(wanted[seat])
            except Exception as problem:  # noqa: BLE001  # players of other packages may fail in any way
                self._replace(seat, problem)
            self._show_steps(self._opening(), self._shadow.log, [seat])
        while self._unfit:
            self._players[self._unfit.pop()] = self._brief(SPARE)

    def _brief(self, name: str) -> players.Player:
        """A player of this name that knows what this server knows of the game."""
        player = players.player(name, self._shadow.game)
        self._planners.brief(player, self._shadow.game)
        self._planners.solve_for(name, self._shadow.game, self._shadow.hidden(None))
        return player

    def _replace(self, seat: int, problem: Exception) -> None:
        """Another plays on for a player that has failed."""
        told = (self._seated[seat], self._live.match.game.NAME, self._live.name)
        log.error("the player %s of %s failed in match %s", *told, exc_info=problem)
        self._players[seat] = self._brief(SPARE)

    def _show_steps(self, shadow: Match, steps: Steps, audience: Sequence[int]) -> None:
        """Play these steps on the shadow, and show the players of these seats what their seat may know of them."""
        for seat, action in steps:
            shadow.play(seat, action)
            for own in audience:
                told = shadow.steps(own, shadow.version - 1)[0].action
                try:
                    self._players[own].watch(shadow.hidden(own), seat, told)
                except Exception as problem:  # noqa: BLE001  # as above
                    self._replace(own, problem)

    def _opening(self) -> Match:
        match = self._live.match
        return Match(match.game, match.seats, match.options)

    def _choose(self, seat: int) -> PlannedMove | None:
        try:
            self._pass_time(seat)
            return self._chosen(seat)
        except Exception as problem:  # noqa: BLE001  # as above
            self._replace(seat, problem)
        return self._chosen(seat)

    def _chosen(self, seat: int) -> PlannedMove | None:
        chosen = self._players[seat].choose(self._shadow.hidden(seat), self._shadow.legal(seat), self._random)
        return chosen and PlannedMove(seat, self._shadow.version, *chosen)

    def _pass_time(self, seat: int) -> None:
        """Tell a player how long it has searched, by its own pace and without rests, since it was last asked."""
        now_s = self._live.clock.now_s()
        passed_s = max(0.0, now_s - self._asked_s.get(seat, now_s))
        self._asked_s[seat] = now_s + self._live.rest.left_ms / 1000
        player = self._players[seat]
        if self._pace and isinstance(player, PersonLike):
            player.pass_time(1000 * passed_s / self._pace)

    def _send(self, move: PlannedMove) -> None:
        """Submit the move, unless the seat's last claim has no answer yet. Otherwise claims would pile up."""
        if move.seat in self._unanswered:
            self._missed = True
            return
        self._unanswered.add(move.seat)
        answered = partial(self._receive_answer, move.seat)
        self._submit(MoveRequest(move.seat, move.version, [move.action], "", answered))

    def _receive_answer(self, seat: int, answer: int | Refusal) -> None:
        """Handle the answer to a move. A late one is ignored, one that could not be stored is planned again.

        For who chose what nobody can play another one plans.
        """
        self._unanswered.discard(seat)
        if isinstance(answer, Refusal) and not isinstance(answer, Stale):
            if answer.code in UNFIT and not self._live.match.game.RACE:  # there a claim may come too late
                log.error("match %s: %s", self._live.name, answer)
                self._unfit.add(seat)
            self._live.clock.call_later(1, self.wake)
        elif self._missed:
            self._missed = False
            self.wake()
