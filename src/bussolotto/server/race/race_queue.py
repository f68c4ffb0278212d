"""The queue of one race: claims wait here, are passed on in the order in which they were made, and are logged.

Claims that it passes on are judged by the rules (`claims`, GEN-4, RAF-5). A claim is stored in one transaction with
the step it caused; a lost claim is stored right after. The record therefore shows what was known of every claim.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from math import ceil, inf
from typing import NamedTuple

from msgspec.structs import replace

from bussolotto.core.errors import Contested, Refusal, TooLate, refuse
from bussolotto.core.kernel import CHANCE
from bussolotto.play import arbiter
from bussolotto.play.arbiter import Judged, RttRange
from bussolotto.play.notation import ClaimTold
from bussolotto.server.clock import ServerClock
from bussolotto.server.match.judging import MoveRequest
from bussolotto.server.match.live_match import LiveMatch
from bussolotto.server.race.timed_arbiter import TimedArbiter
from bussolotto.server.store import match_rows
from bussolotto.server.store.database import Statement, Store

VERSIONS_KEPT = 256  # how many versions back the time of sending is known
REFUSALS_KEPT = 256  # answers to lost claims, for retries
REFUSED_STORED = 2_000  # per match: a flood of invalid claims does not fill the disk


class LinkQuality(NamedTuple):
    """How a claim arrived.

    Holds the round trips of the connection, the reaction time reported by the page, when this page was sent the
    version, unless all pages got it together, and how to tell the page which seats contest the claim.
    """

    rtt: RttRange
    reaction_ms: float | None = None
    sent_ms: float | None = None
    tell: Callable[[list[int]], None] | None = None


class Contest:
    """Claims that each waited together with an earlier one: they contest each other. `won` lists those accepted."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.seats: set[int] = set()
        self.waiting: list[PendingClaim] = []
        self.won: list[PendingClaim] = []


class PendingClaim:
    """One claim from its arrival to its answer."""

    def __init__(self, queue: "RaceQueue", claim: MoveRequest, link: LinkQuality) -> None:
        self.request = claim
        self.link = link
        self.answers = [claim.answer]
        self.contest = queue.contest
        self.judged: Judged | None = None
        self.heat = False
        self._queue = queue

    @property
    def key(self) -> tuple[int, str]:
        return self.request.seat, self.request.message

    def build_request(self) -> MoveRequest:
        return replace(self.request, answer=self._answer, race_log=self)

    def log_accepted(self, ply: int) -> Statement:
        """Return the statement that stores that this claim became this ply."""
        return self._queue.store_claim(self.describe(ply, "accepted", None))

    def log_refused(self, version: int, refusal: Refusal) -> Refusal:
        """Return the refusal to send. The claim is stored right after."""
        rival = self._rival() if isinstance(refusal, TooLate) else None
        if rival is not None:
            refusal = refuse(
                "contested",
                version=self.request.version,
                now=version,
                seat=rival.request.seat,
                by_ms=ceil(self._behind_ms(rival)),
            )
        self._queue.note_refused(self.describe(version, refusal.code, rival))
        return refusal

    def describe(self, ply: int, verdict: str, rival: "PendingClaim | None") -> ClaimTold:
        """Return the record of this claim."""
        judged = self.judged
        assert judged is not None, "it is judged before the rules see it"
        since_ms = self._queue.since_ms
        return ClaimTold(
            ply=ply,
            window=self.contest.number,
            seat=self.request.seat,
            action=self._queue.say(self.request),
            version=self.request.version,
            sent_ms=since_ms(judged.claim.sent_ms),
            arrived_ms=since_ms(judged.claim.arrived_ms),
            reaction_ms=None if judged.claim.reaction_ms is None else round(judged.claim.reaction_ms, 1),
            believed_ms=round(judged.believed_ms, 1),
            neutral_ms=round(judged.neutral_ms, 1),
            at_ms=since_ms(judged.at_ms),
            spent_ms=round(judged.spent_ms, 1),
            band=[round(ms, 1) for ms in judged.claim.rtt],
            heat=self.heat,
            verdict=verdict,
            rival=None if rival is None else rival.request.seat,
            behind_ms=None if rival is None else self._behind_ms(rival),
            flags=list(judged.flags),
        )

    def _rival(self) -> "PendingClaim | None":
        """Return the claim it lost to: an accepted one from the same contest with the same actions, else the latest."""
        others = [pending for pending in self.contest.won if pending.request.seat != self.request.seat]
        same = [pending for pending in others if pending.request.actions == self.request.actions]
        return next(iter(same or others[-1:]), None)

    def _behind_ms(self, rival: "PendingClaim") -> float:
        assert self.judged is not None and rival.judged is not None
        return max(0.0, round(self.judged.at_ms - rival.judged.at_ms, 1))

    def _answer(self, answer: int | Refusal) -> None:
        if isinstance(answer, int):
            self.contest.won.append(self)
        self._queue.close(self, answer)
        for reply in self.answers:
            reply(answer)


class RaceQueue:
    """The race of one match. `rtts` returns the round trips of all current racers, by seat."""

    def __init__(
        self, live: LiveMatch, store: Store, clock: ServerClock, rtts: Callable[[], Mapping[int, RttRange]]
    ) -> None:
        earlier = match_rows.list_claims(store, live.number)
        spent_ms = [0.0] * live.match.seats
        for claim in earlier:
            spent_ms[claim.seat] = claim.spent_ms
        self.race = TimedArbiter(clock, live.match.seats, self._settle, spent_ms=spent_ms)
        self.contest = Contest(earlier[-1].window + 1 if earlier else 1)
        self._live = live
        self._store = store
        self._clock = clock
        self._rtts = rtts
        self._wall_ms = 1000 * (clock.wall_s() - clock.now_s())
        self._place = len(earlier)
        self._refused = sum(claim.verdict != "accepted" for claim in earlier)
        self._sent_ms: dict[int, float] = {}
        self._possible_ms = -inf  # when the last chance outcome was sent; unknown for earlier server runs
        self._open: list[PendingClaim] = []
        self._unstored: list[ClaimTold] = []
        self._lost: dict[tuple[int, str], Refusal] = {}

    @property
    def idle(self) -> bool:
        """Return whether no claim is waiting."""
        return not self._open

    def note_sent(self, since: int) -> None:
        """Record that everybody is now sent the steps since a version."""
        match, now_ms = self._live.match, self.race.now_ms
        self._sent_ms[match.version] = now_ms
        if len(self._sent_ms) > VERSIONS_KEPT:
            del self._sent_ms[next(iter(self._sent_ms))]
        if any(mover == CHANCE for mover, _ in match.log[since:]):
            self._possible_ms = now_ms

    def receive(self, claim: MoveRequest, link: LinkQuality) -> None:
        """Take a claim. It waits for claims that may be earlier, unless it is not a real claim or is already known."""
        key = claim.seat, claim.message
        known = next((pending for pending in self._open if claim.message and pending.key == key), None)
        if known is not None and list(known.request.actions) == list(claim.actions):
            known.answers.append(claim.answer)
        elif known is not None:
            claim.answer(refuse("message-reused", message=claim.message))
        elif claim.message and key in self._lost:
            claim.answer(self._lost[key])
        elif key in self._live.answers or not self._is_claim(claim):
            self._live.submit(claim)  # refused, or answered as before
        else:
            self._press(PendingClaim(self, claim, link))

    def close(self, pending: PendingClaim, answer: int | Refusal) -> None:
        """Close a claim that has been answered."""
        self._open.remove(pending)
        if isinstance(answer, Contested) and pending.request.message:
            self._lost[pending.key] = answer
            if len(self._lost) > REFUSALS_KEPT:
                del self._lost[next(iter(self._lost))]

    def since_ms(self, ms: float) -> float:
        """Convert a time of the arbiter to record time, which counts from the start of the match."""
        return round(ms + self._wall_ms - 1000 * (self._live.started_s or 0), 1)

    def say(self, claim: MoveRequest) -> str:
        """Return what is claimed, in notation."""
        module, action = self._live.match.game, claim.actions[0]
        return str(module.say(claim.seat, action)) if action < module.ACTIONS else f"code {action}"

    def store_claim(self, told: ClaimTold) -> Statement:
        """Return the statement that stores a judged claim."""
        self._place += 1
        return match_rows.insert_claim(self._live.number, self._place, told, self._clock.wall_s())

    def note_refused(self, told: ClaimTold) -> None:
        """Store a refused claim."""
        self._refused += 1
        if self._refused <= REFUSED_STORED:
            self._unstored.append(told)
            self._store.put(None, [self.store_claim(told)], lambda _: self._unstored.remove(told))

    def list_claims(self) -> list[ClaimTold]:
        """Return all judged claims, including those that are still being stored."""
        return [*match_rows.list_claims(self._store, self._live.number), *map(copy, self._unstored)]

    def _is_claim(self, claim: MoveRequest) -> bool:
        live = self._live
        return (
            live.state == "running"
            and live.playable
            and len(claim.actions) == 1
            and claim.version <= live.match.version
        )

    def _press(self, pending: PendingClaim) -> None:
        self._open.append(pending)
        self._join(pending)
        now_ms, link, request = self.race.now_ms, pending.link, pending.request
        sent_ms = link.sent_ms if link.sent_ms is not None else self._sent_ms.get(request.version)
        known = sent_ms is not None
        claim = arbiter.Claim(
            seat=request.seat,
            sent_ms=sent_ms if sent_ms is not None else now_ms - link.rtt.mean,
            arrived_ms=now_ms,
            reaction_ms=link.reaction_ms if known else None,
            rtt=link.rtt,
            action=request.actions[0],
            version=request.version,
            token=pending,
            possible_ms=self._possible_ms,
        )
        self.race.receive(claim, self._rtts())

    def _join(self, pending: PendingClaim) -> None:
        """Group claims of several seats that wait at the same time into a contest, and inform their pages at once."""
        if not self.contest.waiting:
            self.contest = Contest(self.contest.number + bool(self.contest.seats))
        contest = pending.contest = self.contest
        contest.waiting.append(pending)
        contest.seats.add(pending.request.seat)
        if len(contest.seats) > 1:
            for waiting in contest.waiting:
                if waiting.link.tell is not None:
                    waiting.link.tell(sorted(contest.seats))

    def _settle(self, settled: Sequence[Judged]) -> None:
        for judged in settled:
            pending: PendingClaim = judged.claim.token
            pending.judged = judged
            pending.heat = any(
                arbiter.same_moment(judged, other) and other.claim.seat != judged.claim.seat for other in settled
            )
            pending.contest.waiting.remove(pending)
        for judged in settled:
            self._live.submit(judged.claim.token.build_request())
