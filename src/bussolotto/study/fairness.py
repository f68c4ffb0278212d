"""Is a race fair whose seats are connected differently? The arbiter asked for real, in matches that are made up.

In every match the same seats compete for one die after the other. All react alike: the least that a human takes and an
exponential search (`players/reaction.py`); their round trips differ, each with a jitter of its own (a gamma of shape 2
on top of the least round trip) and now and then a packet that is lost and sent again. Before each grab the server
measures some round trips of every seat. Each grab is also judged by the order of arrival, as it were without arbiter.

One seat may lie: about its reactions (told shorter than they were), or about its line (it delays what measures it).
Match number k has the same draws whether or not somebody lies, so that what a lie is worth is found match by match.
`fairness` makes a plain dict, ready for JSON; docs/fair-races.md tells its fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bussolotto.arbiter import CAP_MS, QUOTA_MS, Arbiter, Band, Claim, Judged, RoundTrips
from bussolotto.study.tournament import LEVEL

Floats = npt.NDArray[np.float64]

LEAST_MS = 180.0  # a reaction without any search
PAUSE_MS = 1000.0  # between the last claim for a die and the next die
MEASURED = 2  # round trips between two grabs of a seat: one every two seconds or so
WARMING = 10  # before a match
LOST = 0.002  # share of round trips in which a packet is lost
AGAIN_MS = 200.0  # after which it is sent again: the least that TCP waits on Linux
TOLD_MS = 0.1  # steps in which a browser tells time
FLAGS = ("superhuman", "quota", "impossible")


@dataclass(frozen=True)
class Setting:
    """Who competes how often. Times in milliseconds; `liar_ms` and `delay_ms` are those of seat `liar`."""

    round_trips_ms: tuple[float, ...] = (20.0, 80.0, 150.0)
    jitter_ms: float = 10.0  # standard deviation of a round trip
    search_ms: float = 400.0  # mean, on top of the least
    grabs: int = 60  # dice in a match
    seed: int = 0
    liar: int = 0
    liar_ms: float = 0.0  # told so much shorter
    delay_ms: float = 0.0  # measurements answered so much later

    @property
    def seats(self) -> int:
        return len(self.round_trips_ms)

    @property
    def honest(self) -> Setting:
        """The same without a lie."""
        return replace(self, liar_ms=0.0, delay_ms=0.0)


class Draws(NamedTuple):
    """What chance gives a match, float64[grab, seat]; of measurements WARMING rows and then MEASURED for each grab."""

    reactions_ms: Floats
    trips_ms: Floats
    measured_ms: Floats


def draws(setting: Setting, number: int) -> Draws:
    """Those of match `number`: of the seed and the number alone."""
    rng = np.random.default_rng([setting.seed, number])
    size = (setting.grabs, setting.seats)
    reactions = LEAST_MS + rng.exponential(setting.search_ms, size)
    trips = _trips(rng, setting, setting.grabs)
    return Draws(reactions, trips, _trips(rng, setting, WARMING + MEASURED * setting.grabs))


def _trips(rng: np.random.Generator, setting: Setting, count: int) -> Floats:
    """Round trips float64[count, seat]."""
    size = (count, setting.seats)
    jitter = rng.gamma(2.0, setting.jitter_ms / sqrt(2.0), size)
    return np.asarray(setting.round_trips_ms) + jitter + AGAIN_MS * (rng.random(size) < LOST)


class Match(NamedTuple):
    """What came of one match, by seat; `favour_ms` is what its reactions gained beside a mean round trip."""

    wins: Floats
    firsts: Floats  # that arrived first
    quickest: Floats  # that were pressed first: what it should have won
    right: tuple[int, int]  # grabs that went to the quickest: with the arbiter, and by arrival
    gain_ms: Floats  # how much shorter than they were its reactions were taken to be
    favour_ms: Floats
    flags: Floats  # float64[flag, seat]: claims with it
    waited_ms: float  # by the winners, from arrival to the verdict, on average


class Seats:
    """The seats at one match: what the server knows of their lines, and the arbiter."""

    def __init__(self, setting: Setting, rng: Random) -> None:
        self.arbiter = Arbiter(setting.seats, rng)
        self.lines = [RoundTrips() for _ in range(setting.seats)]
        self.bands: dict[int, Band] = {}
        self.begun_ms = 0.0

    def measure(self, trips_ms: list[list[float]]) -> None:
        """So many round trips of each."""
        for seat, (line, *measured_ms) in enumerate(zip(self.lines, *trips_ms, strict=True)):
            for ms in measured_ms:
                line.add(ms)
            band = line.band
            assert band is not None
            self.bands[seat] = band

    def grab(self, arrivals_ms: list[float], told_ms: list[float]) -> tuple[list[Judged], float]:
        """All claims for one die in the order of the verdict, and when the first of them was settled."""
        order = sorted(range(len(arrivals_ms)), key=arrivals_ms.__getitem__)
        verdict: list[Judged] = []
        decided_ms = 0.0
        for seat in order:
            arrived_ms = self.begun_ms + arrivals_ms[seat]
            due_ms = self.arbiter.due_ms
            if due_ms is not None and due_ms < arrived_ms:
                decided_ms = decided_ms or due_ms
                verdict += self.arbiter.settled(due_ms)
            claim = Claim(seat, self.begun_ms, arrived_ms, told_ms[seat], self.bands[seat], 0, 0)
            self.arbiter.hears(claim, self.bands)
        decided_ms = decided_ms or self.arbiter.due_ms or 0.0
        self.begun_ms += arrivals_ms[order[-1]] + PAUSE_MS
        return verdict + self.arbiter.settled(self.begun_ms), decided_ms


def play(setting: Setting, number: int) -> Match:
    """One match; the same `number` has the same draws, whoever lies."""
    drawn = draws(setting, number)
    told, measured = _as_told(setting, drawn)
    seats = Seats(setting, Random(setting.seed * 1_000_003 + number))
    seats.measure(measured[:WARMING].tolist())
    arrivals = drawn.reactions_ms + drawn.trips_ms
    sums = _Sums(setting.seats)
    between = measured[WARMING:].reshape(setting.grabs, MEASURED, setting.seats)
    rows = zip(between.tolist(), arrivals.tolist(), told.tolist(), drawn.reactions_ms.tolist(), strict=True)
    for measured_ms, arrivals_ms, told_ms, reactions_ms in rows:
        seats.measure(measured_ms)
        begun_ms = seats.begun_ms
        verdict, decided_ms = seats.grab(arrivals_ms, told_ms)
        sums.add(verdict, reactions_ms, decided_ms - begun_ms)
    return sums.match(arrivals.argmin(axis=1), drawn.reactions_ms.argmin(axis=1))


def _as_told(setting: Setting, drawn: Draws) -> tuple[Floats, Floats]:
    """Reactions as the pages tell them, and round trips as the server measures them."""
    told, measured = np.round(drawn.reactions_ms / TOLD_MS) * TOLD_MS, drawn.measured_ms.copy()
    told[:, setting.liar] = np.maximum(told[:, setting.liar] - setting.liar_ms, 0.0)
    measured[:, setting.liar] += setting.delay_ms
    return told, measured


class _Sums:
    """What adds up over the grabs of one match."""

    def __init__(self, seats: int) -> None:
        self.winners: list[int] = []
        self.gain = [0.0] * seats
        self.favour = [0.0] * seats
        self.flags = np.zeros((len(FLAGS), seats))
        self.waited = 0.0

    def add(self, verdict: list[Judged], reactions_ms: list[float], decided_ms: float) -> None:
        first = verdict[0].claim
        self.winners.append(first.seat)
        self.waited += decided_ms - (first.arrived_ms - first.sent_ms)
        for judged in verdict:
            seat = judged.claim.seat
            self.gain[seat] += reactions_ms[seat] - judged.believed_ms
            self.favour[seat] += judged.neutral_ms - judged.believed_ms
            for flag in judged.flags:
                self.flags[FLAGS.index(flag), seat] += 1

    def match(self, arrived: npt.NDArray[np.int64], quickest: npt.NDArray[np.int64]) -> Match:
        winners, seats = np.asarray(self.winners), len(self.gain)
        wins, firsts, should = (np.bincount(of, minlength=seats) / 1.0 for of in (winners, arrived, quickest))
        right = int((winners == quickest).sum()), int((arrived == quickest).sum())
        gain, favour = np.asarray(self.gain), np.asarray(self.favour)
        return Match(wins, firsts, should, right, gain, favour, self.flags, self.waited / len(winners))


# --- many matches -----------------------------------------------------------------------------------------------------


def fairness(setting: Setting, matches: int, progress: Callable[[int], None] | None = None) -> dict[str, Any]:
    """Play so many matches and sum them up; `progress` is told how many are done. Ctrl-C keeps those that are done."""
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
    setting: Setting, matches: int, lying: list[Match], honest: list[Match], interrupted: bool = False
) -> dict[str, Any]:
    """All figures; one that nothing is known about is None."""
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
        "waited_ms": _figure(float(np.mean([match.waited_ms for match in lying]))),
        "seats": [_seat(setting, lying, seat) for seat in range(setting.seats)],
    }
    return told | {"liar": _liar(setting, lying, honest) if setting != setting.honest else None}


def _seat(setting: Setting, matches: list[Match], seat: int) -> dict[str, Any]:
    """How one seat fared; `undue` is its share less that of the grabs in which it was really the first."""
    by_match = {
        "share": [match.wins[seat] / setting.grabs for match in matches],
        "by_arrival": [match.firsts[seat] / setting.grabs for match in matches],
        "undue": [(match.wins[seat] - match.quickest[seat]) / setting.grabs for match in matches],
        "gain_ms": [match.gain_ms[seat] for match in matches],
    }
    flagged = {
        flag: sum(match.flags[number, seat] > 0 for match in matches) / len(matches)
        for number, flag in enumerate(FLAGS)
    }
    return {
        "seat": seat,
        "round_trip_ms": setting.round_trips_ms[seat],
        **{name: _mean(values) for name, values in by_match.items()},
        "flagged": {name: float(share) for name, share in flagged.items()},
        "any_flag": _share(sum(bool(match.flags[:, seat].any()) for match in matches), len(matches)),
    }


def _liar(setting: Setting, lying: list[Match], honest: list[Match]) -> dict[str, Any]:
    """What the lie was worth a match, beside the same match without it, and who was flagged."""
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
        "flagged": _share(sum(bool(match.flags[:, seat].any()) for match in lying), len(lying)),
        "honest_flagged": _share(sum(bool(match.flags[:, others].any()) for match in lying), len(lying)),
    }


def _mean(values: list[float]) -> dict[str, Any]:
    """A mean over matches, which are independent of each other, with its error and its interval of 95 %."""
    found = np.asarray(values)
    mean = float(found.mean())
    error = float(found.std(ddof=1)) / sqrt(len(found)) if len(found) > 1 else None
    interval = None if error is None else [_figure(mean - LEVEL * error), _figure(mean + LEVEL * error)]
    told = None if error is None else _figure(error)
    return {"mean": _figure(mean), "se": told, "interval": interval, "most": _figure(float(found.max()))}


def _share(hits: int, of: int) -> dict[str, Any]:
    """A share of matches with Wilson's interval of 95 %, which is right for none of many as well."""
    share, squared = hits / of, LEVEL**2
    middle = (share + squared / (2 * of)) / (1 + squared / of)
    half = LEVEL / (1 + squared / of) * sqrt(share * (1 - share) / of + squared / (4 * of**2))
    low, high = middle - half if hits else 0.0, middle + half if hits < of else 1.0
    return {"share": _figure(share), "interval": [_figure(low), _figure(high)]}


def _figure(value: float) -> float:
    """Nine significant digits: more would differ from machine to machine."""
    return float(f"{value:.9g}")
