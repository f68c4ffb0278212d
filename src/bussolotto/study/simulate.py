"""Summaries of many matches: how long they are, who wins, and how much it is worth to start.

`summary` returns a plain dict, ready for JSON. Scripts may rely on its fields; docs/studies.md describes them.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bussolotto.play.engines import Engine
from bussolotto.study.effects import Floats, figure, standard_error
from bussolotto.study.matches import Integers, MatchConfig, Results, find_seats, play_batches, validate

QUANTILES = (0, 5, 25, 50, 75, 95, 100)  # percent


def simulate(
    setting: MatchConfig,
    matches: int,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    on_results: Callable[[Results], None] | None = None,
    engine: Engine | None = None,
) -> dict[str, Any]:
    """Play matches and summarise them. `progress` is called after each batch with the number of matches done.

    `on_results` is called with each finished batch.
    The matches are played by `engine` if given, otherwise by this number of local workers.
    Ctrl-C stops playing, but the finished matches are summarised: see `interrupted` and `played` in the summary.
    Raises UnknownGame, BadSeats, UnknownPlayer, UnknownOption, UnknownValue.
    """
    setting = validate(setting)
    batches: list[Results] = []
    interrupted = False
    try:
        for results in play_batches(setting, matches, workers, engine):
            batches.append(results)
            if on_results:
                on_results(results)
            if progress:
                progress(sum(map(len, batches)))
    except KeyboardInterrupt:
        interrupted = True
    results = Results.joined(batches) if batches else Results.room(0)
    return summary(setting, results, matches, interrupted)


def summary(setting: MatchConfig, results: Results, matches: int, interrupted: bool = False) -> dict[str, Any]:
    """Return all figures of these results; an unknown figure is None."""
    seats = setting.seats
    shares, points = results.shares[:, :seats], results.points[:, :seats]
    sits = find_seats(setting, 0, len(results))
    by_player, points_by_player = (np.take_along_axis(each, sits, axis=1) for each in (shares, points))
    by_place = np.take_along_axis(shares, results.seats_by_place(seats), axis=1)
    players = list(enumerate(setting.players))
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
            "by_player": [{"player": name, **_mean(by_player[:, player])} for player, name in players],
            "by_seat": [{"seat": seat, **_mean(shares[:, seat])} for seat in range(seats)],
            "by_place": [_advantage(place, by_place) for place in range(seats)],
        },
        "scores": {
            "by_player": [{"player": name, **_spread(points_by_player[:, player])} for player, name in players],
            "by_seat": [{"seat": seat, **_spread(points[:, seat])} for seat in range(seats)],
        },
        "endings": _endings(results.endings, setting.module.ENDINGS),
    }


def _mean(values: Floats) -> dict[str, float | None]:
    """Return a mean win share with its standard error."""
    return {"share": figure(values.mean() if len(values) else None), "se": figure(standard_error(values))}


def _advantage(place: int, shares: Floats) -> dict[str, Any]:
    """Return the win share of the seat `place` places after the starter, and how far it is above an equal share."""
    share = _mean(shares[:, place])
    above = None if share["share"] is None else figure(share["share"] - 1 / shares.shape[1])
    return {"place": place, **share, "advantage": above}


def _spread(values: npt.NDArray[Any]) -> dict[str, Any]:
    """Return the mean with its standard error, the standard deviation and the quantiles."""
    if not len(values):
        return {"mean": None, "se": None, "sd": None, "quantiles": {}}
    quantiles = np.percentile(values, QUANTILES)
    return {
        "mean": figure(values.mean()),
        "se": figure(standard_error(values)),
        "sd": figure(values.std(ddof=1)) if len(values) > 1 else None,
        "quantiles": {str(percent): figure(value) for percent, value in zip(QUANTILES, quantiles, strict=True)},
    }


def _endings(endings: Integers, words: Sequence[str]) -> dict[str, Any]:
    """Count the matches ended by the rules, by the limit of plies (GEN-7), and in each way by its name."""
    by_reason = {word: int((endings == index).sum()) for index, word in enumerate(words)}
    limit = by_reason[words[-1]]
    return {"rules": len(endings) - limit, "limit": limit, "by_reason": by_reason}
