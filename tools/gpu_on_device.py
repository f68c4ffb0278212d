"""What the graphics card of this machine plays, held against the loops for processors:

    python -m tools.gpu_on_device [GAME ..] [--matches N]

plays so many matches of these games, or of all, with the fewest and the most seats and with every option changed.
Results and final positions must be the same to the byte.
"""

import argparse
import sys
import time
from typing import Any

import numpy as np

import bussolotto
from bussolotto import gpu
from bussolotto.play.tally import TALLY
from bussolotto.study.matches import Results
from tools.gpu_on_processor import SEED, on_processor, settings


def on_device(game: Any, seats: int, options: dict[str, str], matches: int) -> tuple[bytes, ...]:
    """Final positions and results."""
    states = np.zeros(matches, game.STATE)
    results = gpu.play(game, matches, seats, SEED, options, states)
    return states.tobytes(), *_bytes(results)


def here(game: Any, seats: int, options: dict[str, str], matches: int) -> tuple[bytes, ...]:
    """The same of the processor, match by match."""
    opening = bussolotto.new_state(game, seats, **options)
    states, told, *_ = on_processor(game, opening, seats, matches)
    return states, *_bytes(Results.of(np.frombuffer(told, TALLY)))


def _bytes(results: Results) -> tuple[bytes, ...]:
    return tuple(column.tobytes() for column in vars(results).values())


def main() -> int:
    """Compare them; 1 where some differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--matches", type=int, default=1000, metavar="N", help="of each setting")
    arguments = parser.parse_args()
    gpu.require_device()
    wrong = 0
    for name in arguments.games or bussolotto.games():
        game, begun_s = bussolotto.game(name), time.perf_counter()
        for seats, options in settings(game):
            there = on_device(game, seats, options, arguments.matches)
            same = there == here(game, seats, options, arguments.matches)
            wrong += not same
            said = "the same" if same else "DIFFERENT"
            print(f"{name}, {seats} seats, {options}: {arguments.matches} matches, {said}", flush=True)
        print(f"{name}: {time.perf_counter() - begun_s:.0f} s", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
