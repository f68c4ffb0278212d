"""The referee of one race: lets claims wait, hands them to the match in the order of their presses, writes them down.

What he hands on, the rules judge (`claims`, GEN-4, RAF-5). A claim is stored in one transaction with the step it led
to, a lost one right after; so the record tells of every press what was known of it.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from math import ceil, inf
from typing import NamedTuple

import msgspec

from bussolotto import arbiter
from bussolotto.arbiter import Band, Judged
from bussolotto.errors import Refusal
from bussolotto.kernel import CHANCE
from bussolotto.notation import ClaimTold
from bussolotto.server.judging import Claim
from bussolotto.server.problems import Contested, MessageReused, TooLate
from bussolotto.server.races import Race
from bussolotto.server.sittings import Sitting
from bussolotto.server.store import Statement, Store

VERSIONS_KEPT = 256  # so far back it is known when a version was sent
REFUSALS_KEPT = 256  # answers to lost claims, for who asks again
REFUSED_STORED = 2_000  # of a match: who claims nonsense all evening does not fill the disk
INSERT_CLAIM = "INSERT INTO claims VALUES (?, ?, ?)"


class Line(NamedTuple):
    """How a claim came: what is known of the connection, the reaction told, when this page was sent that version if
    that was not when all were, and how the page learns which seats contest it.
    """

    band: Band
    reaction_ms: float | None = None
    sent_ms: float | None = None
    tell: Callable[[list[int]], None] | None = None


class Window:
    """Claims that waited together, each with one before it: they contest each other. `won`: those accepted."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.seats: set[int] = set()
        self.waiting: list[Pressed] = []
        self.won: list[Pressed] = []


class Pressed:
    """One claim from its arrival to its answer."""

    def __init__(self, referee: "Referee", claim: Claim, line: Line) -> None:
        self.wish = claim
        self.line = line
        self.answers = [claim.answer]
        self.window = referee.window
        self.judged: Judged | None = None
        self.heat = False
        self._referee = referee

    @property
    def key(self) -> tuple[int, str]:
        return self.wish.seat, self.wish.message

    def claim(self) -> Claim:
        """What the match is asked."""
        return self.wish._replace(answer=self._answered, ruling=self)

    def accepted(self, ply: int) -> Statement:
        """What stores that this claim became this ply."""
        return self._referee.written(self.told(ply, "accepted", None))

    def refused(self, version: int, refusal: Refusal) -> Refusal:
        """The refusal as it is told; that it was refused is stored right after."""
        rival = self._rival() if isinstance(refusal, TooLate) else None
        if rival is not None:
            refusal = Contested(self.wish.version, version, rival.wish.seat, ceil(self._behind_ms(rival)))
        self._referee.note_refused(self.told(version, refusal.code, rival))
        return refusal

    def told(self, ply: int, verdict: str, rival: "Pressed | None") -> ClaimTold:
        """This claim for the record."""
        judged = self.judged
        assert judged is not None, "it is judged before the rules see it"
        since_ms = self._referee.since_ms
        return ClaimTold(
            ply=ply,
            window=self.window.number,
            seat=self.wish.seat,
            action=self._referee.text(self.wish),
            version=self.wish.version,
            sent_ms=since_ms(judged.claim.sent_ms),
            arrived_ms=since_ms(judged.claim.arrived_ms),
            reaction_ms=None if judged.claim.reaction_ms is None else round(judged.claim.reaction_ms, 1),
            believed_ms=round(judged.believed_ms, 1),
            neutral_ms=round(judged.neutral_ms, 1),
            at_ms=since_ms(judged.at_ms),
            spent_ms=round(judged.spent_ms, 1),
            band=[round(ms, 1) for ms in judged.claim.band],
            heat=self.heat,
            verdict=verdict,
            rival=None if rival is None else rival.wish.seat,
            behind_ms=None if rival is None else self._behind_ms(rival),
            flags=list(judged.flags),
        )

    def _rival(self) -> "Pressed | None":
        """Whose claim it lost to: of those accepted that waited with it, who did the same, else the latest."""
        others = [pressed for pressed in self.window.won if pressed.wish.seat != self.wish.seat]
        same = [pressed for pressed in others if pressed.wish.actions == self.wish.actions]
        return next(iter(same or others[-1:]), None)

    def _behind_ms(self, rival: "Pressed") -> float:
        assert self.judged is not None and rival.judged is not None
        return max(0.0, round(self.judged.at_ms - rival.judged.at_ms, 1))

    def _answered(self, answer: int | Refusal) -> None:
        if isinstance(answer, int):
            self.window.won.append(self)
        self._referee.close(self, answer)
        for reply in self.answers:
            reply(answer)


class Referee:
    """The race of one match. `bands` gives the lines of all who race now, by seat."""

    def __init__(
        self, sitting: Sitting, store: Store, loop: asyncio.AbstractEventLoop, bands: Callable[[], Mapping[int, Band]]
    ) -> None:
        earlier = store.claims(sitting.number)
        spent_ms = [0.0] * sitting.match.seats
        for claim in earlier:
            spent_ms[claim.seat] = claim.spent_ms
        self.race = Race(loop, sitting.match.seats, self._settle, spent_ms=spent_ms)
        self.window = Window(earlier[-1].window + 1 if earlier else 1)
        self._sitting = sitting
        self._store = store
        self._bands = bands
        self._wall_ms = 1000 * (time.time() - loop.time())
        self._place = len(earlier)
        self._refused = sum(claim.verdict != "accepted" for claim in earlier)
        self._sent_ms: dict[int, float] = {}
        self._possible_ms = -inf  # when what chance did last was told; before this server began nobody knows
        self._open: list[Pressed] = []
        self._noting: list[ClaimTold] = []
        self._lost: dict[tuple[int, str], Refusal] = {}

    @property
    def idle(self) -> bool:
        """Does no claim wait?"""
        return not self._open

    def tells(self, since: int) -> None:
        """Everybody is told now what has happened since a version."""
        match, now_ms = self._sitting.match, self.race.now_ms
        self._sent_ms[match.version] = now_ms
        if len(self._sent_ms) > VERSIONS_KEPT:
            del self._sent_ms[next(iter(self._sent_ms))]
        if any(mover == CHANCE for mover, _ in match.log[since:]):
            self._possible_ms = now_ms

    def hears(self, claim: Claim, line: Line) -> None:
        """A claim has arrived: it waits for those that may be earlier, unless it is none, or one that is known."""
        key = claim.seat, claim.message
        known = next((pressed for pressed in self._open if claim.message and pressed.key == key), None)
        if known is not None and list(known.wish.actions) == list(claim.actions):
            known.answers.append(claim.answer)
        elif known is not None:
            claim.answer(MessageReused(claim.message))
        elif claim.message and key in self._lost:
            claim.answer(self._lost[key])
        elif key in self._sitting.answers or not self._is_claim(claim):
            self._sitting.request(claim)  # refused, or answered as before
        else:
            self._press(Pressed(self, claim, line))

    def close(self, pressed: Pressed, answer: int | Refusal) -> None:
        """A claim is answered."""
        self._open.remove(pressed)
        if isinstance(answer, Contested) and pressed.wish.message:
            self._lost[pressed.key] = answer
            if len(self._lost) > REFUSALS_KEPT:
                del self._lost[next(iter(self._lost))]

    def since_ms(self, ms: float) -> float:
        """A moment of the arbiter as the record tells it: since the match began."""
        return round(ms + self._wall_ms - 1000 * (self._sitting.started_s or 0), 1)

    def text(self, claim: Claim) -> str:
        """What is claimed, in notation."""
        module, action = self._sitting.match.module, claim.actions[0]
        return str(module.say(claim.seat, action)) if action < module.ACTIONS else f"code {action}"

    def written(self, told: ClaimTold) -> Statement:
        """What stores a judged claim."""
        self._place += 1
        return INSERT_CLAIM, (self._sitting.number, self._place, msgspec.json.encode(told).decode())

    def note_refused(self, told: ClaimTold) -> None:
        """Store a claim that became nothing."""
        self._refused += 1
        if self._refused <= REFUSED_STORED:
            self._noting.append(told)
            self._store.note(self.written(told), lambda _: self._noting.remove(told))

    def claims(self) -> list[ClaimTold]:
        """All that were judged, also those that are only just being stored."""
        return [*self._store.claims(self._sitting.number), *map(copy, self._noting)]

    def _is_claim(self, claim: Claim) -> bool:
        sitting = self._sitting
        return (
            sitting.state == "running"
            and sitting.playable
            and len(claim.actions) == 1
            and claim.version <= sitting.match.version
        )

    def _press(self, pressed: Pressed) -> None:
        self._open.append(pressed)
        self._join(pressed)
        now_ms, line, wish = self.race.now_ms, pressed.line, pressed.wish
        sent_ms = line.sent_ms if line.sent_ms is not None else self._sent_ms.get(wish.version)
        known = sent_ms is not None
        claim = arbiter.Claim(
            seat=wish.seat,
            sent_ms=sent_ms if sent_ms is not None else now_ms - line.band.mean,
            arrived_ms=now_ms,
            reaction_ms=line.reaction_ms if known else None,
            band=line.band,
            action=wish.actions[0],
            version=wish.version,
            token=pressed,
            possible_ms=self._possible_ms,
        )
        self.race.hears(claim, self._bands())

    def _join(self, pressed: Pressed) -> None:
        """Who waits at the same time as another contests him; both learn it at once."""
        if not self.window.waiting:
            self.window = Window(self.window.number + bool(self.window.seats))
        window = pressed.window = self.window
        window.waiting.append(pressed)
        window.seats.add(pressed.wish.seat)
        if len(window.seats) > 1:
            for waiting in window.waiting:
                if waiting.line.tell is not None:
                    waiting.line.tell(sorted(window.seats))

    def _settle(self, settled: Sequence[Judged]) -> None:
        for judged in settled:
            pressed: Pressed = judged.claim.token
            pressed.judged = judged
            pressed.heat = any(
                arbiter.same_moment(judged, other) and other.claim.seat != judged.claim.seat for other in settled
            )
            pressed.window.waiting.remove(pressed)
        for judged in settled:
            self._sitting.request(judged.claim.token.claim())
