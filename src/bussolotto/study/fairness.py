"""Simulation of races between seats with different connections, judged by the real arbiter.

In every match the same seats compete for one die after another. All react alike: the shortest human reaction time plus
an exponential search (`players/reaction.py`). Their round trips differ: each has its own jitter (a gamma distribution
of shape 2 added to the minimum round trip), and occasionally a packet is lost and sent again. Before each grab the
server measures some round trips of every seat. Each grab is also judged by order of arrival, as without an arbiter.

One seat may lie, either about its reactions (reported as shorter) or about its connection (it delays its answers to
measurements). Match number k has the same draws with and without the lie, so the value of a lie is a paired difference.
`fairness` returns a plain dict, ready for JSON; docs/fair-races.md describes its fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.play.arbiter import CAP_MS, QUOTA_MS, Arbiter, Claim, Judged, RoundTrips, RttRange
from bussolotto.study.effects import Floats, figure, standard_error, wilson
from bussolotto.study.tournament import LEVEL, interval

LEAST_MS = 180.0  # reaction time without any search
PAUSE_MS = 1000.0  # between the last claim for a die and the next die
MEASURED = 2  # round trips measured for each seat between two grabs: about one every two seconds
WARMING = 10  # round trips measured before a match
LOST = 0.002  # share of round trips with a lost packet
AGAIN_MS = 200.0  # delay before a lost packet is sent again: the minimum TCP retransmission timeout on Linux
TOLD_MS = 0.1  # resolution of the time that a browser reports
FLAGS = ("superhuman", "quota", "impossible")


@dataclass(frozen=True)
class FairnessConfig:
    """Settings of a simulation. Times are in milliseconds; `liar_ms` and `delay_ms` apply to seat `liar`."""

    round_trips_ms: tuple[float, ...] = (20.0, 80.0, 150.0)
    jitter_ms: float = 10.0  # standard deviation of a round trip
    search_ms: float = 400.0  # mean search time, added to LEAST_MS
    grabs: int = 60  # dice in a match
    seed: int = 0
    liar: int = 0
    liar_ms: float = 0.0  # how much shorter reactions are reported
    delay_ms: float = 0.0  # how much later measurements are answered

    @property
    def seats(self) -> int:
        return len(self.round_trips_ms)

    @property
    def honest(self) -> FairnessConfig:
        """The same configuration without a lie."""
        return replace(self, liar_ms=0.0, delay_ms=0.0)


class Draws(NamedTuple):
    """Random draws of a match, float64[grab, seat]; measurements have WARMING rows, then MEASURED for each grab."""

    reactions_ms: Floats
    trips_ms: Floats
    measured_ms: Floats


def draws(setting: FairnessConfig, number: int) -> Draws:
    """Return the draws of match `number`, which depend only on the seed and the number."""
    rng = np.random.default_rng([setting.seed, number])
    size = (setting.grabs, setting.seats)
    reactions = LEAST_MS + rng.exponential(setting.search_ms, size)
    trips = _trips(rng, setting, setting.grabs)
    return Draws(reactions, trips, _trips(rng, setting, WARMING + MEASURED * setting.grabs))


def _trips(rng: np.random.Generator, setting: FairnessConfig, count: int) -> Floats:
    """Return round trips, float64[count, seat]."""
    size = (count, setting.seats)
    jitter = rng.gamma(2.0, setting.jitter_ms / sqrt(2.0), size)
    return np.asarray(setting.round_trips_ms) + jitter + AGAIN_MS * (rng.random(size) < LOST)


class Match(NamedTuple):
    """Results of one match, by seat; `favour_ms` is what its reactions gained compared with a mean round trip."""

    wins: Floats
    firsts: Floats  # grabs in which the claim of the seat arrived first
    quickest: Floats  # grabs in which the seat pressed first, which it should have won
    right: tuple[int, int]  # grabs won by the quickest seat: with the arbiter, and by order of arrival
    gain_ms: Floats  # how much shorter than the true reactions the believed ones were
    favour_ms: Floats
    flags: Floats  # float64[flag, seat]: number of claims with this flag
    waited_ms: float  # mean time from the arrival of the winning claim to the verdict


class Seats:
    """The seats of one match: what the server knows of their connections, and the arbiter."""

    def __init__(self, setting: FairnessConfig, rng: Random) -> None:
        self.arbiter = Arbiter(setting.seats, rng)
        self.lines = [RoundTrips() for _ in range(setting.seats)]
        self.rtts: dict[int, RttRange] = {}
        self.begun_ms = 0.0

    def measure(self, trips_ms: list[list[float]]) -> None:
        """Add measured round trips for each seat."""
        for seat, (line, *measured_ms) in enumerate(zip(self.lines, *trips_ms, strict=True)):
            for ms in measured_ms:
                line.add(ms)
            rtt = line.rtt
            assert rtt is not None
            self.rtts[seat] = rtt

    def grab(self, arrivals_ms: list[float], told_ms: list[float]) -> tuple[list[Judged], float]:
        """Return all claims for one die in the order of the verdict, and the time when the first was settled."""
        order = sorted(range(len(arrivals_ms)), key=arrivals_ms.__getitem__)
        verdict: list[Judged] = []
        decided_ms = 0.0
        for seat in order:
            arrived_ms = self.begun_ms + arrivals_ms[seat]
            due_ms = self.arbiter.due_ms
            if due_ms is not None and due_ms < arrived_ms:
                decided_ms = decided_ms or due_ms
                verdict += self.arbiter.settle(due_ms)
            claim = Claim(seat, self.begun_ms, arrived_ms, told_ms[seat], self.rtts[seat], 0, 0)
            self.arbiter.receive(claim, self.rtts)
        decided_ms = decided_ms or self.arbiter.due_ms or 0.0
        self.begun_ms += arrivals_ms[order[-1]] + PAUSE_MS
        return verdict + self.arbiter.settle(self.begun_ms), decided_ms


def play(setting: FairnessConfig, number: int) -> Match:
    """Play one match; the same `number` has the same draws, whoever lies."""
    drawn = draws(setting, number)
    told, measured = _tell_times(setting, drawn)
    seats = Seats(setting, Random(setting.seed * 1_000_003 + number))
    seats.measure(measured[:WARMING].tolist())
    arrivals = drawn.reactions_ms + drawn.trips_ms
    between = measured[WARMING:].reshape(setting.grabs, MEASURED, setting.seats)
    verdicts, waited_ms = [], 0.0
    for measured_ms, arrivals_ms, told_ms in zip(between.tolist(), arrivals.tolist(), told.tolist(), strict=True):
        seats.measure(measured_ms)
        begun_ms = seats.begun_ms
        verdict, decided_ms = seats.grab(arrivals_ms, told_ms)
        verdicts.append(verdict)
        waited_ms += decided_ms - begun_ms - (verdict[0].claim.arrived_ms - verdict[0].claim.sent_ms)
    return _sum_up(verdicts, drawn.reactions_ms, arrivals.argmin(axis=1), waited_ms / setting.grabs)


def _tell_times(setting: FairnessConfig, drawn: Draws) -> tuple[Floats, Floats]:
    """Return reactions as the pages report them, and round trips as the server measures them."""
    told, measured = np.round(drawn.reactions_ms / TOLD_MS) * TOLD_MS, drawn.measured_ms.copy()
    told[:, setting.liar] = np.maximum(told[:, setting.liar] - setting.liar_ms, 0.0)
    measured[:, setting.liar] += setting.delay_ms
    return told, measured


def _sum_up(
    verdicts: list[list[Judged]], reactions_ms: Floats, arrived: npt.NDArray[np.int64], waited_ms: float
) -> Match:
    """Summarise the verdicts of a match; `arrived` is the seat whose claim arrived first in each grab."""
    winners, quickest = np.array([verdict[0].claim.seat for verdict in verdicts]), reactions_ms.argmin(axis=1)
    by_seat = [sorted(verdict, key=lambda judged: judged.claim.seat) for verdict in verdicts]
    times = np.array([[(judged.believed_ms, judged.neutral_ms) for judged in row] for row in by_seat])
    believed, neutral = times[..., 0], times[..., 1]
    flagged = np.array([[[flag in judged.flags for judged in row] for flag in FLAGS] for row in by_seat])
    wins, firsts, should = (np.bincount(of, minlength=len(by_seat[0])) / 1.0 for of in (winners, arrived, quickest))
    right = int((winners == quickest).sum()), int((arrived == quickest).sum())
    gain, favour = (reactions_ms - believed).sum(axis=0), (neutral - believed).sum(axis=0)
    return Match(wins, firsts, should, right, gain, favour, flagged.sum(axis=0) / 1.0, waited_ms)


# --- many matches -----------------------------------------------------------------------------------------------------


def fairness(setting: FairnessConfig, matches: int, progress: Callable[[int], None] | None = None) -> dict[str, Any]:
    """Play and summarise matches. `progress` gets the number played; Ctrl-C keeps the finished matches."""
    lying, honest = [], []
    interrupted = False
    try:
        for number in range(matches):
            played = play(setting, number)
            honest.append(play(setting.honest, number) if setting != setting.honest else played)
            lying.append(played)
            if progress:
                progress(number + 1)
    except KeyboardInterrupt:
        interrupted = True
    return summary(setting, matches, lying, honest[: len(lying)], interrupted)


def summary(
    setting: FairnessConfig, matches: int, lying: list[Match], honest: list[Match], interrupted: bool = False
) -> dict[str, Any]:
    """Return all figures; an unknown figure is None."""
    told = {
        "round_trips_ms": list(setting.round_trips_ms),
        "jitter_ms": setting.jitter_ms,
        "search_ms": setting.search_ms,
        "cap_ms": CAP_MS,
        "quota_ms": QUOTA_MS,
        "grabs": setting.grabs,
        "matches": matches,
        "played": len(lying),
        "seed": setting.seed,
        "interrupted": interrupted,
    }
    if not lying:
        return told | {"seats": [], "liar": None}
    grabs = setting.grabs * len(lying)
    told |= {
        "right": sum(match.right[0] for match in lying) / grabs,
        "right_by_arrival": sum(match.right[1] for match in lying) / grabs,
        "waited_ms": figure(float(np.mean([match.waited_ms for match in lying]))),
        "seats": [_seat(setting, lying, seat) for seat in range(setting.seats)],
    }
    return told | {"liar": _liar(setting, lying, honest) if setting != setting.honest else None}


def _seat(setting: FairnessConfig, matches: list[Match], seat: int) -> dict[str, Any]:
    """Return the figures of one seat; `undue` is its share minus the share of grabs in which it really was first."""
    by_match = {
        "share": [match.wins[seat] / setting.grabs for match in matches],
        "by_arrival": [match.firsts[seat] / setting.grabs for match in matches],
        "undue": [(match.wins[seat] - match.quickest[seat]) / setting.grabs for match in matches],
        "gain_ms": [match.gain_ms[seat] for match in matches],
    }
    flagged = np.mean([match.flags[:, seat] > 0 for match in matches], axis=0).tolist()
    return {
        "seat": seat,
        "round_trip_ms": setting.round_trips_ms[seat],
        **{name: _mean(values) for name, values in by_match.items()},
        "flagged": dict(zip(FLAGS, flagged, strict=True)),
        "any_flag": _flagged(matches, [seat]),
    }


def _liar(setting: FairnessConfig, lying: list[Match], honest: list[Match]) -> dict[str, Any]:
    """Return what the lie was worth in a match, compared with the same match without it, and who was flagged."""
    seat = setting.liar
    gains = [one.gain_ms[seat] - other.gain_ms[seat] for one, other in zip(lying, honest, strict=True)]
    extra = [one.wins[seat] - other.wins[seat] for one, other in zip(lying, honest, strict=True)]
    others = [other for other in range(setting.seats) if other != seat]
    return {
        "seat": seat,
        "liar_ms": setting.liar_ms,
        "delay_ms": setting.delay_ms,
        "gain_ms": _mean(gains),
        "above_quota": _share(sum(gain > QUOTA_MS for gain in gains), len(gains)),
        "favour_ms": _mean([match.favour_ms[seat] for match in lying]),
        "extra_wins": _mean(extra),
        "flagged": _flagged(lying, [seat]),
        "honest_flagged": _flagged(lying, others),
    }


def _flagged(matches: list[Match], seats: list[int]) -> dict[str, Any]:
    """Return the share of matches in which any of these seats was flagged."""
    return _share(sum(bool(match.flags[:, seats].any()) for match in matches), len(matches))


def _mean(values: list[float]) -> dict[str, Any]:
    """Return a mean over matches, which are independent, with its standard error, 95 % interval and maximum."""
    found = np.asarray(values)
    mean, error = float(found.mean()), standard_error(found)
    return {"mean": figure(mean), "se": figure(error), "interval": interval(mean, error), "most": figure(found.max())}


def _share(hits: int, of: int) -> dict[str, Any]:
    """Return a share of matches with Wilson's 95 % interval, which also holds if there are no hits."""
    low, high = wilson(hits / of, of, LEVEL)
    interval = [figure(low if hits else 0.0), figure(high if hits < of else 1.0)]
    return {"share": figure(hits / of), "interval": interval}
