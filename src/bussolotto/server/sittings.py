"""A live match: one queue of requests, one decision stored at a time, nothing visible before it is stored.

A decision is played on a twin of the match, with the dice it causes; the twin becomes the match when the store says
that it is on the disk. Until then everybody sees, and every later request waits for, the match as it was.
"""

import json
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from bussolotto import claims
from bussolotto.chance import System
from bussolotto.errors import IllegalAction, Refusal, SecretOutcome
from bussolotto.kernel import CHANCE, SPECTATOR
from bussolotto.match import Match, Rules
from bussolotto.notation import Record
from bussolotto.server.problems import (
    MatchRunning,
    MessageReused,
    NotRunning,
    NotYourTurn,
    OneAtATime,
    OtherRules,
    Stale,
    TooLate,
    TooSoon,
)
from bussolotto.server.protocol import End, State
from bussolotto.server.rests import Rest
from bussolotto.server.store import INSERT_DECISION, Decision, Statement, Store, pack

CHANCE_BIT = 1 << CHANCE
chance = System()
INSERT_MATCH = """
    INSERT INTO matches (number, name, table_name, game, rules, seats, options, salt_key, closed)
    VALUES (:number, :name, :table_name, :game, :rules, :seats, :options, :salt_key, :closed)
"""


class Sitter(Struct):
    """Who sits in a seat: a guest, a bot (`player`), a bot that plays on for a guest who left, or nobody."""

    guest: str | None = None
    name: str = ""
    player: str | None = None
    left: bool = False


class Claim(NamedTuple):
    """A wish to act. `answer` gets the version after it when it is stored, else the refusal."""

    seat: int
    version: int
    actions: Sequence[int]
    message: str
    answer: Callable[[int | Refusal], None]


class Answer(NamedTuple):
    """What a message id was answered, for a retry of it: the versions before and after its plies."""

    before: int
    version: int


class Sitting:
    """One match with those who sit at it. `follow` is called after every change with the version before it."""

    def __init__(
        self, store: Store, number: int, name: str, table: str, match: Match, sitters: list[Sitter], closed: bool
    ) -> None:
        self.number = number
        self.name = name
        self.table = table
        self.match = match
        self.rules = match.module.RULES
        self.sitters = sitters
        self.closed = closed
        self.started_s: int | None = None
        self.ending: End | None = None
        self.answers: dict[tuple[int, str], Answer] = {}
        self.follow: Callable[[int], None] = _nobody_follows
        self.rest = Rest(match.module.NAME)
        self._store = store
        self._next: Match | None = None  # between decisions at the same point as `match`
        self._storing = False
        self._waiting: deque[Callable[[], None]] = deque()

    @property
    def state(self) -> State:
        """`waiting`, `running` or `over`."""
        if self.started_s is None:
            return "waiting"
        return "running" if self.ending is None else "over"

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def playable(self) -> bool:
        """Was it begun by the rules we know? Else it can be viewed, not continued."""
        return bool(self.rules == self.match.module.RULES)

    @property
    def idle(self) -> bool:
        """Is nothing being stored and nothing asked?"""
        return not self._storing and not self._waiting

    def seat_of(self, guest: str | None) -> int | None:
        """Where this guest sits; None for who only watches."""
        if guest is not None:
            for seat, sitter in enumerate(self.sitters):
                if sitter.guest == guest:
                    return seat
        return None

    def movers(self) -> list[int]:
        """The seats that may act now."""
        if self.state != "running":
            return []
        bits = self.match.movers()
        return [seat for seat in range(self.match.seats) if bits >> seat & 1]

    def legal(self, seat: int | None) -> list[int]:
        """What this seat may do now."""
        return [] if seat is None or self.state != "running" else self.match.legal(seat)

    def request(self, claim: Claim) -> None:
        """Let a seat act, after all that was asked before."""
        self._waiting.append(lambda: self._decide(claim))
        self._proceed()

    def preview(self, seat: int, version: int, actions: Sequence[int]) -> Match:
        """The match as it would be. Raises what acting would be refused with, and SecretOutcome in a race.

        There a preview would tell whether a claim is right before anything is risked.
        """
        self._require_turn(seat, version)
        if self.match.module.RACE:
            raise SecretOutcome
        return self.match.preview(seat, actions)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Hold the match while something other than a decision is stored: a start, an end."""
        turn = self._store.future()
        self._waiting.append(lambda: self._give(turn))
        self._proceed()
        try:
            await turn
            yield
        finally:
            if not turn.cancelled():
                self._storing = False
                self._proceed()

    def insert_statement(self) -> Statement:
        """What stores a match that has not begun, with the key of the salts in its file, which is never served."""
        row = {
            "number": self.number,
            "name": self.name,
            "table_name": self.table,
            "game": self.match.module.NAME,
            "rules": self.rules,
            "seats": self.match.seats,
            "options": json.dumps(self.match.options),
            "salt_key": secrets.token_bytes(32),
            "closed": self.closed,
        }
        return INSERT_MATCH, row

    def opening(self, starter: tuple[int, int] | None) -> tuple[Match, list[Statement]]:
        """The match with its first dice fallen, and what stores that. `starter`: the ply that is set, not drawn."""
        opened = self.match.copy()
        if starter is not None:
            opened.play(*starter)
        opened.fall(chance)
        row = Decision(self.number, 0, CHANCE, "", pack(opened.log))
        sitters = msgspec.json.encode(self.sitters).decode()
        return opened, [
            (INSERT_DECISION, row),
            ("UPDATE matches SET sitters = ?, started_s = ? WHERE number = ?", (sitters, _now_s(), self.number)),
            *[
                ("INSERT INTO sitters VALUES (?, ?, ?)", (sitter.guest, self.number, seat))
                for seat, sitter in enumerate(self.sitters)
                if sitter.guest is not None
            ],
        ]

    def open(self, opened: Match) -> None:
        """The start is stored."""
        self.match, self._next = opened, None
        self.started_s = _now_s()
        self.follow(0)

    def end_statement(self, end: End) -> Statement:
        return (
            "UPDATE matches SET ended_s = ?, ending = ? WHERE number = ?",
            (_now_s(), msgspec.json.encode(end).decode(), self.number),
        )

    def sitters_statement(self, sitters: list[Sitter]) -> Statement:
        return ("UPDATE matches SET sitters = ? WHERE number = ?", (msgspec.json.encode(sitters).decode(), self.number))

    def hasten(self, compiled: Rules) -> None:
        """From now on ask compiled rules."""
        self.match.faster(compiled)
        if self._next is not None:
            self._next.faster(compiled)

    def finish(self, end: End) -> None:
        """The end is stored."""
        self.ending = end
        self.follow(self.match.version)

    def remember(self, decision: Decision, steps: int) -> None:
        """Keep what a stored decision, with all the steps it caused, was answered."""
        if decision.message:
            self.answers[decision.seat, decision.message] = Answer(decision.version, decision.version + steps)

    def record(self) -> Record:
        """What the match file tells. Raises MatchRunning before the end."""
        if not self.over:
            raise MatchRunning()
        return Record(
            game=self.match.module.NAME,
            rules=self.rules,
            seats=self.match.seats,
            names=[sitter.name for sitter in self.sitters],
            options=self.match.options,
            steps=list(self.match.log),
            end=json.loads(msgspec.json.encode(self.ending)),
        )

    def _proceed(self) -> None:
        while self._waiting and not self._storing:
            self._waiting.popleft()()

    def _give(self, turn: Any) -> None:
        if not turn.cancelled():
            self._storing = True
            turn.set_result(None)

    def _decide(self, claim: Claim) -> None:
        try:
            if claim.message and (answer := self.answers.get((claim.seat, claim.message))):
                claim.answer(self._again(claim, answer))
                return
            self._require_turn(claim.seat, claim.version)
            self._require_rest(claim.actions)
            actions = self._meaning(claim)
            if self._next is None:
                self._next = self.match.copy()
            self._next.act(claim.seat, actions)
        except Refusal as refusal:
            claim.answer(self._too_late(claim, refusal) or refusal)
            return
        self._next.fall(chance)
        self._store_decision(claim, self._next)

    def _again(self, claim: Claim, answer: Answer) -> int | Refusal:
        steps = self.match.log[answer.before : answer.version]
        done = [action for seat, action in steps if seat == claim.seat]
        foul = claims.is_foul(self.match, done[0])  # stored as what it was, not as what was asked
        return answer.version if foul or list(claim.actions) == done else MessageReused(claim.message)

    def _require_turn(self, seat: int, version: int) -> None:
        if self.state != "running":
            raise NotRunning()
        if not self.playable:
            raise OtherRules(self.match.module.NAME, self.rules, self.match.module.RULES)
        if version > self.match.version:
            raise Stale(version, self.match.version)
        if self.match.module.RACE:
            return  # who may act is part of what is looked for
        movers_since = {mover for mover, _ in self.match.log[max(version, 0) :]}
        if movers_since & {seat, CHANCE}:
            raise Stale(version, self.match.version)
        if not self.match.movers() >> seat & 1:
            raise NotYourTurn()

    def _meaning(self, claim: Claim) -> Sequence[int]:
        """What is asked; in a race what it stands for now. Raises TooLate if it is void, OneAtATime for several.

        All or none of several would tell whether the first is right, and take it back before it costs anything.
        """
        if not self.match.module.RACE:
            return claim.actions
        if len(claim.actions) > 1:
            raise OneAtATime
        action = claims.meaning(self.match, claim.seat, claim.actions[0], claim.version)
        if action is None:
            raise TooLate(claim.version, self.match.version)
        return [action]

    def _require_rest(self, actions: Sequence[int]) -> None:
        """Raises TooSoon while all may look, and for several actions of which one would be looked at."""
        if wait_ms := self.rest.left_ms or (len(actions) > 1 and self.rest.longest_ms):
            raise TooSoon(wait_ms)

    def _too_late(self, claim: Claim, refusal: Refusal) -> Refusal | None:
        """In a race an action that is illegal now, and was decided before somebody else's, is void."""
        race, now = self.match.module.RACE, self.match.version
        if race and isinstance(refusal, IllegalAction) and claim.version < now:
            return TooLate(claim.version, now)
        return None

    def _store_decision(self, claim: Claim, following: Match) -> None:
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
            if self._next is not None:
                self._next.become(self.match)
            claim.answer(self.match.version if refusal is None else refusal)
            if refusal is None:
                self.follow(before)
            self._proceed()

        self._storing = True
        self._store.put(decision, [self.end_statement(end)] if end else (), done)


def ending(match: Match, reason: str = "rules", returns: list[float] | None = None) -> End:
    """How a match ends here: by its rules, unless a reason is given; `returns` as it stands, unless given."""
    if reason == "rules" and match.version >= match.module.MAX_PLIES:
        reason = "limit"
    return msgspec.convert(
        {"reason": reason, "returns": match.returns() if returns is None else returns, "scores": match.scores()}, End
    )


def _nobody_follows(since: int) -> None:
    """Before the house admits a match."""


def viewer(seat: int | None) -> int:
    return SPECTATOR if seat is None else seat


def _now_s() -> int:
    return int(time.time())
