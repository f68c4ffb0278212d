"""The arbiter of races puts claims, each delayed by its own connection, into one order.

A version is sent to every seat; each player sees it a little later and presses, and the claim arrives a little later
again. The time between sending and arrival is the reaction and one round trip. A claim therefore counts from the moment
when it must have been pressed, as if the round trip took no time:

    sent          shown                       pressed          arrived
     |------|------|---------------------------|-------|--------|
            way out          reaction             way back          arrived - sent = round trip + reaction
     |---------------------------|
     sent          at = sent + believed reaction

The page reports the reaction that it measured. The server believes it as far as the round trips that it has measured
for this connection allow (`RttRange`: low, mean, high). The advantage that a seat gains over a round trip of mean
length is added up over the match and limited by a quota; after that the seat is judged by the mean round trip.

A claim waits until no earlier press can still be on its way, but never longer than `CAP_MS`. Nothing here knows rules,
clocks or sockets: times are milliseconds of one clock that the caller keeps.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from math import floor
from random import Random, SystemRandom
from typing import Any, NamedTuple

CAP_MS = 250.0  # the longest that a claim waits for others
QUOTA_MS = 800.0  # the most that a seat may gain in a match from reported reactions
RESERVE_MS = 300.0  # allowed for chance in the network: the round trip of a single claim is known only on average
HUMAN_MS = 100.0  # nobody reacts faster: the same limit defines a false start in athletics
SEVERAL = 3  # impossible claims of a seat in a match: two may be an accident of the network
REMEMBERED = 20  # round trips of a connection


class RttRange(NamedTuple):
    """Round trips of one connection, in milliseconds: roughly the shortest, the usual one, roughly the longest."""

    low: float
    mean: float
    high: float


HERE = RttRange(0.0, 0.0, 0.0)  # of bots, which play on the same machine as the arbiter


class RoundTrips:
    """The latest round trips of one connection, smoothed as TCP does it (RFC 6298).

    They should be measured with messages that take the same way as a claim: answered by the page, when it draws.
    """

    __slots__ = ("_deviation", "_latest", "_mean")

    def __init__(self) -> None:
        self._latest: deque[float] = deque(maxlen=REMEMBERED)
        self._mean = self._deviation = 0.0

    def add(self, ms: float) -> None:
        """Add one more measurement."""
        if self._latest:
            self._deviation += (abs(ms - self._mean) - self._deviation) / 4
            self._mean += (ms - self._mean) / 8
        else:
            self._mean, self._deviation = ms, ms / 2
        self._latest.append(ms)

    @property
    def rtt(self) -> RttRange | None:
        """The range of the round trips; None before the first measurement."""
        if not self._latest:
            return None
        low = min(self._latest)
        mean = max(low, self._mean)  # which adapts slowly where a connection has become slower
        return RttRange(low, mean, mean + 4 * self._deviation)


class Claim(NamedTuple):
    """A press: what the page sent, and what the server knows of the connection. `token` belongs to the caller."""

    seat: int
    sent_ms: float  # when the version that the player reacted to was sent to this seat
    arrived_ms: float
    reaction_ms: float | None  # as reported by the page; None if not reported
    rtt: RttRange
    action: Any
    version: int
    token: Any = None
    possible_ms: float | None = None  # when the page first learned of this possibility, if before `sent_ms`


class Judged(NamedTuple):
    """A claim and the moment when it must have been pressed."""

    claim: Claim
    believed_ms: float  # the reaction
    at_ms: float  # sent_ms + believed_ms
    neutral_ms: float  # the reaction by the mean round trip
    spent_ms: float  # quota used by its seat so far, including this claim
    flags: tuple[str, ...]  # of 'superhuman', 'quota', 'impossible'


class _Waiting(NamedTuple):
    """A claim that is not settled yet, with the longest round trip of every player in the race."""

    judged: Judged
    highs: Mapping[int, float]


class Arbiter:
    """The claims of one match. `rng` decides dead heats: the system's generator, unless a study passes its own."""

    def __init__(self, seats: int, rng: Random | None = None, spent_ms: Sequence[float] = ()) -> None:
        self.spent_ms = list(spent_ms) or [0.0] * seats
        self._rng = rng or SystemRandom()
        self._impossible = [0] * seats
        self._last_at_ms = [float("-inf")] * seats
        self._waiting: list[_Waiting] = []

    @property
    def waiting(self) -> list[Judged]:
        """The claims that are not settled yet, in the order of arrival: they compete with each other."""
        return [one.judged for one in self._waiting]

    @property
    def due_ms(self) -> float | None:
        """When the next of them may be settled; None if none is waiting. A new claim may make it earlier."""
        return min(map(self._due_ms, self._waiting), default=None)

    def receive(self, claim: Claim, rtts: Mapping[int, RttRange]) -> float:
        """Add a claim; return when it may be settled.

        `rtts` are the round trips of all players in the race, by seat (that of the claim's own seat does not matter).
        Claims of one seat must be added in the order of their arrival.
        """
        judged = self._judge(claim)
        self._last_at_ms[claim.seat] = judged.at_ms
        self._waiting.append(_Waiting(judged, {seat: rtt.high for seat, rtt in rtts.items()}))
        return self._due_ms(self._waiting[-1])

    def settle(self, now_ms: float) -> list[Judged]:
        """Settle all claims that are due, and those pressed before them, in the order in which they were pressed."""
        due = [_moment(one) for one in self._waiting if self._due_ms(one) <= now_ms]
        if not due:
            return []
        last = max(due)
        settled = [one for one in self._waiting if _moment(one) <= last]
        self._waiting = [one for one in self._waiting if _moment(one) > last]
        return self._in_order([one.judged for one in settled])

    def _judge(self, claim: Claim) -> Judged:
        """When the claim was pressed, and what is unusual about it."""
        neutral_ms, told_ms = _neutral_ms(claim), _told_ms(claim)
        spent_ms = self.spent_ms[claim.seat]
        beyond = told_ms < neutral_ms and spent_ms + neutral_ms - told_ms > QUOTA_MS - RESERVE_MS
        reaction_ms = neutral_ms if beyond else told_ms
        at_ms = max(claim.sent_ms + reaction_ms, self._last_at_ms[claim.seat])
        believed_ms = at_ms - claim.sent_ms
        self.spent_ms[claim.seat] = max(0.0, spent_ms + neutral_ms - believed_ms)
        flags = self._flags(claim, at_ms, beyond)
        return Judged(claim, believed_ms, at_ms, neutral_ms, self.spent_ms[claim.seat], flags)

    def _flags(self, claim: Claim, at_ms: float, beyond: bool) -> tuple[str, ...]:
        if claim.rtt == HERE:
            return ()
        self._impossible[claim.seat] += _is_impossible(claim)
        since_ms = claim.sent_ms if claim.possible_ms is None else claim.possible_ms
        found = {
            "superhuman": at_ms - since_ms < HUMAN_MS,
            "quota": beyond,
            "impossible": _is_impossible(claim) and self._impossible[claim.seat] >= SEVERAL,
        }
        return tuple(flag for flag, is_so in found.items() if is_so)

    def _due_ms(self, one: _Waiting) -> float:
        """When no claim that was pressed in the same millisecond or earlier can still be on its way.

        A seat whose later claim has arrived will not send an earlier one.
        """
        at_ms, arrived_ms = one.judged.at_ms, one.judged.claim.arrived_ms
        awaited = [high for seat, high in one.highs.items() if self._last_at_ms[seat] < at_ms]
        if not awaited:
            return arrived_ms
        return max(arrived_ms, min(arrived_ms + CAP_MS, _moment(one) + 1 + max(awaited)))

    def _in_order(self, settled: list[Judged]) -> list[Judged]:
        """Sort claims by time, within one millisecond by lot, with the claims of each seat in order of arrival."""
        lots = [(floor(judged.at_ms), self._rng.random(), judged.claim.seat) for judged in settled]
        of_seat: dict[int, deque[Judged]] = {}
        for judged in settled:
            of_seat.setdefault(judged.claim.seat, deque()).append(judged)
        return [of_seat[seat].popleft() for _, _, seat in sorted(lots)]


def window_ms(rtts: Iterable[RttRange]) -> float:
    """The longest time that a claim of one seat waits for claims of the others with their present connections."""
    found = list(rtts)
    return min(CAP_MS, _spread_ms(found, [rtt.high for rtt in found]))


def uneven(rtts: Iterable[RttRange]) -> bool:
    """Does one seat's usual round trip differ from another's short one by more than can be evened out?"""
    found = list(rtts)
    return _spread_ms(found, [rtt.mean for rtt in found]) > CAP_MS


def same_moment(one: Judged, other: Judged) -> bool:
    """Was it a dead heat, to the millisecond? If so, the order was drawn by lot."""
    return floor(one.at_ms) == floor(other.at_ms)


def _spread_ms(rtts: Sequence[RttRange], longest_ms: Sequence[float]) -> float:
    """The time from the shortest round trip of any seat to this one of another; 0 for a single seat."""
    pairs = (longest - one.low for i, one in enumerate(rtts) for j, longest in enumerate(longest_ms) if i != j)
    return max(0.0, max(pairs, default=0.0))


def _moment(one: _Waiting) -> int:
    """The millisecond in which the claim was pressed."""
    return floor(one.judged.at_ms)


def _neutral_ms(claim: Claim) -> float:
    """The reaction time if the round trip was as usual."""
    return max(0.0, claim.arrived_ms - claim.sent_ms - claim.rtt.mean)


def _told_ms(claim: Claim) -> float:
    """The reported reaction, as far as the measured round trips allow it; the neutral one if none was reported."""
    if claim.reaction_ms is None:
        return _neutral_ms(claim)
    elapsed_ms = claim.arrived_ms - claim.sent_ms
    return max(0.0, min(max(claim.reaction_ms, elapsed_ms - claim.rtt.high), elapsed_ms - claim.rtt.low))


def _is_impossible(claim: Claim) -> bool:
    """Was it pressed before the version was sent, even with the shortest round trip?"""
    told_ms = 0.0 if claim.reaction_ms is None else claim.reaction_ms
    return told_ms < 0 or claim.arrived_ms - claim.sent_ms < claim.rtt.low
