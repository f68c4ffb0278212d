"""A live match: one queue of requests, one decision stored at a time, and nothing visible before it is stored.

A decision is played beside the match, with the dice it causes: on a draft, or in one compiled call. It becomes part of
the match when the store confirms that it is on disk. Until then everybody sees the old state, and later requests wait.
"""

import logging
from asyncio import Future, get_running_loop
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import copy
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from bussolotto.core.chance import Chance, System
from bussolotto.core.errors import Refusal, refuse
from bussolotto.core.kernel import CHANCE
from bussolotto.fair.roll import Beside, Roll
from bussolotto.play.match import CHANCE_BIT, Judge, Match, Traced
from bussolotto.server.clock import ServerClock
from bussolotto.server.match import manual_dice, proving
from bussolotto.server.match.encoded_log import EncodedLog
from bussolotto.server.match.judging import ACT, THROW, MoveKind, MoveRequest, Played, require_playable
from bussolotto.server.match.match_state import MatchState, Turn, build_end
from bussolotto.server.match.nonces import AGAIN_S, SharedDice
from bussolotto.server.match.seats import Occupant
from bussolotto.server.protocol import End
from bussolotto.server.store import fair_rows, match_rows
from bussolotto.server.store.database import Decision, Done, Statement, Steps, Store

if TYPE_CHECKING:  # it imports Numba, which whoever has not compiled anything yet does without
    from bussolotto.play.turns import CompiledTurns

log = logging.getLogger(__name__)


class NoDice:
    """A source of bytes that has none: no die falls in a compiled turn."""

    none = np.zeros(0, np.uint8)
    none.setflags(write=False)  # as the bytes of other sources: the turn would be compiled anew for any that can change

    def take(self, count: int) -> npt.NDArray[np.uint8]:
        return self.none

    def note(self, used: int, weights: npt.NDArray[np.int64]) -> None:
        assert not used, "there are no bytes"


NO_DICE = NoDice()
chance = System()  # of matches whose dice cannot be verified
Bent = Callable[[Chance], Chance]


class Pending(Struct, frozen=True):
    """A decision that is being stored: what it caused, how the match and its transcript end by it, whom a roll asks."""

    request: MoveRequest
    played: Played
    decision: Decision
    end: End | None
    ended: proving.Ended | None
    ask: str


class LiveMatch(MatchState):
    """A match that can be played. `follow` is called after every change with the version before the change."""

    def __init__(
        self,
        store: Store,
        clock: ServerClock,
        number: int,
        name: str,
        table: str,
        match: Match,
        occupants: list[Occupant],
        closed: bool,
    ) -> None:
        super().__init__(clock, number, name, table, match, occupants, closed)
        self.follow: Callable[[int], None] = lambda _: None  # until the match is admitted
        self.encoded = EncodedLog(self)
        self.shared = SharedDice(self)
        self._store = store
        self._draft: Match | None = None  # a copy of the match, perhaps of earlier
        self._storing = False
        self._waiting: list[Callable[[], None]] = []  # mostly empty, where a deque would take 600 bytes
        self._turns: CompiledTurns | None = None
        self._dice: Roll | System | None = None  # of the decision that is being judged
        self._asked: list[int] = []  # the seats whose nonces its dice wait for

    @property
    def idle(self) -> bool:
        """Return whether nothing is being stored and no request is waiting."""
        return not self._storing and not self._waiting

    def submit(self, request: MoveRequest) -> None:
        """Queue a seat's action behind all earlier requests. While a roll waits it is refused."""
        if self._storing or self._waiting:
            self.queue(lambda: self._judge(request, ACT))
        else:
            self._judge(request, ACT)

    def submit_roll(self, request: MoveRequest) -> None:
        """Queue a seat's report of how physical dice fell. The request's actions are outcomes of chance."""
        self.queue(lambda: self._judge(request, THROW))

    def draw_pending(self) -> None:
        """Draw dice that nobody is left to enter, because somebody left or a bot took over."""
        self.queue(self._draw)

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Hold the match while something other than a decision is stored, such as its start or end.

        A roll that waits falls first. Raises `rules-failed` or `other-rules` if it cannot.
        """
        turn: Future[None] = get_running_loop().create_future()
        self.shared.after_roll(partial(self._give, turn), partial(_refuse_turn, turn))
        try:
            await turn
            yield
        finally:
            if not turn.cancelled():
                self._storing = False
                self._advance()

    def open_with(self, starter: tuple[int, int] | None, links: Mapping[int, bytes], bent: Bent | None = None) -> Match:
        """Return the match after its opening rolls, to be stored. `starter` is a ply that is fixed and not drawn.

        `links`: by seat the last link of the chain of a page that is present; the opening roll waits for their nonces.
        `bent`: makes of a source of chance one that leaves what a game before this one determines. Then nobody is
        asked: the game before this one is not known any more when nonces come.
        """
        opened = self.match.copy()
        chains = links if self.shared.allowed else {}
        self.fair = proving.begin(self, carried=bent is not None, chains=chains)
        self._asked = sorted(chains) if self.fair and not bent else []
        dice = self._lead(CHANCE, [], [])
        source = bent(dice) if bent else dice
        if isinstance(dice, Roll):
            source = Beside(dice, source) if bent else dice
            if starter is not None:
                dice.give()
        if starter is not None:
            opened.play(*starter)
        self._roll(opened, CHANCE, source)
        return opened

    def open(self, opened: Match) -> None:
        """Start the match. Call this once the start is stored."""
        if opened.log:
            self.remember(self.link_opening(opened), opened.version)
        if self.fair:
            ask = self.ask_after(opened)
            self.fair.settle(stored=bool(opened.log))
            if ask:
                self.fair.apply(ask)
        self.match, self._draft, self._turn = opened, None, None
        self.started_s = int(self.clock.wall_s())
        self.run_clocks()
        self.follow(0)
        self.shared.wait()

    def ask_after(self, opened: Match) -> str:
        """Return the line that asks for the nonces of the opening roll, "" if it waits for none."""
        return self.fair.ask(self._asked) if self.fair and self._asked and opened.movers() == CHANCE_BIT else ""

    def store_line(self, line: str, done: Done) -> None:
        """Store a line of the transcript without plies, in a job of the queue. Then it applies; `done` is called."""
        fair, version = self.fair, self.match.version
        assert fair is not None, line

        def stored(refusal: Refusal | None) -> None:
            self._storing = False
            if refusal is None:
                fair.apply(line)
            done(refusal)
            self._advance()

        self._storing = True
        self._store.put(None, [fair_rows.insert_line(self.number, fair.lines, version, line)], stored)

    def fall(self) -> None:
        """Let the dice fall of the roll whose nonces are stored, in a job of the queue, again until that is stored."""
        self._dice, self._asked = None, []

        def answer(answered: int | Refusal) -> None:
            if isinstance(answered, Refusal):
                self.clock.call_later(AGAIN_S, self.queue, self.fall)

        request = MoveRequest(CHANCE, self.match.version, (), "", answer)
        self._attempt(lambda: self._store_decision(request, self._fall_on()), self.shared.fail)

    def _fall_on(self) -> Played:
        """Let the dice fall in one call, where that is compiled; else on a draft. Raises `other-rules`."""
        require_playable(self)
        if not self._turns:
            self._take_draft()
            return self._roll_on(CHANCE)
        played = Played(*self._turns.fall(self.match, self._lead(CHANCE, [], [])))
        return played if played.codes else self._roll_on(CHANCE, played.traced)

    def release(self, countdown_ms: int) -> None:
        """Let a race that was held begin after this time, which everybody sees running."""
        self.held = False
        self.rest.begin(self.match.version, countdown_ms)
        self.follow(self.match.version)

    def finish(self, end: End) -> None:
        """End the match. Call this once the end is stored."""
        self.ending = end
        self._close(proving.end(self, end, self._store))
        self.run_clocks()
        self.follow(self.match.version)

    def list_end(self, end: End) -> list[Statement]:
        """Return what is to be stored, besides the end, before the match is ended."""
        return proving.list_statements(proving.end(self, end, self._store))

    def skip(self, seat: int, version: int) -> None:
        """Note that a seat has seen what stops the table at this version. All go on when all people have."""
        if version == self.match.version and self.rest.skip(seat, self.people):
            self.run_clocks()
            self.follow(self.match.version)

    def let_go(self) -> None:
        """Forget who follows this match: they hold it in turn, and would stay until a rare collection of garbage."""
        self.follow = lambda _: None
        self.clocks = None
        del self.encoded, self.shared

    def use_turns(self, turns: "CompiledTurns") -> None:
        """Play decisions of which everybody sees everything together with their dice, from now on."""
        if type(self.match) is Match and not self.match.secrets:
            self._turns = turns

    def use_compiled(self, compiled: Judge) -> None:
        self.match.faster(compiled)
        if self._draft is not None:
            self._draft.faster(compiled)

    def queue(self, job: Callable[[], None]) -> None:
        """Do this when nothing is being stored, after all that was queued before."""
        self._waiting.append(job)
        self._advance()

    def _advance(self) -> None:
        while self._waiting and not self._storing:
            self._waiting.pop(0)()

    def _give(self, turn: "Future[None]") -> None:
        if not turn.cancelled():
            self._storing = True
            turn.set_result(None)

    def _judge(self, request: MoveRequest, kind: MoveKind) -> None:
        if answer := self.answers.get((request.seat, request.message)):
            again = kind.is_retry(self, request, answer)
            request.answer(answer.version if again else refuse("message-reused", message=request.message))
            return
        self._dice, self._asked = None, self.shared.find_asked()

        def play() -> None:
            played = kind.play(self, request, self._take_draft, self._play) or self._roll_on(request.seat)
            self._store_decision(request, played)

        self._attempt(play, partial(self._refuse, request))

    def _attempt(self, play: Callable[[], None], fail: Callable[[Refusal], None]) -> None:
        """Play something and pass it to the store. If it is refused, or the rules fail, the match stays as it was."""
        try:
            play()
        except Refusal as refusal:
            self._forget(refusal, fail)
        except Exception:  # rules of another package may fail in any way
            if self._storing:
                raise
            log.exception("the rules of %s failed in match %s", self.match.game.NAME, self.name)
            self._forget(refuse("rules-failed", game=self.match.game.NAME), fail)

    def _forget(self, refusal: Refusal, fail: Callable[[Refusal], None]) -> None:
        """Forget the decision that was begun in the transcript: it never was."""
        if self.fair:
            self.fair.settle(stored=False)
        fail(refusal)

    def _refuse(self, request: MoveRequest, refusal: Refusal) -> None:
        request.answer(request.race_log.log_refused(self.match.version, refusal) if request.race_log else refusal)

    def _play(self, seat: int, actions: Sequence[int]) -> Played | None:
        """Play a single action with its dice, where that is compiled; else actions on a draft, without dice."""
        legal, turns = self.legal(seat), self._turns if self.dice == "program" else None
        if turns and len(actions) == 1 and actions[0] in legal:
            dice = self._lead(seat, [(seat, actions[0])], [False])
            played = Played(*turns.play(self.match, seat, actions[0], NO_DICE if self._asked else dice))
            waits = self._asked and played.bits == CHANCE_BIT
            return played if played.codes or waits else self._roll_on(seat, played.traced)
        self._take_draft().act(seat, actions, legal)
        return None

    def _draw(self) -> None:
        """Draw pending dice. During a match these are only dice that were to be entered by people."""
        if self.state == "running" and self.playable and self.match.movers() == CHANCE_BIT and self.due is None:
            self._dice, self._asked = None, []
            self._take_draft()
            request = MoveRequest(CHANCE, self.match.version, (), "", lambda _: None)
            self._attempt(lambda: self._store_decision(request, self._roll_on(CHANCE)), lambda _: None)

    def _take_draft(self) -> Match:
        """Return a copy of the match to play on."""
        if self._draft is None:
            self._draft = self.match.copy()
        else:
            self._draft.become(self.match)
        self._draft.trace()
        return self._draft

    def _roll(self, following: Match, seat: int, source: Chance | None = None) -> None:
        """Draw all chance outcomes that the program is responsible for, after what this seat has done.

        None falls while seats are asked for nonces.
        """
        before = self.match.version
        dice = source or self._dice or self._lead(seat, following.log[before:], following.hidden_plies(before))
        if self._asked:
            return
        if self.dice == "real":
            manual_dice.roll(following, self.people, dice)
        else:
            following.fall(dice)

    def _lead(self, seat: int, steps: Steps, hidden: list[bool]) -> Roll | System:
        """Return the dice that fall after these steps of a seat, those of its decision."""
        version = self.match.version
        self._dice = self.fair.lead(seat, version, steps, hidden) if self.fair else chance
        return self._dice

    def _close(self, ended: proving.Ended | None) -> None:
        """The end of the transcript is stored, if there is one."""
        if self.fair and ended:
            self.fair.head = ended.head

    def _roll_on(self, seat: int, played: Traced | None = None) -> Played:
        """Draw on the draft what is left to the program after what this seat has done, or what was played elsewhere."""
        if played is not None:
            self._take_draft().take_over(played)
        draft = self._draft
        assert draft is not None, "it was played on"
        self._roll(draft, seat)
        return Played(draft.traced(), draft.movers(), None, draft)

    def _store_decision(self, request: MoveRequest, played: Played) -> None:
        """Pass the decision to the store. Its effects wait until it is on disk."""
        steps, bits = played.traced.plies, played.bits
        hidden = self.match.hidden_among(played.traced.seers)
        decision = self.link(self.match.version, request.seat, request.message, steps, hidden, bits)
        end = build_end(played.draft) if not bits and played.draft else None
        ended = proving.end(self, end, self._store) if end else None
        ask = self.fair.ask(self._asked) if self.fair and self._asked and bits == CHANCE_BIT else ""
        pending = Pending(request, played, decision, end, ended, ask)
        self._storing = True
        self._store.put(decision, self._list_statements(pending), partial(self._settle, pending))

    def _settle(self, pending: Pending, refusal: Refusal | None) -> None:
        """The decision is on disk, or could not be stored."""
        stored, before = refusal is None, self.match.version
        self._storing = False
        if self.fair:
            self.fair.settle(stored)
        if stored:
            self._go_on(pending)
        else:
            self._draft = None  # it has gone another way
        if self.clocks:
            self.clocks.settle(stored)
            self.run_clocks()
        pending.request.answer(refusal or self.match.version)
        if stored:
            self.follow(before)
            self.shared.wait()
            self.shared.go_on()
        self._advance()

    def list_asked(self, ask: str, version: int) -> list[Statement]:
        """Return the statement that stores whom a roll asks, if it does, after so many plies."""
        return [fair_rows.insert_line(self.number, self.fair.lines, version, ask)] if self.fair and ask else []

    def _go_on(self, pending: Pending) -> None:
        """Let what was decided be the match."""
        since, played = self.match.version, pending.played
        if played.draft is not None:
            self.match, self._draft = played.draft, self.match
            self.match.trace_no_more()
        else:
            self.match.take_over(played.traced)
        self._turn = Turn(self.match, played.bits, played.codes)
        self.narration.follow(played.traced, since)
        self._close(pending.ended)
        if self.fair and pending.ask:
            self.fair.apply(pending.ask)
        self.ending = pending.end
        self.rest.begin(since, self._pause_ms(since))
        self.remember(pending.decision, len(played.traced.plies))

    def _pause_ms(self, since: int) -> int:
        """Return how long what has happened since this version stops the table: only where people play right now."""
        return self.narration.pause_ms(self.match.log, since) if self.rests and self.people else 0

    def _list_statements(self, pending: Pending) -> list[Statement]:
        """Return the statements that are stored together with a decision."""
        statements: list[Statement] = []
        plies, race_log = pending.played.traced.plies, pending.request.race_log
        if self.clocks:
            statements.append(self.clocks.record_decision(plies[0][0]))  # reporting how dice fell earns no increment
        if pending.end:  # after which no clock is due
            statements.append(match_rows.finish(self.number, pending.end, self.clock.wall_s()))
        if race_log:
            statements.append(race_log.log_accepted(self.match.version + 1))
        statements += proving.list_statements(pending.ended)
        statements += self.list_asked(pending.ask, self.match.version + len(plies))
        return statements


def _refuse_turn(turn: "Future[None]", refusal: Refusal) -> None:
    if not turn.done():
        turn.set_exception(copy(refusal))  # whoever raises one adds to what it holds
