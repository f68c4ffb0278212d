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
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from bussolotto import claims
from bussolotto.chance import Chance, System
from bussolotto.errors import IllegalAction, Refusal, SecretOutcome
from bussolotto.kernel import CHANCE, SPECTATOR
from bussolotto.match import Match, Rules
from bussolotto.notation import Record
from bussolotto.server import throws
from bussolotto.server.clocks import Clocks
from bussolotto.server.problems import (
    BotPlays,
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
from bussolotto.server.protocol import Dice, End, StandIn, State
from bussolotto.server.rests import Rest
from bussolotto.server.store import INSERT_DECISION, Decision, Statement, Store, pack

CHANCE_BIT = 1 << CHANCE
NOBODY = -1  # wanted by who sits and yet looks with the eyes of a spectator
chance: Chance = System()
INSERT_MATCH = """
    INSERT INTO matches (number, name, table_name, game, rules, seats, options, salt_key, closed, dice)
    VALUES (:number, :name, :table_name, :game, :rules, :seats, :options, :salt_key, :closed, :dice)
"""


class Sitter(Struct):
    """Who sits in a seat: a guest, a bot (`player`), a bot that plays on for a guest, or nobody.

    It plays on for who `left`, and for who is `away`: nobody has seen him for a while or, if `late`, his time ran out.
    `taken_at` is the version at which it began to.
    """

    guest: str | None = None
    name: str = ""
    player: str | None = None
    left: bool = False
    away: bool = False
    late: bool = False
    taken_at: int | None = None


class Ruling(Protocol):
    """Where a claim made in a race is written down."""

    def accepted(self, ply: int) -> Statement:
        """What stores that it became this ply."""

    def refused(self, version: int, refusal: Refusal) -> Refusal:
        """It was refused at this version; the refusal as it is told."""


class Claim(NamedTuple):
    """A wish to act. `answer` gets the version after it when it is stored, else the refusal."""

    seat: int
    version: int
    actions: Sequence[int]
    message: str
    answer: Callable[[int | Refusal], None]
    ruling: Ruling | None = None


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
        self.dice: Dice = "program"
        self.started_s: int | None = None
        self.ending: End | None = None
        self.answers: dict[tuple[int, str], Answer] = {}
        self.follow: Callable[[int], None] = _nobody_follows
        self.rest = Rest(match.module.NAME)
        self.clocks: Clocks | None = None
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

    def seats_of(self, guest: str | None) -> list[int]:
        """Where this guest sits: in several seats where one device is passed around."""
        return seats_of(self.sitters, guest)

    def seat_of(self, guest: str | None, wanted: int | None = None) -> int | None:
        """The wanted one of this guest's seats, else the first; None for who only watches."""
        return one_of(self.seats_of(guest), wanted)

    def movers(self) -> list[int]:
        """The seats that may act now."""
        if self.state != "running":
            return []
        bits = self.match.movers()
        return [seat for seat in range(self.match.seats) if bits >> seat & 1]

    def legal(self, seat: int | None) -> list[int]:
        """What this seat may do now."""
        return [] if seat is None or self.state != "running" else self.match.legal(seat)

    @property
    def due(self) -> throws.Due | None:
        """The die that people are to roll and type in now."""
        return throws.due(self.match, self.people) if self.dice == "real" and self.state == "running" else None

    @property
    def people(self) -> frozenset[int]:
        """The seats where people sit, not bots."""
        return frozenset(seat for seat, sitter in enumerate(self.sitters) if sitter.guest and not sitter.player)

    def seat_all(self, sitters: list[Sitter]) -> None:
        """From now on these sit here."""
        back = [seat for seat, sitter in enumerate(self.sitters) if sitter.late and not sitters[seat].late]
        self.sitters = sitters
        if self.clocks:
            for seat in back:
                self.clocks.welcome(seat)
        self.run_clocks()

    def run_clocks(self) -> None:
        """Let the time run of the people who are to decide."""
        if self.clocks:
            self.clocks.go(self.deciders(), self.rest.left_ms)

    def stop_clocks(self) -> None:
        """Nobody's time runs any more: the server ends."""
        if self.clocks:
            self.clocks.stop()

    def asked(self) -> list[int]:
        """The seats that may act now, or say how dice fell."""
        if movers := self.movers():
            return movers
        due = self.due
        return list(due.seats) if due else []

    def deciders(self) -> list[int]:
        """The seats for which all wait, and that have a person who is there to do it himself.

        Dice are waited for like that if one seat alone can tell how they fell; else nobody's time runs for them.
        """
        asked = self.asked()
        awaited = asked if self.movers() or len(asked) == 1 else []
        return [seat for seat in awaited if not self.sitters[seat].player and not self.sitters[seat].left]

    def require_own_hand(self, seat: int) -> None:
        """Raises BotPlays in a seat that its person has to ask for: he stood up, or his time ran out."""
        sitter = self.sitters[seat]
        if sitter.player and (sitter.left or sitter.late):
            raise BotPlays()

    def out_of_time(self, seat: int) -> bool:
        """Is this seat to decide, and has no time left?"""
        return self.clocks is not None and seat in self.deciders() and self.clocks.is_out(seat)

    def stand_in(self, seat: int | None) -> StandIn | None:
        """What a bot did in a seat since it last took over there; None once its person has acted again."""
        since = None if seat is None else self.sitters[seat].taken_at
        if since is None or any(own == seat and answer.before >= since for (own, _), answer in self.answers.items()):
            return None
        return StandIn(since, sum(actor == seat for actor, _ in self.match.log[since:]))

    def request(self, claim: Claim) -> None:
        """Let a seat act, after all that was asked before."""
        self._waiting.append(lambda: self._decide(claim))
        self._proceed()

    def throw(self, claim: Claim) -> None:
        """Let a seat say how dice fell that people rolled; the claim's actions are outcomes of chance."""
        self._waiting.append(lambda: self._throw(claim))
        self._proceed()

    def draw(self) -> None:
        """Let the program draw what nobody is there to type any more, since somebody left or a bot took over."""
        self._waiting.append(self._draw)
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
            "dice": self.dice,
        }
        return INSERT_MATCH, row

    def opening(self, starter: tuple[int, int] | None, source: Chance | None = None) -> tuple[Match, list[Statement]]:
        """The match with its first dice fallen, and what stores that. `starter`: the ply that is set, not drawn."""
        opened = self.match.copy()
        if starter is not None:
            opened.play(*starter)
        self._fall(opened, source)
        row = Decision(self.number, 0, CHANCE, "", pack(opened.log))
        sitters = msgspec.json.encode(self.sitters).decode()
        return opened, [
            (INSERT_DECISION, row),
            *([self.clocks.statement()] if self.clocks else []),
            ("UPDATE matches SET sitters = ?, started_s = ? WHERE number = ?", (sitters, _now_s(), self.number)),
            *[
                ("INSERT INTO sitters VALUES (?, ?, ?)", (sitter.guest, self.number, seat))
                for seat, sitter in enumerate(self.sitters)
                if sitter.guest is not None and self.seat_of(sitter.guest) == seat  # of several seats the first
            ],
        ]

    def open(self, opened: Match) -> None:
        """The start is stored."""
        self.match, self._next = opened, None
        self.started_s = _now_s()
        self.run_clocks()
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
        self.run_clocks()
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
            dice=self.dice,
            claims=msgspec.to_builtins(self._store.claims(self.number)) if self.match.module.RACE else [],
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
            if not claim.message and not self.sitters[claim.seat].player:  # a bot's, whose seat was given back since
                raise Stale(claim.version, self.match.version)
            self._require_turn(claim.seat, claim.version)
            self._require_rest(claim.actions)
            actions = self._meaning(claim)
            following = self._twin()
            following.act(claim.seat, actions)
        except Refusal as refusal:
            refusal = self._too_late(claim, refusal) or refusal
            claim.answer(claim.ruling.refused(self.match.version, refusal) if claim.ruling else refusal)
            return
        self._fall(following)
        self._store_decision(claim, following)

    def _throw(self, claim: Claim) -> None:
        following = self._twin()
        try:
            if answer := self.answers.get((claim.seat, claim.message)):
                again = throws.is_retry(self.match, claim.seat, answer.before, claim.actions)
                claim.answer(answer.version if again else MessageReused(claim.message))
                return
            self._require_open(claim.version)
            if claim.version < self.match.version:
                raise Stale(claim.version, self.match.version)
            self._require_rest(())
            throws.throw(following, claim.seat, claim.actions, self.people if self.dice == "real" else frozenset())
        except Refusal as refusal:
            following.become(self.match)
            claim.answer(refusal)
            return
        self._fall(following)
        self._store_decision(claim, following)

    def _draw(self) -> None:
        """In the middle of a match only what was to be typed is still to be drawn."""
        if self.state == "running" and self.playable and self.match.movers() == CHANCE_BIT and self.due is None:
            following = self._twin()
            self._fall(following)
            self._store_decision(Claim(CHANCE, self.match.version, (), "", _nobody_asks), following)

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

    def _again(self, claim: Claim, answer: Answer) -> int | Refusal:
        steps = self.match.log[answer.before : answer.version]
        done = [action for seat, action in steps if seat == claim.seat]
        foul = bool(done) and claims.is_foul(self.match, done[0])  # stored as what it was, not as what was asked
        return answer.version if foul or list(claim.actions) == done else MessageReused(claim.message)

    def _require_open(self, version: int) -> None:
        """Can the match go on, and is this version known here?"""
        if self.state != "running":
            raise NotRunning()
        if not self.playable:
            raise OtherRules(self.match.module.NAME, self.rules, self.match.module.RULES)
        if version > self.match.version:
            raise Stale(version, self.match.version)

    def _require_turn(self, seat: int, version: int) -> None:
        self._require_open(version)
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
            if self.clocks:
                self.clocks.settle(stored=refusal is None)
                self.run_clocks()
            if self._next is not None:
                self._next.become(self.match)
            claim.answer(self.match.version if refusal is None else refusal)
            if refusal is None:
                self.follow(before)
            self._proceed()

        statements = [self.end_statement(end)] if end else []
        if self.clocks:
            statements.append(self.clocks.decided(steps[0][0]))  # telling how dice fell earns no increment
        if claim.ruling:
            statements.append(claim.ruling.accepted(before + 1))
        self._storing = True
        self._store.put(decision, statements, done)


def ending(match: Match, reason: str = "rules", returns: list[float] | None = None) -> End:
    """How a match ends here: by its rules, unless a reason is given; `returns` as it stands, unless given."""
    if reason == "rules" and match.version >= match.module.MAX_PLIES:
        reason = "limit"
    return msgspec.convert(
        {"reason": reason, "returns": match.returns() if returns is None else returns, "scores": match.scores()}, End
    )


def _nobody_follows(since: int) -> None:
    """Before the house admits a match."""


def _nobody_asks(answer: int | Refusal) -> None:
    """What the program does by itself."""


def seats_of(sitters: Sequence[Sitter], guest: str | None) -> list[int]:
    """The seats of a guest among these."""
    return [seat for seat, sitter in enumerate(sitters) if guest is not None and sitter.guest == guest]


def one_of(own: Sequence[int], wanted: int | None) -> int | None:
    """The wanted one of one's own seats, the first unless told; None for NOBODY's eyes, and for what is not one's own.

    So a page whose seat was given up looks on like a spectator.
    """
    if wanted is None:
        return own[0] if own else None
    return wanted if wanted in own else None


def viewer(seat: int | None) -> int:
    return SPECTATOR if seat is None else seat


def _now_s() -> int:
    return int(time.time())
