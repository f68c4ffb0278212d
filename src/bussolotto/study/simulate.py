"""What many matches say: how long they are, who wins, and what it is worth to begin.

`summary` makes a plain dict, ready for JSON; docs/studies.md tells its fields, which scripts may rely on.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.engines import Engine
from bussolotto.study.matches import Floats, Integers, Results, Setting, checked, played

QUANTILES = (0, 5, 25, 50, 75, 95, 100)  # percent


def simulate(
    setting: Setting,
    matches: int,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    told: Callable[[Results], None] | None = None,
    engine: Engine | None = None,
) -> dict[str, Any]:
    """Play so many matches and sum them up; `progress` is told after each batch how many are done, `told` the batch.

    They are played by the engine, or by so many workers of this machine.
    Ctrl-C ends the playing, not the summing up: `interrupted` then says so, and `played` how many there were.
    Raises UnknownGame, BadSeats, UnknownPlayer, UnknownOption, UnknownValue.
    """
    setting = checked(setting)
    batches: list[Results] = []
    interrupted = False
    try:
        for results in played(setting, matches, workers, engine):
            batches.append(results)
            if told:
                told(results)
            if progress:
                progress(sum(map(len, batches)))
    except KeyboardInterrupt:
        interrupted = True
    results = Results.joined(batches) if batches else Results.room(0)
    return summary(setting, results, matches, interrupted)


def summary(setting: Setting, results: Results, matches: int, interrupted: bool = False) -> dict[str, Any]:
    """All figures of these results; a figure that nothing is known about is None."""
    seats = setting.seats
    shares, points = results.shares[:, :seats], results.points[:, :seats]
    return {
        "game": setting.game,
        "rules": setting.module.RULES,
        "seats": seats,
        "players": list(setting.players),
        "options": dict(setting.options),
        "seed": setting.seed,
        "matches": matches,
        "played": len(results),
        "interrupted": interrupted,
        "length": {name: _spread(getattr(results, name)) for name in ("plies", "decisions", "turns")},
        "wins": {
            "by_player": [
                {"player": name, **_mean(_column(shares, _seats_of(setting, player, len(results))))}
                for player, name in enumerate(setting.players)
            ],
            "by_seat": [{"seat": seat, **_mean(shares[:, seat])} for seat in range(seats)],
            "by_place": [
                _advantage(place, seats, _column(shares, (results.starts + place) % seats)) for place in range(seats)
            ],
        },
        "scores": {
            "by_player": [
                {"player": name, **_spread(_column(points, _seats_of(setting, player, len(results))))}
                for player, name in enumerate(setting.players)
            ],
            "by_seat": [{"seat": seat, **_spread(points[:, seat])} for seat in range(seats)],
        },
        "endings": _endings(results.endings, setting.module.ENDINGS),
    }


def _seats_of(setting: Setting, player: int, matches: int) -> Integers:
    """Where a player sat, match by match."""
    return (player + np.arange(matches)) % setting.seats


def _column(values: Floats, seats: Integers) -> Floats:
    """Of each match the value of one seat."""
    taken: Floats = values[np.arange(len(values)), seats]
    return taken


def _mean(values: Floats) -> dict[str, float | None]:
    """A win share with its standard error."""
    return {"share": _figure(values.mean() if len(values) else None), "se": _standard_error(values)}


def _advantage(place: int, seats: int, values: Floats) -> dict[str, Any]:
    """The win share of the seat so many places after the starter, and how far above an equal share it is."""
    share = _mean(values)
    above = None if share["share"] is None else _figure(share["share"] - 1 / seats)
    return {"place": place, **share, "advantage": above}


def _standard_error(values: Floats) -> float | None:
    return _figure(values.std(ddof=1) / sqrt(len(values))) if len(values) > 1 else None


def _spread(values: npt.NDArray[Any]) -> dict[str, Any]:
    """Mean, its standard error, standard deviation and quantiles."""
    if not len(values):
        return {"mean": None, "se": None, "sd": None, "quantiles": {}}
    quantiles = np.percentile(values, QUANTILES)
    return {
        "mean": _figure(values.mean()),
        "se": _standard_error(values),
        "sd": _figure(values.std(ddof=1)) if len(values) > 1 else None,
        "quantiles": {str(percent): _figure(value) for percent, value in zip(QUANTILES, quantiles, strict=True)},
    }


def _endings(endings: Integers, words: Sequence[str]) -> dict[str, Any]:
    """How many matches the rules ended, and how many the limit of plies (GEN-7); each way by its word."""
    by_reason = {word: int((endings == index).sum()) for index, word in enumerate(words)}
    limit = by_reason[words[-1]]
    return {"rules": len(endings) - limit, "limit": limit, "by_reason": by_reason}


def _figure(value: Any) -> float | None:
    """A plain number of nine significant digits: more would differ from machine to machine."""
    return None if value is None else float(f"{value:.9g}")
