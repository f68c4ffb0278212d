"""Who was first? Turns the claims of a race, each delayed by its own connection, into one order.

A version is sent to every seat; each sees it a little later, presses, and the claim arrives a little later again. What
lies between sending and arrival is the reaction and one round trip. So a claim counts from when it must have been
pressed, reckoned as if the round trip took no time:

    sent          shown                       pressed          arrived
     |------|------|---------------------------|-------|--------|
            way out          reaction             way back          arrived - sent = round trip + reaction
     |---------------------------|
     sent          at = sent + believed reaction

The page tells the reaction it measured. It is believed as far as the round trips allow that the server has measured
for this connection (a band: low, mean, high). What that is in its favour, beside a round trip of mean length, is
counted over the match, and ends with its quota; from then on it is judged by the mean round trip.

A claim waits until nobody can have pressed earlier whose claim is still on its way, but never longer than `CAP_MS`.
Nothing here knows rules, clocks or sockets: times are milliseconds of one clock that the caller keeps.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from math import floor
from random import Random, SystemRandom
from typing import Any, NamedTuple

CAP_MS = 250.0  # the longest that a claim waits for others
QUOTA_MS = 800.0  # what one may gain in a match by reactions told, all in all
RESERVE_MS = 300.0  # of it, for the luck of the network: round trips of single claims are known on average only
HUMAN_MS = 100.0  # nobody reacts faster: false starts in athletics are called by the same bound
SEVERAL = 3  # impossible claims of a seat in a match: two may be an accident of the network
REMEMBERED = 20  # round trips of a connection


class Band(NamedTuple):
    """Round trips of one connection, in milliseconds: about the shortest, the usual one, about the longest."""

    low: float
    mean: float
    high: float


HERE = Band(0.0, 0.0, 0.0)  # of bots, which play where the arbiter is


class RoundTrips:
    """The latest round trips of one connection, smoothed as TCP does it (RFC 6298).

    They should be of messages that take the way of a claim: answered by the page, when it draws.
    """

    __slots__ = ("_deviation", "_latest", "_mean")

    def __init__(self) -> None:
        self._latest: deque[float] = deque(maxlen=REMEMBERED)
        self._mean = self._deviation = 0.0

    def add(self, ms: float) -> None:
        """One more measurement."""
        if self._latest:
            self._deviation += (abs(ms - self._mean) - self._deviation) / 4
            self._mean += (ms - self._mean) / 8
        else:
            self._mean, self._deviation = ms, ms / 2
        self._latest.append(ms)

    @property
    def band(self) -> Band | None:
        """What they come to; None before the first."""
        if not self._latest:
            return None
        low = min(self._latest)
        mean = max(low, self._mean)  # which follows slowly where a line has become longer
        return Band(low, mean, mean + 4 * self._deviation)


class Claim(NamedTuple):
    """A press: what the page sent, and what the server knows of its way. `token` is the caller's own."""

    seat: int
    sent_ms: float  # when the version it reacted to was sent to this seat
    arrived_ms: float
    reaction_ms: float | None  # as told by the page; None if it did not
    band: Band
    action: Any
    version: int
    token: Any = None
    possible_ms: float | None = None  # when it was sent that this could be done, if that was before `sent_ms`


class Judged(NamedTuple):
    """A claim and when it must have been pressed."""

    claim: Claim
    believed_ms: float  # the reaction
    at_ms: float  # sent_ms + believed_ms
    neutral_ms: float  # the reaction by the mean round trip
    spent_ms: float  # of the quota of its seat, after it
    flags: tuple[str, ...]  # of 'superhuman', 'quota', 'impossible'


class _Waiting(NamedTuple):
    """A claim that is not settled yet, with the longest round trips of all that race."""

    judged: Judged
    highs: Mapping[int, float]


class Arbiter:
    """The claims of one match. `rng` decides dead heats: the system's, unless a study gives its own."""

    def __init__(self, seats: int, rng: Random | None = None, spent_ms: Sequence[float] = ()) -> None:
        self.spent_ms = list(spent_ms) or [0.0] * seats
        self._rng = rng or SystemRandom()
        self._impossible = [0] * seats
        self._last_at_ms = [float("-inf")] * seats
        self._waiting: list[_Waiting] = []

    @property
    def waiting(self) -> list[Judged]:
        """The claims that are not settled yet, in the order they arrived: they contest each other."""
        return [one.judged for one in self._waiting]

    @property
    def due_ms(self) -> float | None:
        """When the next of them may be settled; None if none waits. It may become earlier with every claim heard."""
        return min(map(self._due_ms, self._waiting), default=None)

    def hears(self, claim: Claim, bands: Mapping[int, Band]) -> float:
        """Take in a claim; when it may be settled. `bands` of all that race with it, by seat (its own does not matter).

        Claims of one seat have to come in the order in which they arrived.
        """
        judged = self._judge(claim)
        self._last_at_ms[claim.seat] = judged.at_ms
        self._waiting.append(_Waiting(judged, {seat: band.high for seat, band in bands.items()}))
        return self._due_ms(self._waiting[-1])

    def settled(self, now_ms: float) -> list[Judged]:
        """All that are due, with those that were pressed before them, the first to press first."""
        due = [_moment(one) for one in self._waiting if self._due_ms(one) <= now_ms]
        if not due:
            return []
        last = max(due)
        settled = [one for one in self._waiting if _moment(one) <= last]
        self._waiting = [one for one in self._waiting if _moment(one) > last]
        return self._in_order([one.judged for one in settled])

    def _judge(self, claim: Claim) -> Judged:
        """When it was pressed, and what is odd about it."""
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
        if claim.band == HERE:
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
        """When nobody's claim of the same millisecond or before can be on its way any more.

        Who has claimed something later will not claim anything earlier.
        """
        at_ms, arrived_ms = one.judged.at_ms, one.judged.claim.arrived_ms
        awaited = [high for seat, high in one.highs.items() if self._last_at_ms[seat] < at_ms]
        if not awaited:
            return arrived_ms
        return max(arrived_ms, min(arrived_ms + CAP_MS, _moment(one) + 1 + max(awaited)))

    def _in_order(self, settled: list[Judged]) -> list[Judged]:
        """By moments; within one by lot, but each seat's own in the order they came."""
        lots = [(floor(judged.at_ms), self._rng.random(), judged.claim.seat) for judged in settled]
        of_seat: dict[int, deque[Judged]] = {}
        for judged in settled:
            of_seat.setdefault(judged.claim.seat, deque()).append(judged)
        return [of_seat[seat].popleft() for _, _, seat in sorted(lots)]


def window_ms(bands: Iterable[Band]) -> float:
    """How long the claim of one waits at most for those of the others, as they are connected now."""
    found = list(bands)
    return min(CAP_MS, _spread_ms(found, [band.high for band in found]))


def uneven(bands: Iterable[Band]) -> bool:
    """Does the usual round trip of one differ from a short one of another by more than can be evened out?"""
    found = list(bands)
    return _spread_ms(found, [band.mean for band in found]) > CAP_MS


def same_moment(one: Judged, other: Judged) -> bool:
    """Was it a dead heat, to the millisecond? Then chance has ordered them."""
    return floor(one.at_ms) == floor(other.at_ms)


def _spread_ms(bands: Sequence[Band], longest_ms: Sequence[float]) -> float:
    """From the shortest round trip of one to this one of another; 0 for one alone."""
    pairs = (longest - one.low for i, one in enumerate(bands) for j, longest in enumerate(longest_ms) if i != j)
    return max(0.0, max(pairs, default=0.0))


def _moment(one: _Waiting) -> int:
    """The millisecond in which it was pressed."""
    return floor(one.judged.at_ms)


def _neutral_ms(claim: Claim) -> float:
    """The reaction if the round trip was as usual."""
    return max(0.0, claim.arrived_ms - claim.sent_ms - claim.band.mean)


def _told_ms(claim: Claim) -> float:
    """The reaction as told, as far as a round trip within the band allows; neutral if none was told."""
    if claim.reaction_ms is None:
        return _neutral_ms(claim)
    elapsed_ms = claim.arrived_ms - claim.sent_ms
    return max(0.0, min(max(claim.reaction_ms, elapsed_ms - claim.band.high), elapsed_ms - claim.band.low))


def _is_impossible(claim: Claim) -> bool:
    """Pressed before it was sent, even had the round trip been as short as any?"""
    told_ms = 0.0 if claim.reaction_ms is None else claim.reaction_ms
    return told_ms < 0 or claim.arrived_ms - claim.sent_ms < claim.band.low
