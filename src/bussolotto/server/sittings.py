"""A live match: one queue of requests, one decision stored at a time, nothing visible before it is stored.

A decision is played on a twin of the match, with the dice it causes; the twin becomes the match when the store says
that it is on the disk. Until then everybody sees, and every later request waits for, the match as it was.
"""

import time
from asyncio import Future
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bussolotto.chance import Chance, System
from bussolotto.errors import Refusal
from bussolotto.kernel import CHANCE
from bussolotto.match import Match, Rules
from bussolotto.server import match_rows, throws
from bussolotto.server.judging import ACT, THROW, Claim, Kind
from bussolotto.server.problems import MessageReused
from bussolotto.server.protocol import End
from bussolotto.server.seated import SeatedMatch, ending
from bussolotto.server.sitters import Sitter
from bussolotto.server.store import Decision, Statement, Store, pack

CHANCE_BIT = 1 << CHANCE
chance: Chance = System()


class Sitting(SeatedMatch):
    """A seated match that can be played. `follow` is called after every change with the version before it."""

    def __init__(
        self, store: Store, number: int, name: str, table: str, match: Match, sitters: list[Sitter], closed: bool
    ) -> None:
        super().__init__(number, name, table, match, sitters, closed)
        self.follow: Callable[[int], None] = _nobody_follows
        self._store = store
        self._next: Match | None = None  # between decisions at the same point as `match`
        self._storing = False
        self._waiting: deque[Callable[[], None]] = deque()

    @property
    def idle(self) -> bool:
        """Is nothing being stored and nothing asked?"""
        return not self._storing and not self._waiting

    def request(self, claim: Claim) -> None:
        """Let a seat act, after all that was asked before."""
        self._queue(lambda: self._judge(claim, ACT))

    def throw(self, claim: Claim) -> None:
        """Let a seat say how dice fell that people rolled; the claim's actions are outcomes of chance."""
        self._queue(lambda: self._judge(claim, THROW))

    def draw(self) -> None:
        """Let the program draw what nobody is there to type any more, since somebody left or a bot took over."""
        self._queue(self._draw)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Hold the match while something other than a decision is stored: a start, an end."""
        turn = self._store.future()
        self._queue(lambda: self._give(turn))
        try:
            await turn
            yield
        finally:
            if not turn.cancelled():
                self._storing = False
                self._proceed()

    def opened(self, starter: tuple[int, int] | None, source: Chance | None = None) -> Match:
        """The match with its first dice fallen, to be stored. `starter`: the ply that is set, not drawn."""
        opened = self.match.copy()
        if starter is not None:
            opened.play(*starter)
        self._fall(opened, source)
        return opened

    def open(self, opened: Match) -> None:
        """The start is stored."""
        self.match, self._next = opened, None
        self.started_s = int(time.time())
        self.run_clocks()
        self.follow(0)

    def finish(self, end: End) -> None:
        """The end is stored."""
        self.ending = end
        self.run_clocks()
        self.follow(self.match.version)

    def hasten(self, compiled: Rules) -> None:
        """From now on ask compiled rules."""
        self.match.faster(compiled)
        if self._next is not None:
            self._next.faster(compiled)

    def _queue(self, request: Callable[[], None]) -> None:
        self._waiting.append(request)
        self._proceed()

    def _proceed(self) -> None:
        while self._waiting and not self._storing:
            self._waiting.popleft()()

    def _give(self, turn: "Future[None]") -> None:
        if not turn.cancelled():
            self._storing = True
            turn.set_result(None)

    def _judge(self, claim: Claim, kind: Kind) -> None:
        if answer := self.answers.get((claim.seat, claim.message)):
            again = kind.is_retry(self, claim, answer)
            claim.answer(answer.version if again else MessageReused(claim.message))
            return
        following = self._twin()
        try:
            kind.play(self, claim, following)
        except Refusal as refusal:
            claim.answer(claim.ruling.refused(self.match.version, refusal) if claim.ruling else refusal)
            return
        self._fall(following)
        self._put(claim, following)

    def _draw(self) -> None:
        """In the middle of a match only what was to be typed is still to be drawn."""
        if self.state == "running" and self.playable and self.match.movers() == CHANCE_BIT and self.due is None:
            following = self._twin()
            self._fall(following)
            self._put(Claim(CHANCE, self.match.version, (), "", _nobody_asks), following)

    def _twin(self) -> Match:
        """The match once more, to be played on."""
        if self._next is None:
            self._next = self.match.copy()
        return self._next

    def _fall(self, following: Match, source: Chance | None = None) -> None:
        """Chance falls, as far as it is the program's."""
        if self.dice == "real":
            throws.fall(following, self.people, source or chance)
        else:
            following.fall(source or chance)

    def _put(self, claim: Claim, following: Match) -> None:
        """Hand the decision to the store; what follows from it waits until it is on the disk."""
        before = self.match.version
        steps = following.log[before:]
        decision = Decision(self.number, before, claim.seat, claim.message, pack(steps))
        end = ending(following) if following.over else None

        def done(refusal: Refusal | None) -> None:
            self._storing = False
            if refusal is None:
                self.match, self._next = following, self.match
                self.ending = end
                self.rest.begin(following.module.say(*steps[-1]))
                self.remember(decision, len(steps))
            self._settle(stored=refusal is None)
            claim.answer(self.match.version if refusal is None else refusal)
            if refusal is None:
                self.follow(before)
            self._proceed()

        self._storing = True
        self._store.put(decision, self._beside(claim, steps[0][0], end), done)

    def _beside(self, claim: Claim, actor: int, end: End | None) -> list[Statement]:
        """What is stored together with a decision."""
        statements = [match_rows.end(self, end)] if end else []
        if self.clocks:
            statements.append(self.clocks.decided(actor))  # telling how dice fell earns no increment
        if claim.ruling:
            statements.append(claim.ruling.accepted(self.match.version + 1))
        return statements

    def _settle(self, stored: bool) -> None:
        """Clocks and twin learn whether it is stored."""
        if self.clocks:
            self.clocks.settle(stored)
            self.run_clocks()
        if self._next is not None:
            self._next.become(self.match)


def _nobody_follows(since: int) -> None:
    """Before the house admits a match."""


def _nobody_asks(answer: int | Refusal) -> None:
    """What the program does by itself."""
