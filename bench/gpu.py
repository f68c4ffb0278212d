"""Random play on a graphics card beside all cores of the processor: the same matches, and the same bytes in the end.

Without a device there is nothing to measure, and it says so. Time on the wall, the copying to and from the device
included; the best repetition counts.
"""

import sys
import time
from collections.abc import Callable

import numpy as np

import bussolotto
from bench import report
from bench.report import Figure
from bussolotto import gpu
from bussolotto.core import errors
from bussolotto.study.matches import MatchConfig, Results, play_batches, validate

SEED = 1
GROWING = (1_000, 10_000, 100_000, 1_000_000)  # matches of Spilorcio


def measure(quick: bool = False) -> list[Figure]:
    """Million plies a second of both, game by game, and for more and more matches; nothing where there is no device."""
    try:
        gpu.require_device()
    except errors.Refusal as refusal:
        print(f"gpu: {refusal}", file=sys.stderr)
        return []
    matches = 20_000 if quick else 200_000
    figures = [figure for name in bussolotto.games() for figure in of_game(name, matches)]
    return [*figures, *(figure for count in GROWING for figure in of_game("spilorcio", count, f", {count:,} matches"))]


def of_game(name: str, matches: int, beside: str = "") -> list[Figure]:
    """Device and processor on the same matches."""
    game = bussolotto.game(name)
    seats = game.SEATS[0]
    setting = validate(MatchConfig(name, ("random",) * seats, SEED))
    there, there_rate = best(lambda: gpu.play(game, matches, seats, SEED))
    here, here_rate = best(lambda: Results.joined(list(play_batches(setting, matches))))
    for column in vars(here):
        assert np.array_equal(getattr(here, column), getattr(there, column)), f"{name}: {column} differs"
    return [
        Figure(f"{name}{beside}, device", there_rate, "million plies/s"),
        Figure(f"{name}{beside}, all cores", here_rate, "million plies/s"),
    ]


def best(play: Callable[[], Results], rounds: int = 3) -> tuple[Results, float]:
    """What it plays, and its best rate in million plies a second; the first round, which compiles, does not count."""
    play()
    rate = 0.0
    for _ in range(rounds):
        begun_s = time.perf_counter()
        results = play()
        rate = max(rate, int(results.plies.sum()) / (time.perf_counter() - begun_s) / 1e6)
    return results, rate


if __name__ == "__main__":
    report.run({"gpu": measure}, __doc__)
