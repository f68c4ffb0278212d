"""Is it the dice? Frequencies and repetitions of what fell in any number of matches, against honest dice.

Outcomes with the same odds belong together: they fall from the same kind of die. For each kind two figures are
compared with those of honest dice that fell as often: Pearson's chi-square of the frequencies, and how often the same
was rolled twice in a row. The p-value is that of a Monte Carlo test, (1 + honest sets at least as odd) / (1 + all
honest sets), which is right however few dice there are (Davison and Hinkley, "Bootstrap Methods and their Application",
1997, section 4.2). Where several figures are looked at one of them is odd by chance more often; Holm's correction makes
up for that ("A simple sequentially rejective multiple test procedure", 1979).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erf, sqrt
from time import process_time
from typing import Literal

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from bussolotto.core.kernel import CHANCE
from bussolotto.games import game as game_of
from bussolotto.play.match import Match
from bussolotto.play.notation import Record
from bussolotto.review.review import Progress, is_solved, review, silent

HONEST, LEAST_HONEST = 9_999, 199  # sets of honest dice to compare with
DRAWN = 20_000_000  # honest dice of one kind, unless that many sets need more
FEWEST = 20  # dice of a kind, or nothing is said of it
AT_ONCE = 1 << 22  # numbers drawn at once
ODD = 0.01  # corrected p-values below this are told

DRAWN_KINDS = 12  # are told with all their frequencies
LUCK_DEPTH = 0.1  # of reviews that are made for luck alone
LUCK_S = 20.0  # of processor time: after so much no more of them are begun, however busy the machine is

Figure = Literal["frequencies", "repetitions"]


@dataclass(frozen=True)
class Kind:
    """Dice that fall alike: the game, the notation of their outcomes, and the odds of each."""

    game: str
    outcomes: tuple[str, ...]
    odds: tuple[int, ...]


@dataclass(frozen=True)
class Tested:
    """A figure of one kind of dice: how odd it is, `p`, and `corrected` for all figures that were looked at."""

    kind: Kind
    figure: Figure
    dice: int
    value: float
    expected: float
    p: float
    corrected: float


class KindTold(Struct):
    """Dice that fall alike: how often each outcome was seen, and how often it was to be expected."""

    game: str
    outcomes: list[str]
    seen: list[int]
    expected: list[float]


class FigureTold(Struct):
    """A figure of the kind with this number: how odd it is, `p`, and `corrected` for all that were looked at."""

    kind: int
    figure: Figure
    value: float
    expected: float
    p: float
    corrected: float


class LuckTold(Struct):
    """At which percentile the luck of a seat was, from 0 to 1, by so many rolls; seat null: of whoever asks."""

    seat: int | None
    percentile: float
    rolls: int


class DiceTold(Struct):
    """What fell in some matches, against honest dice.

    `kinds`: those of which most fell, and enough; `figures`: all of them, the oddest first; `luck`: where it is known.
    """

    matches: int
    outcomes: int
    kinds: list[KindTold]
    figures: list[FigureTold]
    luck: list[LuckTold]


def report(records: Sequence[Record], luck: Sequence[LuckTold], seed: int = 0) -> DiceTold:
    """All that is told of the dice of these matches, which the rules here can play."""
    found = fallen(records)
    tested = compare(found, seed)
    many = [kind for kind in found if sum(map(len, found[kind])) >= FEWEST]
    kinds = sorted(many, key=lambda kind: -sum(map(len, found[kind])))
    return DiceTold(
        matches=len(records),
        outcomes=sum(len(outcomes) for matches in found.values() for outcomes in matches),
        kinds=[_kind(kind, np.concatenate(found[kind]).astype(np.int64)) for kind in kinds[:DRAWN_KINDS]],
        figures=[
            FigureTold(kinds.index(one.kind), one.figure, one.value, one.expected, one.p, one.corrected)
            for one in tested
        ],
        luck=list(luck),
    )


def _kind(kind: Kind, outcomes: npt.NDArray[np.int64]) -> KindTold:
    chances = np.array(kind.odds) / sum(kind.odds)
    seen = np.bincount(outcomes, minlength=len(chances))
    return KindTold(kind.game, list(kind.outcomes), seen.tolist(), (chances * len(outcomes)).tolist())


def luck_of(
    records: Sequence[tuple[Record, int | None]], progress: Progress = silent, limit_s: float = LUCK_S
) -> list[LuckTold]:
    """The luck of one person, whose seat stands beside each match; or by seat, where none does.

    What is not solved is played on a little, the newest matches first, until the time is over.
    """
    luck: dict[int | None, list[float]] = {}
    end_s = process_time() + limit_s
    for done, (record, own) in enumerate(records):
        progress(done, len(records))
        if record.end is None or (process_time() > end_s and not is_solved(record)):
            continue
        found = review(record, LUCK_DEPTH, threads=1, plies=(), stopped=lambda: process_time() > end_s)
        if not found.luck:  # the time is over
            continue
        for seat in range(record.seats) if own is None else [own]:
            place = None if own is not None else seat
            luck.setdefault(place, []).extend(roll.luck[seat] for roll in found.rolls)
    told = [(seat, percentile_of(rolls), sum(map(bool, rolls))) for seat, rolls in luck.items()]
    return [LuckTold(seat, percentile, rolls) for seat, percentile, rolls in told if percentile is not None]


def fallen(records: Iterable[Record]) -> dict[Kind, list[list[int]]]:
    """What fell, by kind of dice: for each match the outcomes in order, as indices of those of the kind."""
    found: dict[Kind, list[list[int]]] = {}
    for record in records:
        game = game_of(record.game)
        match, own = Match(game, record.seats, record.options), dict[Kind, list[int]]()
        for seat, action in record.steps:
            if seat == CHANCE:
                odds = match.odds()
                possible = [code for code, weight in enumerate(odds) if weight]
                said = tuple(game.say(CHANCE, code) for code in possible)
                kind = Kind(record.game, said, tuple(odds[code] for code in possible))
                if len(possible) > 1:
                    own.setdefault(kind, []).append(possible.index(action))
            match.play(seat, action)
        for kind, outcomes in own.items():
            found.setdefault(kind, []).append(outcomes)
    return found


def compare(found: Mapping[Kind, Sequence[Sequence[int]]], seed: int = 0, honest: int = HONEST) -> list[Tested]:
    """All figures of all kinds of which enough fell, the oddest first. Of many dice fewer honest sets are drawn."""
    rng = np.random.Generator(np.random.PCG64(seed))
    tested = []
    for kind, matches in found.items():
        sizes = [len(outcomes) for outcomes in matches]
        if sum(sizes) >= FEWEST:
            own = _figures(np.concatenate(matches)[None].astype(np.int64), kind, sizes)[:, 0]
            drawn = _honest(kind, sizes, max(min(honest, LEAST_HONEST), min(honest, DRAWN // sum(sizes))), rng)
            for row, figure in enumerate(("frequencies", "repetitions")):
                p = _p_value(float(own[row]), drawn[row], both_sides=figure == "repetitions")
                tested.append((kind, figure, sum(sizes), float(own[row]), float(drawn[row].mean()), p))
    tested.sort(key=lambda one: one[-1])
    corrected = holm([one[-1] for one in tested])
    return [Tested(*one, right) for one, right in zip(tested, corrected, strict=True)]  # type: ignore[arg-type]  # words


def _honest(kind: Kind, sizes: Sequence[int], honest: int, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """The figures of so many sets of honest dice, float64[2, honest]."""
    total = sum(sizes)
    chances = np.array(kind.odds) / sum(kind.odds)
    parts, left = [], honest
    while left:
        now = min(left, max(1, AT_ONCE // total))
        parts.append(_figures(rng.choice(len(chances), (now, total), p=chances), kind, sizes))
        left -= now
    return np.concatenate(parts, axis=1)


def _figures(rolls: npt.NDArray[np.int64], kind: Kind, sizes: Sequence[int]) -> npt.NDArray[np.float64]:
    """Chi-square and repetitions of sets of dice, int64[sets, dice] -> float64[2, sets]."""
    chances = np.array(kind.odds) / sum(kind.odds)
    expected = chances * rolls.shape[1]
    counts = np.stack([(rolls == outcome).sum(axis=1) for outcome in range(len(chances))], axis=1)
    chi_square = ((counts - expected) ** 2 / expected).sum(axis=1)
    inside = np.ones(rolls.shape[1] - 1, bool)
    inside[np.cumsum(sizes)[:-1] - 1] = False  # the last die of a match and the first of the next
    repetitions = ((rolls[:, 1:] == rolls[:, :-1]) & inside).sum(axis=1)
    return np.stack([chi_square, repetitions.astype(np.float64)])


def _p_value(own: float, drawn: npt.NDArray[np.float64], *, both_sides: bool) -> float:
    """How many honest sets are at least as odd."""
    above = (1 + int((drawn >= own).sum())) / (1 + len(drawn))
    if not both_sides:
        return above
    below = (1 + int((drawn <= own).sum())) / (1 + len(drawn))
    return min(1.0, 2 * min(above, below))


def holm(ascending: Sequence[float]) -> list[float]:
    """The p-values corrected for their number, by Holm's method."""
    corrected, largest = [], 0.0
    for rank, p in enumerate(ascending):
        largest = max(largest, min(1.0, (len(ascending) - rank) * p))
        corrected.append(largest)
    return corrected


def percentile_of(luck: Sequence[float]) -> float | None:
    """Where the sum of the luck of many rolls stands among what honest dice bring, from 0 to 1; None of too few.

    Each roll is as likely to be good as its size allows, so the sum over the root of the sum of squares is nearly
    normal (de la Pena, Lai and Shao, "Self-Normalized Processes", 2009).
    """
    moved = [one for one in luck if one]
    if len(moved) < FEWEST:
        return None
    z = sum(moved) / sqrt(sum(one * one for one in moved))
    return (1 + erf(z / sqrt(2))) / 2


def luck_by_name(records: Iterable[Record]) -> dict[str, float]:
    """The percentile of the luck of everybody with a name, over all matches in which it is exact, where these suffice.

    Elsewhere luck is estimated, by `review`, which takes its time.
    """
    luck: dict[str, list[float]] = {}
    for record in records:
        if record.end is None or not is_solved(record):
            continue
        found = review(record)
        for seat, name in enumerate(record.names):
            if name:
                luck.setdefault(name, []).extend(roll.luck[seat] for roll in found.rolls)
    told = {name: percentile_of(rolls) for name, rolls in luck.items()}
    return {name: percentile for name, percentile in told.items() if percentile is not None}
